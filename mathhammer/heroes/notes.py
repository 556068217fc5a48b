"""What a reader of a result of the dice game may not expect, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mathhammer.core.format import figure
from mathhammer.heroes.rolls import DICE, count_of, kept_sets
from mathhammer.heroes.setup import OF_GAMES
from mathhammer.heroes.solve import EQUAL

if TYPE_CHECKING:
    from mathhammer.heroes.games import GamesResult
    from mathhammer.heroes.results import HeroesResult


def turn_notes(result: HeroesResult) -> Iterator[str]:
    """Yield the notes on a turn, or on the advice on a roll.

    Parameters
    ----------
    result : HeroesResult
    """
    setup = result.setup
    for name in OF_GAMES:
        if name in setup.ruleset.given:
            yield f"{name} counts in whole games only."
    straight = setup.values.straight
    if isinstance(straight, int):
        yield (
            f"straight = {straight} is the worth of a straight of any length; a "
            "list of five numbers would be what each of its columns is worth."
        )
    if setup.rolled:
        yield from _dice_notes(result)
    yield from _other_rulings(result)


def _dice_notes(result: HeroesResult) -> Iterator[str]:
    setup = result.setup
    kept = DICE - len(setup.rolled) - len(setup.lying)
    dice = f"{kept} kept dice are" if kept != 1 else "1 kept die is"
    possible = int(result.solution().solver.most[kept])
    if setup.at_risk > possible:
        yield (
            f"{setup.at_risk} slots are at risk, but {dice} worth {possible} at most "
            "(after an all-out war nothing is at risk any more): computed as given."
        )
    least = setup.values.least(kept, setup.straight)
    if setup.at_risk < least:
        slots = "1 slot" if least == 1 else f"{least} slots"
        yield (
            f"{dice} worth {slots} at least, but {setup.at_risk} are at risk: give at_risk "
            "(--at-risk). Computed as given."
        )
    if not kept and setup.lying:
        yield (
            "Dice are lying though none is kept: a turn begins with all six rolled. "
            "Computed as given."
        )
    if not result.solution().tree.may_lie(count_of(setup.lying)):
        yield (
            "The dice left lying hold a scoring roll, which leave_unkept = false doesn't "
            "allow: computed as given."
        )
    assert result.advice is not None
    left = result.advice.best.leave
    if left and kept_sets(count_of(left), setup.straight):
        yield (
            f"{' '.join(map(str, left))} hold a scoring roll that isn't kept; that they may be "
            "left lying is the ruling leave_unkept = true."
        )


def _other_rulings(result: HeroesResult) -> Iterator[str]:
    """Yield what comes of each other ruling on what the document leaves open (H-4)."""
    told = []
    for name, other in result.other_rulings.items():
        value, instead = (
            one.expected if one.advice is None else one.advice.best.value for one in (result, other)
        )
        if abs(value - instead) > EQUAL:
            ruling = str(getattr(other.setup.ruleset, name)).lower()
            told.append(f"{figure(instead)} slots with {name} = {ruling}")
    if told:
        what = "A turn" if result.advice is None else "The best choice"
        yield f"{what} would be worth {', '.join(told)}."


def games_notes(result: GamesResult) -> Iterator[str]:
    """Yield the notes on whole games.

    Parameters
    ----------
    result : GamesResult
    """
    setup = result.setup
    if "rows" not in setup.given:
        yield f"rows = {setup.rows} a side is an assumption: give rows = ..."
    if any(hero.plague for team in result.teams for hero in team.heroes):
        yield (
            "A double six of a plague marine infects, because it is two actions of a lucky six; "
            "a three of a kind does not."
        )
    if result.unfinished:
        games = "1 game" if result.unfinished == 1 else f"{result.unfinished} games"
        yield f"{games} lasted over {setup.most_turns} turns."
    yield from result.missed
