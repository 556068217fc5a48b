"""``@name``: a unit of the user's collection, where an attacker or a target is expected."""

from __future__ import annotations

from mathhammer.core.errors import inside
from mathhammer.games.collection import SIGN, kept_side, parted
from mathhammer.games.names import profiles_of
from mathhammer.games.profiles import Unit
from mathhammer.games.text.reading import ReadingNote


def read_kept(text: str, side: str, game: str) -> Unit:
    """Return a unit of the collection, with where and when it came from as a note.

    Parameters
    ----------
    text : str
        ``@name``, in any case; as a target also ``5x @name``, of so many models.
    side : {"attacker", "target"}
    game : {"wh40k", "aos"}

    Raises
    ------
    MathhammerError
        As of `kept_side`, or it can't have so many models.
    """
    kept, fields = kept_side(text, side, game)
    name, (number, _) = f"{SIGN}{kept.name}", parted(text)
    models = {"models": int(number)} if number else {}
    with inside(name, ": "):
        unit: Unit = profiles_of(game).Unit.read({**fields, "name": kept.name, **models})
    return unit.noted(ReadingNote(f"{name} is {kept.origin}", ""))
