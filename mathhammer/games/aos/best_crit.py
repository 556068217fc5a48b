"""Which of several Crit abilities is used: the one with the most expected damage (A-3)."""

from mathhammer.games.aos.abilities.row import CriticalHit, Row
from mathhammer.games.aos.damage import damage
from mathhammer.games.aos.prepared_weapon import PreparedWeapon
from mathhammer.games.aos.saves import rend, save_roll
from mathhammer.games.aos.situation import Situation
from mathhammer.games.aos.wounds import wound_roll


def critical_hit(weapon: PreparedWeapon, situation: Situation) -> CriticalHit:
    """Return what a critical hit of a weapon may come to (A-1, A-2.1, A-3.1)."""
    rider = weapon.modifiers.on_critical_hit
    more_rend, more = (0, 0) if rider is None else (rider.rend, rider.damage)
    wounds = 1.0 - wound_roll(weapon, situation).masses()[0]
    group = situation.unit.groups[0]

    def saved(more_rend: int, more: int) -> float:
        through = save_roll(rend(weapon, situation, more_rend), situation).masses()[0]
        return through * damage(weapon, situation, more).distribution().mean * _left(group.ignore)

    inflicted = damage(weapon, situation, more).distribution().mean * _left(group.ignore_mortal)
    wounded = saved(more_rend, more)
    return CriticalHit(wounds * saved(0, 0), wounds * wounded, wounded, inflicted)


def _left(ward: int) -> float:
    """Return the share of points that a ward leaves."""
    return (ward - 1) / 6 if ward else 1.0


def best_crit(available: list[Row], weapon: PreparedWeapon, situation: Situation) -> Row:
    """Return the Crit with the most expected damage against a target (A-3).

    Of equals the first listed.
    """
    hit = critical_hit(weapon, situation)
    values = [crit.crit_worth(hit) if crit.crit_worth else hit.rolled for crit in available]
    most = max(values)
    return next(c for c, v in zip(available, values, strict=True) if v >= most * (1 - 1e-12))
