"""The heroes dice game as pictures: when to act, and what a turn brings.

Drawn like the pictures of `mathhammer.analysis.charts`. What is told by colour is told by
lightness and in words, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator, MultipleLocator

from ..condense import figure
from .style import line_style, new_figure, probability_axis

if TYPE_CHECKING:
    from ...heroes import HeroesResult

#: Cells where rolling is better are dark, those where acting is better are light.
_ROLL = ("#5f86a8", "#0b3954")
_ACT = ("#fdf3e3", "#f0b55a")
#: The policies that are compared where none are named.
POLICIES = ("best", "stop at 3", "keep everything, never leave dice lying", "no all-out war")
#: A cost from which on the shade of a cell stays the same.
_MOST_COST = 3.0


def plot_policy(result: HeroesResult, *, ax: Axes | None = None) -> Axes:
    """Draw whether to act or to roll all the dice left, and what the wrong choice costs.

    Parameters
    ----------
    result : HeroesResult
    ax : Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    Axes
        Horizontal: slots at risk; vertical: dice left, 1 to 5. Each cell holds the better
        choice and the slots lost on average by the other one. Framed cells are those that a
        turn can come to.
    """
    if ax is None:
        ax = new_figure(7.6, 4.0).subplots()
    most = min(result.solution().solver.width, 8)
    for cell in result.crossings(most):
        better, shades = ("roll", _ROLL) if cell.gain > 0 else ("act", _ACT)
        share = min(abs(cell.gain) / _MOST_COST, 1.0)
        low, high = np.array(to_rgb(shades[0])), np.array(to_rgb(shades[1]))
        ax.add_patch(
            Rectangle(
                (cell.at_risk - 0.5, cell.dice - 0.5), 1, 1,
                facecolor=tuple(low + share * (high - low)), edgecolor="white", linewidth=1,
            )
        )  # fmt: skip
        if cell.comes:
            ax.add_patch(
                Rectangle(
                    (cell.at_risk - 0.46, cell.dice - 0.46), 0.92, 0.92, fill=False,
                    edgecolor="black", linewidth=2.2, zorder=3,
                )
            )  # fmt: skip
        ax.annotate(
            f"{better}\n{figure(abs(cell.gain))}", (cell.at_risk, cell.dice), ha="center",
            va="center", fontsize=9, color="white" if better == "roll" else "black",
            fontweight="bold" if cell.comes else "normal", zorder=4,
        )  # fmt: skip
    ax.set_xlim(-0.5, most + 0.5)
    ax.set_ylim(0.5, 5.5)
    ax.xaxis.set_major_locator(MultipleLocator(1))
    ax.yaxis.set_major_locator(MultipleLocator(1))
    ax.tick_params(length=0)
    for side in ax.spines.values():
        side.set_visible(False)
    ax.set_xlabel("slots at risk")
    ax.set_ylabel("dice left")
    ax.set_title("Act, or roll all the dice left?", loc="left", fontsize=11, pad=24)
    _subtitle(ax, "below: slots that the other choice loses on average; framed: a turn comes to it")
    return ax


def plot_slots(
    result: HeroesResult, policies: Iterable[Any] = POLICIES, *, ax: Axes | None = None
) -> Axes:
    """Draw the slots that a turn brings at least, under several policies.

    Parameters
    ----------
    result : HeroesResult
    policies : list of Policy, mapping or str
        As in `HeroesResult.solution`.
    ax : Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    Axes
        Horizontal: slots in a turn; vertical: the probability of at least that many. A line
        a policy.
    """
    if ax is None:
        ax = new_figure(7.6, 4.4).subplots()
    solutions = [result.solution(policy) for policy in policies]
    last = max(solution.distribution.quantile(0.99) for solution in solutions)
    values = np.arange(1, max(last, 1) + 1)
    for i, solution in enumerate(solutions):
        curve = [solution.distribution.at_least(int(k)) for k in values]
        label = f"{solution.policy} ({figure(solution.expected)} on average)"
        ax.plot(values, curve, **line_style(i), label=label, zorder=3)
    probability_axis(ax, MultipleLocator(0.1))
    ax.set_ylabel("P(at least)")
    ax.set_xlim(0.5, values[-1] + 0.5)
    ax.xaxis.set_major_locator(MaxNLocator(nbins=12, integer=True, min_n_ticks=1))
    ax.set_xlabel("slots in a turn")
    ax.set_title("What a turn brings", loc="left", fontsize=11, pad=10)
    ax.legend(frameon=False, fontsize=9, handlelength=3.2)
    return ax


def plot_heroes(
    result: HeroesResult, *, ax: Sequence[Axes] | None = None
) -> np.ndarray[Any, np.dtype[Any]]:
    """Draw when to act, and below it what a turn brings.

    Parameters
    ----------
    result : HeroesResult
    ax : list of Axes, optional
        Two of them; a new figure by default.

    Returns
    -------
    array of Axes of shape (2,)
        Those of `plot_policy` and `plot_slots`.
    """
    axes = list(new_figure(7.6, 8.4).subplots(2, 1) if ax is None else ax)
    if len(axes) != 2:
        raise ValueError(f"{len(axes)} Axes; two are needed")
    plot_policy(result, ax=axes[0])
    plot_slots(result, ax=axes[1])
    return np.array(axes, dtype=object)


def _subtitle(ax: Axes, text: str) -> None:
    ax.annotate(
        text, (0, 1), xytext=(0, 8), xycoords="axes fraction", textcoords="offset points",
        fontsize=9, color="#444444",
    )  # fmt: skip
