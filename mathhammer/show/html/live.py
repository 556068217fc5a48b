"""The live picture of the interactive page: one match-up beside the one that is kept."""

import math

from mathhammer.core.format import figure, percent
from mathhammer.results.attack import Result
from mathhammer.show.charted import charted, charted_words
from mathhammer.show.html.inline import curve_points, inline_chart
from mathhammer.show.html.render import render

#: Of the picture, in units of its own.
WIDTH, HEIGHT = 640, 240
#: The most numbers whose chance is written at the curve.
_MOST_WRITTEN = 13


def live_html(result: Result, kept: Result | None = None) -> str:
    """Return a match-up as the picture of the interactive page.

    Parameters
    ----------
    result : Result
    kept : Result, optional
        Whose at-least curve is drawn beside it, where it counts the same.

    Returns
    -------
    str
        A fragment of HTML: bars and curve as SVG, with the mean and P(destroyed) in words.
    """
    what, distribution, most = charted(result)
    chart = inline_chart(distribution, charted_words(what, most), WIDTH, HEIGHT)
    lows = [int(strip.label.partition("-")[0]) for strip in chart.strips]
    before = ""
    if kept is not None:
        other, of_kept, most_kept = charted(kept)
        if (other, most_kept) == (what, most):
            before = curve_points(list(map(of_kept.at_least, lows)), WIDTH, HEIGHT)
    written = []
    every = max(1, math.ceil(len(lows) / _MOST_WRITTEN))
    for i in range(every, len(lows), every):
        p = distribution.at_least(lows[i])
        x = round((i + 0.5) * WIDTH / len(lows), 2)
        written.append((x, round(HEIGHT * (1 - p), 2), percent(p)))
    return render(
        "live.html", chart=chart, before=before, written=written,
        damage=figure(result.damage.mean), slain=figure(result.slain.mean),
        destroyed=percent(result.destroyed),
    )  # fmt: skip
