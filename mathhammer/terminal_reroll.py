"""What the best use of a Command Re-roll looks like in a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .analysis.condense import clean, figure, percent, shortened
from .analysis.facts import attacker_facts, context_facts, target_facts
from .terminal import Page

if TYPE_CHECKING:
    from .reroll.outcome import CommandReroll, Side, Use

#: The most rules of thumb and the most places of a re-roll that are shown.
MOST_RULES = 6
MOST_USES = 8


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
            _rules(page, reroll, side)
    page.gap()
    page.facts(
        [
            *(("advice" if i == 0 else "", text) for i, text in enumerate(reroll.advice)),
            *(("note", note) for note in reroll.notes),
        ]
    )


def _value(reroll: CommandReroll, value: float) -> str:
    return f"{100 * value:.2f}%" if reroll.objective.is_chance else figure(value)


def _gain(reroll: CommandReroll, gain: float) -> str:
    scaled = 100 * gain if reroll.objective.is_chance else gain
    text = f"{scaled:+.2f}"
    return ("0.00" if float(text) == 0 else text) + ("%" if reroll.objective.is_chance else "")


def _uses(page: Page, reroll: CommandReroll, name: str, side: Side) -> None:
    """Put down where a re-roll goes."""
    width = min(24, page.width - 56)
    shown = [use for use in side.uses if use.share >= 0.0005][:MOST_USES]
    rest = sum(use.share for use in side.uses) - sum(use.share for use in shown)
    rows = [(_use_words(reroll, use), use.share) for use in shown]
    if rest >= 0.0005:
        rows.append(("other rolls", rest))
    rows.append(("never used", side.unused))
    room = 40
    page.table(
        [f"the {name}'s goes to", "of games", ""],
        [
            [shortened(clean(words), room), percent(share), page.bar(share, max(width, 4))]
            for words, share in rows
        ],
        widths=[room, 8, max(width, 4)],
        left=(0, 2),
    )


def _use_words(reroll: CommandReroll, use: Use) -> str:
    from .reroll.outcome import ROLLS

    one = len(reroll.result.attacker.weapons) == 1
    return ROLLS[use.roll] if one else f"{ROLLS[use.roll]}, {use.weapon}"


def _rules(page: Page, reroll: CommandReroll, side: Side) -> None:
    """Put down the best rules of thumb."""
    best = sorted(side.rules, key=lambda rule: -rule.of_gain)[:MOST_RULES]
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
