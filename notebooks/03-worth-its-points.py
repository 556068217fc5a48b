# %% [markdown]
# # Is this unit worth its points?
#
# A designer's view: damage for 100 points (the hammer) beside what it takes to destroy 100 points
# of the unit (the anvil), in wounding attacks before saves. The unit in question is the guard.

# %%
from mathhammer.analysis.durability import hammers_and_anvils, hammers_and_anvils_table
from mathhammer.show.charts import plot_hammers_and_anvils

fields = ["name", "points", "models", "toughness", "save", "wounds", "weapons"]
rows = [
    ["Guard", 170, 5, 5, "2+", 3, "5x A4 WS2+ S5 AP-2 D2"],
    ["Line squad", 80, 5, 4, "3+", 2, "5x A2 BS3+ S4 AP-1 D1"],
    ["Conscripts", 65, 10, 3, "5+", 1, "10x A1 BS4+ S3 AP0 D1"],
    ["Mob", 95, 10, 5, "5+", 1, "10x A3 WS3+ S4 AP-1 D1"],
    ["Walker", 140, 1, 9, "3+", 10, "4x A3 BS3+ S6 AP-1 D2"],
]
units = [dict(zip(fields, row, strict=True)) for row in rows]
mix = "60 % meq, 40 % geq"
hammers_and_anvils_table(units, mix).round(2)

# %%
axes = plot_hammers_and_anvils(hammers_and_anvils(units, mix))

# %% [markdown]
# What would one point of toughness, save or wounds change? Against a rifle squad:

# %%
import mathhammer
from mathhammer.analysis.sensitivity import sensitivity
from mathhammer.show.charts import plot_tornado

target = {name: value for name, value in units[0].items() if name != "weapons"}
axes = plot_tornado(sensitivity(mathhammer.attack("20x rifle: A2 BS3+ S4 AP-1 D1", target)))

# %%
from mathhammer.show.verdicts import worth_its_points

worth_its_points(hammers_and_anvils(units, mix), "Guard")  # Answer
