"""What each game has words for."""

from typing import NamedTuple


class Words(NamedTuple):
    """The words of a game.

    Attributes
    ----------
    stages : dict
        From each stage of an attack, in order, to what a reader calls it.
    ward, no_ward : str
        What takes damage away point by point, and where there is none.
    lost : str
        What `damage` is of a target.
    takes : str
        What damage does that is neither ignored nor wasted.
    waste : str
        Why damage is wasted on a unit of several models.
    point, points : str
        One, and several, of what a model has.
    after : str
        What damage has come through.
    """

    stages: dict[str, str]
    ward: str
    no_ward: str
    lost: str
    takes: str
    waste: str
    point: str
    points: str
    after: str


def stages(mortal: str, damage: str) -> dict[str, str]:
    """Return the stages of an attack, in order, with the words of a game for two of them."""
    return {
        "attacks": "attacks",
        "hits": "hits",
        "wounds": "wounds",
        "unsaved": "unsaved (failed saves)",
        "mortal": mortal,
        "damage_rolled": "damage rolled",
        "damage": damage,
        "slain": "models slain",
    }
