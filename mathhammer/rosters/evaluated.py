"""What an army list does to targets, and to another list: options read, and all computed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from mathhammer.core.errors import MathhammerError, check_allowed, inside, quoted
from mathhammer.games.profiles import Context, Ruleset
from mathhammer.reading.read_units import as_list, read_all, read_situation, read_target
from mathhammer.rosters.army import DOES, army_units, defenders, read_army
from mathhammer.rosters.army_list import ArmyList
from mathhammer.rosters.in_turn import LEVEL
from mathhammer.rosters.match_up import ArmyAttacks, ArmyMatchUp


def army_at(
    roster: ArmyList,
    targets: Any,
    *,
    units: Sequence[str] = (),
    phase: str | None = None,
    army: str = "",
    context: Any = None,
    ruleset: Any = None,
) -> ArmyAttacks:
    """Return what every unit of a list does to targets.

    Parameters
    ----------
    roster : ArmyList
    targets : list
        Each as in `mathhammer.attack`; one alone is accepted, too.
    units : sequence of str
        Names; by default all.
    phase : {"shoot", "fight"}, optional
        By default both.
    army : str
        What all weapons have, as in the brackets of the text notation: "re-roll hits: ones".
    context : Context, dict or str, optional
    ruleset : Ruleset, dict or str, optional

    Returns
    -------
    ArmyAttacks
        In the order of the list; weapons with several profiles have a row for each.

    Raises
    ------
    MathhammerError
        Something given is wrong, or no unit attacks.
    """
    given = as_list(targets)
    if not given:
        raise MathhammerError("no target is given", "targets")
    read = read_all(read_target, given, "target", roster.game)
    situation = read_situation(context, ruleset, roster.game)
    army = _army(army, roster, "army")
    phase = _phase(phase)
    attackers = army_units(roster, units=units, phase=phase, army=army, modes=True)
    attacks = ArmyAttacks.of(roster, attackers, read, *situation, units, army)
    attacks.check(phase)
    return attacks


def army_against(
    roster: ArmyList,
    other: ArmyList,
    *,
    units: Sequence[str] = (),
    phase: str | None = None,
    army: str = "",
    enemy: str = "",
    context: Any = None,
    ruleset: Any = None,
    level: float = LEVEL,
) -> ArmyMatchUp:
    """Return what every unit of a list does to every unit of another one, and back.

    Parameters
    ----------
    roster, other : ArmyList
        Of one game.
    units : sequence of str
        Names of units of the first; by default all.
    phase, army, context, ruleset
        As of `army_at`; the situation is that of both sides.
    enemy : str
        What all weapons of the other army have.
    level : float
        P(destroyed) that is asked of several units in turn, above 0 and below 1.

    Returns
    -------
    ArmyMatchUp

    Raises
    ------
    MathhammerError
        Something given is wrong, no unit of either list attacks, or none of one can be attacked.
    """
    if not isinstance(other, ArmyList):
        raise MathhammerError(f"{quoted(other)} is no army list: Roster.load reads one")
    if isinstance(level, bool) or not isinstance(level, int | float) or not 0 < level < 1:
        raise MathhammerError(f"{quoted(level)} is not a probability above 0 and below 1", "level")
    ArmyMatchUp.check_games(roster, other)
    phase = _phase(phase)
    situation = read_situation(context, ruleset, roster.game)
    army, enemy = _army(army, roster, "army"), _army(enemy, other, "enemy")
    there = _side(roster, other, units, (), phase, army, *situation)
    back = _side(other, roster, (), units, phase, enemy, *situation)
    if not back.units:
        there.check(phase)
    return ArmyMatchUp(there, back, float(level))


def _side(
    roster: ArmyList, other: ArmyList, units: Iterable[str], at: Iterable[str], phase: str | None,
    army: str, context: Context, ruleset: Ruleset,
) -> ArmyAttacks:  # fmt: skip
    targets = defenders(other, list(at))
    if not targets:
        raise MathhammerError(f"no unit of {other.called} has a statline to be attacked by")
    attackers = army_units(roster, units=list(units), phase=phase, army=army)
    return ArmyAttacks.of(roster, attackers, targets, context, ruleset, list(units), army)


def _phase(phase: str | None) -> str | None:
    if phase is None:
        return None
    folded = phase.strip().casefold()
    check_allowed(folded, DOES, "is no phase", "phase")
    return folded


def _army(text: str, roster: ArmyList, where: str) -> str:
    if text:
        with inside(where):
            read_army(text, roster.game)
    return text
