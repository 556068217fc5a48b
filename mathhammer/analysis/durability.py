"""Hammers and anvils: damage per 100 points beside effective wounds per 100 points.

Effective wounds are what it takes to destroy a unit, counted in attacks that are not saved
yet: the expected number of successful wound rolls of a reference weapon (AP 0 and damage 1
by default), before the unit's saves, Feel No Pain or ward, and waste.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from mathhammer.analysis.efficiency import per_100
from mathhammer.analysis.howmany import how_many
from mathhammer.analysis.mixes import Weighted, read_mix
from mathhammer.api import attack, compare
from mathhammer.core.errors import MathhammerError, inside
from mathhammer.core.format import percent
from mathhammer.core.progress import watched
from mathhammer.games.common.profile import called_apart
from mathhammer.games.names import AOS
from mathhammer.games.profiles import Unit
from mathhammer.reading.read_units import game_for, read_all, read_attacker, read_target
from mathhammer.results.comparison import Comparison
from mathhammer.results.view import tabled

if TYPE_CHECKING:
    from mathhammer.games.given import Game

COLUMNS = {
    "unit": "name of the unit",
    "points": "points of the whole unit, as given",
    "damage_mean": "expected damage over the targets; missing without weapons",
    "damage_per_100": "expected damage over the targets for 100 points of the unit: its hammer",
    "effective_wounds": "expected wounding attacks, before saves, that destroy the unit; missing "
    "without a defence",
    "effective_wounds_per_100": "effective wounds for 100 points of the unit: its anvil",
}


@watched
def effective_wounds(
    target: Any, *, ap: int = 0, damage: Any = 1, context: Any = None, game: Game | None = None
) -> float:
    """Return the expected number of wounding attacks, before saves, that destroy a unit.

    Parameters
    ----------
    target : Unit, dict or str
    ap : int, default 0
        Of the reference weapon, 0 or negative; in Age of Sigmar its Rend, with either sign.
    damage : int or str, default 1
    context : Context, dict or str, optional
    game : {"wh40k", "aos"}, optional

    Raises
    ------
    MathhammerError
        The target can't be destroyed by the reference weapon, or not by as many attacks as
        are looked at; or it is described wrongly.

    Notes
    -----
    With damage 1 that is wounds / (P(failed save) P(not ignored)). With more, what exceeds
    a model's wounds is wasted, exactly. By Wald's equation it is the expected number of
    attacks of a kill times P(an attack wounds). Attacks are looked at until less than 1e-12 of the
    kills is left; so it is right to about ten digits.

    Examples
    --------
    >>> round(effective_wounds("5x T4 Sv3+ W2"), 6), round(effective_wounds("5x meq", damage=2), 6)
    (30.0, 15.0)
    """
    game = game_for(game, (target,))
    unit = read_target(target, game)
    weapon: dict[str, Any] = {"name": "reference", "attacks": 1, "damage": damage}
    if game == AOS:
        weapon |= {"hit": 2, "wound": 2, "rend": abs(ap)}
    else:
        toughness = getattr(unit, "toughness", 1)
        weapon |= {"skill": 2, "strength": min(2 * toughness, 100), "ap": ap}
    result = attack(weapon, unit, context=context, game=game)
    found = how_many(result)
    taken = found.distribution
    if taken is None:
        why = "the reference weapon can't destroy it"
        if not found.settled:
            why = (
                f"only the first {len(found.destroyed)} attacks of the reference weapon are looked "
                f"at, and {percent(found.beyond)} of kills take more"
            )
        raise MathhammerError(f"{why}: give more damage or a better ap", "damage")
    return taken.mean * result.wounds.mean


def hammers_and_anvils(
    units: Sequence[Any],
    targets: Any,
    *,
    ap: int = 0,
    damage: Any = 1,
    context: Any = None,
    game: Game | None = None,
) -> Iterator[dict[str, Any]]:
    """Yield one row per unit: the keys of `COLUMNS`.

    Parameters
    ----------
    units : list of Unit or dict
        Their weapons make the hammer, their defence the anvil; either may be missing.
    targets : str, mapping or list
        A mix as of `read_mix`, at which the units' weapons are aimed.
    ap, damage
        Of the reference weapon, as of `effective_wounds`.
    context : Context, dict or str, optional
        Of the units' attacks.
    game : {"wh40k", "aos"}, optional

    Examples
    --------
    >>> squad = {"name": "Squad", "points": 80, "models": 5, "toughness": 4, "save": "3+",
    ...          "wounds": 2, "weapons": "5x A2 BS3+ S4 AP-1 D1"}
    >>> (row,) = hammers_and_anvils([squad], "50 % meq, 50 % geq")
    >>> round(row["damage_per_100"], 2), round(row["effective_wounds_per_100"], 2)
    (3.36, 37.5)
    """
    game = game_for(game, units)
    mix = read_mix(targets, game)
    read = called_apart(read_all(_unit, units, "units", game))
    for i, unit in enumerate(read):
        with inside(f"units[{i}]"):
            hammer = None
            if unit.is_attacker:
                against = compare([unit], list(mix.targets), context=context, game=game)
                hammer = Weighted(against, mix.shares).value(0, "damage")
            row = _row(unit, hammer, ap=ap, damage=damage)
        yield row


def of_comparison(comparison: Comparison, shares: Sequence[float] = ()) -> Iterator[dict[str, Any]]:
    """Yield a row for each attacker of a comparison: the keys of `COLUMNS`.

    Parameters
    ----------
    comparison : Comparison
    shares : list of float
        How often each target is met, summing to 1; equally often by default.
    """
    over = Weighted(comparison, shares or None)
    for i, unit in enumerate(comparison.attackers):
        yield _row(unit, over.value(i, "damage"))


hammers_and_anvils_table = tabled(hammers_and_anvils, COLUMNS)


def _unit(value: Any, game: str) -> Unit:
    """Read a unit that attacks, or that is there to be attacked."""
    if isinstance(value, Unit) and not value.is_attacker:
        return read_target(value, game)
    if isinstance(value, dict) and not {"weapons", "mortals", "attacks"} & value.keys():
        return read_target(value, game)
    return read_attacker(value, game)


def _row(unit: Unit, hammer: float | None, **reference: Any) -> dict[str, Any]:
    points, anvil = unit.points, None
    if unit.is_target:
        anvil = effective_wounds(_bare(unit), game=game_for(unit.game, ()), **reference)
    return {
        "unit": unit.label,
        "points": points,
        "damage_mean": hammer,
        "damage_per_100": per_100(hammer, points),
        "effective_wounds": anvil,
        "effective_wounds_per_100": per_100(anvil, points),
    }


def _bare(unit: Unit) -> Unit:
    """Return the unit as a target alone."""
    fields = {
        name: value for name, value in unit.given.items()
        if name in unit._fields and name not in ("weapons", "mortals", "modifiers", "order",
                                                 "context", "preset")
    }  # fmt: skip
    if unit.is_attacker and "abilities" in fields:
        own = [a for a in fields["abilities"] if a.kind in ("feel no pain", "stealth")]
        fields["abilities"] = own or None
    return type(unit)(modifiers=unit.defence, **fields)
