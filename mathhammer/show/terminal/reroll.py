"""What the best use of a Command Re-roll looks like in a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mathhammer.core.format import clean, figure, percent, shortened
from mathhammer.games.checks.check import SUCCESS
from mathhammer.games.checks.registry import KINDS
from mathhammer.show.facts import attacker_facts, context_facts, target_facts
from mathhammer.show.terminal.page import Page

if TYPE_CHECKING:
    from mathhammer.reroll.check import CheckReroll, CheckRule
    from mathhammer.reroll.outcome import CommandReroll, RuleOfThumb, Side, Use

    Reroll = CommandReroll | CheckReroll

#: The most rules of thumb and the most places of a re-roll that are shown.
MAX_RULES = 6
MAX_USES = 8


def reroll_page(page: Page, reroll: CommandReroll, *, read_as: Sequence[str] = ()) -> None:
    """Put a match-up on a page: what re-rolls are worth, where they go, rules of thumb.

    Parameters
    ----------
    page : Page
    reroll : CommandReroll
    read_as : list of str
        How texts were understood, where they could be read in several ways.
    """
    result = reroll.result
    page.title(f"Command Re-roll: {result.attacker.label} against {result.target.label}")
    page.facts(
        [
            *([("file", result.scenario)] if result.scenario else []),
            *attacker_facts(result.attacker),
            *target_facts(result.target),
            *context_facts(result.context.given),
            *[("rulings", f"{k} = {v}") for k, v in result.ruleset.items()],
            *[("read as", text) for text in read_as],
        ]
    )
    page.gap()
    rows = [["without", _value(reroll, reroll.without), ""]]
    rows += [
        [f"{name}'s re-roll", _value(reroll, side.value), _gain(reroll, side.gain)]
        for name, side in reroll.sides.items()
    ]
    if len(reroll.sides) > 1:
        rows.append(["both", _value(reroll, reroll.value), _gain(reroll, reroll.gain)])
    page.table([str(reroll.objective), "", "gain"], rows, widths=[40, 12, 12])
    for name, side in reroll.sides.items():
        page.gap()
        _uses(page, reroll, name, side)
        if any(rule.of_gain for rule in side.rules):
            page.gap()
            _rules(page, reroll, side.rules)
    page.gap()
    page.facts(
        [
            *(("advice" if i == 0 else "", text) for i, text in enumerate(reroll.advice)),
            *(("note", note) for note in reroll.notes),
        ]
    )


def check_reroll_page(page: Page, reroll: CheckReroll) -> None:
    """Put a check on a page: what a re-roll is worth, and where it is best kept for.

    Parameters
    ----------
    page : Page
    reroll : CheckReroll
    """
    from mathhammer.show.terminal.check import by_die, check_facts

    result = reroll.result
    page.title(f"Command Re-roll: {reroll.check.asks}")
    page.facts(check_facts(result, result.scenario))
    page.gap()
    tokens = reroll.check.command_reroll
    with_words = "with a re-roll" if tokens == 1 else "with one for each roll"
    rows = [
        ["without", _value(reroll, reroll.without), ""],
        [with_words, _value(reroll, reroll.value), _gain(reroll, reroll.gain)],
    ]
    page.table([reroll.objective_words, "", "gain"], rows, widths=[40, 12, 12])
    page.gap()
    shares = [(_roll(use.roll), use.share) for use in reroll.uses]
    if reroll.unused is not None:
        shares.append(("never used", reroll.unused))
    _goes(page, "it goes to" if tokens == 1 else "they go to", shares)
    steps = result.named.get("by_die")
    if steps:
        page.gap()
        by_die(page, steps)
    if reroll.rules and reroll.uses:
        page.gap()
        _rules(page, reroll, reroll.rules)
    page.gap()
    page.facts(
        [
            *(("advice", text) for text in reroll.advice),
            *(("note", note) for note in reroll.notes),
        ]
    )


def _roll(kind: str) -> str:
    """Return what the roll of a kind of check is called."""
    use = KINDS[kind].command_reroll_use
    return kind if use is None else use.roll


def _is_chance(reroll: Reroll) -> bool:
    objective = reroll.objective
    return objective == SUCCESS if isinstance(objective, str) else objective.is_chance


def _value(reroll: Reroll, value: float) -> str:
    return f"{100 * value:.2f}%" if _is_chance(reroll) else figure(value)


def _gain(reroll: Reroll, gain: float) -> str:
    scaled = 100 * gain if _is_chance(reroll) else gain
    text = f"{scaled:+.2f}"
    return ("0.00" if float(text) == 0 else text) + ("%" if _is_chance(reroll) else "")


def _uses(page: Page, reroll: CommandReroll, name: str, side: Side) -> None:
    """Put down where a player's re-roll goes."""
    shown = [use for use in side.uses if use.share >= 0.0005][:MAX_USES]
    rest = sum(use.share for use in side.uses) - sum(use.share for use in shown)
    rows = [(_use_words(reroll, use), use.share) for use in shown]
    if rest >= 0.0005:
        rows.append(("other rolls", rest))
    rows.append(("never used", side.unused))
    _goes(page, f"the {name}'s goes to", rows)


def _goes(page: Page, head: str, rows: Sequence[tuple[str, float]]) -> None:
    """Put down a table of shares, a bar each."""
    width, room = max(min(24, page.width - 56), 4), 40
    page.table(
        [head, "of games", ""],
        [
            [shortened(clean(words), room), percent(share), page.bar(share, width)]
            for words, share in rows
        ],
        widths=[room, 8, width],
        left=(0, 2),
    )


def _use_words(reroll: CommandReroll, use: Use) -> str:
    from mathhammer.reroll.outcome import ROLLS

    one = len(reroll.result.attacker.weapons) == 1
    return ROLLS[use.roll] if one else f"{ROLLS[use.roll]}, {use.weapon}"


def _rules(page: Page, reroll: Reroll, rules: Sequence[RuleOfThumb | CheckRule]) -> None:
    """Put down the best rules of thumb."""
    best = sorted(rules, key=lambda rule: -rule.of_gain)[:MAX_RULES]
    room = page.width - 26
    page.table(
        ["rule of thumb: re-roll", "", "of gain"],
        [
            [clean(rule.words), _value(reroll, rule.value), _share(rule.of_gain)]
            for rule in best
        ],
        widths=[room, 9, 8],
    )  # fmt: skip


def _share(of_gain: float) -> str:
    return percent(of_gain) if 0 <= of_gain <= 1 else f"{100 * of_gain:.1f}%"
