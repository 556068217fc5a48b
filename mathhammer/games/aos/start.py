"""Attacks that are hits, wounds or failed saves already: what has no effect on them (A-1)."""

from mathhammer.games.common.start import Stage
from mathhammer.games.names import FAILED_SAVES, HITS, WOUNDS

STAGES = {
    HITS: Stage(
        ("hit", "crit", "champion"),
        ("attacks", "reroll_attacks", "hit", "reroll_hits", "critical_hits", "on_critical_hit"),
        ("crit_worth",),
    ),
    WOUNDS: Stage(("wound",), ("wound", "reroll_wounds"), ()),
    FAILED_SAVES: Stage(("rend",), ("rend",), ("rend",)),
    "": Stage((), (), ("damage",)),
}
