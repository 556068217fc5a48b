"""What a question of dice outside attacks looks like in a terminal, and the list of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .analysis.condense import figure, percent
from .distribution import Distribution
from .profiles.checks.base import KINDS, Check
from .profiles.checks.kinds import CHECKS
from .profiles.game import TITLES
from .terminal import Page, bar_chart, engine_facts, interval_words, standard_error

if TYPE_CHECKING:
    from .check_results import CheckResult


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
    facts = [("file", source)] if source else []
    facts.append(("game", TITLES[result.game]))
    given = result.check.given
    if given:
        in_order = {name: given[name] for name in result.check._fields if name in given}
        facts.append(("given", field_words(in_order)))
    facts += [("rulings", f"{name} = {value}") for name, value in result.ruleset.items()]
    facts += engine_facts(result)
    page.facts(facts)
    for name, value in result.answers.items():
        if isinstance(value, Distribution) and (name == "distribution" or value.maximum > 0):
            page.gap()
            bar_chart(page, result.words[name], value, all_rows=False)
    steps = result.named.get("by_die")
    if steps:
        page.gap()
        _by_die(page, steps)
    page.gap()
    page.facts(_answers(result))


def field_words(fields: Mapping[str, Any]) -> str:
    """Return fields in words, as they were read.

    Examples
    --------
    >>> field_words({"needed": 9, "barricade": True, "distance": (8.0, 9.5)})
    'needed 9, barricade, distance 8 and 9.5'
    """
    words = []
    for name, value in fields.items():
        if isinstance(value, tuple) and not hasattr(value, "terms"):
            value = " and ".join(_plain(item) for item in value)
        word = name.replace("_", " ")
        words.append(word if value is True else f"no {word}" if value is False else
                     f"{word} {_plain(value)}")  # fmt: skip
    return ", ".join(words)


def _plain(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _by_die(page: Page, steps: Sequence[Mapping[str, Any]]) -> None:
    rows = [
        [str(step["die"]), percent(step["chance"]),
         "-" if step["needed"] is None else str(step["needed"]), percent(step["probability"])]
        for step in steps
    ]  # fmt: skip
    page.table(["first die", "chance", "then needs", "succeeds"], rows, left=())


def _answers(result: Any) -> list[tuple[str, str]]:
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
                text += f" (standard error {standard_error(result, name)})"
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


# ------------------------------------------------------------------------------ the list


def kinds_page(page: Page) -> None:
    """Put the list of all kinds on a page."""
    page.title("Checks: questions of dice outside attacks")
    page.gap()
    for game in (None, *TITLES):
        rows = []
        for kind, only in KINDS.items():
            if only == game:
                names = [line.name for line in CHECKS[kind].lines()]
                rows.append([kind, CHECKS[kind].asks, ", ".join(names) or "none"])
        head = TITLES[game] if game else "both games"
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
    made: type[Check] = CHECKS[kind]
    only = KINDS[kind]
    return {
        "kind": kind,
        "games": [only] if only else list(TITLES),
        "about": made.asks,
        "fields": [line._asdict() for line in made.lines()],
    }
