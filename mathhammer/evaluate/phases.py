"""What an attacker uses in its phase: of the ways that the rules leave, the best at this target.

The best has the most models slain on average, of those the most damage, of those the first.
"""

from mathhammer.core.errors import MathhammerError, TooLargeError
from mathhammer.engine.limits import MAX_WORK
from mathhammer.games.common.ways import TYPES, Way
from mathhammer.games.profiles import Context, Ruleset, Unit
from mathhammer.games.registry import part
from mathhammer.results.attack import Result

#: Of values that are equal to within rounding the first counts.
ROUNDING = 1e-12


def in_phase(
    attacker: Unit, target: Unit, context: Context, ruleset: Ruleset
) -> tuple[Unit, tuple[str, ...]]:
    """Return an attacker with what it uses in its phase, and what is said of it.

    Parameters
    ----------
    attacker, target : Unit
    context : Context
        The attacker's own already merged over it.
    ruleset : Ruleset

    Raises
    ------
    MathhammerError
        It has no weapon for the phase, and no dice beside its weapons.
    TooLargeError
        Too many ways, or too much work to try them.
    """
    assert attacker.phase is not None
    ways = part(attacker.game, "ways").ways(attacker, attacker.phase)
    if not ways:
        if not attacker.mortals:
            raise MathhammerError(
                f"{attacker.label} has no {TYPES[attacker.phase]} weapon to {attacker.phase} with",
                "phase",
            )
        return _using(attacker, (0,) * len(attacker.weapons)), ()
    if len(ways) == 1:
        return _using(attacker, ways[0]), _said(attacker, ways)
    best, most = ways[0], (-1.0, -1.0)
    work = 0.0
    for way in ways:
        result = Result(_using(attacker, way), target, context, ruleset, None)
        work += result.evolution.work
        if work > MAX_WORK:
            raise TooLargeError(
                f"to try the {len(ways)} ways to use its weapons takes more than {MAX_WORK:.0e} "
                "steps: list only those that are used"
            )
        found = result.slain.mean, result.damage.mean
        if _better(found, most):
            best, most = way, found
    return _using(attacker, best), _said(attacker, ways, best)


def _better(found: tuple[float, float], most: tuple[float, float]) -> bool:
    slain, damage = (one - other for one, other in zip(found, most, strict=True))
    return slain > ROUNDING or (slain >= -ROUNDING and damage > ROUNDING)


def _using(attacker: Unit, way: Way) -> Unit:
    """Return an attacker with so many copies of its weapons, and its name."""
    used = [w.replace(count=n) for w, n in zip(attacker.weapons, way, strict=True) if n]
    return attacker.replace(weapons=used, phase=None, name=attacker.label)


def _said(attacker: Unit, ways: list[Way], best: Way | None = None) -> tuple[str, ...]:
    """Return what is used, where not everything is."""
    way = best or ways[0]
    if all(n == w.count for w, n in zip(attacker.weapons, way, strict=True)):
        return ()
    words = ", ".join(f"{n}x {w.name}" for w, n in zip(attacker.weapons, way, strict=True) if n)
    text = f"{attacker.phase}: {words}"
    if best is not None:
        text += f", the best at this target of {len(ways)} ways to use its weapons"
    return (f"{text}.",)
