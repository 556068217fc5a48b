"""`Command`: a command of the command line, and how its words become options.

A command declares its name, usage, options and examples, and answers with `run`. argparse
reads the words; its Namespace goes no further than `run`, which makes typed values of it.

A new command is a module of its name in `mathhammer.cli.commands` that holds `COMMAND`, an
object of a subclass of `Command`, and its line in `COMMANDS`. Only the module of the command
that is asked for is loaded.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from typing import Any, ClassVar, NamedTuple, NoReturn, TypeAlias

from mathhammer.cli.output import CommandOutput, new_page
from mathhammer.core.errors import MathhammerError, nearest, quoted
from mathhammer.core.progress import Progress
from mathhammer.games.names import AOS, GAMES, TITLES, WH40K

#: Each command in the order of the help, with what it does.
COMMANDS = {
    "attack": "attack a target with one unit, both given as text",
    "run": "answer each attacker x target pair of scenario files",
    "compare": "compare loadouts over targets",
    "saves": "show the mean damage against every save, with and without a ward",
    "grid": "show damage over toughness x save (Age of Sigmar: ward x save), with break points",
    "why": "show what each ability, modifier, stage and characteristic does to a match-up",
    "howmany": "show how many attacks, shots or units destroy a target",
    "choose": "find the best mix of a unit's weapon options against a mix of targets",
    "reroll": "find the best use of a Command Re-roll (Warhammer 40,000), and what it is worth",
    "report": "write a page of HTML on a file: summary, matrix, charts, why, rulings",
    "verify": "play scenario files by Monte Carlo too, and compare both engines",
    "targets": "list the built-in targets",
    "roster": "read an army list of BattleScribe, New Recruit, ListForge or an app: its units",
    "units": "keep the units of army lists, to be written as @name wherever a unit stands",
    "check": "answer a question of dice outside attacks: charge, Battle-shock, casting, ...",
    "completion": "print what bash, zsh or fish runs to complete commands and options",
    "schema": "print the JSON Schema of scenario files, with which editors complete and check",
    "warm": "compile now what Monte Carlo and large tables would compile at their first use",
    "config": "show the file with your own defaults, and what it sets",
    "heroes": "say what to do with the dice of the Space Marine Heroes game, and its odds",
}

#: What argparse reads of a command line.
Options: TypeAlias = argparse.Namespace
#: The name that stands for standard output where a file is expected, and for standard input
#: where a text is.
STANDARD_OUTPUT = STANDARD_INPUT = "-"


class Help(Exception):
    """The help of a command, to be printed.

    Attributes
    ----------
    parser : ArgumentParser
        That of the command.
    """

    def __init__(self, parser: argparse.ArgumentParser) -> None:
        super().__init__(parser.format_help())
        self.parser = parser


class Option(NamedTuple):
    """A declared option, or the bare words of a command.

    Attributes
    ----------
    flags : tuple of str
    settings : dict
        What `argparse.ArgumentParser.add_argument` takes beside them.
    """

    flags: tuple[str, ...]
    settings: dict[str, Any]

    @property
    def name(self) -> str:
        """The name of its value."""
        name: str = self.settings.get("dest") or self.flags[-1].lstrip("-").replace("-", "_")
        return name


def option(*flags: str, **settings: Any) -> Option:
    """Return a declared option."""
    return Option(flags, settings)


def flag(name: str) -> str:
    """Return the option of a name.

    Examples
    --------
    >>> flag("time_limit")
    '--time-limit'
    """
    return f"--{name.replace('_', '-')}"


def words(metavar: str, about: str) -> Option:
    """Return the bare words of a command."""
    return option("what", nargs="*", metavar=metavar, help=about)


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Help of a fixed width."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=78)  # argparse would import shutil to look for it


class Parser(argparse.ArgumentParser):
    """A parser that prints nothing itself."""

    def error(self, message: str) -> NoReturn:
        """Raise what argparse would print."""
        raise MathhammerError(f"{message}; see {self.prog} --help")

    def print_help(self, file: Any = None) -> NoReturn:
        """Raise what argparse would print without looking whether it could."""
        raise Help(self)


class Command:
    """One command.

    Attributes
    ----------
    name : str
        As it is typed; the module in `mathhammer.cli.commands` is called the same.
    usage : str
        The bare words that it takes, and options that it can't do without.
    options : tuple of Option
        In the order of the help.
    examples : tuple of str
        Calls without the program's name, for the help.
    """

    name: ClassVar[str]
    usage: ClassVar[str] = ""
    options: ClassVar[tuple[Option, ...]] = ()
    examples: ClassVar[tuple[str, ...]] = ()

    def run(self, options: Options) -> CommandOutput:
        """Read, check and compute what the options say; nothing is printed or written."""
        raise NotImplementedError

    def parse(self, arguments: Sequence[str]) -> Options:
        """Return the options among some words.

        Raises
        ------
        MathhammerError
            Something is unknown or missing.
        Help
            It is asked for.
        """
        return read_words(arguments, self.parser(self.name, COMMANDS[self.name]))

    def parser(
        self, name: str, about: str, usage: str = "", options: Iterable[Option] = ()
    ) -> Parser:
        """Return the parser of the command, or of one of its kinds with options of its own."""
        calls = "".join(f"  mathhammer {example}\n" for example in self.examples)
        parser = Parser(
            prog=f"mathhammer {name}",
            usage=f"mathhammer {name} {usage or self.usage}[options]",
            description=about[0].upper() + about[1:] + "." * (about[-1] not in ".?"),
            epilog=f"examples:\n{calls}" if calls and not usage else None,
            allow_abbrev=False,
            formatter_class=Formatter,
        )
        for flags, settings in options or self.options:
            parser.add_argument(*flags, **settings)
        return parser

    def call(self, arguments: Sequence[str]) -> tuple[str, int]:
        """Do what the words say; return what is to be printed, and the exit status."""
        try:
            return self._call(self.parse(arguments))
        except MathhammerError as error:
            from mathhammer.cli.hints import as_options

            own = {option.name for option in self.options}
            raise as_options(error, {"engine", "trials"} <= own) from None

    def _call(self, options: Options) -> tuple[str, int]:
        from mathhammer.cli.config import load

        options.defaults = load()
        paths = {f"--{name}": getattr(options, name, None) for name in ("csv", "plot", "output")}
        if paths["--plot"]:
            paths["--plot"] = options.defaults.picture_path(paths["--plot"])
        printed_csv = paths["--csv"] == STANDARD_OUTPUT
        if printed_csv:
            del paths["--csv"]
            if options.json:
                raise MathhammerError(
                    "--csv - and --json both print on standard output: give --csv a file"
                )
        if any(path is not None for path in paths.values()):
            from mathhammer.cli.files import check_paths

            check_paths(paths, options.what)
        with Progress() as progress:
            output = self.run(options)
            output.defaults = options.defaults.sentence
            progress.total = output.number
            written = [path for path in paths.values() if path]
            text = output.json(progress) if options.json else output.text(written, progress)
            if written:
                from mathhammer.cli.files import write

                write(paths, output)
            if printed_csv:
                from mathhammer.cli.files import printed_rows

                text = printed_rows(output)
        if output.defaults and not options.json and not printed_csv:
            page = new_page()
            page.facts([("defaults", output.defaults)])
            text += page.text()
        if printed_csv:
            if output.defaults and sys.stderr is not None:
                sys.stderr.write(f"mathhammer: defaults: {output.defaults}\n")
        return text, output.status


def command(name: str) -> Command:
    """Return one of `COMMANDS`."""
    module = import_module(f"mathhammer.cli.commands.{name}")
    loaded: Command = module.COMMAND
    return loaded


def read_words(
    arguments: Sequence[str], parser: Parser, known: Callable[[str], bool] = lambda _: False
) -> Options:
    """Return the options among some words; bare ones that stand after an option join `what`.

    Parameters
    ----------
    arguments : list of str
    parser : Parser
    known : callable, optional
        Tells of a word that begins like an option that it is none, or why there is none.
    """
    options, extra = parser.parse_known_args(arguments)
    for word in extra:
        if word.startswith("-") and len(word) > 1 and not known(word):
            from mathhammer.cli.hints import meant_field

            name, _, value = word.partition("=")
            flags = [o for a in parser._actions for o in a.option_strings if o.startswith("--")]
            behind = arguments[arguments.index(word) + 1 :]
            meant = meant_field(name, value or "".join(behind[:1]), flags)
            if meant:
                raise MathhammerError(f"{name}{meant}")
            raise MathhammerError(
                f"unknown option {quoted(name)}{nearest(name, flags)}; options of "
                f"{parser.prog.removeprefix('mathhammer ')}: {', '.join(flags)}"
            )
    options.what = [*getattr(options, "what", ()), *extra]
    if hasattr(options, "at") and STANDARD_INPUT in (*options.what, *options.at):
        from mathhammer.cli.standard_input import put_in

        put_in(options, STANDARD_INPUT)
    if getattr(options, "game", None) is not None:
        options.game = read_game(options.game)
    return options


def read_game(given: str) -> str:
    """Return the game that --game names."""
    folded = given.strip().casefold()
    if folded in GAMES:
        return folded
    meant = {"40k": WH40K, "spearhead": AOS, **{t.casefold(): g for g, t in TITLES.items()}}
    hint = f" (did you mean {meant[folded]!r}?)" if folded in meant else nearest(folded, GAMES)
    raise MathhammerError(
        f"--game: {quoted(given)} is not a game{hint}; allowed: {', '.join(GAMES)}"
    )
