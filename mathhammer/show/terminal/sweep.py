"""What a sweep looks like in a terminal: a block a target.

Two fields are grids, a row a value of the first and a column a value of the second; where
they don't fit, as for one field or many, there is a row a combination and loadout.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mathhammer.core.format import clean, figure, percent, shortened
from mathhammer.games.words import words_of
from mathhammer.show.facts import attacker_facts, context_facts, target_facts
from mathhammer.show.terminal.compare import MAX_NOTES
from mathhammer.show.terminal.page import Page

if TYPE_CHECKING:
    from mathhammer.analysis.sweeps import Sweep

#: Rows of a block that are printed.
MAX_ROWS = 200
#: Match-ups whose notes are made: some compute a match-up again under each ruling.
MAX_NOTED = 200
#: Measures of a grid.
_MEASURES = ("damage", "slain", "destroyed")
#: The widest column of a swept field, and the most of them.
_WIDEST = 14
_MOST_FIELDS = 4


def sweep_page(page: Page, sweep: Sweep, *, source: str = "", read_as: Sequence[str] = ()) -> None:
    """Put a sweep on a page: the loadouts as in the first combination, then its results.

    Parameters
    ----------
    page : Page
    sweep : Sweep
    source : str
        The file that it comes from.
    read_as : list of str
        How texts were understood, where they could be read in several ways.
    """
    first = sweep.comparisons[0]
    attackers, targets = first.attackers, first.targets
    page.title(f"{len(sweep.settings)} combinations of {', '.join(sweep.axes)}")
    page.facts(
        [
            *([("file", source)] if source else []),
            *context_facts(first.results[0].context.given),
            *[("read as", text) for text in read_as],
            *([("shown", "loadouts and targets as in the first combination")]),
        ]
    )
    for i, attacker in enumerate(attackers):
        page.gap()
        page.line(shortened(f"{i + 1}  {clean(attacker.label)}", page.width), "bold")
        page.facts(attacker_facts(attacker))
    for j, target in enumerate(targets):
        page.gap()
        page.line(shortened(f"against {clean(target.label)}", page.width), "bold")
        page.facts(target_facts(target))
        if not _grids(page, sweep, j):
            _block(page, sweep, j)
    page.gap()
    words = words_of(targets[0].game)
    page.facts(
        [
            ("damage", f"{words.lost} on average, after {words.after}"),
            ("slain", "models slain on average"),
            ("destroyed", "probability that no model is left"),
            *_rulings_and_notes(sweep),
        ]
    )


def _rulings_and_notes(sweep: Sweep) -> list[tuple[str, str]]:
    """Return the rulings and notes of the match-ups, each once, those of most first."""
    every = [result for one in sweep.comparisons for result in one.results]
    results = every[:MAX_NOTED]
    rulings = sorted({f"{k} = {v}" for result in results for k, v in result.ruleset.items()})
    counts: dict[str, int] = {}
    for result in results:
        for note in result.notes:
            counts[note] = counts.get(note, 0) + 1
    rows = [("rulings", words) for words in rulings]
    for note, number in sorted(counts.items(), key=lambda one: -one[1])[:MAX_NOTES]:
        where = "" if number == len(every) else f"{number} of {len(every)} match-ups: "
        rows.append(("note", f"{where}{note}"))
    if len(counts) > MAX_NOTES:
        rows.append(("note", f"and {len(counts) - MAX_NOTES} more notes: --json has them all"))
    if len(every) > len(results):
        rows.append(("note", f"the rulings and notes here are those of the first {len(results)} of "
                     f"{len(every)} match-ups: --json has them all"))  # fmt: skip
    return rows


def _grids(page: Page, sweep: Sweep, target: int) -> bool:
    """Put the grids of two fields on a page, one a measure and loadout; return whether they fit."""
    if len(sweep.axes) != 2:
        return False
    keys = list(sweep.axes)
    rows, columns = sweep.axes.values()
    attackers = sweep.comparisons[0].attackers
    if len(rows) * len(columns) != len(sweep.settings) or len(rows) > MAX_ROWS:
        return False
    side = [shortened(clean(_words(value)), _WIDEST) for value in rows]
    head = [shortened(clean(_words(value)), _WIDEST) for value in columns]
    down, across = (shortened(name, 2 * _WIDEST) for name in _short(keys))
    first, blocks = max(len(down), *map(len, side)), []
    for i in range(len(attackers)):
        for name in _MEASURES:
            write = percent if name == "destroyed" else figure
            grid = sweep.grid(name, i, target).tolist()
            blocks.append([[write(value) for value in row] for row in grid])
    width = max(*map(len, head), *(len(word) for block in blocks for row in block for word in row))
    if first + len(head) * (width + 2) > page.width:
        return False
    for number, block in enumerate(blocks):
        attacker, name = attackers[number // len(_MEASURES)], _MEASURES[number % len(_MEASURES)]
        whose = f" of {shortened(clean(attacker.label), 24)}" if len(attackers) > 1 else ""
        page.gap()
        page.line(shortened(f"{name}{whose}, by {down} (down) and {across} (across)", page.width))
        body = [[word, *row] for word, row in zip(side, block, strict=True)]
        page.table([down, *head], body, widths=[first, *[width] * len(head)], left=())
    return True


def _block(page: Page, sweep: Sweep, target: int) -> None:
    keys = list(sweep.axes)[:_MOST_FIELDS]
    several = len(sweep.comparisons[0].attackers) > 1
    head = [shortened(name, _WIDEST) for name in _short(keys)]
    rows: list[list[str]] = []
    total = 0
    for settings, comparison in zip(sweep.settings, sweep.comparisons, strict=True):
        for i in range(len(comparison.attackers)):
            total += 1
            if len(rows) >= MAX_ROWS:
                continue
            result = comparison.cell(i, target)
            values = [shortened(clean(_words(settings[key])), _WIDEST) for key in keys]
            numbers = [
                figure(result.damage.mean), figure(result.slain.mean), percent(result.destroyed)
            ]  # fmt: skip
            rows.append([*values, *([str(i + 1)] if several else []), *numbers])
    page.table([*head, *(["loadout"] if several else []), "damage", "slain", "destroyed"], rows,
               left=())  # fmt: skip
    if len(sweep.axes) > _MOST_FIELDS or total > len(rows):
        page.line(f"{len(rows)} of {total} rows, {len(keys)} of {len(sweep.axes)} fields: --csv "
                  "has them all")  # fmt: skip


def _short(keys: Sequence[str]) -> list[str]:
    """Return the last words of dotted fields, more of them where they are alike."""
    names = []
    for key in keys:
        parts = key.split(".")
        for number in range(1, len(parts) + 1):
            name = ".".join(parts[-number:])
            if sum(other.endswith(f".{name}") for other in keys) <= 1:
                break
        names.append(name)
    return names


def _words(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value) or "-"
