"""What a question of dice outside attacks looks like in a terminal, and the list of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mathhammer.core.distribution import Distribution
from mathhammer.core.format import percent
from mathhammer.games.checks.registry import KINDS
from mathhammer.games.names import GAMES, TITLES
from mathhammer.show.facts import engine_facts, field_words
from mathhammer.show.sentences import check_answers
from mathhammer.show.terminal.page import Page, bar_chart

if TYPE_CHECKING:
    from mathhammer.results.check import CheckResult


def check_page(page: Page, result: CheckResult, *, source: str = "") -> None:
    """Put the answer to a check on a page.

    Parameters
    ----------
    page : Page
    result : CheckResult
    source : str
        The file that it comes from.
    """
    page.title(f"{result.kind.replace('_', ' ').capitalize()}: {result.check.asks}")
    page.facts(check_facts(result, source))
    for name, value in result.answers.items():
        if isinstance(value, Distribution) and (name == "distribution" or value.maximum > 0):
            page.gap()
            bar_chart(page, result.words[name], value, all_rows=False)
    steps = result.named.get("by_die")
    if steps:
        page.gap()
        by_die(page, steps)
    page.gap()
    page.facts(check_answers(result))


def check_facts(result: CheckResult, source: str = "") -> list[tuple[str, str]]:
    """Return what was asked, for the head of a page."""
    facts = [("file", source)] if source else []
    facts.append(("game", TITLES[result.game]))
    given = result.check.given
    if given:
        in_order = {name: given[name] for name in result.check._fields if name in given}
        facts.append(("given", field_words(in_order)))
    facts += [("rulings", f"{name} = {value}") for name, value in result.ruleset.items()]
    return facts + engine_facts(result)


def by_die(page: Page, steps: Sequence[Mapping[str, Any]]) -> None:
    """Put down what follows from each face of an Advance or a run."""
    rows = []
    for step in steps:
        needed = "-" if step["needed"] is None else str(step["needed"])
        row = [str(step["die"]), percent(step["chance"]), needed, percent(step["probability"])]
        if "rolled_again" in step:
            row.insert(2, "roll again" if step["rolled_again"] else "keep")
            if step["rolled_again"]:
                row[3] = "-"
        rows.append(row)
    head = ["first die", "chance", "then needs", "succeeds"]
    if "rolled_again" in steps[0]:
        head.insert(2, "best")
    page.table(head, rows, left=())


# ------------------------------------------------------------------------------ the list


def kinds_page(page: Page) -> None:
    """Put the list of all kinds on a page."""
    page.title("Checks: questions of dice outside attacks")
    page.gap()
    for games in (GAMES, *((game,) for game in GAMES)):
        rows = [
            [kind, check.asks, ", ".join(line.name for line in check.lines()) or "none"]
            for kind, check in KINDS.items()
            if check.games == games
        ]
        head = TITLES[games[0]] if len(games) == 1 else "both games"
        page.table(
            [head, "question", "fields"], rows, left=(0, 1, 2), widths=[19, 30, page.width - 53]
        )
        page.gap()
    page.facts(
        [
            ("ask", "mathhammer check KIND --field value, like mathhammer check cast --value 6"),
            ("short", "mathhammer charge 9 --reroll failed; mathhammer charge 9in"),
            ("fields", "mathhammer check KIND --help tells them with their defaults"),
        ]
    )


def kind_dict(kind: str) -> dict[str, Any]:
    """Return what there is to know of a kind, as the list in JSON has it."""
    check = KINDS[kind]
    return {
        "kind": kind,
        "games": list(check.games),
        "about": check.asks,
        "fields": [line._asdict() for line in check.lines()],
    }
