"""What the other rulings on Devastating Wounds would give (W-3), where that differs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Self, TypeVar, cast

from mathhammer.core.distribution import gathered
from mathhammer.core.errors import MathhammerError, TooLargeError
from mathhammer.core.format import percent
from mathhammer.engine.exact.chain import evolve
from mathhammer.engine.limits import MAX_NOTED_WORK
from mathhammer.games import registry
from mathhammer.results.notes import Otherwise

if TYPE_CHECKING:
    from mathhammer.core.distribution import Array
    from mathhammer.engine.exact.space import Space
    from mathhammer.games.profiles import Unit
    from mathhammer.games.wh40k.profiles import Ruleset
    from mathhammer.results.attack import Result

T = TypeVar("T")
#: Two numbers that differ by a smaller share are the same, computed in another order.
_ROUNDING = 1e-9
#: What the numbers that a note gives are called; those behind them are chances.
_ABOUT = "Devastating Wounds"
_NOUNS = "models slain on average", "damage on average", "destroyed"


class Losses(NamedTuple):
    """What a target loses under one ruling.

    Attributes
    ----------
    slain, damage : float
        Means.
    destroyed : float
        P(no model left).
    chances : tuple of float
        P(exactly 0, 1, ... models slain), and the mean share of each group that is slain.
    """

    slain: float
    damage: float
    destroyed: float
    chances: tuple[float, ...] = ()

    @classmethod
    def of(cls, space: Space, final: Array) -> Self:
        """Return what is lost in the states of a target, by their probabilities."""
        chances = gathered(space.slain, final).tolist()
        slain = space.slain_by_group
        shares = slain @ final / slain.max(axis=1)
        return cls(
            float(final @ space.slain),
            float(final @ space.lost),
            chances[-1],
            (*chances, *shares.tolist()),
        )

    @property
    def numbers(self) -> tuple[float, ...]:
        """All of them in a row."""
        return (*self[:3], *self.chances)

    def text(self, place: int) -> str:
        """Return one of the numbers as it is shown."""
        number = self.numbers[place]
        return f"{number:.4g}" if place < 2 else percent(number)


def under_others(ruleset: Ruleset, value: Callable[[Ruleset], T]) -> dict[str, T | None]:
    """Return what other rulings on Devastating Wounds give (W-3), None where that is too large.

    Parameters
    ----------
    ruleset : Ruleset
    value : callable
        Takes other rulings, and returns what they give.
    """
    found: dict[str, T | None] = {}
    for name in ruleset.DEVASTATING:
        if name != ruleset.devastating:
            try:
                found[name] = value(ruleset.replace(devastating=name))
            except MathhammerError:
                found[name] = None
    return found


def other_rulings(result: Result) -> Otherwise | None:
    """Return what other rulings would make of a match-up with Devastating Wounds (W-3).

    It is None where no number that is shown differs.

    A simulated match-up is compared as it would be computed, not with what chance gave it.
    """
    ruleset = cast("Ruleset", result.rulings)
    others = under_others(ruleset, lambda changed: losses(result, changed))
    compared: Losses | None
    if result.engine == "exact":
        own = compared = Losses.of(result.space, result.final)
    else:
        own = Losses(result.slain.mean, result.damage.mean, result.destroyed)
        try:
            compared = losses(result, ruleset)
        except MathhammerError:
            compared = None
    known = [one for one in (compared, *others.values()) if one is not None]
    place = _first_difference(known)
    if place is None:
        if len(known) == 1 + len(others):
            return None
        place = 0
    head, end = f"{_ABOUT} under {ruleset.devastating}:", "Most tools use the errata."
    if place >= len(_NOUNS):
        note = f"{head} the same means as under {' and '.join(others)}, but other chances. {end}"
        return Otherwise(_ABOUT, note, 0.0)
    values = [
        f"not computed under {name} (too large)" if one is None
        else f"{one.text(place)} under {name}"
        for name, one in others.items()
    ]  # fmt: skip
    how = ";" if result.engine == "exact" else "; computed exactly,"
    numbers = [one.numbers[place] for one in known] or [0.0]
    return Otherwise(
        _ABOUT,
        f"{head} {own.text(place)} {_NOUNS[place]}{how} {', '.join(values)}. {end}",
        (max(numbers) - min(numbers)) / (max(numbers) or 1.0),
    )


def _first_difference(losses: Sequence[Losses]) -> int | None:
    """Return which number is the first that is shown differently, None where none is."""
    for place, numbers in enumerate(zip(*(one.numbers for one in losses), strict=True)):
        apart = max(numbers) - min(numbers) > _ROUNDING * max(numbers)
        if apart and len({one.text(place) for one in losses}) > 1:
            return place
    return None


def losses(result: Result, ruleset: Ruleset | None = None, attacker: Unit | None = None) -> Losses:
    """Return what is lost under a ruling, or to an attacker in place of a result's, exactly.

    Raises
    ------
    TooLargeError
        It is too much work for a note.
    """
    given = attacker or result.attacker, result.target, result.context, ruleset or result.rulings
    plan = registry.game(result.attacker.game).compile_attack(*given)
    if result.order:  # the same order as the result's
        from mathhammer.engine.exact.policy import reordered

        plan = reordered(plan, result.order)
    evolution = evolve(plan)
    if evolution.work > MAX_NOTED_WORK:
        raise TooLargeError("too much for a note")
    return Losses.of(evolution.space, evolution.final)
