"""What a reader may not expect: the notes beside a result, and the rulings that matter."""

from typing import Any

from mathhammer.games.aos.abilities.companion import all_of, is_companion
from mathhammer.games.aos.abilities.keywords import KEYWORDS
from mathhammer.games.aos.abilities.row import Ability
from mathhammer.games.aos.crits import crits
from mathhammer.games.aos.hits import cover, hit_roll, is_covered
from mathhammer.games.aos.prepared_weapon import prepared_weapons
from mathhammer.games.aos.profiles import Context, Modifiers, Ruleset, Unit, Weapon
from mathhammer.games.aos.sequence import crit_of
from mathhammer.games.aos.situation import UNGUARDED, Situation, shared_situation
from mathhammer.games.aos.unused import unused_context, unused_modifiers
from mathhammer.games.common.sentences import Sentences, about, near, twice, unknown_keywords
from mathhammer.games.common.vocabulary import INERT


def notes(attacker: Unit, target: Unit, context: Context, ruleset: Ruleset) -> list[str]:
    """Return the notes of a match-up, each one sentence (A-1 to A-4).

    Parameters
    ----------
    attacker, target : Unit
    context : Context
        The attacker's own already merged over it.
    ruleset : Ruleset
    """
    unused = unused_context(attacker, target, context, ruleset)
    return [*rule_notes(attacker, target, context, ruleset), *unused_note(unused)]


def rule_notes(attacker: Unit, target: Unit, context: Context, ruleset: Ruleset) -> list[str]:
    """Return the notes of a match-up that hold in a turn too, without that on unused context."""
    situation = shared_situation(target, context, ruleset)
    sentences = [
        *_of_starts(attacker),
        *_of_types(attacker, context),
        *_of_crits(attacker, situation),
        *_of_abilities(attacker, situation),
        *_of_companions(attacker),
        *_of_riders(attacker, situation),
        *_of_rerolls(attacker),
        *unused_modifiers(attacker, situation),
        *_of_context(attacker, situation),
    ]
    return list(dict.fromkeys(sentences))


def unused_note(fields: list[str]) -> list[str]:
    """Return the note on fields of the context that have no effect, if there are any."""
    return [f"Without effect here: {', '.join(fields)}."] if fields else []


def _by_type(attacker: Unit) -> tuple[list[Weapon], list[Weapon]]:
    """Return the ranged weapons and those for melee."""
    ranged = [weapon for weapon in attacker.weapons if weapon.type == "ranged"]
    return ranged, [weapon for weapon in attacker.weapons if weapon.type == "melee"]


def _of_starts(attacker: Unit) -> Sentences:
    started = [weapon for weapon in attacker.weapons if weapon.start]
    if not started:
        return
    from mathhammer.games.aos.start import STAGES
    from mathhammer.games.common.start import idle

    for weapon in started:
        reaching = Modifiers() if is_companion(weapon) else attacker.modifiers
        yield from idle(weapon, reaching, all_of(weapon, attacker.abilities), STAGES)


def _of_types(attacker: Unit, context: Context) -> Sentences:
    ranged, melee = _by_type(attacker)
    if ranged and melee:
        yield "Ranged and melee weapons are computed together, as if in one ability and one pool."
    reaching = [weapon for weapon in melee if weapon.range is not None]
    yield from about(reaching, 'has a range and is taken for melee; type = "ranged" says else.')
    distance = context.distance
    if distance is not None:
        far = [w for w in ranged if w.range is not None and w.range < distance]
        yield from about(far, f"out of range at {distance:g} inches; computed as if in range.")
    if attacker.order == "best":
        yield "The order of weapons has no effect: all fill one damage pool."


def _of_crits(attacker: Unit, situation: Situation) -> Sentences:
    for weapon in prepared_weapons(attacker):
        available = crits(weapon.abilities)
        used = crit_of(weapon, situation)
        if used is not None and len(available) > 1:
            others = ", ".join(row.name for row in available if row != used)
            why = (
                "as chosen" if weapon.weapon.crit is not None
                else "with the most expected damage against this target"
            )  # fmt: skip
            yield f"{weapon.weapon.label}: uses {used.name}, {why}; not {others}."


def _of_abilities(attacker: Unit, situation: Situation) -> Sentences:
    keywords = situation.target.keywords
    named = {a.keyword for one in prepared_weapons(attacker) for a in one.abilities}
    yield from unknown_keywords(keywords - named, KEYWORDS)
    for _, weapon, _, abilities, _ in prepared_weapons(attacker):
        yield from twice(weapon.label, [a for a in weapon.abilities if not a.row.stacks])
        seen: dict[tuple[str, str], Ability] = {}
        for ability in abilities:
            if ability.row.effect == INERT:
                yield f"{weapon.label}: {ability} has no effect on the dice."
            if not ability.applies(situation):
                needed = [f for f in ability.context if not getattr(situation.context, f)]
                yield (
                    f"{weapon.label}: {ability} needs the context {', '.join(needed)}." if needed
                    else f"{weapon.label}: {ability} doesn't apply to this target"
                    f"{near(ability.keyword, (*KEYWORDS, *keywords))}."
                )  # fmt: skip
            known = seen.get((ability.kind, ability.keyword))
            seen[ability.kind, ability.keyword] = ability
            if known is None:
                continue
            if ability.row.stacks:
                yield f"{weapon.label}: {known} and {ability} add up."
            elif known != ability:
                yield f"{weapon.label}: {known} and {ability} don't add up, the higher one counts."
        for ability in weapon.abilities if weapon.type == "melee" else ():
            if ability.row.shoots_in_combat:
                yield f"{weapon.label}: {ability} has no effect on a melee weapon."


def _of_riders(attacker: Unit, situation: Situation) -> Sentences:
    for weapon in prepared_weapons(attacker):
        rider, name = weapon.modifiers.on_critical_hit, weapon.weapon.label
        crit = crit_of(weapon, situation)
        if rider is None:
            continue
        mortal = crit is not None and crit.mortal_on_critical_hit
        if rider.mortals and not mortal:
            yield (
                f"{name}: the mortal damage of on_critical_hit is inflicted with the critical hit, "
                "whether or not it wounds."
            )
        if mortal and rider.rend:
            yield f"{name}: no save follows a critical hit, the Rend of on_critical_hit is idle."
        if crit is not None and crit.extra_hits and (rider.rend or rider.damage):
            yield f"{name}: of two hits on_critical_hit goes with one, the other is a plain hit."


def _of_rerolls(attacker: Unit) -> Sentences:
    for weapon in prepared_weapons(attacker):
        if weapon.modifiers.reroll_wounds == "non-criticals":
            yield (
                f"{weapon.weapon.label}: wound rolls have no critical in this game, so all of them "
                "are rolled again."
            )


def _of_companions(attacker: Unit) -> Sentences:
    companions = [w for w in attacker.weapons if is_companion(w)]
    champions = [w for w in companions if w.champion]
    yield from about(champions, "a champion's attack doesn't reach a Companion weapon.")
    if attacker.abilities:
        names = ", ".join(str(a) for a in attacker.abilities)
        yield from about(companions, f"{names} of the unit doesn't reach a Companion weapon.")
    given = attacker.modifiers.given
    rider = attacker.modifiers.on_critical_hit
    numbers = [*given.values(), *(() if rider is None else (rider.rend, rider.damage))]
    if (
        any(value > 0 for value in numbers if isinstance(value, int))
        or any(name.startswith("reroll") for name in given)
        or (rider is not None and rider.mortals)
    ):
        yield from about(
            companions,
            "modifiers of the unit that make its attacks better don't reach a Companion weapon.",
        )


def _of_context(attacker: Unit, situation: Situation) -> Sentences:
    context, target = situation.context, situation.target
    ranged, melee = _by_type(attacker)
    if is_covered(target, context) and attacker.weapons and not cover(attacker, situation):
        whose = "the attacker" if situation.ruleset.cover_exception == "attacker" else "the target"
        yield f"Cover doesn't count: {whose} charged this turn or has Fly."
    if context.guarded_hero:
        if UNGUARDED & target.keywords:
            yield "Guarded Hero doesn't apply to a Monster or War Machine."
        elif "hero" not in target.keywords:
            yield "Guarded Hero is for Heroes, which the target is not; computed as if it were."
        if (
            context.distance is not None and context.distance > 12 and ranged
            and {"hero", "infantry"} <= target.keywords and situation.guarded
        ):  # fmt: skip
            yield (
                "A guarded Infantry Hero can't be shot at from beyond 12 inches; computed as if "
                "it could."
            )
    if context.covering_fire and ranged:
        yield from about(melee, "melee weapons take no part in Covering Fire; computed as usual.")


def rulings(attacker: Unit, target: Unit, context: Context, ruleset: Ruleset) -> dict[str, Any]:
    """Return the resolved rulings that matter in a match-up, and those the user gave."""
    matter: dict[str, Any] = {}
    situation = shared_situation(target, context, ruleset)
    other = situation._replace(
        ruleset=ruleset.replace(critical_always_hits=not ruleset.critical_always_hits)
    )
    for weapon in prepared_weapons(attacker):
        if hit_roll(weapon, situation) != hit_roll(weapon, other):
            matter["critical_always_hits"] = ruleset.critical_always_hits
    if is_covered(target, context) and any(not weapon.start for weapon in attacker.weapons):
        matter["cover_exception"] = ruleset.cover_exception
    return {**matter, **ruleset.given}


def devastating(attacker: Unit) -> bool:
    """Return whether Devastating Wounds is in play, which this game doesn't have."""
    return False
