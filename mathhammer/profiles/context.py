"""`Context`, the situation of an attack, and `Ruleset`, the rulings."""

from __future__ import annotations

from typing import Any

from ..records import Record, choice, flag, number
from .fields import IN_AOS, pairs


class Context(Record):
    """The situation of an attack (W-4).

    Parameters
    ----------
    half_range, stationary, charged, cover, attacker_engaged, target_engaged, overwatch, \
plunging_fire, go_to_ground, smokescreen, precision_on_character, advanced : bool, default False
    visible : bool, default True
    distance : float
        Inches between attacker and target.
    """

    half_range: bool = False
    stationary: bool = False
    charged: bool = False
    cover: bool = False
    visible: bool = True
    attacker_engaged: bool = False
    target_engaged: bool = False
    overwatch: bool = False
    plunging_fire: bool = False
    go_to_ground: bool = False
    smokescreen: bool = False
    precision_on_character: bool = False
    advanced: bool = False
    distance: float | None = None

    _noun = "the context"
    _fields = {
        **dict.fromkeys(
            ("half_range", "stationary", "charged", "cover", "visible", "attacker_engaged",
             "target_engaged", "overwatch", "plunging_fire", "go_to_ground", "smokescreen",
             "precision_on_character", "advanced"),
            flag,
        ),
        "distance": number(0, 1000),
    }  # fmt: skip
    _elsewhere = dict.fromkeys(
        ("all_out_attack", "all_out_defence", "covering_fire", "guarded_hero", "target_charged"),
        IN_AOS,
    )

    @classmethod
    def read(cls, value: Any) -> Context:
        """Return a context from itself, a mapping, or text like ``"cover,distance=9"``."""
        return super().read(pairs(value))

    def merged(self, over: Context) -> Context:
        """Return this context with what `over` gives put over it."""
        if not over.__dict__:
            return self
        return Context(**{**self.__dict__, **over.__dict__})


class Ruleset(Record):
    """The rulings, each a named option of the rules digest.

    Parameters
    ----------
    devastating : {"print-2023", "errata-2023-09", "errata-2024"}, default "print-2023"
        What a Devastating critical wound does (W-3).
    devastating_reduction : bool, default True
        Whether the target's damage modifiers apply before the damage becomes mortal
        wounds (W-3); they always do under ``"errata-2023-09"``, where it doesn't.
    save_cap : {"net", "bonuses"}, default "net"
        Whether +1 caps the sum of bonuses and AP, or the bonuses alone (W-1).
    """

    devastating: str = "print-2023"
    devastating_reduction: bool = True
    save_cap: str = "net"

    _noun = "the ruleset"
    _fields = {
        "devastating": choice("print-2023", "errata-2023-09", "errata-2024"),
        "devastating_reduction": flag,
        "save_cap": choice("net", "bonuses"),
    }
    _elsewhere = {
        **dict.fromkeys(("critical_always_hits", "cover_exception", "aos_reroll"), IN_AOS),
        **dict.fromkeys(("fresh_dice", "attack_in_own_half"), "it belongs to the heroes dice game"),
        "archeotech": "it belongs to Combat Patrol missions, which are not modelled yet",
    }

    @classmethod
    def read(cls, value: Any) -> Ruleset:
        """Return a ruleset from itself, a mapping, or text like ``"save_cap=bonuses"``."""
        return super().read(pairs(value))
