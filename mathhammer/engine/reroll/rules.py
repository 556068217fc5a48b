"""Rules of thumb that are valued beside the best policy: what a player can remember."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from mathhammer.engine.limits import MAX_LIMITS
from mathhammer.engine.reroll.attacks import AttackRolls
from mathhammer.engine.reroll.columns import ATTACKER, DEFENDER, Place, Rule
from mathhammer.engine.reroll.dice import Totals, totals_of
from mathhammer.engine.reroll.policy import places_of
from mathhammer.engine.reroll.waiting import devastating, waiting_of
from mathhammer.plan import FAIL, SUCCESS, Volley


class Thumb(NamedTuple):
    """A rule of thumb with what its words need.

    Attributes
    ----------
    rule : Rule
    kind : {"hit", "wound", "critical", "attacks", "damage", "any", "save", "last save"}
        ``"critical"``: wound rolls that aren't, where criticals wait.
    volley : int or None
        Of one weapon; None for all.
    most : int or None
        The highest damage roll that is rolled again, or the models slain before a save is;
        None: below average.
    slays : bool
        Damage is rolled again where it can't slay a whole model, not below average.
    """

    rule: Rule
    kind: str
    volley: int | None
    most: int | None = None
    slays: bool = False


def thumbs_of(volleys: Sequence[Volley], side: str, health: int, needed: int) -> list[Thumb]:
    """Return the rules of thumb of a player, the simplest first.

    Parameters
    ----------
    volleys : sequence of Volley
    side : {"attacker", "defender"}
    health : int
        Wounds of the target's first models.
    needed : int
        Models that have to be slain for the objective; 0 where none have.
    """
    places = places_of(volleys, waiting_of(tuple(volleys)))
    armed = [i for i, volley in enumerate(volleys) if volley.most_attacks()]
    scopes: list[int | None] = [None, *(armed if len(armed) > 1 else [])]
    if side == DEFENDER:
        return [thumb for scope in scopes for thumb in _defenders(places, scope, needed)]
    return [thumb for scope in scopes for thumb in _attackers(volleys, places, scope, health)]


def _within(places: Sequence[Place], kind: str, scope: int | None) -> list[Place]:
    return [p for p in places if p.kind == kind and (scope is None or p.volleys == (scope,))]


def _attackers(
    volleys: Sequence[Volley], places: Sequence[Place], scope: int | None, health: int
) -> Iterator[Thumb]:
    anything: dict[Place, int] = {}
    for kind in ("hit", "wound"):
        limits = dict.fromkeys(_within(places, kind, scope), FAIL)
        anything |= limits
        if limits:
            yield Thumb(Rule(ATTACKER, limits), kind, scope)
    wounds = _within(places, "wound", scope)
    waits = [place for place in wounds if devastating(volleys[place.volleys[0]]) is not None]
    if waits:
        limits = dict.fromkeys(wounds, FAIL) | dict.fromkeys(waits, SUCCESS)
        yield Thumb(Rule(ATTACKER, limits), "critical", scope)
    rolls = {place: _damage(volleys, place) for place in _within(places, "damage", scope)}
    low = {place: _below_average(totals) for place, totals in rolls.items()}
    different = {tuple(totals.printed) for totals in rolls.values()}
    if scope is None and len(different) == 1:
        (printed,) = different
        highest = next(iter(low.values()))
        for most in printed[:-1] if len(printed) <= MAX_LIMITS else [highest]:
            yield Thumb(Rule(ATTACKER, dict.fromkeys(rolls, most)), "damage", scope, most)
    elif rolls:  # one limit a weapon: the best of them would say little more
        yield Thumb(Rule(ATTACKER, low), "damage", scope)
    few = {
        place: _below_average(AttackRolls(volleys[place.volleys[0]]).kinds[0])
        for place in _within(places, "attacks", scope)
    }
    if few:
        yield Thumb(Rule(ATTACKER, few), "attacks", scope)
    if len(anything | low | few) > 1:
        yield Thumb(Rule(ATTACKER, anything | low | few), "any", scope)
        weak = {place: _too_weak(totals, health) for place, totals in rolls.items()}
        if weak != low:
            limits = anything | {p: limit for p, limit in weak.items() if limit >= 0} | few
            yield Thumb(Rule(ATTACKER, limits), "any", scope, None, True)


def _defenders(places: Sequence[Place], scope: int | None, needed: int) -> Iterator[Thumb]:
    limits = dict.fromkeys(_within(places, "save", scope), FAIL)
    if limits:
        yield Thumb(Rule(DEFENDER, limits), "save", scope)
        if needed > 1:
            yield Thumb(Rule(DEFENDER, limits, needed - 1), "last save", scope, needed - 1)


def _damage(volleys: Sequence[Volley], place: Place) -> Totals:
    """Return the totals of a damage roll; those of what waits may have their own modifiers."""
    volley = volleys[place.volleys[0]]
    if len(place.volleys) > 1:
        return totals_of(volley.hit_then_critical_wound[0].amount)
    return totals_of(volley.plain[0].amount)


def _below_average(totals: Totals) -> int:
    """Return the highest total below the mean of one roll."""
    mean = float(np.dot(totals.printed, totals.split.raw))
    return max((t for t in totals.printed if t < mean - 1e-9), default=-1)


def _too_weak(totals: Totals, health: int) -> int:
    """Return the highest total that can't slay a whole model; below average where all can't."""
    weak = [t for t, v in zip(totals.printed, totals.values, strict=True) if v < health]
    if len(weak) == len(totals.printed):
        return _below_average(totals)
    return weak[-1] if weak else -1
