"""``@name``: a unit of the user's collection, where an attacker or a target is expected."""

from __future__ import annotations

from mathhammer.core.errors import MathhammerError, inside, quoted
from mathhammer.games.collection import SIGN, kept_name, kept_unit
from mathhammer.games.names import TITLES, profiles_of
from mathhammer.games.profiles import Unit
from mathhammer.games.text.reading import ReadingNote

_LACKS = {"attacker": "no weapons", "target": "no statline"}


def read_kept(text: str, side: str, game: str) -> Unit:
    """Return a unit of the collection, with where and when it came from as a note.

    Parameters
    ----------
    text : str
        ``@name``, in any case.
    side : {"attacker", "target"}
    game : {"wh40k", "aos"}

    Raises
    ------
    MathhammerError
        There is none, with the nearest name; it is of the other game, or lacks what the side
        needs.
    """
    kept = kept_unit(kept_name(text) or "")
    name = f"{SIGN}{kept.name}"
    if kept.game != game:
        raise MathhammerError(
            f"{quoted(name)} is a unit of {TITLES[kept.game]}, and one of {TITLES[game]} is "
            "expected"
        )
    fields = kept.attacker if side == "attacker" else kept.target
    if fields is None:
        raise MathhammerError(f"{quoted(name)} has {_LACKS[side]} with numbers in its list")
    with inside(name, ": "):
        unit: Unit = profiles_of(game).Unit.read({**fields, "name": kept.name})
    return unit.noted(ReadingNote(f"{name} is {kept.origin}", ""))
