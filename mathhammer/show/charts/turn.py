"""The units of a turn at its end as a picture."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from mathhammer.core.format import bars, percent
from mathhammer.results.turn import TurnResult
from mathhammer.show.charts import captions, style
from mathhammer.show.charts.style import MAX_BARS, short_name

#: Panels beside one another.
_ACROSS = 4


def plot_turn(result: TurnResult, *, ax: Axes | Sequence[Axes] | None = None) -> list[Axes]:
    """Draw how many models each unit has left at the end of a turn.

    Parameters
    ----------
    result : TurnResult
    ax : Axes or list of Axes, optional
        One for each unit; a new figure by default.

    Returns
    -------
    list of Axes
        Horizontal: models left; vertical: probability, 0 to 1. The bars are one container,
        the curve of at least so many the only line.
    """
    number = len(result.names)
    across = number if number <= _ACROSS else 3 if number <= 9 else _ACROSS
    axes = style.panels(
        ax, number, "units", across,
        lambda down: (max(5.0, 4.2 * across), 4.2 if down == 1 else 3.4 * down),
    )  # fmt: skip
    for axis, unit in zip(axes, result.names, strict=True):
        distribution = result.models(unit)
        style.draw_bars(axis, bars(distribution, MAX_BARS))
        style.draw_at_least(axis, distribution, range(distribution.maximum + 1))
        title = f"{short_name(unit, 24)}: destroyed {percent(result.destroyed(unit))}"
        style.left_title(axis, title, 10)
        axis.set_xlabel(f"models left (of {distribution.maximum})")
        axis.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=12))
        style.probability_axis(axis, 0.2)
    axes[0].legend(frameon=False)
    if ax is None:
        captions.write(axes[0], captions.played(result))
    return axes
