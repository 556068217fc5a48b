"""A whole turn as sheets: its units, its steps, what is left of each unit."""

from collections.abc import Iterator
from typing import Any

from mathhammer.core.format import figure, percent, shortened
from mathhammer.games.words import words_of
from mathhammer.results.turn import TurnResult
from mathhammer.show.pages import understood
from mathhammer.show.sheets import Bars, Block, Column, Facts, Lines, Table, Title

#: The control of an objective, in words.
_CONTROL = ("first side", "contested", "second side")


def turn_page(result: TurnResult, source: str = "") -> Iterator[Block]:
    """Yield all of a turn.

    Parameters
    ----------
    result : TurnResult
    source : str
        The file that it comes from.
    """
    script = result.script
    facts = [("file", source)] if source else []
    for fighter in script.fighters:
        facts += understood.fighter_facts(fighter)
    facts += [*gap_facts(result), *understood.context_facts(script.context.given)]
    facts += [*understood.ruling_facts(result.ruleset), *understood.engine_facts(result)]
    names = " and ".join(result.names) if len(result.names) < 4 else "A turn"
    width = max(10, *(len(fighter.name) for fighter in script.fighters))
    yield Title(names), Facts(facts, width)
    yield (steps(result),)
    for unit in shown_units(result):
        yield (models_left(result, unit),)
    yield (Facts([*turn_answers(result), *understood.note_facts(result.notes)]),)


def gap_facts(result: TurnResult) -> Lines:
    """Return the line that says how far the units are from each other, where that matters."""
    gap = result.script.gap
    return [] if gap is None else [("gap", f"{gap:g} inches at the start")]


def happens_to(result: TurnResult, unit: str) -> bool:
    """Return whether a unit may lose wounds, get some back or return."""
    start = result.script.fighters[result.number(unit)].unit.starting_wounds
    steps = [i for i in range(len(result.steps)) if unit in result.touched(i)]
    after = [result.wounds(unit), *(result.wounds(unit, i) for i in steps)]
    return any(float(wounds.pmf(start)) < 1.0 - 1e-12 for wounds in after)


def shown_units(result: TurnResult) -> list[str]:
    """Return the units of a turn to which something may happen; all if it is nothing to any."""
    return [unit for unit in result.names if happens_to(result, unit)] or result.names


def steps(result: TurnResult) -> Table:
    """Return one row per step: that it happens, and what is left of its units."""
    rows = []
    shown = shown_units(result)
    for i, (step, outcome) in enumerate(zip(result.script.steps, result.steps, strict=True)):
        if outcome.control is None:
            after = [
                f"{unit} {figure(result.models(unit, i).mean)} "
                f"({percent(result.destroyed(unit, i))})"
                for unit in result.touched(i)
                if unit in shown
            ]
        else:
            after = [f"{n} {percent(p)}" for n, p in zip(_CONTROL, outcome.control, strict=True)]
        happens = percent(outcome.probability)
        rows.append([str(i + 1), understood.step_words(step), happens, ", ".join(after)])
    return Table(
        [
            Column("", width=2), Column("step", words=True, most=29), Column("happens", width=7),
            Column("models left afterwards (destroyed)", words=True),
        ],
        rows,
    )  # fmt: skip


def models_left(result: TurnResult, unit: str) -> Bars:
    """Return the distribution of the models left of a unit."""
    models = result.models(unit)
    return Bars.of(shortened(f"{unit}: models left (of {models.maximum})", 40), models)


def turn_answers(result: Any) -> Lines:
    """Return what came of a turn."""
    rows = []
    points = words_of(result.script.game).points
    shown = shown_units(result)
    for unit in shown:
        text = f"{unit} is destroyed in {percent(result.destroyed(unit))} of cases"
        if result.engine == "montecarlo":
            gone = result.measure(f"{unit}.destroyed")
            text += understood.between_words(gone.low, gone.high)
        text += f"; {figure(result.wounds(unit).mean)} {points} left on average."
        rows.append(("answer", text))
    if safe := [unit for unit in result.names if unit not in shown]:
        rows.append(("answer", f"{', '.join(safe)}: no wound is lost, whatever comes."))
    for row in result.targets:
        some, every = percent(row.any_destroyed), percent(row.all_destroyed)
        if result.engine == "montecarlo":
            some += understood.between_words(*result.interval(f"{row.by}.any_destroyed"))
            every += understood.between_words(*result.interval(f"{row.by}.all_destroyed"))
        rows.append((
            "targets",
            f"of the targets of {row.by} ({', '.join(row.at)}) at least one is destroyed: {some}; "
            f"all are: {every}.",
        ))  # fmt: skip
    for fighter in result.script.fighters:
        second = result.second(fighter.name)
        if second is not None:
            rows.append((
                "returns",
                f"{fighter.name} is destroyed and comes back with "
                f"{percent(result.returned(fighter.name))}; the second one then loses "
                f"{figure(second.mean)} on average.",
            ))  # fmt: skip
    return rows + [("flag", f"{flag}: {percent(p)}") for flag, p in result.flags.items()]
