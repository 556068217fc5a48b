"""What was given and has no effect: fields of the context, critical hits and re-rolls."""

from mathhammer.games.aos.abilities.companion import is_companion
from mathhammer.games.aos.crits import crits
from mathhammer.games.aos.hits import hit_roll, is_covered
from mathhammer.games.aos.prepared_weapon import PreparedWeapon, prepared_weapons
from mathhammer.games.aos.profiles import Context, Ruleset, Unit
from mathhammer.games.aos.saves import save_against
from mathhammer.games.aos.situation import Situation
from mathhammer.games.aos.wounds import wound_roll
from mathhammer.games.common.amounts import why_idle
from mathhammer.games.common.rolls import ALWAYS_FAILS
from mathhammer.games.common.sentences import Sentences
from mathhammer.games.names import FAILED_SAVES, HITS

#: Fields of the context that are named where nothing feels them.
_MAYBE_UNUSED = (
    "cover", "covering_fire", "guarded_hero", "all_out_attack", "all_out_defence", "charged",
    "target_charged", "distance",
)  # fmt: skip
#: Modifiers that may have no effect on a weapon.
_MODIFIERS = (
    "critical_hits",
    "reroll_hits",
    "reroll_wounds",
    "reroll_damage",
    "reroll_attacks",
    "on_critical_hit",
)


def unused_context(attacker: Unit, target: Unit, context: Context, ruleset: Ruleset) -> list[str]:
    """Return the fields of the context that were given and have no effect (A-3, A-4).

    Parameters
    ----------
    attacker, target : Unit
    context : Context
        The attacker's own already merged over it.
    ruleset : Ruleset
    """
    armed = any(not weapon.start for weapon in attacker.weapons)
    ranged = [w for w in attacker.weapons if w.type == "ranged" and not w.start]
    used = {
        field
        for weapon in prepared_weapons(attacker)
        for ability in weapon.abilities
        for field in ability.context
    }
    if armed:
        used.add("all_out_attack")
    if armed or not attacker.weapons:
        used.add("cover")
    saved = any(not weapon.begins(FAILED_SAVES) for weapon in attacker.weapons)
    if saved and target.save:
        used.add("all_out_defence")
    if armed and is_covered(target, context):  # whose charge or Fly takes it away
        if ruleset.cover_exception == "attacker" and "fly" not in attacker.keywords:
            used.add("charged")
        elif ruleset.cover_exception == "target" and "fly" not in target.keywords:
            used.add("target_charged")
    if ranged:
        used.update(("covering_fire", "guarded_hero"))
        if context.guarded_hero or any(weapon.range is not None for weapon in ranged):
            used.add("distance")
    given = context.given
    return [
        name for name in _MAYBE_UNUSED
        if name not in used and given.get(name, False) is not False
    ]  # fmt: skip


def unused_modifiers(attacker: Unit, situation: Situation) -> Sentences:
    """Yield a sentence on each modifier that has no effect (A-1, A-1.5, A-3).

    A modifier of a weapon is named where that weapon doesn't feel it, one of the unit where
    none of its weapons does; that it doesn't reach Companions is said elsewhere.
    """
    weapons = prepared_weapons(attacker)
    if not weapons:
        return
    for name in _MODIFIERS:
        for weapon in weapons:
            if name in weapon.weapon.modifiers.given:
                reason = _why_unused(name, weapon, situation)
                if reason:
                    yield f"{weapon.weapon.label}: {name} has no effect, {reason}."
        if name in attacker.modifiers.given:
            own = [weapon for weapon in weapons if not is_companion(weapon.weapon)]
            reasons = [_why_unused(name, weapon, situation) for weapon in own]
            if own and all(reasons):
                yield f"{name} of the unit has no effect on its weapons ({reasons[0]})."
    defence = situation.target.defence
    if "reroll_saves" in defence.given or defence.save:
        if not situation.target.save:
            yield "The target's modifiers of saves have no effect: it has no save."
        elif defence.reroll_saves and all(_unsaved(weapon, situation) for weapon in weapons):
            yield "reroll_saves of the target has no effect: no save succeeds."


def _why_unused(name: str, weapon: PreparedWeapon, situation: Situation) -> str:
    """Return why a modifier that applies to a weapon has no effect, empty where it has one."""
    profile = weapon.weapon
    if profile.start and name in _passed(profile.start):
        return ""  # which is said of all that comes before the start
    if name == "reroll_damage":
        return why_idle(profile.damage, weapon.modifiers.reroll_damage, "damage")
    if name == "reroll_attacks":
        return why_idle(profile.attacks, weapon.modifiers.reroll_attacks, "number of attacks")
    if name == "reroll_wounds":
        hopeless = wound_roll(weapon, situation).masses()[0] == 1
        return "no wound roll succeeds" if hopeless else ""
    rolled = hit_roll(weapon, situation)
    hit = rolled.masses() if rolled else (0.0, 1.0, 0.0)
    if name == "on_critical_hit":
        return "" if hit[2] else "no hit is critical"
    if name == "reroll_hits":
        return "no hit roll succeeds" if hit[0] == 1 else ""
    bare = weapon._replace(modifiers=weapon.modifiers._replace(critical_hits=0))
    without = hit_roll(bare, situation)
    plain = without.masses() if without else hit
    if not crits(weapon.abilities) and not weapon.modifiers.on_critical_hit:
        # A critical hit is still a hit where the modified roll would not be.
        return "" if hit[0] != plain[0] else "there is no Crit ability"
    return "" if hit != plain else "a 6 is critical anyway"


def _passed(start: str) -> tuple[str, ...]:
    """Return the re-rolls and criticals that come before a start."""
    before = "critical_hits", "on_critical_hit", "reroll_hits", "reroll_attacks"
    return before if start == HITS else (*before, "reroll_wounds")


def _unsaved(weapon: PreparedWeapon, situation: Situation) -> bool:
    """Return whether no save against a weapon succeeds."""
    return save_against(weapon, situation) == ALWAYS_FAILS
