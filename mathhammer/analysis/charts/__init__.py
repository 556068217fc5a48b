"""Results as pictures. matplotlib lives here and nowhere else.

Each ``plot_*`` draws on the Axes it is given and returns them. Where none is given it
makes a figure: pyplot's, if the caller already works with pyplot or sits in a notebook (so
that the picture is shown there as usual), else one that belongs to nobody. Global
settings are neither read from here nor written. Names from files are text, never
mathematics.
"""

from .anvils import plot_hammers_and_anvils
from .check import plot_check
from .choice import plot_choice
from .comparison import plot_comparison
from .curves import plot_curves
from .grid import plot_grid, plot_sweep
from .howmany import plot_how_many
from .matrix import plot_matrix
from .result import plot_result
from .ridge import MOST_RIDGES, plot_ridge
from .saves import plot_saves
from .saving import FORMATS, picture, save
from .shares import plot_shares
from .tornado import plot_tornado
from .tree import plot_tree
from .turn import plot_turn
from .waterfall import plot_waterfall

__all__ = [
    "FORMATS",
    "MOST_RIDGES",
    "picture",
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
