"""Mean damage over the save as a picture."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from mathhammer.analysis.saves import SAVES, WARDS, AgainstSaves, roll_label
from mathhammer.core.distribution import Array
from mathhammer.core.format import figure
from mathhammer.games.words import ward_words
from mathhammer.show.charts import style
from mathhammer.show.charts.style import AxesArray, short_name

#: From no ward to the best: an order, so one colour from dark to light.
_WARD_COLOURS = ("#0b3954", "#1c6488", "#3a86a8", "#5f9ebd")


def plot_saves(saves: AgainstSaves, *, ax: Axes | Sequence[Axes] | None = None) -> Axes | AxesArray:
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
        loadout one line per ward; of several one line per loadout, without a ward and with a 5+.
    """
    loadouts, most = len(saves.attackers), float(saves.means.max())
    number, size = (1, (7.0, 4.2)) if loadouts == 1 else (2, (9.0, 4.2 + 0.22 * loadouts))
    axes = style.panels(ax, number, "panels", number, lambda _: size, sharey=True)
    if number == 1:
        names = [ward_words(saves.game, ward) for ward in WARDS]
        _saves_panel(axes[0], saves.means[0], names, most, _WARD_COLOURS)
        _write_wards(axes[0], saves.means[0], names)
        title = f"{short_name(saves.attackers[0].label, 60)}  against every save"
        style.left_title(axes[0], title, pad=10)
        return axes[0]
    names = [f"{i + 1} {short_name(a.label, 48)}" for i, a in enumerate(saves.attackers)]
    for axis, ward in zip(axes, (0, 5), strict=True):
        _saves_panel(axis, saves.means[:, WARDS.index(ward)], names, most)
        title = ward_words(saves.game, ward)
        style.left_title(axis, title[0].upper() + title[1:], 10)
    axes[1].set_ylabel("")
    if ax is None:
        style.outer_legend(axes[0], *axes[0].get_legend_handles_labels(), 99)
    else:
        style.plain_legend(
            axes[0].legend(fontsize=8, frameon=False, handlelength=3.2, loc="upper left")
        )
    return np.array(axes, dtype=object)


def _saves_panel(
    axis: Axes, lines: Array, names: Sequence[str], most: float, colours: Sequence[str] = ()
) -> None:
    """Draw lines over the saves, on an axis up to a largest mean."""
    places = np.arange(len(SAVES))
    for i, (line, name) in enumerate(zip(lines, names, strict=True)):
        look = style.line_style(i)
        if colours:
            look["color"] = colours[i]
        axis.plot(places, line, **look, label=name)
    axis.set_xticks(places, [roll_label(save) if save else "none" for save in SAVES])
    axis.set_xlim(-0.3, len(SAVES) - 0.7)
    axis.set_ylim(0, max(most * 1.12, 0.1))
    axis.yaxis.set_major_locator(MaxNLocator(nbins=8, min_n_ticks=3, steps=[1, 2, 5, 10]))
    axis.set_xlabel("save of the target")
    axis.set_ylabel("mean damage")
    style.plain_grid(axis)


def _write_wards(axis: Axes, lines: Array, names: Sequence[str]) -> None:
    """Write the wards at the ends of their lines, and the values at the points of the first."""
    last = len(SAVES) - 1
    for line, name, colour in zip(lines, names, _WARD_COLOURS, strict=True):
        style.write_beside(
            axis, name, (last, line[-1]), (8, 0), color=colour, annotation_clip=False
        )
    small = {"fontsize": 8, "color": _WARD_COLOURS[0], "ha": "center", "va": "baseline"}
    for place, value in enumerate(lines[0].tolist()):
        style.write_beside(axis, figure(value), (place, value), (0, 7), **small)
