"""The heroes dice game as pictures: when to act, what a turn brings, how games end.

Drawn like the pictures of `mathhammer.show.charts`. What is told by colour is told by
lightness and in words, too.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.patches import Rectangle
from matplotlib.ticker import MultipleLocator

from mathhammer.core.errors import MathhammerError
from mathhammer.core.format import figure, percent
from mathhammer.heroes import GamesResult, HeroesResult
from mathhammer.show.charts import style
from mathhammer.show.charts.style import BARE, AxesArray, short_name

#: Cells where rolling is better are dark, those where acting is better are light.
_ROLL = ("#5f86a8", "#0b3954")
_ACT = ("#fdf3e3", "#f0b55a")
#: The policies that are compared where none are named.
POLICIES = ("best", "stop at 3", "keep everything, never leave dice lying", "no all-out war")
#: A cost from which on the shade of a cell stays the same.
_MOST_COST = 3.0
#: The most ways to go on that have a bar.
MAX_WAYS = 10


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
    ax = ax or style.new_figure(7.6, 4.0).subplots()
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
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_locator(MultipleLocator(1))
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    ax.set_xlabel("slots at risk")
    ax.set_ylabel("dice left")
    style.left_title(ax, "Act, or roll all the dice left?", pad=24)
    words = "below: slots that the other choice loses on average; framed: a turn comes to it"
    style.subtitle(ax, words)
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
    ax = ax or style.new_figure(7.6, 4.4).subplots()
    solutions = [result.solution(policy) for policy in policies]
    last = max(solution.distribution.quantile(0.99) for solution in solutions)
    values = np.arange(1, max(last, 1) + 1)
    for i, solution in enumerate(solutions):
        curve = [solution.distribution.at_least(int(k)) for k in values]
        label = f"{solution.policy} ({figure(solution.expected)} on average)"
        ax.plot(values, curve, **style.line_style(i), label=label)
    style.probability_axis(ax, 0.1, "P(at least)")
    ax.set_xlim(0.5, values[-1] + 0.5)
    style.count_axis(ax, "slots in a turn")
    style.left_title(ax, "What a turn brings", pad=10)
    ax.legend(frameon=False, fontsize=9, handlelength=3.2)
    return ax


def plot_alternatives(result: HeroesResult, *, ax: Axes | None = None) -> Axes:
    """Draw what each way to go on with some dice is worth.

    Parameters
    ----------
    result : HeroesResult
        With dice.
    ax : Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    Axes
        One bar per way, the best one on top, at most `MAX_WAYS`; horizontal: expected slots of
        the turn.
    """
    if result.advice is None:
        raise MathhammerError("no dice were rolled, so there are no ways to go on", "rolled")
    ways = result.advice.alternatives[:MAX_WAYS]
    ax = ax or style.new_figure(7.6, 1.6 + 0.42 * len(ways)).subplots()
    values = [way.value for way in ways]
    colours = [_ROLL[1] if way.then == "roll" else _ACT[1] for way in ways]
    ax.barh(range(len(ways)), values, color=colours, height=0.66, zorder=3)
    for place, way in enumerate(ways):
        told = figure(way.value)
        if way.exhausted:
            told += f"  (exhausted {percent(way.exhausted)})"
        style.write_beside(ax, told, (way.value, place), (4, 0))
    names = [f"keep {w.kept_words}: {w.then_words}" if w.keep else w.then for w in ways]
    ax.set_yticks(range(len(ways)), names, fontsize=9)
    ax.set_ylim(len(ways) - 0.4, -0.6)
    ax.set_xlim(0, max([*values, 4.0]) * 1.38)
    ax.tick_params(axis="y", length=0)
    ax.spines[list(BARE)].set_visible(False)
    ax.set_xlabel("slots of the turn on average")
    setup = result.setup
    dice = " ".join(map(str, setup.rolled))
    if setup.lying:
        dice += f", lying {' '.join(map(str, setup.lying))}"
    at_risk = f"; {setup.at_risk} at risk" if setup.at_risk else ""
    style.margin_title(ax, f"What to do with {dice}{at_risk}")
    return ax


def plot_games(result: GamesResult, *, ax: Sequence[Axes] | None = None) -> AxesArray:
    """Draw the scores of both players, and below them how long games last.

    Parameters
    ----------
    result : GamesResult
    ax : list of Axes, optional
        Two of them; a new figure by default.

    Returns
    -------
    array of Axes of shape (2,)
        Above: one line per player, the probability of each score; below: a bar for each number
        of turns of both players together, without the longest hundredth and games broken off.
    """
    scores, lengths = style.panels(ax, 2, "panels", 1, lambda _: (7.6, 7.0))
    for i, team in enumerate(result.teams):
        score, won = result.score(i), result.win(i).probability
        values = np.arange(score.minimum, score.maximum + 1)
        name, mean = short_name(team.label, 40), figure(score.mean)
        label = f"{name} (wins {percent(won)}, {mean} on average)"
        if result.teams[0].label == result.teams[1].label:
            label = f"{'first' if i == 0 else 'second'}: {label}"
        masses = [score.pmf(int(k)) for k in values]
        scores.plot(values, masses, **style.line_style(i), label=label)
    scores.set_ylim(bottom=0)
    style.count_axis(scores, "score at the end of a game (slots)")
    drawn = percent(result.drawn.probability)
    style.left_title(scores, f"{result.trials:,} games, {drawn} drawn", pad=10)
    style.plain_legend(scores.legend(frameon=False, fontsize=9, handlelength=3.2))
    turns = result.turns
    ended = result.games[result.games[:, 0] < 3, 1]  # what was broken off would be far away
    last = int(np.quantile(ended, 0.99, method="higher")) if ended.size else turns.maximum
    values = np.arange(turns.minimum, last + 1)
    lengths.bar(values, [turns.pmf(int(k)) for k in values], color=_ROLL[0], zorder=3)
    lengths.set_xlim(values[0] - 0.6, values[-1] + 0.6)
    style.count_axis(lengths, "turns of both players together")
    told = f"How long a game lasts: {figure(turns.mean)} turns on average"
    if result.unfinished:
        broken = percent(result.unfinished / result.trials)
        told += f"; {broken} broken off after {result.setup.most_turns}"
    style.left_title(lengths, told, pad=10)
    for one in (scores, lengths):
        one.set_ylabel("probability")
        one.yaxis.set_major_formatter(lambda share, _: f"{100 * share:g}%")
        style.plain_grid(one)
    return np.array([scores, lengths], dtype=object)


def plot_heroes(result: HeroesResult, *, ax: Sequence[Axes] | None = None) -> AxesArray:
    """Draw when to act, or with dice what each way to go on is worth; below, what a turn brings.

    Parameters
    ----------
    result : HeroesResult
    ax : list of Axes, optional
        Two of them; a new figure by default.

    Returns
    -------
    array of Axes of shape (2,)
        Those of `plot_policy`, or with dice `plot_alternatives`, and of `plot_slots`.
    """
    axes = style.panels(ax, 2, "panels", 1, lambda _: (7.6, 8.4))
    (plot_policy if result.advice is None else plot_alternatives)(result, ax=axes[0])
    plot_slots(result, ax=axes[1])
    return np.array(axes, dtype=object)
