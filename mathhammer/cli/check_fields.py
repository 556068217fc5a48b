"""The fields of a kind of check as words and options of a command line.

The options of a kind are its fields, so each has its own parser. Bare words fill the
fields that are asked for most: the roll of a charge, the value of a spell.
"""

import argparse
import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from mathhammer.cli.command import Command, Option, Options, flag, option, read_words, words
from mathhammer.cli.options import Request
from mathhammer.core.errors import MathhammerError, quoted
from mathhammer.games.checks.check import COMMAND_REROLL, Check
from mathhammer.games.checks.fields import GAP
from mathhammer.games.checks.registry import KINDS, kind_named, read_check
from mathhammer.games.names import profiles_of
from mathhammer.reading.check import CheckQuestion

#: A word that is a value though it begins like an option.
NEGATIVE = re.compile(r"-(\.?\d|[0-9]*d[36]).*", re.IGNORECASE)


def field_options(made: type[Check]) -> list[Option]:
    """Return the words and fields of a kind as options."""
    options = []
    if made.words:
        about = " and ".join(f"the same as {flag(name)}" for name in made.words)
        note = f"; {made.words_note}" if made.words_note else ""
        options.append(words(made.words[0].upper(), about + note))
    lines = {line.name: line for line in made.lines()}
    for name in made._fields:
        line = lines.get(name)
        about = (line.about[0].lower() + line.about[1:].rstrip(".")) if line else ""
        if line and line.default:
            about += f" (default {line.default})"
        elif name in made._required:
            about += " (required)"
        options.append(
            option(
                flag(name), *([f"--{name}"] if "_" in name else []),
                dest=f"field_{name}", nargs="?", action="append", metavar="VALUE",
                help=about.replace("%", "%%") if line else argparse.SUPPRESS,
            )
        )  # fmt: skip
    return options


def check_question(options: Options, request: Request) -> CheckQuestion:
    """Return the question of the kind and the fields that a command line gives."""
    kind = KINDS[options.kind]
    game = request.game or request.defaults.game(kind.games)
    check, name = read_check(options.kind, fields_of(options, kind), game)
    return CheckQuestion("", name, check, profiles_of(name).Ruleset())


def parse_kind(
    command: Command, arguments: Sequence[str], about: str, more: Sequence[Option]
) -> Options:
    """Return the options of a command on a kind of check.

    Parameters
    ----------
    command : Command
    arguments : list of str
        The kind, and what stands behind it.
    about : str
        What the command says before what the kind asks.
    more : list of Option
        Beside the fields of the kind.
    """
    kind = kind_named(arguments[0])
    made, about = KINDS[kind], f"{about}{KINDS[kind].asks}"
    usage = "".join(f"{word.upper()} " for word in made.words) + "[--FIELD VALUE] "
    parser = command.parser(f"{command.name} {kind}", about, usage, [*field_options(made), *more])

    def known(word: str) -> bool:
        if NEGATIVE.fullmatch(word):
            return True
        if word.partition("=")[0].strip("-").replace("-", "_") == COMMAND_REROLL:
            made.check_command_reroll()
        return False

    options = read_words(spelt_out(arguments[1:], kind), parser, known)
    options.kind = kind
    return options


def fields_of(options: Options, made: type[Check]) -> dict[str, Any]:
    """Return the fields that a command line gives.

    Parameters
    ----------
    options : Namespace
    made : type of Check

    Raises
    ------
    MathhammerError
        A field is given twice or without a value, or there are more words than fields for
        them.
    """
    fields: dict[str, Any] = {}
    for name in made._fields:
        given = getattr(options, f"field_{name}")
        if given is None:
            continue
        if len(given) > 1 and name not in made.repeatable:
            raise MathhammerError(f"{flag(name)} is given twice")
        values = [_value(made, name) if value is None else value for value in given]
        fields[name] = values[0] if len(values) == 1 else values
    worded, left = made.read_words(list(getattr(options, "what", [])))
    for name, value in worded.items():
        if name in fields:
            raise MathhammerError(f"{name!r} is given twice: {quoted(value)} and {flag(name)}")
        fields[name] = value
    if left:
        added = "modifier" in made._fields and left[0][:1] in "+-" and left[0][1:2].isalnum()
        hint = f"a modifier is written --modifier {left[0]}; other fields " if added else ""
        raise MathhammerError(
            f"{made.kind} takes no {quoted(left[0])}: {hint or 'write '}--FIELD VALUE (fields: "
            f"{', '.join(line.name for line in made.lines()) or 'none'})"
        )
    return fields


def _value(made: type[Check], name: str) -> str:
    """Return the value of an option that stands alone: it is true, where it can be."""
    read = made._fields[name].read
    with suppress(MathhammerError):
        read("true")
        return "true"
    allowed = ""
    try:
        read("")
    except MathhammerError as error:  # what it is not is what is allowed
        allowed = error.message.partition(" is not ")[2].removeprefix("allowed; allowed: ")
    raise MathhammerError(
        f"{flag(name)}: the value is missing{f'; allowed: {allowed}' if allowed else ''}"
    )


def spelt_out(words: Sequence[str], kind: str) -> list[str]:
    """Return the words of a check with the value of each switch spelt out.

    A switch takes the next word only where that can't be what is asked for most: in
    ``--barricade 9in`` it is the gap. Of a number below 0 argparse would make an option.

    Examples
    --------
    >>> spelt_out(["--barricade", "9in", "--modifier", "-1"], "charge")
    ['--barricade=true', '9in', '--modifier=-1']
    """
    check = KINDS[kind]
    options = {spelt: name for name in check._fields for spelt in (f"--{name}", flag(name))}
    switches = {spelt for spelt, name in options.items() if getattr(check, name, None) is False}
    alone = {f"--{name}" for name in check.stand_alone}
    numbers = {f"--{COMMAND_REROLL}", flag(COMMAND_REROLL)}
    most = len(check.words)
    made: list[str] = []
    for i, word in enumerate(words):
        then = words[i + 1].strip().casefold() if i + 1 < len(words) else "--"
        if made and made[-1] in options and NEGATIVE.fullmatch(word):
            made[-1] += f"={word}"
            continue
        other = then.startswith("-") or any(map(str.isdigit, then))
        if word in alone:
            other = then.startswith("-") or GAP.fullmatch(then) is not None
        elif word in numbers and then.isdecimal():
            # One more than there are fields for is its own, right or wrong.
            other = then not in ("0", "1", "2") and _leading(words) < most
        if word in (*switches, *alone, *numbers) and other and not NEGATIVE.fullmatch(then):
            word += "=true"
        made.append(word)
    return made


def _leading(words: Sequence[str]) -> int:
    """Return how many words stand before the first option."""
    return next((i for i, word in enumerate(words) if word.startswith("--")), len(words))
