"""The command targets: the built-in targets."""

from typing import Any

from mathhammer.cli.command import Command, Options
from mathhammer.cli.options import JSON, game
from mathhammer.cli.output import CommandOutput, Entries
from mathhammer.core.errors import MathhammerError, quoted
from mathhammer.games.names import GAMES
from mathhammer.games.presets import data_date, presets_of
from mathhammer.show.pages.targets import targets_page


class Targets(Command):
    """The built-in targets of both games, or of one."""

    name = "targets"
    options = (game("list those of wh40k or aos only"), JSON)
    examples = ("targets --game aos",)

    def run(self, options: Options) -> CommandOutput:
        """List them."""
        if options.what:
            raise MathhammerError(f"targets takes no {quoted(options.what[0])}: it lists them all")
        games = (options.game,) if options.game else GAMES
        page = [block for name in games for block in targets_page(name)]
        return Entries(_entries(games), [page])


COMMAND = Targets()


def _entries(games: tuple[str, ...]) -> list[dict[str, Any]]:
    return [
        {"key": key, "game": name, **preset.fields, "stands_for": preset.stands_for,
         "data": data_date(name)}
        for name in games for key, preset in presets_of(name).items()
    ]  # fmt: skip
