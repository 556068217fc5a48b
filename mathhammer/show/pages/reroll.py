"""The best use of a Command Re-roll as sheets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from mathhammer.core.format import figure, percent
from mathhammer.games.checks.check import SUCCESS
from mathhammer.games.checks.registry import KINDS
from mathhammer.show.pages.check import by_die, check_facts
from mathhammer.show.pages.understood import match_up_facts, note_facts
from mathhammer.show.sheets import Block, Column, Facts, Table, Title

if TYPE_CHECKING:
    from mathhammer.reroll.check import CheckReroll
    from mathhammer.reroll.outcome import CommandReroll, Side, Use
    from mathhammer.reroll.view import RuleOfThumb

    Reroll = CommandReroll | CheckReroll

#: The most rules of thumb and the most places of a re-roll that are shown.
MAX_RULES = 6
MAX_USES = 8


def reroll_page(reroll: CommandReroll, read_as: Sequence[str] = ()) -> Iterator[Block]:
    """Yield what re-rolls are worth in a match-up, where they go, rules of thumb.

    Parameters
    ----------
    reroll : CommandReroll
    read_as : list of str
        How texts were understood, where they could be read in several ways.
    """
    result = reroll.result
    head = Facts.of(*match_up_facts(result, result.scenario, read_as))
    yield Title(f"Command Re-roll: {result.title}"), head
    values = {f"{name}'s re-roll": (side.value, side.gain) for name, side in reroll.sides.items()}
    if len(reroll.sides) > 1:
        values["both"] = reroll.value, reroll.gain
    yield (_worth(reroll, str(reroll.objective), values),)
    for name, side in reroll.sides.items():
        yield (_uses(reroll, name, side),)
        if any(rule.of_gain for rule in side.rules):
            yield (_rules(reroll, side.rules),)
    advice = [("advice" if i == 0 else "", text) for i, text in enumerate(reroll.advice)]
    yield (Facts([*advice, *note_facts(reroll.notes)]),)


def check_reroll_page(reroll: CheckReroll) -> Iterator[Block]:
    """Yield what a re-roll is worth in a check, and where it is best kept for.

    Parameters
    ----------
    reroll : CheckReroll
    """
    result = reroll.result
    title = f"Command Re-roll: {reroll.check.asks}"
    yield Title(title), Facts.of(*check_facts(result, result.scenario))
    one = reroll.check.command_reroll == 1
    words = "with a re-roll" if one else "with one for each roll"
    yield (_worth(reroll, reroll.objective_words, {words: (reroll.value, reroll.gain)}),)
    shares = [(_roll(use.roll), use.share) for use in reroll.uses]
    if reroll.unused is not None:
        shares.append(("never used", reroll.unused))
    yield (_goes("it goes to" if one else "they go to", shares),)
    if result.named.get("by_die"):
        yield (by_die(result.named["by_die"]),)
    if reroll.rules and reroll.uses:
        yield (_rules(reroll, reroll.rules),)
    yield (Facts([*(("advice", text) for text in reroll.advice), *note_facts(reroll.notes)]),)


def _worth(reroll: Reroll, objective: str, values: Mapping[str, tuple[float, float]]) -> Table:
    """Return the objective without and with re-rolls, and what they gain."""
    rows = [["without", _value(reroll, reroll.without), ""]]
    rows += [[words, _value(reroll, v), _gain(reroll, gain)] for words, (v, gain) in values.items()]
    columns = [Column(objective, words=True, width=40), Column("", width=12)]
    return Table([*columns, Column("gain", width=12)], rows)


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


def _uses(reroll: CommandReroll, name: str, side: Side) -> Table:
    """Return where a player's re-roll goes."""
    uses = [use for use in side.uses if use.share >= 0.0005][:MAX_USES]
    rest = sum(use.share for use in side.uses) - sum(use.share for use in uses)
    rows = [(_use_words(reroll, use), use.share) for use in uses]
    if rest >= 0.0005:
        rows.append(("other rolls", rest))
    return _goes(f"the {name}'s goes to", [*rows, ("never used", side.unused)])


def _goes(head: str, shares: Sequence[tuple[str, float]]) -> Table:
    """Return shares of games, a bar each."""
    rolls = Column(head, words=True, width=40, lines=1)
    columns = [rolls, Column("of games", width=8), Column("", bar=24)]
    return Table(columns, [[words, percent(share), share] for words, share in shares])


def _use_words(reroll: CommandReroll, use: Use) -> str:
    from mathhammer.reroll.outcome import ROLLS

    one = len(reroll.result.attacker.weapons) == 1
    return ROLLS[use.roll] if one else f"{ROLLS[use.roll]}, {use.weapon}"


def _rules(reroll: Reroll, rules: Sequence[RuleOfThumb]) -> Table:
    """Return the best rules of thumb."""
    best = sorted(rules, key=lambda rule: -rule.of_gain)[:MAX_RULES]
    rows = [[rule.words, _value(reroll, rule.value), _share(rule.of_gain)] for rule in best]
    words = Column("rule of thumb: re-roll", words=True, fills=True)
    return Table([words, Column("", width=9), Column("of gain", width=8)], rows, spare=5)


def _share(of_gain: float) -> str:
    return percent(of_gain) if 0 <= of_gain <= 1 else f"{100 * of_gain:.1f}%"
