"""The command heroes: the Space Marine Heroes dice game."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mathhammer.cli import options as shared
from mathhammer.cli.command import Command, Options, flag, option, words
from mathhammer.cli.output import INTERRUPTED, CommandOutput, Entries
from mathhammer.cli.questions import FILES
from mathhammer.core.errors import MathhammerError, NotModelledError, quoted

if TYPE_CHECKING:
    from mathhammer.engine.montecarlo.simulate import Settings
    from mathhammer.heroes import GamesResult, HeroesResult

#: Examples of what options with fields hold.
_FIELDS = {"values": "three=3/3/0/3/3", "ruleset": "fresh_dice=false"}


class Heroes(Command):
    """The odds of the heroes dice game, what to do with some dice, or whole games."""

    name = "heroes"
    usage = "[FACE...] "
    options = (
        words("FACE", "the dice just rolled, like 1 1 3 4 6 2; without any, the table of odds"),
        option(
            "--lying", nargs="+", action="extend", metavar="FACE",
            help="dice left lying from before, which may combine with those just rolled",
        ),
        option(
            "--at-risk", metavar="SLOTS", help="slots of the scoring rolls kept this turn (0)"
        ),
        option(
            "--straight", metavar="LENGTH",
            help="the shortest straight that scores: 3 (default) or 4",
        ),
        option(
            "--values", action="append", default=[], metavar="FIELDS",
            help="slots of each scoring roll: lucky=1,double=2,three=3 (default); by column with "
            "slashes, for a player whose column 3 is blocked: three=3/3/0/3/3,straight=1/1/0/1/1",
        ),
        option(
            "--play", nargs=2, metavar="POLICY",
            help='whole games of two players: best, "stop at 3", "roll with 4 dice or more", "keep '
            'everything", "never leave dice lying", "no all-out war", several joined by commas',
        ),
        option("--rows", metavar="NUMBER", help="rows per side, for --play: 2 to 20 (4)"),
        shared.JSON,
        shared.csv("policy, or with dice a way to go on"),
        shared.PLOT,
        option(
            "--engine", metavar="ENGINE", help="exact; of --play montecarlo (nothing else is asked)"
        ),
        option("--trials", metavar="N", help="games of --play; 100,000 by default"),
        shared.SEED,
        shared.THREADS,
        shared.until(
            "error",
            "play until what is counted has this standard error: first=0.001 (the first player "
            "wins), second, drawn",
        ),
        shared.until("width", "play until its 95%% interval is so wide"),
        shared.TIME_LIMIT,
        shared.ruleset(
            "fresh_dice=false, leave_unkept=false; with --play attack_in_own_half=push_to_start, "
            "enemy_half=halfway"
        ),
    )  # fmt: skip
    examples = ("heroes", "heroes 1 1 3 4 6 2", 'heroes --play best "stop at 3"')

    def run(self, options: Options) -> CommandOutput:
        """Compute the odds or the advice, or play the games."""
        settings = _settings(options)
        _check(options)
        rolled = _joined(options.what or None, "dice")
        lying = _joined(options.lying, "--lying")
        own = {
            "rolled": rolled, "lying": lying, "at_risk": options.at_risk,
            "values": ",".join(options.values) or None,
        }  # fmt: skip
        both = {"straight": options.straight, "ruleset": ",".join(options.ruleset) or None}
        games = {"rows": options.rows}
        for name, value in (own if options.play else games).items():
            if value is not None:
                what = "a roll" if name == "rolled" else flag(name)
                belongs = (
                    "plays no part in whole games (--play)" if options.play
                    else "belongs to --play"
                )  # fmt: skip
                raise MathhammerError(f"{what} {belongs}")
        try:
            if settings is not None:
                return _played(options.play, settings, games | both)
            from mathhammer.heroes import HeroesResult, Setup

            return _entries(HeroesResult(Setup.read(own | both)))
        except MathhammerError as error:
            # A field is spoken of as what it comes from.
            field, dot, rest = error.where.partition(".")
            if options.play and field in ("first", "second"):
                error.where = f"--play, {field} player"
            elif field == "rolled":
                error.where = f"dice{dot}{rest}"
            elif hasattr(options, field):
                error.where = f"{flag(field)}{dot}{rest}"
            raise


COMMAND = Heroes()


def _settings(options: Options) -> Settings | None:
    """Return how whole games are played; None for a turn, which is computed."""
    usual = "montecarlo" if options.play else "exact"
    engine = usual if options.engine is None else shared.read_engine(options.engine)
    if engine != usual:
        raise NotModelledError(
            "--engine: whole games (--play) are not modelled by exact; montecarlo is"
            if options.play
            else "--engine: heroes takes no montecarlo without --play, which plays whole games"
        )
    if not options.play:
        shared.refuse_simulation(options, "--play")
        return None
    from mathhammer.heroes.playing import MAX_GAMES

    return shared.simulation_of(options, "first=0.001", MAX_GAMES)


def _check(options: Options) -> None:
    """Check that words are no files, and that options with fields hold some."""
    for word in options.what:
        is_file = word.lower().endswith(FILES) or os.path.isfile(word)
        if is_file and not word.isdigit():  # 116 is a roll, whatever files are called
            raise MathhammerError(
                f"{quoted(word)} is a file, faces of dice are expected, like 1 1 3: `mathhammer "
                "run` answers files"
            )
    for name, example in _FIELDS.items():
        for text in getattr(options, name):
            if not text.strip(" ,"):
                raise MathhammerError(f"{quoted(text)} holds no field, like {example}", flag(name))


def _joined(faces: Sequence[str] | None, where: str) -> str | None:
    """Return faces as one text, None where none are asked for."""
    if faces is None:
        return None
    text = " ".join(faces)
    if not text.strip(" ,"):
        raise MathhammerError(f"{quoted(text)} holds no face of a die, like 1 1 3", where)
    return text


def _played(policies: Sequence[str], settings: Settings, fields: dict[str, Any]) -> CommandOutput:
    """Return what came of whole games."""
    from mathhammer.heroes.playing import play_as

    given = {name: value for name, value in fields.items() if value is not None}
    first, second = policies
    result = play_as(first, second, settings, given)
    output = _entries(result)
    if result.stopped == "interrupted":
        output.status = INTERRUPTED
    return output


def _entries(result: HeroesResult | GamesResult) -> CommandOutput:
    from mathhammer.show.pages.answers import blocks

    return Entries(
        (one.to_dict() for one in (result,)),
        [blocks(result)],
        (row for one in (result,) for row in one.rows()),
        draw=result.plot,
    )
