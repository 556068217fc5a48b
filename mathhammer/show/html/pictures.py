"""Charts as parts of a page: data of SVG, with words for who can't see them."""

from __future__ import annotations

from base64 import b64encode
from typing import Any, NamedTuple

from mathhammer.show.charts import picture


class Picture(NamedTuple):
    """A chart on a page.

    Attributes
    ----------
    source : str
        The picture itself, as a data URI.
    words : str
        What it shows.
    """

    source: str
    words: str


def as_picture(ax: Any, words: str) -> Picture:
    """Return the figure of some Axes as part of a page, and close it.

    Parameters
    ----------
    ax : Axes or array of Axes
    words : str
        What it shows.
    """
    return Picture(f"data:image/svg+xml;base64,{b64encode(picture(ax)).decode('ascii')}", words)
