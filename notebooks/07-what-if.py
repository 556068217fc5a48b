# %% [markdown]
# # What if its strength were one more?
#
# Move a slider: the picture follows. `python tools/run_notebooks.py notebooks/07-what-if.py` and
# `voila build/notebooks/07-what-if.ipynb` serve this page without the code.

# %%
from mathhammer.show.app import App

app = App()
app.widget

# %%
app.answer  # Answer: what the sliders say now, in words
