"""Results as pictures. matplotlib lives here and nowhere else.

Each ``plot_*`` draws on the Axes it is given and returns them. Where none is given it
makes a figure: pyplot's, if the caller already works with pyplot or sits in a notebook (so
that the picture is shown there as usual), else one that belongs to nobody. Global
settings are neither read from here nor written.

Colours are told apart by the colour-blind and in grey: bars light, curves dark, and
several curves also by line and marker. Names from files are text, never mathematics.
"""

from __future__ import annotations

import math
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator, MultipleLocator, PercentFormatter

from .condense import bars, charted, clean, figure, percent, shortened, window
from .saves import SAVES, WARDS, roll_label
from .words import ward_words

if TYPE_CHECKING:
    from ..check_results import CheckResult
    from ..comparison import Comparison
    from ..results import Result
    from ..turn_results import TurnResult
    from .saves import AgainstSaves

#: What a picture can be saved as.
FORMATS = (".png", ".svg", ".pdf")

_BAR = "#9cc4e4"
_CURVE = "#0b3954"
_GRID = "#d5d9dd"
#: Okabe and Ito's colours, from dark to light, without the yellow (unreadable on white).
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
#: From no ward to the best: an order, so one colour from dark to light.
_WARD_COLOURS = ("#0b3954", "#1c6488", "#3a86a8", "#5f9ebd")
_LINES: tuple[Any, ...] = (
    "-", (0, (5, 2)), (0, (6, 2, 1, 2)), (0, (1, 1.2)), (0, (9, 3)), (0, (6, 2, 1, 2, 1, 2)),
    (0, (2.5, 1.5)),
)  # fmt: skip
_MARKERS = ("o", "s", "^", "D", "v", "P", "X")
#: The most bars of a pmf, and the most values that are written at the points of a curve.
_MOST_BARS = 40
_MOST_VALUES = 13


def plot_result(result: Result, *, ax: Axes | None = None) -> Axes:
    """Draw how many models fall: each number exactly (bars), and at least that many (curve).

    For a single model with several wounds: the wounds it loses.

    Parameters
    ----------
    result : Result
    ax : Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    Axes
        Horizontal: models or wounds; vertical: probability, 0 to 1. The bars are one
        container, the curve the only line.
    """
    if ax is None:
        ax = _new_figure(7.6, 4.4).subplots()
    name, distribution, most = charted(result)
    low, high = window(distribution)
    rows = bars(distribution, _MOST_BARS)
    inner = [row for row in rows if low <= row.low and row.high <= high]  # the tails are flat
    width = max(row.high - row.low + 1 for row in inner)
    ax.bar(
        [(row.low + row.high) / 2 for row in inner],
        [row.exactly for row in inner],
        width=[0.8 * (row.high - row.low + 1) for row in inner],
        color=_BAR, edgecolor=_CURVE, linewidth=0.6, zorder=2,
        label="exactly" if width == 1 else f"in each {width}",
    )  # fmt: skip
    high = max(high, 1)
    low = 0 if high <= _MOST_BARS or low <= 0.4 * high else low
    values = np.arange(max(low, 1), high + 1)
    at_least = [distribution.at_least(int(k)) for k in values]
    ax.plot(
        values, at_least, color=_CURVE, linewidth=1.8, marker="o", markersize=4.5, zorder=4,
        markevery=1 if values.size <= _MOST_BARS else _every(values), label="at least",
    )  # fmt: skip
    _write_values(ax, values, at_least)
    _probability_axis(ax, MultipleLocator(0.1))
    ax.set_xlim(low - 0.6 * width, high + max(0.6 * width, 0.07 * (high - low)))
    ax.xaxis.set_major_locator(MaxNLocator(nbins=12, integer=True, min_n_ticks=1))
    ax.set_xlabel(f"{name}, of {most}" if most > 1 else f"{name} (one model)")
    title = f"{_name(result.attacker.label, 44)}  against  {_name(result.target.label, 44)}"
    ax.set_title(title, loc="left", fontsize=11, pad=24, parse_math=False)
    ax.annotate(
        f"mean {figure(distribution.mean)}, median {distribution.quantile(0.5)}, "
        f"destroyed {percent(result.destroyed)}",
        (0, 1), xytext=(0, 8), xycoords="axes fraction", textcoords="offset points",
        fontsize=9, color="#444444",
    )  # fmt: skip
    handles = [
        Patch(facecolor=_BAR, edgecolor=_CURVE, linewidth=0.6),
        Line2D([], [], color=_CURVE, linewidth=1.8, marker="o", markersize=4.5),
    ]
    ax.legend(
        handles, ["exactly" if width == 1 else f"in each {width}", "at least"], loc="lower right",
        bbox_to_anchor=(1, 1.0), ncols=2, frameon=False, fontsize=9, borderaxespad=0.2,
    )  # fmt: skip
    return ax


def _every(values: Sequence[int] | Any) -> int:
    """Return at which steps a value is written beside a curve."""
    return max(1, math.ceil(len(values) / _MOST_VALUES))


def _write_values(ax: Axes, values: Sequence[int] | Any, at_least: Sequence[float]) -> None:
    """Write the probabilities at the points of a curve, as many as can be read."""
    every = _every(values)
    last = len(values) - 1
    for i in sorted({*range(0, last - every // 2, every), last}):
        p = at_least[i]
        if i >= every and percent(p) == percent(at_least[i - every]) and p > 0.5:
            continue  # still as good as certain
        right = p > 0.5 or p - at_least[min(i + every, len(values) - 1)] > 0.03
        ax.annotate(
            percent(p).replace(".0%", "%"), (float(values[i]), p),
            xytext=(4, 5) if right else (0, 7), textcoords="offset points", fontsize=8,
            color=_CURVE, ha="left" if right else "center", zorder=5,
            bbox={"boxstyle": "square,pad=0.1", "facecolor": "white", "edgecolor": "none",
                  "alpha": 0.75},
        )  # fmt: skip


def plot_comparison(
    comparison: Comparison, *, ax: Axes | Sequence[Axes] | None = None
) -> Axes | np.ndarray[Any, np.dtype[Any]]:
    """Draw for each target the at-least curves of all loadouts.

    Parameters
    ----------
    comparison : Comparison
    ax : Axes or list of Axes, optional
        One for each target; a new figure by default.

    Returns
    -------
    Axes, or array of Axes of shape (n_targets,)
        Horizontal: models slain, or wounds lost by a target of one model, from 1 on;
        vertical: the probability of at least that many, 0 to 1. A line a loadout.
    """
    number = len(comparison.targets)
    sheet: Figure | None = None
    if ax is None:
        sheet, axes = _panels(number, len(comparison.attackers))
    else:
        axes = [ax] if isinstance(ax, Axes) else list(ax)
        if len(axes) != number:
            raise ValueError(f"{len(axes)} Axes for {number} targets: one for each is needed")
    styles = [_style(i) for i in range(len(comparison.attackers))]
    for j, axis in enumerate(axes):
        _target_panel(axis, [comparison.cell(i, j) for i in range(len(styles))], styles)
    names = [
        f"{i + 1} {_name(attacker.label, 48)}" for i, attacker in enumerate(comparison.attackers)
    ]
    handles = [Line2D([], [], **style) for style in styles]
    if sheet is not None:
        longest = max(len(name) for name in names)
        room = int(sheet.get_figwidth() * 11)
        legend = sheet.legend(
            handles, names, loc="outside lower left", fontsize=9, frameon=False,
            ncols=max(1, min(len(names), room // (longest + 8))), handlelength=3.2,
        )  # fmt: skip
    else:
        legend = axes[0].legend(handles, names, fontsize=8, handlelength=3.2)
    for text in legend.get_texts():
        text.set_parse_math(False)
    return axes[0] if number == 1 else np.array(axes, dtype=object)


def _target_panel(axis: Axes, results: Sequence[Result], styles: Sequence[dict[str, Any]]) -> None:
    name, _, most = charted(results[0])
    last = 1
    for place, (result, style) in enumerate(zip(results, styles, strict=True)):
        _, distribution, _ = charted(result)
        high = max(window(distribution)[1], 1)
        high += high < most  # the curve comes down to the ground
        last = max(last, high)
        values = np.arange(1, high + 1)
        curve = np.array([distribution.at_least(int(k)) for k in values])
        step = max(1, math.ceil(high / 12))
        axis.plot(values, curve, **style, markevery=(min(place, step - 1) % step, step), zorder=3)
    _probability_axis(axis, MultipleLocator(0.25))
    axis.set_xlim(0.5, last + 0.5)
    axis.xaxis.set_major_locator(MaxNLocator(nbins=8, integer=True, min_n_ticks=1))
    axis.set_ylabel("P(at least)")
    axis.set_xlabel(f"{name}, of {most}" if most > 1 else f"{name} (one model)", fontsize=9)
    title = _name(results[0].target.label, 34)
    axis.set_title(title, loc="left", fontsize=10, parse_math=False)


def plot_saves(
    saves: AgainstSaves, *, ax: Axes | Sequence[Axes] | None = None
) -> Axes | np.ndarray[Any, np.dtype[Any]]:
    """Draw the mean damage over the save.

    Parameters
    ----------
    saves : AgainstSaves
    ax : Axes or list of Axes, optional
        One for a single loadout, two for several; a new figure by default.

    Returns
    -------
    Axes, or array of Axes of shape (2,)
        Horizontal: the save, from 2+ to none; vertical: mean damage, in points. Of one
        loadout a line a ward; of several a line a loadout, without a ward and with a 5+.
    """
    one = len(saves.attackers) == 1
    sheet: Figure | None = None
    if ax is None:
        sheet = _new_figure(7.0 if one else 9.0, 4.2 + (0 if one else 0.22 * len(saves.attackers)))
        panels = sheet.subplots(1, 1 if one else 2, sharey=True, squeeze=False)
        axes: list[Axes] = list(panels.flat)
    else:
        axes = [ax] if isinstance(ax, Axes) else list(ax)
        if len(axes) != (1 if one else 2):
            raise ValueError("one Axes for a single loadout, two for several are needed")
    most = float(saves.means.max())
    if one:
        names = [ward_words(saves.game, ward) for ward in WARDS]
        _saves_panel(axes[0], saves.means[0], names, most, _WARD_COLOURS)
        _write_wards(axes[0], saves.means[0], names)
        title = f"{_name(saves.attackers[0].label, 60)}  against every save"
        axes[0].set_title(title, loc="left", fontsize=11, pad=10, parse_math=False)
    else:
        names = [f"{i + 1} {_name(a.label, 48)}" for i, a in enumerate(saves.attackers)]
        for axis, ward in zip(axes, (0, 5), strict=True):
            _saves_panel(axis, saves.means[:, WARDS.index(ward)], names, most)
            title = ward_words(saves.game, ward)
            axis.set_title(title[0].upper() + title[1:], loc="left", fontsize=10)
        axes[1].set_ylabel("")
    if one:
        return axes[0]
    if sheet is not None:
        longest = max(len(name) for name in names)
        legend = sheet.legend(
            *axes[0].get_legend_handles_labels(), loc="outside lower left", fontsize=9,
            frameon=False, ncols=max(1, min(len(names), 99 // (longest + 8))), handlelength=3.2,
        )  # fmt: skip
    else:
        legend = axes[0].legend(fontsize=8, frameon=False, handlelength=3.2, loc="upper left")
    for text in legend.get_texts():
        text.set_parse_math(False)
    return np.array(axes, dtype=object)


def _saves_panel(
    axis: Axes,
    lines: np.ndarray[Any, np.dtype[np.float64]],
    names: Sequence[str],
    most: float,
    colours: Sequence[str] = (),
) -> None:
    """Draw lines over the saves, on an axis up to a largest mean."""
    places = np.arange(len(SAVES))
    for i, (line, name) in enumerate(zip(lines, names, strict=True)):
        style = _style(i)
        if colours:
            style["color"] = colours[i]
        axis.plot(places, line, **style, label=name, zorder=3)
    axis.set_xticks(places, [roll_label(save) if save else "none" for save in SAVES])
    axis.set_xlim(-0.3, len(SAVES) - 0.7)
    axis.set_ylim(0, max(most * 1.12, 0.1))
    axis.yaxis.set_major_locator(MaxNLocator(nbins=8, min_n_ticks=3, steps=[1, 2, 5, 10]))
    axis.set_xlabel("save of the target")
    axis.set_ylabel("mean damage")
    _plain_grid(axis)


def _write_wards(
    axis: Axes, lines: np.ndarray[Any, np.dtype[np.float64]], names: Sequence[str]
) -> None:
    """Write the wards at the ends of their lines, and the values at the points of the first."""
    last = len(SAVES) - 1
    for line, name, colour in zip(lines, names, _WARD_COLOURS, strict=True):
        axis.annotate(
            name, (last, float(line[-1])), xytext=(8, 0), textcoords="offset points", fontsize=9,
            color=colour, va="center", annotation_clip=False,
        )  # fmt: skip
    for place, value in enumerate(lines[0]):
        axis.annotate(
            figure(float(value)), (place, float(value)), xytext=(0, 7), fontsize=8,
            textcoords="offset points", color=_WARD_COLOURS[0], ha="center",
        )  # fmt: skip


def plot_turn(result: TurnResult, *, axes: Sequence[Axes] | None = None) -> list[Axes]:
    """Draw how many models each unit has left at the end of a turn.

    Parameters
    ----------
    result : TurnResult
    axes : sequence of Axes, optional
        One for each unit; a new figure by default.

    Returns
    -------
    list of Axes
        Horizontal: models left; vertical: probability, 0 to 1. The bars are one container,
        the curve of at least so many the only line.
    """
    if axes is None:
        panels = _new_figure(max(5.0, 4.2 * len(result.names)), 4.2).subplots(
            1, len(result.names), squeeze=False
        )
        axes = list(panels[0])
    for ax, unit in zip(axes, result.names, strict=True):
        distribution = result.models(unit)
        rows = bars(distribution, _MOST_BARS)
        ax.bar(
            [(row.low + row.high) / 2 for row in rows],
            [row.exactly for row in rows],
            width=[0.8 * (row.high - row.low + 1) for row in rows],
            color=_BAR, edgecolor=_CURVE, linewidth=0.6, zorder=2, label="exactly",
        )  # fmt: skip
        values = list(range(distribution.maximum + 1))
        ax.plot(
            values, [distribution.at_least(k) for k in values], color=_CURVE, marker="o",
            markersize=3.5, linewidth=1.4, zorder=3, label="at least",
        )  # fmt: skip
        ax.set_title(f"{_name(unit, 40)}: destroyed {percent(result.destroyed(unit))}")
        ax.set_xlabel(f"models left (of {distribution.maximum})")
        ax.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=12))
        _probability_axis(ax, MultipleLocator(0.2))
    axes[0].set_ylabel("probability")
    axes[0].legend(frameon=False)
    return list(axes)


def plot_check(result: CheckResult, *, ax: Axes | None = None) -> Axes:
    """Draw the answer to a check.

    Parameters
    ----------
    result : CheckResult
    ax : Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    Axes
        Of a number: horizontal the number, vertical its probability, 0 to 1; the bars (exactly)
        are one container, the curve (at least) the only line. Else a horizontal bar for each
        probability.
    """
    if ax is None:
        ax = _new_figure(6.4, 4.2).subplots()
    answers = {n: v for n, v in result.answers.items() if isinstance(v, float)}
    title = result.check.asks[0].upper() + result.check.asks[1:]
    ax.set_title(title, loc="left", fontsize=11, pad=24, parse_math=False)
    distribution = result.distribution
    if distribution is None:
        places = range(len(answers))
        ax.barh(places, list(answers.values()), color=_BAR, edgecolor=_CURVE, linewidth=0.6)
        ax.set_yticks(places, [result.words[name] for name in answers])
        ax.invert_yaxis()
        ax.set_xlim(0, 1.12)
        ax.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        ax.set_xlabel("probability")
        for place, p in zip(places, answers.values(), strict=True):
            ax.annotate(percent(p), (p, place), xytext=(4, 0), textcoords="offset points",
                        fontsize=9, va="center")  # fmt: skip
        for side in ("top", "right"):
            ax.spines[side].set_visible(False)
        return ax
    rows = bars(distribution, _MOST_BARS)
    ax.bar(
        [(row.low + row.high) / 2 for row in rows],
        [row.exactly for row in rows],
        width=[0.8 * (row.high - row.low + 1) for row in rows],
        color=_BAR, edgecolor=_CURVE, linewidth=0.6, zorder=2, label="exactly",
    )  # fmt: skip
    low, high = window(distribution)
    values = list(range(low, high + 1))
    ax.plot(
        values, [distribution.at_least(k) for k in values], color=_CURVE, marker="o",
        markersize=3.5, linewidth=1.4, zorder=3, label="at least",
        markevery=1 if len(values) <= _MOST_BARS else _every(values),
    )  # fmt: skip
    ax.set_xlabel(result.words["distribution"])
    ax.set_xlim(low - 0.7, high + 0.7)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=12, min_n_ticks=1))
    _probability_axis(ax, MultipleLocator(0.2))
    said = [f"mean {figure(distribution.mean)}"]
    said += [f"{result.words[name]} {percent(p)}" for name, p in answers.items()]
    ax.annotate(
        ", ".join(said), (0, 1), xytext=(0, 8), xycoords="axes fraction",
        textcoords="offset points", fontsize=9, color="#444444",
    )  # fmt: skip
    ax.legend(frameon=False, fontsize=9)
    return ax


def save(ax: Axes | np.ndarray[Any, np.dtype[Any]], path: str | Path) -> None:
    """Save the figure of some Axes as PNG, SVG or PDF, after the ending of the path.

    No clock times are written, so the same picture is the same file.

    Raises
    ------
    ValueError
        For another ending.
    OSError
        If the file can't be written.
    """
    ending = Path(path).suffix.lower()
    if ending not in FORMATS:
        raise ValueError(f"a picture is saved as {', '.join(FORMATS)}, not {ending or 'no ending'}")
    first = ax if isinstance(ax, Axes) else ax.flat[0]
    sheet = first.get_figure(root=True)
    if sheet is None:
        raise ValueError("these Axes belong to no figure any more")
    dates: dict[str, dict[str, Any]] = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
    with warnings.catch_warnings():
        # A name in letters that the font lacks shows boxes; that is no reason for noise.
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        sheet.savefig(path, dpi=150, metadata=dates.get(ending))


# ------------------------------------------------------------------------------ small parts


def _new_figure(width: float, height: float) -> Figure:
    """Return a figure, pyplot's where the caller works with it (see the module)."""
    if "matplotlib.pyplot" in sys.modules or "ipykernel" in sys.modules:
        from matplotlib import pyplot

        return pyplot.figure(figsize=(width, height), layout="constrained")
    return Figure(figsize=(width, height), layout="constrained")


def _panels(number: int, loadouts: int) -> tuple[Figure, list[Axes]]:
    """Return a figure with `number` panels of the same size."""
    across = 1 if number == 1 else 2 if number in (2, 4) else 3 if number <= 9 else 4
    down = math.ceil(number / across)
    width = 7.0 if across == 1 else 3.4 * across
    sheet = _new_figure(width, (3.8 if down == 1 else 2.5 * down) + 0.22 * loadouts + 0.3)
    axes = sheet.subplots(down, across, squeeze=False)
    flat = list(axes.flat)
    for unused in flat[number:]:
        unused.remove()
    return sheet, flat[:number]


def _style(i: int) -> dict[str, Any]:
    """Return how the i-th loadout is drawn: no two of the first 49 alike."""
    return {
        "color": _COLOURS[i % len(_COLOURS)],
        "linestyle": _LINES[(i + i // len(_COLOURS)) % len(_LINES)],
        "marker": _MARKERS[i % len(_MARKERS)],
        "markersize": 5,
        "markerfacecolor": "white",
        "linewidth": 1.7,
    }


def _probability_axis(ax: Axes, ticks: MultipleLocator) -> None:
    ax.set_ylim(0, 1.06)
    ax.yaxis.set_major_locator(ticks)
    ax.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    ax.set_ylabel("probability")
    _plain_grid(ax)


def _plain_grid(ax: Axes) -> None:
    ax.grid(axis="y", color=_GRID, linewidth=0.7, zorder=0)
    ax.set_axisbelow(True)
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)


def _name(text: str, most: int) -> str:
    return shortened(clean(text), most)
