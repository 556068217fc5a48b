"""Attacks that are hits, wounds or failed saves already: what has no effect on them (W-1)."""

from mathhammer.games.common.start import Stage
from mathhammer.games.names import FAILED_SAVES, HITS, WOUNDS

STAGES = {
    HITS: Stage(
        ("skill",),
        (
            "attacks", "reroll_attacks", "hit", "reroll_hits", "critical_hits",
            "critical_hits_need_success", "ignore_hit_modifiers", "on_critical_hit",
        ),
        (
            "after_advance", "fixed_attacks", "extra_attacks", "attacks_by_target",
            "hits_automatically", "hit_modifier", "critical_hit", "shoots_engaged",
            "wounds_on_critical_hit", "extra_hits",
        ),
    ),
    WOUNDS: Stage(
        ("strength",),
        (
            "strength", "wound", "reroll_wounds", "critical_wounds", "ignore_wound_modifiers",
            "on_critical_wound",
        ),
        ("wound_modifier", "reroll_wounds", "critical_wound", "on_critical_wound"),
    ),
    FAILED_SAVES: Stage(("ap",), ("ap",), ("armour_penetration", "ignores_cover", "gives_cover")),
    "": Stage((), (), ("damage", "to_leader", "own_losses")),
}  # fmt: skip
