# %% [markdown]
# # Should the squad shoot and charge, or only shoot?
#
# A turn of Warhammer 40,000: five models shoot at ten, advance on them or stay, charge through
# overwatch and fight. The units' states go through jointly: who has fallen strikes no more.

# %%
import mathhammer

units = {
    "Squad": {
        "side": "first", "models": 5, "toughness": 4, "save": "3+", "wounds": 2, "points": 90,
        "weapons": ["5x A2 BS3+ S4 AP-1 D1 [Pistol]", "5x A4 WS3+ S4 AP-1 D1"],
    },
    "Mob": {
        "side": "second", "models": 10, "toughness": 5, "save": "5+", "wounds": 1,
        "leadership": "7+", "points": 85,
        "weapons": ["10x A2 WS3+ S4 AP-1 D1", "10x A1 BS5+ S4 AP0 D1 [Pistol]"],
    },
}  # fmt: skip
shoot = {"do": "shoot", "by": "Squad", "at": "Mob"}
charge = {"do": "charge", "by": "Squad", "at": "Mob", "overwatch": True, "reroll": "failed"}
fight = {"do": "fight", "by": ["Squad", "Mob"], "if": "charged"}
shock = {"do": "battleshock", "by": "Mob"}
shooting = mathhammer.turn({"gap": 8, "units": units, "step": [shoot, shock]})
charging = mathhammer.turn({"gap": 8, "units": units, "step": [shoot, charge, fight, shock]})
charging

# %%
axes = charging.plot()

# %%
from mathhammer.show.charts import plot_tree

axes = plot_tree(charging)

# %% [markdown]
# And what shooting alone would have done:

# %%
from mathhammer.show.verdicts import how_a_fight_ends, which_turn_pays

how_a_fight_ends(shooting)

# %%
which_turn_pays({"only shoot": shooting, "shoot and charge": charging})  # Answer
