"""What heat maps have in common: cells with values, and colours that hold in grey."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.image import AxesImage

from mathhammer.core.distribution import Array
from mathhammer.core.format import figure, percent
from mathhammer.show import shades

#: More cells than this across, or down, have no values written in them.
MAX_WRITTEN = 24
#: From the worst to the best: light to dark in one hue, so that it holds in grey.
RISING = LinearSegmentedColormap.from_list("rising", shades.RISING)
#: Below and above a baseline: orange and blue, white between; what is below is hatched, too.
AROUND = LinearSegmentedColormap.from_list("around", shades.AROUND)
MISSING = "#e4e4e4"
#: The longest colour bar, in inches.
_LONGEST = 3.2
#: A scale of ratios reaches to one of these more: as far as the data; with its steps.
_REACH = {0.1: 0.05, 0.25: 0.1, 0.5: 0.25}
#: Doublings beyond which ratios are clipped: 16 times as much, or as little.
MAX_DOUBLINGS = 4.0


def written(value: float, name: str) -> str:
    """Return the value of a measure as it stands in a cell.

    Examples
    --------
    >>> written(0.123, "destroyed"), written(2.5, "damage"), written(float("nan"), "damage")
    ('12.3%', '2.50', '-')
    """
    if np.isnan(value):
        return "-"
    if name == "destroyed":
        return percent(value)
    return figure(value) if abs(value) < 100 else f"{value:.0f}"


def write_cells(ax: Axes, texts: Sequence[Sequence[str]], colours: Array, size: float) -> None:
    """Write a text into each cell, white on dark colours.

    Parameters
    ----------
    ax : Axes
    texts : list of list of str
    colours : ndarray of float64, shape (rows, columns, 4)
        Of the cells, as red, green, blue and alpha from 0 to 1.
    size : float
        Of the letters, in points.
    """
    light = luminance(colours)
    for i, row in enumerate(texts):
        for j, text in enumerate(row):
            ax.text(j, i, text, ha="center", va="center", fontsize=size, parse_math=False,
                    color=shades.INKS[int(light[i, j] >= shades.DARK)])  # fmt: skip


def luminance(colours: Array) -> Array:
    """Return how light colours look in grey, 0 to 1; shape without the last axis."""
    return np.asarray(colours[..., :3] @ shades.GREY)


def plain_frame(ax: Axes, shape: tuple[int, int]) -> None:
    """Take the frame away and part the cells by white lines."""
    ax.spines[:].set_visible(False)
    ax.set_xticks(np.arange(shape[1] + 1) - 0.5, minor=True)
    ax.set_yticks(np.arange(shape[0] + 1) - 0.5, minor=True)
    ax.grid(which="minor", color="white", linewidth=1.2 if max(shape) <= MAX_WRITTEN else 0.2)
    ax.tick_params(which="both", length=0)


def colour_bar(ax: Axes, image: AxesImage, words: str, extend: str = "neither") -> Any:
    """Draw the scale of an image beside it, of one length beside low and high pictures.

    Parameters
    ----------
    ax : Axes
    image : AxesImage
    words : str
        What the colours are, with its unit.
    extend : {"neither", "min", "max", "both"}
        Ends beyond which values are drawn as the end.

    Returns
    -------
    Colorbar
    """
    figure_, box = ax.get_figure(root=False), ax.get_position()
    assert figure_ is not None
    high = box.height * figure_.bbox.height / figure_.dpi
    bar = figure_.colorbar(
        image, ax=ax, extend=extend, shrink=min(1.0, _LONGEST / high), anchor=(0.0, 1.0),
        aspect=16, pad=0.02, fraction=0.06,
    )  # fmt: skip
    bar.outline.set_visible(False)
    bar.ax.tick_params(labelsize=8, length=2)
    bar.set_label(words, fontsize=8.5)
    return bar


def reach(ratios: Array) -> float:
    """Return the doublings up and down that a scale of ratios shows.

    Parameters
    ----------
    ratios : ndarray of float64
        Their logarithms to the base of 2; what isn't finite doesn't count.

    Returns
    -------
    float
        As far as the data go, from a tenth more to `MAX_DOUBLINGS`.

    Examples
    --------
    >>> reach(np.array([0.0, -np.inf, 1.2])), reach(np.array([7.0])), round(reach(np.zeros(1)), 3)
    (2.0, 4.0, 0.138)
    """
    finite = np.abs(ratios[np.isfinite(ratios)])
    most = float(finite.max()) if finite.size else 0.0
    for more in _REACH:
        if most <= math.log2(1 + more) + 1e-12:
            return math.log2(1 + more)
    return float(min(max(1, math.ceil(most - 1e-9)), MAX_DOUBLINGS))


def ratio_ticks(doublings: float) -> dict[float, str]:
    """Return where ratios are written on a scale of them, and how.

    Parameters
    ----------
    doublings : float
        Of the scale, as of `reach`.

    Examples
    --------
    >>> ratio_ticks(2.0)
    {-2.0: '1/4', -1.0: '1/2', 0.0: 'equal', 1.0: 'x2', 2.0: 'x4'}
    >>> list(ratio_ticks(math.log2(1.1)).values())
    ['-5%', 'equal', '+5%', '+10%']
    """
    if doublings >= 1:
        whole = range(-int(doublings), int(doublings) + 1)
        return {float(k): f"x{2**k}" if k > 0 else f"1/{2**-k}" if k else "equal" for k in whole}
    step = next(step for more, step in _REACH.items() if 2**doublings - 1 <= more + 1e-9)
    ticks = {math.log2(1 + k * step): f"{100 * k * step:+.3g}%" for k in (-2, -1, 0, 1, 2)}
    return {
        at: text if at else "equal" for at, text in ticks.items() if abs(at) <= doublings + 1e-9
    }
