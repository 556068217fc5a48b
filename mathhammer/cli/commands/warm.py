"""The command warm: compile what is compiled, so that no answer waits for it."""

from __future__ import annotations

from mathhammer.cli.command import Command, Options
from mathhammer.cli.options import JSON
from mathhammer.cli.output import CommandOutput, Entries
from mathhammer.core.errors import MathhammerError, quoted
from mathhammer.show.pages.warm import warm_page


class Warm(Command):
    """The kernels of Monte Carlo and of many match-ups at once."""

    name = "warm"
    options = (JSON,)
    examples = ("warm",)

    def run(self, options: Options) -> CommandOutput:
        """Compile each, and say how long it took."""
        from mathhammer.analysis.warm import warm

        if options.what:
            raise MathhammerError(
                f"warm takes no {quoted(options.what[0])}: it compiles everything"
            )
        done = [{"what": what, "seconds": round(seconds, 3)} for what, seconds in warm()]
        return Entries(done, [warm_page(done)])


COMMAND = Warm()
