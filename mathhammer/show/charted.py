"""Which quantity of a match-up a chart, a page and a sentence show."""

from mathhammer.core.distribution import Distribution
from mathhammer.games.words import words_of
from mathhammer.results.attack import Result


def charted(result: Result) -> tuple[str, Distribution, int]:
    """Return the quantity that is shown: its name, distribution and largest value.

    Models slain; for a single model with several wounds, the wounds it loses (in Age of
    Sigmar the damage allocated to it).
    """
    models, wounds = result.target.starting_models, result.target.starting_wounds
    if models == 1 and wounds > 1:
        return words_of(result.target.game).lost, result.damage, wounds
    return "models slain", result.slain, models


def charted_words(name: str, most: int) -> str:
    """Return the quantity that is shown with its largest value.

    Examples
    --------
    >>> charted_words("models slain", 5), charted_words("models slain", 1)
    ('models slain, of 5', 'models slain (one model)')
    """
    return f"{name}, of {most}" if most > 1 else f"{name} (one model)"
