"""What terminal, tables and charts have in common: which numbers to show, and how few.

Nothing here computes a probability that isn't in the result already; nothing here needs
pandas, matplotlib or rich.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..profiles.game import WH40K
from .efficiency import EFFICIENCY, efficiency
from .words import words_of

if TYPE_CHECKING:
    from ..distribution import Distribution
    from ..results import Result

#: The stages of an attack in order, in the words of columns that both games share.
STAGES = {
    **words_of(WH40K).stages,
    "mortal": "mortal wounds or damage",
    "damage": "damage (wounds lost, damage allocated)",
}
#: What lies beyond these tails of a distribution is put into one row.
TAIL = 0.0005
#: The most bars that a chart of text has.
MOST_BARS = 25


# --------------------------------------------------------------------- words and numbers


def clean(text: object) -> str:
    r"""Return a text on one line, without anything that could control a terminal.

    Examples
    --------
    >>> clean("red\x1b[31m squad\n2")
    'red [31m squad 2'
    """
    line = str(text)
    return line if line.isprintable() else "".join(c if c.isprintable() else " " for c in line)


def shortened(text: str, most: int) -> str:
    """Return a text cut to `most` characters, with dots where something is missing.

    Examples
    --------
    >>> shortened("Plasma squad", 9)
    'Plasma...'
    """
    return text if len(text) <= most else text[: max(most - 3, 1)].rstrip() + "..."


def figure(value: float) -> str:
    """Return a mean as it is shown: two decimals, fewer where it is large.

    Examples
    --------
    >>> figure(2.2222), figure(0.001), figure(0), figure(12345.6)
    ('2.22', '<0.01', '0.00', '12346')
    """
    size = abs(value)
    if 0 < size < 0.005:
        return "<0.01" if value > 0 else ">-0.01"
    return f"{value:.{2 if size < 1000 else 1 if size < 10_000 else 0}f}"


def error_figure(error: float) -> str:
    """Return a standard error in two figures.

    Examples
    --------
    >>> error_figure(0.00123)
    '0.0012'
    """
    if error == 0.0:
        return "0"
    return f"{error:.2g}" if error >= 1e-4 else f"{error:.0e}"


def percent(p: float) -> str:
    """Return a probability as it is shown; only a certain one is "100%".

    Examples
    --------
    >>> percent(0.12345), percent(0.0001), percent(0.99999), percent(1.0), percent(0)
    ('12.3%', '<0.1%', '>99.9%', '100%', '0%')
    """
    if p <= 0:
        return "0%"
    if p >= 1 - 1e-12:  # certain, but for rounding
        return "100%"
    if p < TAIL:
        return "<0.1%"
    return ">99.9%" if p >= 1 - TAIL else f"{100 * p:.1f}%"


# ------------------------------------------------------------------------- distributions


class Bar(NamedTuple):
    """One row of a condensed distribution: the values ``low..high``."""

    low: int
    high: int
    exactly: float
    at_least: float

    @property
    def label(self) -> str:
        """The values as they are shown."""
        return str(self.low) if self.low == self.high else f"{self.low}-{self.high}"


def bars(distribution: Distribution, most: int = MOST_BARS) -> list[Bar]:
    """Condense a distribution to at most `most` rows that together hold all of it.

    Values in the tails (less than 0.05 % in all) share one row each; between them each
    value has its own row, or where these are too many, each 2, 5, 10, 20 ... values.

    Parameters
    ----------
    distribution : Distribution
        Of a number that is not negative.
    most : int, default 25
        At least 5.

    Returns
    -------
    list of Bar
        In order, without a gap, from 0 to the last possible value.

    Examples
    --------
    >>> from mathhammer.distribution import Distribution
    >>> [bar.label for bar in bars(Distribution.constant(3).thin(0.5))]
    ['0', '1', '2', '3']
    >>> rows = bars(Distribution.uniform(1, 100))
    >>> len(rows), [bar.label for bar in rows[:3]], rows[-1].label
    (22, ['0', '1-4', '5-9'], '100')
    """
    array = distribution.from_zero()
    last = array.size - 1
    at_least = np.cumsum(array[::-1])[::-1]
    low, high = window(distribution)
    step, scale = 1, 1
    while high // step - low // step + 1 > most - 2:
        step = {1: 2, 2: 5, 5: 10}[step // scale] * scale
        scale = 10 ** int(math.log10(step))
    edges = [low, *range((low // step + 1) * step, high + 1, step)]
    rows = [(start, end - 1) for start, end in zip(edges, [*edges[1:], high + 1], strict=True)]
    if low > 0:
        rows.insert(0, (0, low - 1))
    if high < last:
        rows.append((high + 1, last))
    return [Bar(a, b, float(array[a : b + 1].sum()), float(at_least[a])) for a, b in rows]


def window(distribution: Distribution) -> tuple[int, int]:
    """Return the lowest and the highest value that are worth a row of their own.

    All of a short distribution, else what is left without less than 0.05 % at each end.

    Examples
    --------
    >>> from mathhammer.distribution import Distribution
    >>> window(Distribution.constant(20).thin(0.5))
    (3, 17)
    """
    array = distribution.from_zero()
    last = array.size - 1
    if last < 6:
        return 0, last
    low = int(np.argmax(np.cumsum(array) >= TAIL))
    high = last - int(np.argmax(np.cumsum(array[::-1]) >= TAIL))
    return low, high


def is_possible(distribution: Distribution) -> bool:
    """Return whether anything above 0 can happen at all."""
    return distribution.at_least(1) > 0


# -------------------------------------------------------------------------- the match-up


def charted(result: Result) -> tuple[str, Distribution, int]:
    """Return the quantity that a chart shows: its name, distribution and largest value.

    Models slain; for a single model with several wounds, the wounds it loses (in Age of
    Sigmar the damage allocated to it).
    """
    models, wounds = result.target.starting_models, result.target.starting_wounds
    if models == 1 and wounds > 1:
        return words_of(result.target.game).lost, result.damage, wounds
    return "models slain", result.slain, models


#: The columns of a tidy table of match-ups, with their units.
#: Further columns where match-ups are simulated: numbers of trials, standard errors of the
#: means in wounds and models, the 95 % interval of P(destroyed).
SIMULATED_COLUMNS = {
    "trials": "trials played",
    "seed": "what the dice follow from",
    "damage_standard_error": "wounds",
    "slain_standard_error": "models",
    "destroyed_low": "0 to 1",
    "destroyed_high": "0 to 1",
}
MATCHUP_COLUMNS = {
    "attacker": "name of the loadout",
    "target": "name of the target",
    "engine": "exact: computed, not sampled",
    "attacker_points": "points of the attacker, as given",
    "target_points": "points of the target at full strength, as given",
    **{f"{stage}_mean": f"expected {words}, a number" for stage, words in STAGES.items()},
    "ignored_mean": "expected damage ignored by Feel No Pain or ward, in points",
    "wasted_mean": "expected damage rolled that neither was ignored nor took a wound off",
    "wounds_left_mean": "expected wounds, or health, left in the target",
    **{
        f"{stage}_{column}": f"{words}: {meaning}"
        for stage, words in (("damage", STAGES["damage"]), ("slain", STAGES["slain"]))
        for column, meaning in (
            ("sd", "standard deviation"), ("q10", "10 % quantile"), ("q50", "median"),
            ("q90", "90 % quantile"),
        )
    },
    "destroyed": "probability that no model is left, 0 to 1",
    **EFFICIENCY,
}  # fmt: skip


def matchup_row(result: Result) -> dict[str, Any]:
    """Return one match-up as the row of a tidy table: the keys of `MATCHUP_COLUMNS`.

    What isn't known (points that were not given) is None.
    """
    row: dict[str, Any] = dict.fromkeys(MATCHUP_COLUMNS)
    row["attacker"], row["target"] = result.attacker.label, result.target.label
    row["engine"] = result.engine
    row["attacker_points"], row["target_points"] = result.attacker.points, result.target.points
    for stage in STAGES:
        row[f"{stage}_mean"] = getattr(result, stage).mean
    row["ignored_mean"], row["wasted_mean"] = result.ignored, result.wasted
    row["wounds_left_mean"] = result.left["wounds"].mean
    for stage in ("damage", "slain"):
        distribution = getattr(result, stage)
        row[f"{stage}_sd"] = distribution.sd
        for q in (10, 50, 90):
            row[f"{stage}_q{q}"] = distribution.quantile(q / 100)
    row["destroyed"] = result.destroyed
    return row | efficiency(result) | simulated_columns(result)


def simulated_columns(result: Any) -> dict[str, Any]:
    """Return the keys of `SIMULATED_COLUMNS` of a simulated match-up; nothing of an exact one."""
    if result.engine != "montecarlo":
        return {}
    low, high = result.interval("destroyed")
    return {
        "trials": result.trials,
        "seed": result.seed,
        "damage_standard_error": result.standard_error("damage"),
        "slain_standard_error": result.standard_error("slain"),
        "destroyed_low": low,
        "destroyed_high": high,
    }
