"""What one more, or one less, of each characteristic does to a match-up.

*Better* is better for whose characteristic it is: a skill of 3+ becomes 2+, an AP of -1
becomes -2, a save of 3+ becomes 2+; where there is no save, invulnerable save, Feel No Pain
or ward at all, 6+. Of a mixed unit every group changes; attached leaders stay as they are.
"""

from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from typing import Any, TypeVar

from mathhammer.analysis.items import weapon_names
from mathhammer.analysis.require import check_exact
from mathhammer.core.dice import Dice
from mathhammer.core.errors import MathhammerError
from mathhammer.core.record import Record
from mathhammer.evaluate.batching import compute
from mathhammer.evaluate.evaluate import evaluate
from mathhammer.games.names import AOS, WH40K
from mathhammer.games.profiles import Unit
from mathhammer.results.attack import Result
from mathhammer.results.view import tabled

R = TypeVar("R", bound=Record)
#: How a better value is reached: by a sum, or as a roll, of which none at all is the worst.
_UP, _DOWN, _ROLL = "up", "down", "roll"
_OF_WEAPONS = {
    WH40K: {"attacks": _UP, "skill": _ROLL, "strength": _UP, "ap": _DOWN, "damage": _UP},
    AOS: {"attacks": _UP, "hit": _ROLL, "wound": _ROLL, "rend": _UP, "damage": _UP},
}
_OF_TARGETS = {
    WH40K: {"toughness": _UP, "save": _ROLL, "wounds": _UP, "invulnerable": _ROLL,
            "feel_no_pain": _ROLL},
    AOS: {"health": _UP, "save": _ROLL, "ward": _ROLL},
}  # fmt: skip
#: Rolls that a weapon or model has, or has not; the worst of the others is 6+.
_OPTIONAL = ("save", "invulnerable", "feel_no_pain", "ward")
#: Fields beside a characteristic that change with it where they are given.
_BESIDE = {"invulnerable": ("invulnerable_ranged", "invulnerable_melee")}
DIRECTIONS = {"better": 1, "worse": -1}

COLUMNS = {
    "attacker": "name of the attacker",
    "target": "name of the target",
    "side": "attacker or target: whose characteristic it is",
    "part": "how many of which weapon, all weapons, or unit",
    "characteristic": "as the field is named",
    "direction": "better or worse, for whose characteristic it is",
    "before": "the characteristic as it is; several weapons' are separated by slashes",
    "after": "as it becomes; missing where it can't",
    "damage": "expected damage then",
    "damage_change": "less that of the match-up as it is",
    "slain": "expected models slain then",
    "slain_change": "less those of the match-up as it is",
    "destroyed": "P(destroyed) then, 0 to 1",
    "destroyed_change": "less that of the match-up as it is",
}


def sensitivity(result: Result) -> Iterator[dict[str, Any]]:
    """Yield a row for each characteristic and direction: the keys of `COLUMNS`.

    Parameters
    ----------
    result : Result

    Raises
    ------
    MathhammerError
        It is no result of a match-up, or a simulated one (`NotModelledError`).

    Notes
    -----
    Where the attacker has several weapons, each has rows of its own, after those of all
    weapons together. A change that isn't possible (a skill better than 2+) has no numbers.

    Examples
    --------
    >>> import mathhammer
    >>> rows = sensitivity(mathhammer.attack("10x A2 BS3+ S4 AP-1 D1", "5x meq"))
    >>> {row["characteristic"]: round(row["damage_change"], 2) for row in rows
    ...  if row["direction"] == "better"}["strength"]
    1.11
    """
    check_exact(result, "sensitivity")
    changes = list(_changes(result))
    made = [
        None if units is None else evaluate(units[0], units[1], result.context, result.rulings)
        for _, units in changes
    ]
    compute([one for one in made if one is not None])
    now = {"damage": result.damage.mean, "slain": result.slain.mean, "destroyed": result.destroyed}
    for (words, _), one in zip(changes, made, strict=True):
        row: dict[str, Any] = {**result.labels, **words}
        for name, value in now.items():
            then: float | None = None
            if one is not None:
                then = one.destroyed if name == "destroyed" else getattr(one, name).mean
            row[name] = then
            row[f"{name}_change"] = None if then is None else then - value
        yield row


sensitivity_table = tabled(sensitivity, COLUMNS)


def _changes(result: Result) -> Iterator[tuple[dict[str, Any], tuple[Unit, Unit] | None]]:
    """Yield what changes, in words, and the units of each change that is possible."""
    attacker, target = _bare(result.attacker), _plain(result.target)
    weapons = attacker.weapons
    parts: list[tuple[str, list[int]]] = []
    if len(weapons) > 1:
        parts.append(("all weapons", list(range(len(weapons)))))
    parts += [(name, [i]) for i, name in enumerate(weapon_names(weapons))]
    kinds, directions = _OF_WEAPONS[attacker.game].items(), DIRECTIONS.items()
    for (part, places), (name, kind), (direction, by) in product(parts, kinds, directions):
        before = [weapons[i] for i in places]
        after = [_changed(weapon, name, kind, by) for weapon in before]
        units = None
        if any(after):
            new = dict(enumerate(weapons))  # what can't change stays
            new |= {i: one for i, one in zip(places, after, strict=True) if one}
            units = attacker.replace(weapons=list(new.values())), target
        yield _words("attacker", part, name, direction, before, after), units
    for (name, kind), (direction, by) in product(_OF_TARGETS[target.game].items(), directions):
        changed = _changed(target, name, kind, by)
        words = _words("target", "unit", name, direction, [target], [changed])
        yield words, None if changed is None else (attacker, changed)


def _bare(attacker: Unit) -> Unit:
    """Return the attacker without its own context, which the result's already holds."""
    return attacker.replace(context=None) if attacker.context.given else attacker


def _plain(target: Unit) -> Unit:
    """Return a target whose Feel No Pain is a characteristic, where it is an ability."""
    own = [a.threshold for a in target.abilities if a.kind == "feel no pain"]
    if not own or target.game == AOS:
        return target
    others = [a for a in target.abilities if a.kind != "feel no pain"]
    best = min([*own, *filter(None, [getattr(target, "feel_no_pain", 0)])])
    return target.replace(abilities=others or None, feel_no_pain=best)


def _words(
    side: str, part: str, name: str, direction: str, before: list[Any], after: list[Any]
) -> dict[str, Any]:
    changed = all(one is None for one in after)
    return {
        "side": side,
        "part": part,
        "characteristic": name,
        "direction": direction,
        "before": " / ".join(_written(one, name) for one in before),
        "after": None if changed else " / ".join(
            _written(new or old, name) for old, new in zip(before, after, strict=True)
        ),
    }  # fmt: skip


def _written(record: Any, name: str) -> str:
    """Return a characteristic as it is written; of a mixed unit those of its parts."""
    parts = [record, *getattr(record, "groups", ())]
    values = [getattr(one, name) for one in parts if one is record or name in one.given]
    if len(values) > 1 and not values[0]:
        values = values[1:]
    roll = name in ("skill", "hit", "wound", *_OPTIONAL)
    return ", ".join(
        str(value) if not roll else f"{value}+" if value else "-" for value in dict.fromkeys(values)
    )


def _changed(record: Any, name: str, kind: str, by: int) -> Any:
    """Return a weapon or a target with a characteristic changed; None where that can't be."""
    value: Any = getattr(record, name)
    with suppress(MathhammerError):
        if isinstance(record, Unit):
            return _changed_target(record, name, kind, by)
        if not isinstance(value, Dice):
            return _replaced(record, name, kind, by)
        value = Dice(value.terms, value.constant + by)
        if value.minimum >= 0:
            return record.replace(**{name: value})
    return None


def _changed_target(target: Unit, name: str, kind: str, by: int) -> Unit | None:
    changed = _replaced(target, name, kind, by)
    groups = getattr(target, "groups", ())
    if any(name in group.given for group in groups):
        parts = [
            _replaced(group, name, kind, by) if name in group.given else group for group in groups
        ]
        if changed is None and name not in target.given:
            changed = target
        if changed is None or None in parts:
            return None
        changed = changed.replace(groups=parts)
    if changed is not None:
        changed.check_target()
    return changed


def _replaced(record: R, name: str, kind: str, by: int) -> R | None:
    """Return a record with a characteristic changed, and those beside it that are given."""
    given = record.given
    names = [one for one in (name, *_BESIDE.get(name, ())) if given.get(one)] or [name]
    changes: dict[str, Any] = {}
    for one in names:
        value = getattr(record, one)
        if kind == _ROLL:
            new = _roll(value, by, one in _OPTIONAL or one in _BESIDE["invulnerable"])
            if new is None:
                return None
            changes[one] = new or None
        elif name not in given and name in ("wounds", "health", "toughness", "strength"):
            return None
        else:
            changes[one] = value + (by if kind == _UP else -by)
    return record.replace(**changes)


def _roll(value: int, by: int, optional: bool) -> int | None:
    """Return a roll that is better or worse by one; 0 is none at all, None is impossible."""
    if not value:
        return 6 if by > 0 and optional else None
    new = value - by
    if new < 2:
        return None
    return new if new <= 6 else (0 if optional else None)
