"""`Context`, the situation of an attack, and `Ruleset`, the rulings, of Warhammer 40,000."""

from mathhammer.core.readers import choice
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


class Ruleset(base.Ruleset):
    """The rulings, each a named option of the rules digest."""

    game = WH40K
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
