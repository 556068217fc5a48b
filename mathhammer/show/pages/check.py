"""Questions of dice outside attacks as sheets, and the list of them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mathhammer.core.distribution import Distribution
from mathhammer.core.format import error_figure, figure, percent
from mathhammer.games.checks.registry import KINDS
from mathhammer.games.names import GAMES, TITLES
from mathhammer.results.check import CheckResult
from mathhammer.show.pages import understood
from mathhammer.show.sheets import Bars, Block, Column, Facts, Lines, Table, Title


def check_page(result: CheckResult, source: str = "") -> Iterator[Block]:
    """Yield the answer to a check.

    Parameters
    ----------
    result : CheckResult
    source : str
        The file that it comes from.
    """
    yield Title(result.title), Facts.of(*check_facts(result, source))
    for chart in distributions(result):
        yield (chart,)
    if result.named.get("by_die"):
        yield (by_die(result.named["by_die"]),)
    yield (Facts([*check_answers(result), *understood.note_facts(result.notes)]),)


def check_facts(result: CheckResult, source: str = "") -> Lines:
    """Return what was asked, for the head of a page."""
    return [
        ("file", source),
        ("game", TITLES[result.game]),
        ("given", given_words(result)),
        *understood.ruling_facts(result.ruleset),
        *understood.engine_facts(result),
    ]


def given_words(result: CheckResult) -> str:
    """Return what was given, in words."""
    given = result.check.given
    return understood.field_words(
        {name: given[name] for name in result.check._fields if name in given}
    )


def distributions(result: CheckResult) -> list[Bars]:
    """Return the numbers among the answers that can be more than 0, and the answer itself."""
    return [
        Bars.of(result.words[name], value, all_rows=False)
        for name, value in result.answers.items()
        if isinstance(value, Distribution) and (name == "distribution" or value.maximum > 0)
    ]


def by_die(steps: Sequence[Mapping[str, Any]]) -> Table:
    """Return what follows from each face of an Advance or a run."""
    chosen = "rolled_again" in steps[0]
    rows = []
    for step in steps:
        again = step.get("rolled_again", False)
        best = ["roll again" if again else "keep"] * chosen
        needed = "-" if again or step["needed"] is None else str(step["needed"])
        first = [str(step["die"]), percent(step["chance"])]
        rows.append([*first, *best, needed, percent(step["probability"])])
    head = ["first die", "chance", *["best"] * chosen, "then needs", "succeeds"]
    return Table(list(map(Column, head)), rows)


def check_answers(result: Any) -> Lines:
    """Return what came of a check."""
    rows = []
    for name, value in result.answers.items():
        if isinstance(value, float):
            text = percent(value) + understood.interval_words(result, name)
        else:
            text = f"{figure(value.mean)} on average"
            if result.engine == "montecarlo":
                text += f" (standard error {error_figure(result.standard_error(name))})"
            text += understood.middle_words(value)
        rows.append(("answer", f"{result.words[name]}: {text}"))
    if "by_turn" in result.named and len(result.by_turn) > 1:
        turns = [f"{i} {percent(p)}" for i, p in enumerate(result.by_turn[:20], 1)]
        turns += ["..."] * (len(result.by_turn) > 20)
        rows.append(("by turn", ", ".join(turns)))
    if isinstance(result.named.get("each"), dict):
        each = [f"{value}+ {percent(p)}" for value, p in result.each.items()]
        rows.append(("each", ", ".join(each)))
    needed = result.named.get("needed")
    if needed is not None and "needed" not in result.check.given:
        rows.insert(0, ("answer", f"the roll that it takes: {max(needed, 0)}"))
    return rows


def kinds_page() -> Iterator[Block]:
    """Yield the list of all kinds."""
    yield (Title("Checks: questions of dice outside attacks"),)
    for games in (GAMES, *((game,) for game in GAMES)):
        rows = [
            [kind, check.asks, ", ".join(line.name for line in check.lines()) or "none"]
            for kind, check in KINDS.items()
            if check.games == games
        ]
        columns = [
            Column(TITLES[games[0]] if len(games) == 1 else "both games", words=True, width=19),
            Column("question", words=True, width=30), Column("fields", words=True, fills=True),
        ]  # fmt: skip
        yield (Table(columns, rows),)
    ways = [
        ("ask", "mathhammer check KIND --field value, like mathhammer check cast --value 6"),
        ("short", "mathhammer charge 9 --reroll failed; mathhammer charge 9in"),
        ("fields", "mathhammer check KIND --help tells them with their defaults"),
    ]
    yield (Facts(ways),)


def kind_dict(kind: str) -> dict[str, Any]:
    """Return what there is to know of a kind, as the list in JSON has it."""
    check = KINDS[kind]
    return {
        "kind": kind,
        "games": list(check.games),
        "about": check.asks,
        "fields": [line._asdict() for line in check.lines()],
    }
