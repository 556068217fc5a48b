"""`Context`, the situation of an attack, and `Ruleset`, the rulings, of Warhammer 40,000."""

from collections.abc import Mapping
from typing import Any

from mathhammer.core.errors import inside
from mathhammer.core.readers import choice, reader
from mathhammer.core.record import field
from mathhammer.games.common import profile as base
from mathhammer.games.common.fields import switch
from mathhammer.games.names import AOS, IN_GAME, WH40K


class Context(base.Context):
    """The situation of an attack (W-4)."""

    game = WH40K
    half_range: bool = switch("The target is within half range of every weapon (W-3).")
    stationary: bool = switch("The attacker remained stationary this turn (W-3).")
    visible: bool = switch("The attacker sees the target (W-3).", True)
    attacker_engaged: bool = switch("The attacker is within engagement range of an enemy (W-4.3).")
    target_engaged: bool = switch(
        "The target is within engagement range of the attacker's army (W-4.3)."
    )
    overwatch: bool = switch("The attacker fires overwatch: unmodified 6s hit (W-4.6).")
    plunging_fire: bool = switch("The attacker shoots down from a ruin: AP improves by 1 (W-4.4).")
    go_to_ground: bool = switch("The target uses Go to Ground: cover, and a save of 6+ (W-4.7).")
    smokescreen: bool = switch("The target uses Smokescreen: cover and Stealth (W-4.7).")
    precision_on_character: bool = switch(
        "Attacks with Precision go to a character of the target (W-2)."
    )
    advanced: bool = switch("The attacker advanced: its Assault weapons shoot (W-3).")
    within_deadly_demise: bool = switch(
        "The attacker stands where the target's explosion reaches (W-5.7)."
    )

    _elsewhere = dict.fromkeys(
        ("all_out_attack", "all_out_defence", "covering_fire", "guarded_hero", "target_charged"),
        IN_GAME[AOS],
    )


#: Rulings that belong together: those of the printed rules, and of the last errata of the edition.
SETS = {"2023": {"devastating": "print-2023"}, "2024": {"devastating": "errata-2024"}}
_named = choice(*SETS)


@reader(_named.words, _named.schema)
def named_set(value: Any) -> str:
    """Read the name of a set of rulings, which may be written as a number."""
    return _named(str(value) if type(value) is int and 0 <= value <= 9999 else value)


class Ruleset(base.Ruleset):
    """The rulings, each a named option of the rules digest.

    A set stands for its rulings and is none itself: what is given beside it goes over them.

    Examples
    --------
    >>> Ruleset(set="2024").given, Ruleset(set="2024", devastating="print-2023").devastating
    ({'devastating': 'errata-2024'}, 'print-2023')
    """

    game = WH40K
    set: str | None = field(
        named_set,
        None,
        "Rulings that belong together, over which single ones go: 2023, the rules as printed, or "
        "2024, the last errata of the 10th edition (W-3).",
    )
    DEVASTATING = ("print-2023", "errata-2023-09", "errata-2024")
    devastating: str = field(
        choice(*DEVASTATING),
        "print-2023",
        "What a Devastating critical wound does: mortal wounds that carry over, damage without "
        "a save that doesn't, or mortal wounds that don't (W-3).",
    )
    devastating_reduction: bool = switch(
        "The target's damage modifiers apply before the damage becomes mortal wounds; they "
        "always do under errata-2023-09, where it doesn't (W-3).",
        True,
    )
    save_cap: str = field(
        choice("net", "bonuses"),
        "net",
        "Whether +1 caps the sum of bonuses and AP, or the bonuses alone (W-1.4).",
    )

    _elsewhere = {
        **dict.fromkeys(("critical_always_hits", "cover_exception", "aos_reroll"), IN_GAME[AOS]),
        **dict.fromkeys(("fresh_dice", "attack_in_own_half"), "it belongs to the heroes dice game"),
        "archeotech": "it belongs to Combat Patrol missions, which are not modelled yet",
    }

    def _read(self, fields: Mapping[str, Any]) -> None:
        if fields.get("set") is not None:
            with inside("set"):
                of_set = SETS[named_set(fields["set"])]
            single = {name: given for name, given in fields.items() if given is not None}
            del single["set"]
            fields = {**of_set, **single}
        super()._read(fields)
