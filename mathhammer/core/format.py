"""Numbers and texts as they are shown: how few figures, how long a name."""

import math
import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from mathhammer.core.distribution import Distribution

#: What lies beyond these tails of a distribution is put into one row.
TAIL = 0.0005


#: The most bars that a chart of text has.
MAX_BARS = 25


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
    >>> shortened("Plasma squad", 9), shortened("Plasma squad (2)", 13)
    ('Plasma...', 'Plasma... (2)')
    """
    if len(text) <= most:
        return text
    number = re.search(r" \([0-9]{1,6}\)$", text)  # what tells it apart from another
    behind = "..." + number[0] if number else "..."
    return text[: max(most - len(behind), 1)].rstrip() + behind


def short_names(texts: Sequence[str], most: int) -> list[str]:
    """Return texts cut to `most` characters; those that are alike then have their places behind.

    Examples
    --------
    >>> short_names(["10x A2 S4 [Heavy]", "10x A2 S4 [Lance]", "knives"], 14)
    ['10x A2 S4 [... (1)', '10x A2 S4 [... (2)', 'knives']
    """
    return placed([shortened(clean(text), most) for text in texts])


def placed(names: Sequence[str]) -> list[str]:
    """Return names of which those that are alike, since they were cut, have their places behind."""
    often = Counter(names)
    return [f"{name} ({i})" if often[name] > 1 else name for i, name in enumerate(names, 1)]


def figure(value: float) -> str:
    """Return a mean as it is shown: two decimals, fewer where it is large.

    Examples
    --------
    >>> figure(2.2222), figure(0.001), figure(0), figure(12345.6)
    ('2.22', '<0.01', '0.00', '12346')
    >>> figure(-0.0012), figure(-1e-17)
    ('-0.001', '0.00')
    """
    size = abs(value)
    if -0.005 < value < 0.0:
        return f"{value:.1g}" if size >= 0.0001 else "0.00"
    if 0.0 < value < 0.005:
        return "<0.01"
    return f"{value:.{2 if size < 1000 else 1 if size < 10_000 else 0}f}"


def signed(value: float) -> str:
    """Return a change as it is shown, with its sign; what prints as nothing has none.

    Examples
    --------
    >>> signed(0.5), signed(-0.5), signed(0.0)
    ('+0.50', '-0.50', '0.00')
    """
    return f"+{figure(value)}" if value >= 0.005 else figure(value)


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


def points(value: float) -> str:
    """Return points as they are printed, a whole number without decimals.

    Examples
    --------
    >>> points(80.0), points(12.5)
    ('80', '12.5')
    """
    return f"{value:.0f}" if float(value).is_integer() else f"{value:.1f}"


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


def bars(distribution: Distribution, most: int = MAX_BARS) -> list[Bar]:
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
    >>> from mathhammer.core.distribution import Distribution
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
    >>> from mathhammer.core.distribution import Distribution
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
