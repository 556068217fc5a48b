"""Results as pictures. matplotlib lives here and nowhere else.

Each ``plot_*`` of the registry draws on the Axes it is given and returns them. Where none is
given it makes a figure: pyplot's, if the caller already works with pyplot or sits in a
notebook (so that the picture is shown there as usual), else one that belongs to nobody. Global
settings are neither read from here nor written. Names from files are text, never
mathematics. A chart is loaded when it is asked for.
"""

from importlib import import_module
from typing import Any

from mathhammer.show.charts.registry import CHARTS, plot

_MODULES = {chart.function: chart.module for chart in CHARTS}
_MODULES |= dict.fromkeys(("FORMATS", "picture", "save"), "export")

__all__ = ["plot", *_MODULES]


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
