"""What a row of the table says of an ability, and an ability as a weapon has it (A-3).

A step of the attack sequence asks the abilities of a weapon for the function of that step and
names none of them. So a new ability is one row with one function. Companion, on which depends
whether friendly effects apply at all, and wards are named where they act.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from mathhammer.games.common import vocabulary
from mathhammer.games.common.vocabulary import KEYWORD, NUMBER, ROLL

if TYPE_CHECKING:
    from mathhammer.games.aos.situation import Situation


class CriticalHit(NamedTuple):
    """Expected damage of a critical hit, less what saves and wards take away.

    Attributes
    ----------
    plain : float
        Of a plain hit, for comparison and for further hits.
    rolled, wounded : float
        Of the hit itself, with its riders: rolled to wound, and where it wounds.
    inflicted : float
        Of the same, as mortal damage.
    """

    plain: float
    rolled: float
    wounded: float
    inflicted: float


class Row(vocabulary.Row):
    """One ability, and what it does in each step of an attack.

    Functions take the ability as it is had (with its bonus and keyword) and the situation.

    Attributes
    ----------
    adds_to : str
        What its bonus is added to, as in ``(+1 Rend)``.
    reads : function
        The fields of `context` that matter, where its keyword decides on them.
    applies : function
        Whether it has an effect in a situation; None for always.
    stacks : bool
        Whether several of its kind add up; else the highest bonus counts.
    rend, damage : function
        Added to each attack.
    crit_worth : function
        Only of a Crit ability, of which one applies: the damage that a critical hit does with it.
    extra_hits : int
        Hits that a critical hit has more.
    wounds_on_critical_hit : bool
        A critical hit wounds without a roll.
    mortal_on_critical_hit : bool
        A critical hit inflicts its damage as mortal damage, and the attack ends.
    companion : bool
        Friendly effects that make its attacks better don't apply to the weapon.
    shoots_in_combat : bool
        It is a ranged weapon, which may be used in combat.
    """

    code: str = "A-3"
    adds_to: str = ""
    reads: Callable[[Ability], tuple[str, ...]] | None = None
    applies: Callable[[Ability, Situation], bool] | None = None
    stacks: bool = False
    rend: Callable[[Ability, Situation], int] | None = None
    damage: Callable[[Ability, Situation], int] | None = None
    crit_worth: Callable[[CriticalHit], float] | None = None
    extra_hits: int = 0
    wounds_on_critical_hit: bool = False
    mortal_on_critical_hit: bool = False
    companion: bool = False
    shoots_in_combat: bool = False

    _values = {
        NUMBER: " (+1 {0.adds_to})", KEYWORD: "-KEYWORD (+1 {0.adds_to})", ROLL: " (X+)",
    }  # fmt: skip


class Ability(NamedTuple):
    """One ability of a weapon.

    Attributes
    ----------
    row : Row
        Of the table of abilities.
    bonus : int
        Rend of Anti-X, damage of Charge; else 0.
    keyword : str
        Of Anti-X, folded; else empty.
    """

    row: Row
    bonus: int = 0
    keyword: str = ""

    @property
    def kind(self) -> str:
        """The canonical name: ``"crit mortal"``, ``"crit 2 hits"``, ``"anti"``, ``"charge"``."""
        return self.row.kind

    @property
    def context(self) -> tuple[str, ...]:
        """The fields of the context on which its effect depends."""
        return self.row.reads(self) if self.row.reads else self.row.context

    def applies(self, situation: Situation) -> bool:
        """Return whether it has an effect in a situation."""
        return self.row.applies is None or self.row.applies(self, situation)

    def __str__(self) -> str:
        name = f"{self.row.name}-{self.keyword.title()}" if self.keyword else self.row.name
        return f"{name} (+{self.bonus} {self.row.adds_to})" if self.bonus else name


Abilities = tuple[Ability, ...]


@lru_cache(maxsize=1024)
def acting(abilities: Abilities, step: str) -> Abilities:
    """Return those abilities that act in a step, worked out once."""
    return tuple(ability for ability in abilities if getattr(ability.row, step))


def added(abilities: Abilities, step: str, situation: Situation) -> int:
    """Return what bonuses come to: those that stack add up, of others the highest counts (A-3).

    Parameters
    ----------
    abilities : tuple of Ability
    step : {"rend", "damage"}
        For which each has its bonus in a situation.
    situation : Situation
    """
    total = 0
    highest: dict[str, int] = {}
    for ability in acting(abilities, step):
        bonus = getattr(ability.row, step)(ability, situation)
        if ability.row.stacks:
            total += bonus
        else:
            highest[ability.kind] = max(bonus, highest.get(ability.kind, bonus))
    return total + sum(highest.values())
