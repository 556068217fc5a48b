"""Army lists against targets and against each other, as sheets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from mathhammer.core.format import percent, points
from mathhammer.games.names import TITLES
from mathhammer.results.comparison import Comparison
from mathhammer.rosters.army import DOES
from mathhammer.rosters.army_list import ArmyList
from mathhammer.rosters.in_turn import InTurn, UnitSet
from mathhammer.rosters.match_up import OF_EVERY_LIST, ArmyAttacks, ArmyMatchUp
from mathhammer.show import sheets
from mathhammer.show.pages import understood
from mathhammer.show.pages.comparison import legend
from mathhammer.show.pages.matrix import HEADINGS, SHOWN, match_ups, matrix
from mathhammer.show.pages.report import ending
from mathhammer.show.pages.roster import MAX_NAMES, not_understood, roster_page
from mathhammer.show.sheets import Block, Column, Facts, Heading, Lines, Picture, Table, Title

#: The targets up to which each is described.
MAX_DESCRIBED = 12
#: What attacks in turn take for granted.
ASSUMED = (
    "Units in turn attack one after another, in the order in which they are named, each what the "
    "ones before it left: the probabilities are carried through all of them, no means are added. "
    "All are taken as whole, in range and in sight, and with the weapons that are best at the "
    "whole target; in a fight as if it didn't strike back. Of sets that print the same the one of "
    "fewest points is named."
)


def attacks_page(
    attacks: ArmyAttacks, source: str = "", *, shown: str = "", details: bool = False
) -> Iterator[Block]:
    """Yield what the units of a list do to targets.

    Parameters
    ----------
    attacks : ArmyAttacks
        In the order in which they are shown.
    source : str
        Not used: a list knows its file.
    shown : str
        The number of each match-up, one of `SHOWN`; by default the usual one.
    details : bool
        Whether a table of all numbers for each target follows.
    """
    yield _head(attacks.title, [attacks])
    if len(attacks.targets) <= MAX_DESCRIBED:
        yield (Facts([("target", understood.described(one)) for one in attacks.targets]),)
    name = shown or _usual(attacks)
    yield (matrix(attacks, name),)
    order = "best first: the mean over the targets of what share of the best each does"
    yield (Facts([("order", order), *legend(attacks, name, OF_EVERY_LIST)]),)
    if details:
        yield (match_ups(attacks),)
    yield from _not_computed([attacks])


def match_up_page(
    match_up: ArmyMatchUp, source: str = "", *, shown: str = "", details: bool = False
) -> Iterator[Block]:
    """Yield two armies against each other.

    Parameters
    ----------
    match_up : ArmyMatchUp
    source : str
        Not used: lists know their files.
    shown : str
        The number of each match-up, one of `SHOWN`; by default the usual one.
    details : bool
        Whether what each single unit does at best is listed with the sets in turn.
    """
    yield _head(match_up.title, [match_up.there, match_up.back])
    for side, attacks in match_up.sides.items():
        yield from _matrices(match_up, attacks, shown or _usual(attacks))
        yield from _in_turn(match_up, side, attacks, details)
    lines = [("in turn", ASSUMED), *_notes(match_up, shown)]
    yield (Facts(lines),)
    yield from _not_computed([match_up.there, match_up.back])


def _head(title: str, sides: Sequence[ArmyAttacks]) -> Block:
    rows: Lines = []
    for one in sides:
        roster = one.roster
        worth = "" if roster.points is None else f", {points(roster.points)} points"
        units = f"{len(roster.units)} unit{'s' * (len(roster.units) != 1)}"
        rows.append(("list", f"{roster.called}{worth}: {units}"))
        rows.append(("file", roster.file))
    first = sides[0]
    rows.append(("game", TITLES[first.roster.game]))
    several = len(sides) > 1
    rows += [
        ("all have", f"{one.army}{f' ({one.roster.called})' if several else ''}")
        for one in sides if one.army
    ]  # fmt: skip
    results = [result for one in sides for result in one.results]
    rows += understood.context_facts(results[0].context.given)
    rows += [("note", f"{one.roster.called}: {note}") for one in sides for note in one.roster.notes]
    return Title(title), Facts.of(*rows)


def _usual(attacks: ArmyAttacks) -> str:
    """Return the number that is shown where none is named."""
    return next(name for name, measure in SHOWN.items() if measure == attacks.usual)


def _matrices(match_up: ArmyMatchUp, attacks: ArmyAttacks, shown: str) -> Iterator[Block]:
    other = match_up.back if attacks is match_up.there else match_up.there
    for phase, does in DOES.items():
        part = attacks.in_phase(phase)
        if part is not None:
            called = [unit.attacker.called(unit.name) for unit in part.units]
            cells = matrix(Comparison(called, part.targets, part.results), shown)
            title = f"{attacks.roster.called}, {does}, at {other.roster.called}"
            yield Heading(title), cells


def _in_turn(
    match_up: ArmyMatchUp, side: str, attacks: ArmyAttacks, details: bool
) -> Iterator[Block]:
    """Yield which units in turn destroy each target: a table for each phase."""
    for phase, does in DOES.items():
        found = [one for one in match_up.in_turn[side] if one.phase == phase]
        if found:
            title = f"{attacks.roster.called}, {does}: several units in turn at one"
            yield Heading(title), in_turn_table(found, details)


def in_turn_table(found: Sequence[InTurn], details: bool = True) -> Table:
    """Return which units in turn destroy each target.

    Parameters
    ----------
    found : sequence of InTurn
    details : bool
        Whether single units stand among the sets.
    """
    rows = []
    for one in found:
        name = one.target
        for units in one.surest if details else one.surest[1:] or one.surest:
            rows.append([name, str(len(units.units)), *_set(units)])
            name = ""
        words = f"{understood.whole_percent(one.level)}"
        if one.refused:
            rows.append([name, "-", "-", "-", f"not computed: {one.refused}"])
        elif one.cheapest is None:
            rows.append([name, words, "-", "-", f"no set of up to {one.most} units"])
        else:
            rows.append([name, words, *_set(one.cheapest)])
    level = understood.whole_percent(found[0].level)
    cheapest = "fewest points" if _priced(found) else "fewest units"
    return Table(
        [Column("target", words=True, most=26, lines=1), Column("units"), Column("destroyed"),
         Column("points"), Column("in turn", words=True, fills=True)],
        rows,
        note=f"units: how many, destroying it most surely; {level}: the set of {cheapest} that "
        "destroys it so surely",
        tight=90,
    )  # fmt: skip


def _set(units: UnitSet) -> list[str]:
    worth = "-" if units.points is None else points(units.points)
    return [percent(units.destroyed), worth, ", then ".join(units.units)]


def _priced(found: Sequence[InTurn]) -> bool:
    return all(units.points is not None for one in found for units in one.surest)


def _notes(match_up: ArmyMatchUp, shown: str) -> Lines:
    """Return what the signs and numbers mean, and the notes of all match-ups."""
    rows: Lines = []
    for one in (match_up.there, match_up.back):
        if not one.units:
            rows.append(("note", f"{one.roster.called}: no unit attacks"))
            continue
        for label, text in legend(one, shown or _usual(one), OF_EVERY_LIST):
            words = f"{one.roster.called}: {text}" if label == "note" else text
            if (label, words) not in rows:
                rows.append((label, words))
    return rows


def _not_computed(sides: Sequence[ArmyAttacks]) -> Iterator[Block]:
    """Yield what isn't computed of lists: rules, units, what was not understood."""
    for one in sides:
        roster, several = one.roster, len(sides) > 1
        rules = sorted({rule for unit in roster.units for rule in unit.rules})
        left = [("left out", str(unit)) for unit in one.left_out]
        shown = ", ".join(rules[:MAX_NAMES])
        more = f", and {len(rules) - MAX_NAMES} more" if len(rules) > MAX_NAMES else ""
        who = f" of {roster.called}" if several else ""
        lines = [("rules", f"not applied{who}: {shown}{more}")] if rules else []
        if left or lines:
            yield (Facts([*left, *lines]),)
        if roster.not_understood:
            yield not_understood(roster, roster.called if several else "")


# ------------------------------------------------------------------------------- reports


def roster_report(roster: ArmyList) -> sheets.Report:
    """Return the report of a list by itself."""
    head, *blocks = roster_page(roster)
    units = sheets.Section("Units", blocks, alike=True)
    return sheets.Report(roster.called, roster.game, _facts(head), [units])


def attacks_report(attacks: ArmyAttacks) -> sheets.Report:
    """Return the report of a list at targets."""
    head, *blocks = attacks_page(attacks, details=True)
    return _report(attacks.title, head, blocks, [attacks], [_heat(attacks, "")])


def match_up_report(match_up: ArmyMatchUp) -> sheets.Report:
    """Return the report of two armies against each other."""
    head, *blocks = match_up_page(match_up, details=True)
    sides = [match_up.there, match_up.back]
    pictures = [_heat(one, f"{one.roster.called}: ") for one in sides if one.units]
    return _report(match_up.title, head, blocks, sides, pictures)


def _report(
    title: str, head: Block, blocks: Sequence[Block], sides: Sequence[ArmyAttacks],
    pictures: Sequence[Picture],
) -> sheets.Report:  # fmt: skip
    game = sides[0].roster.game
    results = [result for one in sides for result in one.results]
    names = [result.title for result in results]
    return sheets.Report(
        title, game, _facts(head),
        [
            sheets.Section("Charts", [(picture,) for picture in pictures]),
            sheets.Section("Match-ups", blocks),
            *(
                sheets.Section(f"Units of {one.roster.called}", list(roster_page(one.roster))[1:])
                for one in sides
            ),
            ending(results, names),
        ],
    )  # fmt: skip


def _facts(head: Block) -> Lines:
    """Return what the head of a page says, without what every report says by itself."""
    facts = (sheet for sheet in head if isinstance(sheet, Facts))
    return [row for one in facts for row in one.rows if row[0] not in ("file", "game")]


def _heat(attacks: ArmyAttacks, who: str) -> Picture:
    words = HEADINGS.get(attacks.usual, attacks.usual.replace("_", " "))
    return Picture(partial(attacks.plot), f"{who}{words} of each unit at each target.")
