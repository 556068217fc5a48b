"""Modifiers in the brackets of the text notation: ``+1 to hit``, ``re-roll hits: ones``.

Of an attacker's or weapon's, and of a target's; both ways, from text and to it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ..errors import MathhammerError, nearest, shown

if TYPE_CHECKING:
    from ..profiles.wh40k import Modifiers, TargetModifiers

#: Fields that are added up: the largest amount, and how they are written behind it.
_ATTACK = {
    "hit": (20, "to hit"), "wound": (20, "to wound"), "attacks": (1000, "attacks"),
    "strength": (100, "strength"), "ap": (20, "AP"), "damage": (100, "damage"),
}  # fmt: skip
_TARGET = {
    "hit": (20, "to hit"), "wound": (20, "to wound"),
    "wound_if_stronger": (20, "to wound if stronger"), "ap": (20, "AP"), "save": (20, "save"),
    "damage": (100, "damage"),
}  # fmt: skip
# Compiled on first use: most texts have no modifiers.
_NUMBER_FIRST = r"([+-]) ?([0-9]++)\s*+(.*)"
_CRITICAL = r"crit(?:ical)?s? (?:to |on )?(hit|wound)s?(?: rolls?)? ?[:=]? ?(?:on )?([0-9]++)\+?"
_REROLL = r"re-? ?rolls?(?![a-z])[ _:]?(.*)"

_SHORT = {
    "hits": "hit", "wounds": "wound", "attack": "attacks", "a": "attacks", "s": "strength",
    "str": "strength", "d": "damage", "dmg": "damage", "saves": "save", "saving throws": "save",
    "armour penetration": "ap",
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


def attack_modifier(item: str, token: str) -> tuple[str, Any] | None:
    """Read a modifier of a weapon.

    Parameters
    ----------
    item : str
        What stands between commas, in lower case with single spaces.
    token : str
        The same as written, for messages.

    Returns
    -------
    (str, value) or None
        Field of `Modifiers` and its value; None if the item doesn't look like a modifier.

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
        field, amount = _added(added, token, _ATTACK)
        if field == "ap" and amount > 0:
            raise MathhammerError(
                f"{shown(token)} can be read two ways: a better AP is written '-{amount} AP'"
            )
        return field, amount
    if item in ("ignore hit modifiers", "ignores hit modifiers"):
        return "ignore_hit_modifiers", True
    if item in ("ignore wound modifiers", "ignores wound modifiers"):
        return "ignore_wound_modifiers", True
    rerolled = re.fullmatch(_REROLL, item) if item.startswith("re") else None
    if rerolled:
        return _reroll(rerolled[1], token, tuple(_ALLOWED)[:4])
    if item.startswith("crit") and "(" not in item:
        critical = re.fullmatch(_CRITICAL, item)
        if critical:
            return f"critical_{critical[1]}s", _threshold(critical[2], token)
        raise MathhammerError(
            f"{shown(token)} is not understood: write 'crit hits 5+' or 'crit wounds 5+'"
        )
    return None


def target_modifier(item: str, token: str) -> tuple[str, Any] | None:
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
        field, amount = _added(added, token, _TARGET)
        if field == "ap" and amount < 0:
            raise MathhammerError(
                f"{shown(token)} can be read two ways: an attack's AP that gets worse is written "
                f"'+{-amount} AP'"
            )
        return field, amount
    if item in ("halve damage", "half damage", "halves damage"):
        return "halve_damage", True
    if item in ("ignore first damage", "ignores first damage"):
        return "ignore_first_damage", True
    if item.startswith("wound floor"):
        return "wound_floor", _threshold(item.removeprefix("wound floor").strip(" :=+"), token)
    rerolled = re.fullmatch(_REROLL, item) if item.startswith("re") else None
    if rerolled:
        return _reroll(rerolled[1], token, ("reroll_saves",))
    return None


def _added(found: re.Match[str], token: str, fields: dict[str, tuple[int, str]]) -> tuple[str, int]:
    words = found[3].removeprefix("to ").removesuffix(" rolls").removesuffix(" roll")
    name = words.replace(" ", "_")
    name = name if name in fields else _SHORT.get(words, "")
    if name not in fields:
        better = "-" if fields is _ATTACK else "+"
        known = [f"{better if w == 'AP' else '+'}1 {w}" for _, w in fields.values()]
        raise MathhammerError(
            f"{shown(token)} is not understood{nearest(f'+1 {found[3]}', known)}; "
            f"known: {', '.join(known)}"
        )
    most = fields[name][0]
    amount = int(found[2]) if len(found[2]) < 6 else most + 1
    if amount > most:
        raise MathhammerError(f"{shown(token)} is out of range: from -{most} to +{most} is allowed")
    return name, -amount if found[1] == "-" else amount


def _threshold(digits: str, token: str) -> str:
    if len(digits) != 1 or digits not in "23456":
        raise MathhammerError(f"{shown(token)} needs a roll from 2+ to 6+")
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
                f"{word[:40]!r} in {shown(token)} is not understood{hint}; {_which(fields)}"
            )
    if field not in fields or policy not in _ALLOWED[field]:
        lacking = "which rolls" if field not in fields else f"which results of {field[7:]}"
        one_of = "" if field not in fields else f" ({', '.join(_ALLOWED[field])})"
        raise MathhammerError(f"{shown(token)} must say {lacking}{one_of}; {_which(fields)}")
    return field, policy


def _which(fields: tuple[str, ...]) -> str:
    return f"write it like 're-roll {fields[0][7:]}: ones'"


def _added_text(given: dict[str, Any], fields: dict[str, tuple[int, str]]) -> list[str]:
    return [f"{given[name]:+d} {words}" for name, (_, words) in fields.items() if given.get(name)]


def attack_modifiers_text(modifiers: Modifiers) -> list[str]:
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


def target_modifiers_text(modifiers: TargetModifiers) -> list[str]:
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
