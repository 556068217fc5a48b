# %% [markdown]
# # Does rolling millions of dice give the same as computing?
#
# The exact engine computes the distribution; the Monte Carlo engine rolls every die. They share
# no code of the attack sequence, so each is a test of the other.

# %%
import mathhammer

weapons = ["10x rifle: A2 BS3+ S4 AP-1 D1 [Lethal Hits]", "2x ray: A1 BS3+ S9 AP-4 DD6 [Melta 2]"]
exact = mathhammer.attack(weapons, "10x meq", context="half_range")
simulated = mathhammer.simulate(weapons, "10x meq", context="half_range", trials=1_000_000, seed=1)
simulated

# %% [markdown]
# Computed and seen, on one picture: the curves lie on each other.

# %%
from mathhammer.show.charts import plot_curves

axes = plot_curves([exact, simulated], curve="exactly")

# %% [markdown]
# Few trials are not enough: the same with three hundred.

# %%
few = mathhammer.simulate(weapons, "10x meq", context="half_range", trials=300, seed=1)
axes = plot_curves([exact, few], curve="exactly")

# %% [markdown]
# Number by number:

# %%
import pandas as pd

from mathhammer.analysis.agreement import Agreement

agreement = Agreement("", exact, simulated)
pd.DataFrame(agreement.table_rows()).drop(columns=["scenario", "title"]).round(4)

# %%
from mathhammer.show.verdicts import how_well_engines_agree

how_well_engines_agree([agreement])  # Answer
