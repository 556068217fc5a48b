"""Scenario files: from the fields of a file to the question that it asks."""

import os
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from mathhammer.core.errors import MathhammerError, inside, quoted
from mathhammer.games.names import GAMES, WH40K
from mathhammer.reading.files import read_fields
from mathhammer.reading.question import Question, one_of

#: Each kind of a file, with the module of `mathhammer.reading` and the class that read it.
KINDS = {
    "attack": "attack:AttackQuestion",
    "turn": "turn:TurnQuestion",
    "heroes": "heroes:HeroesQuestion",
}
#: The same for each kind of check.
CHECK = "check:CheckQuestion"


def from_mapping(fields: Mapping[str, Any], where: str = "") -> Any:
    """Return the question that a mapping with the fields of a file asks.

    Parameters
    ----------
    fields : mapping
        ``game`` and ``kind``, and the fields of the kind: of an attack ``attacker`` and
        ``target``, each one or a list, ``context`` and ``ruleset``; ``id``, ``title``,
        ``note`` and ``expect`` belong to the user.
    where : str, optional
        The file, for messages.

    Returns
    -------
    Question
        One of the classes of `KINDS`, or with ``sweep`` a `SweepQuestion`.

    Raises
    ------
    MathhammerError
        A field is unknown, missing, or its value not allowed.
    NotModelledError
        A game or kind that is known, but not computed in this version.

    Examples
    --------
    >>> squad = {"attacker": "5x A2 BS3+ S4 AP-1 D1", "target": ["meq", "10x teq"]}
    >>> [unit.label for unit in from_mapping(squad).targets]
    ['5x meq', '10x teq']
    """
    with inside(where, ": "):
        if not isinstance(fields, Mapping):
            raise MathhammerError(
                f"{quoted(fields)} is not a scenario: a table of fields is expected"
            )
        if fields.get("sweep") is None:
            return _question(fields, where)
        base = _question({k: v for k, v in fields.items() if k != "sweep"}, where)
        if base.kind != "attack":
            raise MathhammerError(f"only attacks can be swept, not kind = {base.kind!r}", "sweep")
        from mathhammer.reading.sweep import SweepQuestion

        return SweepQuestion.of(base, fields)


def _question(fields: Mapping[str, Any], path: str) -> Any:
    game = one_of("game", fields.get("game", WH40K), GAMES)
    kind = fields.get("kind", "attack")
    module, _, name = _class_of(kind).partition(":")
    cls: type[Question] = getattr(import_module(f"mathhammer.reading.{module}"), name)
    return cls.read(fields, game, path)


def _class_of(kind: Any) -> str:
    if isinstance(kind, str) and kind in KINDS:
        return KINDS[kind]
    from mathhammer.games.checks.registry import KINDS as CHECKS
    from mathhammer.games.checks.registry import kind_of

    asked = (isinstance(kind, str) and kind_of(kind)) or kind
    return KINDS.get(one_of("kind", asked, (*KINDS, *CHECKS)), CHECK)


def load(
    path: str | os.PathLike[str], complete: Callable[[dict[str, Any]], None] | None = None
) -> Any:
    """Return the question of a file.

    Parameters
    ----------
    path : str or path
        A TOML or JSON file of at most 1 MiB; which of the two is seen from its content.
    complete : callable, optional
        Takes the fields and adds what the file doesn't say, before they are read.

    Returns
    -------
    Question
        As of `from_mapping`.

    Raises
    ------
    MathhammerError
        The file can't be read, is neither TOML nor JSON, or a field is wrong.
    NotModelledError
        A game or kind that is known, but not computed in this version.

    Examples
    --------
    >>> from pathlib import Path
    >>> import mathhammer
    >>> example = Path(mathhammer.__file__).parent / "examples" / "squads.toml"
    >>> len(load(example).attackers)
    3
    """
    name = os.fsdecode(path)
    label = name if name.isprintable() and len(name) < 300 else quoted(name, 300)
    with inside(label, ": "):
        fields = read_fields(name)
        if complete is not None:
            complete(fields)
    return from_mapping(fields, label).located(name)
