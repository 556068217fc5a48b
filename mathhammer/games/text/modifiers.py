"""Modifiers in the brackets of the text notation: ``+1 to hit``, ``re-roll hits: ones``.

Of an attacker's or weapon's, and of a target's, of either game; both ways, from text and
to it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from mathhammer.core.errors import MathhammerError, nearest, quoted
from mathhammer.games.names import AOS, IN_GAME, WH40K

if TYPE_CHECKING:
    from mathhammer.core.record import Record

_Added = dict[str, tuple[int, str]]
#: Fields that are added up: the largest amount, and how they are written behind it.
_ATTACK: dict[str, _Added] = {
    WH40K: {
        "hit": (20, "to hit"), "wound": (20, "to wound"), "attacks": (1000, "attacks"),
        "strength": (100, "strength"), "ap": (20, "AP"), "damage": (100, "damage"),
    },
    AOS: {
        "hit": (20, "to hit"), "wound": (20, "to wound"), "attacks": (1000, "attacks"),
        "rend": (20, "rend"), "damage": (100, "damage"),
    },
}  # fmt: skip
_TARGET: dict[str, _Added] = {
    WH40K: {
        "hit": (20, "to hit"), "wound": (20, "to wound"),
        "wound_if_stronger": (20, "to wound if stronger"), "ap": (20, "AP"), "save": (20, "save"),
        "damage": (100, "damage"),
    },
    AOS: {"hit": (20, "to hit"), "wound": (20, "to wound"), "save": (20, "save")},
}  # fmt: skip
# Compiled on first use: most texts have no modifiers.
_NUMBER_FIRST = r"([+-]) ?([0-9]++)\s*+(.*)"
_CRITICAL = r"crit(?:ical)?s? (?:to |on )?(hit|wound)s?(?: rolls?)? ?[:=]? ?(?:on )?([0-9]++)\+?"
_REROLL = r"re-? ?rolls?(?![a-z])[ _:]?(.*)"

_SHORT = {
    "hits": "hit", "wounds": "wound", "attack": "attacks", "a": "attacks", "s": "strength",
    "str": "strength", "d": "damage", "dmg": "damage", "saves": "save", "saving throws": "save",
    "armour penetration": "ap", "rnd": "rend",
}  # fmt: skip
_POLICIES = {
    **dict.fromkeys(("ones", "1s", "1", "one"), "ones"),
    **dict.fromkeys(("failures", "failed", "fails", "misses", "failure"), "failures"),
    **dict.fromkeys(("non-criticals", "non-crits", "noncriticals", "noncrits"), "non-criticals"),
    "below-average": "below-average",
}
_REROLLED = {
    **dict.fromkeys(("hit", "hits"), "reroll_hits"),
    **dict.fromkeys(("wound", "wounds"), "reroll_wounds"),
    "damage": "reroll_damage",
    **dict.fromkeys(("attack", "attacks"), "reroll_attacks"),
    **dict.fromkeys(("save", "saves"), "reroll_saves"),
}
_FILLERS = {"to", "rolls", "roll", "of", "the", "all", "on", "a", "for"}
_ALLOWED = {
    "reroll_hits": ("ones", "failures", "non-criticals"),
    "reroll_wounds": ("ones", "failures", "non-criticals"),
    "reroll_damage": ("ones", "below-average"),
    "reroll_attacks": ("ones", "below-average"),
    "reroll_saves": ("ones", "failures"),
}


def attack_modifier(item: str, token: str, game: str = WH40K) -> tuple[str, Any] | None:
    """Read a modifier of a weapon.

    Parameters
    ----------
    item : str
        What stands between commas, in lower case with single spaces.
    token : str
        The same as written, for messages.
    game : str

    Returns
    -------
    (str, value) or None
        Field of the game's `Modifiers` and its value; None if the item doesn't look like a
        modifier.

    Raises
    ------
    MathhammerError
        It looks like a modifier, but is not understood.

    Examples
    --------
    >>> attack_modifier("re-roll hits: ones", "re-roll hits: ones")
    ('reroll_hits', 'ones')
    >>> attack_modifier("heavy", "Heavy") is None
    True
    """
    added = re.fullmatch(_NUMBER_FIRST, item) if item[0] in "+-" else None
    if added:
        field, amount = _added(added, token, _ATTACK, game)
        if field == "ap" and amount > 0:
            raise MathhammerError(
                f"{quoted(token)} can be read two ways: a better AP is written '-{amount} AP'"
            )
        return field, amount
    rerolled = re.fullmatch(_REROLL, item) if item.startswith("re") else None
    if rerolled:
        return _reroll(rerolled[1], token, tuple(_ALLOWED)[:4])
    found: tuple[str, Any] | None = _critical(item, token, game)
    if found is None and re.fullmatch(r"ignores? (hit|wound) modifiers", item):
        found = item.replace("ignores", "ignore").replace(" ", "_"), True
    if found is not None and game == AOS and found[0] != "critical_hits":
        raise MathhammerError(f"{quoted(token)} can't be used here: {IN_GAME[WH40K]}")
    return found


def _critical(item: str, token: str, game: str) -> tuple[str, str] | None:
    """Read ``crit hits 5+``; what else starts like that is an ability in Age of Sigmar."""
    if not item.startswith("crit") or "(" in item:
        return None
    critical = re.fullmatch(_CRITICAL, item)
    if critical:
        return f"critical_{critical[1]}s", _threshold(critical[2], token)
    if game == AOS:
        return None
    raise MathhammerError(
        f"{quoted(token)} is not understood: write 'crit hits 5+' or 'crit wounds 5+'"
    )


def target_modifier(item: str, token: str, game: str = WH40K) -> tuple[str, Any] | None:
    """Read a modifier of a target; parameters and errors as of `attack_modifier`.

    Examples
    --------
    >>> target_modifier("-1 to hit", "-1 to hit")
    ('hit', -1)
    >>> target_modifier("halve damage", "Halve Damage")
    ('halve_damage', True)
    """
    added = re.fullmatch(_NUMBER_FIRST, item) if item[0] in "+-" else None
    if added:
        field, amount = _added(added, token, _TARGET, game)
        if field == "ap" and amount < 0:
            raise MathhammerError(
                f"{quoted(token)} can be read two ways: an attack's AP that gets worse is written "
                f"'+{-amount} AP'"
            )
        return field, amount
    rerolled = re.fullmatch(_REROLL, item) if item.startswith("re") else None
    if rerolled:
        return _reroll(rerolled[1], token, ("reroll_saves",))
    found: tuple[str, Any] | None = None
    if item in ("halve damage", "half damage", "halves damage"):
        found = "halve_damage", True
    elif item in ("ignore first damage", "ignores first damage"):
        found = "ignore_first_damage", True
    elif item.startswith("wound floor"):
        found = "wound_floor", _threshold(item.removeprefix("wound floor").strip(" :=+"), token)
    if found is not None and game == AOS:
        raise MathhammerError(f"{quoted(token)} can't be used here: {IN_GAME[WH40K]}")
    return found


def _added(
    found: re.Match[str], token: str, by_game: dict[str, _Added], game: str
) -> tuple[str, int]:
    fields = by_game[game]
    words = found[3].removeprefix("to ").removesuffix(" rolls").removesuffix(" roll")
    name = words.replace(" ", "_")
    name = name if any(name in known for known in by_game.values()) else _SHORT.get(words, "")
    if name not in fields:
        other = next((g for g in by_game if name in by_game[g]), None)
        if other is not None:
            raise MathhammerError(f"{quoted(token)} can't be used here: {IN_GAME[other]}")
        better = "-" if by_game is _ATTACK else "+"
        known = [f"{better if w == 'AP' else '+'}1 {w}" for _, w in fields.values()]
        raise MathhammerError(
            f"{quoted(token)} is not understood{nearest(f'+1 {found[3]}', known)}; "
            f"known: {', '.join(known)}"
        )
    most = fields[name][0]
    amount = int(found[2]) if len(found[2]) < 6 else most + 1
    if amount > most:
        raise MathhammerError(
            f"{quoted(token)} is out of range: from -{most} to +{most} is allowed"
        )
    return name, -amount if found[1] == "-" else amount


def _threshold(digits: str, token: str) -> str:
    if len(digits) != 1 or digits not in "23456":
        raise MathhammerError(f"{quoted(token)} needs a roll from 2+ to 6+")
    return f"{digits}+"


def _reroll(words: str, token: str, fields: tuple[str, ...]) -> tuple[str, str]:
    text = words.replace(":", " ").replace("=", " ").replace("_", " ")
    text = text.replace("non critical", "non-critical").replace("below average", "below-average")
    field = policy = ""
    for word in text.split():
        if word in _REROLLED and not field:
            field = _REROLLED[word]
        elif word in _POLICIES and not policy:
            policy = _POLICIES[word]
        elif word not in _FILLERS:
            hint = nearest(word, [*_POLICIES.values(), *_REROLLED])
            raise MathhammerError(
                f"{word[:40]!r} in {quoted(token)} is not understood{hint}; {_which(fields)}"
            )
    if field not in fields or policy not in _ALLOWED[field]:
        lacking = "which rolls" if field not in fields else f"which results of {field[7:]}"
        one_of = "" if field not in fields else f" ({', '.join(_ALLOWED[field])})"
        raise MathhammerError(f"{quoted(token)} must say {lacking}{one_of}; {_which(fields)}")
    return field, policy


def _which(fields: tuple[str, ...]) -> str:
    return f"write it like 're-roll {fields[0][7:]}: ones'"


def _added_text(given: dict[str, Any], by_game: dict[str, _Added]) -> list[str]:
    fields = {name: words for known in by_game.values() for name, (_, words) in known.items()}
    return [f"{given[name]:+d} {words}" for name, words in fields.items() if given.get(name)]


def attack_modifiers_text(modifiers: Record) -> list[str]:
    """Return modifiers of an attacker or weapon as they are written in brackets."""
    given = modifiers.given
    parts = _added_text(given, _ATTACK)
    parts += [f"re-roll {f[7:]}: {given[f]}" for f in tuple(_ALLOWED)[:4] if f in given]
    for rolls in ("hit", "wound"):
        if given.get(f"critical_{rolls}s"):
            parts.append(f"crit {rolls}s {given[f'critical_{rolls}s']}+")
    for rolls in ("hit", "wound"):
        if given.get(f"ignore_{rolls}_modifiers"):
            parts.append(f"ignore {rolls} modifiers")
    for rolls in ("hit", "wound"):
        rider = given.get(f"on_critical_{rolls}")
        if rider is not None:
            what = " and ".join(f"{name} {value}" for name, value in rider.given.items())
            parts.append(f"on critical {rolls}: {what}")
    return parts


def target_modifiers_text(modifiers: Record) -> list[str]:
    """Return modifiers of a target as they are written in brackets."""
    given = modifiers.given
    parts = _added_text(given, _TARGET)
    if given.get("wound_floor"):
        parts.append(f"wound floor {given['wound_floor']}+")
    parts += [
        name.replace("_", " ")
        for name in ("halve_damage", "ignore_first_damage")
        if given.get(name)
    ]
    if "reroll_saves" in given:
        parts.append(f"re-roll saves: {given['reroll_saves']}")
    return parts
