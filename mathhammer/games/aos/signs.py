"""What shows Age of Sigmar in a text: how its profiles are written.

Five values in the order of a warscroll, a label of hit and one of wound, or health or a ward.
"""

import re

from mathhammer.games.text.line import DICE, END
from mathhammer.games.text.signs import IS, START

_PART = rf"(?:{DICE}\+{{0,3}}|-\s?[0-9]+|-)"
#: Values between slashes, of which some may be wrong or missing: attacks/hit/wound/rend/damage.
SLASHED = re.compile(rf"{START}{_PART}(?:\s*+/\s*+{_PART}){{2,9}}{END}")
_APART = r"[\s|,;]++"
#: The same five with blanks between, as a warscroll is copied.
ROW = re.compile(
    rf"{START}({DICE}){_APART}([0-9]+\+){_APART}([0-9]+\+){_APART}(-|[0-9]+){_APART}({DICE}){END}"
)
_HIT = re.compile(rf"{START}(?:(?:to[\s-])?hit{IS}[0-9]\+?|h{IS}[0-9]\+){END}")
_WOUND = re.compile(rf"{START}(?:(?:(?:to[\s-])?wound|wnd){IS}[0-9]\+?|w{IS}[0-9]\+){END}")
_REND = re.compile(rf"{START}(?:rend|rnd|r){IS}(?:[0-9]+|-){END}")
_ROLLS = re.compile(rf"{START}[0-9]\+{_APART}[0-9]\+{END}")
_TARGET = re.compile(
    rf"{START}(?:(?:health|h){IS}[0-9]+{END}|ward(?: save)?{IS}[0-9]|[0-9]\+\s*+ward\b)"
)


def _values(low: str) -> re.Match[str] | None:
    """Return the five values of a weapon, with blanks or slashes between."""
    values = ROW.search(low) if low.count("+") > 1 else None
    if values is None and low.count("/") >= 3:
        values = next((run for run in SLASHED.finditer(low) if _is_warscroll(run[0])), None)
    return values


def _is_warscroll(run: str) -> bool:
    """Return whether values between slashes have rolls to hit and to wound in their places."""
    _, hit, wound, *more = (part.strip() for part in run.split("/"))
    if len(more) == 2:
        return hit.rstrip("+").isdigit() and wound.rstrip("+").isdigit()
    return len(more) in (1, 3) and bool(re.fullmatch(r"[0-9]\+/[0-9]\+", f"{hit}/{wound}"))


def _labels(low: str) -> re.Match[str] | None:
    """Return a roll to hit beside one to wound, rolls beside a Rend, or a label of a target."""
    found = _HIT.search(low)
    if found and _WOUND.search(low):
        return found
    found = _ROLLS.search(low)
    return found if found and _REND.search(low) else _TARGET.search(low)


#: What shows the game in a text, and how surely, the surest first.
SIGNS = ((1, _values), (3, _labels))
