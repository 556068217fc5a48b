# %% [markdown]
# # What does my list do, and what does it lack?
#
# Four units of a list against what it may meet: each unit fires once at a fresh target.

# %%
import mathhammer
from mathhammer.show.charts import plot_matrix, plot_ridge

units = [
    {"name": "Rifle squad", "points": 80, "weapons": ["10x A2 BS3+ S4 AP-1 D1"]},
    {"name": "Autocannons", "points": 120, "weapons": ["3x A3 BS3+ S8 AP-1 D3"]},
    {"name": "Flamers", "points": 90, "weapons": ["5x AD6 S4 AP0 D1 [Torrent, Ignores Cover]"]},
    {
        "name": "Battle tank",
        "points": 190,
        "weapons": ["A2 BS3+ S12 AP-3 DD6+1", "3x A3 BS3+ S5 D1"],
    },
]
targets = ["20x geq", "10x meq", "5x teq", "veq", "keq"]
comparison = mathhammer.compare(units, targets)
comparison

# %% [markdown]
# As colours: how much each unit does, from light (nothing) to dark.

# %%
axes = plot_matrix(comparison, baseline=None)

# %% [markdown]
# How far the dice spread: each row is one unit's damage to armoured infantry.

# %%
axes = plot_ridge([comparison.cell(i, 1) for i in range(len(units))], stage="damage")

# %%
from mathhammer.show.verdicts import what_a_list_does

what_a_list_does(comparison)  # Answer
