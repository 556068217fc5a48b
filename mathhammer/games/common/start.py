"""What has no effect where attacks are hits, wounds or failed saves already (W-1, A-1)."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

from mathhammer.games.common.profile import Weapon
from mathhammer.games.common.sentences import Sentences
from mathhammer.games.names import STARTS

A = TypeVar("A")


class Stage(NamedTuple):
    """What acts in a stage of an attack, by its name.

    Attributes
    ----------
    fields, modifiers : tuple of str
        Of a weapon; and modifiers of its unit, too.
    steps : tuple of str
        Of the row of an ability.
    """

    fields: tuple[str, ...]
    modifiers: tuple[str, ...]
    steps: tuple[str, ...]


#: By each start the stage that ends with it, and by "" what comes after all of them.
Stages = Mapping[str, Stage]


def still_acting(abilities: Iterable[A], start: str, stages: Stages) -> tuple[A, ...]:
    """Return the abilities that don't act only in the stages before a start."""
    passed, later = _steps(start, stages)
    return tuple(
        ability for ability in abilities
        if _acts(ability, later) or not _acts(ability, passed)
    )  # fmt: skip


def idle(weapon: Weapon, unit: Any, abilities: Iterable[Any], stages: Stages) -> Sentences:
    """Yield what a weapon and its unit have for nothing, where its attacks start later.

    Parameters
    ----------
    weapon : Weapon
    unit : Record
        The modifiers of its unit that apply to it.
    abilities : iterable of Ability
        All that it has.
    stages : mapping
    """
    if weapon.start is None:
        return
    passed = [stages[start] for start in STARTS[: STARTS.index(weapon.start) + 1]]
    given = {**unit.given, **weapon.modifiers.given}
    found = [name for stage in passed for name in stage.fields if name in weapon.given]
    found += [name for stage in passed for name in stage.modifiers if name in given]
    have = tuple(abilities)
    acting = still_acting(have, weapon.start, stages)
    found += [str(ability) for ability in dict.fromkeys(have) if ability not in acting]
    if found:
        verb = "has" if len(found) == 1 else "have"
        yield (
            f"{weapon.label}: {', '.join(dict.fromkeys(found))} {verb} no effect, its attacks are "
            f"{weapon.start} already."
        )


def _steps(start: str, stages: Stages) -> tuple[list[str], list[str]]:
    """Return the steps before a start, and those after it."""
    passed = STARTS[: STARTS.index(start) + 1]
    before = [step for name in passed for step in stages[name].steps]
    after = [step for name, stage in stages.items() if name not in passed for step in stage.steps]
    return before, after


def _acts(ability: Any, steps: Iterable[str]) -> bool:
    return any(getattr(ability.row, step) for step in steps)
