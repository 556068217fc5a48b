"""Sweeps on a page: the picture, and the values."""

from __future__ import annotations

from typing import Any

from mathhammer.analysis.sweeps import Sweep
from mathhammer.core.errors import MathhammerError
from mathhammer.core.format import figure, percent
from mathhammer.show import charts
from mathhammer.show.charts.grid import axis_words
from mathhammer.show.facts import context_facts, engine_words, target_facts
from mathhammer.show.html.pictures import as_picture
from mathhammer.show.html.rows import Table, attacker_words, noted
from mathhammer.show.summary import names_of

#: Rows of the table.
MAX_ROWS = 500


def sweep_values(sweep: Sweep) -> dict[str, Any]:
    """Return the values of the template of a sweep.

    Parameters
    ----------
    sweep : Sweep
    """
    first = sweep.comparisons[0]
    missing, pictures = "", []
    try:
        pictures.append(as_picture(charts.plot_sweep(sweep), "Expected damage over what is swept."))
    except MathhammerError as error:
        missing = f"No picture: {error}."
    attackers, targets = names_of(first.attackers), names_of(first.targets)
    pairs = [f"{a} at {t}" for a in attackers for t in targets]
    rows: list[list[str]] = []
    results = []
    for settings, comparison in zip(sweep.settings, sweep.comparisons, strict=True):
        for pair, result in zip(pairs, comparison.results, strict=True):
            results.append(result)
            if len(rows) < MAX_ROWS:
                rows.append([
                    pair, *(_value(settings[key]) for key in sweep.axes),
                    figure(result.damage.mean), figure(result.slain.mean),
                    percent(result.destroyed),
                ])  # fmt: skip
    keys = [axis_words(key) for key in sweep.axes]
    names = [
        f"{pair}, {', '.join(_value(v) for v in s.values())}"
        for s in sweep.settings
        for pair in pairs
    ]
    return {
        "title": f"{len(sweep.settings)} combinations of {', '.join(keys)}",
        "game": first.targets[0].game,
        "facts": [("engine", engine_words(first.results[0])),
                  *context_facts(first.results[0].context.given)],
        "missing": missing,
        "pictures": pictures,
        "swept": Table(["match-up", *keys, "damage", "slain", "destroyed"], rows),
        "left_out": len(results) - len(rows),
        "attackers": [(name, attacker_words(unit, name))
                      for name, unit in zip(attackers, first.attackers, strict=True)],
        "defenders": [(name, target_facts(unit))
                      for name, unit in zip(targets, first.targets, strict=True)],
        "rulings": sorted({(k, str(v)) for r in results[:MAX_ROWS] for k, v in r.ruleset.items()}),
        "notes": list(noted([r.notes for r in results[:MAX_ROWS]], names[:MAX_ROWS])),
    }  # fmt: skip


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
