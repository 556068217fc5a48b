"""The command run: each question of scenario files, answered in full."""

from __future__ import annotations

import argparse

from mathhammer.cli.command import Command, words
from mathhammer.cli.groups import MatchUpOutput
from mathhammer.cli.options import (
    CONTEXT,
    ENGINE,
    JSON,
    PLOT,
    Request,
    csv,
    game,
    named_picture,
    picture,
    ruleset,
    settings_of,
)
from mathhammer.cli.output import CommandOutput
from mathhammer.cli.pictures import pictures_help
from mathhammer.cli.questions import answers_of, load_question
from mathhammer.core.errors import MathhammerError


class Run(Command):
    """Each attacker x target pair of scenario files, each turn, check and dice game."""

    name = "run"
    usage = "FILE... "
    options = (
        words("FILE", "scenario, TOML or JSON"),
        game(),
        JSON,
        csv(),
        PLOT,
        picture(f"{pictures_help('Comparison')}; of a turn {pictures_help('TurnResult')}"),
        *ENGINE,
        CONTEXT,
        ruleset(),
    )
    examples = ("run squads.toml", "run squads.toml turn.toml --json")

    def run(self, options: argparse.Namespace) -> CommandOutput:
        """Answer the questions of the files."""
        settings = settings_of(options)
        picture = named_picture(options)
        request = Request.read(self.name, options, settings)._replace(
            plot=bool(options.plot), picture=picture
        )
        if not options.what:
            raise MathhammerError(
                "run needs a scenario file; `mathhammer compare --example` shows one"
            )
        questions = [load_question(path, request.game) for path in options.what]
        if options.plot and len(questions) > 1:
            raise MathhammerError(
                "--plot draws the match-ups of one file: run the files one by one"
            )
        if options.csv and len({question.row for question in questions}) > 1:
            raise MathhammerError(
                "--csv is a table of match-ups, turns, checks or a dice game, not of two kinds"
            )
        if options.csv and questions[0].one_table and len(questions) > 1:
            raise MathhammerError("--csv is a table of one dice game: run the files one by one")
        return MatchUpOutput(answers_of(questions, request), picture)


COMMAND = Run()
