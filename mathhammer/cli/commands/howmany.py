"""The command howmany: how many attacks, shots and units destroy each target."""

from typing import Any

from mathhammer.analysis.howmany import COLUMNS, LEVELS, how_many
from mathhammer.cli.command import Command, Options, option, words
from mathhammer.cli.explained import explained
from mathhammer.cli.options import AT, EXACT, PLOT, Request, common, level_of
from mathhammer.cli.output import CommandOutput, Entries
from mathhammer.core.errors import inside
from mathhammer.show.pages.howmany import how_many_page


class HowMany(Command):
    """How many attacks, shots and units destroy each target."""

    name = "howmany"
    usage = "TEXT... --at TARGET... | FILE "
    options = (
        words("TEXT", "the weapons of one unit, as for attack, or a scenario file"),
        option(
            "--levels", metavar="LIST", help="of P(destroyed) in per cent; by default 50,80,95"
        ),
        AT,
        *common("level of P(destroyed)", PLOT, engine=EXACT),
    )  # fmt: skip
    examples = ('howmany "A1 BS3+ S9 AP-4 DD6" --at "10x teq" --levels 50,90',)

    def run(self, options: Options) -> CommandOutput:
        """Compute the numbers."""
        asked = explained(Request.read(self.name, options), options.what)
        levels = (
            LEVELS
            if options.levels is None
            else [level_of(part, "--levels") for part in options.levels.split(",")]
        )
        entries: list[dict[str, Any]] = []
        pages: list[Any] = []
        rows: list[dict[str, Any]] = []
        with inside(asked.source, ": "):
            for result in asked.results:
                numbers = [
                    how_many(result, counted, place)
                    for place in range(len(result.attacker.weapons))
                    for counted in ("attacks", "shots")
                ]
                numbers.append(how_many(result, "units"))
                counts = [one.to_dict(levels) for one in numbers]
                entries.append({**asked.head(result), "how_many": counts})
                rows += (row for one in numbers for row in one.rows(levels))
                pages.append(how_many_page(numbers, levels, asked.source, asked.read_as))

        def draw() -> Any:
            shots = next((one for one in numbers if one.counted == "shots"), numbers[-1])
            single = len(asked.results[0].attacker.weapons) == 1
            return (shots if single else numbers[-1]).plot(levels=levels)

        return Entries(entries, pages, rows, COLUMNS, draw)


COMMAND = HowMany()
