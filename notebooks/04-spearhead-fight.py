# %% [markdown]
# # Who wins the fight of a Spearhead battle?
#
# Lancers shoot, charge and fight a horde that comes back once it is destroyed, then both count
# who holds the objective.

# %%
import mathhammer

fight = {
    "game": "aos",
    "gap": 8,
    "units": {
        "Lancers": {
            "side": "first", "models": 5, "health": 3, "save": "3+", "points": 200,
            "objective_control": 2,
            "weapons": ["5x lance: 3/3+/3+/1/1 [Charge (+1 Damage), champion]",
                        "5x javelin: 1/4+/4+/0/1 [ranged]"],
        },
        "Horde": {
            "side": "second", "models": 10, "health": 1, "save": "5+", "ward": "6+",
            "objective_control": 1, "points": 110, "keywords": ["Infantry"],
            "reinforcements": True, "weapons": ["10x spear: 2/4+/4+/-/1"],
        },
    },
    "step": [
        {"do": "shoot", "by": "Lancers", "at": "Horde"},
        {"do": "charge", "by": "Lancers", "at": "Horde", "reroll": "failed"},
        {"do": "fight", "by": ["Lancers", "Horde"], "if": "charged"},
        {"do": "reinforce", "by": "Horde"},
        {"do": "control", "units": ["Lancers", "Horde"]},
    ],
}  # fmt: skip
result = mathhammer.turn(fight)
result

# %% [markdown]
# Which way it goes: the bands are as wide as they are probable.

# %%
from mathhammer.show.charts import plot_tree

axes = plot_tree(result)

# %%
from mathhammer.show.verdicts import how_a_fight_ends

how_a_fight_ends(result)  # Answer
