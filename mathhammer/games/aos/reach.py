"""What of its own side reaches a weapon: everything, or for a Companion the bad (A-3)."""

from __future__ import annotations

from typing import NamedTuple

from mathhammer.games.aos.profiles import Modifiers, Unit, Weapon
from mathhammer.games.aos.weapon import is_companion
from mathhammer.games.common.rolls import best, stronger


class Reached(NamedTuple):
    """The modifiers of an attacker and of a weapon together.

    Attributes
    ----------
    hit, wound, attacks, rend, damage : int
        Added up; each entry of `hit` and `wound` is kept for the sum with others.
    reroll_hits, reroll_wounds, reroll_damage, reroll_attacks : str or None
    critical_hits : int
        0 for none.
    """

    hit: tuple[int, ...]
    wound: tuple[int, ...]
    attacks: int
    rend: int
    damage: int
    reroll_hits: str | None
    reroll_wounds: str | None
    reroll_damage: str | None
    reroll_attacks: str | None
    critical_hits: int


def reached(weapon: Weapon, attacker: Unit) -> Reached:
    """Return the modifiers that a weapon's attacks have (A-1.5, A-3 Companion).

    The attacker's reach a Companion only where they make its attacks worse; its own
    always do.

    Examples
    --------
    >>> horse = Weapon(attacks=2, hit=5, wound=3, damage=1, abilities="Companion")
    >>> rider = Unit(weapons=[horse], modifiers={"attacks": 1, "hit": -1})
    >>> reached(horse, rider).attacks, reached(horse, rider).hit
    (0, (-1, 0))
    """
    ours, own = attacker.modifiers, weapon.modifiers
    if is_companion(weapon):
        numbers = ("hit", "wound", "attacks", "rend", "damage")
        ours = Modifiers(**{name: min(0, getattr(ours, name)) for name in numbers})
    return Reached(
        (ours.hit, own.hit),
        (ours.wound, own.wound),
        ours.attacks + own.attacks,
        ours.rend + own.rend,
        ours.damage + own.damage,
        stronger(ours.reroll_hits, own.reroll_hits),
        stronger(ours.reroll_wounds, own.reroll_wounds),
        stronger(ours.reroll_damage, own.reroll_damage),
        stronger(ours.reroll_attacks, own.reroll_attacks),
        best(ours.critical_hits, own.critical_hits),
    )
