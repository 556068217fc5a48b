"""A match-up as its notes see it: who attacks whom, with which weapons and abilities."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mathhammer.games.common.sentences import Sentences, about, names
from mathhammer.games.wh40k.abilities.of_weapon import Abilities, abilities_of

if TYPE_CHECKING:
    from mathhammer.games.wh40k.profiles import Context, Rider, Ruleset, Unit, Weapon

__all__ = ["MatchUp", "Sentences", "about"]


class MatchUp:
    """A match-up with the abilities that each weapon has.

    Parameters
    ----------
    attacker, target : Unit
    context : Context
        The attacker's own already merged over it.
    ruleset : Ruleset

    Attributes
    ----------
    armed : list of (Weapon, Abilities)
        The attacker's weapons with their abilities, as `abilities_of` gives them.
    ranged : list of (Weapon, Abilities)
        Those of them that are ranged.
    """

    names = staticmethod(names)

    def __init__(self, attacker: Unit, target: Unit, context: Context, ruleset: Ruleset) -> None:
        self.attacker, self.target = attacker, target
        self.context, self.ruleset = context, ruleset
        self.armed = [(weapon, abilities_of(weapon, attacker)) for weapon in attacker.weapons]
        self.ranged = [(w, abilities) for w, abilities in self.armed if w.type == "ranged"]

    def having(self, kind: str) -> Iterator[tuple[Weapon, Abilities]]:
        """Yield the weapons that have an ability, with all of their abilities."""
        return ((w, abilities) for w, abilities in self.armed if kind in abilities)

    def weapons_with(self, kind: str) -> list[Weapon]:
        """Return the weapons that have an ability."""
        return [weapon for weapon, _ in self.having(kind)]

    def guns(self, kind: str, having: bool) -> list[Weapon]:
        """Return the ranged weapons that have an ability, or those that don't."""
        return [weapon for weapon, abilities in self.ranged if (kind in abilities) == having]

    def riders_of_hits(self, weapon: Weapon) -> list[Rider]:
        """Return what critical hits of a weapon carry, where it rolls to hit."""
        if weapon.start:
            return []
        riders = self.attacker.modifiers.on_critical_hit, weapon.modifiers.on_critical_hit
        return [rider for rider in riders if rider is not None]
