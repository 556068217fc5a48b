"""Checks on a page: the question, the answers and their picture."""

from __future__ import annotations

from typing import Any

from mathhammer.core.distribution import Distribution
from mathhammer.core.format import clean
from mathhammer.results.check import CheckResult
from mathhammer.show import charts
from mathhammer.show.facts import engine_words, field_words
from mathhammer.show.html.inline import inline_chart
from mathhammer.show.html.pictures import as_picture
from mathhammer.show.sentences import check_answers


def check_values(result: CheckResult) -> dict[str, Any]:
    """Return the values of the template of a check.

    Parameters
    ----------
    result : CheckResult
    """
    said = check_answers(result)
    given = result.check.given
    in_order = {name: given[name] for name in result.check._fields if name in given}
    facts = [("engine", engine_words(result))]
    if in_order:
        facts.append(("given", field_words(in_order)))
    return {
        "title": f"{result.kind.replace('_', ' ').capitalize()}: {result.check.asks}",
        "game": result.game,
        "facts": facts,
        "summary": [text for label, text in said if label != "note"],
        "pictures": [as_picture(charts.plot_check(result), "The answer, as a picture.")],
        "charts": check_charts(result, drawn=result.distribution),
        "rulings": [(name, str(value)) for name, value in result.ruleset.items()],
        "notes": [("", text) for label, text in said if label == "note"],
    }


def check_charts(result: CheckResult, drawn: Distribution | None = None) -> list[Any]:
    """Return a small chart for each number among the answers.

    Parameters
    ----------
    result : CheckResult
    drawn : Distribution, optional
        One of them that has its picture already.
    """
    return [
        inline_chart(value, clean(result.words[name]))
        for name, value in result.answers.items()
        if isinstance(value, Distribution) and value.maximum > 0 and value is not drawn
    ]
