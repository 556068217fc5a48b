"""What came of it, in sentences: answers of match-ups, turns and checks.

Each line is a pair of a label and a sentence; they are the same on the terminal and on pages.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from mathhammer.core.format import error_figure, figure, is_possible, percent
from mathhammer.games.words import words_of

if TYPE_CHECKING:
    from mathhammer.results.attack import Result


def result_answers(result: Result) -> list[tuple[str, str]]:
    """Return what came of a match-up, with its notes."""
    models = result.target.starting_models
    unit = "the model is slain" if models == 1 else "no model is left"
    rows = [
        ("destroyed", f"{percent(result.destroyed)}{_interval(result)} ({unit})"),
        ("damage", gap_sentence(result)),
    ]
    rows += _left(result, models)
    if result.points_destroyed is not None:
        text = f"{figure(result.points_destroyed)} points of the target destroyed on average"
        if result.points_per_100 is not None:
            text += f", {figure(result.points_per_100)} for each 100 points of the attacker"
        rows.append(("points", text))
    rows += _self_losses(result)
    return rows + [("note", note) for note in result.notes]


def turn_answers(result: Any) -> list[tuple[str, str]]:
    """Return what came of a turn, with its notes."""
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


def check_answers(result: Any) -> list[tuple[str, str]]:
    """Return what came of a check, with its notes."""
    rows = []
    simulated = result.engine == "montecarlo"
    for name, value in result.answers.items():
        if isinstance(value, float):
            sure = interval_words(*result.interval(name)) if simulated else ""
            rows.append(("answer", f"{result.words[name]}: {percent(value)}{sure}"))
        else:
            low, high = value.quantile(0.1), value.quantile(0.9)
            text = f"{result.words[name]}: {figure(value.mean)} on average"
            if simulated:
                text += f" (standard error {error_figure(result.standard_error(name))})"
            if low < high:
                text += f", {low} to {high} in the middle 80%"
            rows.append(("answer", text))
    if "by_turn" in result.named and len(result.by_turn) > 1:
        turns = [f"{i} {percent(p)}" for i, p in enumerate(result.by_turn[:20], 1)]
        if len(result.by_turn) > 20:
            turns.append("...")
        rows.append(("by turn", ", ".join(turns)))
    if isinstance(result.named.get("each"), dict):
        each = [f"{value}+ {percent(p)}" for value, p in result.each.items()]
        rows.append(("each", ", ".join(each)))
    needed = result.named.get("needed")
    if needed is not None and "needed" not in result.check.given:
        rows.insert(0, ("answer", f"the roll that it takes: {max(needed, 0)}"))
    return rows + [("note", note) for note in result.notes]


def gap_sentence(result: Result) -> str:
    """Return one sentence on why the damage rolled is more than the damage done."""
    words = words_of(result.target.game)
    rolled, lost = result.damage_rolled.mean, result.damage.mean
    if rolled <= 0:
        return "nothing gets through."
    causes = []
    if result.ignored > 1e-9:
        by = f"{'the ' * words.ward.islower()}{words.ward}"
        causes.append(f"{figure(result.ignored)} is ignored by {by}")
    if result.wasted > 1e-9:
        where = words.waste
        if result.target.starting_models == 1:
            where = "the model is dead by then"
        if result.plan.units[0].ignore_first:
            where = f"the first failed save inflicts nothing; {where}"
        causes.append(f"{figure(result.wasted)} is wasted ({where})")
    if not causes:
        return f"all {figure(rolled)} damage rolled on average {words.takes}."
    return (
        f"of {figure(rolled)} damage rolled on average {figure(lost)} {words.takes}: "
        f"{' and '.join(causes)}."
    )


def interval_words(low: float, high: float) -> str:
    """Return the 95 % interval of a probability in words.

    Examples
    --------
    >>> interval_words(0.1234, 0.1301)
    ', 95% sure between 12.34% and 13.01%'
    """
    digits = max(2, min(8, 1 - math.floor(math.log10(max(high - low, 1e-9))) - 2))
    return f", 95% sure between {100 * low:.{digits}f}% and {100 * high:.{digits}f}%"


def _interval(result: Any) -> str:
    """Return the interval of P(destroyed) of a simulation, in words."""
    if result.engine != "montecarlo":
        return ""
    return interval_words(*result.interval("destroyed"))


def _left(result: Result, models: int) -> list[tuple[str, str]]:
    total = result.target.starting_wounds
    wounds, front = result.left["wounds"], result.left["front"]
    if total <= 1:
        return []
    words = words_of(result.target.game)
    text = f"{figure(wounds.mean)} of {total} {words.points} on average"
    low, high = wounds.quantile(0.1), wounds.quantile(0.9)
    if low < high:
        text += f", {low} to {high} in the middle 80%"
    rows = [("left", text)]
    most = front.from_zero().size - 1
    if models > 1 and 1 < most <= 6:
        states = [
            f"{k} {words.points if k > 1 else words.point} {percent(front.pmf(k))}"
            for k in range(most, 0, -1)
        ]
        if front.pmf(0) > 0:
            states.append(f"none left {percent(front.pmf(0))}")
        rows.append(("front", "model left with " + ", ".join(states)))
    elif models > 1 and most > 6:
        alive = front.at_least(1)
        if alive > 0:
            mean = figure(front.mean / alive)
            rows.append(
                ("front", f"model left with {mean} of {most} {words.points}, if one is left")
            )
    return rows


def _self_losses(result: Result) -> list[tuple[str, str]]:
    rows = []
    losses = result.self_losses or {}
    title = "hazardous"
    if "explosions" in losses:
        title = "own losses"
        rows.append(("explosion", f"{percent(losses['explosions'].mean)} (Deadly Demise)"))
    for name, word in (("slain", "models of its own"), ("mortal", "mortal wounds on itself")):
        loss = losses.get(name)
        if loss is not None and is_possible(loss):
            some = percent(loss.at_least(1))
            rows.append((title, f"{figure(loss.mean)} {word} on average; at least one: {some}"))
    return rows
