"""Results as pictures. matplotlib lives here and nowhere else.

Each ``plot_*`` draws on the Axes it is given and returns them. Where none is given it
makes a figure: pyplot's, if the caller already works with pyplot or sits in a notebook (so
that the picture is shown there as usual), else one that belongs to nobody. Global
settings are neither read from here nor written. Names from files are text, never
mathematics.
"""

from mathhammer.show.charts.anvils import plot_hammers_and_anvils
from mathhammer.show.charts.check import plot_check
from mathhammer.show.charts.choice import plot_choice
from mathhammer.show.charts.comparison import plot_comparison
from mathhammer.show.charts.curves import plot_curves
from mathhammer.show.charts.export import FORMATS, picture, save
from mathhammer.show.charts.grid import plot_grid, plot_sweep
from mathhammer.show.charts.howmany import plot_how_many
from mathhammer.show.charts.matrix import plot_matrix
from mathhammer.show.charts.plot import plot
from mathhammer.show.charts.result import plot_result
from mathhammer.show.charts.ridge import MAX_RIDGES, plot_ridge
from mathhammer.show.charts.saves import plot_saves
from mathhammer.show.charts.shares import plot_shares
from mathhammer.show.charts.tornado import plot_tornado
from mathhammer.show.charts.tree import plot_tree
from mathhammer.show.charts.turn import plot_turn
from mathhammer.show.charts.waterfall import plot_waterfall

__all__ = [
    "FORMATS",
    "MAX_RIDGES",
    "picture",
    "plot",
    "plot_check",
    "plot_choice",
    "plot_comparison",
    "plot_curves",
    "plot_grid",
    "plot_hammers_and_anvils",
    "plot_how_many",
    "plot_matrix",
    "plot_result",
    "plot_ridge",
    "plot_saves",
    "plot_shares",
    "plot_sweep",
    "plot_tornado",
    "plot_tree",
    "plot_turn",
    "plot_waterfall",
    "save",
]
