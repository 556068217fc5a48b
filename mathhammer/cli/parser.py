"""The words of the command line: commands, their options, and what is wrong with others."""

from __future__ import annotations

import argparse
import os
from typing import Any, NoReturn

from mathhammer.cli.commands.attack import FILES
from mathhammer.cli.engine_options import add_engine, settings_of
from mathhammer.core.errors import MathhammerError, nearest, quoted
from mathhammer.games.checks.check import COMMAND_REROLL
from mathhammer.games.checks.registry import KINDS, kind_named, kind_of
from mathhammer.games.names import AOS, GAMES, TITLES, WH40K

COMMANDS = {
    "attack": "attack a target with one unit, both given as text",
    "run": "answer each attacker x target pair of scenario files",
    "compare": "compare loadouts over targets",
    "saves": "show the mean damage against every save, with and without a ward",
    "why": "show what each ability, modifier, stage and characteristic does to a match-up",
    "howmany": "show how many attacks, shots or units destroy a target",
    "choose": "find the best mix of a unit's weapon options against a mix of targets",
    "reroll": "find the best use of a Command Re-roll (Warhammer 40,000), and what it is worth",
    "report": "write a page of HTML on a file: summary, matrix, charts, why, rulings",
    "verify": "play scenario files by Monte Carlo too, and compare both engines",
    "targets": "list the built-in targets",
    "check": "answer a question of dice outside attacks: charge, Battle-shock, casting, ...",
    "heroes": "say what to do with the dice of the Space Marine Heroes game, and its odds",
}
_USAGE = {
    "attack": "TEXT... --at TARGET... ",
    "run": "FILE... ",
    "compare": "[FILE] ",
    "saves": "TEXT... | FILE ",
    "why": "TEXT... --at TARGET... | FILE ",
    "howmany": "TEXT... --at TARGET... | FILE ",
    "choose": "FILE ",
    "reroll": "TEXT... --at TARGET... | FILE... | KIND ",
    "report": "FILE -o PAGE.html ",
    "verify": "FILE... ",
    "targets": "",
    "check": "[KIND] ",
    "heroes": "[FACE...] ",
}
_EPILOG = """\
commands:
  attack TEXT... --at TARGET...   one unit, its weapons as text
  run FILE...                     each attacker x target pair of scenario files
  compare [FILE]                  loadouts x targets; without a file, an example
  saves TEXT... | FILE            mean damage against every save, 2+ to none
  why TEXT... | FILE              what each ability and characteristic does
  howmany TEXT... | FILE          attacks, shots or units that destroy a target
  choose FILE                     the best mix of weapon options
  reroll TEXT... | FILE... | KIND the best use of a Command Re-roll
  report FILE -o PAGE.html        a page to read, print and send
  verify FILE...                  both engines, compared stage by stage
  targets                         the built-in targets
  check [KIND] [--FIELD VALUE]    dice outside attacks; without a kind, their list
  charge 9, battleshock 6, ...    the same in short: any kind of check
  heroes [FACE...]                the Space Marine Heroes dice game: odds, or advice

examples:
  mathhammer attack "10x A2 BS3+ S4 AP-1 D1 [Lethal Hits]" --at "5x meq"
  mathhammer attack "10x 2/3+/4+/1/D3 [Crit (Mortal)]" --at "10x H2 Sv4+ Ward6+"
  mathhammer compare
  mathhammer charge 9 --reroll failed
  mathhammer heroes 1 1 3 4 6 2
  mathhammer COMMAND --help
"""
#: What a row of --csv is, where it isn't a match-up.
_ROWS = {
    "saves": "loadout, ward and save", "why": "item (ability, modifier, re-roll)",
    "howmany": "level of P(destroyed)", "choose": "mix of options", "verify": "number compared",
    "check": "probability or number", "reroll": "match-up, player and roll",
    "heroes": "policy, or with dice a way to go on",
}  # fmt: skip
#: Rulings that the help of --ruleset names, where they aren't those of attacks.
_RULINGS = {
    "check": "in Age of Sigmar aos_reroll=all",
    "heroes": "fresh_dice=false, leave_unkept=false; with --play attack_in_own_half=push_to_start, "
    "enemy_half=halfway",
}
#: Commands that draw no picture.
_UNDRAWN = ("targets", "report", "verify", "reroll")
#: Commands that draw one of several pictures (`cli_pictures.BY_COMMAND`).
PICTURED = ("run", "compare", "why")


class Help(Exception):
    """The help of a command, to be printed."""


class _Formatter(argparse.RawDescriptionHelpFormatter):
    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=78)  # argparse would import shutil to look for it


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Raise what argparse would print."""
        raise MathhammerError(f"{message}; see {self.prog} --help")

    def print_help(self, file: Any = None) -> NoReturn:
        """Raise what argparse would print without looking whether it could."""
        raise Help(self.format_help())


def _parser(command: str, kind: str | None = None) -> _Parser:
    """Return the parser of a command; that of a check knows the fields of its kind."""
    name = command if kind is None else f"{command} {kind}"
    about, usage = COMMANDS[command], _USAGE[command]
    if kind is not None:
        about = KINDS[kind].asks
        if command == "reroll":
            about = f"what is a Command Re-roll worth: {about}"
        usage = "".join(f"{word.upper()} " for word in KINDS[kind].words) + "[--FIELD VALUE] "
    parser = _Parser(
        prog=f"mathhammer {name}",
        usage=f"mathhammer {name} {usage}[options]",
        description=about[0].upper() + about[1:] + "." * (about[-1] not in ".?"),
        allow_abbrev=False,
        formatter_class=_Formatter,
    )
    if command == "attack":
        parser.add_argument(
            "what", nargs="*", metavar="TEXT",
            help='a weapon, like "10x A2 BS3+ S4 AP-1 D1 [Lethal Hits]" or in Age of Sigmar '
            '"10x 2/3+/4+/1/D3 [Crit (Mortal)]"; several: the weapons of one unit, in the order '
            "in which they attack",
        )  # fmt: skip
    elif command in ("run", "verify"):
        parser.add_argument("what", nargs="*", metavar="FILE", help="scenario, TOML or JSON")
    elif command == "compare":
        parser.add_argument(
            "what", nargs="*", metavar="FILE",
            help="scenario with loadouts and targets; with --at also a spreadsheet (.csv), one row "
            "a weapon, or the loadouts themselves as texts of one weapon each; without any, a "
            "built-in example",
        )  # fmt: skip
        parser.add_argument(
            "--example", action="store_true", help="print the built-in example, to start from"
        )
        parser.add_argument(
            "--mix", metavar="TEXT",
            help='targets with their shares, "60 %% meq, 30 %% geq, 10 %% veq": loadouts are '
            "ranked over all of them",
        )  # fmt: skip
    elif command == "saves":
        parser.add_argument(
            "what", nargs="*", metavar="TEXT",
            help="the weapons of one unit, as for attack, or a scenario file with loadouts",
        )  # fmt: skip
    elif kind is not None:
        from mathhammer.cli.commands.check import add_fields

        add_fields(parser, KINDS[kind])
        if command == "reroll":
            parser.add_argument(
                "--objective", metavar="WHAT",
                help="what it is used for: success of a charge or an Advance, else as few lost "
                "as can be; each kind has but one",
            )  # fmt: skip
    elif command in ("why", "howmany"):
        parser.add_argument(
            "what", nargs="*", metavar="TEXT",
            help="the weapons of one unit, as for attack, or a scenario file",
        )  # fmt: skip
    elif command == "choose":
        parser.add_argument(
            "what", nargs="*", metavar="FILE",
            help="TOML or JSON: [attacker], [[option]], [[limit]], mix, objective, budget",
        )  # fmt: skip
    elif command == "heroes":
        from mathhammer.cli.commands.heroes import add_heroes

        add_heroes(parser)
    elif command == "reroll":
        parser.add_argument(
            "what", nargs="*", metavar="TEXT",
            help="the weapons of one unit, as for attack, or scenario files; or a check: charge, "
            "advance, hazardous or desperate_escape with its fields",
        )  # fmt: skip
        parser.add_argument(
            "--by", metavar="PLAYER",
            help="who has a Command Re-roll: attacker (default), defender or both",
        )  # fmt: skip
        parser.add_argument(
            "--objective", metavar="WHAT",
            help="what it is used for: destroyed (default), slain=3 (at least so many models), "
            "or a mean, damage or slain",
        )  # fmt: skip
    elif command == "report":
        parser.add_argument(
            "what", nargs="*", metavar="FILE",
            help="scenario, TOML or JSON: match-ups, a sweep, a turn or a check",
        )  # fmt: skip
        parser.add_argument(
            "-o", "--output", metavar="PAGE.html",
            help="where the page is written: one file, complete in itself",
        )  # fmt: skip
    if command == "why":
        parser.add_argument(
            "--method", metavar="METHOD",
            help="exact (every subset of up to 12 items), grouped (by source) or sampled "
            "(approximate, from random orders); by default the first that can be",
        )  # fmt: skip
        parser.add_argument("--orders", metavar="N", help="random orders of --method sampled")
        parser.add_argument("--seed", metavar="N", help="of the random orders")
    elif command == "howmany":
        parser.add_argument(
            "--levels", metavar="LIST", help="of P(destroyed) in per cent; by default 50,80,95"
        )
    if kind is None and command in ("attack", "compare", "why", "howmany", "reroll"):
        parser.add_argument(
            "--at", nargs="+", action="extend", default=[], metavar="TARGET",
            help='a target: a built-in one ("meq", "10x meq") or its numbers, like '
            '"5x T4 Sv3+ W2 4++ [Infantry]" or in Age of Sigmar "10x H2 Sv4+ Ward6+", or a '
            "spreadsheet of targets (.csv), one a row; may be repeated"
            + ("" if command == "attack" else "; instead of those of the file"),
        )  # fmt: skip
    elif command == "saves":
        parser.add_argument(
            "--at", nargs="+", action="extend", default=[], metavar="TARGET",
            help="whose toughness, keywords, modifiers and (for Blast) models count, not its "
            "save or ward; by default ten models of toughness 4 without keywords",
        )  # fmt: skip
    if command == "heroes":
        parser.set_defaults(game=None)
    else:
        _add_game(parser, command)
    parser.add_argument("--json", action="store_true", help="print results as a JSON array")
    if command != "targets":
        row = _ROWS.get(command, "match-up")
        parser.add_argument("--csv", metavar="PATH", help=f"write a table, a row a {row}")
        if command not in _UNDRAWN:
            parser.add_argument("--plot", metavar="PATH", help="draw a picture: .png, .svg or .pdf")
        if command in PICTURED:
            from mathhammer.cli.pictures import PICTURE_HELP

            parser.add_argument("--picture", metavar="NAME", help=PICTURE_HELP[command])
        add_engine(parser, command)
    if kind is None and command not in ("targets", "check", "heroes"):
        parser.add_argument(
            "--context", action="append", default=[], metavar="FIELDS",
            help="the situation: half_range,cover,visible=false,distance=9 or in Age of Sigmar "
            "charged,all_out_attack",
        )  # fmt: skip
    if command != "targets":
        parser.add_argument(
            "--ruleset", action="append", default=[], metavar="FIELDS",
            help="rulings by name: " + _RULINGS.get(
                command,
                "devastating=errata-2024 or in Age of Sigmar cover_exception=target",
            ),
        )  # fmt: skip
    return parser


def _add_game(parser: _Parser, command: str) -> None:
    """Add the option that says which of the two games is meant."""
    parser.add_argument(
        "--game", metavar="GAME",
        help={
            "targets": "list those of wh40k or aos only",
            "check": "wh40k or aos; by default the one that has the kind, or wh40k",
        }.get(
            command,
            "wh40k (Warhammer 40,000, 10th edition) or aos (Age of Sigmar, 4th edition); by "
            "default what the file says or the weapons show",
        ),
    )  # fmt: skip


def parse(arguments: list[str]) -> tuple[str, argparse.Namespace]:
    """Return the command and its options.

    Raises
    ------
    MathhammerError
        Something is unknown or missing.
    """
    command, rest = arguments[0], arguments[1:]
    kind = None
    if command not in COMMANDS:
        kind = kind_of(command)
        if kind is None:
            raise _unknown_command(command)
        command = "check"
    elif command == "check" and rest and not rest[0].startswith("-"):
        kind, rest = kind_named(rest[0]), rest[1:]
    elif command == "reroll" and rest and not os.path.exists(rest[0]):
        kind = kind_of(rest[0])
        rest = rest if kind is None else rest[1:]
    parser = _parser(command, kind)
    if kind is not None:
        from mathhammer.cli.commands.check import NEGATIVE, spelt_out

        rest = spelt_out(rest, kind)
    options, extra = parser.parse_known_args(rest)
    options.kind = kind
    for word in extra:
        name = word.partition("=")[0]
        if kind is not None and NEGATIVE.fullmatch(word):
            continue
        if word.startswith("-") and len(word) > 1:
            if kind is not None and name.strip("-").replace("-", "_") == COMMAND_REROLL:
                KINDS[kind].check_command_reroll()
            known = [o for a in parser._actions for o in a.option_strings if o.startswith("--")]
            raise MathhammerError(
                f"unknown option {quoted(name)}{nearest(name, known)}; options of "
                f"{command}{f' {kind}' if kind else ''}: {', '.join(known)}"
            )
    if extra and command == "targets":
        raise MathhammerError(f"targets takes no {quoted(extra[0])}: it lists them all")
    options.what = [*getattr(options, "what", ()), *extra]  # texts after an option, too
    if command == "compare" and options.example:
        _check_alone(parser, options)
    if options.game is not None:
        options.game = _game(options.game)
    options.command = command
    options.settings = settings_of(command, options)
    if command in _UNDRAWN:
        options.plot = None
    if getattr(options, "picture", None) is None:
        options.picture = None
    else:
        from mathhammer.cli.pictures import named_picture

        options.picture = named_picture(command, options)
    return command, options


def _check_alone(parser: _Parser, options: argparse.Namespace) -> None:
    """Check that nothing stands beside --example that would have no effect."""
    idle = [quoted(word) for word in options.what]
    for action in parser._actions:
        known = action.dest in ("help", "what", "example", "game")
        if not known and getattr(options, action.dest) != action.default:
            idle.append(action.option_strings[0])
    if idle:
        raise MathhammerError(
            f"--example prints the built-in example and takes --game alone: {', '.join(idle)} "
            "would have no effect"
        )


def _game(given: str) -> str:
    """Return the game that --game names."""
    folded = given.strip().casefold()
    if folded in GAMES:
        return folded
    meant = {"40k": WH40K, "spearhead": AOS, **{t.casefold(): g for g, t in TITLES.items()}}
    hint = f" (did you mean {meant[folded]!r}?)" if folded in meant else nearest(folded, GAMES)
    raise MathhammerError(
        f"--game: {quoted(given)} is not a game{hint}; allowed: {', '.join(GAMES)}"
    )


def _unknown_command(word: str) -> MathhammerError:
    if word.startswith("-"):
        return MathhammerError(
            f"{quoted(word)} stands before the command: write options after it "
            f"(commands: {', '.join(COMMANDS)})"
        )
    hint = nearest(word, (*COMMANDS, *KINDS))
    if not hint and (word.lower().endswith(FILES) or os.path.exists(word)):
        hint = " (did you mean 'mathhammer run' with this file?)"
    elif not hint and " " in word:
        hint = " (did you mean 'mathhammer attack' with this text?)"
    return MathhammerError(f"unknown command {quoted(word)}{hint}; commands: {', '.join(COMMANDS)}")


def overview() -> str:
    """Return the help of the program as a whole."""
    parser = _Parser(
        prog="mathhammer",
        usage="mathhammer COMMAND ... [options]",
        description="Exact distributions of what the dice of tabletop wargames will do.",
        epilog=_EPILOG,
        formatter_class=_Formatter,
    )
    parser.add_argument("--version", action="store_true", help="show the version and exit")
    return parser.format_help()
