"""The answer to a check as a picture."""

from matplotlib.axes import Axes
from matplotlib.patches import Patch
from matplotlib.ticker import PercentFormatter

from mathhammer.core.format import bars, figure, percent, window
from mathhammer.results.check import CheckResult
from mathhammer.show.charts import captions, style
from mathhammer.show.charts.style import BAR, CURVE, MAX_BARS


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
    answers = {n: v for n, v in result.answers.items() if isinstance(v, float)}
    own = ax is None
    high = 4.5 if result.distribution is not None else 1.6 + 0.42 * len(answers)
    ax = ax or style.new_figure(6.4, high).subplots()
    title = result.check.asks[0].upper() + result.check.asks[1:]
    style.left_title(ax, title, pad=24)
    distribution = result.distribution
    if distribution is None:
        places = range(len(answers))
        ax.barh(places, list(answers.values()), height=0.62, color=BAR, edgecolor=CURVE,
                linewidth=0.6)  # fmt: skip
        ax.set_ylim(-0.6, len(answers) - 0.4)
        ax.set_yticks(places, [result.words[name] for name in answers])
        ax.invert_yaxis()
        ax.set_xlim(0, 1.12)
        ax.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        ax.set_xlabel("probability")
        for place, p in zip(places, answers.values(), strict=True):
            style.write_beside(ax, percent(p), (p, place), (4, 0))
        ax.spines[["top", "right"]].set_visible(False)
        if own:
            captions.write(ax, captions.played(result))
        return ax
    rows = bars(distribution, MAX_BARS)
    style.draw_bars(ax, rows)
    needed = result.named.get("needed")
    if isinstance(needed, int):
        for row, bar in zip(rows, ax.containers[0], strict=True):
            if row.low >= needed:
                bar.set_facecolor(CURVE)
    low, high = window(distribution)
    values = range(low, high + 1)
    every = 1 if len(values) <= MAX_BARS else style.spacing(values)
    style.draw_at_least(ax, distribution, values, every)
    ax.set_xlim(low - 0.7, high + 0.7)
    style.count_axis(ax, result.words["distribution"])
    style.probability_axis(ax, 0.2)
    said = [f"mean {figure(distribution.mean)}"]
    said += [f"{result.words[name]} {percent(p)}" for name, p in answers.items()]
    style.subtitle(ax, ", ".join(said))
    handles, names = ax.get_legend_handles_labels()
    if isinstance(needed, int):
        reroll = getattr(result.check, "reroll", None)
        handles.append(Patch(facecolor=CURVE, edgecolor=CURVE))
        names.append(f"{needed}+ is needed" + (f"; re-roll: {reroll}" if reroll else ""))
    if own:
        style.outer_legend(ax, handles, names, 90, captions.played(result))
    else:
        ax.legend(handles, names, frameon=False, fontsize=9)
    return ax
