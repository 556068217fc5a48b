"""Random attack scenarios of Age of Sigmar over every field, and a way to take each out.

The counterpart of `strategies`, whose drawing it shares: a scenario is a plain dict
``{"attacker", "target", "context", "ruleset"}`` with the fields of a scenario file, and
the draws lean towards features that meet: a charge where something gains by it, the
keyword that an Anti ability names, shooting where a hero is guarded.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from random import Random
from typing import Any

import hypothesis.strategies as st
from support.strategies import (
    TABLES,
    Scenario,
    Switch,
    _attackers,
    _bearers,
    _choices,
    _contexts,
    _Draw,
    _drop,
    _legal_choices,
    _modifier_tables,
    _mortal_tables,
    _no_mortals,
    _no_weapons,
    _one_weapon,
    _reversed_weapons,
    _riders,
    _rulesets,
    _target_modifier_tables,
    _targets,
    _weapons,
)
from support.vocabulary import CRITS

from mathhammer.core.text import fold
from mathhammer.games.aos.abilities.anti_rend import CHARGED
from mathhammer.games.aos.abilities.parse import parse_crit, parse_weapon_ability
from mathhammer.games.aos.profiles import (
    Context,
    Modifiers,
    MortalDice,
    Rider,
    Ruleset,
    TargetModifiers,
    Unit,
    Weapon,
)


def build(scenario: Scenario) -> tuple[Unit, Unit, Context, Ruleset]:
    """Return the attacker, target, context and ruleset of a scenario."""
    return (
        Unit(**scenario["attacker"]),
        Unit(**scenario["target"]),
        Context(**scenario["context"]),
        Ruleset(**scenario["ruleset"]),
    )


KEYWORDS = ("Infantry", "Hero", "Monster", "War Machine", "Cavalry", "Fly")


def random_scenario(rng: Random, small: bool) -> Scenario:
    """Draw a scenario.

    Parameters
    ----------
    rng : random.Random
        A seeded one, or that of hypothesis.
    small : bool
        Up to 3 weapons with few attacks on up to 4 models: all sequences of dice can be
        enumerated. Otherwise up to 4 weapons of up to 12 attacks on up to 12 models of up
        to 6 health, a champion's attacks and extra hits not counted.

    Returns
    -------
    dict
        ``attacker``, ``target``, ``context``, ``ruleset``; legal, and JSON throughout.
    """
    draw = _Draw(rng)
    target = _target(draw, small)
    attacker = _attacker(draw, small, target)
    context = _context(draw, attacker, target)
    if draw.on(12):
        attacker["context"] = _part_of_context(draw, context)
    return {
        "attacker": attacker,
        "target": target,
        "context": context,
        "ruleset": _ruleset(draw, attacker, target, context),
    }


def scenarios() -> st.SearchStrategy[Scenario]:
    """Scenarios of medium size."""
    return st.randoms(use_true_random=False).map(lambda rng: random_scenario(rng, False))


def small_scenarios() -> st.SearchStrategy[Scenario]:
    """Scenarios that can be enumerated."""
    return st.randoms(use_true_random=False).map(lambda rng: random_scenario(rng, True))


# ----------------------------------------------------------------------------- target


def _target(draw: _Draw, small: bool) -> dict[str, Any]:
    many, most = (4, 3) if small else (12, 6)
    target: dict[str, Any] = {}
    if draw.on(6):
        target["preset"] = draw.pick(("heavy", "plague", "cavalry", "skeleton"))
    if draw.on(10):
        target["name"] = "enemy"
    if draw.on(10):
        target["points"] = 100
    target["health"] = draw.pick((2, 1, *range(1, most + 1)))
    if not draw.chance(8):
        target["save"] = draw.pick(("4+", "3+", "2+", 5, "6+", "7+", 3, "-"))
    if draw.on(30):
        target["ward"] = draw.pick(("5+", "6+", 4, "3+", "-"))
    if draw.on(20):
        target["ward_mortals"] = draw.pick(("4+", "5+", 3, "6+", "-"))
    if not draw.chance(6) or "preset" in target:
        target["models"] = draw.pick((2, 1, *range(1, many + 1), 3))
    if target["health"] > 1 and draw.on(25):
        target["damage_taken"] = draw.pick(tuple(range(1, target["health"])))
    keywords = draw.some(KEYWORDS, 26)
    if keywords:
        target["keywords"] = keywords
    options: dict[str, tuple[Any, ...]] = {
        "hit": (-1, 1, -2),
        "wound": (-1, 1, -2),
        "save": (1, 2, -1),
        "cover": (True,),
        "reroll_saves": ("ones", "failures"),
    }
    modifiers = {name: draw.pick(values) for name, values in options.items() if draw.on(13)}
    if modifiers:
        target["modifiers"] = modifiers
    return target


# --------------------------------------------------------------------------- attacker


def _attacker(draw: _Draw, small: bool, target: dict[str, Any]) -> dict[str, Any]:
    attacker: dict[str, Any] = {}
    if draw.on(10):
        attacker["name"] = "regiment"
    if draw.on(10):
        attacker["points"] = 90
    if draw.on(25):
        attacker["models"] = draw.pick((1, 2, 3))
    keywords = draw.some(("Fly", "Infantry", "Hero"), 14)
    if keywords:
        attacker["keywords"] = keywords
    number = draw.pick((1, 1, 1, 2, 2, 3) if small else (1, 2, 1, 2, 3, 4))
    if draw.on(6):
        number = 0
    if number:
        attacker["weapons"] = [_weapon(draw, small, target) for _ in range(number)]
        if number > 1 and draw.chance(12):  # the same weapon again, next to itself or later
            attacker["weapons"].append(copy.deepcopy(attacker["weapons"][0]))
        abilities = _abilities(draw, target, 5)
        if abilities:
            attacker["abilities"] = abilities
        modifiers = _modifiers(draw, small, 8, attacker["weapons"][0])
        if modifiers:
            attacker["modifiers"] = modifiers
        for weapon in attacker["weapons"]:
            crits = _available_crits(attacker, weapon)
            if crits and draw.on(60 if len(crits) > 1 else 8):
                names = (CRITS[crit] for crit in crits)
                weapon["crit"] = draw.pick([f(n) for n in names for f in (_inside, str)])
    armed = number > 0
    if not number or draw.on(25):
        attacker["mortals"] = [_mortals(draw, small, armed)]
        if draw.on(20):
            attacker["mortals"].append(_mortals(draw, small, armed))
    if small and number:
        _choices(draw, attacker, Weapon)
    if draw.chance(5):
        attacker["order"] = draw.pick(("listed", "best"))
    return attacker


def _inside(ability: str) -> str:
    """Return what stands between the brackets of an ability."""
    return ability.partition("(")[2].rstrip(")")


_ATTACKS = {
    True: ("1", 2, "1", "2", "3", "D3", "D3", "D3-1", "2D3kl1"),
    False: ("2", 3, "4", "6", "D6", "D3+1", "2D3", "D6-1", "3D6kh2", "8", "12"),
}
_DAMAGE = {
    True: ("1", 1, "2", 2, "D3", "D3", "D3+1", "D3-1", "2D3kh1", "0"),
    False: ("1", 1, "2", 2, "3", "D3", "D6", "D3+1", "D6+1", "2D6", "2D6kl1", "D6-1", "D3+D6"),
}


def _weapon(draw: _Draw, small: bool, target: dict[str, Any]) -> dict[str, Any]:
    weapon: dict[str, Any] = {
        "attacks": draw.pick(_ATTACKS[small]),
        "hit": draw.pick(("3+", "4+", 2, "5+", 6)),
        "wound": draw.pick(("3+", "4+", 2, "5+", 6)),
        "damage": draw.pick(_DAMAGE[small]),
    }
    if draw.on(8):
        weapon["start"] = draw.pick(("hits", "wounds", "failed saves"))
    if draw.on(10):
        weapon["name"] = "lance"
    if draw.on(5):
        weapon["group"] = "regiment"
    most = Weapon(**weapon).attacks.maximum
    fits = max(1, (3 if small else 12) // max(1, most))
    if draw.on(45) and fits > 1:
        weapon["count"] = draw.pick(tuple(range(2, fits + 1)))
    if not draw.chance(15):
        weapon["rend"] = draw.pick((1, 2, 0, 3))
    if draw.on(35):
        weapon["type"] = draw.pick(("ranged", "ranged", "melee"))
    if draw.on(10):
        weapon["range"] = draw.pick((24, 12, 18))
    if draw.on(18):
        weapon["champion"] = True
    abilities = _abilities(draw, target, 14)
    if draw.on(14):
        abilities.append(draw.pick(("Companion", "companion", "COMPANION")))
    if draw.on(4):
        abilities.append(draw.pick(("Blood-hungry", "blood hungry", "Wyrdflame")))
    if abilities:
        weapon["abilities"] = abilities
    modifiers = _modifiers(draw, small, 6, weapon)
    if modifiers:
        weapon["modifiers"] = modifiers
    return weapon


def _abilities(draw: _Draw, target: dict[str, Any], percent: float) -> list[str]:
    """Draw abilities that a weapon may have itself or be given, Companion not among them."""
    abilities = []
    for kind in CRITS:
        if draw.on(percent):
            name = CRITS[kind]
            abilities.append(draw.pick((name, name.upper(), name.replace("-", " "))))
    while draw.on(1.4 * percent) and len(abilities) < 12:
        held = target.get("keywords") if draw.chance(85) else None
        name = draw.pick(("charge", "Charged")) if draw.chance(30) else draw.pick(held or KEYWORDS)
        abilities.append(f"Anti-{name} (+{draw.pick((1, 1, 2))} Rend)")
        if draw.on(12):  # the same once more: the higher bonus counts
            abilities.append(f"anti-{name} (+{draw.pick((1, 2))} rend)")
    while draw.on(percent) and len(abilities) < 12:  # more than one: the highest counts
        abilities.append(f"Charge (+{draw.pick((1, 1, 2))} Damage)")
    if draw.on(0.7 * percent):
        abilities.append(draw.pick(("Shoot in Combat", "shoot-in-combat")))
    if draw.chance(50):
        abilities.reverse()
    return abilities


def _modifiers(draw: _Draw, small: bool, percent: float, weapon: dict[str, Any]) -> dict[str, Any]:
    options: dict[str, tuple[Any, ...]] = {
        "hit": (1, -1, 2, -2),
        "wound": (1, -1, 2, -2),
        "attacks": (1, -1, -2) if small else (1, 2, -1, -3),
        "rend": (1, -1, 2, -2),
        "damage": (1, -1, 2, -2),
        "reroll_hits": ("ones", "failures", "non-criticals"),
        "reroll_wounds": ("ones", "failures", "non-criticals"),
        "reroll_damage": ("ones", "below-average", "<=2", "<=4"),
        "reroll_attacks": ("ones", "below-average", "<=2", "<=4"),
        "critical_hits": ("5+", 4, "3+", "2+"),
    }
    made = Weapon(**weapon)
    likely = {
        "reroll_damage": 3.0 if made.damage.terms else 0.5,
        "reroll_attacks": 4.0 if made.attacks.terms else 0.5,
        "critical_hits": 2.0 if any(a.kind in CRITS for a in made.abilities) else 0.7,
    }
    modifiers = {
        name: draw.pick(values)
        for name, values in options.items()
        if draw.on(percent * likely.get(name, 1.0))
    }
    if draw.on(percent * 1.5):
        rider: dict[str, Any] = {}
        if draw.chance(45):
            rider["rend"] = draw.pick((1, 2, -1))
        if draw.chance(45):
            rider["damage"] = draw.pick((1, 2, -1))
        if draw.chance(45):
            rider["mortals"] = draw.pick((1, "1", "D3", 2))
        modifiers["on_critical_hit"] = rider
    return modifiers


def _mortals(draw: _Draw, small: bool, armed: bool) -> dict[str, Any]:
    mortals: dict[str, Any] = {}
    if draw.on(10):
        mortals["name"] = "stampede"
    if armed and draw.on(35):
        mortals["per_slain"] = draw.pick((1, 1, 2))
    elif draw.on(25):
        mortals["per_model"] = draw.pick((1, 2))
    elif not draw.chance(20):
        mortals["dice"] = draw.pick((1, 2, "D3", 3) if small else (3, 6, "D6", "D3+1"))
    if draw.chance(65):
        mortals["on"] = draw.pick(("4+", 5, "2+"))
        if draw.on(25):
            mortals["modifier"] = draw.pick((1, -1, 2, -3))
    if draw.chance(35):
        mortals["damage"] = draw.pick(("D3", 2, "D3-1", "D6"))
    if draw.on(20):
        for name in ("on", "damage", "modifier"):
            mortals.pop(name, None)
        mortals["table"] = draw.pick(TABLES)
        if draw.on(25):
            mortals["modifier"] = draw.pick((1, -1, 2))
    if draw.on(25):
        mortals["gate"] = draw.pick(("3+", 4, "2+"))
    if draw.on(25):
        mortals["max"] = draw.pick((1, 2, 3))
    return mortals


# ------------------------------------------------------------------ context and rulings


def _context(draw: _Draw, attacker: dict[str, Any], target: dict[str, Any]) -> dict[str, Any]:
    read = [parse_weapon_ability(a) for table in _bearers(attacker) for a in table]
    charges = any(a.kind == "charge" for a in read)
    against = any(a.kind == "anti" and a.keyword in CHARGED for a in read)
    shoots = any(Weapon(**w).type == "ranged" for w in attacker.get("weapons", ()))
    hero = "Hero" in target.get("keywords", ())
    likely = {
        "charged": 60 if charges else 8,
        "target_charged": 60 if against else 8,
        "cover": 24,
        "all_out_attack": 16,
        "all_out_defence": 16,
        "covering_fire": 30 if shoots else 4,
        "guarded_hero": (55 if hero else 25) if shoots else 4,
    }
    context: dict[str, Any] = {name: True for name, percent in likely.items() if draw.on(percent)}
    if draw.on(8):
        context["distance"] = draw.pick((6, 9, 12, 20.5))
    return context


def _part_of_context(draw: _Draw, context: dict[str, Any]) -> dict[str, Any]:
    """Move part of a context into the attacker's own, which is merged over it."""
    own = {name: context.pop(name) for name in list(context) if draw.chance(50)}
    for name in ("charged", "cover", "all_out_attack", "all_out_defence", "target_charged"):
        if name not in own and draw.on(8):
            own[name] = not context.get(name, False)
    return own


def _ruleset(
    draw: _Draw, attacker: dict[str, Any], target: dict[str, Any], context: dict[str, Any]
) -> dict[str, Any]:
    ruleset: dict[str, Any] = {}
    if draw.on(12):
        ruleset["critical_always_hits"] = draw.chance(20)
        if draw.chance(60):  # where it can matter
            for weapon in attacker.get("weapons", ()):
                weapon["hit"] = draw.pick((6, 5))
            target.setdefault("modifiers", {})["hit"] = -1
    if draw.on(40 if "cover" in context else 5):
        ruleset["cover_exception"] = draw.pick(("target", "target", "attacker"))
    if draw.on(4):
        ruleset["aos_reroll"] = draw.pick(("all", "any"))
    return ruleset


# --------------------------------------------------------------------------- features


def _drop_ability(*kinds: str) -> Switch:
    """Take a weapon ability away from the attacker and its weapons."""

    def off(scenario: Scenario) -> bool:
        on = False
        for abilities in _bearers(scenario["attacker"]):
            kept = [a for a in abilities if parse_weapon_ability(a).kind not in kinds]
            on = on or len(kept) < len(abilities)
            abilities[:] = kept
        return on

    return off


def _drop_anti(condition: bool) -> Switch:
    """Take Anti-X away where X is a condition, or where it is a keyword."""

    def off(scenario: Scenario) -> bool:
        on = False
        for abilities in _bearers(scenario["attacker"]):
            read = [(a, parse_weapon_ability(a)) for a in abilities]
            kept = [a for a, r in read if r.kind != "anti" or (r.keyword in CHARGED) != condition]
            on = on or len(kept) < len(abilities)
            abilities[:] = kept
        return on

    return off


def _drop_keyword(bearer: str, keyword: str) -> Switch:
    def off(scenario: Scenario) -> bool:
        keywords = scenario[bearer].get("keywords", [])
        kept = [k for k in keywords if fold(k) != keyword]
        on = len(kept) < len(keywords)
        keywords[:] = kept
        return on

    return off


def _one_crit(scenario: Scenario) -> bool:
    """Leave each bearer its first Crit ability."""
    on = False
    for abilities in _bearers(scenario["attacker"]):
        crits = [a for a in abilities if parse_weapon_ability(a).kind in CRITS]
        on = on or len(crits) > 1
        abilities[:] = [a for a in abilities if a not in crits[1:]]
    return on


def _one_mortals(scenario: Scenario) -> bool:
    mortals = scenario["attacker"].get("mortals", [])
    on = len(mortals) > 1
    del mortals[1:]
    return on


def _switches() -> dict[str, Switch]:
    made: dict[str, Switch] = {
        "weapons.order": _reversed_weapons,
        "weapons.several": _one_weapon,
        "weapons": _no_weapons,
        "mortals": _no_mortals,
        "mortals.several": _one_mortals,
        "ability.several crits": _one_crit,
        "ability.anti keyword": _drop_anti(False),
        "ability.anti condition": _drop_anti(True),
        "attacker keyword.fly": _drop_keyword("attacker", "fly"),
    }
    for name in ("name", "points", "models", "keywords", "order", "phase", "abilities",
                 "context", "modifiers"):  # fmt: skip
        made[f"attacker.{name}"] = _drop(_attackers, name)
    for name in Weapon._fields:
        if name not in (*Weapon._required, *Weapon._until):
            made[f"weapon.{name}"] = _drop(_weapons, name)
    for kind in (*CRITS, "anti", "charge", "companion", "shoot in combat"):
        made[f"ability.{kind}"] = _drop_ability(kind)
    for name in Modifiers._fields:
        made[f"modifiers.{name}"] = _drop(_modifier_tables, name)
    for name in Rider._fields:
        made[f"on_critical_hit.{name}"] = _drop(_riders("on_critical_hit"), name)
    for name in MortalDice._fields:
        made[f"mortals.{name}"] = _drop(_mortal_tables, name)
    for name in ("name", "points", "preset", "models", "keywords", "modifiers", "save", "ward",
                 "ward_mortals", "damage_taken"):  # fmt: skip
        made[f"target.{name}"] = _drop(_targets, name)
    for keyword in ("monster", "war machine", "fly"):
        made[f"target keyword.{keyword}"] = _drop_keyword("target", keyword)
    for name in TargetModifiers._fields:
        made[f"target modifiers.{name}"] = _drop(_target_modifier_tables, name)
    for name in Context._fields:
        made[f"context.{name}"] = _drop(_contexts, name)
    for name in Ruleset._fields:
        made[f"ruleset.{name}"] = _drop(_rulesets, name)
    return made


_SWITCHES = _switches()

#: Everything that `switch_off` can leave out.
FEATURES: list[str] = list(_SWITCHES)

#: Those that must never change an answer: all weapons fill one pool in any order, ranges
#: are only checked, and rolls of several dice that can be re-rolled are those of charges.
WITHOUT_EFFECT = frozenset(
    name
    for name in FEATURES
    if name.endswith((".name", ".points"))
    or name in ("weapon.group", "weapon.range", "attacker.order", "context.distance",
                "ruleset.aos_reroll")
)  # fmt: skip


def switch_off(scenario: Scenario, feature: str) -> Scenario | None:
    """Return a scenario without one of its features; None if it isn't on.

    A field is left out wherever it stands. Where the scenario would no longer be legal, what
    stands in the way goes too: the choice of a Crit ability that is no longer there.
    """
    changed = copy.deepcopy(scenario)
    if not _SWITCHES[feature](changed):
        return None
    _make_legal(changed)
    return changed


def _available_crits(attacker: dict[str, Any], weapon: dict[str, Any]) -> list[str]:
    own = [parse_weapon_ability(a).kind for a in weapon.get("abilities", ())]
    given = [parse_weapon_ability(a).kind for a in attacker.get("abilities", ())]
    kinds = own if "companion" in own else own + given
    return [kind for kind in dict.fromkeys(kinds) if kind in CRITS]


def _make_legal(scenario: Scenario) -> None:
    attacker = scenario["attacker"]
    for mortals in attacker.get("mortals", ()):
        if "on" not in mortals and "table" not in mortals:
            mortals.pop("modifier", None)
        if "weapons" not in attacker:
            mortals.pop("per_slain", None)
    for weapon in attacker.get("weapons", ()):
        if "crit" in weapon and parse_crit(weapon["crit"]) not in _available_crits(
            attacker, weapon
        ):
            del weapon["crit"]
    _legal_choices(attacker, Weapon)
    if "weapons" not in attacker:
        attacker.pop("modifiers", None)
        attacker.pop("abilities", None)
        attacker.pop("order", None)


def smallest(scenario: Scenario, fails: Callable[[Scenario], bool]) -> Scenario:
    """Return a scenario with as few features as possible of which something still holds.

    Parameters
    ----------
    fails : callable
        Whether the fault shows; true of `scenario`.
    """
    going = True
    while going:
        going = False
        for feature in FEATURES:
            fewer = switch_off(scenario, feature)
            if feature != "weapons.order" and fewer is not None and fails(fewer):
                scenario, going = fewer, True
    return scenario
