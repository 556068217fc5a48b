"""`Context`, the situation of an attack, and `Ruleset`, the rulings, of Age of Sigmar."""

from mathhammer.core.readers import choice
from mathhammer.core.record import field
from mathhammer.games.common import profile as base
from mathhammer.games.common.fields import switch
from mathhammer.games.names import AOS, IN_GAME, WH40K


class Context(base.Context):
    """The situation of an attack (A-4)."""

    game = AOS
    target_charged: bool = switch("The target charged this turn (A-4).")
    all_out_attack: bool = switch("The attacker uses All-out Attack: +1 to hit (A-4).")
    all_out_defence: bool = switch("The target uses All-out Defence: +1 to its saves (A-4).")
    covering_fire: bool = switch("The attacker uses Covering Fire: it shoots at -1 to hit (A-4).")
    guarded_hero: bool = switch(
        "The target is a hero near its own troops: -1 to hit for shooting (A-4)."
    )

    _elsewhere = dict.fromkeys(
        ("half_range", "stationary", "visible", "attacker_engaged", "target_engaged", "overwatch",
         "plunging_fire", "go_to_ground", "smokescreen", "precision_on_character", "advanced",
         "within_deadly_demise"),
        IN_GAME[WH40K],
    )  # fmt: skip


class Ruleset(base.Ruleset):
    """The rulings, each a named option of the rules digest."""

    game = AOS
    critical_always_hits: bool = switch(
        "A critical hit is a hit even where the roll with its modifiers would not be: it "
        "matters for Hit 6+ at -1 (A-1).",
        True,
    )
    cover_exception: str = field(
        choice("attacker", "target"), "attacker", "Whose charge or Fly takes cover away (A-4)."
    )
    aos_reroll: str = field(
        choice("any", "all"),
        "any",
        "Whether any dice of a roll of several may be rolled again, or only all: charges (D-2).",
    )

    _elsewhere = {
        "set": f"sets of rulings, like 2024, are for another game: {IN_GAME[WH40K]}",
        **dict.fromkeys(("devastating", "devastating_reduction", "save_cap"), IN_GAME[WH40K]),
        **dict.fromkeys(("fresh_dice", "attack_in_own_half"), "it belongs to the heroes dice game"),
    }
