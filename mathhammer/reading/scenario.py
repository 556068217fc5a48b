"""Scenarios: files and tables turned into profiles.

A file is TOML or JSON with the same fields; which of the two is seen from its content.
Everything is checked before anything is computed, and each error names the file, the
table and the field. How a file is opened and parsed is in `mathhammer.reading.files`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from mathhammer.core.errors import MathhammerError, TooLargeError, nearest, quoted
from mathhammer.games.detect import first_game
from mathhammer.games.names import GAMES, TITLES, WH40K, profiles_of
from mathhammer.games.profiles import Context, Ruleset, Unit
from mathhammer.reading.files import read_fields
from mathhammer.reading.read_units import read_attacker, read_target

if TYPE_CHECKING:
    from mathhammer.games.checks.check import Check
    from mathhammer.games.turns.script import Script
    from mathhammer.heroes import Setup

#: The most attackers, and the most targets, of a scenario.
MAX_SIDES = 200

KINDS = ("attack", "turn", "heroes")  # and those of checks
#: Fields that belong to the user.
IGNORED = ("id", "title", "note", "expect")
FIELDS = ("game", "kind", "ruleset", "context", "attacker", "target", "sweep", *IGNORED)
#: Fields of the files that `mathhammer choose` reads.
OF_CHOICES = ("mix", "option", "limit", "objective", "budget")
TURN_FIELDS = ("game", "kind", "ruleset", "context", "units", "step", "gap", *IGNORED)


class Scenario(NamedTuple):
    """What a file describes.

    Attributes
    ----------
    path : str
        The file, or an empty string.
    game, kind : str
    attackers, targets : tuple of Unit
        To be computed against each other, attacker by attacker.
    context : Context
        That of an attacker is merged over it.
    ruleset : Ruleset
    notes : tuple of str
        What a reader may not expect in how texts were read.
    script : Script, optional
        The turn, where the kind is one; it has no attackers and targets.
    check : Check, optional
        The question of dice outside attacks, where the kind is one.
    sweep : tuple of Variant
        The scenario once for each combination of swept values; empty without a sweep.
    heroes : Setup, optional
        The question about the heroes dice game, where the kind is one.
    """

    path: str
    game: str
    kind: str
    attackers: tuple[Unit, ...]
    targets: tuple[Unit, ...]
    context: Context
    ruleset: Ruleset
    notes: tuple[str, ...]
    script: Script | None = None
    check: Check | None = None
    sweep: tuple[Variant, ...] = ()
    heroes: Setup | None = None


class Variant(NamedTuple):
    """One combination of the values of a sweep.

    Attributes
    ----------
    settings : dict
        The values by dotted field, as given.
    scenario : Scenario
    """

    settings: dict[str, Any]
    scenario: Scenario


def from_mapping(fields: Mapping[str, Any], where: str = "") -> Scenario:
    """Return the scenario described by a mapping with the fields of a file.

    Parameters
    ----------
    fields : mapping
        ``attacker`` and ``target``, each one or a list; ``context``, ``ruleset``, ``game``
        and ``kind``; ``id``, ``title``, ``note`` and ``expect`` belong to the user.
    where : str, optional
        The file, for messages.

    Returns
    -------
    Scenario

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
    ['meq', 'teq']
    """
    try:
        if isinstance(fields, Mapping) and fields.get("sweep") is not None:
            return _swept(fields, where)
        return _scenario(fields, where)
    except MathhammerError as error:
        raise (error.inside(where, ": ") if where else error) from None


def _scenario(fields: Any, path: str) -> Scenario:
    if not isinstance(fields, Mapping):
        raise MathhammerError(f"{quoted(fields)} is not a scenario: a table of fields is expected")
    game = _one_of("game", fields.get("game", "wh40k"), GAMES)
    kind = fields.get("kind", "attack")
    if kind not in KINDS:
        from mathhammer.games.checks.registry import KINDS as CHECK_KINDS
        from mathhammer.games.checks.registry import kind_of

        asked = (isinstance(kind, str) and kind_of(kind)) or kind
        kind = _one_of("kind", asked, (*KINDS, *CHECK_KINDS))
        if kind in CHECK_KINDS:
            return _check(fields, kind, game if "game" in fields else None, path)
    if kind == "turn":
        return _turn(fields, game, path)
    if kind == "heroes":
        return _heroes(fields, game, path)
    for name in fields:
        if name not in FIELDS:
            raise _unknown_field(name)
    for table, place in _tables(fields):
        for name in ("target", "attacker", "game", "kind", "ruleset", *IGNORED):
            if name in table:
                raise MathhammerError(
                    f"{name!r} stands inside this table: in TOML, what follows a header like "
                    "[[attacker]] belongs to it. Move the line above the first header"
                    + (f", or write it as [[{name}]]" if name in ("target", "attacker") else ""),
                    place,
                )
    _check_game(game, "game" in fields, fields)
    profiles = profiles_of(game)
    return Scenario(
        path,
        game,
        kind,
        _each(fields, "attacker", lambda value: read_attacker(value, game)),
        _each(fields, "target", lambda value: read_target(value, game)),
        _part(fields, "context", profiles.Context.read) or profiles.Context(),
        _part(fields, "ruleset", profiles.Ruleset.read) or profiles.Ruleset(),
        tuple(dict.fromkeys(_notes(fields))),
    )


def _swept(fields: Mapping[str, Any], path: str) -> Scenario:
    """Return a scenario with the variants of its sweep, each of them checked."""
    from mathhammer.reading.sweep import MAX_SWEPT, combinations

    base = {name: value for name, value in fields.items() if name != "sweep"}
    scenario = _scenario(base, path)
    if scenario.kind != "attack":
        raise MathhammerError(f"only attacks can be swept, not kind = {scenario.kind!r}", "sweep")
    variants = []
    matchups = 0
    try:
        for values, made in combinations(fields["sweep"], base, scenario.game):
            try:
                variant = _scenario(made, path)
            except MathhammerError as error:
                words = ", ".join(f"{key} = {quoted(value)}" for key, value in values.items())
                raise error.inside(f"with {words}", ": ") from None
            matchups += len(variant.attackers) * len(variant.targets)
            if matchups > MAX_SWEPT:
                raise TooLargeError(
                    f"a sweep of more than {MAX_SWEPT} match-ups: take fewer values at a time"
                )
            variants.append(Variant(values, variant))
    except MathhammerError as error:
        raise error.inside("sweep", ": ") from None
    return scenario._replace(sweep=tuple(variants))


def _turn(fields: Mapping[str, Any], game: str, path: str) -> Scenario:
    from mathhammer.games.turns.script import read_script

    for name in fields:
        if name not in TURN_FIELDS:
            hint = nearest(str(name), TURN_FIELDS)
            if name in ("attacker", "target"):
                hint = ": a turn has [units.a] and [units.b] instead"
            raise MathhammerError(
                f"unknown field {quoted(name)} of a turn{hint}; fields: {', '.join(TURN_FIELDS)}"
            )
    _check_game(game, "game" in fields, fields)
    units = fields.get("units")
    texts = {"attacker": list(units.values())} if isinstance(units, Mapping) else {}
    notes = tuple(dict.fromkeys(_notes(texts)))
    script = read_script(fields, game, path)._replace(read_as=notes)
    return Scenario(path, game, "turn", (), (), script.context, script.ruleset, (), script)


def _check(fields: Mapping[str, Any], kind: str, game: str | None, path: str) -> Scenario:
    """Read a check: its fields stand at the top of the file."""
    from mathhammer.games.checks.registry import KINDS as CHECK_KINDS
    from mathhammer.games.checks.registry import read_check

    given = {k: v for k, v in fields.items() if k not in ("game", "kind", "ruleset", *IGNORED)}
    for name in ("context", "attacker", "target"):
        if name in given and name not in CHECK_KINDS[kind].aliases:
            raise MathhammerError(f"{name!r} belongs to attacks: a check has none", name)
    check, game = read_check(kind, given, game)
    profiles = profiles_of(game)
    ruleset = _part(fields, "ruleset", profiles.Ruleset.read) or profiles.Ruleset()
    return Scenario(path, game, kind, (), (), profiles.Context(), ruleset, (), None, check)


def _heroes(fields: Mapping[str, Any], game: str, path: str) -> Scenario:
    from mathhammer.heroes import Setup

    if game != WH40K:
        raise MathhammerError(
            f"{quoted(game)}: the heroes dice game is a game of its own; leave this out", "game"
        )
    own = {k: v for k, v in fields.items() if k not in ("game", "kind", *IGNORED)}
    setup = Setup.read(own)
    # The contexts and rulings of attacks play no part.
    return Scenario(
        path, game, "heroes", (), (), Context.read({}), Ruleset.read({}), (), heroes=setup
    )


def _check_game(game: str, said: bool, fields: Mapping[str, Any]) -> None:
    """Complain where a file says nothing of its game and its profiles show the other one."""
    if said:
        return
    units = fields.get("units")
    values = [fields.get(name) for name in ("attacker", "target", "context", "ruleset")]
    seen = first_game([*values, *(units.values() if isinstance(units, Mapping) else ())])
    if seen not in (None, game):
        raise MathhammerError(
            f'the profiles are of {TITLES[str(seen)]}: write game = "{seen}" at the top',
            "game",
        )


def _one_of(field: str, value: Any, allowed: tuple[str, ...]) -> str:
    folded = value.strip().casefold().replace("-", "_") if isinstance(value, str) else value
    if isinstance(folded, str) and folded in allowed:
        return folded
    hint = nearest(value, allowed) if isinstance(value, str) else ""
    if field == "game" and folded in ("spearhead", "age of sigmar", "ageofsigmar"):
        hint = " (did you mean 'aos'?)"
    raise MathhammerError(
        f"{quoted(value)} is not a {field}{hint}; allowed: {', '.join(allowed)}", field
    )


def _unknown_field(name: Any) -> MathhammerError:
    if not isinstance(name, str):
        return MathhammerError(f"{quoted(name)} is not the name of a field")
    if name in OF_CHOICES:
        return MathhammerError(
            f"{quoted(name)} is no field of a scenario, but of a choice of weapon options: use "
            "`mathhammer choose`"
        )
    hint = nearest(name, FIELDS)
    parts = [part for game in GAMES for part in (profiles_of(game).Weapon, profiles_of(game).Unit)]
    if any(name in part._fields for part in parts):
        hint = ": it belongs into a table, like [[attacker]], [[attacker.weapons]] or [[target]]"
    return MathhammerError(
        f"unknown field {quoted(name)} of a scenario{hint}; fields: {', '.join(FIELDS)}"
    )


def _tables(fields: Mapping[str, Any]) -> Iterator[tuple[Mapping[str, Any], str]]:
    """Yield the tables into which a line of the top can fall, with their places."""
    for name in ("context", "ruleset", "target", "attacker"):
        value = fields.get(name)
        several = isinstance(value, list | tuple)
        for i, table in enumerate(value if isinstance(value, list | tuple) else (value,)):
            if isinstance(table, Mapping):
                place = f"{name}[{i}]" if several else name
                yield table, place
                for inner in ("weapons", "mortals", "groups"):
                    parts = table.get(inner)
                    if isinstance(parts, list | tuple):
                        for j, part in enumerate(parts):
                            if isinstance(part, Mapping):
                                yield part, f"{place}.{inner}[{j}]"


def _each(fields: Mapping[str, Any], name: str, read: Callable[[Any], Unit]) -> tuple[Unit, ...]:
    if fields.get(name) is None:
        raise MathhammerError(f"a scenario needs the field {name!r}: one, or a list of them")
    value = fields[name]
    try:
        if not isinstance(value, list | tuple):
            return (read(value),)
        if not 1 <= len(value) <= MAX_SIDES:
            raise MathhammerError(f"a list of {len(value)}; from 1 to {MAX_SIDES} are allowed")
        made = []
        for i, item in enumerate(value):
            try:
                made.append(read(item))
            except MathhammerError as error:
                raise error.inside(f"[{i}]") from None
        return tuple(made)
    except MathhammerError as error:
        raise error.inside(name) from None


def _part(fields: Mapping[str, Any], name: str, read: Callable[[Any], Any]) -> Any:
    value = fields.get(name)
    if value is None:
        return None
    try:
        return read(value)
    except MathhammerError as error:
        raise error.inside(name) from None


def _notes(fields: Mapping[str, Any]) -> Iterator[str]:
    """Yield the notes on each text among attackers and targets."""
    texts: list[str] = []
    for name in ("attacker", "target"):
        value = fields.get(name)
        for item in value if isinstance(value, list | tuple) else (value,):
            parts = item.get("weapons") if isinstance(item, Mapping) else item
            for part in parts if isinstance(parts, list | tuple) else (parts,):
                if isinstance(part, str):
                    texts.append(part)
    if texts:
        from mathhammer.games.notation import reading_notes

        for text in texts:
            yield from reading_notes(text)


# ------------------------------------------------------------------ from files


def load(path: str | os.PathLike[str]) -> Scenario:
    """Return the scenario of a file.

    Parameters
    ----------
    path : str or path
        A TOML or JSON file of at most 1 MiB; which of the two is seen from its content.

    Returns
    -------
    Scenario

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
    try:
        fields = read_fields(name)
    except MathhammerError as error:
        raise error.inside(label, ": ") from None
    scenario = from_mapping(fields, label)
    return scenario._replace(path=name)
