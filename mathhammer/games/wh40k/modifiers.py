"""Modifiers of attackers, weapons and targets (W-4.8)."""

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
from mathhammer.games.names import AOS, IN_GAME


class Rider(Record):
    """What a critical adds to the wound that comes from it (W-4.8)."""

    ap: int = roll_modifier("Added to the armour penetration; -1 is better.")
    damage: int = damage_modifier("Added to the damage.")
    mortals: Dice | None = rider_mortals()

    _noun = "a rider"


class Modifiers(Record):
    """Modifiers of an attacker or of a weapon (W-4.8); the two combine.

    Numbers are added up; of critical thresholds the lower counts; of re-rolls the stronger.
    """

    hit: int = roll_modifier("Added to the hit roll; all that applies is capped to -1..+1 (W-1.1).")
    wound: int = roll_modifier(
        "Added to the wound roll; all that applies is capped to -1..+1 (W-1.2)."
    )
    attacks: int = field(
        integer(-1000, 1000),
        0,
        "Added to the attacks of each copy, which makes at least 1; not with Extra Attacks.",
    )
    strength: int = damage_modifier("Added to the strength.")
    ap: int = field(integer(-20, 20, " (-1 is better)"), 0, "Added to the armour penetration.")
    damage: int = damage_modifier("Added to the damage of each attack.")
    reroll_hits: str | None = rerolled_rolls("hit rolls")
    reroll_wounds: str | None = rerolled_rolls("wound rolls")
    reroll_damage: str | None = rerolled_dice("damage dice")
    reroll_attacks: str | None = rerolled_dice("dice for attacks")
    critical_hits: int = field(
        roll, 0, "The unmodified hit roll from which on it is critical; else a 6."
    )
    critical_wounds: int = field(
        roll, 0, "The unmodified wound roll from which on it is critical; else a 6."
    )
    critical_hits_need_success: bool = switch(
        "A roll of `critical_hits` that would miss is no critical hit; an unmodified 6 is one."
    )
    ignore_hit_modifiers: bool = switch(
        "Negative modifiers of the hit roll are left out before adding up."
    )
    ignore_wound_modifiers: bool = switch(
        "Negative modifiers of the wound roll are left out before adding up."
    )
    on_critical_hit: Rider | None = field(
        Rider, None, "What a critical hit adds to the wound that comes from it."
    )
    on_critical_wound: Rider | None = field(
        Rider, None, "What a critical wound adds to the attack."
    )

    _noun = "the attacker's or weapon's modifiers"
    _elsewhere = {
        "rend": IN_GAME[AOS],
        **dict.fromkeys(
            ("save", "wound_if_stronger", "wound_floor", "damage_to", "halve_damage",
             "ignore_first_damage", "reroll_saves"),
            "it is one of a target's modifiers",
        ),
    }  # fmt: skip


class TargetModifiers(Record):
    """Modifiers that a target puts on the attacks against it (W-4.8)."""

    hit: int = roll_modifier("Added to hit rolls against it (W-1.1).")
    wound: int = roll_modifier("Added to wound rolls against it (W-1.2).")
    wound_if_stronger: int = roll_modifier(
        "Added to wound rolls against it where the strength is above its toughness."
    )
    ap: int = field(integer(-20, 20, " (+1 worsens)"), 0, "Added to the armour penetration.")
    save: int = roll_modifier(
        "Added to its armour saves; with AP and cover they improve by +1 at most (W-1.4)."
    )
    wound_floor: int = field(
        roll, 0, "Unmodified wound rolls below it always fail, whatever makes them critical."
    )
    damage_to: int | None = field(
        integer(0, 100),
        None,
        "What the damage of each attack becomes, in place of what is printed and before all "
        "other modifiers.",
    )
    damage: int = damage_modifier("Added to the damage of each attack, which stays 1 or more.")
    halve_damage: bool = switch("The damage of each attack is halved, rounding up.")
    ignore_first_damage: bool = switch("The first failed save inflicts no damage.")
    cover: bool = switch("It has the benefit of cover, as with `cover` in the context (W-4.1).")
    reroll_saves: str | None = field(
        SAVE_REROLLS,
        None,
        "Which saves are rolled again, invulnerable ones too: unmodified 1s, or all that fail "
        "(D-2).",
    )

    _noun = "the target's modifiers"
    _elsewhere = dict.fromkeys(
        Modifiers._fields.keys() - {"hit", "wound", "ap", "damage"},
        "it is one of an attacker's or weapon's modifiers",
    )
