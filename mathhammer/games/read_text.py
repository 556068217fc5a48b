r"""The text notation of profiles: one line for a weapon or a target, as players write it.

A weapon is ``5x bolt rifle: A2 BS3+ S4 AP-1 D1 24" [Heavy, Sustained Hits D3]``, in Age of
Sigmar ``10x blade: 2/3+/4+/1/D3 [Crit (Mortal)]``: an optional count, an optional name,
then stats and abilities in any order. The rules that decide between readings:

- A name ends at the last colon before the first stat; without a colon, the words before
  the first stat are the name.
- Of labels the longest counts, and a label binds to what touches it: ``D3`` is damage 3,
  ``DD3`` damage of a die. A label that touches nothing takes the next token (``A 2``); a
  number that touches a following label belongs to it (``2A``), but not to D.
- Brackets hold abilities, in Warhammer 40,000 also by their usual two letters, and modifiers
  (``re-roll hits: ones``, ``+1 to wound``, ``crit hits 5+``).

Rows of datasheets are read as they are pasted (``rifle 24" 2 3+ 4 -1 1``, `text.rows`).

Nothing is dropped: what isn't understood is an error that names its column.
"""

from typing import Any

from mathhammer.core.errors import MathhammerError, nearest, quoted
from mathhammer.games.names import AOS, GAMES, WH40K
from mathhammer.games.text.pasted import target_reading, weapon_reading, weapon_readings
from mathhammer.games.text.signs import text_game


def weapon_fields(text: str) -> dict[str, Any]:
    """Return the fields of a weapon of Warhammer 40,000 written in the text notation.

    Parameters
    ----------
    text : str
        At most 2,000 characters; brackets hold abilities and modifiers.

    Returns
    -------
    dict
        Fields for `Weapon`; what the text leaves out is left out.

    Raises
    ------
    MathhammerError
        Something is not understood, given twice, contradicted or out of range; the message
        names its column. Or it is a weapon of Age of Sigmar.
    NotModelledError
        It has an ability that can't be computed.

    Examples
    --------
    >>> weapon_fields("5x bolt rifle: A2 BS3+ S4 AP-1 D1 [Heavy]")
    {'count': 5, 'name': 'bolt rifle', 'attacks': '2', 'skill': '3+', 'strength': '4', 'ap': -1,
     'damage': '1', 'type': 'ranged', 'abilities': ['Heavy']}
    >>> weapon_fields("ad6 s4 ap0 dd3 12in ignore cover torrent")["damage"]
    'D3'
    """
    fields: dict[str, Any] = weapon_reading(text, WH40K).fields()
    return fields


def aos_weapon_fields(text: str) -> dict[str, Any]:
    """Return the fields of a weapon of Age of Sigmar written in the text notation.

    Parameters
    ----------
    text : str
        At most 2,000 characters: attacks, hit, wound, rend and damage between slashes, or
        with their labels; brackets hold abilities and modifiers.

    Returns
    -------
    dict
        Fields for `Weapon`; what the text leaves out is left out.

    Raises
    ------
    MathhammerError
        Something is not understood, given twice, contradicted or out of range; the message
        names its column. Or it is a weapon of Warhammer 40,000.

    Examples
    --------
    >>> aos_weapon_fields("10x glaive: 2/3+/4+/1/D3 [Crit (Mortal), champion]")
    {'count': 10, 'name': 'glaive', 'attacks': '2', 'hit': '3+', 'wound': '4+', 'rend': 1,
     'damage': 'D3', 'champion': True, 'abilities': ['Crit (Mortal)']}
    >>> aos_weapon_fields('12" Atk 2 Hit 3+ Wnd 4+ Rnd - Dmg 1')["type"]
    'ranged'
    """
    fields: dict[str, Any] = weapon_reading(text, AOS).fields()
    return fields


def target_fields(text: str, game: str = WH40K) -> dict[str, Any]:
    """Return the fields of a target written in the text notation.

    Parameters
    ----------
    text : str
        At most 2,000 characters: a preset, stats, or both.
    game : {"wh40k", "aos"}

    Returns
    -------
    dict
        Fields for `Unit`.

    Raises
    ------
    MathhammerError
        Something is not understood, given twice or out of range, with its column; the text
        gives neither a preset nor what every target has; or it is a target of the other game.

    Examples
    --------
    >>> target_fields("10x meq")
    {'preset': 'meq', 'models': 10}
    >>> target_fields("T5 Sv2+/4++ W3 [Infantry, Stealth]")
    {'toughness': 5, 'save': '2+', 'wounds': 3, 'invulnerable': '4+', 'keywords': ['Infantry'],
     'abilities': ['Stealth']}
    >>> target_fields("10x H2 Sv3+ Ward5+ [Hero]", "aos")
    {'models': 10, 'health': 2, 'save': '3+', 'ward': '5+', 'keywords': ['Hero']}
    """
    if game not in GAMES:
        raise MathhammerError(f"{quoted(game)} is not a game{nearest(str(game), GAMES)}")
    fields: dict[str, Any] = target_reading(text, game).fields()
    return fields


def reading_notes(text: str, game: str | None = None) -> list[str]:
    """Return what a reader may not expect in how the text of a profile was read.

    Parameters
    ----------
    text : str
        A weapon or a target in the text notation. A text that is neither has no notes.
    game : {"wh40k", "aos"}, optional
        By default the one that the text shows.

    Returns
    -------
    list of str

    Examples
    --------
    >>> reading_notes("A2 BS3+ S4 AP-1 D3")
    ["'D3' was read as damage 3; a die is written DD3"]
    >>> reading_notes("10x H2 Ward5+")
    ["'10x H2 Ward5+' gives no save, so it has none; a save is written Sv3+"]
    """
    game = game or text_game(text) or WH40K
    for read in (weapon_readings, lambda *given: [target_reading(*given)]):
        try:
            notes = [note.text for reading in read(text, game) for note in reading.fields().notes]
        except MathhammerError:
            continue
        return list(dict.fromkeys(notes))
    return []
