"""Where the damage of an attack goes: a waterfall through its stages."""

from collections.abc import Iterable, Mapping
from typing import Any

from matplotlib.axes import Axes

from mathhammer.analysis.attribution import Attribution
from mathhammer.analysis.flow import STEPS, flow
from mathhammer.core.format import figure, signed
from mathhammer.show.charts import style
from mathhammer.show.charts.style import CURVE, versus

#: The whole, what is lost, and what is gained: by lightness, and the lost by its hatch, too.
_WHOLE, _LOST, _GAINED = "#0072b2", "#f3c58b", "#8fd0b8"


def plot_waterfall(
    rows: Iterable[Mapping[str, Any]] | Attribution, *, ax: Axes | None = None
) -> Axes:
    """Draw where the damage of an attack goes.

    Parameters
    ----------
    rows : iterable of dict, or Attribution
        Those of `mathhammer.analysis.flow.flow`, or what they are of.
    ax : Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    Axes
        Horizontal: expected damage; one bar per step, from top to bottom: the whole first and
        last, between them each step from where the one before ended. Steps that change
        nothing and need not be there (dice outside the attacks, Feel No Pain, waste) are
        left out.
    """
    if isinstance(rows, Attribution):
        rows = flow(rows.result)
    steps = [
        row for row in rows
        if abs(row["change"]) > 1e-9 or row["step"] not in ("mortals", "ignored", "wasted")
    ]  # fmt: skip
    ax = ax or style.new_figure(7.6, 1.5 + 0.44 * len(steps)).subplots()
    ends = {"attacks", "damage"}
    begins = [0.0 if row["step"] in ends else row["value"] - row["change"] for row in steps]
    kinds = [
        _WHOLE if row["step"] in ends else _LOST if row["change"] < 0 else _GAINED for row in steps
    ]
    for place, (row, begin, colour) in enumerate(zip(steps, begins, kinds, strict=True)):
        look = {"color": colour, "hatch": "////" * (colour == _LOST), **style.OUTLINED}
        ax.barh(place, row["change"], left=begin, height=0.66, **look)
        if place + 1 < len(steps):
            ax.plot([row["value"]] * 2, [place + 0.33, place + 0.67], color=CURVE, linewidth=0.9,
                    zorder=2)  # fmt: skip
        text = figure(row["value"]) if row["step"] in ends else signed(row["change"])
        right = max(begin, begin + row["change"])
        style.write_beside(ax, text, (right, place), (5, 0), zorder=5)
    style.row_axis(ax, [_words(row) for row in steps], 9, ("top", "right"))
    ends_at = [b + row["change"] for b, row in zip(begins, steps, strict=True)]
    most = max([*ends_at, *(row["value"] for row in steps)])
    ax.set_xlim(0, 1.14 * most if most > 0 else 1.0)
    ax.set_xlabel("expected damage")
    if steps:
        style.margin_title(ax, versus(steps[0]["attacker"], steps[0]["target"]))
    return ax


def _words(row: Mapping[str, Any]) -> str:
    """Return a step in words, with how many dice there are."""
    words = STEPS[row["step"]]
    first = {
        "attacks": "if all hit, wound, get through", "wasted": "more than a model has, or too late",
        "hits": "hit rolls", "wounds": "wound rolls", "damage": "damage",
        "saves": "saves, and what passes them",
    }.get(row["step"], words)  # fmt: skip
    count = row["count"]
    unit = {"attacks": "attacks", "hits": "hits", "wounds": "wounds", "saves": "unsaved"}
    return first if count is None else f"{first}\n({figure(count)} {unit[row['step']]})"
