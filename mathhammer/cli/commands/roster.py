"""The command roster: an army list of a list builder, as it was understood."""

from __future__ import annotations

import json
from collections.abc import Sequence

from mathhammer.cli.command import Command, Options, option, words
from mathhammer.cli.output import CommandOutput, finished, new_page
from mathhammer.core.errors import MathhammerError, inside, quoted
from mathhammer.core.progress import Progress
from mathhammer.rosters.attach import attached
from mathhammer.rosters.roster import Roster
from mathhammer.show.pages.roster import roster_page


class RosterCommand(Command):
    """The units of an army list, and what was not understood of it."""

    name = "roster"
    usage = "FILE "
    options = (
        words("FILE", "army list: .ros, .rosz, JSON of New Recruit or ListForge, text of an app"),
        option("--json", action="store_true", help="print the list as one JSON object"),
        option(
            "--attach", action="append", default=[], metavar="LEADER=UNIT",
            help="attach a leader to a unit of the list; may be repeated",
        ),
        option(
            "--save", metavar="DIR",
            help="write a scenario file for each unit into this folder, to be edited and run",
        ),
    )  # fmt: skip
    examples = (
        "roster list.rosz", 'roster list.json --attach "Captain=Wardens" --json',
        "roster list.rosz --save units",
    )  # fmt: skip

    def run(self, options: Options) -> CommandOutput:
        """Read the list."""
        if len(options.what) != 1:
            given = f"; {len(options.what)} are given" if options.what else ""
            raise MathhammerError(f"roster needs one FILE, an army list{given}")
        roster = Roster.load(options.what[0])
        pairs = [_pair(text) for text in options.attach]
        roster = attached(roster, pairs) if pairs else roster
        if options.save is None:
            return RosterOutput(roster)
        from mathhammer.rosters.scenario_files import save

        with inside("--save", ": "):
            return RosterOutput(roster, save(roster, options.save))


class RosterOutput(CommandOutput):
    """An army list, as one object or as a page."""

    def __init__(self, roster: Roster, saved: Sequence[str] = ()) -> None:
        self.roster = roster
        self.saved = saved

    def json(self, progress: Progress) -> str:
        """Return the list as one object."""
        return json.dumps(self.roster.to_dict(), allow_nan=False) + "\n"

    def text(self, written: Sequence[str], progress: Progress) -> str:
        """Return the list as a page."""
        page = new_page()
        page.put(roster_page(self.roster))
        return finished(page, [*written, *self.saved])


def _pair(text: str) -> tuple[str, str]:
    leader, equals, unit = (part.strip() for part in text.partition("="))
    if not (leader and equals and unit):
        raise MathhammerError(
            f"{quoted(text)} is not of the form 'Captain=Wardens', a leader and its unit",
            "--attach",
        )
    return leader, unit


COMMAND = RosterCommand()
