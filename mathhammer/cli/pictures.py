"""Which picture ``--plot`` draws of the answer to a question."""

from collections.abc import Sequence
from typing import Any

from mathhammer.core.errors import NotModelledError, inside
from mathhammer.results.comparison import Comparison
from mathhammer.show.charts import registry


def check_picture(question: Any, picture: str | None, simulated: bool) -> None:
    """Check that a question has the picture that is asked for, before it is answered.

    Raises
    ------
    MathhammerError
        It has no such picture.
    NotModelledError
        One of what is exact, where it is to be simulated.
    TooLargeError
        It doesn't fit the picture.
    """
    check_named(picture, question.answers, question.words)
    if simulated and picture == "tree":
        raise NotModelledError("the tree of a turn is not modelled by montecarlo; exact is")
    loadouts, targets, combinations = question.size
    with inside("--plot", ": "):
        if combinations:
            registry.check_swept(len(question.swept), loadouts * targets)
        elif loadouts:
            registry.check_size(
                picture or registry.default_picture(loadouts, targets), loadouts, targets
            )


def check_named(picture: str | None, answers: str, words: str) -> None:
    """Check that the picture asked for, if any, is one of those of a class of answers."""
    if picture is not None:
        registry.check_named(picture, registry.pictures_of(answers), words, "--picture")


def pictures_help(answers: str) -> str:
    """Return the pictures of a class of answers, as the help of --picture has them.

    Examples
    --------
    >>> pictures_help("TurnResult")
    'units (models left) or tree (its branches); by default units'
    """
    charts = registry.pictures_of(answers)
    shown = []
    for name, chart in charts.items():
        limit = f"; up to {chart.size.words}" if chart.size.words else ""
        shown.append(f"{name} ({chart.help}{limit})")
    usual = next(iter(charts))
    if answers == "Comparison":
        usual += f", of more than {registry.MAX_BY_DEFAULT} loadouts matrix, beyond its limit dots"
    return f"{', '.join(shown[:-1])} or {shown[-1]}; by default {usual}"


def draw(answer: Any, picture: str | None, shares: Sequence[float]) -> Any:
    """Return the Axes of an answer, drawn as the picture that is asked for, or as what fits."""
    if isinstance(answer, Comparison):
        if picture is None:
            picture = registry.default_picture(len(answer.attackers), len(answer.targets))
        if picture == "curves" and len(answer.results) == 1:
            return answer.results[0].plot()
        if picture == "dots" and shares:
            return answer.plot(picture=picture, shares=shares)
        if picture == "anvils":
            from mathhammer.analysis.durability import of_comparison
            from mathhammer.show import charts

            return charts.plot_hammers_and_anvils(of_comparison(answer, shares))
    drawn = answer.plot() if picture is None else answer.plot(picture=picture)
    return drawn[0] if isinstance(drawn, list) else drawn  # all of them are of one figure
