"""The command targets: the built-in targets."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from mathhammer.cli.command import Command
from mathhammer.cli.options import JSON, game
from mathhammer.cli.output import CommandOutput, Entries
from mathhammer.core.errors import MathhammerError, quoted
from mathhammer.games.names import GAMES

if TYPE_CHECKING:
    from mathhammer.show.sheets import Block


class Targets(Command):
    """The built-in targets of both games, or of one."""

    name = "targets"
    options = (game("list those of wh40k or aos only"), JSON)
    examples = ("targets --game aos",)

    def run(self, options: argparse.Namespace) -> CommandOutput:
        """List them."""
        if options.what:
            raise MathhammerError(f"targets takes no {quoted(options.what[0])}: it lists them all")
        games = (options.game,) if options.game else GAMES
        return Entries(_entries(games), [_pages(games)])


COMMAND = Targets()


def _pages(games: tuple[str, ...]) -> Iterable[Block]:
    from mathhammer.show.pages.targets import targets_page

    return [block for name in games for block in targets_page(name)]


def _entries(games: tuple[str, ...]) -> list[dict[str, Any]]:
    from mathhammer.games.presets import DATA_DATES
    from mathhammer.games.presets import GAMES as PRESETS

    return [
        {"key": key, "game": name, **preset.fields, "stands_for": preset.stands_for,
         "data": DATA_DATES[name]}
        for name in games for key, preset in PRESETS[name].items()
    ]  # fmt: skip
