"""What a text would give that is read as it may have been meant, as D6 for a die."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mathhammer.core.errors import MathhammerError
from mathhammer.results.notes import Otherwise
from mathhammer.results.rulings import losses

if TYPE_CHECKING:
    from mathhammer.games.text.reading import ReadingNote
    from mathhammer.results.attack import Result


def other_reading(result: Result, note: ReadingNote) -> Otherwise:
    """Return what would be slain on average, were the texts of weapons read otherwise.

    A simulated match-up is compared as it would be computed.

    Parameters
    ----------
    result : Result
    note : ReadingNote
        On how texts were read, with the value that may have been meant.
    """
    attacker = result.attacker
    changes = {note.field: note.otherwise}
    weapons = [w.replace(**changes) if note in w.reading_notes else w for w in attacker.weapons]
    try:
        slain = losses(result, attacker=attacker.replace(weapons=weapons)).slain
    except MathhammerError:
        return Otherwise(note.text, note.text, 0.0)
    own = result.slain.mean
    how = "" if result.engine == "exact" else ", computed exactly"
    said = f"{note.text}: {slain:.4g} models slain on average{how}"
    change = abs(slain - own) / (max(slain, own) or 1.0)
    return Otherwise(note.text, said, change, f"{slain:.4g}" != f"{own:.4g}")
