"""Which game the text of a profile shows: its stats have other labels in each.

Warhammer 40,000 is known by a skill, strength, AP or toughness; Age of Sigmar by five
values in the order of a warscroll, by a label of hit and one of wound, or by health or ward.
What stands in brackets shows nothing, and neither does the name of a preset.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from mathhammer.core.errors import MathhammerError, quoted
from mathhammer.games.names import AOS, TITLES, WH40K
from mathhammer.games.text.line import DICE, END, MAX_CHARACTERS, Line, at_column, lowered

_START = r"(?<![^\s,/|;:])"
_IS = r"[\s:=|]*+"
_PART = rf"(?:{DICE}\+{{0,3}}|-\s?[0-9]+|-)"
#: Values between slashes, of which some may be wrong or missing: attacks/hit/wound/rend/damage.
SLASHED = re.compile(rf"{_START}{_PART}(?:\s*+/\s*+{_PART}){{2,9}}{END}")
_APART = r"[\s|,;]++"
#: What a unit of Warhammer 40,000 may have, told from keywords.
WH40K_UNIT_ABILITIES = ("stealth", "lone operative", "feel no pain", "deadly demise")
#: The same five with blanks between, as a warscroll is copied.
ROW = re.compile(
    rf"{_START}({DICE}){_APART}([0-9]+\+){_APART}([0-9]+\+){_APART}(-|[0-9]+){_APART}({DICE}){END}"
)
_WH40K = re.compile(
    rf"{_START}(?:(?:bs|ws|ballistic skill|weapon skill|strength|str|s|ap|toughness|tough|t){_IS}"
    rf"-?[0-9]+\+?{END}|[0-9]+\+?(?:bs|ws|s|t){END}|[0-9]\+\+)"
)
_HIT = re.compile(rf"{_START}(?:(?:to[\s-])?hit{_IS}[0-9]\+?|h{_IS}[0-9]\+){END}")
_WOUND = re.compile(rf"{_START}(?:(?:(?:to[\s-])?wound|wnd){_IS}[0-9]\+?|w{_IS}[0-9]\+){END}")
_REND = re.compile(rf"{_START}(?:rend|rnd|r){_IS}(?:[0-9]+|-){END}")
_ROLLS = re.compile(rf"{_START}[0-9]\+{_APART}[0-9]\+{END}")
_TARGET = re.compile(
    rf"{_START}(?:(?:health|h){_IS}[0-9]+{END}|ward(?: save)?{_IS}[0-9]|[0-9]\+\s*+ward\b)"
)


class Sign(NamedTuple):
    """What shows the game of a text, and where."""

    game: str
    start: int
    end: int


def sign(low: str) -> Sign | None:
    """Return what shows the game of a line in lower case without its brackets."""
    values = ROW.search(low) if low.count("+") > 1 else None
    if values is None and low.count("/") >= 3:
        values = next((run for run in SLASHED.finditer(low) if _is_warscroll(run[0])), None)
    if values is not None:
        return Sign(AOS, *values.span())
    found = _WH40K.search(low)
    if found:
        return Sign(WH40K, *found.span())
    found = _HIT.search(low)
    if found and _WOUND.search(low):
        return Sign(AOS, *found.span())
    found = _ROLLS.search(low)
    if not found or not _REND.search(low):
        found = _TARGET.search(low)
    return Sign(AOS, *found.span()) if found else None


def _is_warscroll(run: str) -> bool:
    """Return whether values between slashes have rolls to hit and to wound in their places."""
    _, hit, wound, *more = (part.strip() for part in run.split("/"))
    if len(more) == 2:
        return hit.rstrip("+").isdigit() and wound.rstrip("+").isdigit()
    return len(more) in (1, 3) and bool(re.fullmatch(r"[0-9]\+/[0-9]\+", f"{hit}/{wound}"))


def text_game(text: str) -> str | None:
    """Return the game that the text of a profile shows, None where it could be either.

    Parameters
    ----------
    text : str

    Returns
    -------
    {"aos", "wh40k"} or None

    Examples
    --------
    >>> text_game("10x 2/3+/4+/1/D3 [Crit (Mortal)]"), text_game("A2 BS3+ S4 D1")
    ('aos', 'wh40k')
    >>> text_game("Atk 2 Hit 3+ Wnd 4+ Rnd 1 Dmg D3"), text_game("10x H2 Sv3+ Ward5+")
    ('aos', 'aos')
    >>> text_game("10x meq") is None
    True
    """
    found = sign(lowered(text[:MAX_CHARACTERS]))
    return found.game if found else None


def check_game(line: Line, game: str) -> None:
    """Check that a line doesn't show the other game.

    Raises
    ------
    MathhammerError
        It does; the sentence names what shows it, and the game.
    """
    found = sign(line.low)
    if found is not None and found.game != game:
        raise at_column(
            found.start,
            MathhammerError(
                f"{quoted(line.written(found.start, found.end))} belongs to {TITLES[found.game]} "
                f'(game = "{found.game}"), and {line.noun} of {TITLES[game]} is expected'
            ),
        )
