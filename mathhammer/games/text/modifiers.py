"""Modifiers in the brackets of the text notation: ``+1 to hit``, ``re-roll hits: ones``.

Of an attacker's or weapon's, and of a target's, of either game; both ways, from text and
to it.
"""

import re
from typing import Any

from mathhammer.core.errors import MathhammerError, nearest, quoted
from mathhammer.core.record import Field, Record
from mathhammer.games.names import GAMES, IN_GAME, WH40K
from mathhammer.games.registry import part

#: How fields are written that are added up, behind their amount.
_WORDS = {
    "hit": "to hit", "wound": "to wound", "wound_if_stronger": "to wound if stronger",
    "attacks": "attacks", "strength": "strength", "ap": "AP", "save": "save", "damage": "damage",
    "rend": "rend",
}  # fmt: skip
#: The records of modifiers, as each game has them.
ATTACK, _TARGET = "Modifiers", "TargetModifiers"
_NOUNS = {ATTACK: "weapon", _TARGET: "target"}
# Compiled on first use: most texts have no modifiers.
_NUMBER_FIRST = r"([+-]) ?([0-9]++)\s*+(.*)"
_CRITICAL = r"crit(?:ical)?s? (?:to |on )?(hit|wound)s?(?: rolls?)? ?[:=]? ?(?:on )?([0-9]++)\+?"
#: Modifiers with words of their own: a word that is among them, how they are written, the field,
#: and its value; a plus is that of a roll among the words.
_WORDED = (
    ("hit", r"ignores? hit modifiers", "ignore_hit_modifiers", True),
    ("wound", r"ignores? wound modifiers", "ignore_wound_modifiers", True),
    ("crit", r"crit hits need success", "critical_hits_need_success", True),
    ("cover", r"(?:in |has |benefit of |with )?cover", "cover", True),
    (
        "hal",
        r"(?:hal(?:ve[sd]?|f) (?:all |the )?(?:damage|dmg)|(?:damage|dmg) halved)",
        "halve_damage",
        True,
    ),
    ("no halve", r"no halve damage", "halve_damage", False),
    ("no ignore", r"no ignore first damage", "ignore_first_damage", False),
    ("no cover", r"no cover", "cover", False),
    ("first", r"ignores? (?:the )?first damage", "ignore_first_damage", True),
    ("damage", r"damage (?:to|becomes|is|=) ?([0-9]+)", "damage_to", ""),
    ("dmg", r"dmg (?:to|becomes|is|=) ?([0-9]+)", "damage_to", ""),
    (
        "wound",
        r"(?:only )?(?:wound floor|wound(?:s|ed)?(?: only)? on)[ :=]*([0-9]+)\+?",
        "wound_floor",
        "+",
    ),
)
#: The switches of a target as they are written.
_SWITCHES = {
    "halve_damage": "halve damage", "ignore_first_damage": "ignore first damage",
    "cover": "in cover",
}  # fmt: skip
_FAILS = r"(?:unmodified )?wound rolls? of 1-([2-5]) (?:always )?fails?"
#: What may stand around the name of a roll: to hit, to be hit, to hit rolls.
_AROUND = r"^(?:to[ -])?(?:be )?| rolls?$"
_REROLL = r"re-? ?rolls?(?![a-z])[ _:]?(.*)"

_SHORT = {
    "hits": "hit", "wounds": "wound", "attack": "attacks", "a": "attacks", "s": "strength",
    "str": "strength", "d": "damage", "dmg": "damage", "saves": "save", "saving throws": "save",
    "armour penetration": "ap", "rnd": "rend", "wounded": "wound", "sv": "save", "armour": "save",
    "armour save": "save", "armour saves": "save",
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
_UP_TO = r"(?:<=|\u2264) ?([0-9]{1,4})|\b([0-9]{1,4}) or less\b"
#: How a re-roll of results up to a number is written.
_UP_TO_WORDS = "<=3"
_FILLERS = {"to", "rolls", "roll", "of", "the", "all", "on", "a", "for"}
#: The re-rolls of each record.
_REROLLS = {
    ATTACK: ("reroll_hits", "reroll_wounds", "reroll_damage", "reroll_attacks"),
    _TARGET: ("reroll_saves",),
}
_ALLOWED = {
    **dict.fromkeys(("reroll_hits", "reroll_wounds"), ("ones", "failures", "non-criticals")),
    **dict.fromkeys(("reroll_damage", "reroll_attacks"), ("ones", "below-average", _UP_TO_WORDS)),
    "reroll_saves": ("ones", "failures"),
}


def _fields(game: str, record: str) -> dict[str, Field]:
    """Return the fields of a game's modifiers."""
    fields: dict[str, Field] = getattr(part(game, "modifiers"), record)._fields
    return fields


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
    return _modifier(item, token, ATTACK, game)


def _critical(item: str, token: str, game: str) -> tuple[str, str] | None:
    """Read ``crit hits 5+``; what else starts like that may be an ability of the game."""
    if not item.startswith("crit") or "(" in item:
        return None
    critical = re.fullmatch(_CRITICAL, item)
    if critical:
        return f"critical_{critical[1]}s", _threshold(critical[2], token)
    if any(name.startswith("crit") for name in part(game, "abilities.table").WEAPON.by_name):
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
    return _modifier(item, token, _TARGET, game)


def _modifier(item: str, token: str, record: str, game: str) -> tuple[str, Any] | None:
    """Read a modifier of a record; refuse one that belongs elsewhere."""
    found = (
        read_added(item, token, record, game) or _reroll(item, token, record)
        or _worded(item, token) or ap_words(item) or _critical(item, token, game)
    )  # fmt: skip
    return of_record(found, token, record, game)


def _worded(item: str, token: str) -> tuple[str, Any] | None:
    """Read a modifier that is written in words of its own."""
    for word, pattern, field, value in _WORDED:
        found = re.fullmatch(pattern, item) if word in item else None
        if found and value == "+":
            return field, _threshold(found[1], token)
        if found:
            return field, found[1] if found.groups() else value
    fails = re.fullmatch(_FAILS, item) if "fail" in item else None
    return ("wound_floor", f"{int(fails[1]) + 1}+") if fails else None


def of_record(
    found: tuple[str, Any] | None, token: str, record: str, game: str
) -> tuple[str, Any] | None:
    """Return a modifier that a record of the game has; refuse one of another.

    Parameters
    ----------
    found : (str, value) or None
        A field and its value.
    token, record, game
        As of `read_added`.
    """
    if found is None or found[0] in _fields(game, record):
        return found
    for name in GAMES:
        if found[0] in _fields(name, record):
            raise MathhammerError(f"{quoted(token)} can't be used here: {IN_GAME[name]}")
    other = _TARGET if record == ATTACK else ATTACK
    for name in (game, *GAMES) if record in _NOUNS else ():
        if found[0] in _fields(name, other):
            where = "write it there" if name == game else IN_GAME[name]
            raise MathhammerError(
                f"{quoted(token)} is a modifier of a {_NOUNS[other]}, not of a {_NOUNS[record]}: "
                f"{where}"
            )
    return found


def read_added(item: str, token: str, record: str, game: str) -> tuple[str, Any] | None:
    """Read a modifier that is added up, like ``+1 damage``: its field and its amount.

    Parameters
    ----------
    item, token, game
        As of `attack_modifier`.
    record : str
        The record of which it is a field, as the game's `modifiers` has it.
    """
    found = re.fullmatch(_NUMBER_FIRST, item) if item[:1] in ("+", "-") else None
    if found is None:
        return None
    words = re.sub(_AROUND, "", found[3])
    name = words.replace(" ", "_")
    name = name if name in _WORDS else _SHORT.get(words, "")
    fields = _fields(game, record)
    better = "+" if record == _TARGET else "-"
    if name not in fields:
        of_record((name, 0), token, record, game)
        known = [f"{better if f == 'ap' else '+'}1 {_WORDS[f]}" for f in fields if f in _WORDS]
        raise MathhammerError(
            f"{quoted(token)} is not understood{nearest(f'+1 {found[3]}', known)}; "
            f"known: {', '.join(known)}"
        )
    most: int = fields[name].schema["maximum"]
    amount = int(found[2]) if len(found[2]) < 6 else most + 1
    if amount > most:
        raise MathhammerError(
            f"{quoted(token)} is out of range: from -{most} to +{most} is allowed"
        )
    if name == "ap" and amount and found[1] != better:
        worsens = record == _TARGET
        meant = "an attack's AP that gets worse" if worsens else "a better AP"
        raise MathhammerError(
            f"{quoted(token)} can be read two ways: {meant} is written '{better}{amount} AP', one "
            f"that gets {'better' if worsens else 'worse'} 'AP {amount} "
            f"{'better' if worsens else 'worse'}'"
        )
    return name, -amount if found[1] == "-" else amount


def ap_words(item: str) -> tuple[str, int] | None:
    """Read ``ap 1 worse``: what is added to an armour penetration, 1 here."""
    found = re.fullmatch(r"ap ([0-9]{1,2}) (worse|better)", item) if item[:3] == "ap " else None
    return ("ap", int(found[1]) if found[2] == "worse" else -int(found[1])) if found else None


def ap_text(added: int) -> str:
    """Return what is added to an armour penetration in words, as `ap_words` reads them.

    Examples
    --------
    >>> ap_text(1), ap_text(-2)
    ('AP 1 worse', 'AP 2 better')
    """
    return f"AP {abs(added)} {'worse' if added > 0 else 'better'}"


def _threshold(digits: str, token: str) -> str:
    if len(digits) != 1 or digits not in "23456":
        raise MathhammerError(f"{quoted(token)} needs a roll from 2+ to 6+")
    return f"{digits}+"


def _reroll(item: str, token: str, record: str) -> tuple[str, Any] | None:
    rerolled = re.fullmatch(_REROLL, item) if item.startswith("re") else None
    if rerolled is None:
        return None
    fields = _REROLLS[record]
    up_to = re.search(_UP_TO, rerolled[1])
    text = re.sub(_UP_TO, " ", rerolled[1]) if up_to else rerolled[1]
    text = text.replace(":", " ").replace("=", " ").replace("_", " ")
    text = text.replace("non critical", "non-critical").replace("below average", "below-average")
    field, policy = "", f"<={up_to[1] or up_to[2]}" if up_to else ""
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
    if up_to and field and _UP_TO_WORDS in _ALLOWED[field]:
        return field, policy
    if not field or policy not in _ALLOWED[field]:
        lacking = f"which results of {field[7:]}" if field else "which rolls"
        one_of = "" if not field else f" ({', '.join(_ALLOWED[field])})"
        raise MathhammerError(f"{quoted(token)} must say {lacking}{one_of}; {_which(fields)}")
    return field, policy


def _which(fields: tuple[str, ...]) -> str:
    return f"write it like 're-roll {fields[0][7:]}: ones'"


def _added_text(given: dict[str, Any], worse: int) -> list[str]:
    """Return what is added up; an AP that one wouldn't expect, of that sign, in words."""
    return [
        ap_text(given[name]) if name == "ap" and given[name] * worse > 0
        else f"{given[name]:+d} {words}"
        for name, words in _WORDS.items()
        if given.get(name)
    ]  # fmt: skip


def attack_modifiers_text(modifiers: Record) -> list[str]:
    """Return modifiers of an attacker or weapon, but for riders, as they stand in brackets."""
    given = modifiers.given
    parts = _added_text(given, 1)
    parts += [f"re-roll {f[7:]}: {given[f]}" for f in _REROLLS[ATTACK] if f in given]
    both = ("hit", "wound")
    parts += [f"crit {r}s {given[f'critical_{r}s']}+" for r in both if given.get(f"critical_{r}s")]
    if given.get("critical_hits_need_success"):
        parts.append("crit hits need success")
    parts += [f"ignore {r} modifiers" for r in both if given.get(f"ignore_{r}_modifiers")]
    return parts


def target_modifiers_text(modifiers: Record, from_preset: bool = False) -> list[str]:
    """Return modifiers of a target as they are written in brackets.

    Parameters
    ----------
    modifiers : TargetModifiers
    from_preset : bool
        Whether a preset may have what isn't there.
    """
    given = modifiers.given
    parts = _added_text(given, -1)
    if given.get("wound_floor"):
        parts.append(f"wound floor {given['wound_floor']}+")
    if "damage_to" in given:
        parts.append(f"damage to {given['damage_to']}")
    parts += [
        f"no {words.removeprefix('in ')}" if not given[name] else words
        for name, words in _SWITCHES.items()
        if name in given and (given[name] or from_preset)
    ]
    if "reroll_saves" in given:
        parts.append(f"re-roll saves: {given['reroll_saves']}")
    return parts
