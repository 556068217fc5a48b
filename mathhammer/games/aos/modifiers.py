"""Modifiers of attackers, weapons and targets in Age of Sigmar (A-1.5)."""

from __future__ import annotations

from mathhammer.core.readers import choice, integer
from mathhammer.core.record import Record
from mathhammer.games.common.fields import roll
from mathhammer.games.names import IN_GAME, WH40K

REROLLS = ("ones", "failures", "non-criticals")
DICE_REROLLS = ("ones", "below-average")


class Modifiers(Record):
    """Modifiers of an attacker or of a weapon (A-1.5); the two combine.

    Numbers are added up; of critical thresholds the lower counts; of re-rolls the stronger.
    """

    hit: int = 0
    wound: int = 0
    attacks: int = 0
    rend: int = 0
    damage: int = 0
    reroll_hits: str | None = None
    reroll_wounds: str | None = None
    reroll_damage: str | None = None
    reroll_attacks: str | None = None
    critical_hits: int = 0

    _noun = "the attacker's or weapon's modifiers"
    _fields = {
        "hit": integer(-20, 20),
        "wound": integer(-20, 20),
        "attacks": integer(-1000, 1000),
        "rend": integer(-20, 20, " (+1 is better)"),
        "damage": integer(-100, 100),
        "reroll_hits": choice(*REROLLS),
        "reroll_wounds": choice(*REROLLS),
        "reroll_damage": choice(*DICE_REROLLS),
        "reroll_attacks": choice(*DICE_REROLLS),
        "critical_hits": roll,
    }
    _elsewhere = {
        **dict.fromkeys(("save", "reroll_saves"), "it is one of a target's modifiers"),
        **dict.fromkeys(
            ("strength", "ap", "critical_wounds", "ignore_hit_modifiers", "ignore_wound_modifiers",
             "on_critical_hit", "on_critical_wound", "wound_if_stronger", "wound_floor",
             "halve_damage", "ignore_first_damage"),
            IN_GAME[WH40K],
        ),
    }  # fmt: skip


class TargetModifiers(Record):
    """Modifiers that a target puts on the attacks against it (A-1.5)."""

    hit: int = 0
    wound: int = 0
    save: int = 0
    reroll_saves: str | None = None

    _noun = "the target's modifiers"
    _fields = {
        "hit": integer(-20, 20),
        "wound": integer(-20, 20),
        "save": integer(-20, 20),
        "reroll_saves": choice("ones", "failures"),
    }
    _elsewhere = {
        **dict.fromkeys(
            Modifiers._fields.keys() - {"hit", "wound"},
            "it is one of an attacker's or weapon's modifiers",
        ),
        **dict.fromkeys(
            ("ap", "strength", "damage", "halve_damage", "ignore_first_damage", "wound_floor",
             "wound_if_stronger"),
            IN_GAME[WH40K],
        ),
    }  # fmt: skip
