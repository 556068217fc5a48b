"""Age of Sigmar, 4th edition: one file per step of the attack sequence (A-1 to A-4).

`attacks` how many, `hits`, `wounds`, `saves`, `damage`, `crits` which Crit ability is used,
`prepared_weapon` what applies to a weapon, `sequence` puts the plan together, `notes` says
what a reader may not expect, `unused` what has no effect; `abilities` has a file for each
ability, which the steps ask for its function.
"""

#: Fields that only this game has, of weapons, units and contexts alike.
FIELDS = frozenset(
    ("hit", "wound", "rend", "crit", "champion", "health", "ward", "ward_mortals",
     "damage_taken",
     "all_out_attack", "all_out_defence", "covering_fire", "guarded_hero", "target_charged",
     "critical_always_hits", "cover_exception", "aos_reroll")
)  # fmt: skip
