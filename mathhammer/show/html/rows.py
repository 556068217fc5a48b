"""The tables of pages: match-ups, stages, weapons and items, as rows of words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from mathhammer.analysis.attribution import Attribution
from mathhammer.core.format import clean, figure, is_possible, percent
from mathhammer.games.notation import describe_target
from mathhammer.games.profiles import Unit
from mathhammer.games.words import words_of
from mathhammer.results.attack import Result
from mathhammer.results.comparison import Comparison
from mathhammer.show.facts import attacker_facts
from mathhammer.show.summary import names_of

#: Quantiles of a stage.
QUANTILES = (0.1, 0.5, 0.9)


class Cell(NamedTuple):
    """One match-up in a matrix.

    Attributes
    ----------
    damage, slain, destroyed : str
        Expected damage, expected models slain, and P(destroyed).
    per_100 : str
        Points destroyed for 100 points; empty where there are none.
    best : bool
        Whether no other loadout does more damage to the target.
    """

    damage: str
    slain: str
    destroyed: str
    per_100: str
    best: bool


class Table(NamedTuple):
    """A table of a page.

    Attributes
    ----------
    head : list of str
    rows : list of list of str
    caption : str
    words : tuple of int
        Columns of words; the others hold numbers, and stand to the right.
    """

    head: list[str]
    rows: list[list[str]]
    caption: str = ""
    words: tuple[int, ...] = (0,)


def matrix(comparison: Comparison) -> list[tuple[str, list[Cell]]]:
    """Return for each loadout its name and its cells, a target each.

    Parameters
    ----------
    comparison : Comparison
    """
    targets = range(len(comparison.targets))
    loadouts = range(len(comparison.attackers))
    best = [
        max(figure(comparison.cell(i, j).damage.mean) for i in loadouts) if len(loadouts) > 1
        else "" for j in targets
    ]  # fmt: skip
    most = [max(comparison.cell(i, j).damage.mean for i in loadouts) for j in targets]
    rows = []
    for i, name in enumerate(names_of(comparison.attackers)):
        cells = []
        for j in targets:
            result = comparison.cell(i, j)
            mean = result.damage.mean
            per_100 = result.points_per_100
            is_best = bool(best[j]) and most[j] > 0 and figure(mean) == figure(most[j])
            cells.append(
                Cell(figure(mean), figure(result.slain.mean), percent(result.destroyed),
                     "" if per_100 is None else figure(per_100), is_best)
            )  # fmt: skip
        rows.append((name, cells))
    return rows


def stages(result: Any) -> Table:
    """Return the stages of a match-up, with standard errors where it was simulated.

    Parameters
    ----------
    result : Result
    """
    simulated = result.engine == "montecarlo"
    rows = []
    for name, label in words_of(result.target.game).stages.items():
        stage = getattr(result, name)
        if name == "mortal" and not is_possible(stage):
            continue
        errors = [f"{result.standard_error(name):.2g}"] if simulated else []
        quantiles = [str(stage.quantile(q)) for q in QUANTILES]
        rows.append([label, figure(stage.mean), *errors, figure(stage.sd), *quantiles])
    errors = ["standard error"] if simulated else []
    return Table(["stage", "mean", *errors, "sd", "10 %", "median", "90 %"], rows)


def weapons(result: Result) -> Table | None:
    """Return what each weapon does in its turn; None where there is one.

    Parameters
    ----------
    result : Result
    """
    entries: list[Any] = [*result.weapons, *result.afterwards]
    if len(entries) < 2:
        return None
    names = ("attacks", "hits", "wounds", "unsaved", "mortal", "damage_rolled")
    rows = []
    for entry in entries:
        means = [getattr(entry, name, None) for name in names]
        means += [None if part is None else part.mean for part in (entry.damage, entry.slain)]
        rows.append([entry.name, *("-" if mean is None else figure(mean) for mean in means)])
    head = ["means in order", *(n.replace("_", " ") for n in names), "damage", "slain"]
    return Table(head, rows)


def items(found: Attribution) -> Table:
    """Return what each ability, modifier and re-roll does.

    Parameters
    ----------
    found : Attribution
    """
    rows = [["nothing: as it is", figure(found.whole[0]), "", "", figure(found.whole[1]), ""]]
    for k, players in enumerate(found.players):
        rows.append([
            f"{found.name(k)} ({players[0].source})", figure(found.without[k, 0]),
            signed(found.whole[0] - found.without[k, 0]), signed(found.shares[k, 0]),
            figure(found.without[k, 1]), signed(found.shares[k, 1]),
        ])  # fmt: skip
    head = ["taken away", "damage", "less by", "share", "slain", "share"]
    words = "share: Shapley share, what it adds on average over all orders of the items"
    if found.standard_errors is not None:
        errors = figure(float(found.standard_errors[:, 0].max()))
        words += f"; sampled from {found.orders} orders, standard error up to {errors} damage"
    elif found.method == "grouped":
        words += "; the items of a source together"
    return Table(head, rows, words)


def signed(value: float) -> str:
    """Return a change with its sign; what prints as nothing has none.

    Examples
    --------
    >>> signed(0.5), signed(-0.5), signed(0.0)
    ('+0.50', '-0.50', '0.00')
    """
    text = figure(value)
    if text in ("0.00", "<0.01", ">-0.01"):
        return text
    return f"+{text}" if value > 0 else text


def attacker_words(unit: Unit, name: str) -> list[tuple[str, str]]:
    """Return the lines that say how an attacker was understood.

    Parameters
    ----------
    unit : Unit
    name : str
        As it stands on the page; the whole name is a line of its own where that is cut.
    """
    lines = []
    if not name.startswith(clean(unit.label)):
        lines.append(("name", unit.label))
    if unit.is_target:
        lines.append(("unit", describe_target(unit)))
    elif "models" in unit.given:
        lines.append(("models", str(unit.starting_models)))
    return lines + attacker_facts(unit)


def noted(notes: Sequence[Sequence[str]], names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield each note once, with what it is about where that isn't everything.

    Parameters
    ----------
    notes : list of list of str
        Of each match-up.
    names : list of str
        Of the match-ups.
    """
    where: dict[str, list[str]] = {}
    for name, of_one in zip(names, notes, strict=True):
        for note in dict.fromkeys(of_one):
            where.setdefault(note, []).append(name)
    for note, about in where.items():
        if len(about) == len(names):
            yield "", note
        elif len(about) <= 3:
            yield "; ".join(about), note
        else:
            yield f"{len(about)} of {len(names)} match-ups", note
