"""What all pictures have in common: figures, colours, lines, axes and names.

Colours are told apart by the colour-blind and in grey: bars light, curves dark, and
several curves also by line and marker. Global settings of matplotlib are neither read from
here nor written.
"""

import math
import sys
import textwrap
import warnings
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Literal, TypeAlias

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.legend import Legend
from matplotlib.textpath import text_to_path
from matplotlib.ticker import MaxNLocator, MultipleLocator, PercentFormatter

from mathhammer.analysis.efficiency import MEASURES
from mathhammer.core.distribution import Distribution
from mathhammer.core.errors import MathhammerError
from mathhammer.core.format import Bar as BarRow
from mathhammer.core.format import clean, percent, placed, shortened

AxesArray: TypeAlias = np.ndarray[Any, np.dtype[Any]]

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
#: How bars are drawn that stand for a row each.
OUTLINED: dict[str, Any] = {"edgecolor": CURVE, "linewidth": 0.7, "zorder": 3}
#: The most bars of a pmf, and the most values that are written at the points of a curve.
MAX_BARS = 40
MAX_VALUES = 13
#: How wide a letter of a name may be on average, as a share of its size: W has all of it.
_LETTER = 0.62
#: From tick to tick.
NICE = (1, 2, 2.5, 5, 10)
#: Sides without a frame where rows have names.
BARE = ("top", "right", "left")


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


def panels(
    ax: Axes | Sequence[Axes] | None,
    number: int,
    things: str,
    across: int,
    size: Callable[[int], tuple[float, float]],
    **options: Any,
) -> list[Axes]:
    """Return the Axes of several things: those that are given, or panels of a new figure.

    Parameters
    ----------
    ax : Axes or list of Axes, optional
    number : int
    things : str
        What each of them is of.
    across : int
        Panels beside one another.
    size : callable
        Returns the width and height of the figure, from how many panels it has below each other.
    **options
        Of `matplotlib.figure.Figure.subplots`.

    Raises
    ------
    MathhammerError
        Not as many Axes are given as there are things.
    """
    if ax is not None:
        axes = [ax] if isinstance(ax, Axes) else list(ax)
        if len(axes) != number:
            raise MathhammerError(
                f"{len(axes)} Axes for {number} {things}: one for each is needed", "ax"
            )
        return axes
    down = math.ceil(number / across)
    axes = list(new_figure(*size(down)).subplots(down, across, squeeze=False, **options).flat)
    for unused in axes[number:]:
        unused.remove()
    return axes[:number]


def line_style(i: int, points: int = 1) -> dict[str, Any]:
    """Return how the i-th loadout is drawn: no two of the first 49 alike.

    Parameters
    ----------
    i : int
    points : int
        Of the line; about a dozen have a marker, each line's at other points.
    """
    step = max(1, math.ceil(points / 12))
    return {
        "color": COLOURS[i % len(COLOURS)],
        "linestyle": LINES[(i + i // len(COLOURS)) % len(LINES)],
        "marker": MARKERS[i % len(MARKERS)],
        "markersize": 5,
        "markerfacecolor": "white",
        "markevery": (min(i, step - 1) % step, step),
        "linewidth": 1.7,
        "zorder": 3,
    }


def probability_axis(ax: Axes, every: float, words: str = "probability") -> None:
    """Make the vertical axis one of probabilities, 0 to 1."""
    ax.set_ylim(0, 1.06)
    ax.yaxis.set_major_locator(MultipleLocator(every))
    ax.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    ax.set_ylabel(words)
    plain_grid(ax)


def plain_grid(
    ax: Axes, axis: Literal["x", "y"] = "y", bare: Sequence[str] = ("top", "right")
) -> None:
    """Draw light lines across, or down, and no frame at the bare sides."""
    ax.grid(axis=axis, color=GRID, linewidth=0.7, zorder=0)
    ax.set_axisbelow(True)
    ax.spines[list(bare)].set_visible(False)


def row_axis(
    ax: Axes, names: Sequence[str], ticks: int, bare: Sequence[str] = BARE, **text: Any
) -> None:
    """Make the vertical axis one of named rows, the first on top, and draw lines down.

    Parameters
    ----------
    ax : Axes
    names : list of str
    ticks : int
        The most on the horizontal axis.
    bare : list of str
        Sides without a frame.
    **text
        How the names are written.
    """
    ax.set_yticks(range(len(names)), names, parse_math=False, **text)
    ax.tick_params(axis="y", length=0)
    ax.set_ylim(len(names) - 0.4, -0.6)
    ax.xaxis.set_major_locator(MaxNLocator(nbins=ticks, steps=NICE))
    plain_grid(ax, "x", bare)


def measured_ticks(axis: Axis, name: str) -> None:
    """Write the numbers of an axis in per cent where its measure is a probability."""
    if name == "destroyed":
        axis.set_major_formatter(PercentFormatter(1))


def count_axis(ax: Axes, words: str, ticks: int = 12, **text: Any) -> None:
    """Make the horizontal axis one of whole numbers of something."""
    ax.xaxis.set_major_locator(MaxNLocator(nbins=ticks, integer=True, min_n_ticks=1))
    ax.set_xlabel(words, parse_math=False, **text)


def draw_bars(ax: Axes, rows: Sequence[BarRow], label: str = "exactly") -> None:
    """Draw the probabilities of numbers as bars."""
    ax.bar(
        [(row.low + row.high) / 2 for row in rows],
        [row.exactly for row in rows],
        width=[0.8 * (row.high - row.low + 1) for row in rows],
        color=BAR, edgecolor=CURVE, linewidth=0.6, zorder=2, label=label,
    )  # fmt: skip


def draw_at_least(
    ax: Axes, distribution: Distribution, values: Sequence[int], every: int = 1
) -> None:
    """Draw the probabilities of at least some numbers as a curve."""
    ax.plot(
        values, [distribution.at_least(k) for k in values], color=CURVE, marker="o",
        markersize=3.5, linewidth=1.4, zorder=3, label="at least", markevery=every,
    )  # fmt: skip


def write_beside(
    ax: Axes, text: str, at: tuple[float, float], shift: tuple[float, float], **more: Any
) -> None:
    """Write a text some points beside a place."""
    style = {"fontsize": 9, "va": "center", **more}
    ax.annotate(text, at, xytext=shift, textcoords="offset points", **style)


def left_title(ax: Axes, text: str, size: float = 11, pad: float | None = None) -> None:
    """Write a title that begins where the axes do."""
    ax.set_title(text, loc="left", fontsize=size, pad=pad, parse_math=False)


def white_box(pad: float, alpha: float = 1.0) -> dict[str, Any]:
    """Return what lies behind a text so that it can be read over lines."""
    return {"boxstyle": f"square,pad={pad}", "facecolor": "white", "edgecolor": "none",
            "alpha": alpha}  # fmt: skip


def subtitle(ax: Axes, text: str) -> None:
    """Write what stands between the title and the axes."""
    write_beside(
        ax, text, (0, 1), (0, 8), xycoords="axes fraction", va="baseline", color="#444444"
    )  # fmt: skip


def plain_legend(legend: Legend) -> None:
    """Take the names of a legend for text, never for mathematics."""
    for text in legend.get_texts():
        text.set_parse_math(False)


def outer_legend(
    ax: Axes, handles: Sequence[Any], names: Sequence[str], room: int, caption: str = ""
) -> None:
    """Draw a legend below all panels of a figure, with as many columns as there is room for.

    Parameters
    ----------
    ax : Axes
    handles, names : list
    room : int
        Letters of a line.
    caption : str
        What stands above it.
    """
    sheet = ax.get_figure(root=True)
    assert sheet is not None
    columns = max(1, min(len(names), room // (max(map(len, names)) + 8)))
    legend = sheet.legend(
        handles, names, loc="outside lower left", fontsize=9, frameon=False, ncols=columns,
        handlelength=3.2, title=caption or None, alignment="left",
    )  # fmt: skip
    plain_legend(legend)
    title = legend.get_title()
    title.set(fontsize=8, color="#444444", parse_math=False, linespacing=1.3)


def lower_legend(ax: Axes, down: float) -> None:
    """Draw a legend below the axes, so many times their height down."""
    plain_legend(
        ax.legend(
            loc="upper left", bbox_to_anchor=(0, -down), fontsize=9, frameon=False,
            handlelength=3.2, borderaxespad=0,
        )
    )  # fmt: skip


def top_legend(ax: Axes, handles: Sequence[Any], labels: Sequence[str], left: bool = True) -> None:
    """Draw a legend of two above the axes, at the left or at the right."""
    ax.legend(
        handles=handles, labels=labels, loc="lower left" if left else "lower right", ncols=2,
        bbox_to_anchor=(0 if left else 1, 1.0), frameon=False, fontsize=9, borderaxespad=0.2,
    )  # fmt: skip


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


def short_names(texts: Sequence[str], most: int) -> list[str]:
    """Return names as `short_name` does; those that are alike then have their places behind.

    Parameters
    ----------
    texts : list of str
    most : int
    """
    return placed([short_name(text, most) for text in texts])


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
        write_beside(
            ax, percent(p).replace(".0%", "%"), (float(values[i]), p),
            (4, 5) if right else (0, 7), fontsize=8, va="baseline", color=CURVE,
            ha="left" if right else "center", zorder=5, bbox=white_box(0.1, 0.75),
        )  # fmt: skip
