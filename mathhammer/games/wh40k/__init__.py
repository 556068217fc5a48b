"""Warhammer 40,000, 10th edition: one file per step of the attack sequence (W-1 to W-4).

`attacks` how many, `hits`, `wounds`, `saves`, `damage`, `allocation` who takes them, `sequence`
puts the plan together, `notes` says what a reader may not expect; `abilities` has a file for
each ability, which the steps ask for its function.
"""

#: Fields that only this game has, of weapons, units and contexts alike.
FIELDS = frozenset(
    ("skill", "strength", "ap", "toughness", "wounds", "invulnerable", "invulnerable_ranged",
     "invulnerable_melee", "feel_no_pain", "feel_no_pain_mortals", "wounds_lost", "leader",
     "groups")
)  # fmt: skip
