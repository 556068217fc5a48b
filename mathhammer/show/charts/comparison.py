"""Loadouts against targets as at-least curves, one panel per target."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from mathhammer.core.format import window
from mathhammer.results.attack import Result
from mathhammer.results.comparison import Comparison
from mathhammer.show.charted import charted, charted_words
from mathhammer.show.charts import captions, style
from mathhammer.show.charts.labels import number_curves
from mathhammer.show.charts.registry import MAX_BY_DEFAULT, check_size
from mathhammer.show.charts.style import AxesArray, short_name, short_names


def plot_comparison(
    comparison: Comparison, *, ax: Axes | Sequence[Axes] | None = None
) -> Axes | AxesArray:
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
        vertical: the probability of at least that many, 0 to 1. One line per loadout, with its
        number where there are more than seven, or where several are one line.

    Raises
    ------
    TooLargeError
        There are more than 14 loadouts or 12 targets: more lines can't be told apart.
    """
    number, loadouts = len(comparison.targets), len(comparison.attackers)
    check_size("curves", loadouts, number)
    across = 1 if number == 1 else 2 if number in (2, 4) else 3 if number <= 9 else 4
    width = 7.0 if across == 1 else 3.4 * across
    axes = style.panels(
        ax, number, "targets", across,
        lambda down: (width, (3.8 if down == 1 else 2.5 * down) + 0.22 * loadouts + 0.8),
    )  # fmt: skip
    titles = short_names([target.label for target in comparison.targets], 32)
    for j, axis in enumerate(axes):
        _target_panel(axis, [comparison.cell(i, j) for i in range(loadouts)], titles[j])
    names = [
        f"{i + 1} {short_name(attacker.label, 48)}"
        for i, attacker in enumerate(comparison.attackers)
    ]
    handles = [Line2D([], [], **style.line_style(i)) for i in range(loadouts)]
    if ax is None:
        words = captions.match_ups(comparison.results, int(width * 15))
        style.outer_legend(axes[0], handles, names, int(width * 11), words)
    else:
        style.plain_legend(axes[0].legend(handles, names, fontsize=8, handlelength=3.2))
    return axes[0] if number == 1 else np.array(axes, dtype=object)


def _target_panel(axis: Axes, results: Sequence[Result], title: str) -> None:
    name, _, most = charted(results[0])
    last = 1
    curves = []
    for i, result in enumerate(results):
        _, distribution, _ = charted(result)
        high = max(window(distribution)[1], 1)
        high += high < most  # the curve comes down to the ground
        last = max(last, high)
        values = np.arange(1, high + 1)
        curve = np.array([distribution.at_least(int(k)) for k in values])
        axis.plot(values, curve, **style.line_style(i, high))
        curves.append((values.astype(float), curve))
    style.probability_axis(axis, 0.25, "P(at least)")
    axis.set_xlim(0.5, last + 0.5)
    number_curves(axis, curves, MAX_BY_DEFAULT)
    style.count_axis(axis, charted_words(name, most), 8, fontsize=9)
    style.left_title(axis, title, 10)
