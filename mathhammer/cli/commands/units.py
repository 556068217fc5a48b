"""The command units: the units that the user keeps, which are written as ``@name``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mathhammer.cli.command import Command, Options, words
from mathhammer.cli.options import JSON
from mathhammer.cli.output import CommandOutput, Entries
from mathhammer.core.errors import MathhammerError, nearest, quoted
from mathhammer.core.progress import Progress
from mathhammer.games import collection
from mathhammer.games.collection import KeptUnit
from mathhammer.show.pages.units import units_page

#: What can be done, with the words that each takes.
ACTIONS = {"add": "FILE...", "remove": "NAME...", "rename": "OLD NEW", "export": "NAME"}


class UnitsCommand(Command):
    """The units that you keep: those of army lists that were added, listed without words."""

    name = "units"
    usage = f"[{' | '.join(f'{action} {given}' for action, given in ACTIONS.items())}] "
    options = (
        words(
            "WORDS",
            "add the units of army lists, remove some, rename one, export one as a scenario file",
        ),
        JSON,
    )
    examples = (
        "units add list.rosz", "units", 'units rename "Plague Guard 2" "Second squad"',
        'units export "second squad"', 'attack "@second squad" --at "@war wagon"',
    )  # fmt: skip

    def run(self, options: Options) -> CommandOutput:
        """List the units, or change what is kept."""
        if not options.what:
            return listed(collection.kept_units())
        action, *given = options.what
        if action not in ACTIONS:
            known = ", ".join(f"{one} {of}" for one, of in ACTIONS.items())
            raise MathhammerError(
                f"units has no {quoted(action)}{nearest(action, ACTIONS)}; it takes {known}, or "
                "nothing to list them"
            )
        needed = {"rename": 2, "export": 1}.get(action)
        if not given or needed not in (None, len(given)):
            raise MathhammerError(f"units {action} takes {ACTIONS[action]}; {len(given)} are given")
        if action == "add":
            return listed(collection.keep(_units_of(given)), "kept")
        if action == "remove":
            return Changed("removed", collection.remove(given))
        if action == "rename":
            return Changed("renamed", [" to ".join(collection.rename(*given))])
        return Exported(collection.kept_unit(given[0]))


def _units_of(files: Sequence[str]) -> list[KeptUnit]:
    """Return the units of army lists that have numbers; nothing is kept where one is wrong."""
    import os
    from datetime import UTC, datetime

    from mathhammer.rosters.roster import Roster

    added = datetime.now(UTC).strftime("%Y-%m-%d %H:%M")
    found = []
    for file in files:
        roster = Roster.load(file)
        same: dict[str, list[Any]] = {}
        for unit in roster.units:
            if unit.attacker is None and unit.target is None:
                continue
            alike = same.setdefault(unit.name.casefold(), [])
            sides = (unit.attacker, unit.target)
            if sides in alike:
                continue
            alike.append(sides)
            name = unit.name[: collection.MAX_NAME].strip()
            source = name if len(alike) == 1 else f"{name} {len(alike)}"
            found.append(
                KeptUnit(name, roster.game, *sides, unit.points, unit.models, roster.name,
                         os.path.abspath(file), source, added)
            )  # fmt: skip
        if not same:
            raise MathhammerError("no unit of this list has numbers: nothing to keep", file)
    return found


def listed(units: Sequence[KeptUnit], title: str = "") -> Entries:
    """Return units as an answer."""
    return Entries([unit._asdict() for unit in units], [units_page(units, title)])


class Changed(Entries):
    """What was done to some units."""

    def __init__(self, done: str, names: Sequence[str]) -> None:
        from mathhammer.show.sheets import Facts

        page = [(Facts([(done, name) for name in names]),)]
        super().__init__([{done: name} for name in names], [page])


class Exported(CommandOutput):
    """A unit as a scenario file, to be edited and run."""

    def __init__(self, unit: KeptUnit) -> None:
        from mathhammer.rosters.roster import Roster
        from mathhammer.rosters.scenario_files import scenario_text
        from mathhammer.rosters.unit import RosterUnit

        if unit.attacker is None:
            raise MathhammerError(f"{unit.name} has no weapons: no scenario file is made of it")
        self.unit = unit
        one = RosterUnit(unit.name, attacker=unit.attacker, target=unit.target)
        of = Roster("", unit.game, None, unit.list or unit.file, None, (one,))
        self.file = scenario_text(one, of)

    def json(self, progress: Progress) -> str:
        """Return it as it is kept."""
        return listed([self.unit]).json(progress)

    def text(self, written: Sequence[str], progress: Progress) -> str:
        """Return the file."""
        return self.file


COMMAND = UnitsCommand()
