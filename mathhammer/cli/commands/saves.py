"""The command saves: mean damage against every save."""

from mathhammer.cli import questions
from mathhammer.cli.command import Command, Options, words
from mathhammer.cli.options import EXACT, PLOT, Request, at, common
from mathhammer.cli.output import CommandOutput, Entries
from mathhammer.core.errors import MathhammerError, inside


class Saves(Command):
    """The mean damage of a unit, or of the loadouts of a file, against every save."""

    name = "saves"
    usage = "TEXT... | FILE "
    options = (
        words("TEXT", "the weapons of one unit, as for attack, or a scenario file with loadouts"),
        at(
            "whose toughness, keywords, modifiers and (for Blast) models count, not its "
            "save or ward; by default ten models of toughness 4 without keywords"
        ),
        *common("loadout, ward and save", PLOT, engine=EXACT),
    )
    examples = ('saves "10x A2 BS3+ S4 AP-1 D1"', "saves squads.toml --at teq")

    def run(self, options: Options) -> CommandOutput:
        """Compute the table."""
        from mathhammer.analysis.saves import of_units
        from mathhammer.show.pages.saves import saves_page

        request = Request.read(self.name, options)
        if not options.what:
            raise MathhammerError(
                'saves needs a weapon, like "10x 2/3+/4+/1/D3" or "10x A2 BS3+ S4 AP-1 D1", or a '
                "file"
            )
        question = questions.loadouts_of(request, options.what, "table of saves")
        question = questions.put_over(question, request)
        target = questions.one_target(request, question.game)
        path = question.path
        with inside(path, ": "):
            saves = of_units(question.attackers, target, question.context, question.ruleset)
        notes = question.notes
        return Entries(
            (
                {"scenario": path, **entry, "notes": [*entry["notes"], *notes]}
                for entry in saves.to_dict()
            ),
            [saves_page(saves, path, notes)],
            ({"scenario": path, **row} for row in saves.rows()),
            draw=saves.plot,
        )


COMMAND = Saves()
