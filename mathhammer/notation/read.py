r"""The text notation of profiles: one line for a weapon or a target, as players write it.

A weapon is ``5x bolt rifle: A2 BS3+ S4 AP-1 D1 24" [Heavy, Sustained Hits D3]``: an
optional count, an optional name, then stats and abilities in any order. The rules that
decide between readings:

- A name ends at the last colon before the first stat; without a colon, the words before
  the first stat are the name.
- Of labels the longest counts, and a label binds to what touches it: ``D3`` is damage 3,
  ``DD3`` damage of a die. A label that touches nothing takes the next token (``A 2``); a
  number that touches a following label belongs to it (``2A``), but not to D.
- Brackets hold abilities, also by their usual two letters, and modifiers
  (``re-roll hits: ones``, ``+1 to wound``, ``crit hits 5+``).

Nothing is dropped: what isn't understood is an error that names its column.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import MathhammerError, shown
from .modifiers import attack_modifiers_text
from .wh40k_target import describe_target, target_fields
from .wh40k_weapon import aos_values, read_weapon

if TYPE_CHECKING:
    from ..profiles.wh40k import Weapon

__all__ = [
    "describe_target",
    "describe_weapon",
    "reading_notes",
    "target_fields",
    "text_game",
    "weapon_fields",
]


def weapon_fields(text: str) -> dict[str, Any]:
    """Return the fields of a weapon written in the text notation.

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
        names its column.
    NotModelledError
        The text is a profile of Age of Sigmar, or has an ability that can't be computed.

    Examples
    --------
    >>> weapon_fields("5x bolt rifle: A2 BS3+ S4 AP-1 D1 [Heavy]")
    {'count': 5, 'name': 'bolt rifle', 'attacks': '2', 'skill': '3+', 'strength': '4', 'ap': -1,
     'damage': '1', 'type': 'ranged', 'abilities': ['Heavy']}
    >>> weapon_fields("ad6 s4 ap0 dd3 12in ignore cover torrent")["damage"]
    'D3'
    """
    return read_weapon(text)[0]


def reading_notes(text: str) -> list[str]:
    """Return what a reader may not expect in how the text of a profile was read.

    Parameters
    ----------
    text : str
        A weapon or a target in the text notation. A text that is neither has no notes.

    Returns
    -------
    list of str

    Examples
    --------
    >>> reading_notes("A2 BS3+ S4 AP-1 D3")
    ["'D3' was read as damage 3; a die is written DD3"]
    >>> reading_notes("10x T4 W2")
    ["'10x T4 W2' gives no save, so it has none; a save is written Sv3+"]
    """
    try:
        return read_weapon(text)[1]
    except MathhammerError:
        pass
    try:
        fields = target_fields(text)
    except MathhammerError:
        return []
    if "preset" in fields or "save" in fields:
        return []
    return [f"{shown(text)} gives no save, so it has none; a save is written Sv3+"]


def text_game(text: str) -> str | None:
    """Return the game that the text of a profile shows, None where it could be either.

    Examples
    --------
    >>> text_game("10x 2/3+/4+/1/D3 [Crit (Mortal)]"), text_game("10x meq")
    ('aos', None)
    """
    return "aos" if aos_values(text[:2000].lower()) is not None else None


def describe_weapon(weapon: Weapon) -> str:
    """Return a weapon in the text notation, as it was understood.

    Parameters
    ----------
    weapon : Weapon

    Returns
    -------
    str
        One line. `weapon_fields` reads it back, except for what the notation has no words
        for: riders, a worsening modifier of AP, a group.

    Examples
    --------
    >>> from mathhammer.profiles.wh40k import Weapon
    >>> describe_weapon(Weapon(count=5, attacks="2", skill=3, strength=4, ap=-1, damage="D6"))
    '5x A2 BS3+ S4 AP-1 DD6'
    """
    parts = [f"{weapon.count}x"]
    if weapon.name != "weapon":
        parts.append(f"{weapon.name}:")
    melee = weapon.type == "melee"
    if weapon.range is not None:
        parts.append(f'{weapon.range:g}"')
    elif melee and not weapon.skill:
        parts.append("Melee")
    parts.append(f"A{weapon.attacks}")
    if weapon.skill:
        parts.append(f"{'WS' if melee else 'BS'}{weapon.skill}+")
    parts += [f"S{weapon.strength}", f"AP{weapon.ap}", f"D{weapon.damage}"]
    inside = [str(ability) for ability in weapon.abilities]
    inside += attack_modifiers_text(weapon.modifiers)
    return " ".join(parts) + (f" [{', '.join(inside)}]" if inside else "")
