"""What a reader may not expect: the notes beside a result, and the rulings that matter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mathhammer.games.aos.abilities import WRITTEN, Ability
from mathhammer.games.aos.hits import cover, hit_roll
from mathhammer.games.aos.idle import idle, idle_modifiers
from mathhammer.games.aos.profiles import Context, Ruleset, Unit, Weapon
from mathhammer.games.aos.reach import reached
from mathhammer.games.aos.saves import applies
from mathhammer.games.aos.sequence import arms_of, crit_of
from mathhammer.games.aos.situation import UNGUARDED, Situation, situation
from mathhammer.games.aos.weapon import abilities_of, crits, is_companion


def notes(attacker: Unit, target: Unit, context: Context, ruleset: Ruleset) -> list[str]:
    """Return the notes of a match-up, each one sentence (A-1 to A-4).

    Parameters
    ----------
    attacker, target : Unit
    context : Context
        The attacker's own already merged over it.
    ruleset : Ruleset
    """
    unused = idle(attacker, target, context, ruleset)
    return [*remarks(attacker, target, context, ruleset), *without_effect(unused)]


def remarks(attacker: Unit, target: Unit, context: Context, ruleset: Ruleset) -> list[str]:
    """Return all notes of a match-up but that on the context that has no effect."""
    here = situation(target, context, ruleset)
    found = [
        *_of_types(attacker, context),
        *_of_crits(attacker, here),
        *_of_abilities(attacker, here),
        *_of_companions(attacker),
        *_of_rerolls(attacker),
        *idle_modifiers(attacker, here),
        *_of_context(attacker, here),
    ]
    return list(dict.fromkeys(found))


def without_effect(fields: list[str]) -> list[str]:
    """Return the note on fields of the context that have no effect, if there are any."""
    return [f"Without effect here: {', '.join(fields)}."] if fields else []


def _names(weapons: list[Weapon]) -> str:
    return ", ".join(dict.fromkeys(w.name for w in weapons))


def _of_types(attacker: Unit, context: Context) -> Iterator[str]:
    weapons = attacker.weapons
    ranged = [w for w in weapons if w.type == "ranged"]
    melee = [w for w in weapons if w.type == "melee"]
    if ranged and melee:
        yield "Ranged and melee weapons are computed together, as if in one ability and one pool."
    reaching = [w for w in melee if w.range is not None]
    if reaching:
        yield f'{_names(reaching)}: has a range and is taken for melee; type = "ranged" says else.'
    if context.distance is not None:
        far = [w for w in ranged if w.range is not None and w.range < context.distance]
        if far:
            yield (
                f"{_names(far)}: out of range at {context.distance:g} inches; computed as if in "
                "range."
            )
    if attacker.order == "best":
        yield "The order of weapons has no effect: all fill one damage pool."


def _of_crits(attacker: Unit, here: Situation) -> Iterator[str]:
    for arm in arms_of(attacker):
        weapon = arm.weapon
        available = crits(abilities_of(weapon, attacker.abilities))
        if len(available) > 1:
            used = crit_of(arm, here)
            others = ", ".join(WRITTEN[c] for c in available if c != used)
            why = (
                "as chosen" if weapon.crit is not None
                else "with the most expected damage against this target"
            )  # fmt: skip
            yield f"{weapon.name}: uses {WRITTEN[str(used)]}, {why}; not {others}."


def _of_abilities(attacker: Unit, here: Situation) -> Iterator[str]:
    for weapon in attacker.weapons:
        seen: dict[tuple[str, str], Ability] = {}
        for ability in abilities_of(weapon, attacker.abilities):
            if ability.kind == "anti" and not applies(ability, here):
                yield f"{weapon.name}: {ability} doesn't apply to this target."
            if ability.kind == "charge" and not here.context.charged:
                yield f"{weapon.name}: {ability} needs the context charged."
            known = seen.get((ability.kind, ability.keyword))
            seen[ability.kind, ability.keyword] = ability
            if known is None:
                continue
            if ability.kind == "anti":
                yield f"{weapon.name}: {known} and {ability} add up."
            elif known != ability:
                yield (f"{weapon.name}: {known} and {ability} don't add up, the higher one counts.")
        if weapon.type == "melee" and any(a.kind == "shoot in combat" for a in weapon.abilities):
            yield f"{weapon.name}: Shoot in Combat has no effect on a melee weapon."


def _of_rerolls(attacker: Unit) -> Iterator[str]:
    for weapon in attacker.weapons:
        if reached(weapon, attacker).reroll_wounds == "non-criticals":
            yield (
                f"{weapon.name}: wound rolls have no critical in this game, so all of them are "
                "rolled again."
            )


def _of_companions(attacker: Unit) -> Iterator[str]:
    companions = [w for w in attacker.weapons if is_companion(w)]
    if not companions:
        return
    champions = [w for w in companions if w.champion]
    if champions:
        yield f"{_names(champions)}: a champion's attack doesn't reach a Companion weapon."
    if attacker.abilities:
        names = ", ".join(str(a) for a in attacker.abilities)
        yield f"{_names(companions)}: {names} of the unit doesn't reach a Companion weapon."
    given = attacker.modifiers.given
    if any(value > 0 for value in given.values() if isinstance(value, int)) or any(
        name.startswith("reroll") for name in given
    ):
        yield (
            f"{_names(companions)}: modifiers of the unit that make its attacks better don't reach "
            "a Companion weapon."
        )


def _of_context(attacker: Unit, here: Situation) -> Iterator[str]:
    context, target = here.context, here.target
    ranged = any(w.type == "ranged" for w in attacker.weapons)
    if context.cover and attacker.weapons and not cover(attacker, here):
        whose = "the attacker" if here.ruleset.cover_exception == "attacker" else "the target"
        yield f"Cover doesn't count: {whose} charged this turn or has Fly."
    if context.guarded_hero:
        if UNGUARDED & target.keywords:
            yield "Guarded Hero doesn't apply to a Monster or War Machine."
        elif "hero" not in target.keywords:
            yield "Guarded Hero is for Heroes, which the target is not; computed as if it were."
        if (
            context.distance is not None and context.distance > 12 and ranged
            and {"hero", "infantry"} <= target.keywords and here.guarded
        ):  # fmt: skip
            yield (
                "A guarded Infantry Hero can't be shot at from beyond 12 inches; computed as if "
                "it could."
            )
    melee = [w for w in attacker.weapons if w.type == "melee"]
    if context.covering_fire and melee and ranged:
        yield f"{_names(melee)}: melee weapons take no part in Covering Fire; computed as usual."


def rulings(attacker: Unit, target: Unit, context: Context, ruleset: Ruleset) -> dict[str, Any]:
    """Return the resolved rulings that matter in a match-up, and those the user gave."""
    found: dict[str, Any] = {}
    here = situation(target, context, ruleset)
    for weapon in attacker.weapons:
        ours = reached(weapon, attacker)
        other = here._replace(
            ruleset=ruleset.replace(critical_always_hits=not ruleset.critical_always_hits)
        )
        if hit_roll(weapon, attacker, ours, here) != hit_roll(weapon, attacker, ours, other):
            found["critical_always_hits"] = ruleset.critical_always_hits
    if context.cover and attacker.weapons:
        found["cover_exception"] = ruleset.cover_exception
    return {**found, **ruleset.given}


def devastating(attacker: Unit) -> bool:
    """Return whether Devastating Wounds is in play, which this game doesn't have."""
    return False
