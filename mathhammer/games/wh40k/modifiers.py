"""Modifiers of attackers, weapons and targets (W-4.8)."""

from __future__ import annotations

from mathhammer.core.dice import Dice
from mathhammer.core.record import Record, choice, flag, integer
from mathhammer.games.common.fields import roll
from mathhammer.games.names import AOS, IN_GAME


class Rider(Record):
    """What a critical adds to the wound that comes from it (W-4.8)."""

    ap: int = 0
    damage: int = 0
    mortals: Dice | None = None

    _noun = "a rider"
    _fields = {"ap": integer(-20, 20), "damage": integer(-100, 100), "mortals": Dice.parse}


REROLLS = ("ones", "failures", "non-criticals")
DICE_REROLLS = ("ones", "below-average")


class Modifiers(Record):
    """Modifiers of an attacker or of a weapon (W-4.8); the two combine.

    Numbers are added up; of critical thresholds the lower counts; of re-rolls the stronger.
    """

    hit: int = 0
    wound: int = 0
    attacks: int = 0
    strength: int = 0
    ap: int = 0
    damage: int = 0
    reroll_hits: str | None = None
    reroll_wounds: str | None = None
    reroll_damage: str | None = None
    reroll_attacks: str | None = None
    critical_hits: int = 0
    critical_wounds: int = 0
    ignore_hit_modifiers: bool = False
    ignore_wound_modifiers: bool = False
    on_critical_hit: Rider | None = None
    on_critical_wound: Rider | None = None

    _noun = "the attacker's or weapon's modifiers"
    _fields = {
        "hit": integer(-20, 20),
        "wound": integer(-20, 20),
        "attacks": integer(-1000, 1000),
        "strength": integer(-100, 100),
        "ap": integer(-20, 20, " (-1 is better)"),
        "damage": integer(-100, 100),
        "reroll_hits": choice(*REROLLS),
        "reroll_wounds": choice(*REROLLS),
        "reroll_damage": choice(*DICE_REROLLS),
        "reroll_attacks": choice(*DICE_REROLLS),
        "critical_hits": roll,
        "critical_wounds": roll,
        "ignore_hit_modifiers": flag,
        "ignore_wound_modifiers": flag,
        "on_critical_hit": Rider.read,
        "on_critical_wound": Rider.read,
    }
    _elsewhere = {
        "rend": IN_GAME[AOS],
        **dict.fromkeys(
            ("save", "wound_if_stronger", "wound_floor", "halve_damage", "ignore_first_damage",
             "reroll_saves"),
            "it is one of a target's modifiers",
        ),
    }  # fmt: skip


class TargetModifiers(Record):
    """Modifiers that a target puts on the attacks against it (W-4.8)."""

    hit: int = 0
    wound: int = 0
    wound_if_stronger: int = 0
    ap: int = 0
    save: int = 0
    wound_floor: int = 0
    damage: int = 0
    halve_damage: bool = False
    ignore_first_damage: bool = False
    reroll_saves: str | None = None

    _noun = "the target's modifiers"
    _fields = {
        "hit": integer(-20, 20),
        "wound": integer(-20, 20),
        "wound_if_stronger": integer(-20, 20),
        "ap": integer(-20, 20, " (+1 worsens)"),
        "save": integer(-20, 20),
        "wound_floor": roll,
        "damage": integer(-100, 100),
        "halve_damage": flag,
        "ignore_first_damage": flag,
        "reroll_saves": choice("ones", "failures"),
    }
    _elsewhere = dict.fromkeys(
        Modifiers._fields.keys() - {"hit", "wound", "ap", "damage"},
        "it is one of an attacker's or weapon's modifiers",
    )
