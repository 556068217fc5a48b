"""One match-up as a picture."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from mathhammer.core.format import bars, figure, percent, window
from mathhammer.results.attack import Result
from mathhammer.show.charted import charted, charted_words
from mathhammer.show.charts import captions, style
from mathhammer.show.charts.style import BAR, CURVE, MAX_BARS, versus


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
    own = ax is None
    ax = ax or style.new_figure(7.6, 4.9).subplots()
    name, distribution, most = charted(result)
    low, high = window(distribution)
    rows = bars(distribution, MAX_BARS)
    inner = [row for row in rows if low <= row.low and row.high <= high]  # the tails are flat
    width = max(row.high - row.low + 1 for row in inner)
    label = "exactly" if width == 1 else f"in each {width}"
    style.draw_bars(ax, inner, label)
    high = max(high, 1)
    low = 0 if high <= MAX_BARS or low <= 0.4 * high else low
    values = np.arange(max(low, 1), high + 1)
    at_least = [distribution.at_least(int(k)) for k in values]
    ax.plot(
        values, at_least, color=CURVE, linewidth=1.8, marker="o", markersize=4.5, zorder=4,
        markevery=1 if values.size <= MAX_BARS else style.spacing(values), label="at least",
    )  # fmt: skip
    style.write_values(ax, values, at_least)
    style.probability_axis(ax, 0.1)
    ax.set_xlim(low - 0.6 * width, high + max(0.6 * width, 0.07 * (high - low)))
    style.count_axis(ax, charted_words(name, most))
    title = versus(result.attacker.label, result.target.label)
    style.left_title(ax, title, pad=24)
    words = f"mean {figure(distribution.mean)}, median {distribution.quantile(0.5)}"
    style.subtitle(ax, f"{words}, destroyed {percent(result.destroyed)}")
    handles = [
        Patch(facecolor=BAR, edgecolor=CURVE, linewidth=0.6),
        Line2D([], [], color=CURVE, linewidth=1.8, marker="o", markersize=4.5),
    ]
    style.top_legend(ax, handles, [label, "at least"], left=False)
    if own:
        captions.write(ax, captions.match_ups([result]))
    return ax
