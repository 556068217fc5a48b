"""Leadership and Battle-shock tests (W-5.4)."""

from __future__ import annotations

from typing import Any

from mathhammer.core.dice import Dice
from mathhammer.games.checks.outcome import Outcome
from mathhammer.games.checks.rerolls import rolled_again
from mathhammer.games.checks.wh40k_fields import Battleshock, Leadership

TWO = Dice.parse("2D6")


def passes(leadership: int, modifier: int = 0, reroll: str | None = None) -> float:
    """Return the probability that 2D6 show a unit's Leadership or more (W-5.4).

    Parameters
    ----------
    leadership : int
        The best of the unit.
    modifier : int
        Added to the roll.
    reroll : {None, "failed"}
        Both dice are rolled again (D-2).

    Examples
    --------
    >>> round(passes(6), 4)
    0.7222
    """
    needed = leadership - modifier
    if needed <= TWO.minimum:
        return 1.0  # not the sum of a distribution, which is rounded
    roll = TWO.distribution() if reroll is None else rolled_again(TWO, needed)
    return roll.at_least(needed)


def below_half(
    models: int, starting_models: int, wounds_left: int | None = None, wounds: int | None = None
) -> bool:
    """Return whether a unit is below half strength (W-5.4).

    Fewer models than half the starting strength; a unit that started with one model has
    fewer wounds than half of them. Exactly half is not below half.

    Parameters
    ----------
    models, starting_models : int
    wounds_left, wounds : int, optional
        They only matter where it started with one model.

    Examples
    --------
    >>> below_half(5, 10), below_half(4, 10), below_half(1, 1, 3, 8)
    (False, True, True)
    """
    if starting_models == 1 and wounds_left is not None and wounds is not None:
        return 2 * wounds_left < wounds
    return 2 * models < starting_models


def leadership_test(check: Leadership, game: str, ruleset: Any) -> Outcome:
    """Answer whether a unit passes a Leadership test (W-5.4)."""
    passed = passes(check.leadership, check.modifier, check.reroll)
    return Outcome({"probability": "the test is passed"}, passed)


def battleshock(check: Battleshock, game: str, ruleset: Any) -> Outcome:
    """Answer whether a unit is battle-shocked: below half strength it must be tested (W-5.4)."""
    words = {"probability": "the unit is battle-shocked"}
    notes = []
    start = check.starting_models
    if start is None and check.wounds is not None:
        start = 1
    tested = start is None or below_half(
        1 if check.models is None else check.models, start, check.wounds_left, check.wounds
    )
    if start is not None:
        notes.append(
            "Below half strength: the test is taken." if tested else
            "Not below half strength: no test is taken."
        )  # fmt: skip
    if start is not None and start > 1 and check.wounds is not None:
        notes.append("The wounds play no part: a unit of several models counts those.")
    if check.reroll is not None:
        notes.append(
            "The re-roll is taken for that of an ability: Command Re-roll can't be used on a "
            "Battle-shock test."
        )
    shocked = 0.0
    if tested:
        needed = check.leadership - check.modifier
        # From the tail that is asked for, so that it stays right where it is small.
        roll = TWO.distribution() if check.reroll is None else rolled_again(TWO, needed)
        shocked = roll.at_most(needed - 1)
    return Outcome(words, shocked, notes=tuple(notes))
