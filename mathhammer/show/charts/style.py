"""What all pictures have in common: figures, colours, lines, axes and names.

Colours are told apart by the colour-blind and in grey: bars light, curves dark, and
several curves also by line and marker. Global settings of matplotlib are neither read from
here nor written.
"""

from __future__ import annotations

import math
import sys
import textwrap
import warnings
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path
from matplotlib.ticker import MultipleLocator, PercentFormatter

from mathhammer.analysis.efficiency import MEASURES
from mathhammer.core.format import clean, percent, shortened

BAR = "#9cc4e4"
CURVE = "#0b3954"
GRID = "#d5d9dd"
#: Okabe and Ito's colours, from dark to light, without the yellow (unreadable on white).
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
LINES: tuple[Any, ...] = (
    "-", (0, (5, 2)), (0, (6, 2, 1, 2)), (0, (1, 1.2)), (0, (9, 3)), (0, (6, 2, 1, 2, 1, 2)),
    (0, (2.5, 1.5)),
)  # fmt: skip
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
#: The most bars of a pmf, and the most values that are written at the points of a curve.
MAX_BARS = 40
MAX_VALUES = 13
#: How wide a letter of a name may be on average, as a share of its size: W has all of it.
_LETTER = 0.62
#: From tick to tick.
NICE = (1, 2, 2.5, 5, 10)


def new_figure(width: float, height: float) -> Figure:
    """Return a figure, pyplot's where the caller works with it (see the module)."""
    if "matplotlib.pyplot" in sys.modules or _in_notebook():
        from matplotlib import pyplot

        return pyplot.figure(figsize=(width, height), layout="constrained")
    return Figure(figsize=(width, height), layout="constrained")


def _in_notebook() -> bool:
    """Return whether a notebook runs this, not just some tool that starts kernels."""
    shell = sys.modules.get("IPython")
    return "ipykernel" in sys.modules and shell is not None and shell.get_ipython() is not None


def panels(number: int, loadouts: int) -> tuple[Figure, list[Axes]]:
    """Return a figure with `number` panels of the same size."""
    across = 1 if number == 1 else 2 if number in (2, 4) else 3 if number <= 9 else 4
    down = math.ceil(number / across)
    width = 7.0 if across == 1 else 3.4 * across
    sheet = new_figure(width, (3.8 if down == 1 else 2.5 * down) + 0.22 * loadouts + 0.3)
    axes = sheet.subplots(down, across, squeeze=False)
    flat = list(axes.flat)
    for unused in flat[number:]:
        unused.remove()
    return sheet, flat[:number]


def line_style(i: int) -> dict[str, Any]:
    """Return how the i-th loadout is drawn: no two of the first 49 alike."""
    return {
        "color": COLOURS[i % len(COLOURS)],
        "linestyle": LINES[(i + i // len(COLOURS)) % len(LINES)],
        "marker": MARKERS[i % len(MARKERS)],
        "markersize": 5,
        "markerfacecolor": "white",
        "linewidth": 1.7,
    }


def probability_axis(ax: Axes, ticks: MultipleLocator) -> None:
    """Make the vertical axis one of probabilities, 0 to 1."""
    ax.set_ylim(0, 1.06)
    ax.yaxis.set_major_locator(ticks)
    ax.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    ax.set_ylabel("probability")
    plain_grid(ax)


def plain_grid(ax: Axes) -> None:
    """Draw light lines across, and no frame at the top and the right."""
    ax.grid(axis="y", color=GRID, linewidth=0.7, zorder=0)
    ax.set_axisbelow(True)
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)


def short_name(text: object, most: int) -> str:
    """Return a name on one line, of at most so many characters, fewer where they are wide.

    Parameters
    ----------
    text : object
    most : int

    Examples
    --------
    >>> short_name("Veteran squad", 20), short_name("W" * 20, 20)
    ('Veteran squad', 'WWWWWWWWWW...')
    """
    name = shortened(clean(text), most)
    return name if len(name) <= most * _LETTER else _narrowed(name, most * _LETTER)


@lru_cache(maxsize=4096)
def _narrowed(name: str, room: float) -> str:
    """Return a name cut to so many times the size of its letters."""
    whole = name.removesuffix("...")
    for kept in range(len(whole), 0, -1):
        found = name if kept == len(whole) else whole[:kept].rstrip() + "..."
        if _width(found) <= room:
            return found
    return "..."


def _width(text: str) -> float:
    """Return how wide a text is, as a share of the size of its letters."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        wide = text_to_path.get_text_width_height_descent(text, FontProperties(size=10), False)[0]
    return float(wide) / 10


def margin_title(ax: Axes, text: str, up: float = 8) -> None:
    """Write a title that begins at the margin, for pictures with long names at their side.

    Parameters
    ----------
    ax : Axes
    text : str
    up : float
        Points above the axes.
    """
    ax.annotate(
        text, (0.012, 1), xycoords=("figure fraction", "axes fraction"), xytext=(0, up),
        textcoords="offset points", fontsize=11, parse_math=False, annotation_clip=False,
    )  # fmt: skip


def versus(attacker: object, target: object) -> str:
    """Return the title of a match-up.

    Examples
    --------
    >>> versus("Squad", "MEQ")
    'Squad  against  MEQ'
    """
    return f"{short_name(attacker, 36)}  against  {short_name(target, 36)}"


def measure_words(name: str, width: int = 48) -> str:
    """Return a measure as the name of an axis, in lines of up to `width` characters.

    Examples
    --------
    >>> measure_words("damage"), measure_words("destroyed")
    ('expected damage', 'probability that no model is left')
    """
    words = MEASURES[name].split(":")[0].split(" (")[0].removesuffix(", 0 to 1")
    return textwrap.fill(words, width)


def spacing(values: Sequence[int] | Any) -> int:
    """Return at which steps a value is written beside a curve."""
    return max(1, math.ceil(len(values) / MAX_VALUES))


def write_values(ax: Axes, values: Sequence[int] | Any, at_least: Sequence[float]) -> None:
    """Write the probabilities at the points of a curve, as many as can be read."""
    every = spacing(values)
    last = len(values) - 1
    for i in sorted({*range(0, last - every // 2, every), last}):
        p = at_least[i]
        if i >= every and percent(p) == percent(at_least[i - every]) and p > 0.5:
            continue  # still as good as certain
        right = p > 0.5 or p - at_least[min(i + every, len(values) - 1)] > 0.03
        ax.annotate(
            percent(p).replace(".0%", "%"), (float(values[i]), p),
            xytext=(4, 5) if right else (0, 7), textcoords="offset points", fontsize=8,
            color=CURVE, ha="left" if right else "center", zorder=5,
            bbox={"boxstyle": "square,pad=0.1", "facecolor": "white", "edgecolor": "none",
                  "alpha": 0.75},
        )  # fmt: skip
