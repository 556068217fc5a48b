"""Random turns of both games over every field of the contract, and a way to take each out.

The counterpart of `strategies`, whose drawing it shares: a turn is a plain mapping with the
fields of a scenario file (``kind = "turn"``). Attacks themselves are drawn from less than
there, as they are compared elsewhere; what leaves a trace from one step to the next is here:
losses, wounded models, flags, gaps, charges, and what depends on them.

The steps come mostly in the order of a turn and sometimes in any order. What the contract
leaves open is not drawn: weapons with a range, which the gap might measure; a leader where
models are counted for mortal wounds, or where a hazardous weapon picks its victim.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import hypothesis.strategies as st
from oracle import reference_turns
from oracle.reference_turns import names
from support.strategies import TABLES, _Draw

Fields = dict[str, Any]
Switch = Callable[[Fields], bool]
Tables = Callable[[Fields], list[Fields]]

FIRST, SECOND = "first", "second"


def random_turn(rng: Random, small: bool) -> Fields:
    """Draw a turn.

    Parameters
    ----------
    rng : random.Random
        A seeded one, or that of hypothesis.
    small : bool
        Of 2 to 5 steps, with few attacks of units of few models: all dice can be enumerated.
        Otherwise up to 8 steps and up to 10 models a unit.

    Returns
    -------
    dict
        Legal, and JSON throughout.
    """
    return _Turn(_Draw(rng), small).fields


def turns() -> st.SearchStrategy[Fields]:
    """Turns of medium size."""
    return st.randoms(use_true_random=False).map(lambda rng: random_turn(rng, False))


def small_turns() -> st.SearchStrategy[Fields]:
    """Turns that can mostly be enumerated."""
    return st.randoms(use_true_random=False).map(lambda rng: random_turn(rng, True))


# ---------------------------------------------------------------------------- drawing

#: Steps in the order of a turn, with how often they are drawn; a game's own among them.
KINDS = {
    "wh40k": {"battleshock": 3, "heal": 2, "reinforce": 1, "move": 1, "advance": 2,
              "fall_back": 2, "shoot": 5, "mortals": 2, "grenade": 1, "charge": 4, "tank_shock": 1,
              "fight": 6},
    "aos": {"rally": 2, "heal": 2, "reinforce": 2, "move": 1, "run": 2, "retreat": 2,
            "shoot": 4, "mortals": 3, "charge": 4, "fight": 6, "power_through": 1},
}  # fmt: skip
RANGED, MELEE = ("gun", "cannon"), ("blade", "claw")


class _Turn:
    """A turn as it is drawn."""

    def __init__(self, draw: _Draw, small: bool) -> None:
        self.draw, self.small = draw, small
        self.game = draw.pick(("wh40k", "aos"))
        sides = {"a": FIRST, "b": SECOND}
        if draw.chance(30):
            sides["c"] = draw.pick((SECOND, FIRST))
        self.sides = sides
        kinds = self._kinds()
        self.kinds = kinds
        self.units = {name: self._unit(name) for name in sides}
        self.flags: list[str] = []
        gap = draw.pick((4, 9, 7.5, 2, 11, 6, 5.5, 12.5, 15)) if "charge" in kinds else 9
        self.fields: Fields = {"kind": "turn", "gap": gap, "units": self.units}
        if self.game == "aos" or draw.chance(30):
            self.fields["game"] = self.game
        steps: list[Fields] = []
        for kind in kinds:
            step = {"do": kind} | getattr(self, f"_{kind}")()
            if self.flags and kind != "control" and draw.on(28):
                step["if"] = self._condition()
            steps.append(step)
            if kind == "charge":
                self.flags.append(step.get("name", "charged"))
            elif kind == "battleshock":
                self.flags.append(f"{step['by']}.shocked")
        self.fields["step"] = steps
        ruleset = self._ruleset()
        if ruleset:
            self.fields["ruleset"] = ruleset

    def _kinds(self) -> list[str]:
        draw = self.draw
        weights = KINDS[self.game]
        bag = [kind for kind, weight in weights.items() for _ in range(weight)]
        kinds = [draw.pick(bag) for _ in range(draw.pick((2, 3, 3, 4, 5) if self.small
                                                         else (3, 4, 5, 6, 7)))]  # fmt: skip
        if draw.chance(75):
            kinds.sort(key=list(weights).index)
            # What was lost in the turn is tested, rallied and replaced after it.
            late = ("battleshock", "heal", "rally", "reinforce", "fall_back", "retreat")
            if draw.chance(70):
                kinds.sort(key=lambda kind: kind in late)
            if draw.chance(50) and "battleshock" in kinds and "fall_back" in kinds:
                kinds.remove("fall_back")
                kinds.append("fall_back")
        if draw.on(45):
            kinds.append("control")
        return kinds

    def _condition(self) -> Any:
        draw = self.draw
        flag = draw.pick(self.flags[::-1])
        wanted = f"not {flag}" if draw.chance(35) else flag
        if draw.chance(15):
            return [wanted, draw.pick(self.flags)]
        return [wanted] if draw.chance(10) else wanted

    # ------------------------------------------------------------------------- units

    def _unit(self, name: str) -> Fields:
        unit = self._aos_unit() if self.game == "aos" else self._wh40k_unit()
        draw, kinds = self.draw, self.kinds
        if name == "c" or draw.chance(70):
            unit["side"] = self.sides[name]
        if draw.on(30):
            unit["fights_first"] = True
        if {"move", "advance", "fall_back", "run", "retreat"} & {*kinds}:
            unit["move"] = draw.pick((6, 5, 7, 3))
        if "control" in kinds:
            unit["objective_control"] = draw.pick((1, 2, 3))
        if "reinforce" in kinds and not draw.chance(15):
            unit["reinforcements"] = True
        if draw.on(5):
            unit["name"] = "regiment"
        if draw.on(5):
            unit["points"] = 100
        return unit

    def _size(self, wounds: int) -> int:
        if not self.small:
            return int(self.draw.pick((3, 1, 2, 4, 5, 6, 10)))
        return int(self.draw.pick((1, 2, 3, 2, 5, 6) if wounds == 1 else (1, 2, 3, 2)))

    def _count(self, models: int) -> int:
        """Draw how many copies there are: mostly one for each model."""
        draw = self.draw
        if draw.chance(60):
            return models
        return int(draw.pick((1, models, 2 * models, max(1, models - 1))))

    def _wh40k_unit(self) -> Fields:
        draw = self.draw
        unit: Fields = {
            "toughness": draw.pick((4, 3, 5, 8)),
            "wounds": draw.pick((1, 2, 1, 3) if self.small else (1, 2, 3, 5)),
        }
        explodes = draw.on(24)
        models = 1 if explodes else self._size(unit["wounds"])
        if not draw.chance(15):
            unit["save"] = draw.pick(("4+", "5+", 6, "3+"))
        if draw.on(15):
            unit["invulnerable"] = draw.pick(("5+", "4+"))
        if draw.on(15):
            unit["feel_no_pain"] = draw.pick(("5+", "6+"))
        elif draw.on(15):
            unit["feel_no_pain_mortals"] = draw.pick(("4+", 5))
        parts: list[str] = []
        if models > 1 and draw.on(25):
            unit["groups"] = self._groups(models, unit["wounds"])
            parts += [g["name"] for g in unit["groups"]]
        elif models > 1 or draw.chance(60):
            unit["models"] = models
        leads = models < 6 and not explodes and draw.on(18)
        if leads:
            unit["leader"] = {"wounds": draw.pick((1, 2, 3)), "save": draw.pick(("4+", "3+"))}
            if draw.chance(60):
                unit["leader"]["name"] = "captain"
            parts.append(unit["leader"].get("name", "leader"))
        first = unit.get("groups", [{}])[0].get("wounds", unit["wounds"])
        if first > 1 and draw.on(30):
            unit["wounds_lost"] = draw.pick(tuple(range(1, first)))
        if draw.on(18):
            unit["starting_models"] = models + draw.pick((1, 2, models, models + 1))
        if "battleshock" in self.kinds:
            unit["leadership"] = draw.pick(("7+", 6, "8+"))
        keywords = draw.some(("Infantry", "Vehicle", "Character"), 18)
        if keywords:
            unit["keywords"] = keywords
        if draw.on(8):
            unit["abilities"] = [draw.pick(("Stealth", "Feel No Pain 5+"))]
        if explodes:
            value = draw.pick((1, "D3", "D3") if self.small else ("D3", "D6", 2))
            unit.setdefault("abilities", []).append(f"Deadly Demise {value}")
        options: dict[str, tuple[Any, ...]] = {
            "reroll_hits": ("ones", "failures"), "strength": (1, -1), "attacks": (1,),
            "save": (1, -1), "halve_damage": (True,), "damage_to": (1,),
            "ignore_first_damage": (True,), "wound_if_stronger": (-1,), "reroll_saves": ("ones",),
            "cover": (True,),
        }  # fmt: skip
        modifiers = {name: draw.pick(values) for name, values in options.items() if draw.on(5)}
        if modifiers:
            unit["modifiers"] = modifiers
        if draw.on(5):
            unit["context"] = draw.pick(({"cover": True}, {"stationary": True}))
        special = leads or "ignore_first_damage" in modifiers
        unit["weapons"] = [
            self._wh40k_weapon(kind, name, models, parts, special) for kind, name in self._armoury()
        ]
        return unit

    def _groups(self, models: int, wounds: int) -> list[Fields]:
        draw = self.draw
        first = draw.pick(tuple(range(1, models)))
        groups: list[Fields] = [
            {"name": "line", "models": first}, {"name": "special", "models": models - first}
        ]  # fmt: skip
        for group in groups:
            if draw.on(40):
                group["wounds"] = draw.pick((1, 2, wounds + 1))
            if draw.on(40):
                group["save"] = draw.pick(("4+", "5+", "3+"))
        return groups

    def _armoury(self) -> Iterator[tuple[str, str]]:
        """Draw of what types a unit's weapons are, and their names; one for fights."""
        for kind, called in (("ranged", RANGED), ("melee", MELEE)):
            number = 1 + self.draw.on(22)
            yield from [(kind, name) for name in called[:number]]

    def _wh40k_weapon(
        self, kind: str, name: str, models: int, parts: list[str], special: bool
    ) -> Fields:
        draw = self.draw
        weapon: Fields = {
            "name": name,
            "attacks": draw.pick((1, "1", 2, "D3") if self.small else (1, 2, "D3", 3, "D6")),
            "skill": draw.pick(("3+", "4+", 2, 5)),
            "strength": draw.pick((4, 5, 3, 8)),
            "damage": draw.pick((1, "1", 2, "D3")),
            "count": self._count(models),
        }
        if kind == "melee" or draw.chance(20):
            weapon["type"] = kind
        if draw.chance(60):
            weapon["ap"] = draw.pick((-1, -2, -3))
        if draw.on(25):
            weapon["group"] = draw.pick((*parts, "sergeant"))
            if weapon["group"] == "sergeant" and parts:
                weapon["group"] = parts[-1]
            weapon["count"] = draw.pick((1, 1, 2)) if parts else draw.pick((1, min(2, models)))
        often = {"Twin-linked": 5, "Lethal Hits": 4, "Sustained Hits 1": 5,
                 "Devastating Wounds": 10, "Torrent": 4}  # fmt: skip
        if kind == "melee":
            often |= {"Lance": 30}
        else:
            often |= {"Rapid Fire 1": 11, "Heavy": 10, "Blast": 26,
                      "Assault": 55 if "advance" in self.kinds else 4}  # fmt: skip
        often["Hazardous"] = 0 if special else 16
        often["Precision"] = 14
        abilities = [ability for ability, percent in often.items() if draw.on(percent)]
        if abilities:
            weapon["abilities"] = abilities
        return weapon

    def _aos_unit(self) -> Fields:
        draw = self.draw
        unit: Fields = {"health": draw.pick((1, 2, 3) if self.small else (1, 2, 3, 5))}
        models = self._size(unit["health"])
        if models > 1 or draw.chance(60):
            unit["models"] = models
        if not draw.chance(15):
            unit["save"] = draw.pick(("4+", "5+", 6, "3+"))
        if draw.on(25):
            unit["ward"] = draw.pick(("5+", "6+", 4))
        if draw.on(15):
            unit["ward_mortals"] = draw.pick(("4+", 5, "3+"))
        if unit["health"] > 1 and draw.on(35):
            unit["damage_taken"] = draw.pick(tuple(range(1, unit["health"])))
        if draw.on(20):
            unit["starting_models"] = models + draw.pick((1, 2))
        if draw.on(25):
            unit["strike_last"] = True
        keywords = draw.some(("Infantry", "Fly", "Hero"), 18)
        if keywords:
            unit["keywords"] = keywords
        options: dict[str, tuple[Any, ...]] = {
            "reroll_hits": ("ones", "failures"), "rend": (1,), "attacks": (1,),
            "save": (1, -1), "reroll_saves": ("ones",),
            "cover": (True,),
        }  # fmt: skip
        modifiers = {name: draw.pick(values) for name, values in options.items() if draw.on(6)}
        if modifiers:
            unit["modifiers"] = modifiers
        if draw.on(5):
            unit["context"] = draw.pick(({"cover": True}, {"all_out_attack": True}))
        unit["weapons"] = [self._aos_weapon(kind, name, models) for kind, name in self._armoury()]
        return unit

    def _aos_weapon(self, kind: str, name: str, models: int) -> Fields:
        draw = self.draw
        weapon: Fields = {
            "name": name,
            "attacks": draw.pick((1, "1", 2, "D3") if self.small else (1, 2, "D3", 3, "D6")),
            "hit": draw.pick(("3+", "4+", 2, 5)),
            "wound": draw.pick(("3+", "4+", 2, 5)),
            "damage": draw.pick((1, "1", 2, "D3")),
            "count": self._count(models),
        }
        if kind == "ranged" or draw.chance(20):
            weapon["type"] = kind
        if draw.chance(60):
            weapon["rend"] = draw.pick((1, 2))
        if draw.on(22):
            weapon["group"] = "sergeant"
            weapon["count"] = draw.pick((1, min(2, models)))
        if draw.on(12):
            weapon["champion"] = True
        abilities = []
        if draw.on(15):
            abilities.append(draw.pick(("Crit (Mortal)", "Crit (2 Hits)", "Crit (Auto-wound)")))
        if draw.on(28 if "charge" in self.kinds else 5):
            abilities.append("Charge (+1 Damage)")
        if draw.on(34 if "charge" in self.kinds else 4):
            abilities.append("Anti-charge (+1 Rend)")
        if draw.on(5):
            abilities.append("Companion")
        if abilities:
            weapon["abilities"] = abilities
        return weapon

    # ------------------------------------------------------------------------- steps

    def _by(self, percent: float = 75) -> str:
        """Draw a unit, with a chance of the side whose turn it is."""
        side = FIRST if self.draw.chance(percent) else SECOND
        return str(self.draw.pick([n for n in self.sides if self.sides[n] == side]))

    def _enemies(self, name: str) -> list[str]:
        return [other for other in self.sides if self.sides[other] != self.sides[name]]

    def _enemy(self, name: str) -> str:
        return str(self.draw.pick(self._enemies(name)))

    def _called(self, name: str, kind: str) -> list[str]:
        known = RANGED if kind == "ranged" else MELEE
        return [w["name"] for w in self.units[name]["weapons"] if w["name"] in known]

    def _context(self, kind: str, by: list[str]) -> Fields:
        """Draw the situation of a step, leaning towards what its weapons make use of."""
        draw = self.draw
        weapons = [w for name in by for w in self.units[name]["weapons"]]
        has = {a for w in weapons for a in w.get("abilities", ())}
        led = any("leader" in unit for unit in self.units.values())
        precise = 70 if led and "Precision" in has else 2
        likely: dict[str, float]
        if self.game == "aos":
            likely = {"cover": 24, "all_out_attack": 7, "all_out_defence": 7, "charged": 4}
        elif kind == "fight":
            likely = {"charged": 12 if "Lance" in has else 3, "precision_on_character": precise}
        else:
            likely = {"cover": 12, "half_range": 70 if "Rapid Fire 1" in has else 3,
                      "stationary": 70 if "Heavy" in has else 3, "plunging_fire": 4,
                      "precision_on_character": precise}  # fmt: skip
        context: Fields = {name: True for name, percent in likely.items() if draw.on(percent)}
        if any("Demise" in a for u in self.units.values() for a in u.get("abilities", ())):
            if draw.on(35):
                context["within_deadly_demise"] = draw.chance(50)
            if draw.on(20):
                context["distance"] = draw.pick((3, 6, 8))
        return {"context": context} if context else {}

    def _shoot(self) -> Fields:
        draw = self.draw
        by = self._by(70)
        called = self._called(by, "ranged")
        step: Fields = {"by": by, "at": self._enemy(by)}
        if len(called) > 1 and draw.on(40):
            step["weapons"] = draw.pick((called[-1:], called[-1], called[:1]))
        return step | self._context("shoot", [by])

    def _fight(self) -> Fields:
        draw = self.draw
        fighters = [*self.sides]
        if len(fighters) == 3 and draw.chance(30):
            del fighters[draw.pick((2, 0))]
        if len({self.sides[n] for n in fighters}) < 2:
            fighters = [*self.sides]
        if draw.chance(40):
            fighters.reverse()
        if len(fighters) == 3 and draw.chance(30):
            fighters = [*fighters[1:], fighters[0]]
        step: Fields = {"by": fighters}
        if draw.chance(20):
            by = draw.pick(fighters)
            step = {"by": draw.pick((by, [by])), "at": self._enemy(by)}
        else:
            # Who has several enemies says whom it fights.
            aims: Fields = {}
            for name in fighters:
                enemies = [other for other in self._enemies(name) if other in fighters]
                if len(enemies) > 1 or draw.on(8):
                    aims[name] = draw.pick(enemies)
            if aims:
                (one, *more), one_at = {*aims.values()}, {*aims}
                plain = not more and one not in one_at and draw.chance(50)
                step["at"] = one if plain else aims
        if draw.on(16):
            shared = [n for n in MELEE if all(n in self._called(u, "melee") for u in fighters)]
            step["weapons"] = draw.pick(([shared[-1]], shared[-1]))
        return step | self._context("fight", fighters)

    def _mortals(self) -> Fields:
        draw = self.draw
        by = self._by()
        step: Fields = {"by": by, "at": self._enemy(by)}
        if "leader" not in self.units[by] and draw.chance(40):
            step["per_model"] = 1
        elif not draw.chance(15):
            step["dice"] = draw.pick((2, 1, "D3", 3))
        if "per_model" not in step and draw.chance(40):
            del step["by"]
        if draw.chance(60):
            step["on"] = draw.pick(("4+", 5, "2+"))
            if draw.on(20):
                step["modifier"] = draw.pick((1, -1))
        if draw.chance(30):
            step["damage"] = draw.pick(("D3", 2))
        if draw.on(15):
            for name in ("on", "damage"):
                step.pop(name, None)
            step["table"] = draw.pick(TABLES[:2])
        if draw.on(20):
            step["gate"] = draw.pick(("3+", 4))
        if draw.on(20):
            step["max"] = draw.pick((1, 2))
        return step

    def _grenade(self) -> Fields:
        by = self._by()
        return {"by": by, "at": self._enemy(by)}

    _power_through = _grenade

    def _tank_shock(self) -> Fields:
        step = self._grenade()
        called = self._called(step["by"], "melee")
        if self.draw.on(40):
            step["weapon"] = self.draw.pick(called)
        return step

    def _charge(self) -> Fields:
        draw = self.draw
        by = self._by(95)
        step: Fields = {"by": by, "at": self._enemy(by)}
        if "charged" in self.flags or draw.on(15):
            step["name"] = draw.pick(("in", "again", "charged"))
        if draw.on(15):
            step["modifier"] = draw.pick((1, 2, -1, "D3", "-D3", "1-D3"))
        if draw.on(30):
            step["reroll"] = "failed"
        if draw.on(12):
            step["dice"] = draw.pick(("3D6kh2", "3D6kl2", "D6+3", "D6+D3+2"))
        elif draw.on(8):
            step["extra_die"] = draw.pick(("keep-highest", "keep-lowest", "add"))
        if self.game == "wh40k" and draw.on(30):
            step["overwatch"] = True
        return step

    def _battleshock(self) -> Fields:
        step: Fields = {"by": self._by(35)}
        if self.draw.on(8):
            step["insane_bravery"] = self.draw.pick((True, True, False))
        return step

    def _heal(self) -> Fields:
        draw = self.draw
        by = self._by(50)
        self._make_plain(by)
        # Only who can be wounded can be healed.
        unit, kind = self.units[by], "health" if self.game == "aos" else "wounds"
        if unit[kind] == 1 and "groups" not in unit:
            unit[kind] = draw.pick((2, 3))
        return {"by": by, "amount": draw.pick((1, "D3", 2))}

    def _make_plain(self, name: str) -> None:
        """Take from a unit what makes healing it, or the loss of whole models, not modelled."""
        unit = self.units[name]
        unit.pop("leader", None)
        unit.get("modifiers", {}).pop("ignore_first_damage", None)
        _group_legally(unit)

    def _rally(self) -> Fields:
        step: Fields = {"by": self._by(50)}
        if self.draw.chance(70):
            step["dice"] = self.draw.pick((2, 3, 7, 1))
        return step

    def _reinforce(self) -> Fields:
        return {"by": self._by(35)}

    def _move(self) -> Fields:
        by = self._by(95)
        return {"by": by, "toward": self._enemy(by)}

    _advance = _run = _move

    def _fall_back(self) -> Fields:
        by = self._by(50)
        self._make_plain(by)
        step: Fields = {"by": by}
        if len(self._enemies(by)) > 1 or self.draw.chance(50):
            step["toward"] = self._enemy(by)
        return step

    _retreat = _fall_back

    def _control(self) -> Fields:
        return {"units": [*self.sides] if self.draw.chance(80) else ["a", "b"]}

    def _ruleset(self) -> Fields:
        draw = self.draw
        steps = self.fields["step"]
        has = {a for w in _weapons(self.fields) for a in w.get("abilities", ())}
        covered = any("cover" in step.get("context", ()) for step in steps)
        again = any("reroll" in step for step in steps)
        options: dict[str, tuple[float, tuple[Any, ...]]]
        if self.game == "aos":
            options = {"cover_exception": (60 if covered else 4, ("target",)),
                       "aos_reroll": (45 if again else 3, ("all",))}  # fmt: skip
        else:
            waits = 60 if "Devastating Wounds" in has else 2
            options = {"devastating": (waits, ("errata-2024", "errata-2023-09")),
                       "save_cap": (4, ("bonuses",))}  # fmt: skip
        return {
            n: draw.pick(values) for n, (percent, values) in options.items() if draw.on(percent)
        }


# --------------------------------------------------------------------------- features


def _units(fields: Fields) -> list[Fields]:
    return list(fields["units"].values())


def _weapons(fields: Fields) -> list[Fields]:
    return [weapon for unit in _units(fields) for weapon in unit["weapons"]]


def _parts(kind: str) -> Tables:
    """Return tables inside units: their modifiers, context, leader."""
    return lambda fields: [unit[kind] for unit in _units(fields) if kind in unit]


def _steps(*kinds: str) -> Tables:
    return lambda fields: [step for step in fields["step"] if step["do"] in kinds]


def _contexts(fields: Fields) -> list[Fields]:
    return [step["context"] for step in fields["step"] if "context" in step]


def _rulesets(fields: Fields) -> list[Fields]:
    return [fields["ruleset"]] if "ruleset" in fields else []


def _drop(tables: Tables, name: str) -> Switch:
    """Leave a field out wherever it is given."""

    def off(fields: Fields) -> bool:
        on = False
        for table in tables(fields):
            on = table.pop(name, None) is not None or on
        return on

    return off


def _change(tables: Tables, name: str, how: Callable[[Any], Any]) -> Switch:
    """Change a field that can't be left out."""

    def off(fields: Fields) -> bool:
        on = False
        for table in tables(fields):
            if name in table:
                table[name] = how(table[name])
                on = True
        return on

    return off


def _drop_ability(ability: str) -> Switch:
    def off(fields: Fields) -> bool:
        on = False
        for weapon in _weapons(fields):
            if ability in weapon.get("abilities", ()):
                weapon["abilities"] = [a for a in weapon["abilities"] if a != ability]
                on = True
        return on

    return off


def _no_explosions(fields: Fields) -> bool:
    on = False
    for unit in _units(fields):
        kept = [a for a in unit.get("abilities", ()) if "Demise" not in a]
        if len(kept) < len(unit.get("abilities", ())):
            unit["abilities"] = kept
            on = True
    return on


def _drop_steps(kind: str) -> Switch:
    def off(fields: Fields) -> bool:
        before = len(fields["step"])
        fields["step"] = [step for step in fields["step"] if step["do"] != kind]
        return len(fields["step"]) < before

    return off


def _drop_groups(fields: Fields) -> bool:
    on = False
    for unit in _units(fields):
        if "groups" in unit:
            unit["models"] = sum(group["models"] for group in unit.pop("groups"))
            on = True
    return on


def _one_side_less(fields: Fields) -> bool:
    """Take the third unit away."""
    return fields["units"].pop("c", None) is not None


def _other_order(fields: Fields) -> bool:
    """Name the units of each fight in the other order."""
    on = False
    for step in _steps("fight")(fields):
        if len(names(step["by"])) > 1:
            step["by"] = step["by"][::-1]
            on = True
    return on


def _other_aims(fields: Fields) -> bool:
    """Let each unit that has two enemies in a fight go for the other one."""
    turn = reference_turns.Turn({**fields, "step": []})
    on = False
    for step in _steps("fight")(fields):
        if isinstance(step.get("at"), dict):
            for name, at in step["at"].items():
                others = [n for n in names(step["by"]) if n in turn.enemies(name) and n != at]
                if others:
                    step["at"][name] = others[0]
                    on = True
    return on


def _switches() -> dict[str, Switch]:
    made: dict[str, Switch] = {
        "gap": _change(lambda fields: [fields], "gap", lambda gap: gap + 2),
        "units.third": _one_side_less,
        "unit.groups": _drop_groups,
        "fight.by order": _other_order,
    }
    for name in ("side", "name", "points", "keywords", "abilities", "modifiers", "context", "save",
                 "invulnerable", "feel_no_pain", "feel_no_pain_mortals", "ward", "ward_mortals",
                 "wounds_lost", "damage_taken", "starting_models", "fights_first", "strike_last",
                 "reinforcements", "leader"):  # fmt: skip
        made[f"unit.{name}"] = _drop(_units, name)
    for name, more in (("move", 2), ("objective_control", 3)):
        made[f"unit.{name}"] = _change(_units, name, lambda value, more=more: value + more)
    made["unit.leadership"] = _change(_units, "leadership", lambda _: 10)
    made["modifiers.ignore_first_damage"] = _drop(_parts("modifiers"), "ignore_first_damage")
    for name in ("count", "group", "champion"):
        made[f"weapon.{name}"] = _drop(_weapons, name)
    for ability in ("Lance", "Assault", "Hazardous", "Blast", "Precision", "Charge (+1 Damage)",
                    "Anti-charge (+1 Rend)"):  # fmt: skip
        made[f"ability.{ability}"] = _drop_ability(ability)
    made["unit ability.Deadly Demise"] = _no_explosions
    for kind in dict.fromkeys((*KINDS["wh40k"], *KINDS["aos"])):
        made[f"step.{kind}"] = _drop_steps(kind)
    made["step.if"] = _drop(lambda fields: fields["step"], "if")
    for name in ("weapons", "context"):
        made[f"step.{name}"] = _drop(_steps("shoot", "fight"), name)
    made["fight.at"] = _other_aims
    for name in ("modifier", "reroll", "dice", "extra_die", "overwatch", "name"):
        made[f"charge.{name}"] = _drop(_steps("charge"), name)
    for name in ("per_model", "dice", "on", "damage", "gate", "max", "by"):
        made[f"mortals.{name}"] = _drop(_steps("mortals"), name)
    made["tank_shock.weapon"] = _drop(_steps("tank_shock"), "weapon")
    made["heal.amount"] = _change(_steps("heal"), "amount", lambda _: 6)
    made["rally.dice"] = _drop(_steps("rally"), "dice")
    for name in ("cover", "charged", "precision_on_character", "half_range", "stationary",
                 "all_out_attack", "all_out_defence", "within_deadly_demise"):  # fmt: skip
        made[f"context.{name}"] = _drop(_contexts, name)
    for name in ("devastating", "cover_exception", "aos_reroll"):
        made[f"ruleset.{name}"] = _drop(_rulesets, name)
    return made


_SWITCHES = _switches()

#: Everything that `switch_off` can leave out or change.
FEATURES: list[str] = list(_SWITCHES)

#: Those that must never change an answer. A side is left out where it is the default.
WITHOUT_EFFECT = frozenset(("unit.side", "unit.name", "unit.points"))


def switch_off(fields: Fields, feature: str) -> Fields | None:
    """Return a turn without one of its features, or with it changed; None if it isn't on.

    A field is left out wherever it stands. What stands in the way goes too: steps of a unit
    that is gone, conditions on flags that no step sets before.
    """
    changed = copy.deepcopy(fields)
    if not _SWITCHES[feature](changed) or not _make_legal(changed):
        return None
    return None if changed == fields else changed


def _make_legal(fields: Fields) -> bool:
    """Put things right after something was left out; return false if it can't be done."""
    units = fields["units"]
    if any(name not in "ab" and "side" not in unit for name, unit in units.items()):
        return False
    for unit in units.values():
        first = unit.get("groups", [{}])[0].get("wounds", unit.get("wounds", 1))
        if unit.get("wounds_lost", 0) >= first:
            del unit["wounds_lost"]
        _group_legally(unit)
    kept: list[Fields] = []
    flags: set[str] = set()
    for step in fields["step"]:
        if "by" in step and not isinstance(step["by"], str):
            step["by"] = [name for name in step["by"] if name in units]
            if not step["by"]:
                continue
        if "units" in step:
            step["units"] = [name for name in step["units"] if name in units]
            if not step["units"]:
                continue
        if isinstance(step.get("at"), dict):
            aims = {n: at for n, at in step["at"].items() if n in units and at in units}
            step["at"] = aims
            if not aims:
                del step["at"]
        elif step["do"] == "fight" and step.get("at") not in units:
            step.pop("at", None)
        if any(n not in units for key in ("at", "toward") for n in names(step.get(key))):
            continue
        if any(name not in units for name in names(step.get("by"))):
            continue
        if step["do"] == "fight" and not _all_have_foes(fields, step):
            return False
        if step["do"] == "mortals" and not {"on", "table"} & step.keys():
            step.pop("modifier", None)
        if step["do"] == "mortals" and "per_model" in step and "by" not in step:
            return False
        if "if" in step:
            wanted = [f for f in names(step["if"]) if f.removeprefix("not ") in flags]
            if wanted:
                step["if"] = wanted
            else:
                del step["if"]
        if step["do"] == "charge":
            flags.add(step.get("name", "charged"))
        elif step["do"] == "battleshock":
            flags.add(f"{step['by']}.shocked")
        kept.append(step)
    fields["step"] = kept
    return bool(kept)


def _group_legally(unit: Fields) -> None:
    """Take the group from weapons of which there is no such part, nor enough last models."""
    parts = [group["name"] for group in unit.get("groups", ())]
    if "leader" in unit:
        parts.append(unit["leader"].get("name", "leader"))
    for weapon in unit["weapons"]:
        if "group" in weapon and weapon["group"] not in parts:
            if "groups" in unit or weapon.get("count", 1) > unit.get("models", 1):
                del weapon["group"]


def _all_have_foes(fields: Fields, step: Fields) -> bool:
    """Whether each unit of a fight has one enemy to fight, and no other."""
    turn = reference_turns.Turn({**fields, "step": []})
    return all(len(turn.foes(step, name)) == 1 for name in names(step["by"]))


def smallest(fields: Fields, fails: Callable[[Fields], bool]) -> Fields:
    """Return a turn with as few features as possible of which something still holds.

    Parameters
    ----------
    fails : callable
        Whether the fault shows; true of `fields`.
    """
    going = True
    while going:
        going = False
        for number in reversed(range(len(fields["step"]))):
            fewer = copy.deepcopy(fields)
            del fewer["step"][number]
            if _make_legal(fewer) and fails(fewer):
                fields, going = fewer, True
        for feature in FEATURES:
            if feature in ("gap", "fight.by order", "fight.at", "unit.move", "unit.leadership",
                           "unit.objective_control", "heal.amount"):  # fmt: skip
                continue
            less = switch_off(fields, feature)
            if less is not None and fails(less):
                fields, going = less, True
    return fields
