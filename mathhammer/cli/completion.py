"""Completion in the shell: what may stand where the user presses the tabulator.

The shell calls the program with what is typed so far in its environment. That is noticed
before anything is loaded (`mathhammer.cli.main`), and answered here by argcomplete, with the
parser of the command that is typed.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable
from typing import Any, NoReturn, TextIO

import argcomplete
from argcomplete.completers import FilesCompleter
from argcomplete.lexers import split_line

from mathhammer.cli.command import COMMANDS, Help, Parser, command
from mathhammer.cli.options import ENGINES
from mathhammer.cli.questions import FILES, SPREADSHEETS
from mathhammer.core.errors import MathhammerError
from mathhammer.core.record import Record
from mathhammer.games.checks.registry import KINDS, kind_of
from mathhammer.games.common.ways import FIGHT, SHOOT
from mathhammer.games.names import GAMES, profiles_of
from mathhammer.games.presets import presets_of

#: The variable by which a shell asks; its number says which word the parser is the name of.
VARIABLE = "_ARGCOMPLETE"
#: What commands read.
_FILES = FilesCompleter(tuple(ending[1:] for ending in FILES))
_LISTS = FilesCompleter(("ros", "rosz", "json", "txt"))
#: Options that name any file.
_PATHS = ("--csv", "--plot", "--output")


def complete(stream: TextIO | None = None, leave: Callable[[int], NoReturn] = os._exit) -> NoReturn:
    """Tell the shell what may stand at its cursor, and end the process.

    Parameters
    ----------
    stream : file, optional
        Where it is told; by default where the shell's script reads it.
    leave : callable
        Ends the process.
    """
    line, point = os.environ["COMP_LINE"], int(os.environ["COMP_POINT"])
    words = split_line(line, point)[3]
    parser, place = _parser(words[1:])
    os.environ[VARIABLE] = str(place + int(os.environ[VARIABLE]))
    argcomplete.autocomplete(
        parser, always_complete_options=False, output_stream=stream, exit_method=leave
    )
    leave(1)


def _parser(words: list[str]) -> tuple[argparse.ArgumentParser, int]:
    """Return the parser of the command that some words begin, and how many words name it."""
    first = words[0] if words else ""
    if first in COMMANDS:
        of_kind = first in ("check", "reroll") and len(words) > 1 and kind_of(words[1]) is not None
        named = words[: 1 + of_kind]
    elif first and kind_of(first) is not None:
        named = ["check", first]
    else:
        parser = Parser(prog="mathhammer")
        parser.add_argument("what", choices=[*COMMANDS, *KINDS])
        parser.add_argument("--version", action="store_true", help="show the version and exit")
        return parser, 0
    try:
        command(named[0]).parse([*named[1:], "--help"])
    except Help as wanted:
        if named == ["check"]:
            wanted.parser.add_argument("what")
        _attach(wanted.parser, named)
        return wanted.parser, len(named) - (named[0] != first)
    raise AssertionError("--help is always answered")


def _attach(parser: argparse.ArgumentParser, named: list[str]) -> None:
    """Say of each option of a command which values it may have."""
    kind = KINDS[kind_of(named[1]) or ""] if len(named) > 1 else None
    for action in parser._actions:
        name = (action.option_strings or ["what"])[-1]
        values: Any = _VALUES.get(name)
        if name == "what":
            values = _words_of(named)
        elif name in _PATHS:
            values = FilesCompleter()
        elif kind is not None and action.dest.startswith("field_"):
            declared = kind._fields.get(action.dest.removeprefix("field_"))
            values = list(declared.schema.get("enum", ())) if declared else None
        elif name == "--picture":
            values = _pictures(named[0])
        if action.nargs != 0:
            action.__dict__["completer"] = values if callable(values) else _one_of(values or ())


def _one_of(values: Iterable[str]) -> Callable[..., list[str]]:
    return lambda **_: list(values)


def _words_of(named: list[str]) -> Any:
    """Return what may stand as bare words of a command."""
    if len(named) > 1 or named[0] in ("attack", "heroes", "targets", "config"):
        return ()
    if named[0] == "completion":
        from mathhammer.cli.commands.completion import SHELLS

        return SHELLS
    if named[0] == "check":
        return tuple(KINDS)
    if named[0] == "roster":
        return _LISTS
    if named[0] == "units":
        from mathhammer.cli.commands.units import ACTIONS

        return lambda prefix, **_: [*ACTIONS, *_LISTS(prefix)]
    if named[0] == "reroll":
        return lambda prefix, **_: [*KINDS, *_FILES(prefix)]
    return _FILES


def _targets(prefix: str, parsed_args: argparse.Namespace, **_: Any) -> list[str]:
    """Return the built-in targets, those of --game where it is given, and spreadsheets."""
    game = getattr(parsed_args, "game", None)
    keys = [key for one in GAMES if game in (None, one) for key in presets_of(one)]
    return [*keys, *FilesCompleter(tuple(ending[1:] for ending in SPREADSHEETS))(prefix)]


def _fields(part: str) -> Callable[..., list[str]]:
    """Return what completes the last of some fields with commas between them."""

    def values(prefix: str, parsed_args: argparse.Namespace, **_: Any) -> list[str]:
        before, comma, _last = prefix.rpartition(",")
        game = getattr(parsed_args, "game", None)
        records = [getattr(profiles_of(one), part) for one in GAMES if game in (None, one)]
        return [before + comma + text for record in records for text in _texts(record)]

    return values


def _texts(record: type[Record]) -> Iterable[str]:
    for name, field in record._fields.items():
        allowed = field.schema.get("enum")
        if name == "set":
            yield from allowed or ()
        elif allowed:
            yield from (f"{name}={value}" for value in allowed)
        elif isinstance(field.default, bool):
            yield f"{name}=false" if field.default else name
        else:
            yield f"{name}="


def _pictures(name: str) -> list[str]:
    """Return the pictures that a command draws."""
    from mathhammer.show.charts.registry import pictures_of

    answers = {"why": ("Attribution",), "compare": ("Comparison",)}
    drawn = answers.get(name, ("Comparison", "TurnResult"))
    return [picture for of in drawn for picture in pictures_of(of)]


def _shown(**_: Any) -> Iterable[str]:
    from mathhammer.show.pages.matrix import SHOWN

    return SHOWN


def _columns(**_: Any) -> Iterable[str]:
    from mathhammer.analysis.rows import CHOICES

    return CHOICES


def _modes(parsed_args: argparse.Namespace, **_: Any) -> list[str]:
    """Return the profiles of weapons that have several, where these are typed as texts."""
    from mathhammer.reading.read_units import game_for

    texts = getattr(parsed_args, "what", [])
    try:
        kind = profiles_of(game_for(getattr(parsed_args, "game", None), texts)).Weapon
        weapons = [kind.read(text) for text in texts]
    except MathhammerError:
        return []
    return [f"{weapon.modes}={weapon.label}" for weapon in weapons if weapon.modes]


#: What options may have, by their names.
_VALUES: dict[str, Any] = {
    "--phase": (SHOOT, FIGHT),
    "--mode": _modes,
    "--show": _shown,
    "--columns": _columns,
    "--at": _targets,
    "--game": GAMES,
    "--engine": ENGINES,
    "--context": _fields("Context"),
    "--ruleset": _fields("Ruleset"),
    "--by": ("attacker", "defender", "both"),
    "--method": ("exact", "grouped", "sampled"),
}
