"""Comparisons on a page: summary, matrix, charts, the match-ups one by one, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from mathhammer.analysis.attribution import attribution
from mathhammer.analysis.flow import flow
from mathhammer.analysis.sensitivity import sensitivity
from mathhammer.core.errors import MathhammerError
from mathhammer.results.attack import Result
from mathhammer.results.comparison import Comparison
from mathhammer.show import charts
from mathhammer.show.charts.sizes import SIZES, default_picture, fits
from mathhammer.show.facts import context_facts, engine_facts, engine_words, target_facts
from mathhammer.show.html.inline import inline_chart
from mathhammer.show.html.pictures import Picture, as_picture
from mathhammer.show.html.rows import attacker_words, items, matrix, noted, stages, weapons
from mathhammer.show.match_up import charted
from mathhammer.show.sentences import result_answers
from mathhammer.show.summary import comparison_summary, names_of

#: Match-ups that are shown one by one, and explained.
MAX_DETAILED = 12
#: Items and characteristics that are drawn of a match-up: those that do most.
MAX_BARS = 10


def comparison_values(comparison: Comparison, shares: Sequence[float] = ()) -> dict[str, Any]:
    """Return the values of the template of match-ups.

    Parameters
    ----------
    comparison : Comparison
    shares : list of float
        How often each target is met, where they are a mix.
    """
    results = comparison.results
    attackers, targets = names_of(comparison.attackers), names_of(comparison.targets)
    single = len(results) == 1
    title = f"{attackers[0]} against {targets[0]}" if single else (
        f"{_counted(len(attackers), 'loadout')} against {_counted(len(targets), 'target')}"
    )  # fmt: skip
    names = [f"{a} at {t}" for a in attackers for t in targets]
    pictures = list(_pictures(comparison))
    return {
        "title": title,
        "game": comparison.targets[0].game,
        "facts": [("engine", engine_words(results[0])), *engine_facts(results[0])],
        "summary": comparison_summary(comparison, shares),
        "shares": list(shares),
        "targets": targets,
        "matrix": matrix(comparison),
        "priced": any(result.points_per_100 is not None for result in results),
        "pictures": pictures,
        "missing": "" if pictures else f"No picture: one has up to {SIZES['matrix'].words}.",
        "details": [
            _detail(result, name)
            for result, name in zip(results[:MAX_DETAILED], names, strict=False)
        ],
        "left_out": max(0, len(results) - MAX_DETAILED),
        "attackers": [
            (name, attacker_words(unit, name) + context_facts(comparison.cell(i, 0).context.given))
            for i, (name, unit) in enumerate(zip(attackers, comparison.attackers, strict=True))
        ],
        "defenders": [
            (name, target_facts(unit))
            for name, unit in zip(targets, comparison.targets, strict=True)
        ],
        "rulings": sorted({(k, str(v)) for r in results for k, v in r.ruleset.items()}),
        "notes": list(noted([result.notes for result in results], names)),
    }


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'s' * (number != 1)}"


def _pictures(comparison: Comparison) -> Iterator[Picture]:
    """Yield the charts that fit the size of a comparison."""
    attackers, targets = len(comparison.attackers), len(comparison.targets)
    if attackers * targets == 1:
        result = comparison.results[0]
        yield as_picture(
            charts.plot_result(result),
            f"{charted(result)[0].capitalize()}: exactly and at least so many.",
        )
        return
    if attackers > 1 and targets > 1 and fits("matrix", attackers, targets):
        words = "Expected damage of each loadout at each target, coloured by the first loadout."
        yield as_picture(charts.plot_matrix(comparison), words)
    if default_picture(attackers, targets) == "curves":
        words = "The probability of at least so much, a panel a target and a line a loadout."
        yield as_picture(charts.plot_comparison(comparison), words)
    elif fits("ridge", attackers, targets):
        yield as_picture(charts.plot_ridge(comparison.results), "The distributions one by one.")
    elif 1 in (attackers, targets) and fits("matrix", attackers, targets):
        words = "Expected damage of each loadout at each target."
        yield as_picture(charts.plot_matrix(comparison, baseline=None), words)


def _detail(result: Result, name: str) -> dict[str, Any]:
    """Return what is shown of one match-up."""
    what, distribution, most = charted(result)
    words = f"{what}, of {most}" if most > 1 else what
    return {
        "name": name,
        "stages": stages(result),
        "weapons": weapons(result),
        "answers": [line for line in result_answers(result) if line[0] != "note"],
        "chart": inline_chart(distribution, words),
        "why": _why(result),
    }


def _why(result: Result) -> dict[str, Any]:
    """Return what each item, stage and characteristic does, or why it isn't there."""
    if result.engine != "exact":
        return {"missing": "Why it comes out so is computed by the exact engine alone.",
                "items": None, "pictures": []}  # fmt: skip
    missing, table, pictures = "", None, []
    try:
        found = attribution(result)
        table = items(found) if found.players else None
        pictures.append(
            as_picture(
                charts.plot_waterfall(flow(result)), "Where the damage goes, stage by stage."
            )
        )
        if len(found.players) > 1:
            pictures.append(
                as_picture(
                    charts.plot_shares(found, most=MAX_BARS),
                    _most("What each ability, modifier and re-roll adds", len(found.players)),
                )
            )
        senses = list(sensitivity(result))
        words = _most("What one better and one worse of each characteristic does", len(senses) // 2)
        pictures.append(as_picture(charts.plot_tornado(senses, most=MAX_BARS), words))
    except MathhammerError as error:
        missing = f"Why it comes out so is not computed: {error}."
    return {"missing": missing, "items": table, "pictures": pictures}


def _most(words: str, number: int) -> str:
    return f"{words}{f': the {MAX_BARS} that do most' if number > MAX_BARS else ''}."
