"""The command roster: an army list of a list builder, as it was understood."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from mathhammer.cli.armies import ArmyOutput
from mathhammer.cli.command import Command, Options, flag, option, words
from mathhammer.cli.options import (
    ABOUT_TARGETS,
    CONTEXT,
    EXACT,
    PHASE,
    PLOT,
    Request,
    at,
    csv,
    level_of,
    ruleset,
)
from mathhammer.cli.output import CommandOutput
from mathhammer.cli.questions import situation_of, targets_of
from mathhammer.cli.view import VIEW, MatrixView
from mathhammer.core.errors import MathhammerError, inside, quoted
from mathhammer.rosters.army import chosen
from mathhammer.rosters.attach import attached
from mathhammer.rosters.in_turn import LEVEL
from mathhammer.rosters.roster import Roster


class RosterCommand(Command):
    """The units of an army list, what was not understood of it, and what they do."""

    name = "roster"
    usage = "FILE [--at TARGET... | --against FILE] "
    options = (
        words("FILE", "army list: .ros, .rosz, JSON of New Recruit or ListForge, text of an app"),
        at("what every unit does to targets, shooting and fighting: " + ABOUT_TARGETS),
        option(
            "--against", metavar="FILE",
            help="what every unit does to every unit of this list, and back; and which of them in "
            "turn destroy it",
        ),
        option(
            "--attach", action="append", default=[], metavar="LEADER=UNIT",
            help="attach a leader to a unit of the list, or of that of --against; may be repeated",
        ),
        option(
            "--unit", action="append", default=[], metavar="NAME",
            help="only this unit of the list; may be repeated",
        ),
        option(
            "--army", metavar="TEXT",
            help='what all weapons of the list have, as in the brackets of a weapon: "re-roll '
            'hits: ones, Lethal Hits"',
        ),
        option("--enemy", metavar="TEXT", help="the same of the list of --against"),
        option(
            "--level", metavar="PER_CENT",
            help="of P(destroyed) that the cheapest units in turn reach; by default 80",
        ),
        option(
            "--apply", action="append", default=[], metavar="FACT",
            help="apply what the ability of this name says, in each list that has it, or all that "
            'always hold; may be repeated: "Steady", "Wardens: Steady", all',
        ),
        option(
            "--save", metavar="DIR",
            help="write a scenario file for each unit into this folder, to be edited and run",
        ),
        option(
            "-o", "--output", metavar="PAGE.html",
            help="write a page: the list, what it does, heat maps",
        ),
        option("--json", action="store_true", help="print it as one JSON object"),
        csv("unit, or a match-up"), *VIEW[:2], PLOT, CONTEXT, *EXACT, PHASE, ruleset(),
    )  # fmt: skip
    examples = (
        "roster list.rosz", 'roster list.json --attach "Captain=Wardens" --json',
        "roster list.rosz --save units", "roster list.rosz --at meq teq veq",
        "roster list.rosz --against other.rosz -o match.html",
    )  # fmt: skip

    def run(self, options: Options) -> CommandOutput:
        """Read the list, and compute what it does."""
        if len(options.what) != 1:
            given = f"; {len(options.what)} are given" if options.what else ""
            raise MathhammerError(f"roster needs one FILE, an army list{given}")
        request, view = Request.read(self.name, options), MatrixView.read(options)
        path, other = options.what[0], options.against
        if request.at and other is not None:
            raise MathhammerError("--at names targets and --against a list: give one of them")
        for name, needs in _NEEDS.items():
            if getattr(options, name) and not (other or (request.at and "--at" in needs)):
                raise MathhammerError(f"{flag(name)} needs {needs}")
        lists = [Roster.load(path), *([] if other is None else [Roster.load(other)])]
        for pair in map(_pair, options.attach):
            lists = _with_leader(lists, *pair)
        for name in options.apply:
            with inside("--apply", ": "):
                lists = _with_fact(lists, name)
        saved = _saved(lists[0], options)
        if other is None and not request.at:
            if options.unit:
                found = chosen(lists[0], options.unit)
                lists[0] = replace(lists[0], units=tuple(found))
            return ArmyOutput(lists[0], view, saved)
        return ArmyOutput(_answer(lists, request, view, options), view, saved)


#: Options that say something only beside others.
_NEEDS = {
    "army": "--at or --against", "context": "--at or --against", "phase": "--at or --against",
    "ruleset": "--at or --against", "plot": "--at or --against", "show": "--at or --against",
    "details": "--at or --against", "enemy": "--against", "level": "--against",
}  # fmt: skip


def _with_leader(lists: list[Roster], leader: str, unit: str) -> list[Roster]:
    """Return lists with a leader attached in the first of them that has both."""
    errors = []
    for i, one in enumerate(lists):
        try:
            return [*lists[:i], attached(one, [(leader, unit)]), *lists[i + 1 :]]
        except MathhammerError as error:
            errors.append(error)
    raise errors[0]


def _with_fact(lists: list[Roster], name: str) -> list[Roster]:
    """Return lists with a fact applied in each that has it."""
    made, errors = [], []
    for one in lists:
        try:
            made.append(one.applying(name))
        except MathhammerError as error:
            if error.where:  # it has it, and it can't be applied
                raise
            errors.append(error)
            made.append(one)
    if len(errors) == len(lists):
        raise errors[0]
    return made


def _saved(roster: Roster, options: Options) -> list[str]:
    """Write the scenario files that are asked for; return their paths."""
    if options.save is None:
        return []
    from mathhammer.rosters.scenario_files import save

    with inside("--save", ": "):
        return save(roster, options.save)


def _answer(lists: list[Roster], request: Request, view: MatrixView, options: Options) -> Any:
    """Return what a list does to targets, or to another list, with what the options say."""
    from mathhammer.rosters.evaluated import army_against, army_at

    roster = lists[0]
    context, ruleset = situation_of(request, roster.game)
    given = {
        "units": options.unit, "phase": request.phase, "army": options.army or "",
        "context": context, "ruleset": ruleset,
    }  # fmt: skip
    try:
        if len(lists) > 1:
            level = LEVEL if options.level is None else level_of(options.level)
            found = army_against(roster, lists[1], enemy=options.enemy or "", level=level, **given)
            if view.shown:
                for one in found.sides.values():
                    _check_shown(one, view.shown)
            return found
        attacks = army_at(roster, targets_of(request.at, roster.game), **given)
    except MathhammerError as error:
        if error.where in ("army", "enemy", "phase", "level"):
            error.where = f"--{error.where}"
        raise
    if view.shown:
        _check_shown(attacks, view.shown)
    from mathhammer.analysis.armies import in_order
    from mathhammer.show.pages.matrix import SHOWN

    return in_order(attacks, SHOWN.get(view.shown, ""))


def _check_shown(attacks: Any, shown: str) -> None:
    from mathhammer.show.pages.matrix import check_shown

    check_shown(shown, attacks.attackers, attacks.targets)


def _pair(text: str) -> tuple[str, str]:
    leader, equals, unit = (part.strip() for part in text.partition("="))
    if not (leader and equals and unit):
        raise MathhammerError(
            f"{quoted(text)} is not of the form 'Captain=Wardens', a leader and its unit",
            "--attach",
        )
    return leader, unit


COMMAND = RosterCommand()
