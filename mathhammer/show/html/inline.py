"""Small charts that stand in a line of text: where their parts lie.

The templates draw them as SVG, so that they need no library, are sharp on paper and are
there within a millisecond.
"""

from collections.abc import Sequence
from typing import NamedTuple

from mathhammer.core.distribution import Distribution
from mathhammer.core.format import bars, percent

#: The most bars of a small chart.
MAX_BARS = 32


class Strip(NamedTuple):
    """One bar of a small chart, in units of the chart.

    Attributes
    ----------
    x, y, width, height : float
        From the upper left.
    label : str
        The number, or numbers.
    words : str
        What the bar says, for who points at it.
    """

    x: float
    y: float
    width: float
    height: float
    label: str
    words: str


class Inline(NamedTuple):
    """A small chart: the probability of each number as bars, of at least each as a line.

    Both are on one scale, from nothing at the bottom to certain at the top.

    Attributes
    ----------
    width, height : float
        Of the chart, without the numbers below.
    strips : list of Strip
    line : str
        The points of the at-least curve, as SVG writes them.
    words : str
        What it shows, for who can't see it.
    """

    width: float
    height: float
    strips: list[Strip]
    line: str
    words: str


def inline_chart(
    distribution: Distribution, words: str, width: float = 420, height: float = 90
) -> Inline:
    """Return where the parts of a small chart lie, from the lowest number that can be.

    Parameters
    ----------
    distribution : Distribution
        Of a number that is not negative.
    words : str
        What the number is.
    width, height : float
        In units of the chart.

    Examples
    --------
    >>> chart = inline_chart(Distribution.uniform(1, 2), "a coin", 100, 50)
    >>> [(strip.x, strip.height, strip.label) for strip in chart.strips]
    [(2.5, 25.0, '1'), (52.5, 25.0, '2')]
    >>> chart.line
    '25.0,0.0 75.0,25.0'
    """
    rows = bars(distribution, MAX_BARS)
    rows = rows[next(i for i, row in enumerate(rows) if row.exactly > 0) :]
    step = width / len(rows)
    strips = []
    for i, row in enumerate(rows):
        high = height * row.exactly
        text = f"{row.label}: {percent(row.exactly)}, at least {row.low}: {percent(row.at_least)}"
        strips.append(
            Strip(round((i + 0.05) * step, 2), round(height - high, 2), round(0.9 * step, 2),
                  round(high, 2), row.label, text)
        )  # fmt: skip
    line = curve_points([row.at_least for row in rows], width, height)
    return Inline(width, height, strips, line, words)


def curve_points(chances: Sequence[float], width: float, height: float) -> str:
    """Return the points of a curve over the middles of bars, as SVG writes them.

    Parameters
    ----------
    chances : list of float
        0 to 1, one for each bar.
    width, height : float
        Of the chart.
    """
    step = width / len(chances)
    return " ".join(
        f"{round((i + 0.5) * step, 2)},{round(height * (1 - p), 2)}" for i, p in enumerate(chances)
    )
