"""A match-up as sheets: its stages, its distribution, its weapons, and what came of it."""

from collections.abc import Iterator, Sequence
from typing import Any

from mathhammer.core.format import error_figure, figure, is_possible, percent
from mathhammer.games.words import words_of
from mathhammer.results.attack import Result
from mathhammer.show.charted import charted
from mathhammer.show.pages import understood
from mathhammer.show.sheets import Bars, Block, Column, Facts, Lines, Table, Title

_QUANTILES = {"10 %": 0.1, "median": 0.5, "90 %": 0.9}


def attack_page(result: Result, source: str = "", read_as: Sequence[str] = ()) -> Iterator[Block]:
    """Yield all of a match-up.

    Parameters
    ----------
    result : Result
    source : str
        The file that it comes from.
    read_as : list of str
        How a text was understood, where it could be read in several ways.
    """
    yield Title(result.title), Facts.of(*understood.match_up_facts(result, source, read_as))
    yield (stages(result),)
    yield (outcome(result),)
    weapons = weapons_table(result)
    if weapons is not None:
        yield (weapons,)
    yield (Facts([*attack_answers(result), *understood.note_facts(result.notes)]),)


def stages(result: Any) -> Table:
    """Return the stages of a match-up, with standard errors where it was simulated."""
    simulated = result.engine == "montecarlo"
    rows = []
    for name, label in words_of(result.target.game).stages.items():
        stage = getattr(result, name)
        if name == "mortal" and not is_possible(stage):
            continue
        errors = [error_figure(result.standard_error(name))] if simulated else []
        quantiles = [str(stage.quantile(q)) for q in _QUANTILES.values()]
        rows.append([label, figure(stage.mean), *errors, figure(stage.sd), *quantiles])
    error = [Column("standard error", short="s.e.")] * simulated
    columns = [Column("stage", words=True), Column("mean"), *error, Column("sd")]
    return Table([*columns, *(Column(n, short=f"{q:.0%}") for n, q in _QUANTILES.items())], rows)


def outcome(result: Result) -> Bars:
    """Return the distribution that a match-up is judged by."""
    name, distribution, most = charted(result)
    return Bars.of(f"{name} (of {most})", distribution, most)


def weapons_table(result: Result) -> Table | None:
    """Return what each weapon does in its turn; None where there is one."""
    if len(result.phases) < 2:  # before the row of the only weapon is computed
        return None
    entries: list[Any] = [*result.weapons, *result.afterwards]
    stages = ["attacks", "hits", "wounds", "unsaved", "mortal", "damage_rolled"]
    if not is_possible(result.mortal):
        stages.remove("mortal")
    rows = []
    for entry in entries:
        means = [getattr(entry, stage, None) for stage in stages]
        means += [None if part is None else part.mean for part in (entry.damage, entry.slain)]
        rows.append([entry.name, *("-" if mean is None else figure(mean) for mean in means)])
    columns = [Column("means in order", words=True, fills=True, lines=2)]
    for stage in (*stages, "damage", "slain"):
        short = stage.removeprefix("damage_")
        detail = stage not in ("hits", "unsaved", "damage", "slain")
        columns.append(
            Column(stage.replace("_", " "), short=short, width=max(len(short), 5), detail=detail)
        )
    lost = any(entry.damage is None for entry in entries)
    return Table(columns, rows, note="- too large to be followed weapon by weapon" * lost)


def attack_answers(result: Result) -> Lines:
    """Return what came of a match-up."""
    models = result.target.starting_models
    unit = "the model is slain" if models == 1 else "no model is left"
    sure = understood.interval_words(result, "destroyed")
    rows = [
        ("destroyed", f"{percent(result.destroyed)}{sure} ({unit})"),
        ("damage", gap_sentence(result)),
    ]
    rows += [*_fallen(result), *_left(result, models)]
    if result.points_destroyed is not None:
        text = f"{figure(result.points_destroyed)} points of the target destroyed on average"
        if result.points_per_100 is not None:
            text += f", {figure(result.points_per_100)} for each 100 points of the attacker"
        rows.append(("points", text))
    return rows + _self_losses(result)


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


def _fallen(result: Any) -> Lines:
    """Return a line for each group and leader of a mixed target: what falls of it (W-2)."""
    simulated = result.engine == "montecarlo"
    rows = []
    for number, row in enumerate(result.groups):
        text = f"{row.name} is slain in {percent(row.destroyed)} of cases"
        if row.models > 1:
            text = (
                f"{row.name}: {figure(row.slain.mean)} of {row.models} slain on average, all in "
                f"{percent(row.destroyed)} of cases"
            )
        if simulated:
            _, gone = result.sampled.groups[number]
            text += understood.between_words(gone.low, gone.high)
        rows.append(("who falls", text))
    return rows


def _left(result: Result, models: int) -> Lines:
    total = result.target.starting_wounds
    wounds, front = result.left["wounds"], result.left["front"]
    if total <= 1:
        return []
    words = words_of(result.target.game)
    text = f"{figure(wounds.mean)} of {total} {words.points} on average"
    rows = [("left", text + understood.middle_words(wounds))]
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


def _self_losses(result: Result) -> Lines:
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
