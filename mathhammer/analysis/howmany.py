"""How many attacks, shots or units a kill takes: levels of P(destroyed), and the distribution.

Let D(n) be P(destroyed) by n repetitions. Then D(n) - D(n - 1) is the probability that the
kill takes exactly n, and the number for a level is the least n with D(n) at that level. The
mean of that distribution is not wounds / mean damage: what exceeds a model's wounds is
wasted, and the last attack seldom needs all of its damage.

*Attacks* are single attacks of one weapon and *shots* copies of it with all their attacks;
both are used at once, by one unit. *Units* are whole attackers, one after another: what
waits is resolved after each, and Blast counts the models that live by then.
"""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mathhammer.analysis.require import check_result
from mathhammer.core.distribution import Array, Distribution
from mathhammer.core.errors import MathhammerError, check_allowed, nearest, quoted
from mathhammer.core.progress import watched
from mathhammer.engine.exact.kills import SURE, destroyed_after, destroyed_by
from mathhammer.engine.exact.policy import reordered
from mathhammer.games import registry
from mathhammer.results.attack import Result
from mathhammer.results.view import Column, View, attributes

#: The probabilities that players ask for.
LEVELS = (0.5, 0.8, 0.95)
#: What is counted, and what it is in words.
COUNTED = {"attacks": "single attacks", "shots": "copies of the weapon", "units": "whole attackers"}

COLUMNS = {
    "attacker": "name of the attacker",
    "target": "name of the target",
    "counted": "attacks (single ones), shots (copies with all their attacks) or units",
    "weapon": "the weapon whose attacks or shots are counted; empty for units",
    "level": "P(destroyed) that is asked for, 0 to 1",
    "needed": "the least number with that probability; missing where it is out of reach",
    "destroyed": "P(destroyed) by that number, 0 to 1",
    "reach": "reached; never (out of reach); or beyond: it takes more repetitions than looked_at",
    "looked_at": "repetitions that were looked at",
    "mean": "expected number that a kill takes; missing where kills are too rare to be followed",
    "sd": "standard deviation of the number that a kill takes",
}


@dataclass(eq=False, repr=False)
class HowMany(View):
    """How many repetitions destroy a target.

    Attributes
    ----------
    result : Result
        The match-up.
    counted : {"attacks", "shots", "units"}
    weapon : str
        The name of the weapon that is counted; empty for units.
    destroyed : ndarray of float64, shape (n,)
        ``destroyed[i]`` is P(destroyed) by i + 1 repetitions.
    settled : bool
        Whether more repetitions would change nothing; else no more were looked at, up to
        `mathhammer.engine.exact.kills.MAX_REPEATED`.
    """

    result: Result
    counted: str
    weapon: str
    destroyed: Array
    settled: bool = True

    columns = COLUMNS
    shown = (
        Column("level", "P(destroyed)", percent=True),
        Column("needed", "needed", whole=True),
        Column("destroyed", "reached", percent=True),
    )

    def __repr__(self) -> str:
        return f"<HowMany: {self.counted} of {self.weapon or self.result.attacker.label}>"

    @property
    def title(self) -> str:
        """What is counted, and what it destroys."""
        what = f"{self.counted} of {self.weapon}" if self.weapon else "units"
        return f"How many {what} destroy {self.result.target.label}"

    @property
    def beyond(self) -> float:
        """P(a kill takes more than was looked at); 1 where it is out of reach."""
        left = 1.0 - float(self.destroyed[-1])
        return 0.0 if left < 2 * SURE else left

    @property
    def distribution(self) -> Distribution | None:
        """The number that a kill takes; None where `beyond` is not negligible (1e-9)."""
        if self.beyond > 1e-9:
            return None
        masses = np.maximum(np.diff(self.destroyed, prepend=0.0), 0.0)
        return Distribution.trusted(masses / masses.sum(), 1)

    def needed(self, level: float) -> int | None:
        """Return the least number with P(destroyed) at a level.

        Parameters
        ----------
        level : float
            Above 0 and below 1. What misses it by rounding alone (1e-12) has reached it.

        Returns
        -------
        int or None
            None where it is out of reach, or beyond what was looked at: see `reach`.
        """
        reached = np.flatnonzero(self.destroyed >= check_level(level) - 1e-12)
        return int(reached[0]) + 1 if reached.size else None

    def reach(self, level: float) -> str:
        """Return ``"reached"``, ``"never"``, or ``"beyond"`` what was looked at.

        Parameters
        ----------
        level : float
            Above 0 and below 1.
        """
        if self.needed(level) is not None:
            return "reached"
        return "never" if self.settled else "beyond"

    def rows(self, levels: Sequence[float] = LEVELS) -> Iterator[dict[str, Any]]:
        """Yield one row per level: the keys of `COLUMNS`."""
        taken = self.distribution
        for level in levels:
            needed = self.needed(level)
            yield {
                **self.result.labels,
                **attributes(self, "counted", "weapon"),
                "level": level,
                "needed": needed,
                "destroyed": None if needed is None else float(self.destroyed[needed - 1]),
                "reach": self.reach(level),
                "looked_at": len(self.destroyed),
                "mean": None if taken is None else taken.mean,
                "sd": None if taken is None else taken.sd,
            }

    def to_dict(self, levels: Sequence[float] = LEVELS) -> dict[str, Any]:
        """Return it as in result files; the pmf counts from 0."""
        taken = self.distribution
        return {
            **attributes(self, "counted", "weapon"),
            "needed": [
                {"level": level, "number": self.needed(level), "reach": self.reach(level)}
                for level in levels
            ],
            "looked_at": len(self.destroyed),
            "distribution": None if taken is None else taken.to_dict(),
            "beyond": self.beyond,
        }


@watched
def how_many(result: Result, counted: str = "attacks", weapon: int | str | None = None) -> HowMany:
    """Return how many attacks, shots or units destroy the target of a match-up.

    Parameters
    ----------
    result : Result
        Of `mathhammer.attack`; its own counts of weapons play a part for units alone.
    counted : {"attacks", "shots", "units"}
        Single attacks of a weapon; copies of it with all their attacks (a champion's first);
        or the whole attacker again and again.
    weapon : int or str, optional
        The place, from 0, or the name of the weapon; needed where there are several.

    Returns
    -------
    HowMany

    Raises
    ------
    MathhammerError
        There is no such weapon, nothing of the kind to count, or it is no result of a
        match-up.

    Examples
    --------
    >>> import mathhammer
    >>> shots = how_many(mathhammer.attack("A1 BS3+ S9 AP-4 DD6", "veq"), "shots")
    >>> [shots.needed(level) for level in (0.5, 0.8, 0.95)]
    [16, 24, 34]
    """
    check_result(result, "how_many")
    check_allowed(counted, COUNTED, "can't be counted", "counted")
    if counted == "units":
        if weapon is not None:
            raise MathhammerError("a unit attacks with all its weapons: name none", "weapon")
        plan = registry.game(result.attacker.game).compile_repeated(*result.match_up)
        plan = reordered(plan, result.order) if result.order else plan
        return HowMany(result, counted, "", *_all_of(destroyed_after(plan)))
    number = _weapon(result, weapon)
    name = result.attacker.weapon_labels[number]
    at = result.order.index(number) if result.order else number
    found = _all_of(destroyed_by(result.plan, at, counted == "attacks"))
    return HowMany(result, counted, name, *found)


def check_level(level: Any) -> float:
    """Return a level of P(destroyed) that can be asked for.

    Raises
    ------
    MathhammerError
        It is no number above 0 and below 1.
    """
    if isinstance(level, bool) or not isinstance(level, int | float) or not 0 < level < 1:
        raise MathhammerError(f"{quoted(level)} is not a probability above 0 and below 1", "level")
    return float(level)


def _all_of(repetitions: Generator[float, None, bool]) -> tuple[Array, bool]:
    """Return P(destroyed) by each number, and whether more would change nothing."""
    destroyed = []
    while True:
        try:
            destroyed.append(next(repetitions))
        except StopIteration as end:
            return np.array(destroyed), bool(end.value)


def _weapon(result: Result, weapon: int | str | None) -> int:
    """Return the place of the weapon that is counted."""
    weapons = result.attacker.weapons
    if not weapons:
        raise MathhammerError('an attacker without weapons has only "units" to count', "counted")
    if weapon is None:
        if len(weapons) > 1:
            raise MathhammerError(
                f"the attacker has {len(weapons)} weapons: name one of them, or count units",
                "weapon",
            )
        return 0
    if isinstance(weapon, int) and not isinstance(weapon, bool) and 0 <= weapon < len(weapons):
        return weapon
    names = result.attacker.weapon_labels
    several = sum(one.label == weapon for one in weapons) > 1
    if isinstance(weapon, str) and weapon in names and not several:
        return names.index(weapon)
    hint = ": several have this name, give a place" if several else nearest(str(weapon), names)
    raise MathhammerError(
        f"{quoted(weapon)} is no weapon of the attacker{hint}; weapons: "
        f"{', '.join(f'{i} {name}' for i, name in enumerate(names))}",
        "weapon",
    )
