"""What was given and has no effect: fields of the context, critical hits and re-rolls."""

from __future__ import annotations

from collections.abc import Iterator

from mathhammer.games.aos.abilities import CHARGED
from mathhammer.games.aos.hits import hit_roll
from mathhammer.games.aos.profiles import Context, Ruleset, Unit, Weapon
from mathhammer.games.aos.reach import reached
from mathhammer.games.aos.saves import rend, save_roll
from mathhammer.games.aos.situation import Situation
from mathhammer.games.aos.weapon import abilities_of, crits, is_companion
from mathhammer.games.aos.wounds import wound_roll
from mathhammer.games.common.rolls import ALWAYS_FAILS

#: Modifiers that may have no effect on a weapon.
_MAYBE = ("critical_hits", "reroll_hits", "reroll_wounds", "reroll_damage", "reroll_attacks")


def idle(attacker: Unit, target: Unit, context: Context, ruleset: Ruleset) -> list[str]:
    """Return the fields of the context that were given and have no effect (A-3, A-4).

    Parameters
    ----------
    attacker, target : Unit
    context : Context
        The attacker's own already merged over it.
    ruleset : Ruleset
    """
    armed = bool(attacker.weapons)
    ranged = [w for w in attacker.weapons if w.type == "ranged"]
    abilities = [a for w in attacker.weapons for a in abilities_of(w, attacker.abilities)]
    covered = context.cover and armed
    ours = ruleset.cover_exception == "attacker"
    feels = {
        "covering_fire": bool(ranged),
        "guarded_hero": bool(ranged),
        "all_out_attack": armed,
        "all_out_defence": armed and bool(target.save),
        "charged": any(a.kind == "charge" for a in abilities)
        or (covered and ours and "fly" not in attacker.keywords),
        "target_charged": any(a.kind == "anti" and a.keyword in CHARGED for a in abilities)
        or (covered and not ours and "fly" not in target.keywords),
        "distance": any(w.range is not None for w in ranged)
        or (bool(ranged) and context.guarded_hero),
    }
    given = context.given
    return [name for name in feels if given.get(name, False) is not False and not feels[name]]


def idle_modifiers(attacker: Unit, here: Situation) -> Iterator[str]:
    """Yield a sentence on each modifier that has no effect (A-1, A-1.5, A-3).

    A modifier of a weapon is named where that weapon doesn't feel it, one of the unit where
    none of its weapons does; that it doesn't reach Companions is said elsewhere.
    """
    if not attacker.weapons:
        return
    for name in _MAYBE:
        for weapon in attacker.weapons:
            if name in weapon.modifiers.given:
                reason = _why_idle(name, weapon, attacker, here)
                if reason:
                    yield f"{weapon.name}: {name} has no effect, {reason}."
        if name in attacker.modifiers.given:
            own = [w for w in attacker.weapons if not is_companion(w)]
            reasons = [_why_idle(name, weapon, attacker, here) for weapon in own]
            if own and all(reasons):
                yield f"{name} of the unit has no effect on its weapons ({reasons[0]})."
    defence = here.target.defence
    if "reroll_saves" in defence.given or defence.save:
        if not here.target.save:
            yield "The target's modifiers of saves have no effect: it has no save."
        elif defence.reroll_saves and all(_unsaved(w, attacker, here) for w in attacker.weapons):
            yield "reroll_saves of the target has no effect: no save succeeds."


def _why_idle(name: str, weapon: Weapon, attacker: Unit, here: Situation) -> str:
    """Return why a modifier that reaches a weapon has no effect, empty where it has one."""
    ours = reached(weapon, attacker)
    if name == "reroll_damage":
        return "" if weapon.damage.terms else "its damage is a fixed number"
    if name == "reroll_attacks":
        return "" if weapon.attacks.terms else "its number of attacks is fixed"
    if name == "reroll_wounds":
        return "no wound roll succeeds" if wound_roll(weapon, ours, here).masses()[0] == 1 else ""
    hit = hit_roll(weapon, attacker, ours, here).masses()
    if name == "reroll_hits":
        return "no hit roll succeeds" if hit[0] == 1 else ""
    plain = hit_roll(weapon, attacker, ours._replace(critical_hits=0), here).masses()
    if not crits(abilities_of(weapon, attacker.abilities)):
        # A critical hit is still a hit where the modified roll would not be.
        return "" if hit[0] != plain[0] else "there is no Crit ability"
    return "" if hit != plain else "a 6 is critical anyway"


def _unsaved(weapon: Weapon, attacker: Unit, here: Situation) -> bool:
    """Return whether no save against a weapon succeeds."""
    abilities = abilities_of(weapon, attacker.abilities)
    needed = rend(weapon, abilities, reached(weapon, attacker), here)
    return save_roll(needed, here) == ALWAYS_FAILS
