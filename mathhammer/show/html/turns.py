"""Whole turns on a page: the steps, the units at the end, the branches, the trade."""

from __future__ import annotations

from typing import Any

from mathhammer.analysis.trade import SIDES, trade
from mathhammer.core.errors import MathhammerError
from mathhammer.core.format import clean, figure, percent, shortened
from mathhammer.results.turn import CONTROL, TurnResult
from mathhammer.show import charts
from mathhammer.show.facts import (
    context_facts,
    engine_facts,
    engine_words,
    fighter_facts,
    step_words,
)
from mathhammer.show.html.pictures import as_picture
from mathhammer.show.html.rows import Table
from mathhammer.show.sentences import turn_answers

_SIDE_WORDS = dict(zip(CONTROL, ("first side", "contested", "second side"), strict=True))


def turn_values(result: TurnResult) -> dict[str, Any]:
    """Return the values of the template of a turn.

    Parameters
    ----------
    result : TurnResult
    """
    script = result.script
    said = turn_answers(result)
    missing = ""
    pictures = [as_picture(charts.plot_turn(result)[0], "Models left of each unit at the end.")]
    try:
        pictures.append(
            as_picture(
                charts.plot_tree(result), "The branches of the turn, as wide as they are probable."
            )
        )
    except MathhammerError as error:
        missing = f"No tree of the branches: {error}."
    facts = [("engine", engine_words(result)), *engine_facts(result)]
    if script.gap is not None:
        facts.append(("gap", f"{script.gap:g} inches at the start"))
    return {
        "title": turn_title(result),
        "game": script.game,
        "facts": [*facts, *context_facts(script.context.given)],
        "summary": [text for label, text in said if label != "note"],
        "steps": turn_steps(result),
        "pictures": pictures,
        "missing": missing,
        "trade": _trade(result),
        "fighters": [
            (
                shortened(clean(fighter.name), 40),
                [("unit", fighter_facts(fighter)[0][1]), *fighter_facts(fighter)[1:]],
            )
            for fighter in script.fighters
        ],
        "rulings": [(name, str(value)) for name, value in result.ruleset.items()],
        "notes": [("", text) for label, text in said if label == "note"],
    }


def turn_title(result: TurnResult) -> str:
    """Return the units of a turn, or how many there are.

    Parameters
    ----------
    result : TurnResult
    """
    names = [shortened(clean(name), 40) for name in result.names]
    return " and ".join(names) if len(names) < 4 else f"A turn of {len(names)} units"


def turn_steps(result: TurnResult) -> Table:
    """Return a row a step: that it happens, and what is left of its units.

    Parameters
    ----------
    result : TurnResult
    """
    rows = []
    for i, (step, outcome) in enumerate(zip(result.script.steps, result.steps, strict=True)):
        if outcome.control is None:
            after = [
                f"{clean(unit)} {figure(result.models(unit, i).mean)} "
                f"({percent(result.destroyed(unit, i))})"
                for unit in result.touched(i)
            ]
        else:
            after = [
                f"{_SIDE_WORDS[name]} {percent(p)}"
                for name, p in zip(CONTROL, outcome.control, strict=True)
            ]
        rows.append([f"{i + 1}. {clean(step_words(step))}", percent(outcome.probability),
                     ", ".join(after)])  # fmt: skip
    return Table(["step", "happens", "models left afterwards (destroyed)"], rows, words=(0, 2))


def _trade(result: TurnResult) -> Table | None:
    """Return points destroyed and lost by each side; None where no unit has points."""
    if result.engine != "exact":
        return None
    rows = list(trade(result))
    if all(row["points_destroyed"] is None for row in rows):
        return None
    names = ("points", "points_destroyed", "points_lost_back", "net")
    return Table(
        ["side", *(name.replace("_", " ") for name in names)],
        [
            [side, *("-" if row[name] is None else figure(row[name]) for name in names)]
            for side, row in zip(SIDES, rows, strict=True)
        ],
    )
