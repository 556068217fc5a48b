"""What a comparison, and the list of built-in targets, look like in a terminal.

A comparison is a block a target: its rows are the loadouts, its columns the four numbers
that people compare by. So it has the same width however many targets there are, and the
rows that belong to one decision stand below each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mathhammer.core.format import clean, figure, percent, shortened
from mathhammer.games.words import words_of
from mathhammer.show.facts import attacker_facts, context_facts, engine_facts, points
from mathhammer.show.terminal.page import Page

if TYPE_CHECKING:
    from mathhammer.games.profiles import Unit
    from mathhammer.results.attack import Result
    from mathhammer.results.comparison import Comparison

#: Notes that are printed below a comparison; the rest is counted.
MAX_NOTES = 8
BEST = "*"


def comparison_page(
    page: Page,
    comparison: Comparison,
    *,
    read_as: Sequence[str] = (),
    source: str = "",
    shares: Sequence[float] = (),
) -> None:
    """Put a comparison on a page: the loadouts, a block a target, the mix, the notes.

    Parameters
    ----------
    page : Page
    comparison : Comparison
    read_as : list of str
        How texts were understood, where they could be read in several ways.
    source : str
        The file that it comes from.
    shares : list of float
        How often each target is met, where they are a mix.
    """
    attackers, targets = comparison.attackers, comparison.targets
    page.title(
        f"{len(attackers)} loadout{'s' * (len(attackers) != 1)} against "
        f"{len(targets)} target{'s' * (len(targets) != 1)}"
    )
    situations = [context_facts(comparison.cell(i, 0).context.given) for i in range(len(attackers))]
    common = all(situation == situations[0] for situation in situations)
    page.facts(
        [
            *([("file", source)] if source else []),
            *(situations[0] if common else []),
            *[("read as", text) for text in read_as],
            *_engine_facts(comparison.results),
        ]
    )
    for i, attacker in enumerate(attackers):
        page.gap()
        page.line(shortened(f"{i + 1}  {clean(attacker.label)}", page.width), "bold")
        page.facts([*attacker_facts(attacker), *([] if common else situations[i])])
    priced = any(result.points_per_100 is not None for result in comparison.results)
    for j, target in enumerate(targets):
        page.gap()
        column = [comparison.cell(i, j) for i in range(len(attackers))]
        _target_block(page, target, attackers, column, priced)
    if shares:
        page.gap()
        _mix_block(page, comparison, shares, priced)
    page.gap()
    page.facts([*_legend(comparison, priced), *(_RANK_WORDS if shares else [])])


#: What the rank of a mix is.
_RANK_WORDS = [
    ("rank", "1 + how many loadouts beat this one: do more damage than it with over 55% (counting "
     "half of equal damage) against a target drawn from the mix; 45 to 55% is a tie"),
]  # fmt: skip


def _mix_block(page: Page, comparison: Comparison, shares: Sequence[float], priced: bool) -> None:
    """Put down the loadouts over a mix of the targets, with their ranks."""
    from mathhammer.analysis.mixes import Weighted
    from mathhammer.analysis.ranking import Ranking

    attackers = comparison.attackers
    over, ranks = Weighted(comparison, shares), Ranking(comparison, shares).ranks
    names = ("damage", "slain", "destroyed", *(["points_per_100"] * priced))
    head = ["rank", "damage", "slain", "destroyed"] + ["pts/100"] * priced
    columns = [[str(rank) for rank in ranks]]
    for name in names:
        values = [over.value(i, name) for i in range(len(attackers))]
        write = percent if name == "destroyed" else figure
        columns.append(marked(values, ["-" if v is None else write(v) for v in values]))
    room = page.width - sum(len(word) + 3 for word in head)
    mix = ", ".join(
        f"{percent(share).replace('.0%', '%')} {clean(target.label)}"
        for target, share in zip(comparison.targets, shares, strict=True)
    )
    rows = [
        [shortened(f"{i + 1} {clean(attacker.label)}", room), *(c[i] for c in columns)]
        for i, attacker in enumerate(attackers)
    ]
    page.table([mix, *head], rows, widths=[room, *(len(word) + 1 for word in head)])


def _engine_facts(results: Sequence[Any]) -> list[tuple[str, str]]:
    """Return how the results were simulated, if they were, and how well they are known."""
    if results[0].engine != "montecarlo":
        return []
    fewest = min(results, key=lambda result: result.trials)
    errors = [max(r.standard_error(name) for r in results) for name in ("damage", "slain")]
    words = f"{errors[0]:.1g} for damage, {errors[1]:.1g} for slain"
    return [*engine_facts(fewest), ("", f"standard errors of means up to {words}")]


def _target_block(
    page: Page,
    target: Unit,
    attackers: Sequence[Unit],
    column: Sequence[Result],
    priced: bool,
) -> None:
    from mathhammer.games.notation import describe_target

    head = ["damage", "slain", "destroyed"] + ["pts/100"] * priced
    values: list[list[float | None]] = [
        [r.damage.mean for r in column],
        [r.slain.mean for r in column],
        [r.destroyed for r in column],
    ]
    cells = [[figure(v or 0.0) for v in values[0]], [figure(v or 0.0) for v in values[1]]]
    cells.append([percent(v or 0.0) for v in values[2]])
    if priced:
        values.append([r.points_per_100 for r in column])
        cells.append(["-" if v is None else figure(v) for v in values[3]])
    columns = [marked(v, c) for v, c in zip(values, cells, strict=True)]
    room = page.width - sum(len(word) + 3 for word in head)
    name = clean(target.label)
    described = clean(describe_target(target))
    title = described if name in described else f"{name}: {described}"
    if target.points is not None:
        title += f", {points(target.points)} pts"
    rows = [
        [shortened(f"{i + 1} {clean(attacker.label)}", room), *(c[i] for c in columns)]
        for i, attacker in enumerate(attackers)
    ]
    page.table([title, *head], rows, widths=[room, *(len(word) + 1 for word in head)])


def marked(values: Sequence[float | None], cells: Sequence[str]) -> list[str]:
    """Mark the best of a column; all that print the same are best together.

    Examples
    --------
    >>> marked([0.5, 0.7, None], ["0.50", "0.70", "-"])
    ['0.50 ', '0.70*', '- ']
    >>> marked([0.0, 0.0], ["0.00", "0.00"])
    ['0.00 ', '0.00 ']
    """
    known = [v for v in values if v is not None]
    best = ""
    if len(values) > 1 and known and max(known) > 0:
        best = cells[values.index(max(known))]
        if all(cell == best for cell in cells):
            best = ""
    return [cell + (BEST if cell == best else " ") for cell in cells]


def _legend(comparison: Comparison, priced: bool) -> list[tuple[str, str]]:
    words = words_of(comparison.targets[0].game)
    rows = []
    if len(comparison.attackers) > 1:
        best = "the best against this target (none where all print the same)"
        if comparison.results[0].engine == "montecarlo":
            best += "; what differs by less than two or three standard errors may be chance"
        rows.append((BEST, best))
    rows += [
        ("damage", f"{words.lost} on average, after {words.after}"),
        ("slain", "models slain on average"),
        ("destroyed", "probability that no model is left"),
    ]
    if priced:
        rows.append(("pts/100", "points of the target destroyed for each 100 of the attacker"))
    lead = sorted({(f"{k} = {v}") for r in comparison.results for k, v in r.ruleset.items()})
    rows += [("rulings", words) for words in lead]
    return rows + _notes(comparison)


def _notes(comparison: Comparison) -> list[tuple[str, str]]:
    """Return the notes of all match-ups, those of the same words once."""
    across = len(comparison.targets)
    where: dict[str, list[tuple[int, int]]] = {}
    for place, result in enumerate(comparison.results):
        for note in result.notes:
            where.setdefault(note, []).append(divmod(place, across))
    rows = []
    for note, places in list(where.items())[:MAX_NOTES]:
        rows.append(("note", f"{_places(places, comparison)}{note}"))
    if len(where) > MAX_NOTES:
        rows.append(("note", f"and {len(where) - MAX_NOTES} more notes: --json has them all"))
    return rows


def _places(places: Sequence[tuple[int, int]], comparison: Comparison) -> str:
    """Return which match-ups a note is about, where it isn't all of them."""
    if len(places) == len(comparison.results):
        return ""
    across = len(comparison.targets)
    numbers = sorted({i for i, _ in places})
    if len(places) == len(numbers) * across:
        return f"loadout {', '.join(str(i + 1) for i in numbers)}: "
    targets = sorted({j for _, j in places})
    if len(places) == len(targets) * len(comparison.attackers):
        return f"at {', '.join(shortened(comparison.targets[j].label, 30) for j in targets)}: "
    if len(places) == 1:
        i, j = places[0]
        return f"loadout {i + 1} at {shortened(comparison.targets[j].label, 30)}: "
    return f"{len(places)} match-ups: "


def targets_page(page: Page, game: str) -> None:
    """Put the list of built-in targets of a game on a page."""
    from mathhammer.games.names import AOS
    from mathhammer.games.presets import DATA_DATES, GAMES

    page.title(f"Built-in targets of {_EDITIONS[game]}")
    page.line(f"Numbers of {DATA_DATES[game]}.")
    page.gap()
    columns = _AOS_COLUMNS if game == AOS else _WH40K_COLUMNS
    rows = []
    for key, preset in GAMES[game].items():
        fields = preset.fields
        numbers = [str(fields.get(field, "-")) for field in columns.values()]
        if "invulnerable_ranged" in fields:
            numbers[list(columns).index("inv")] = f"{fields['invulnerable_ranged']}r"
        rows.append([key, *numbers, ", ".join(fields["keywords"]), preset.stands_for])
    words = len(columns) + 1
    page.table(
        ["key", *columns, "keywords", "stands for"], rows, left=(0, words, words + 1),
        widths=[max(map(len, GAMES[game])), *[None] * (words + 1)],
        gap=1 if page.width < 90 else 2,
    )  # fmt: skip
    page.gap()
    example = "heavy" if game == AOS else "meq"
    legend = [
        ("n", f'models by default; write another number before the key: --at "10x {example}"'),
        *([] if game == AOS else [("inv", "invulnerable save; r: against ranged attacks only")]),
        ("override", f'in a file: preset = "{example}" and any field of a target beside it'),
    ]
    page.facts(legend)


_EDITIONS = {"wh40k": "Warhammer 40,000, 10th edition", "aos": "Age of Sigmar, 4th edition"}
_WH40K_COLUMNS = {
    "n": "models", "T": "toughness", "Sv": "save", "W": "wounds", "inv": "invulnerable",
    "FNP": "feel_no_pain",
}  # fmt: skip
_AOS_COLUMNS = {"n": "models", "health": "health", "save": "save", "ward": "ward"}
