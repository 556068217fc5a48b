# %% [markdown]
# # Which of three weapons should the squad carry?
#
# A squad of ten may swap two rifles for plasma guns or for heat rays. Against what does each pay?

# %%
import mathhammer

rifle = "rifle: 24in A2 BS3+ S4 AP-1 D1 [Assault, Heavy]"
plasma = "2x plasma: 24in A1 BS3+ S8 AP-3 D2 [Rapid Fire 1]"
heat_ray = "2x heat ray: 12in A1 BS3+ S9 AP-4 DD6 [Melta 2]"
loadouts = [
    {"name": "rifles", "points": 80, "weapons": [f"10x {rifle}"]},
    {"name": "plasma", "points": 110, "weapons": [f"8x {rifle}", plasma]},
    {"name": "heat ray", "points": 115, "weapons": [f"8x {rifle}", heat_ray]},
]
targets = ["10x geq", "10x meq", "5x teq", "veq"]
comparison = mathhammer.compare(loadouts, targets, context="distance=12")
comparison

# %% [markdown]
# The same as curves: the chance of at least so many models slain (wounds, for a single model).

# %%
axes = comparison.plot()

# %% [markdown]
# One match-up in detail.

# %%
comparison.cell(1, 1)

# %%
from mathhammer.show.verdicts import which_weapon

which_weapon(comparison)  # Answer
