"""What a whole turn looks like in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mathhammer.core.format import figure, percent, shortened
from mathhammer.show.facts import context_facts, engine_facts, fighter_facts, step_words
from mathhammer.show.sentences import turn_answers
from mathhammer.show.terminal.page import Page, bar_chart

if TYPE_CHECKING:
    from mathhammer.results.turn import TurnResult


def turn_page(page: Page, result: TurnResult, *, source: str = "") -> None:
    """Put a whole turn on a page.

    Parameters
    ----------
    page : Page
    result : TurnResult
    source : str
        The file that it comes from.
    """
    script = result.script
    page.title(" and ".join(result.names) if len(result.names) < 4 else "A turn")
    facts = [("file", source)] if source else []
    for fighter in script.fighters:
        facts += fighter_facts(fighter)
    if script.gap is not None:
        facts.append(("gap", f"{script.gap:g} inches at the start"))
    facts += context_facts(script.context.given)
    facts += [("rulings", f"{name} = {value}") for name, value in result.ruleset.items()]
    facts += engine_facts(result)
    page.facts(facts, max(10, *(len(fighter.name) for fighter in script.fighters)))
    page.gap()
    _step_table(page, result)
    for unit in result.names:
        page.gap()
        _unit_chart(page, result, unit)
    page.gap()
    page.facts(turn_answers(result))


def _step_table(page: Page, result: TurnResult) -> None:
    rows = []
    for i, (step, outcome) in enumerate(zip(result.script.steps, result.steps, strict=True)):
        if outcome.control is None:
            after = [_left(result, unit, i) for unit in result.touched(i)]
        else:
            names = ("first side", "contested", "second side")
            after = [f"{n} {percent(p)}" for n, p in zip(names, outcome.control, strict=True)]
        rows.append([str(i + 1), step_words(step), percent(outcome.probability), ", ".join(after)])
    room = page.width - 22
    words = min(max(len(row[1]) for row in rows), room // 2)
    page.table(
        ["", "step", "happens", "models left afterwards (destroyed)"],
        rows,
        widths=[2, max(words, 4), 7, None],
        left=(1, 3),
    )


def _left(result: TurnResult, unit: str, step: int) -> str:
    models = figure(result.models(unit, step).mean)
    return f"{unit} {models} ({percent(result.destroyed(unit, step))})"


def _unit_chart(page: Page, result: TurnResult, unit: str) -> None:
    distribution = result.models(unit)
    most = distribution.maximum
    bar_chart(page, shortened(f"{unit}: models left (of {most})", 40), distribution)
