"""Sheets as HTML, through templates. jinja2 lives here and nowhere else.

A template escapes what is put into it; what isn't there is an error, not a gap.
"""

from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined

from mathhammer.core.errors import MathhammerError
from mathhammer.core.format import clean, figure, percent, shortened
from mathhammer.show.html.inline import inline_chart
from mathhammer.show.sheets import Bars, Beside, Fitting, Line, Matrix, Picture, Sheet
from mathhammer.show.summary import numbered

#: The columns of a page of a matrix, and the characters of their headings: as a sheet of paper has
#: room for.
ACROSS = 8
MAX_HEAD = 24
#: What stands in the address of a picture as it is: nothing that a template escapes.
_PLAIN = " =:;/,.()!?*+-_~@[]{}|^$"


class Part(NamedTuple):
    """A sheet as a template takes it.

    Attributes
    ----------
    macro : str
        The name of the macro that renders it.
    value : Any
    """

    macro: str
    value: Any


@cache
def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("mathhammer.show.html"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {
        "figure": figure, "percent": percent, "clean": clean, "cut": shortened,
        "numbered": numbered,
    }  # fmt: skip
    return made


def render(template: str, **values: Any) -> str:
    """Return a template with its values, each escaped.

    Parameters
    ----------
    template : str
        The name of a file among the templates.
    **values
        By the names that the template uses.
    """
    return _environment().get_template(template).render(**values)


def parts(sheets: Iterable[Sheet], width: float = 420, height: float = 90) -> list[Part]:
    """Return sheets as a template takes them: charts drawn, each with the name of its macro.

    Parameters
    ----------
    sheets : iterable of Sheet
    width, height : float
        Of small charts, in pixels.
    """
    return [_part(sheet, width, height) for sheet in sheets]


def _part(sheet: Sheet, width: float, height: float) -> Part:
    match sheet:
        case Bars():
            words = clean(sheet.label)
            return Part("small_chart", inline_chart(sheet.distribution, words, width, height))
        case Beside(sheets):
            return Part("beside", parts(sheets, width, height))
        case Fitting():
            return Part("table", sheet.instead)
        case Matrix():
            heads = sheet.short_heads(MAX_HEAD)
            pages = [(title, list(page)) for title, page in sheet.pages([1] * len(heads), ACROSS)]
            return Part("matrix", {"matrix": sheet, "heads": heads, "pages": pages})
        case Picture():
            return _drawn(sheet)
    return Part(type(sheet).__name__.lower(), sheet)


def _drawn(sheet: Picture) -> Part:
    """Return a chart as data of SVG within the page, or why there is none."""
    from mathhammer.show.charts import picture

    try:
        data = picture(sheet.draw(), letters=True)
    except MathhammerError as error:
        return Part("line", Line(sheet.missing.format(error)))
    source = f"data:image/svg+xml,{quote(data, safe=_PLAIN)}"  # shorter than base64
    return Part("picture", {"source": source, "words": sheet.words})
