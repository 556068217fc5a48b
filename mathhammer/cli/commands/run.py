"""The command run: each question of scenario files, answered in full."""

from mathhammer.cli.command import Command, Options, words
from mathhammer.cli.groups import MatchUpOutput
from mathhammer.cli.options import PLOT, Request, common, picture
from mathhammer.cli.output import CommandOutput
from mathhammer.cli.pictures import pictures_help
from mathhammer.cli.questions import answers_of, load_questions
from mathhammer.cli.view import VIEW
from mathhammer.core.errors import MathhammerError


class Run(Command):
    """Each attacker x target pair of scenario files, each turn, check and dice game."""

    name = "run"
    usage = "FILE... "
    options = (
        words("FILE", "scenario, TOML or JSON"),
        *common(
            "match-up", *VIEW, PLOT,
            picture(f"{pictures_help('Comparison')}; of a turn {pictures_help('TurnResult')}"),
        ),
    )  # fmt: skip
    examples = ("run squads.toml", "run squads.toml turn.toml --json")

    def run(self, options: Options) -> CommandOutput:
        """Answer the questions of the files."""
        request = Request.read(self.name, options)
        request = request._replace(in_full=options.json or options.details)
        questions = load_questions(request, options.what)
        if options.plot and len(questions) > 1:
            raise MathhammerError(
                "--plot draws the match-ups of one file: run the files one by one"
            )
        if options.csv and len({question.row for question in questions}) > 1:
            raise MathhammerError(
                "--csv is a table of match-ups, turns, checks or a dice game, not of two kinds"
            )
        for name in ("show", "details", "columns"):
            if getattr(options, name) and not any(question.match_ups for question in questions):
                raise MathhammerError(f"--{name} is of match-ups, not of {questions[0].row}")
        if options.csv and questions[0].one_table and len(questions) > 1:
            raise MathhammerError("--csv is a table of one dice game: run the files one by one")
        return MatchUpOutput(answers_of(questions, request), request.picture, request.view)


COMMAND = Run()
