"""What heat maps have in common: cells with values, and colours that hold in grey."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap

from ...distribution import Array
from ..condense import figure, percent

#: More cells than this across, or down, have no values written in them.
MOST_WRITTEN = 24
#: From the worst to the best: light to dark in one hue, so that it holds in grey.
RISING = LinearSegmentedColormap.from_list(
    "rising", ["#f7fbff", "#cfe1f2", "#93c4df", "#4a97c9", "#1764ab", "#08306b"]
)
#: Below and above a baseline: orange and blue, white between; what is below is hatched, too.
AROUND = LinearSegmentedColormap.from_list(
    "around", ["#b35806", "#e08214", "#fdb863", "#ffffff", "#92c5de", "#4393c3", "#2166ac"]
)
MISSING = "#e4e4e4"


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


def write_cells(
    ax: Axes, texts: Sequence[Sequence[str]], colours: np.ndarray[Any, np.dtype[Any]], size: float
) -> None:
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
                    color="white" if light[i, j] < 0.45 else "#111111")  # fmt: skip


def luminance(colours: np.ndarray[Any, np.dtype[Any]]) -> Array:
    """Return how light colours look in grey, 0 to 1; shape without the last axis."""
    found: Array = colours[..., :3] @ np.array([0.299, 0.587, 0.114])
    return found


def plain_frame(ax: Axes, shape: tuple[int, int]) -> None:
    """Take the frame away and part the cells by white lines."""
    for side in ax.spines.values():
        side.set_visible(False)
    ax.set_xticks(np.arange(shape[1] + 1) - 0.5, minor=True)
    ax.set_yticks(np.arange(shape[0] + 1) - 0.5, minor=True)
    ax.grid(which="minor", color="white", linewidth=1.2 if max(shape) <= MOST_WRITTEN else 0.2)
    ax.tick_params(which="both", length=0)
