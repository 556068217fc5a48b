"""The live picture of the interactive page: one match-up beside the one that is kept."""

from __future__ import annotations

import math

from mathhammer.core.format import figure, percent
from mathhammer.results.attack import Result
from mathhammer.show.charted import charted
from mathhammer.show.html.inline import inline_chart
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
    words = f"{what}, of {most}" if most > 1 else f"{what} (one model)"
    chart = inline_chart(distribution, words, WIDTH, HEIGHT)
    before = ""
    if kept is not None:
        other, of_kept, most_kept = charted(kept)
        if (other, most_kept) == (what, most):
            before = _curve_at(of_kept.at_least, [_low(strip.label) for strip in chart.strips])
    written = []
    every = max(1, math.ceil(len(chart.strips) / _MOST_WRITTEN))
    for i, strip in enumerate(chart.strips):
        if i % every == 0 and i:
            p = distribution.at_least(_low(strip.label))
            x = round((i + 0.5) * WIDTH / len(chart.strips), 2)
            written.append((x, round(HEIGHT * (1 - p), 2), percent(p)))
    return render(
        "live.html", chart=chart, before=before, written=written,
        damage=figure(result.damage.mean), slain=figure(result.slain.mean),
        destroyed=percent(result.destroyed),
    )  # fmt: skip


def _low(label: str) -> int:
    """Return the first number of a bar."""
    return int(label.partition("-")[0])


def _curve_at(at_least: object, numbers: list[int]) -> str:
    """Return the points of a curve at the places of some bars."""
    assert callable(at_least)
    step = WIDTH / len(numbers)
    return " ".join(
        f"{round((i + 0.5) * step, 2)},{round(HEIGHT * (1 - at_least(k)), 2)}"
        for i, k in enumerate(numbers)
    )
