"""What a reader may not expect: the notes beside a result, and the rulings that matter."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from mathhammer.games.wh40k.abilities import INERT, Ability
from mathhammer.games.wh40k.demise import demise_of, within
from mathhammer.games.wh40k.profiles import Context, Rider, Ruleset, Unit, Weapon
from mathhammer.games.wh40k.situation import BIG_GUNS, abilities_of

Armed = list[tuple[Weapon, dict[str, Ability]]]


def notes(attacker: Unit, target: Unit, context: Context, ruleset: Ruleset) -> list[str]:
    """Return the notes of a match-up, each one sentence (W-3, W-4).

    Parameters
    ----------
    attacker, target : Unit
    context : Context
        The attacker's own already merged over it.
    ruleset : Ruleset
    """
    unused = idle(attacker, target, context, ruleset)
    said = remarks(attacker, target, context, ruleset)
    return [*said, *_of_own_losses(attacker), *without_effect(unused)]


def remarks(attacker: Unit, target: Unit, context: Context, ruleset: Ruleset) -> list[str]:
    """Return all notes of a match-up but that on the context that has no effect."""
    armed = _armed(attacker)
    found = [
        *_of_types(armed, context),
        *_of_distance(armed, target, context),
        *_of_engagement(attacker, armed, target, context),
        *_of_sight(armed, target, context, ruleset),
        *_of_abilities(attacker, armed, target),
        *_of_riders(attacker, armed),
        *_of_stratagems(armed, target, context),
        *_of_demise(attacker, target, context),
    ]
    return list(dict.fromkeys(found))  # weapons of one name say the same


def without_effect(fields: list[str]) -> list[str]:
    """Return the note on fields of the context that have no effect, if there are any."""
    return [f"Without effect on these weapons: {', '.join(fields)}."] if fields else []


def _armed(attacker: Unit) -> Armed:
    return [(weapon, abilities_of(weapon, attacker)) for weapon in attacker.weapons]


def _names(weapons: list[Weapon]) -> str:
    return ", ".join(dict.fromkeys(w.name for w in weapons))


def _of_types(armed: Armed, context: Context) -> Iterator[str]:
    ranged = [w for w, _ in armed if w.type == "ranged"]
    melee = [w for w, _ in armed if w.type == "melee"]
    if ranged and melee:
        yield "Ranged and melee weapons are computed together, in the order given."
    if context.overwatch and melee:
        yield (
            f"{_names(melee)}: melee weapons don't fire overwatch; computed as if they did, "
            "hitting on unmodified 6s."
        )
    if context.advanced:
        silent = [w for w, a in armed if w.type == "ranged" and "assault" not in a]
        if silent:
            yield f"{_names(silent)}: no attacks after an Advance, only Assault weapons shoot."
        heavy = [w for w, a in armed if "heavy" in a]
        if context.stationary and heavy:
            yield (
                f"{_names(heavy)}: a unit that Advanced has not remained stationary; Heavy is "
                "computed as if it had."
            )
    lances = [w for w, a in armed if "lance" in a]
    if context.overwatch and context.charged and lances:
        yield (
            f"{_names(lances)}: overwatch is fired in the opponent's turn, in which the unit has "
            "not charged; Lance is computed as if it had."
        )


def _of_distance(armed: Armed, target: Unit, context: Context) -> Iterator[str]:
    ranged = [(w, a) for w, a in armed if w.type == "ranged"]
    distance = context.distance
    lone = any(a.kind == "lone operative" for a in target.abilities) and not target.leader
    if distance is None:
        if lone and ranged:
            yield "Lone Operative: it can only be shot at from within 12 inches."
        return
    far = [w for w, _ in ranged if w.range is not None and w.range < distance]
    if far:
        yield f"{_names(far)}: out of range at {distance:g} inches; computed as if in range."
    if lone and ranged and distance > 12:
        yield (
            f"Lone Operative: it can't be shot at from {distance:g} inches, only from within 12; "
            "computed as if it could."
        )
    if context.overwatch and distance > 24:
        yield (f"Overwatch reaches 24 inches, not {distance:g}; computed as if it did.")
    half = [(w, a) for w, a in ranged if "rapid fire" in a or "melta" in a]
    unknown = [w for w, _ in half if w.range is None]
    if unknown:
        state = "is" if context.half_range else "is not"
        yield (
            f"{_names(unknown)}: without a range the distance says nothing about half range; "
            f"it {state} taken to be within half range."
        )
    if context.half_range:
        beyond = [w for w, _ in half if w.range is not None and distance > w.range / 2]
        if beyond:
            yield (
                f"{_names(beyond)}: {distance:g} inches is beyond half range, so half_range "
                "doesn't apply."
            )


def _of_engagement(attacker: Unit, armed: Armed, target: Unit, context: Context) -> Iterator[str]:
    ranged = [(w, a) for w, a in armed if w.type == "ranged"]
    guns = [w for w, a in ranged if "pistol" not in a]
    pistols = [w for w, a in ranged if "pistol" in a]
    big = bool(BIG_GUNS & attacker.keywords)
    if guns and pistols and not big:
        yield (
            f"{_names(pistols)}: Pistols aren't shot together with other guns, unless by a "
            "Monster or Vehicle; computed together."
        )
    if context.attacker_engaged and guns and not big:
        yield (
            f"{_names(guns)}: an engaged unit shoots only Pistols, unless it is a Monster or "
            "Vehicle (is the keyword missing?); computed without a penalty."
        )
    if context.target_engaged and guns and not BIG_GUNS & target.keywords:
        yield (
            "An engaged target can only be shot at if it is a Monster or Vehicle (is the keyword "
            "missing?), or with Pistols by a unit engaged with it; computed without a penalty."
        )
    blast = [w for w, a in ranged if "blast" in a]
    if blast and (context.target_engaged or context.attacker_engaged):
        yield f"{_names(blast)}: Blast can't be used at an engaged unit; computed as if it could."


def _of_sight(armed: Armed, target: Unit, context: Context, ruleset: Ruleset) -> Iterator[str]:
    if not context.visible:
        blind = [w for w, a in armed if w.type == "ranged" and "indirect fire" not in a]
        if blind:
            yield (
                f"{_names(blind)}: only Indirect Fire can shoot at what isn't visible; computed "
                "as if it were."
            )
        near = [
            w
            for w, a in armed
            if w.type == "melee" and not ("precision" in a and context.precision_on_character)
        ]
        if near:
            yield f"{_names(near)}: visible = false has no effect on melee weapons."
    precise = [(w, a) for w, a in armed if "precision" in a]
    if context.precision_on_character:
        if not target.leader:
            yield "precision_on_character: the target has no leader."
        elif not precise:
            yield "precision_on_character: no weapon has Precision."
        elif not context.visible:
            yield "Precision reaches only a visible leader: wounds go to the bodyguard first."
        elif ruleset.devastating == "print-2023" and any(
            "devastating wounds" in a for _, a in precise
        ):
            yield (
                "Precision doesn't carry Devastating Wounds to the leader under print-2023: the "
                "attack ends and its mortal wounds go to the bodyguard first."
            )
        if len(target.leader) > 1 and precise and context.visible:
            yield (
                "Precision with several leaders: its wounds go to the first one listed "
                f"({target.leader[0].name}) while that one lives, then to the next."
            )
    elif precise and target.leader and context.visible:
        yield (
            f"{_names([w for w, _ in precise])}: Precision is not used; with the context "
            "precision_on_character its wounds go to the leader."
        )


def _of_abilities(attacker: Unit, armed: Armed, target: Unit) -> Iterator[str]:
    for weapon, abilities in armed:
        given = weapon.abilities + attacker.abilities
        name = weapon.name
        for ability in dict.fromkeys(given):
            if ability.kind in INERT:
                yield f"{name}: {ability} has no effect on the dice."
            elif ability.kind == "anti" and ability.keyword not in target.keywords:
                yield f"{name}: {ability} doesn't apply, the target lacks the keyword."
            elif ability.kind != "anti" and ability != abilities[ability.kind]:
                yield (
                    f"{name}: {ability} and {abilities[ability.kind]} don't add up, the higher "
                    "one counts."
                )
        if "torrent" in abilities:
            if weapon.skill:
                yield f"{name}: Torrent hits automatically, its skill isn't used."
            useless = [
                str(a) for k, a in abilities.items() if k in ("lethal hits", "sustained hits")
            ]
            if _hit_riders(weapon, attacker):
                useless.append("on_critical_hit")
            if useless:
                yield f"{name}: Torrent never hits critically: no {' and no '.join(useless)}."
        if "lethal hits" in abilities and "devastating wounds" in abilities:
            yield (
                f"{name}: a critical hit of Lethal Hits rolls no wound, so it is never a critical "
                "wound for Devastating Wounds."
            )
        if "extra attacks" in abilities and (
            attacker.modifiers.attacks or weapon.modifiers.attacks
        ):
            yield f"{name}: the number of Extra Attacks can't be modified."


def _of_own_losses(attacker: Unit) -> Iterator[str]:
    """Yield what isn't known of the attacker: a turn does know it."""
    armed = any("hazardous" in abilities for _, abilities in _armed(attacker))
    if armed and "models" not in attacker.__dict__:
        yield "Hazardous: the attacker's models aren't given, so its losses aren't capped."


def _hit_riders(weapon: Weapon, attacker: Unit) -> list[Rider]:
    riders = attacker.modifiers.on_critical_hit, weapon.modifiers.on_critical_hit
    return [rider for rider in riders if rider is not None]


def _of_riders(attacker: Unit, armed: Armed) -> Iterator[str]:
    carried = [w for w, _ in armed if any(r.mortals is not None for r in _hit_riders(w, attacker))]
    if carried:
        yield (
            f"{_names(carried)}: the mortal wounds of on_critical_hit are inflicted with the "
            "critical hit, whether or not it wounds."
        )


#: For each context flag, whether a weapon feels it; what none feels is named.
_FEELS: dict[str, Callable[[Weapon, dict[str, Ability]], bool]] = {
    "half_range": lambda w, a: "rapid fire" in a or "melta" in a,
    "stationary": lambda w, a: "heavy" in a,
    "charged": lambda w, a: "lance" in a,
    "cover": lambda w, a: w.type == "ranged" and "ignores cover" not in a,
    "plunging_fire": lambda w, a: w.type == "ranged",
    "smokescreen": lambda w, a: w.type == "ranged",
    "go_to_ground": lambda w, a: w.type == "ranged",
    "advanced": lambda w, a: w.type == "ranged",
    "attacker_engaged": lambda w, a: w.type == "ranged",
    "target_engaged": lambda w, a: w.type == "ranged",
}


def idle(attacker: Unit, target: Unit, context: Context, ruleset: Ruleset) -> list[str]:
    """Return the fields of the context that were given and have no effect (W-3, W-4).

    Parameters
    ----------
    attacker, target : Unit
    context : Context
        The attacker's own already merged over it.
    ruleset : Ruleset
    """
    armed = _armed(attacker)
    if not armed:
        return []
    found = [
        flag
        for flag, feels in _FEELS.items()
        if getattr(context, flag) and not any(feels(w, a) for w, a in armed)
    ]
    ranged = [w for w in attacker.weapons if w.type == "ranged"]
    far = bool(ranged) and any(a.kind == "lone operative" for a in target.abilities)
    far |= context.overwatch or any(w.range is not None for w in ranged)
    explodes = demise_of(target) is not None
    far |= explodes
    if (
        context.distance is not None
        and not far
        and not any(_FEELS["half_range"](*a) for a in armed)
    ):
        found.append("distance")
    if "within_deadly_demise" in context.given and not explodes:
        found.append("within_deadly_demise")
    return found


def _of_stratagems(armed: Armed, target: Unit, context: Context) -> Iterator[str]:
    if context.go_to_ground:
        if target.keywords and "infantry" not in target.keywords:
            yield "Go to Ground is for Infantry, which the target is not; computed as if it were."
        types = {w.type for w, _ in armed}
        if types == {"ranged", "melee"}:
            yield "Go to Ground ends with the shooting phase: its save is not applied to melee."
    if (
        context.smokescreen
        and target.keywords
        and "smoke" not in target.keywords
        and any(w.type == "ranged" for w, _ in armed)
    ):
        yield "Smokescreen is for units with Smoke, which the target lacks; computed all the same."


def _of_demise(attacker: Unit, target: Unit, context: Context) -> Iterator[str]:
    value = demise_of(target)
    if value is None:
        return
    if "within_deadly_demise" in context.given:
        return
    if not within(attacker, context):
        yield (
            f"Deadly Demise {value}: the attacker is not within 6 inches and suffers nothing "
            "(within_deadly_demise = true, or a distance, says else)."
        )
    elif context.distance is None:
        yield (
            f"Deadly Demise {value}: with melee weapons the attacker is within 6 inches, and "
            "suffers it where it explodes."
        )


def rulings(attacker: Unit, target: Unit, context: Context, ruleset: Ruleset) -> dict[str, Any]:
    """Return the resolved rulings that matter in a match-up, and those the user gave."""
    found: dict[str, Any] = {}
    if devastating(attacker):
        found["devastating"] = ruleset.devastating
        if target.defence.damage or target.defence.halve_damage:
            found["devastating_reduction"] = ruleset.devastating_reduction
    covered = context.cover or context.go_to_ground or context.smokescreen or not context.visible
    if target.defence.save + covered > 1:
        found["save_cap"] = ruleset.save_cap
    return {**found, **ruleset.given}


def devastating(attacker: Unit) -> bool:
    """Return whether Devastating Wounds is in play (W-3)."""
    return any(
        "devastating wounds" in abilities_of(weapon, attacker) for weapon in attacker.weapons
    )
