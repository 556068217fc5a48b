"""`Context`, the situation of an attack, and `Ruleset`, the rulings, of Age of Sigmar."""

from __future__ import annotations

from mathhammer.core.readers import choice, flag, number
from mathhammer.games.common import profile as base
from mathhammer.games.names import AOS, IN_GAME, WH40K


class Context(base.Context):
    """The situation of an attack (A-4).

    Parameters
    ----------
    charged, target_charged : bool, default False
        Whether the attacker, and the target, charged this turn.
    cover, all_out_attack, all_out_defence, covering_fire, guarded_hero : bool, default False
    distance : float
        Inches between attacker and target.
    """

    game = AOS
    target_charged: bool = False
    all_out_attack: bool = False
    all_out_defence: bool = False
    covering_fire: bool = False
    guarded_hero: bool = False

    _fields = {
        **dict.fromkeys(
            ("charged", "cover", "all_out_attack", "all_out_defence", "covering_fire",
             "guarded_hero", "target_charged"),
            flag,
        ),
        "distance": number(0, 1000),
    }  # fmt: skip
    _elsewhere = dict.fromkeys(
        ("half_range", "stationary", "visible", "attacker_engaged", "target_engaged", "overwatch",
         "plunging_fire", "go_to_ground", "smokescreen", "precision_on_character", "advanced",
         "within_deadly_demise"),
        IN_GAME[WH40K],
    )  # fmt: skip


class Ruleset(base.Ruleset):
    """The rulings, each a named option of the rules digest.

    Parameters
    ----------
    critical_always_hits : bool, default True
        Whether a critical hit is a hit even where the roll with its modifiers would not
        be (A-1): it matters for Hit 6+ at -1.
    cover_exception : {"attacker", "target"}, default "attacker"
        Whose charge or Fly takes cover away (A-4).
    aos_reroll : {"any", "all"}, default "any"
        Whether a roll of several dice may be re-rolled die by die (D-2): charges.
    """

    game = AOS
    critical_always_hits: bool = True
    cover_exception: str = "attacker"
    aos_reroll: str = "any"

    _fields = {
        "critical_always_hits": flag,
        "cover_exception": choice("attacker", "target"),
        "aos_reroll": choice("any", "all"),
    }
    _elsewhere = {
        **dict.fromkeys(("devastating", "devastating_reduction", "save_cap"), IN_GAME[WH40K]),
        **dict.fromkeys(("fresh_dice", "attack_in_own_half"), "it belongs to the heroes dice game"),
    }
