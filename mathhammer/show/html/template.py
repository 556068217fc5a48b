"""Templates filled with values. jinja2 lives here and nowhere else.

Every template escapes what is put into it; what isn't there is an error, not a gap.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from mathhammer.core.format import clean, figure, percent, shortened


@cache
def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("mathhammer.show.html"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"figure": figure, "percent": percent, "clean": clean, "cut": shortened}
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
