"""What a reader may not expect: the notes beside a result, and the rulings that matter.

What belongs to one ability stands in that ability's file; here is what concerns all weapons.
"""

from typing import Any

from mathhammer.games.common.amounts import why_idle
from mathhammer.games.common.sentences import near, twice, unknown_keywords
from mathhammer.games.common.vocabulary import INERT, KEYWORD
from mathhammer.games.names import FAILED_SAVES
from mathhammer.games.wh40k.abilities import table
from mathhammer.games.wh40k.abilities.keywords import KEYWORDS
from mathhammer.games.wh40k.abilities.match_up import MatchUp, Sentences, about
from mathhammer.games.wh40k.abilities.of_weapon import abilities_of, acting_of
from mathhammer.games.wh40k.profiles import Context, Ruleset, Unit

#: Fields of the context that every ranged weapon feels, and no other, in its saves and before.
_OF_SAVES = ("plunging_fire", "smokescreen", "go_to_ground")
_OF_HITS = ("advanced", "attacker_engaged", "target_engaged")
_OF_RANGED = (*_OF_SAVES, *_OF_HITS)
#: Fields of the context that are named where nothing feels them.
_MAYBE_UNUSED = ("overwatch", "half_range", "stationary", "charged", "cover", *_OF_RANGED,
                 "distance", "within_deadly_demise")  # fmt: skip
#: Re-rolls of dice, what they roll again, and what that is.
_REROLLED = (
    ("reroll_attacks", "attacks", "number of attacks"),
    ("reroll_damage", "damage", "damage"),
)
#: How far Overwatch reaches, in inches (W-4.6).
OVERWATCH_REACH = 24


def notes(attacker: Unit, target: Unit, context: Context, ruleset: Ruleset) -> list[str]:
    """Return the notes of a match-up, each one sentence (W-3, W-4).

    Parameters
    ----------
    attacker, target : Unit
    context : Context
        The attacker's own already merged over it.
    ruleset : Ruleset
    """
    match_up = MatchUp(attacker, target, context, ruleset)
    of_attack = [note for row in table.WEAPON.rows if row.attack_notes
                 for note in row.attack_notes(match_up)]  # fmt: skip
    unused = unused_context(attacker, target, context, ruleset)
    rules = rule_notes(attacker, target, context, ruleset)
    return [*rules, *of_attack, *_of_points(target), *unused_note(unused)]


def rule_notes(attacker: Unit, target: Unit, context: Context, ruleset: Ruleset) -> list[str]:
    """Return the notes of a match-up that hold in a turn too, without that on unused context."""
    match_up = MatchUp(attacker, target, context, ruleset)
    sentences = [
        *_of_starts(match_up),
        *_of_types(match_up),
        *_of_distance(match_up),
        *_of_sight(match_up),
        *_of_abilities(match_up),
        *_of_names(match_up),
        *_of_criticals(match_up),
        *_of_rerolls(match_up),
        *_of_riders(match_up),
        *_of_stratagems(match_up),
        *_of_leaders(target),
    ]
    return list(dict.fromkeys(sentences))  # weapons of one name say the same


def unused_context(attacker: Unit, target: Unit, context: Context, ruleset: Ruleset) -> list[str]:
    """Return the fields of the context that were given and have no effect (W-3, W-4).

    Parameters
    ----------
    attacker, target : Unit
    context : Context
        The attacker's own already merged over it.
    ruleset : Ruleset
    """
    match_up = MatchUp(attacker, target, context, ruleset)
    if not match_up.armed:
        return []
    given, ranged = context.given, match_up.ranged
    used = {
        field
        for _, abilities in match_up.armed
        for ability in abilities.values()
        if ability.row in table.WEAPON.rows  # a unit's own come into play as it is attacked
        for field in ability.row.context
    }.difference(_OF_RANGED)
    for ability in target.abilities:
        if ranged or not ability.row.ranged_only:
            used.update(ability.row.context)
    saved = [(w, abilities) for w, abilities in ranged if not w.begins(FAILED_SAVES)]
    if saved:
        used.update(_OF_SAVES)
    if any(not weapon.start for weapon, _ in ranged):
        used.update(_OF_HITS)
    if any(not weapon.start for weapon, _ in match_up.armed):
        used.add("overwatch")
    if not all(abilities.ignores_cover for _, abilities in saved):
        used.add("cover")
    if context.overwatch or any(weapon.range is not None for weapon, _ in ranged):
        used.add("distance")
    return [
        name for name in _MAYBE_UNUSED
        if name not in used and name in given
        and (given[name] or name in ("distance", "within_deadly_demise"))
    ]  # fmt: skip


def unused_note(fields: list[str]) -> list[str]:
    """Return the note on fields of the context that have no effect, if there are any."""
    return [f"Without effect on these weapons: {', '.join(fields)}."] if fields else []


def _of_starts(match_up: MatchUp) -> Sentences:
    attacker = match_up.attacker
    started = [weapon for weapon, _ in match_up.armed if weapon.start]
    if not started:
        return
    from mathhammer.games.common.start import idle
    from mathhammer.games.wh40k.start import STAGES

    for weapon in started:
        yield from idle(weapon, attacker.modifiers, weapon.abilities + attacker.abilities, STAGES)


def _of_types(match_up: MatchUp) -> Sentences:
    melee = [weapon for weapon, _ in match_up.armed if weapon.type == "melee"]
    if match_up.ranged and melee:
        yield "Ranged and melee weapons are computed together, in the order given."
    if match_up.context.overwatch:
        yield from about(
            melee,
            "melee weapons don't fire overwatch; computed as if they did, hitting on unmodified "
            "6s.",
        )


def _of_distance(match_up: MatchUp) -> Sentences:
    context, distance = match_up.context, match_up.context.distance
    if distance is None:
        return
    far = [w for w, _ in match_up.ranged if w.range is not None and w.range < distance]
    yield from about(far, f"out of range at {distance:g} inches; computed as if in range.")
    if context.overwatch and distance > OVERWATCH_REACH:
        yield (
            f"Overwatch reaches {OVERWATCH_REACH} inches, not {distance:g}; computed as if it did."
        )


def _of_sight(match_up: MatchUp) -> Sentences:
    context = match_up.context
    if context.visible:
        return
    near = [
        weapon for weapon, abilities in match_up.armed
        if weapon.type == "melee"
        and not (context.precision_on_character and abilities.to_leader)
    ]  # fmt: skip
    yield from about(near, "visible = false has no effect on melee weapons.")


def _of_leaders(target: Unit) -> Sentences:
    """Yield which leaders have no save because none is given, beside a unit that has one."""
    parts = (target, *target.groups)
    for leader in target.leader if any(part.save for part in parts) else ():
        if "save" not in leader.given:
            yield (
                f"{leader.name} gives no save, so it has none; a save is written Sv3+ in a text, "
                'save = "3+" in a table.'
            )


def _of_points(target: Unit) -> Sentences:
    """Yield that points of models aren't known, where the leaders alone have their own."""
    if target.groups and target.points is not None and None in (target.points_by_group() or ()):
        yield (
            "points: a leader has its own and the groups have none, so points destroyed are left "
            "out; give each group its points."
        )


def _of_names(match_up: MatchUp) -> Sentences:
    """Yield which of the abilities that were given have no effect."""
    attacker, target = match_up.attacker, match_up.target
    named = {a.keyword for _, abilities in match_up.armed for a in abilities.values()}
    yield from unknown_keywords(target.keywords - named, KEYWORDS)
    for weapon, abilities in match_up.armed:
        yield from twice(weapon.label, weapon.abilities)
        for ability in dict.fromkeys(acting_of(weapon, attacker)):
            row = ability.row
            if row.effect == INERT:
                yield f"{weapon.label}: {ability} has no effect on the dice."
            elif row.value == KEYWORD:
                if ability.keyword not in target.keywords:
                    hint = near(ability.keyword, (*KEYWORDS, *target.keywords))
                    yield (
                        f"{weapon.label}: {ability} doesn't apply, the target lacks the keyword"
                        f"{hint}."
                    )
            elif ability != abilities[ability.kind]:
                yield (
                    f"{weapon.label}: {ability} and {abilities[ability.kind]} don't add up, the "
                    "higher one counts."
                )


def _of_abilities(match_up: MatchUp) -> Sentences:
    for row in (*table.WEAPON.rows, *table.UNIT.rows):
        if row.notes:
            yield from row.notes(match_up)


def _of_criticals(match_up: MatchUp) -> Sentences:
    ours = match_up.attacker.modifiers
    plain = [
        weapon for weapon, _ in match_up.armed
        if not weapon.start and not (ours.critical_hits or weapon.modifiers.critical_hits)
        and (ours.critical_hits_need_success or weapon.modifiers.critical_hits_need_success)
    ]  # fmt: skip
    yield from about(plain, "critical_hits_need_success has no effect without critical_hits.")


def _of_rerolls(match_up: MatchUp) -> Sentences:
    """Yield which re-rolls of dice for attacks and damage have no effect.

    One of a weapon is named where that has nothing to roll again, one of the unit where none has.
    """
    for name, field, what in _REROLLED:
        weapons = [w for w, _ in match_up.armed if field == "damage" or not w.start]
        for weapon in weapons:
            policy = getattr(weapon.modifiers, name)
            reason = why_idle(getattr(weapon, field), policy, what) if policy else ""
            yield from about([weapon] if reason else [], f"{name} has no effect, {reason}.")
        policy = getattr(match_up.attacker.modifiers, name)
        reasons = [why_idle(getattr(weapon, field), policy, what) for weapon in weapons]
        if policy and reasons and all(reasons):
            yield f"{name} of the unit has no effect on its weapons ({reasons[0]})."


def _of_riders(match_up: MatchUp) -> Sentences:
    carried = [
        weapon for weapon, _ in match_up.armed
        if any(rider.mortals is not None for rider in match_up.riders_of_hits(weapon))
    ]  # fmt: skip
    yield from about(
        carried,
        "the mortal wounds of on_critical_hit are inflicted with the critical hit, whether or not "
        "it wounds.",
    )


def _of_stratagems(match_up: MatchUp) -> Sentences:
    context, keywords = match_up.context, match_up.target.keywords
    if match_up.target.defence.cover and match_up.armed and all(
        abilities.ignores_cover for _, abilities in match_up.ranged
    ):  # fmt: skip
        yield "The target's cover has no effect on these weapons."
    if context.go_to_ground:
        if keywords and "infantry" not in keywords:
            yield "Go to Ground is for Infantry, which the target is not; computed as if it were."
        if {weapon.type for weapon, _ in match_up.armed} == {"ranged", "melee"}:
            yield "Go to Ground ends with the shooting phase: its save is not applied to melee."
    if context.smokescreen and keywords and "smoke" not in keywords and match_up.ranged:
        yield "Smokescreen is for units with Smoke, which the target lacks; computed all the same."


def rulings(attacker: Unit, target: Unit, context: Context, ruleset: Ruleset) -> dict[str, Any]:
    """Return the resolved rulings that matter in a match-up, and those the user gave."""
    defence = target.defence
    reduced = defence.damage or defence.halve_damage or defence.damage_to is not None
    matter = {
        name: getattr(ruleset, name)
        for name in _of_rows(attacker) if name != "devastating_reduction" or reduced
    }  # fmt: skip
    covered = (
        context.cover or defence.cover or context.go_to_ground or context.smokescreen
        or not context.visible
    )  # fmt: skip
    if target.defence.save + covered > 1:
        matter["save_cap"] = ruleset.save_cap
    return {**matter, **ruleset.given}


def devastating(attacker: Unit) -> bool:
    """Return whether Devastating Wounds is in play (W-3)."""
    return "devastating" in _of_rows(attacker)


def _of_rows(attacker: Unit) -> list[str]:
    """Return the rulings on which abilities of the attacker's weapons depend."""
    each = [abilities_of(weapon, attacker).values() for weapon in attacker.weapons]
    return [name for abilities in each for ability in abilities for name in ability.row.rulings]
