"""What loadouts do over the characteristics of a target, as heat maps with their break points."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import Normalize, TwoSlopeNorm

from mathhammer.analysis.saves import SAVES, roll_label
from mathhammer.analysis.target_grid import Grid
from mathhammer.core.format import placed
from mathhammer.games.words import ward_words
from mathhammer.show.charts import heat, style
from mathhammer.show.charts.grid import draw_break_points
from mathhammer.show.charts.registry import check_panels
from mathhammer.show.charts.style import AxesArray, short_name
from mathhammer.show.gridded import WORDS, scale, target_words, written


def plot_target_grid(grid: Grid, *, ax: Axes | Sequence[Axes] | None = None) -> Axes | AxesArray:
    """Draw what loadouts do over toughness and save, or over ward and save.

    Parameters
    ----------
    grid : Grid
    ax : Axes or list of Axes, optional
        One for each loadout and panel; a new figure by default.

    Returns
    -------
    Axes, or array of Axes of shape (loadouts * panels,)
        A heat map each, on one scale of colours: the saves across, toughness or ward down. Lines
        part neighbours that differ, where there are some that don't: the break points. A
        difference of loadouts is blue where there is more, orange where there is less.

    Raises
    ------
    MathhammerError
        There are too many loadouts and panels for a picture.
    """
    shape = len(grid.row_values), len(SAVES)
    number = len(grid.attackers) * len(grid.panels)
    check_panels(number)
    across = min(number, 2 if number in (2, 4) else 3)
    axes = style.panels(
        ax, number, "panels", across,
        lambda down: (max(6.2, 4.4 * across), 0.5 + (1.3 + 0.3 * shape[0]) * down),
    )  # fmt: skip
    values = grid.differences.reshape(number, *shape)
    most = scale(grid)
    norm: Normalize = Normalize(0, most)
    colours = heat.RISING
    if grid.minus is not None:
        norm, colours = TwoSlopeNorm(0.0, -most, most), heat.AROUND
    for axis, cells, title in zip(axes, values, _titles(grid), strict=True):
        image = axis.imshow(cells, cmap=colours, norm=norm, aspect="auto")
        heat.plain_frame(axis, shape)
        texts = [[written(grid, value) for value in row] for row in cells.tolist()]
        heat.write_cells(axis, texts, image.to_rgba(cells), 8.5)
        draw_break_points(axis, cells)
        names = [str(row) for row in grid.row_values]
        if grid.rows_are == "ward":
            names = [ward_words(grid.game, ward).removeprefix("ward ") for ward in grid.row_values]
        axis.set_yticks(range(shape[0]), names)
        axis.set_xticks(range(shape[1]), [roll_label(save) if save else "none" for save in SAVES])
        axis.set_ylabel(grid.rows_are)
        axis.set_xlabel("save")
        style.left_title(axis, title, 9.5)
    if ax is None:
        _head(axes[0], grid, 100 if across > 1 else 62)
    return axes[0] if number == 1 else np.array(axes, dtype=object)


def _titles(grid: Grid) -> list[str]:
    """Return what stands above each panel: its loadout, where there are several, and its rolls."""
    several = len(grid.attackers) > 1
    names = placed([short_name(unit.label, 44) for unit in grid.attackers])
    titles = []
    for i, name in enumerate(names, 1):
        for panel in grid.panels:
            rolls = panel.words if grid.rows_are != "ward" else ""
            lines = [f"{i} {name}"] * several + [rolls] * (len(grid.panels) > 1)
            titles.append("\n".join(lines))
    return titles


def _head(ax: Axes, grid: Grid, most: int) -> None:
    """Write above all panels what is drawn."""
    sheet = ax.get_figure(root=True)
    assert sheet is not None
    words = WORDS[grid.measure]
    first = f"{words[0].upper()}{words[1:]} over {grid.rows_are} and save"
    lines = [first]
    if len(grid.attackers) == 1:
        lines.append(short_name(grid.attackers[0].label, most))
    if grid.minus is not None:
        lines.append(short_name(f"less {grid.minus.label}", most))
        lines.append("blue: more than that, orange: less")
    lines.append(short_name(f"target: {target_words(grid)}; lines: break points", most + 20))
    sheet.suptitle("\n".join(lines), x=0.012, ha="left", fontsize=10.5, parse_math=False)
