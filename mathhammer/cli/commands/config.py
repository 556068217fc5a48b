"""The command config: the file with the user's own defaults, and what it sets."""

from __future__ import annotations

from mathhammer.cli.command import Command, Options
from mathhammer.cli.config import Config, place
from mathhammer.cli.options import JSON
from mathhammer.cli.output import CommandOutput, Entries
from mathhammer.core.errors import MathhammerError, inside, quoted
from mathhammer.games.names import GAMES
from mathhammer.show.pages.config import config_page


class ConfigCommand(Command):
    """Where defaults are read from, and which there are."""

    name = "config"
    options = (JSON,)
    examples = ("config",)

    def run(self, options: Options) -> CommandOutput:
        """Read everything in the file, also what other commands look at only for one game."""
        if options.what:
            raise MathhammerError(f"config takes no {quoted(options.what[0])}: it shows everything")
        config: Config = options.defaults.config
        with inside(options.defaults.path, ": "):
            for name in ("ruleset", "context"):
                for game in GAMES:
                    config.part(name, game)
        path, is_read = place().path, bool(options.defaults.path)
        entry = {"path": path, "read": is_read, "settings": config.given}
        return Entries([entry], [config_page(path, is_read, config)])


COMMAND = ConfigCommand()
