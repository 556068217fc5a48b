"""The command heroes: the Space Marine Heroes dice game."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mathhammer.cli.commands.attack import FILES
from mathhammer.cli.output import INTERRUPTED, CommandOutput, array, write_rows
from mathhammer.core.errors import MathhammerError, quoted

if TYPE_CHECKING:
    from mathhammer.core.progress import Progress
    from mathhammer.heroes import GamesResult, HeroesResult


def add_heroes(parser: argparse.ArgumentParser) -> None:
    """Add what only the heroes dice game asks."""
    parser.add_argument(
        "what", nargs="*", metavar="FACE",
        help="the dice just rolled, like 1 1 3 4 6 2; without any, the table of odds",
    )  # fmt: skip
    parser.add_argument(
        "--lying", nargs="+", action="extend", metavar="FACE",
        help="dice left lying from before, which may combine with those just rolled",
    )  # fmt: skip
    parser.add_argument(
        "--at-risk", metavar="SLOTS", help="slots of the scoring rolls kept this turn (0)"
    )
    parser.add_argument(
        "--straight", metavar="LENGTH", help="the shortest straight that scores: 3 (default) or 4"
    )
    parser.add_argument(
        "--values", action="append", default=[], metavar="FIELDS",
        help="slots of each scoring roll: lucky=1,double=2,three=3 (default); by column with "
        "slashes, for a player whose column 3 is blocked: three=3/3/0/3/3,straight=1/1/0/1/1",
    )  # fmt: skip
    parser.add_argument(
        "--play", nargs=2, metavar="POLICY",
        help='whole games of two players: best, "stop at 3", "roll with 4 dice or more", "keep '
        'everything", "never leave dice lying", "no all-out war", several joined by commas',
    )  # fmt: skip
    parser.add_argument("--rows", metavar="NUMBER", help="rows a side, for --play: 2 to 20 (4)")


#: Examples of what options with fields hold.
_FIELDS = {"values": "three=3/3/0/3/3", "ruleset": "fresh_dice=false"}


class HeroesAnswer(CommandOutput):
    """One turn of the heroes dice game, or whole games.

    Parameters
    ----------
    result : HeroesResult or GamesResult
    """

    def __init__(self, result: HeroesResult | GamesResult) -> None:
        self.result = result
        if getattr(result, "stopped", "") == "interrupted":
            self.status = INTERRUPTED

    def json(self, progress: Progress) -> str:
        """Return the one result."""
        return array([self.result.to_dict()])

    def text(self, written: Sequence[str], progress: Progress) -> str:
        """Return the table of odds, the advice, or what came of the games."""
        from mathhammer.heroes import HeroesResult
        from mathhammer.show.pages.heroes import games_page, heroes_page
        from mathhammer.show.terminal.page import Page

        page = Page(sys.stdout)
        if isinstance(self.result, HeroesResult):
            page.put(heroes_page(self.result))
        else:
            page.put(games_page(self.result))
        page.facts([("written", path) for path in written])
        return page.text()

    def write_csv(self, path: str) -> None:
        """Write a row a policy, with dice a row an alternative, of games a row a player."""
        rows = self.result.rows()
        write_rows(path, list(rows[0]), rows)

    def write_plot(self, path: str) -> None:
        """Draw when to act and what a turn brings, or what came of the games."""
        from mathhammer.show.charts import save

        save(self.result.plot(), path)


def _joined(words: Sequence[str] | None, where: str) -> str | None:
    """Return faces as one text, None where none are asked for."""
    if words is None:
        return None
    text = " ".join(words)
    if not text.strip(" ,"):
        raise MathhammerError(f"{quoted(text)} holds no face of a die, like 1 1 3", where)
    return text


def heroes(options: argparse.Namespace) -> CommandOutput:
    """Return the odds of the heroes dice game, what to do with some dice, or whole games."""
    from mathhammer.heroes import HeroesResult, Setup
    from mathhammer.heroes.playing import play_as

    for word in options.what:
        is_file = word.lower().endswith(FILES) or os.path.isfile(word)
        if is_file and not word.isdigit():  # 116 is a roll, whatever files are called
            raise MathhammerError(
                f"{quoted(word)} is a file, faces of dice are expected, like 1 1 3: `mathhammer "
                "run` answers files"
            )
    for name in ("values", "ruleset"):
        for text in getattr(options, name):
            if not text.strip(" ,"):
                raise MathhammerError(
                    f"{quoted(text)} holds no field, like {_FIELDS[name]}", f"--{name}"
                )
    rolled = _joined(options.what or None, "dice")
    lying = _joined(options.lying, "--lying")
    ours = {"lying": lying, "at_risk": options.at_risk, "values": ",".join(options.values) or None}
    shared = {"straight": options.straight, "ruleset": ",".join(options.ruleset) or None}
    games = {"rows": options.rows}
    for name, value in ({"rolled": rolled, **ours} if options.play else games).items():
        if value is not None:
            what = "a roll" if name == "rolled" else f"--{name.replace('_', '-')}"
            plays = "plays no part in whole games (--play)" if options.play else "belongs to --play"
            raise MathhammerError(f"{what} {plays}")
    try:
        if not options.play:
            return HeroesAnswer(HeroesResult(Setup.read({"rolled": rolled, **ours, **shared})))
        given = {name: value for name, value in (games | shared).items() if value is not None}
        first, second = options.play
        return HeroesAnswer(play_as(first, second, options.settings, given))
    except MathhammerError as error:
        # A field is spoken of as what it comes from.
        field, dot, rest = error.where.partition(".")
        places = {"rolled": "dice"}
        if options.play and field in ("first", "second"):
            error.where = f"--play, {field} player"
        elif field in places or hasattr(options, field):
            error.where = places.get(field, f"--{field.replace('_', '-')}") + dot + rest
        raise
