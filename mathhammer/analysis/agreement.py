"""Do both engines agree? Bounds on the chance that they differ so much if they do.

The exact engine says how a number is distributed, the simulation which values it saw.
If both are right, Bernstein's inequality bounds the chance of a mean so far off, and that
of Dvoretzky, Kiefer and Wolfowitz (with Massart's constant) the chance of an at-least
curve so far off. Neither takes anything for normal, so they hold for rare events, too. A
weapon's own stages have no exact distribution: for their means the empirical form of
Bernstein's inequality (Maurer and Pontil) is taken.

All numbers of a call are one family: they agree where no chance is below `FAMILY`
divided by their number.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from mathhammer.core.distribution import Distribution
from mathhammer.core.lazy import lazy
from mathhammer.plan import STAGES
from mathhammer.results.attack import Result
from mathhammer.results.check import CheckResult
from mathhammer.results.simulated import SimulatedResult
from mathhammer.results.turn import CONTROL, TurnResult
from mathhammer.results.view import attributes

#: The chance of a false alarm in a whole call, at most.
FAMILY = 1e-3
#: Probabilities and means that are less apart are the same but for rounding.
ROUNDING = 1e-9
#: How far the exact engine's probabilities may be off by rounding.
UNCERTAIN = 1e-12


class Row(NamedTuple):
    """One number that both engines know.

    Attributes
    ----------
    name : str
    exact, simulated : float
        Means, or probabilities.
    errors : float
        How many standard errors they are apart.
    gap : float
        The largest difference of their at-least curves.
    chance : float
        Bound on the chance of a difference as large, if both are right.
    """

    name: str
    exact: float
    simulated: float
    errors: float
    gap: float
    chance: float


#: What an engine says.
Answered = Result | TurnResult | CheckResult


@dataclass(eq=False)
class Agreement:
    """What both engines say of one match-up, of one turn, or of one check.

    Parameters
    ----------
    source : str
        The file.
    exact : Result, TurnResult or CheckResult
    simulated : SimulatedResult, SimulatedTurn or SimulatedCheck
    """

    source: str
    exact: Answered
    simulated: Any

    @property
    def title(self) -> str:
        """What is compared."""
        if isinstance(self.exact, TurnResult):
            return ", ".join(self.exact.names)
        if isinstance(self.exact, CheckResult):
            return self.exact.kind
        return self.exact.title

    @lazy
    def rows(self) -> list[Row]:
        """Every number that both know."""
        exact, simulated = self.exact, self.simulated
        if isinstance(exact, Result):
            return list(_attack_rows(exact, simulated))
        pairs = _turn_pairs if isinstance(exact, TurnResult) else _check_pairs
        return [_row(*pair, simulated.trials) for pair in pairs(exact, simulated)]

    def holds(self, bound: float) -> bool:
        """Return whether nothing is as unlikely as a bound."""
        return all(row.chance >= bound for row in self.rows)

    def table_rows(self) -> list[dict[str, Any]]:
        """Return one dict per number."""
        return [
            {"scenario": self.source, "title": self.title, **row._asdict()} for row in self.rows
        ]

    def to_dict(self, bound: float) -> dict[str, Any]:
        """Return everything, for a file."""
        return {
            "scenario": self.source,
            "title": self.title,
            **attributes(self.simulated, "trials", "seed", "stopped"),
            "agree": self.holds(bound),
            "bound": bound,
            "notes": self.exact.notes,
            "rows": [row._asdict() for row in self.rows],
        }


def bound_of(agreements: Sequence[Agreement]) -> float:
    """Return the chance below which a number of a family is taken to differ."""
    return FAMILY / max(1, sum(len(agreement.rows) for agreement in agreements))


def mean_chance(distance: float, variance: float, reach: float, trials: int) -> float:
    """Return Bernstein's bound on the chance that a mean is so far off.

    Parameters
    ----------
    distance : float
    variance : float
        Of one trial.
    reach : float
        The farthest that a value can be from the mean.
    trials : int

    Examples
    --------
    >>> mean_chance(0.0, 1.0, 3.0, 100), mean_chance(1.0, 1.0, 3.0, 100) < 1e-10
    (1.0, True)
    """
    if distance <= ROUNDING:
        return 1.0
    bottom = 2.0 * (variance + reach * distance / 3.0)
    return min(1.0, 2.0 * math.exp(-trials * distance * distance / bottom)) if bottom else 0.0


def curve_chance(gap: float, trials: int) -> float:
    """Return the bound on the chance that an at-least curve is so far off somewhere."""
    if gap <= ROUNDING:
        return 1.0
    return min(1.0, 2.0 * math.exp(-2.0 * trials * gap * gap))


def sampled_mean_chance(distance: float, error: float, reach: float, trials: int) -> float:
    """Return the bound on the chance that a mean is so far off, from its standard error.

    It solves ``distance = sqrt(2) error u + 7 reach u^2 / (3 (trials - 1))`` for u, the
    root of the logarithm of 4 / chance.
    """
    if distance <= ROUNDING:
        return 1.0
    linear = math.sqrt(2.0) * error
    square = 7.0 * reach / (3.0 * (trials - 1))
    if square == 0.0:
        return 0.0
    root = (math.sqrt(linear * linear + 4.0 * square * distance) - linear) / (2.0 * square)
    return min(1.0, 4.0 * math.exp(-root * root))


def compared(name: str, exact: Distribution, seen: Distribution, trials: int) -> Row:
    """Return how a distribution and what was seen of it agree.

    A value that was seen and can't be has no chance at all.
    """
    right, shown = exact.from_zero(), seen.from_zero()
    size = max(right.size, shown.size)
    right = np.pad(right, (0, size - right.size))
    shown = np.pad(shown, (0, size - shown.size))
    gap = float(np.abs(np.cumsum(right - shown)).max())
    distance = abs(exact.mean - seen.mean)
    values = np.flatnonzero(right)
    reach = max(exact.mean - values[0], values[-1] - exact.mean)
    chance = 2.0 * min(
        mean_chance(distance, exact.var, float(reach), trials), curve_chance(gap, trials)
    )
    if (shown[right == 0.0] > 0.0).any():
        chance = 0.0
    error = exact.sd / math.sqrt(trials)
    errors = 0.0 if distance <= ROUNDING else distance / error if error else math.inf
    signed = math.copysign(errors, seen.mean - exact.mean)
    return Row(name, exact.mean, seen.mean, signed, gap, min(1.0, chance))


def compared_share(name: str, exact: float, seen: float, trials: int) -> Row:
    """Return how a probability and what was seen of it agree."""
    right, shown = (
        Distribution.trusted(np.array([1.0 - p, p])) for p in (min(exact, 1.0), min(seen, 1.0))
    )
    if exact < ROUNDING or exact > 1.0 - ROUNDING:  # all but impossible, or all but sure
        distance, rare = abs(exact - seen), max(min(exact, 1.0 - exact), 0.0)
        chance = 1.0
        if distance > ROUNDING:
            # Markov's inequality, too: of what can't be, one sight is enough.
            chance = 2.0 * min(
                mean_chance(distance, rare, 1.0, trials), (rare + UNCERTAIN) / distance
            )
        return Row(name, exact, seen, 0.0, distance, min(1.0, chance))
    return compared(name, right, shown, trials)


#: A number that both engines know: its name, the exact value and the one that was seen.
Pair = tuple[str, Any, Any]


def _row(name: str, exact: Any, seen: Any, trials: int) -> Row:
    """Return how two distributions, or two probabilities, agree."""
    one = compared if isinstance(exact, Distribution) else compared_share
    return one(name, exact, seen, trials)


def _attack_rows(exact: Result, simulated: SimulatedResult) -> Iterator[Row]:
    trials = simulated.trials
    for name in (*STAGES, "damage", "slain", "destroyed"):
        yield _row(name, getattr(exact, name), getattr(simulated, name), trials)
    yield compared("left on the front", exact.left["front"], simulated.left["front"], trials)
    for row, other in zip(exact.groups, simulated.groups, strict=True):
        yield compared(f"slain of {row.name}", row.slain, other.slain, trials)
    for name, loss in (exact.self_losses or {}).items():
        yield compared(f"self {name}", loss, (simulated.self_losses or {})[name], trials)
    right: list[Any] = [*exact.weapons, *exact.afterwards]
    seen: list[Any] = [*simulated.weapons, *simulated.afterwards]
    if len(right) == 1 or len(right) != len(seen):  # the exact engine may join rows
        return
    for i, (row, other) in enumerate(zip(right, seen, strict=True)):
        label = f"{i + 1}. {row.name}"
        if i < len(exact.weapons):
            yield from _weapon_rows(label, exact, simulated, i)
        for name in ("damage", "slain"):
            if getattr(row, name) is not None:
                yield compared(f"{label}: {name}", getattr(row, name), getattr(other, name), trials)


def _weapon_rows(
    label: str, exact: Result, simulated: SimulatedResult, number: int
) -> Iterator[Row]:
    for name in STAGES:
        measure = simulated.sampled.row(number, name)
        right = getattr(exact.weapons[number], name)
        distance = abs(measure.value - right)
        reach = float(getattr(exact, name).maximum)
        chance = sampled_mean_chance(distance, measure.error, reach, simulated.trials)
        far = distance > ROUNDING
        errors = (measure.value - right) / measure.error if far and measure.error else 0.0
        yield Row(f"{label}: {name}", right, measure.value, errors, 0.0, chance)


def _turn_pairs(exact: Any, seen: Any) -> Iterator[Pair]:
    for i, (step, right, other) in enumerate(
        zip(exact.script.steps, exact.steps, seen.steps, strict=True)
    ):
        label = f"{i + 1}. {step.do}"
        yield f"{label}: happens", right.probability, other.probability
        for unit in exact.touched(i):
            yield f"{label}: {unit} models", exact.models(unit, i), seen.models(unit, i)
            yield f"{label}: {unit} wounds", exact.wounds(unit, i), seen.wounds(unit, i)
        for side, *chances in zip(CONTROL, right.control or (), other.control or (), strict=False):
            yield f"{label}: {side}", *chances
    for unit in exact.names:
        for name in ("models", "wounds", "destroyed", "returned"):
            yield f"end: {unit} {name}", *(getattr(turn, name)(unit) for turn in (exact, seen))
    for row, other in zip(exact.targets, seen.targets, strict=True):
        yield f"end: any target of {row.by} destroyed", row.any_destroyed, other.any_destroyed
        yield f"end: all targets of {row.by} destroyed", row.all_destroyed, other.all_destroyed
    for flag, chance in exact.flags.items():
        yield f"flag {flag}", chance, seen.flags[flag]


def _check_pairs(exact: Any, seen: Any) -> Iterator[Pair]:
    for name, right in exact.answers.items():
        yield name, right, seen.answers[name]
    named, shown = exact.named, seen.named
    legs = {leg["die"]: leg for leg in shown.get("by_die", ())}
    for leg in named.get("by_die", ()):
        other = legs.get(leg["die"], {"chance": 0.0, "probability": 0.0})
        label = f"first die {leg['die']}"
        yield label, leg["chance"], other["chance"]
        yield f"{label}, and the charge", *(o["chance"] * o["probability"] for o in (leg, other))
    for turn, right in enumerate(named.get("by_turn", ())):
        yield f"by turn {turn + 1}", right, shown["by_turn"][turn]
    if isinstance(named.get("each"), dict):
        for value, right in named["each"].items():
            yield f"prayer of {value}", right, shown["each"][value]
