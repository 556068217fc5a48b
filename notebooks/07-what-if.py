# %% [markdown]
# # What if its strength were one more?
#
# Move a slider: the picture follows. `voila notebooks/07-what-if.ipynb` serves this page without
# the code.

# %%
from mathhammer.show.app import App

app = App()
app.widget

# %%
app.answer  # Answer: what the sliders say now, in words
