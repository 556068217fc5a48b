"""Pictures as files, and as bytes for pages.

No clock times and no random names are written, so the same picture is the same file.
"""

import io
import re
import sys
import warnings
from pathlib import Path
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from mathhammer.show.charts.style import AxesArray

#: What a picture can be saved as.
FORMATS = (".png", ".svg", ".pdf")
#: Dots an inch of pixels.
DPI = 150

#: The fonts of words in an SVG: none is wider than the first, by which places are reckoned.
_FONTS = "'DejaVu Sans', Verdana, sans-serif"
#: What an SVG does without.
_SUPERFLUOUS = re.compile(
    r"<metadata>.*?</metadata>|; font-family: [^\";]*(?=[\";])| transform=\"rotate\(-0 [^\"]*\"",
    re.S,
)
#: Attributes, and in them what of a place is finer than a hundredth of a point.
_ATTRIBUTE, _FINE = re.compile(r'="[^"]*"'), re.compile(r"(\d\.\d\d)\d+")
_DATES: dict[str, dict[str, Any]] = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
#: The names that matplotlib gives to parts of an SVG: a letter and half a random number.
_RANDOM = re.compile(r"(?<=[\"#])([A-Za-z]{1,8})([0-9a-f]{10})(?=[\")])")


def save(ax: Axes | AxesArray, path: str | Path) -> None:
    """Save the figure of some Axes as PNG, SVG or PDF, after the ending of the path.

    Raises
    ------
    ValueError
        For another ending.
    OSError
        If the file can't be written.
    """
    ending = Path(path).suffix.lower()
    if ending not in FORMATS:
        raise ValueError(f"a picture is saved as {', '.join(FORMATS)}, not {ending or 'no ending'}")
    Path(path).write_bytes(_drawn(_sheet(ax), ending))


def picture(ax: Axes | AxesArray, ending: str = ".svg", letters: bool = False) -> bytes:
    """Return the figure of some Axes as an SVG or another picture, and close it.

    Parameters
    ----------
    ax : Axes or array of Axes
    ending : {".svg", ".png", ".pdf"}
    letters : bool
        Whether the words of an SVG stay text, not outlines: it takes a tenth of the room.
    """
    sheet = _sheet(ax)
    with rc_context({"svg.fonttype": "none" if letters else "path"}):
        drawn = _drawn(sheet, ending)
    if letters:
        drawn = _slim(drawn)
    if "matplotlib.pyplot" in sys.modules:
        from matplotlib import pyplot

        pyplot.close(sheet)
    return drawn


def _sheet(ax: Axes | AxesArray) -> Figure:
    first = ax if isinstance(ax, Axes) else ax.flat[0]
    sheet = first.get_figure(root=True)
    if sheet is None:
        raise ValueError("these Axes belong to no figure any more")
    return sheet


def _drawn(sheet: Figure, ending: str) -> bytes:
    file = io.BytesIO()
    with warnings.catch_warnings():
        # A name in letters that the font lacks shows boxes; that is no reason for noise.
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        sheet.savefig(file, format=ending[1:], dpi=DPI, metadata=_DATES.get(ending))
    drawn = file.getvalue()
    return _numbered(drawn) if ending == ".svg" else drawn


def _slim(svg: bytes) -> bytes:
    """Return an SVG whose words are text without what makes it long: fonts, blanks, fine places."""
    text = _SUPERFLUOUS.sub("", svg.decode("utf-8"))
    text = _ATTRIBUTE.sub(lambda found: _FINE.sub(r"\1", found[0]), text)
    text = re.sub(r">\s+<", "><", text).replace("\n", " ")
    return text.replace("*{stroke", f"text{{font-family: {_FONTS}}} *{{stroke", 1).encode("utf-8")


def _numbered(svg: bytes) -> bytes:
    """Return an SVG whose random names are numbers, in the order of their first use."""
    known: dict[str, str] = {}

    def name(found: re.Match[str]) -> str:
        return known.setdefault(found[0], f"{found[1]}{len(known)}")

    return _RANDOM.sub(name, svg.decode("utf-8")).encode("utf-8")
