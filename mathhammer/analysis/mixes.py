"""Weighted target mixes: "60 % meq, 30 % geq, 10 % veq".

A mix is a target drawn at random with the given shares. So a mean over the mix is the
weighted mean of the match-ups, and a distribution over it is their mixture.
"""

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from numbers import Real
from typing import Any, NamedTuple

from mathhammer.analysis.efficiency import EFFICIENCY, measure, weighted
from mathhammer.analysis.rows import SPREAD
from mathhammer.core.distribution import Distribution
from mathhammer.core.errors import MathhammerError, check_allowed, inside, quoted
from mathhammer.games.common.profile import called_apart
from mathhammer.games.profiles import Unit
from mathhammer.reading.read_units import read_target
from mathhammer.results.comparison import Comparison
from mathhammer.results.view import Column, View, summary

#: The most targets of a mix.
MAX_TARGETS = 100
#: How far percentages may be from 100 in all, for "33 %" three times.
_SLACK = 1.0

_PART = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,6})?)\s?%\s?(.+)")

COLUMNS = {
    "attacker": "name of the loadout",
    "attacker_points": "points of the attacker, as given",
    **{
        f"{stage}_{column}": f"{words}: {meaning}, over the mix"
        for stage, words in (("damage", "damage (wounds lost, damage allocated)"),
                             ("slain", "models slain"))
        for column, meaning in {"mean": "expected", **SPREAD}.items()
    },
    "destroyed": "probability that no model is left, 0 to 1, over the mix",
    **{name: f"{words}, over the mix" for name, words in EFFICIENCY.items()},
}  # fmt: skip


class TargetMix(NamedTuple):
    """Targets and how often each is met.

    Attributes
    ----------
    targets : tuple of Unit
    shares : tuple of float
        They sum to 1.
    """

    targets: tuple[Unit, ...]
    shares: tuple[float, ...]


def read_mix(value: Any, game: str | None = None) -> TargetMix:
    """Return a mix of targets.

    Parameters
    ----------
    value : TargetMix, str, mapping, or list of (weight, target)
        A text of percentages that add up to 100, separated by commas; a mapping from
        targets as text to weights; or pairs. Weights that are no text are relative.
    game : {"wh40k", "aos"}, optional

    Raises
    ------
    MathhammerError
        It is none of these, a weight is not positive, or percentages don't add up.

    Examples
    --------
    >>> mix = read_mix("60 % meq, 30 % 20x geq, 10% T10 Sv3+ W12")
    >>> [target.models for target in mix.targets], mix.shares
    ([5, 20, 1], (0.6, 0.3, 0.1))
    >>> read_mix({"meq": 3, "veq": 1}).shares
    (0.75, 0.25)
    """
    if isinstance(value, TargetMix):
        return value
    if isinstance(value, str):
        pairs: list[tuple[Any, Any]] = _from_text(value)
    elif isinstance(value, Mapping):
        pairs = [(weight, target) for target, weight in value.items()]
    elif isinstance(value, list | tuple):
        pairs = []
        for i, pair in enumerate(value):
            if not isinstance(pair, list | tuple) or len(pair) != 2:
                raise MathhammerError(
                    f'{quoted(pair)} is not a weight and a target, like [60, "meq"]', f"[{i}]"
                )
            pairs.append((pair[0], pair[1]))
    else:
        raise MathhammerError(
            f'{quoted(value)} is not a mix of targets: a text like "60 % meq, 40 % geq", or a '
            "table of targets and weights, is expected"
        )
    if not 1 <= len(pairs) <= MAX_TARGETS:
        raise MathhammerError(f"a mix of {len(pairs)}; from 1 to {MAX_TARGETS} are allowed")
    targets, weights = [], []
    for i, (weight, target) in enumerate(pairs):
        with inside(f"[{i}]"):
            weights.append(_weight(weight))
            targets.append(read_target(target, game))
    total = math.fsum(weights)
    return TargetMix(tuple(called_apart(targets)), tuple(weight / total for weight in weights))


def _weight(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= 1e9:
        raise MathhammerError(f"{quoted(value)} is not a weight: a number above 0 is expected")
    return float(value)


def _from_text(text: str) -> list[tuple[float, str]]:
    if len(text) > 10_000:
        raise MathhammerError(f"a text of {len(text)} characters; up to 10000 are allowed")
    pairs = []
    for part in _parts(text):
        found = _PART.fullmatch(part)
        if found is None:
            raise MathhammerError(
                f'{quoted(part)} is not a share of a mix, like "60 % meq" or "10 % 5x T4 Sv3+ W2"'
            )
        pairs.append((float(found[1]), found[2].strip()))
    total = math.fsum(share for share, _ in pairs)
    if abs(total - 100) > _SLACK:
        raise MathhammerError(f"the shares add up to {total:g} %, not to 100 %")
    return pairs


def _parts(text: str) -> list[str]:
    """Split a text at the commas that don't stand in brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "[") - (letter == "]")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def check_shares(shares: Any, number: int) -> list[float]:
    """Return how often each of some targets is met, where that is possible.

    Parameters
    ----------
    shares : list of float
    number : int
        Of the targets.

    Raises
    ------
    MathhammerError
        They aren't one per target, one is no number from 0 to 1, or they don't sum to 1.
    """
    words = f"{number} shares from 0 to 1 that sum to 1 are expected, one per target"
    if isinstance(shares, str) or not isinstance(shares, Iterable):
        raise MathhammerError(f"{quoted(shares)} is no list: {words}", "shares")
    given = list(shares)
    for one in given:  # the comparison is false for NaN
        if isinstance(one, bool) or not isinstance(one, Real) or (
            not 0.0 <= float(one) <= 1.0
        ):  # fmt: skip
            raise MathhammerError(f"{quoted(one)} is no share: {words}", "shares")
    if len(given) != number or abs(math.fsum(given) - 1) > 1e-9:
        raise MathhammerError(words, "shares")
    return [float(one) for one in given]


class Weighted(View):
    """A comparison over a weighted mix of its targets.

    Parameters
    ----------
    comparison : Comparison
    shares : list of float, optional
        How often each of its targets is met, summing to 1; equally often by default.

    Raises
    ------
    MathhammerError
        The shares aren't numbers from 0 to 1, one per target, that sum to 1.

    Examples
    --------
    >>> import mathhammer
    >>> mix = read_mix("60 % meq, 40 % geq")
    >>> both = mathhammer.compare(["10x A2 BS3+ S4 AP-1 D1"], mix.targets)
    >>> round(Weighted(both, mix.shares).value(0, "slain"), 3)
    3.764
    """

    columns = COLUMNS
    shown = (
        Column("attacker", "loadout"),
        Column("slain_mean", "slain"),
        Column("destroyed", "destroyed", percent=True),
        Column("damage_mean", "damage"),
    )

    def __init__(self, comparison: Comparison, shares: Sequence[float] | None = None) -> None:
        number = len(comparison.targets)
        self.comparison = comparison
        self.shares = [1.0 / number] * number if shares is None else check_shares(shares, number)

    @property
    def title(self) -> str:
        """The targets and how often each is met."""
        targets = self.comparison.targets
        parts = [f"{share:.0%} {t.label}" for share, t in zip(self.shares, targets, strict=True)]
        return f"Over {', '.join(parts)}"

    def value(self, attacker: int, name: str) -> float | None:
        """Return a measure of an attacker over the mix; None where it isn't known.

        Parameters
        ----------
        attacker : int
        name : str
            One of `mathhammer.analysis.efficiency.MEASURES`.
        """
        one = measure(name)
        results = [self.comparison.cell(attacker, j) for j in range(len(self.shares))]
        if name == "cost_per_slain":  # a cost of the mean, not a mean of costs
            points = self.comparison.attackers[attacker].points
            slain = weighted([result.slain.mean for result in results], self.shares)
            return points / slain if points is not None and slain else None
        return weighted([one(result) for result in results], self.shares)

    def distribution(self, attacker: int, stage: str) -> Distribution:
        """Return the mixture of ``"damage"`` or ``"slain"`` over the targets."""
        check_allowed(stage, ("damage", "slain"), "has no mixture")
        return Distribution.mix(
            (share, getattr(self.comparison.cell(attacker, j), stage))
            for j, share in enumerate(self.shares)
        )

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield one row per loadout: the keys of `COLUMNS`."""
        for i, attacker in enumerate(self.comparison.attackers):
            row: dict[str, Any] = {
                "attacker": attacker.label, "attacker_points": attacker.points,
                "destroyed": self.value(i, "destroyed"),
            }  # fmt: skip
            for stage in ("damage", "slain"):
                mixture = summary(self.distribution(i, stage))
                row |= {f"{stage}_{name}": value for name, value in mixture.items()}
            yield row | {name: self.value(i, name) for name in EFFICIENCY}
