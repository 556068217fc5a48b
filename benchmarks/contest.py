"""What the contestants of the Monte Carlo benchmark play, in numbers that all can take.

The six scenarios and the three pools of `aos.py`; what comes out of each contestant is a
histogram for each of `STAGES`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from aos import POOLS, Pool
from scenarios import SIX, Scenario

import mathhammer

#: What is counted, a histogram each; `lost` are the wounds that the target lost.
STAGES = ("attacks", "hits", "wounds", "unsaved", "mortal", "damage_rolled", "lost")


class Numbers(NamedTuple):
    """One weapon against one target.

    Attributes
    ----------
    dice, attacks : int
        Attacks are as many D6, if any; else a number.
    hit, wound, save : int
        What a roll needs, modifiers included; a 6 always hits and wounds, a 1 always fails.
    again_hit, again_wound : int
        Faces up to this are rolled once more.
    sides, damage : int
        Damage of an attack: one die of so many sides (0: none), and a constant.
    ignore : int
        What Feel No Pain or a ward needs, 0: none.
    models, health : int
    lethal, devastating, mortal : bool
        A critical hit wounds; a critical wound, a critical hit is mortal damage.
    extra : int
        Extra hits of a critical hit.
    pooled : bool
        All damage goes into one pool, and then wound by wound to the unit.
    """

    dice: int
    attacks: int
    hit: int
    wound: int
    save: int
    again_hit: int
    again_wound: int
    sides: int
    damage: int
    ignore: int
    models: int
    health: int
    lethal: bool
    devastating: bool
    mortal: bool
    extra: int
    pooled: bool

    @property
    def most_attacks(self) -> int:
        """The most attacks there can be."""
        return 6 * self.dice or self.attacks

    @property
    def last(self) -> int:
        """All wounds of the target."""
        return self.models * self.health


class Case(NamedTuple):
    """One row of the tables: a name, the numbers, and what ours is given."""

    name: str
    numbers: Numbers
    fields: tuple[Any, ...]
    options: dict[str, Any]

    def result(self, **more: Any) -> Any:
        """Return our result, exact where nothing else is asked for."""
        return mathhammer.attack(*self.fields, **self.options, **more)


def _dice(expression: Any) -> tuple[int, int]:
    """Return the sides (0: no die) and the constant of an expression of one die at most."""
    text = str(expression)
    if not text.startswith("D"):
        return 0, int(text)
    sides, _, constant = text[1:].partition("+")
    return int(sides), int(constant or 0)


def _scenario(s: Scenario) -> Case:
    copies = s.weapon.get("count", 1)
    rolled, number = _dice(s.weapon["attacks"])
    again = {None: 0, "ones": 1}
    sides, damage = _dice(s.weapon["damage"])
    numbers = Numbers(
        copies if rolled else 0, copies * number, s.skill, s.wound_needed, s.save_needed,
        again.get(s.reroll_hits, s.skill - 1), again.get(s.reroll_wounds, s.wound_needed - 1),
        sides, damage, s.feel_no_pain, s.models, s.wounds, s.lethal, s.devastating, False,
        s.sustained, False,
    )  # fmt: skip
    return Case(s.name, numbers, (s.weapon, s.target), {"ruleset": s.ruleset})


def _pool(s: Pool) -> Case:
    sides, damage = _dice(s.damage)
    numbers = Numbers(
        0, s.count * s.attacks, s.hit, s.wound, s.save + s.rend, 0, 0, sides, damage, s.ward,
        s.models, s.health, False, False, s.crit == "Mortal", int(s.crit == "2 Hits"), True,
    )  # fmt: skip
    return Case(s.name[:2], numbers, s.ours(), {"game": "aos"})


CASES = (*map(_scenario, SIX), *map(_pool, POOLS))
