"""Checks as they are rolled: fields as numbers, and which dice a player rolls again.

The rules themselves are played by the engine, die by die; here stands what each of them reads.
Where any of the dice may be rolled again (D-2) the choice is the best one, as in the exact
answer: a table for the player, who looks at the faces alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from mathhammer.core.dice import Dice
from mathhammer.games.checks.advance import short_of
from mathhammer.games.checks.charge import (
    RULES,
    ChargeRules,
    charge_legs,
    may_advance_again,
    roll_for,
)
from mathhammer.games.checks.dangers import HAZARDOUS_MORTAL
from mathhammer.games.checks.kept import best_use
from mathhammer.games.checks.magic import LEAST, TWO, Spell
from mathhammer.games.checks.question import Check
from mathhammer.games.checks.rerolls import best_again, dice_again
from mathhammer.games.names import AOS
from mathhammer.plan.checks import NOT_GIVEN, CheckPlan

NOTHING = Dice((), 0)


def _table(dice: Dice, needed: Iterable[int | None]) -> tuple[tuple[int, ...], ...]:
    """Return which dice are best rolled again, for each total that may be needed.

    None: nothing is rolled for, and the row plays no part.
    """
    known: dict[int, tuple[int, ...]] = {}
    rows = []
    for total in needed:
        # Beyond what the dice can show, and below, all rolls are alike.
        at = dice.minimum if total is None else max(dice.minimum, min(total, dice.maximum + 1))
        if at not in known:
            known[at] = dice_again(dice, at)
        rows.append(known[at])
    return tuple(rows)


def _any_dice(check: Any, game: str, ruleset: Any) -> bool:
    return check.reroll is not None and game == AOS and ruleset.aos_reroll == "any"


def charge(check: Any, game: str, ruleset: Any) -> CheckPlan:
    """Return a charge as it is rolled (W-5.2, A-5)."""
    rules = RULES[game]
    first = check.die or NOTHING
    again: tuple[tuple[int, ...], ...] = ()
    if _any_dice(check, game, ruleset):
        needed = [
            check.needed if check.distance is None else roll_for(check, rules, float(face))
            for face in range(first.minimum, first.maximum + 1)
        ]
        again = _table(check.dice, [
            None if roll is None or roll <= rules.least else roll - check.modifier
            for roll in needed
        ])  # fmt: skip
    given = (
        NOT_GIVEN if check.needed is None else check.needed, check.modifier, rules.least,
        check.reroll is not None, check.move, rules.combat, rules.farthest,
        check.climb if check.climb > rules.step else 0.0,
        rules.across if check.barricade else rules.reach, check.command_reroll,
        _advance_again(check, rules), *(check.distance or ()),
    )  # fmt: skip
    names: tuple[str, ...] = ("probability", "distribution", "by_die")
    if check.command_reroll and may_advance_again(check):
        names += ("used_on_charge", "used_on_advance")
    elif check.command_reroll:
        names += ("used",)
    return CheckPlan("charge", names, given, first, check.dice, again)


def _advance_again(check: Any, rules: ChargeRules) -> float:
    """Return the highest Advance that a Command Re-roll goes to; `NOT_GIVEN` for none.

    More inches never make a charge less likely, so what is rolled again are low faces.
    """
    if not may_advance_again(check):
        return NOT_GIVEN
    legs = charge_legs(check, rules, False)
    again = best_use(legs, True).again
    return max((leg.face for leg, r in zip(legs, again, strict=True) if r), default=NOT_GIVEN)


def advance(check: Any, game: str, ruleset: Any) -> CheckPlan:
    """Return an Advance or a run as it is rolled (W-5.1, A-5)."""
    least = RULES[game].least
    again: tuple[tuple[int, ...], ...] = ()
    if _any_dice(check, game, ruleset):
        short = [
            short_of(check.needed, move)
            for move in range(check.move.minimum, check.move.maximum + 1)
        ]
        again = _table(check.dice, [
            None if roll <= least else roll - check.modifier for roll in short
        ])  # fmt: skip
    needed = NOT_GIVEN if check.needed is None else check.needed
    given = (needed, check.modifier, least, check.reroll is not None, check.command_reroll)
    names = ("distribution", "probability", *_used(check))
    return CheckPlan("advance", names, given, check.move, check.dice, again)


def _used(check: Any) -> tuple[str, ...]:
    """Return the name of what is also counted where a Command Re-roll is kept."""
    return ("used",) if check.command_reroll else ()


def _leadership(check: Any, game: str, ruleset: Any) -> CheckPlan:
    given = check.leadership, check.modifier, check.reroll is not None
    return CheckPlan("leadership", ("probability",), given)


def _battleshock(check: Any, game: str, ruleset: Any) -> CheckPlan:
    started = check.starting_models
    if started is None and check.wounds is not None:
        started = 1
    strength = (check.models, started, check.wounds_left, check.wounds)
    given = (
        check.leadership, check.modifier, check.reroll is not None,
        *(NOT_GIVEN if number is None else number for number in strength),
    )  # fmt: skip
    return CheckPlan("battleshock", ("probability",), given)


def _number(kind: str, *fields: str, names: tuple[str, ...] = ("distribution",)) -> Any:
    """Return a reader of fields that are numbers as they stand."""

    def read(check: Any, game: str, ruleset: Any) -> CheckPlan:
        return CheckPlan(kind, names, tuple(getattr(check, field) for field in fields))

    return read


def _hazardous(check: Any, game: str, ruleset: Any) -> CheckPlan:
    hurt = HAZARDOUS_MORTAL if check.bearer == "mortal" else 1
    names = ("probability", "distribution", *_used(check))
    return CheckPlan("hazardous", names, (check.weapons, hurt, check.command_reroll))


def _desperate_escape(check: Any, game: str, ruleset: Any) -> CheckPlan:
    given = check.models, check.command_reroll
    return CheckPlan("desperate_escape", ("distribution", *_used(check)), given)


def _deadly_demise(check: Any, game: str, ruleset: Any) -> CheckPlan:
    names = ("probability", "distribution", "each")
    return CheckPlan("deadly_demise", names, (check.units,), check.value)


def cast(check: Any, game: str, ruleset: Any) -> CheckPlan:
    """Return a casting roll as it is made, without a place of power's bonus and with it (A-6)."""
    again: tuple[tuple[int, ...], ...] = ()
    if _any_dice(check, game, ruleset):
        spells = [
            Spell(check.value, check.modifier + bonus, bool(check.unbind), check.unbind_modifier)
            for bonus in (0, 1)
        ]
        again = tuple(best_again((6, 6), spell.worth) for spell in spells)
    given = (
        check.value, check.modifier, check.reroll is not None, check.unbind, check.unbind_modifier,
        check.place_of_power,
    )  # fmt: skip
    names = ("probability", "failed", "miscast", "unbound")
    return CheckPlan("cast", names, given, NOTHING, TWO, again)


def banish(check: Any, game: str, ruleset: Any) -> CheckPlan:
    """Return a banishment roll as it is made (A-6)."""
    again: tuple[tuple[int, ...], ...] = ()
    if _any_dice(check, game, ruleset):
        again = _table(TWO, [check.value - check.modifier if check.value > LEAST else None])
    given = check.value, check.modifier, check.reroll is not None
    return CheckPlan("banish", ("probability",), given, NOTHING, TWO, again)


def _prayer(check: Any, game: str, ruleset: Any) -> CheckPlan:
    # The turn in which one is answered, and that of each alone.
    names = ("probability", "by_turn", *(f"each {value}" for value in check.value))
    given = check.banked, check.modifier, check.turns, *check.value
    return CheckPlan("prayer", names, given)


_PLANS: dict[str, Callable[[Any, str, Any], CheckPlan]] = {
    "charge": charge,
    "advance": advance,
    "run": advance,
    "battleshock": _battleshock,
    "leadership": _leadership,
    "desperate_escape": _desperate_escape,
    "hazardous": _hazardous,
    "deadly_demise": _deadly_demise,
    "transport_destroyed": _number("transport_destroyed", "models", "emergency"),
    "grenade": _number("grenade"),
    "tank_shock": _number("tank_shock", "strength", "toughness"),
    "rally": _number(
        "rally", "health", "slain", "damage_taken", "dice",
        names=("distribution", "returned", "healed"),
    ),
    "cast": cast,
    "prayer": _prayer,
    "banish": banish,
    "place_of_power": _number("place_of_power", names=("probability", "distribution")),
    "priority": _number("priority", "rounds", names=("double_turn", "distribution")),
    "retreat": _number("mortal_d3"),
    "power_through": _number("mortal_d3"),
}  # fmt: skip


def check_plan(check: Check, game: str, ruleset: Any) -> CheckPlan:
    """Return a check as it is rolled.

    Parameters
    ----------
    check : Check
    game : {"wh40k", "aos"}
    ruleset : Ruleset
        Of that game.

    Raises
    ------
    TooLargeError
        Any of more dice can be re-rolled than are followed one by one.

    Examples
    --------
    >>> from mathhammer.games.checks.question import read_check
    >>> check_plan(*read_check("tank_shock", {"strength": 8, "toughness": 5}), None).given
    (8.0, 5.0)
    """
    plan = _PLANS[check.kind](check, game, ruleset)
    return plan._replace(given=tuple(float(number) for number in plan.given))
