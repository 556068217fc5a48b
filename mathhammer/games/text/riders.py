"""What a critical roll adds, in brackets: ``[crit wound: AP-2, +1 damage, D3 mortals]``.

A rider has brackets of its own, or ``and`` between its parts; both ways, from text and to it.
"""

import re
from typing import Any

from mathhammer.core.dice import Dice
from mathhammer.core.record import Record
from mathhammer.games.names import AOS, WH40K
from mathhammer.games.text.line import DICE
from mathhammer.games.text.modifiers import ATTACK, ap_text, ap_words, of_record, read_added

#: How a rider is written in each game.
RIDER_EXAMPLES = {
    WH40K: "crit wound: AP-2, +1 damage, D3 mortals",
    AOS: "crit hit: +1 rend, +1 damage, D3 mortals",
}
#: The record of riders, as each game that has them calls it.
_RIDER = "Rider"
# Compiled on first use: most texts have no riders.
_START = r"(?:on )?crit(?:ical)?s? (hit|wound)s?(?: rolls?)? ?+[:=] ?+((?!(?:on )?[0-9]+\+?$).+)"
_MORTALS = rf"({DICE}) (?:mortals?|mortal wounds?|mortal damage|mw)"
_AP = r"ap ?-? ?([0-9]{1,2})"
_ADDED = r"[+-] ?[0-9]+ ?(?:damage|dmg|d|ap|armour penetration|rend|rnd)"
_NOTHING = "nothing"


def rider_start(words: str) -> tuple[str, str] | None:
    """Return the field of the rider that begins, and the first of its parts.

    Examples
    --------
    >>> rider_start("crit wound: ap-2")
    ('on_critical_wound', 'ap-2')
    >>> rider_start("crit hits: 5+") is None
    True
    """
    found = re.fullmatch(_START, words) if "crit" in words[:7] else None
    return (f"on_critical_{found[1]}", found[2]) if found else None


def has_rider(field: str, token: str, game: str) -> None:
    """Check that a game has a rider.

    Raises
    ------
    MathhammerError
        It belongs to another one.
    """
    of_record((field, None), token, ATTACK, game)


def rider_part(words: str, token: str, game: str = WH40K) -> dict[str, Any] | None:
    """Read a part of a rider; None where it is none.

    Examples
    --------
    >>> [rider_part(words, words) for words in ("ap-2", "+1 damage", "d3 mortals", "+1 to hit")]
    [{'ap': -2}, {'damage': 1}, {'mortals': 'D3'}, None]
    """
    if words == _NOTHING:
        return {}
    found: tuple[str, Any] | None = ap_words(words)
    if mortals := re.fullmatch(_MORTALS, words):
        found = "mortals", str(Dice.parse(mortals[1]))
    elif ap := re.fullmatch(_AP, words):
        found = "ap", -int(ap[1])
    elif re.fullmatch(_ADDED, words):
        found = read_added(words, token, _RIDER, game)
    found = of_record(found, token, _RIDER, game)
    return None if found is None else {found[0]: found[1]}


def riders_text(modifiers: Record) -> list[str]:
    """Return riders as they are written, each for brackets of its own.

    Examples
    --------
    >>> from mathhammer.games.wh40k.modifiers import Modifiers
    >>> riders_text(Modifiers(on_critical_wound={"ap": -2, "damage": 1, "mortals": "D3"}))
    ['crit wound: AP-2, +1 damage, D3 mortals']
    >>> riders_text(Modifiers(on_critical_hit={"mortals": 1}))
    ['crit hit: 1 mortal wound']
    """
    texts = []
    for roll in ("hit", "wound"):
        rider = modifiers.given.get(f"on_critical_{roll}")
        if rider is not None:
            texts.append(f"crit {roll}: {', '.join(_parts(rider.given)) or _NOTHING}")
    return texts


def _parts(given: dict[str, Any]) -> list[str]:
    ap = given.get("ap", 0)
    parts = [f"AP{ap}" if ap < 0 else ap_text(ap)] if ap else []
    parts += [f"{given[name]:+d} {name}" for name in ("rend", "damage") if given.get(name)]
    if "mortals" in given:
        mortals = str(given["mortals"])
        parts.append("1 mortal wound" if mortals == "1" else f"{mortals} mortals")
    return parts
