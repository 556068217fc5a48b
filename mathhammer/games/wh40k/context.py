"""`Context`, the situation of an attack, and `Ruleset`, the rulings, of Warhammer 40,000."""

from __future__ import annotations

from mathhammer.core.readers import choice, flag, number
from mathhammer.games.common import profile as base
from mathhammer.games.names import AOS, IN_GAME, WH40K


class Context(base.Context):
    """The situation of an attack (W-4).

    Parameters
    ----------
    half_range, stationary, charged, cover, attacker_engaged, target_engaged, overwatch, \
plunging_fire, go_to_ground, smokescreen, precision_on_character, advanced, \
within_deadly_demise : bool, default False
    visible : bool, default True
    distance : float
        Inches between attacker and target.
    """

    game = WH40K
    half_range: bool = False
    stationary: bool = False
    visible: bool = True
    attacker_engaged: bool = False
    target_engaged: bool = False
    overwatch: bool = False
    plunging_fire: bool = False
    go_to_ground: bool = False
    smokescreen: bool = False
    precision_on_character: bool = False
    advanced: bool = False
    within_deadly_demise: bool = False

    _fields = {
        **dict.fromkeys(
            ("half_range", "stationary", "charged", "cover", "visible", "attacker_engaged",
             "target_engaged", "overwatch", "plunging_fire", "go_to_ground", "smokescreen",
             "precision_on_character", "advanced", "within_deadly_demise"),
            flag,
        ),
        "distance": number(0, 1000),
    }  # fmt: skip
    _elsewhere = dict.fromkeys(
        ("all_out_attack", "all_out_defence", "covering_fire", "guarded_hero", "target_charged"),
        IN_GAME[AOS],
    )


class Ruleset(base.Ruleset):
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

    game = WH40K
    DEVASTATING = ("print-2023", "errata-2023-09", "errata-2024")
    devastating: str = "print-2023"
    devastating_reduction: bool = True
    save_cap: str = "net"

    _fields = {
        "devastating": choice(*DEVASTATING),
        "devastating_reduction": flag,
        "save_cap": choice("net", "bonuses"),
    }
    _elsewhere = {
        **dict.fromkeys(("critical_always_hits", "cover_exception", "aos_reroll"), IN_GAME[AOS]),
        **dict.fromkeys(("fresh_dice", "attack_in_own_half"), "it belongs to the heroes dice game"),
        "archeotech": "it belongs to Combat Patrol missions, which are not modelled yet",
    }
