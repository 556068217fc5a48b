"""``mathhammer check KIND --field value``, and its short form ``mathhammer KIND ...``."""

from collections.abc import Sequence

from mathhammer.cli.check_fields import check_question, parse_kind
from mathhammer.cli.command import Command, Options
from mathhammer.cli.groups import MatchUpGroup, MatchUpOutput
from mathhammer.cli.options import ENGINE, JSON, PLOT, Request, csv, game, ruleset
from mathhammer.cli.output import CommandOutput, Entries
from mathhammer.cli.questions import put_over
from mathhammer.core.errors import MathhammerError
from mathhammer.games.checks.registry import KINDS


class Check(Command):
    """The answer to a check, or the list of all kinds."""

    name = "check"
    usage = "[KIND] "
    options = (
        game("wh40k or aos; by default the one that has the kind, or wh40k"),
        JSON,
        csv("probability or number"),
        PLOT,
        *ENGINE,
        ruleset("in Age of Sigmar aos_reroll=all"),
    )
    examples = (
        "check",
        "check charge --distance 9 --reroll failed",
        "charge 9",
        "check charge --help",
    )

    def parse(self, arguments: Sequence[str]) -> Options:
        """Return the options; those of a kind are its fields."""
        if arguments and not arguments[0].startswith("-"):
            return parse_kind(self, arguments, "", self.options)
        options = super().parse(arguments)
        options.kind = None
        return options

    def run(self, options: Options) -> CommandOutput:
        """Answer the check, or list the kinds."""
        request = Request.read(self.name, options)
        if options.kind is None:
            given = {"engine": request.settings, "csv": options.csv, "plot": options.plot}
            for name, value in given.items():
                if value is not None:
                    raise MathhammerError(
                        f"--{name}: a check needs a kind, like charge; `mathhammer check` lists "
                        "them"
                    )
            from mathhammer.show.pages.check import kind_dict, kinds_page

            return Entries(map(kind_dict, KINDS), [kinds_page()])
        question = put_over(check_question(options, request), request)
        return MatchUpOutput([MatchUpGroup(question, question.answer(request.settings))])


COMMAND = Check()
