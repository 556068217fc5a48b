"""What a whole turn looks like in a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .analysis.condense import figure, percent, shortened
from .analysis.words import words_of
from .terminal import Page, bar_chart, context_facts, engine_facts, interval_words

if TYPE_CHECKING:
    from .profiles.steps import Step
    from .profiles.turn import Fighter
    from .turn_results import TurnResult


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
        facts += _fighter_facts(fighter)
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
    page.facts(_answers(result))


def _fighter_facts(fighter: Fighter) -> list[tuple[str, str]]:
    """Return the lines that say how a unit was understood."""
    from .notation import describe_target, describe_weapon

    side = "first side" if fighter.side == 0 else "second side"
    rows = [(shortened(fighter.name, 20), f"{describe_target(fighter.unit)} ({side})")]
    rows += [("", describe_weapon(weapon)) for weapon in fighter.unit.weapons]
    given = {k: v for k, v in fighter.standing.given.items() if k != "side"}
    words = [
        name.replace("_", " ") if value is True else f"{name.replace('_', ' ')} {value}"
        for name, value in given.items() if value is not False
    ]  # fmt: skip
    if words:
        rows.append(("", ", ".join(words)))
    return rows


def step_words(step: Step) -> str:
    """Return a step in words.

    Examples
    --------
    >>> from mathhammer.profiles.steps import read_step
    >>> step_words(read_step({"do": "fight", "by": ["a", "b"], "if": "charged"}))
    'fight a, b (if charged)'
    """
    return f"{step.title} (if {', '.join(step.needs)})" if step.needs else step.title


def _step_table(page: Page, result: TurnResult) -> None:
    rows = []
    for i, (step, outcome) in enumerate(zip(result.script.steps, result.steps, strict=True)):
        if outcome.control is None:
            after = [_left(result, unit, i) for unit in step.units]
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


def _answers(result: Any) -> Sequence[tuple[str, str]]:
    rows = []
    points = words_of(result.script.game).points
    for unit in result.names:
        text = f"{unit} is destroyed with {percent(result.destroyed(unit))}"
        if result.engine == "montecarlo":
            gone = result.measure(f"{unit}.destroyed")
            text += interval_words(gone.low, gone.high)
        text += f"; {figure(result.wounds(unit).mean)} {points} left on average."
        rows.append(("answer", text))
    for fighter in result.script.fighters:
        second = result.second(fighter.name)
        if second is not None:
            rows.append((
                "returns",
                f"{fighter.name} is destroyed and comes back with "
                f"{percent(result.returned(fighter.name))}; the second one then loses "
                f"{figure(second.mean)} on average.",
            ))  # fmt: skip
    rows += [("flag", f"{flag}: {percent(p)}") for flag, p in result.flags.items()]
    rows += [("note", note) for note in result.notes]
    return rows
