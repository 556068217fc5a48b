"""The text of a profile, whether it is in the labelled notation or pasted from a datasheet.

The labelled notation goes first. What it doesn't read may be rows (`rows`), and so may a text
whose headings it would take for a name.
"""

from typing import Any

from mathhammer.core.errors import MathhammerError, quoted
from mathhammer.games.registry import part
from mathhammer.games.text.line import holds_rows


def weapon_readings(text: str, game: str) -> list[Any]:
    r"""Return the readings of the weapons of a text.

    Parameters
    ----------
    text : str
        A weapon in the labelled notation, or a block of datasheet rows.
    game : {"wh40k", "aos"}

    Raises
    ------
    MathhammerError
        It is neither, or a row could be read in several ways.

    Examples
    --------
    >>> block = 'Rifle 24" 2 3+ 4 -1 1\nFist Melee 3 4+ 8 -2 2'
    >>> [reading.found["skill"] for reading in weapon_readings(block, "wh40k")]
    ['3+', '4+']
    """
    reading = part(game, "weapon_text").Reading
    found = _labelled(text, reading)
    if not isinstance(found, MathhammerError):
        return [found]
    from mathhammer.games.text.rows import weapon_texts

    return [_read_as(one, reading) for one in weapon_texts(text, game, found)]


def weapon_reading(text: str, game: str) -> Any:
    """Return the reading of a text that is one weapon.

    Raises
    ------
    MathhammerError
        It isn't read, or it is a block of several.
    """
    readings = weapon_readings(text, game)
    if len(readings) > 1:
        raise MathhammerError(
            f"{len(readings)} weapons, where one is expected: a block of several stands for all "
            "weapons of a unit"
        )
    return readings[0]


def target_reading(text: str, game: str) -> Any:
    """Return the reading of a text that is a target, in the labelled notation or a row."""
    reading = part(game, "target_text").Reading
    if isinstance(text, str) and " + " in text:
        from mathhammer.games.text.mixed import MixedReading, columns_of_parts

        if columns := columns_of_parts(text):
            return MixedReading(text, reading, columns)
    found = _labelled(text, reading)
    if not isinstance(found, MathhammerError):
        return found
    from mathhammer.games.text.rows import target_text

    return _read_as(target_text(text, game, found), reading)


def _labelled(text: str, reading: Any) -> Any:
    """Return the reading of a text in the labelled notation, or the error that says why not."""
    try:
        found = reading.of(text)
    except MathhammerError as refused:
        return refused
    name = found.found.get("name", "")
    if name and holds_rows(name) and ":" not in text:
        return MathhammerError(f"the name {quoted(name)} holds headings or values of a row")
    if name and "\n" in text and ":" not in text:
        from mathhammer.games.text.row import TARGET, WEAPON, are_headings

        if are_headings(name, WEAPON if reading.counted == "count" else TARGET):
            return MathhammerError(f"the name {quoted(name)} holds headings")
    return found


def _read_as(labelled: str, reading: Any) -> Any:
    """Return the reading of a row; what is wrong with it is said of its labelled form."""
    try:
        found = reading.of(labelled)
    except MathhammerError as error:
        error.message = f"read as {quoted(labelled, 120)}: {error.message}"
        raise
    # A number in a row of values is no die.
    found.notes = [note for note in found.notes if note.field != "damage"]
    return found
