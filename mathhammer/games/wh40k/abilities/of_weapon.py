"""The abilities that a weapon has, sorted once by the step of an attack in which they act."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, NamedTuple

from mathhammer.core.dice import Dice
from mathhammer.core.errors import MathhammerError
from mathhammer.games.common.rolls import stronger
from mathhammer.games.wh40k.abilities.row import Ability, Row
from mathhammer.plan import OwnLosses, Packet

if TYPE_CHECKING:
    from mathhammer.games.wh40k.prepared_weapon import PreparedWeapon
    from mathhammer.games.wh40k.profiles import Unit, Weapon
    from mathhammer.games.wh40k.situation import Situation


class Abilities(dict[str, Ability]):
    """A weapon's abilities by kind, those with a keyword by kind and keyword.

    An ability had twice is not cumulative: of X the higher mean counts, of X+ the lower roll.

    The attributes are steps of an attack, as `Row` has them: whether any ability has a mark,
    and the functions of those that act in a step, which wait for what they take besides their
    ability.

    Parameters
    ----------
    had : tuple of Ability
        The weapon's, then those of its unit.

    Raises
    ------
    MathhammerError
        Several say what a critical wound inflicts.
    """

    after_advance: bool
    fixed_attacks: bool
    extra_attacks: list[Callable[[Weapon, Situation], Dice | None]]
    attacks_by_target: list[Callable[[int], int]]
    hits_automatically: bool
    hit_modifier: list[Callable[[Weapon, Situation], int]]
    critical_hit: list[Callable[[Weapon, Situation], int]]
    shoots_engaged: bool
    wounds_on_critical_hit: bool
    extra_hits: list[Callable[[], Dice]]
    wound_modifier: list[Callable[[Weapon, Situation], int]]
    critical_wound: list[Callable[[Unit], int]]
    on_critical_wound: list[Callable[[PreparedWeapon, Situation, int, int], tuple[Packet, ...]]]
    armour_penetration: list[Callable[[Weapon, Situation], int]]
    ignores_cover: bool
    gives_cover: list[Callable[[Situation], bool]]
    damage: list[Callable[[Weapon, Situation], int]]
    to_leader: list[Callable[[Situation], bool]]
    own_losses: list[Callable[[Unit, list[Weapon]], OwnLosses]]
    _STEPS = tuple(__annotations__)
    reroll_wounds: str | None
    reads_target: bool
    # Without, the attributes of what is derived from `dict` are slow.
    __slots__ = (*_STEPS, "reads_target", "reroll_wounds")

    def __init__(self, had: tuple[Ability, ...]) -> None:
        for ability in had:
            key = f"{ability.kind} {ability.keyword}" if ability.keyword else ability.kind
            known = self.get(key)
            if known is None or _better(ability, known):
                self[key] = ability
        for step in self._STEPS:
            acting = [ability for ability in self.values() if getattr(ability.row, step)]
            if getattr(Row, step) is False:
                setattr(self, step, bool(acting))
            else:
                setattr(self, step, [partial(getattr(a.row, step), a) for a in acting])
            if step == "on_critical_wound":
                check_alone(acting, "what a critical wound inflicts")
        self.reroll_wounds = None
        self.reads_target = False
        for row in (ability.row for ability in self.values()):
            self.reroll_wounds = stronger(self.reroll_wounds, row.reroll_wounds)
            if row.reads_target and (
                row.extra_attacks
                or row.attacks_by_target
                or row.hit_modifier
                or row.critical_hit
                or row.damage
            ):
                self.reads_target = True


class Armed(NamedTuple):
    """A weapon of an attacker, with its abilities."""

    weapon: Weapon
    attacker: Unit
    abilities: Abilities


#: Each collection of abilities is sorted once.
_sorted = lru_cache(maxsize=1024)(Abilities)


def abilities_of(weapon: Weapon, attacker: Unit) -> Abilities:
    """Return a weapon's abilities, the attacker's among them, that act from its start on."""
    return _sorted(acting_of(weapon, attacker))


def acting_of(weapon: Weapon, attacker: Unit) -> tuple[Ability, ...]:
    """Return the abilities that `abilities_of` sorts, as they were given."""
    had = weapon.abilities + attacker.abilities
    if weapon.start is None:
        return had
    from mathhammer.games.common.start import still_acting
    from mathhammer.games.wh40k.start import STAGES

    return still_acting(had, weapon.start, STAGES)


def check_alone(abilities: Sequence[Ability], what: str) -> None:
    """Check that not several abilities decide on what only one can.

    Raises
    ------
    MathhammerError
        There are several.
    """
    if len(abilities) > 1:
        names = " and ".join(map(str, abilities))
        raise MathhammerError(f"{names} each say {what}: only one of them can be used")


def _better(ability: Ability, known: Ability) -> bool:
    if ability.dice is not None and known.dice is not None:
        return ability.dice.mean > known.dice.mean
    return ability.threshold < known.threshold
