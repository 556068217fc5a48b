"""Swept fields as pictures: one as curves, two as a heat map that shows the break points."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.colors import Normalize
from matplotlib.ticker import MaxNLocator
from numpy.typing import ArrayLike

from mathhammer.analysis.efficiency import measure
from mathhammer.analysis.sweeps import axis_words, sweep_grid
from mathhammer.analysis.target_grid import lines
from mathhammer.core.distribution import Array
from mathhammer.core.errors import MathhammerError
from mathhammer.core.format import placed
from mathhammer.results.sweep import SweepResult
from mathhammer.show.charts import heat, style
from mathhammer.show.charts.registry import check_swept
from mathhammer.show.charts.style import NICE, AxesArray, measure_words, short_name


def plot_grid(
    values: ArrayLike,
    rows: Sequence[Any],
    columns: Sequence[Any],
    *,
    ax: Axes | None = None,
    name: str = "damage",
    row_name: str = "",
    column_name: str = "",
) -> Axes:
    """Draw a measure over any two characteristics as a heat map.

    Parameters
    ----------
    values : array_like of float, shape (rows, columns)
        NaN where it isn't known.
    rows, columns : list
        The values of the characteristics.
    ax : Axes, optional
        Where to draw; a new figure by default.
    name : str
        The measure, one of `mathhammer.analysis.efficiency.MEASURES`.
    row_name, column_name : str
        The characteristics.

    Returns
    -------
    Axes
        The image holds the values; the first row is at the bottom. Lines part neighbours
        that differ, where there are some that don't: the break points.

    Raises
    ------
    MathhammerError
        The shape is not that of the characteristics, or there is no such measure.

    Examples
    --------
    >>> ax = plot_grid(np.eye(2), [3, 4], [1, 2], row_name="strength", column_name="attacks")
    >>> ax.get_ylabel(), ax.get_images()[0].get_array().tolist()
    ('strength', [[1.0, 0.0], [0.0, 1.0]])
    """
    measure(name)
    shape = len(rows), len(columns)
    try:
        values = np.asarray(values, dtype=float)
    except (TypeError, ValueError):
        raise MathhammerError("not a table of numbers: rows of the same length", "values") from None
    if np.shape(values) != shape:
        raise MathhammerError(f"values of the shape {np.shape(values)} for {shape} characteristics")
    across, up = max(4.6, 1.6 + 0.55 * min(shape[1], 40)), 1.5 + 0.42 * min(shape[0], 40)
    ax = ax or style.new_figure(across, max(3.2, up)).subplots()
    known = np.isfinite(values)
    most = float(values[known].max()) if known.any() else 0.0
    masked = np.ma.masked_invalid(values)
    image = ax.imshow(
        masked, cmap=heat.RISING.with_extremes(bad=heat.MISSING), norm=Normalize(0, most or 1.0),
        aspect="auto", origin="lower",
    )  # fmt: skip
    heat.plain_frame(ax, shape)
    if max(shape) > heat.MAX_WRITTEN:
        bar = heat.colour_bar(ax, image, measure_words(name, 24))
        style.measured_ticks(bar.ax.yaxis, name)
    else:
        texts = [[heat.written(float(value), name) for value in row] for row in values]
        heat.write_cells(ax, texts, image.to_rgba(masked), 9 if shape[1] <= 12 else 6.5)
    parted = draw_break_points(ax, values)
    for axis, given, text in ((ax.yaxis, rows, row_name), (ax.xaxis, columns, column_name)):
        every = max(1, len(given) // heat.MAX_WRITTEN)
        axis.set_ticks(range(0, len(given), every))
        axis.set_ticklabels([short_name(_value(v), 16) for v in given[::every]], parse_math=False)
        axis.set_label_text(short_name(text, 50), parse_math=False)
    if parted:
        words = f"{ax.get_xlabel()}\norange lines: where the number changes"
        ax.set_xlabel(words.strip(), parse_math=False)
    style.left_title(ax, measure_words(name), 10)
    return ax


def draw_break_points(ax: Axes, values: Array) -> bool:
    """Draw a line between neighbours that differ, where some don't; return if there is one."""
    down, across = lines(values)
    drawn = [[(j - 0.5, i - 0.5), (j + 0.5, i - 0.5)] for i, j in np.argwhere(down)]
    drawn += [[(j - 0.5, i - 0.5), (j - 0.5, i + 0.5)] for i, j in np.argwhere(across)]
    if drawn:
        ax.add_collection(LineCollection(drawn, colors="#d55e00", linewidths=1.8, zorder=4,
                                         capstyle="projecting"))  # fmt: skip
    return bool(drawn)


def plot_sweep(
    sweep: SweepResult, *, ax: Axes | Sequence[Axes] | None = None, name: str = "damage"
) -> Axes | AxesArray:
    """Draw a sweep: one curve per match-up over one field, a heat map each over two.

    Parameters
    ----------
    sweep : SweepResult
        Of one or two fields.
    ax : Axes or list of Axes, optional
        One, or with two fields one per match-up; a new figure by default.
    name : str
        The measure, one of `mathhammer.analysis.efficiency.MEASURES`.

    Returns
    -------
    Axes, or array of Axes of shape (match-ups,)

    Raises
    ------
    MathhammerError
        More than two fields are swept, or there are too many match-ups for a picture.
    """
    first = sweep.comparisons[0]
    pairs = [(i, j) for i in range(len(first.attackers)) for j in range(len(first.targets))]
    check_swept(len(sweep.axes), len(pairs))
    grids = [sweep_grid(sweep, name, i, j) for i, j in pairs]
    keys = list(sweep.axes)
    # Names stand above panels, or below the one of curves, where there is more room.
    most = 20 if len(keys) == 2 else 40
    titles = placed([_title(sweep, i, j, most) for i, j in pairs])
    if len(keys) == 1:
        if ax is not None and not isinstance(ax, Axes):
            (ax,) = ax
        return _lines(sweep.axes[keys[0]], keys[0], grids, titles, ax, name)
    rows, columns = (sweep.axes[key] for key in keys)
    across = min(len(pairs), 3)
    wide, high = max(4.8, 1.4 + 0.52 * len(columns)), max(3.2, 1.5 + 0.4 * len(rows))
    axes = style.panels(
        ax, len(pairs), "match-ups", across,
        lambda down: (min(wide, 12) * across, min(high, 12) * down),
    )  # fmt: skip
    for axis, grid, title in zip(axes, grids, titles, strict=True):
        plot_grid(grid, rows, columns, ax=axis, name=name, row_name=axis_words(keys[0]),
                  column_name=axis_words(keys[1]))  # fmt: skip
        style.left_title(axis, f"{title}\n{measure_words(name)}", 10)
    return axes[0] if len(axes) == 1 else np.array(axes, dtype=object)


def _lines(
    values: Sequence[Any], key: str, grids: Sequence[Array], titles: Sequence[str],
    ax: Axes | None, name: str,
) -> Axes:  # fmt: skip
    """Draw a measure over one field, one curve per match-up."""
    ax = ax or style.new_figure(7.0, 3.8 + 0.22 * len(grids)).subplots()
    numbers = all(isinstance(v, int | float) and not isinstance(v, bool) for v in values)
    places = list(values) if numbers else list(range(len(values)))
    for i, (grid, title) in enumerate(zip(grids, titles, strict=True)):
        ax.plot(places, grid, **style.line_style(i), label=title)
    if numbers:
        whole = all(type(value) is int for value in values)
        ax.xaxis.set_major_locator(MaxNLocator(nbins=14, integer=whole, min_n_ticks=1))
    else:
        ax.set_xticks(places, [short_name(_value(v), 16) for v in values], parse_math=False)
    known = [float(grid[np.isfinite(grid)].max(initial=0.0)) for grid in grids]
    ax.set_ylim(0, 1.06 * max(known) or 1.0)  # no marker is cut
    style.measured_ticks(ax.yaxis, name)
    ax.yaxis.set_major_locator(MaxNLocator(nbins=10, min_n_ticks=3, steps=NICE))
    style.plain_grid(ax)
    ax.set_xlabel(axis_words(key), parse_math=False)
    ax.set_ylabel(measure_words(name, 34))
    style.lower_legend(ax, 0.15)
    return ax


def _title(sweep: SweepResult, i: int, j: int, most: int) -> str:
    result = sweep.comparisons[0].cell(i, j)
    names = result.attacker.label, result.target.label
    return " at ".join(short_name(name, most) for name in names)


def _value(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)
