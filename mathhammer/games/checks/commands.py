"""Stratagems and commands that are rolled for (W-6, A-4)."""

from __future__ import annotations

from typing import Any

from mathhammer.core.dice import Dice
from mathhammer.core.distribution import Distribution
from mathhammer.games.checks.aos_fields import PowerThrough, Rally
from mathhammer.games.checks.outcome import Outcome, dice_that
from mathhammer.games.checks.wh40k_fields import Grenade, TankShock

#: Rally rolls and grenades work on so much or more; Tank Shock on so much (A-4, W-6).
RALLY_ON = GRENADE_ON = 4
TANK_SHOCK_ON = 5
GRENADE_DICE = 6
#: What Tank Shock inflicts at most, and its dice where the weapon is stronger (W-6).
TANK_SHOCK_MOST, TANK_SHOCK_MORE = 6, 2
POWER_THROUGH = Dice.parse("D3")


def grenade(check: Grenade, game: str, ruleset: Any) -> Outcome:
    """Answer what Grenade does: six D6, each 4+ a mortal wound (W-6)."""
    made = dice_that(GRENADE_DICE, 7 - GRENADE_ON)
    return Outcome({"distribution": "mortal wounds"}, None, made)


def tank_shock(check: TankShock, game: str, ruleset: Any) -> Outcome:
    """Answer what Tank Shock does (W-6).

    As many D6 as the weapon is strong, two more where it is stronger than the target is
    tough; each 5+ a mortal wound, six at most.
    """
    dice = check.strength + TANK_SHOCK_MORE * (check.strength > check.toughness)
    made = dice_that(dice, 7 - TANK_SHOCK_ON).map(lambda k: min(k, TANK_SHOCK_MOST))
    return Outcome({"distribution": "mortal wounds"}, None, made)


def returns(points: Distribution, health: int, slain: int) -> Distribution:
    """Return how many models rally points bring back, one for each `health` of them (A-4).

    Parameters
    ----------
    points : Distribution
    health : int
    slain : int
        So many can return.

    Examples
    --------
    >>> returns(dice_that(6, 3), 2, 10).mean
    1.25
    """
    return points.map(lambda k: min(k // health, slain))


def rally(check: Rally, game: str, ruleset: Any) -> Outcome:
    """Answer what Rally brings back: each 4+ is a point (A-4).

    Models return first, each for as many points as its health; what is left heals; what
    heals nothing is lost.
    """
    points = dice_that(check.dice, 7 - RALLY_ON)
    health, slain, damage = check.health, check.slain, check.damage_taken
    back = returns(points, health, slain)
    healed = points.map(lambda k: min(k - health * min(k // health, slain), damage))
    words = {
        "distribution": "rally points", "returned": "models returned", "healed": "points healed",
    }  # fmt: skip
    notes: tuple[str, ...] = ()
    if not slain and not damage:
        notes = ("Nothing is slain or damaged (slain, damage_taken): all points are lost.",)
    return Outcome(words, None, points, {"returned": back, "healed": healed}, notes)


def power_through(check: PowerThrough, game: str, ruleset: Any) -> Outcome:
    """Answer what Power Through does: D3 mortal damage (A-4)."""
    return Outcome({"distribution": "mortal damage"}, None, POWER_THROUGH.distribution())
