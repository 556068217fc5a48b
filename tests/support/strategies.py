"""Random attack scenarios over every field of the contract, and a way to take each out.

A scenario is a plain dict ``{"attacker", "target", "context", "ruleset"}`` with the fields
of a scenario file, so that it can be written down as JSON; `build` makes its values.

`random_scenario` is the one generator. It asks its source only for `randrange`, and the
first of some options is always the plainest, so that hypothesis, whose source shrinks
every choice towards 0, ends at a short scenario. The draws lean towards features that
meet: half range where something needs it, the keyword that an Anti ability names,
precision where there is a leader.

`FEATURES` names everything that can be left out, and `switch_off` leaves it out: a test
that compares two engines is worth something where switching a feature off changes the
answer.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import hypothesis.strategies as st
from support.vocabulary import INERT, PLAIN, VALUED

from mathhammer.games.wh40k.abilities.parse import parse_unit_ability, parse_weapon_ability
from mathhammer.games.wh40k.profiles import (
    Context,
    Leader,
    ModelGroup,
    Modifiers,
    MortalDice,
    Rider,
    Ruleset,
    TargetModifiers,
    Unit,
    Weapon,
)

Scenario = dict[str, Any]


def build(scenario: Scenario) -> tuple[Unit, Unit, Context, Ruleset]:
    """Return the attacker, target, context and ruleset of a scenario."""
    return (
        Unit(**scenario["attacker"]),
        Unit(**scenario["target"]),
        Context(**scenario["context"]),
        Ruleset(**scenario["ruleset"]),
    )


# ---------------------------------------------------------------------------- drawing


class _Draw:
    """Choices of a scenario.

    Attributes
    ----------
    density : float
        Multiplies the chance of every optional feature; a scenario has one density.
    """

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.density = 1.0
        self.density = self.pick((0.4, 0.8, 1.0, 1.3, 1.8))

    def pick(self, options: Sequence[Any]) -> Any:
        """Return one of some options, all alike."""
        return options[self.rng.randrange(len(options))]

    def chance(self, percent: float) -> bool:
        """Return true with a chance, whatever the density."""
        return self.rng.randrange(1000) >= 1000 - 10 * percent

    def on(self, percent: float) -> bool:
        """Whether a feature is there."""
        return self.chance(min(75.0, percent * self.density))

    def some(self, options: Sequence[Any], percent: float) -> list[Any]:
        """Return a few different ones of some options, each with a chance."""
        return [option for option in options if self.on(percent)]


KEYWORDS = ("Infantry", "Vehicle", "Monster", "Character", "Mounted", "Epic Hero")


def random_scenario(rng: Random, small: bool) -> Scenario:
    """Draw a scenario.

    Parameters
    ----------
    rng : random.Random
        A seeded one, or that of hypothesis.
    small : bool
        Up to 3 weapons with few attacks on up to 5 models: all sequences of dice can be
        enumerated. Otherwise up to 4 weapons of up to 12 attacks on up to 12 models of up
        to 6 wounds, Blast, Rapid Fire and extra hits not counted; then ``order="best"``,
        phases and modes are never drawn, as a dice-roller can't find what is best.

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
        attacker["context"] = _part_of(draw, context)
    return {
        "attacker": attacker,
        "target": target,
        "context": context,
        "ruleset": _ruleset(draw, attacker, target),
    }


def scenarios() -> st.SearchStrategy[Scenario]:
    """Scenarios of medium size."""
    return st.randoms(use_true_random=False).map(lambda rng: random_scenario(rng, False))


def small_scenarios() -> st.SearchStrategy[Scenario]:
    """Scenarios that can be enumerated."""
    return st.randoms(use_true_random=False).map(lambda rng: random_scenario(rng, True))


# ----------------------------------------------------------------------------- target


def _defence(draw: _Draw, percent: float) -> dict[str, Any]:
    """Draw invulnerable saves and Feel No Pain."""
    made: dict[str, Any] = {}
    for name in ("invulnerable", "invulnerable_ranged", "invulnerable_melee"):
        if draw.on(percent):
            made[name] = draw.pick(("4+", "5+", 6, "3+", "-"))
    for name in ("feel_no_pain", "feel_no_pain_mortals"):
        if draw.on(percent):
            made[name] = draw.pick(("5+", "6+", 4, "3+", "2+", "-"))
    return made


def _save(draw: _Draw) -> Any:
    return draw.pick(("4+", "3+", "2+", 5, "6+", "7+", 3, "-"))


def _target(draw: _Draw, small: bool) -> dict[str, Any]:
    many, most = (5, 3) if small else (12, 6)
    target: dict[str, Any] = {}
    if draw.on(6):
        target["preset"] = draw.pick(("meq", "custodes", "horde-fnp", "armiger"))
    if draw.on(10):
        target["name"] = "enemy"
    target["toughness"] = draw.pick((4, 3, 5, 6, 8, 10))
    target["wounds"] = draw.pick(tuple(range(1, most + 1)))
    if not draw.chance(6):
        target["save"] = _save(draw)
    target |= _defence(draw, 13)
    if draw.on(26):
        target["groups"] = _groups(draw, small, most)
    elif not draw.chance(4) or "preset" in target:
        target["models"] = draw.pick((1, 2, 3, *range(1, many + 1), 5))
    keywords = draw.some(KEYWORDS, 30)
    if keywords:
        target["keywords"] = keywords
    abilities = []
    if draw.on(10):
        abilities.append("Stealth")
    if draw.on(10):
        abilities.append(draw.pick(("Feel No Pain 5+", "feel no pain 6+", "FNP 4+")))
    if draw.on(5):
        abilities.append("Lone Operative")
    if abilities:
        target["abilities"] = abilities
    modifiers = _target_modifiers(draw)
    if modifiers:
        target["modifiers"] = modifiers
    if draw.on(30):
        leaders = [_leader(draw, most)]
        if draw.chance(30):
            leaders.append(_leader(draw, most))
        target["leader"] = leaders[0] if len(leaders) == 1 and draw.chance(50) else leaders
    _points(draw, target)
    first = target.get("groups", [{}])[0].get("wounds", target["wounds"])
    if first > 1 and draw.on(22):
        target["wounds_lost"] = draw.pick(tuple(range(1, first)))
    if _is_one(target) and draw.on(60):
        target.setdefault("abilities", []).append(f"Deadly Demise {draw.pick(('D3', 1, 'D6'))}")
    return target


def _points(draw: _Draw, target: dict[str, Any]) -> None:
    """Give points to all parts of a target, or to the unit alone: others are refused."""
    groups, parts = (
        target.get("groups", []),
        [*target.get("groups", []), *_leaders({"target": target})],
    )
    of_parts = bool(parts) and draw.on(20)
    for part in parts if of_parts else ():
        part["points"] = 20
    if draw.on(10) or (of_parts and not groups):
        target["points"] = 20 * len(groups) or 100


def _is_one(target: dict[str, Any]) -> bool:
    """Whether a target is one model, as Deadly Demise asks."""
    if {"groups", "leader"} & {*target} or ("preset" in target and "models" not in target):
        return False
    return bool(target.get("models", 1) == 1)


def _groups(draw: _Draw, small: bool, most: int) -> list[dict[str, Any]]:
    groups = []
    for _ in range(draw.pick((2, 1, 2, 2, 3))):
        group: dict[str, Any] = {"models": draw.pick((1, 2) if small else (1, 2, 3, 4))}
        if draw.chance(10):
            del group["models"]  # 1 by default
        if draw.on(15):
            group["name"] = "some of them"
        if draw.on(45):
            group["save"] = _save(draw)
        if draw.on(45):
            group["wounds"] = draw.pick(tuple(range(1, most + 1)))
        groups.append(group | _defence(draw, 13))
    return groups


def _leader(draw: _Draw, most: int) -> dict[str, Any]:
    leader: dict[str, Any] = {"wounds": draw.pick(tuple(range(1, most + 1)))}
    if draw.on(15):
        leader["name"] = "captain"
    if not draw.chance(15):
        leader["save"] = _save(draw)
    leader |= _defence(draw, 22)
    if leader["wounds"] > 1 and draw.on(22):
        leader["wounds_lost"] = draw.pick(tuple(range(1, leader["wounds"])))
    return leader


def _target_modifiers(draw: _Draw) -> dict[str, Any]:
    options: dict[str, tuple[Any, ...]] = {
        "hit": (-1, 1, -2),
        "wound": (-1, 1, -2),
        "wound_if_stronger": (-1, -1, 1),
        "ap": (1, 2, -1),
        "save": (1, 2, 1, -1),
        "wound_floor": ("4+", 3, "5+"),
        "damage": (-1, -1, -2, 1),
        "damage_to": (1, 2, 1, 0),
        "halve_damage": (True,),
        "ignore_first_damage": (True,),
        "cover": (True,),
        "reroll_saves": ("ones", "failures"),
    }
    return {name: draw.pick(values) for name, values in options.items() if draw.on(9)}


# --------------------------------------------------------------------------- attacker


def _attacker(draw: _Draw, small: bool, target: dict[str, Any]) -> dict[str, Any]:
    attacker: dict[str, Any] = {}
    if draw.on(10):
        attacker["name"] = "squad"
    if draw.on(10):
        attacker["points"] = 90
    if draw.on(25):
        attacker["models"] = draw.pick((1, 2, 3))
    keywords = draw.some(("Vehicle", "Monster", "Character", "Infantry"), 14)
    if keywords:
        attacker["keywords"] = keywords
    number = draw.pick((1, 1, 1, 2, 2, 3) if small else (1, 2, 1, 2, 3, 4))
    if draw.on(7):
        number = 0
    if number:
        attacker["weapons"] = [_weapon(draw, small, target) for _ in range(number)]
        if number > 1 and draw.chance(12):  # the same weapon again, next to itself or later
            attacker["weapons"].append(copy.deepcopy(attacker["weapons"][0]))
        abilities = _weapon_abilities(draw, target, 2.5)
        if abilities:
            attacker["abilities"] = abilities
        modifiers = _modifiers(draw, small, 6, attacker["weapons"][0])
        if modifiers:
            attacker["modifiers"] = modifiers
    armed = number > 0 and not _waits(attacker)
    if not number or draw.on(22):
        attacker["mortals"] = [_mortals(draw, small, armed)]
        if draw.on(15):
            attacker["mortals"].append(_mortals(draw, small, armed))
    if small and number:
        _choices(draw, attacker, Weapon)
    if small and number == 2 and draw.on(25):
        attacker["order"] = "best"
    elif draw.chance(3):
        attacker["order"] = "listed"
    return attacker


_TYPES = {"shoot": "ranged", "fight": "melee"}


def _choices(draw: _Draw, attacker: dict[str, Any], kind: type[Any]) -> None:
    """Draw what leaves an attacker a choice: profiles of one weapon, and a phase."""
    first, *others = attacker["weapons"]
    if others and draw.on(12):
        second = draw.pick(others)
        first["type"] = second["type"] = kind(**first).type
        for name in ("count", "group"):
            second.pop(name, None)
            if name in first:
                second[name] = first[name]
        first["modes"] = second["modes"] = "two ways"
    if draw.on(9):
        attacker["phase"] = draw.pick(("shoot", "fight"))
    _legal_choices(attacker, kind)


def _legal_choices(attacker: dict[str, Any], kind: type[Any]) -> None:
    """Leave out a phase without weapons, and modes of weapons that are of two types."""
    weapons = attacker.get("weapons", [])
    if _TYPES.get(attacker.get("phase", "")) not in {kind(**weapon).type for weapon in weapons}:
        attacker.pop("phase", None)
    if len({kind(**weapon).type for weapon in weapons if "modes" in weapon}) > 1:
        for weapon in weapons:
            weapon.pop("modes", None)


_ATTACKS = {
    True: ("1", 2, "1", "2", "3", "D3", "D3", "D3-1", "2D3kl1"),
    False: ("2", 3, "4", "6", "D6", "D3+1", "2D3", "D6-1", "3D6kh2", "8", "12"),
}
_DAMAGE = {
    True: ("1", 1, "2", 2, "3", "D3", "D3", "D3+1", "D3-1", "D6", "2D3kh1"),
    False: ("1", 1, "2", 2, "3", "D3", "D6", "D3+1", "D6+1", "2D6", "2D6kl1", "D6-1", "D3+D6"),
}


def _weapon(draw: _Draw, small: bool, target: dict[str, Any]) -> dict[str, Any]:
    weapon: dict[str, Any] = {
        "attacks": draw.pick(_ATTACKS[small]),
        "strength": draw.pick((4, 5, 3, 6, 8, 12)),
        "damage": draw.pick(_DAMAGE[small]),
    }
    if draw.on(8):
        weapon["start"] = draw.pick(("hits", "wounds", "failed saves"))
    if draw.on(10):
        weapon["name"] = "bolt rifle"
    if draw.on(5):
        weapon["group"] = "squad"
    most = Weapon(**weapon).attacks.maximum
    fits = max(1, (3 if small else 12) // max(1, most))
    if draw.on(45) and fits > 1:
        weapon["count"] = draw.pick(tuple(range(2, fits + 1)))
    if not draw.chance(12):
        weapon["ap"] = draw.pick((-1, -2, 0, -3))
    if draw.chance(30):
        weapon["type"] = "melee"
    elif draw.chance(5):
        weapon["type"] = "ranged"
    if draw.on(25):
        weapon["range"] = draw.pick((24, 12, 18))
    abilities = _weapon_abilities(draw, target, 12)
    if abilities:
        weapon["abilities"] = abilities
    modifiers = _modifiers(draw, small, 6, weapon)
    if modifiers:
        weapon["modifiers"] = modifiers
    if "Torrent" not in abilities or draw.chance(60):
        weapon["skill"] = draw.pick(("3+", "4+", 2, "5+", 6))
    return weapon


def _weapon_abilities(draw: _Draw, target: dict[str, Any], percent: float) -> list[str]:
    often = {"devastating wounds": 1.7, "hazardous": 0.7, "torrent": 0.6}
    if "leader" in target:
        often["precision"] = 4.0
    abilities = []
    for kind in PLAIN:
        if draw.on(percent * often.get(kind, 1.0)):
            abilities.append(draw.pick((kind.title(), kind, kind.replace(" ", "-").upper())))
    for name, values in (
        ("Rapid Fire", (1, 2, "D3")),
        ("Sustained Hits", (1, 2, "D3")),
        ("Melta", (1, 2, 3)),
    ):
        if draw.on(percent):
            abilities.append(f"{name} {draw.pick(values)}")
            if draw.on(8):  # twice: the higher mean counts
                abilities.append(f"{name} {draw.pick(values)}")
    while draw.on(percent) and len(abilities) < 12:
        keywords = target.get("keywords") if draw.chance(85) else None
        keyword = draw.pick(keywords or KEYWORDS)
        abilities.append(f"Anti-{keyword} {draw.pick((4, 5, 3, 2))}+")
    abilities += draw.some([kind.title() for kind in INERT], 3)
    return abilities


def _modifiers(draw: _Draw, small: bool, percent: float, weapon: dict[str, Any]) -> dict[str, Any]:
    options: dict[str, tuple[Any, ...]] = {
        "hit": (1, -1, 2, -2),
        "wound": (1, -1, 2, -2),
        "attacks": (1, -1, -2) if small else (1, 2, -1, -3),
        "strength": (1, -1, 2, -3),
        "ap": (-1, 1, -2),
        "damage": (1, -1, 2, -2),
        "reroll_hits": ("ones", "failures", "non-criticals"),
        "reroll_wounds": ("ones", "failures", "non-criticals"),
        "reroll_damage": ("ones", "below-average", "<=2", "<=4"),
        "reroll_attacks": ("ones", "below-average", "<=2", "<=4"),
        "critical_hits": ("5+", 4, "3+", "2+"),
        "critical_wounds": ("5+", 4, "3+", "2+"),
        "ignore_hit_modifiers": (True,),
        "ignore_wound_modifiers": (True,),
    }
    made = Weapon(**weapon)
    likely = {
        "reroll_damage": 3.0 if made.damage.terms else 0.5,
        "reroll_attacks": 4.0 if made.attacks.terms else 0.5,
    }
    modifiers = {
        name: draw.pick(values)
        for name, values in options.items()
        if draw.on(percent * likely.get(name, 1.0))
    }
    if "critical_hits" in modifiers and draw.on(40):
        modifiers["critical_hits_need_success"] = True
    for name in ("on_critical_hit", "on_critical_wound"):
        if draw.on(percent * 1.5):
            rider: dict[str, Any] = {}
            if draw.chance(45):
                rider["ap"] = draw.pick((-1, -2, 1))
            if draw.chance(45):
                rider["damage"] = draw.pick((1, 2, -1))
            if draw.chance(45):
                rider["mortals"] = draw.pick((1, "1", "D3", 2))
            modifiers[name] = rider
    return modifiers


#: What mortal dice inflict by what they show, whatever their modifier.
TABLES: tuple[dict[str, Any], ...] = (
    {"2-4": 1, "5+": "D3"}, {"1-3": "D3", "4+": 3}, {"3": 2, "4+": "D3+1"},
)  # fmt: skip


def _waits(attacker: dict[str, Any]) -> bool:
    """Return whether some damage may wait, beside which no dice follow the models slain."""
    bearers = [attacker, *attacker.get("weapons", ())]
    kinds = {parse_weapon_ability(a).kind for b in bearers for a in b.get("abilities", ())}
    riders = [
        b.get("modifiers", {}).get(f"on_critical_{rolls}", {})
        for b in bearers for rolls in ("hit", "wound")
    ]  # fmt: skip
    return "devastating wounds" in kinds or any("mortals" in rider for rider in riders)


def _mortals(draw: _Draw, small: bool, armed: bool) -> dict[str, Any]:
    mortals: dict[str, Any] = {}
    if draw.on(10):
        mortals["name"] = "grenade"
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


def _kinds(attacker: dict[str, Any]) -> set[str]:
    """Return the kinds of all abilities of an attacker's weapons."""
    return {parse_weapon_ability(a).kind for table in _bearers(attacker) for a in table}


def _bearers(attacker: dict[str, Any]) -> Iterator[list[str]]:
    for bearer in (attacker, *attacker.get("weapons", ())):
        if "abilities" in bearer:
            yield bearer["abilities"]


def _context(draw: _Draw, attacker: dict[str, Any], target: dict[str, Any]) -> dict[str, Any]:
    kinds = _kinds(attacker)
    big = {"Vehicle", "Monster"}
    likely = {
        "half_range": 65 if kinds & {"rapid fire", "melta", "conversion"} else 3,
        "stationary": 65 if "heavy" in kinds else 3,
        "charged": 65 if "lance" in kinds else 3,
        "cover": 16,
        "attacker_engaged": 40 if big & {*attacker.get("keywords", ())} else 3,
        "target_engaged": 40 if big & {*target.get("keywords", ())} else 3,
        "overwatch": 6,
        "plunging_fire": 10,
        "go_to_ground": 9,
        "smokescreen": 9,
        "precision_on_character": 70 if "leader" in target and "precision" in kinds else 3,
        "advanced": 30 if "assault" in kinds else 4,
    }
    context: dict[str, Any] = {name: True for name, percent in likely.items() if draw.on(percent)}
    if draw.on(40 if "indirect fire" in kinds else 3):
        context["visible"] = False
    explodes = any("Demise" in ability for ability in target.get("abilities", ()))
    if draw.on(55 if explodes else 3):
        context["within_deadly_demise"] = draw.chance(80)
    ranges = any("range" in w for w in attacker.get("weapons", ()))
    if draw.on(35 if ranges else 6):
        context["distance"] = draw.pick((6, 9, 12, 20.5))
    return context


def _part_of(draw: _Draw, context: dict[str, Any]) -> dict[str, Any]:
    """Move part of a context into the attacker's own, which is merged over it."""
    own = {name: context.pop(name) for name in list(context) if draw.chance(50)}
    for name in ("half_range", "stationary", "charged", "cover", "plunging_fire"):
        if name not in own and draw.on(6):
            own[name] = not context.get(name, False)
    return own


def _ruleset(draw: _Draw, attacker: dict[str, Any], target: dict[str, Any]) -> dict[str, Any]:
    ruleset: dict[str, Any] = {}
    devastating = "devastating wounds" in _kinds(attacker)
    if draw.on(25 if devastating else 4):
        ruleset["set"] = draw.pick(("2024", "2023"))
    if draw.on(45 if devastating else 4):
        ruleset["devastating"] = draw.pick(("errata-2023-09", "errata-2024"))
    reduced = {"damage", "damage_to", "halve_damage"} & {*target.get("modifiers", ())}
    if draw.on(70 if devastating and reduced else 4):
        ruleset["devastating_reduction"] = False
    if draw.on(40 if "save" in target.get("modifiers", ()) else 7):
        ruleset["save_cap"] = "bonuses"
        if draw.chance(60):  # where it can matter
            target.setdefault("modifiers", {})["save"] = draw.pick((2, 1))
    return ruleset


# --------------------------------------------------------------------------- features

Switch = Callable[[Scenario], bool]
Tables = Callable[[Scenario], list[dict[str, Any]]]


def _attackers(s: Scenario) -> list[dict[str, Any]]:
    return [s["attacker"]]


def _weapons(s: Scenario) -> list[dict[str, Any]]:
    return list(s["attacker"].get("weapons", ()))


def _modifier_tables(s: Scenario) -> list[dict[str, Any]]:
    bearers = [s["attacker"], *_weapons(s)]
    return [b["modifiers"] for b in bearers if "modifiers" in b]


def _riders(kind: str) -> Tables:
    return lambda s: [m[kind] for m in _modifier_tables(s) if kind in m]


def _mortal_tables(s: Scenario) -> list[dict[str, Any]]:
    return list(s["attacker"].get("mortals", ()))


def _targets(s: Scenario) -> list[dict[str, Any]]:
    return [s["target"]]


def _group_tables(s: Scenario) -> list[dict[str, Any]]:
    return list(s["target"].get("groups", ()))


def _leaders(s: Scenario) -> list[dict[str, Any]]:
    leader = s["target"].get("leader", [])
    return leader if isinstance(leader, list) else [leader]


def _target_modifier_tables(s: Scenario) -> list[dict[str, Any]]:
    return [s["target"]["modifiers"]] if "modifiers" in s["target"] else []


def _contexts(s: Scenario) -> list[dict[str, Any]]:
    own = s["attacker"].get("context")
    return [s["context"]] if own is None else [s["context"], own]


def _rulesets(s: Scenario) -> list[dict[str, Any]]:
    return [s["ruleset"]]


def _drop(tables: Tables, name: str) -> Switch:
    """Leave a field out wherever it is given."""

    def off(scenario: Scenario) -> bool:
        on = False
        for table in tables(scenario):
            if name in table:
                del table[name]
                on = True
        return on

    return off


def _drop_ability(kind: str) -> Switch:
    """Take a weapon ability away from the attacker and its weapons."""

    def off(scenario: Scenario) -> bool:
        on = False
        for abilities in _bearers(scenario["attacker"]):
            kept = [a for a in abilities if parse_weapon_ability(a).kind != kind]
            on = on or len(kept) < len(abilities)
            abilities[:] = kept
        return on

    return off


def _drop_target_ability(kind: str) -> Switch:
    def off(scenario: Scenario) -> bool:
        abilities = scenario["target"].get("abilities", [])
        kept = [a for a in abilities if parse_unit_ability(a).kind != kind]
        on = len(kept) < len(abilities)
        abilities[:] = kept
        return on

    return off


def _reversed_weapons(scenario: Scenario) -> bool:
    weapons = scenario["attacker"].get("weapons", [])
    before = list(weapons)
    weapons.reverse()
    return bool(weapons != before)  # weapons alike, or the same from both ends, have no order


def _one_weapon(scenario: Scenario) -> bool:
    weapons = scenario["attacker"].get("weapons", [])
    on = len(weapons) > 1
    del weapons[1:]
    return on


def _no_weapons(scenario: Scenario) -> bool:
    attacker = scenario["attacker"]
    return "mortals" in attacker and attacker.pop("weapons", None) is not None


def _no_mortals(scenario: Scenario) -> bool:
    attacker = scenario["attacker"]
    return "weapons" in attacker and attacker.pop("mortals", None) is not None


def _no_groups(scenario: Scenario) -> bool:
    target = scenario["target"]
    if "groups" not in target:
        return False
    target["models"] = sum(g.get("models", 1) for g in target.pop("groups"))
    return True


def _one_leader(scenario: Scenario) -> bool:
    target = scenario["target"]
    on = len(_leaders(scenario)) > 1
    if on:
        target["leader"] = target["leader"][:1]
    return on


def _switches() -> dict[str, Switch]:
    made: dict[str, Switch] = {
        "weapons.order": _reversed_weapons,
        "weapons.several": _one_weapon,
        "weapons": _no_weapons,
        "mortals": _no_mortals,
        "groups": _no_groups,
        "leader.second": _one_leader,
    }
    for name in ("name", "points", "models", "keywords", "order", "phase", "abilities",
                 "context", "modifiers"):  # fmt: skip
        made[f"attacker.{name}"] = _drop(_attackers, name)
    for name in Weapon._fields:
        if name not in (*Weapon._required, *Weapon._until, "skill"):
            made[f"weapon.{name}"] = _drop(_weapons, name)
    for kind in (*PLAIN, *VALUED, "anti", *INERT):
        made[f"ability.{kind}"] = _drop_ability(kind)
    for name in Modifiers._fields:
        made[f"modifiers.{name}"] = _drop(_modifier_tables, name)
    for kind in ("on_critical_hit", "on_critical_wound"):
        for name in Rider._fields:
            made[f"{kind}.{name}"] = _drop(_riders(kind), name)
    for name in MortalDice._fields:
        made[f"mortals.{name}"] = _drop(_mortal_tables, name)
    for name in ("name", "points", "preset", "models", "keywords", "abilities", "modifiers",
                 "save", "invulnerable", "invulnerable_ranged", "invulnerable_melee",
                 "feel_no_pain", "feel_no_pain_mortals", "wounds_lost", "leader"):  # fmt: skip
        made[f"target.{name}"] = _drop(_targets, name)
    for kind in ("stealth", "feel no pain", "lone operative", "deadly demise"):
        made[f"target ability.{kind}"] = _drop_target_ability(kind)
    for name in TargetModifiers._fields:
        made[f"target modifiers.{name}"] = _drop(_target_modifier_tables, name)
    for name in ModelGroup._fields:
        made[f"group.{name}"] = _drop(_group_tables, name)
    for name in Leader._fields:
        if name not in Leader._required:
            made[f"leader.{name}"] = _drop(_leaders, name)
    for name in Context._fields:
        made[f"context.{name}"] = _drop(_contexts, name)
    for name in Ruleset._fields:
        made[f"ruleset.{name}"] = _drop(_rulesets, name)
    return made


_SWITCHES = _switches()

#: Everything that `switch_off` can leave out.
FEATURES: list[str] = list(_SWITCHES)

#: Those that must never change an answer.
WITHOUT_EFFECT = frozenset(
    name
    for name in FEATURES
    if name.endswith((".name", ".points"))
    or name in ("weapon.group", "ability.psychic", "ability.one shot",
                "target ability.lone operative")
)  # fmt: skip


def switch_off(scenario: Scenario, feature: str) -> Scenario | None:
    """Return a scenario without one of its features; None if it isn't on.

    A field is left out wherever it stands: in the modifiers of the attacker and in those of
    all its weapons, in every group, in the scenario's context and in the attacker's. Where
    the scenario would no longer be legal, what stands in the way goes too: a skill is put in
    where Torrent goes, wounds lost go where the first model has no longer that many, and points
    of the parts where not all of them have any.
    """
    changed = copy.deepcopy(scenario)
    if not _SWITCHES[feature](changed):
        return None
    _make_legal(changed)
    return changed


def _make_legal(scenario: Scenario) -> None:
    attacker, target = scenario["attacker"], scenario["target"]
    kinds = {parse_weapon_ability(a).kind for a in attacker.get("abilities", ())}
    for mortals in attacker.get("mortals", ()):
        if "on" not in mortals and "table" not in mortals:
            mortals.pop("modifier", None)
        if "weapons" not in attacker:
            mortals.pop("per_slain", None)
    for weapon in attacker.get("weapons", ()):
        own = {parse_weapon_ability(a).kind for a in weapon.get("abilities", ())}
        if "skill" not in weapon and "torrent" not in own | kinds:
            weapon["skill"] = "4+"
    _legal_choices(attacker, Weapon)
    if "weapons" not in attacker:
        attacker.pop("modifiers", None)
        attacker.pop("abilities", None)
        attacker.pop("order", None)
    first = target.get("groups", [{}])[0].get("wounds", target["wounds"])
    if target.get("wounds_lost", 0) >= first:
        del target["wounds_lost"]
    if not _is_one(target):
        _drop_target_ability("deadly demise")(scenario)
    parts = [*_group_tables(scenario), *_leaders(scenario)]
    if len({"points" in part for part in (parts if "groups" in target else [target, *parts])}) > 1:
        for part in parts:
            part.pop("points", None)


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
