"""Modifiers of attackers, weapons and targets in Age of Sigmar (A-1.5)."""

from mathhammer.core.dice import Dice
from mathhammer.core.readers import integer
from mathhammer.core.record import Record, field
from mathhammer.games.common.fields import (
    SAVE_REROLLS,
    damage_modifier,
    rerolled_dice,
    rerolled_rolls,
    rider_mortals,
    roll,
    roll_modifier,
    switch,
)
from mathhammer.games.names import IN_GAME, WH40K


class Rider(Record):
    """What a critical hit adds to the wound that comes from it (A-3.1)."""

    rend: int = roll_modifier("Added to the Rend, which stays 0 or more; +1 is better.")
    damage: int = damage_modifier("Added to the damage.")
    mortals: Dice | None = rider_mortals()

    _noun = "a rider"
    _elsewhere = {"ap": IN_GAME[WH40K]}


class Modifiers(Record):
    """Modifiers of an attacker or of a weapon (A-1.5); the two combine.

    Numbers are added up; of critical thresholds the lower counts; of re-rolls the stronger.
    """

    hit: int = roll_modifier("Added to the hit roll; all that applies is capped to -1..+1 (A-1.5).")
    wound: int = roll_modifier(
        "Added to the wound roll; all that applies is capped to -1..+1 (A-1.5)."
    )
    attacks: int = field(
        integer(-1000, 1000),
        0,
        "Added to the attacks of each copy, which makes at least 1 (A-1.5).",
    )
    rend: int = field(
        integer(-20, 20, " (+1 is better)"), 0, "Added to the Rend, which stays 0 or more (A-1.5)."
    )
    damage: int = damage_modifier("Added to the damage of each attack.")
    reroll_hits: str | None = rerolled_rolls("hit rolls")
    reroll_wounds: str | None = rerolled_rolls("wound rolls")
    reroll_damage: str | None = rerolled_dice("damage dice")
    reroll_attacks: str | None = rerolled_dice("dice for attacks")
    critical_hits: int = field(
        roll, 0, "The unmodified hit roll from which on it is critical; else a 6."
    )
    on_critical_hit: Rider | None = field(
        Rider, None, "What a critical hit adds to the wound that comes from it (A-3.1)."
    )

    _noun = "the attacker's or weapon's modifiers"
    _elsewhere = {
        **dict.fromkeys(("save", "reroll_saves"), "it is one of a target's modifiers"),
        **dict.fromkeys(
            ("strength", "ap", "critical_wounds", "critical_hits_need_success",
             "ignore_hit_modifiers", "ignore_wound_modifiers", "on_critical_wound",
             "wound_if_stronger", "wound_floor", "damage_to", "halve_damage",
             "ignore_first_damage"),
            IN_GAME[WH40K],
        ),
    }  # fmt: skip


class TargetModifiers(Record):
    """Modifiers that a target puts on the attacks against it (A-1.5)."""

    hit: int = roll_modifier("Added to hit rolls against it (A-1.5).")
    wound: int = roll_modifier("Added to wound rolls against it (A-1.5).")
    save: int = roll_modifier("Added to its saves; with Rend they improve by +1 at most (A-1.5).")
    cover: bool = switch("It has the benefit of cover, as with `cover` in the context (A-4).")
    reroll_saves: str | None = field(
        SAVE_REROLLS, None, "Which saves are rolled again: unmodified 1s, or all that fail (D-2)."
    )

    _noun = "the target's modifiers"
    _elsewhere = {
        **dict.fromkeys(
            Modifiers._fields.keys() - {"hit", "wound"},
            "it is one of an attacker's or weapon's modifiers",
        ),
        **dict.fromkeys(
            ("ap", "strength", "damage", "damage_to", "halve_damage", "ignore_first_damage",
             "wound_floor", "wound_if_stronger"),
            IN_GAME[WH40K],
        ),
    }  # fmt: skip
