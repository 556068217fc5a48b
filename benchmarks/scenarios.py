"""Six scenarios from plain to heavy, and random loadouts around them.

S1: 20 attacks, damage 1, into ten two-wound models. S2: damage D6+1. S3: re-rolls and
Feel No Pain. S4: 10 x D6 attacks, Sustained and Lethal Hits, D3 damage. S5: Devastating
Wounds under the errata. S6: 60 attacks into twenty three-wound models.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any

from mathhammer.core.dice import Dice


@dataclass(frozen=True)
class Scenario:
    """One match-up, in numbers that every library can take.

    `weapon` and `target` are the fields of the scenario files; the rest says the same
    for the peers.
    """

    name: str
    weapon: dict[str, Any]
    target: dict[str, Any]
    ruleset: dict[str, Any] = field(default_factory=lambda: {"devastating": "errata-2023-09"})

    @property
    def attacks(self) -> dict[int, Fraction]:
        """Probabilities of the number of attacks."""
        one = _masses(self.weapon["attacks"])
        total = {0: Fraction(1)}
        for _ in range(self.weapon.get("count", 1)):
            total = _sum(total, one)
        return total

    @property
    def damage(self) -> dict[int, Fraction]:
        """Probabilities of the damage of an attack."""
        return _masses(self.weapon["damage"])

    skill = property(lambda self: self.weapon["skill"])
    save = property(lambda self: self.target["save"])
    save_needed = property(lambda self: self.target["save"] - self.weapon["ap"])
    wounds = property(lambda self: self.target["wounds"])
    models = property(lambda self: self.target["models"])
    feel_no_pain = property(lambda self: self.target.get("feel_no_pain", 0))
    lethal = property(lambda self: "Lethal Hits" in self.weapon.get("abilities", []))
    devastating = property(lambda self: "Devastating Wounds" in self.weapon.get("abilities", []))
    reroll_hits = property(lambda self: self.weapon.get("modifiers", {}).get("reroll_hits"))
    reroll_wounds = property(lambda self: self.weapon.get("modifiers", {}).get("reroll_wounds"))

    @property
    def sustained(self) -> int:
        """X of Sustained Hits X."""
        return int("Sustained Hits 1" in self.weapon.get("abilities", []))

    @property
    def wound_needed(self) -> int:
        """The wound table."""
        s, t = self.weapon["strength"], self.target["toughness"]
        return 2 if s >= 2 * t else 3 if s > t else 4 if s == t else 6 if 2 * s <= t else 5


def _masses(expression: Any) -> dict[int, Fraction]:
    dice = Dice.parse(expression)
    total = {dice.constant: Fraction(1)}
    for term in dice.terms:
        die = {k: Fraction(1, term.sides) for k in range(1, term.sides + 1)}
        for _ in range(term.number):
            total = _sum(total, die)
    return total


def _sum(p: dict[int, Fraction], q: dict[int, Fraction]) -> dict[int, Fraction]:
    total: dict[int, Fraction] = {}
    for a, pa in p.items():
        for b, qb in q.items():
            total[a + b] = total.get(a + b, Fraction(0)) + pa * qb
    return total


_BASE = {"skill": 3, "strength": 4, "ap": -1}
_TEN = {"models": 10, "toughness": 4, "save": 3, "wounds": 2}

SIX = (
    Scenario("S1", {**_BASE, "attacks": 20, "damage": 1}, _TEN),
    Scenario("S2", {**_BASE, "attacks": 20, "damage": "D6+1"}, _TEN),
    Scenario(
        "S3",
        {
            **_BASE,
            "attacks": 20,
            "damage": "D6+1",
            "modifiers": {"reroll_hits": "failures", "reroll_wounds": "ones"},
        },
        {**_TEN, "feel_no_pain": 5},
    ),
    Scenario(
        "S4",
        {
            **_BASE,
            "count": 10,
            "attacks": "D6",
            "damage": "D3",
            "abilities": ["Sustained Hits 1", "Lethal Hits"],
        },
        _TEN,
    ),
    Scenario(
        "S5",
        {**_BASE, "attacks": 20, "damage": 3, "abilities": ["Devastating Wounds"]},
        {**_TEN, "feel_no_pain": 5},
    ),
    Scenario(
        "S6",
        {**_BASE, "attacks": 60, "damage": "D6+1"},
        {"models": 20, "toughness": 4, "save": 3, "wounds": 3, "feel_no_pain": 5},
    ),
)


def random_loadouts(number: int, seed: int = 1) -> list[dict[str, Any]]:
    """Return different weapons, random around the six."""
    rng = Random(seed)
    loadouts: list[dict[str, Any]] = []
    seen = set()
    while len(loadouts) < number:
        base = rng.choice(SIX).weapon
        weapon = {
            **base,
            "skill": rng.randint(2, 5),
            "strength": rng.randint(3, 12),
            "ap": -rng.randint(0, 3),
        }
        if isinstance(base["attacks"], int):
            weapon["attacks"] = max(5, base["attacks"] + rng.randint(-10, 10))
        else:
            weapon["count"] = rng.randint(5, 12)
        weapon["damage"] = rng.choice([base["damage"], 1, 2, 3, "D3", "D6", "D6+1"])
        if repr(sorted(weapon.items(), key=str)) not in seen:
            seen.add(repr(sorted(weapon.items(), key=str)))
            loadouts.append(weapon)
    return loadouts


def targets(number: int = 20, seed: int = 2) -> list[dict[str, Any]]:
    """Return different targets, random around the six."""
    rng = Random(seed)
    made = []
    for i in range(number):
        target = {
            "name": f"target {i}",
            "models": rng.choice([5, 10, 20]),
            "toughness": rng.randint(3, 10),
            "save": rng.randint(2, 5),
            "wounds": rng.randint(1, 3),
        }
        if rng.random() < 0.5:
            target["feel_no_pain"] = rng.choice([5, 6])
        made.append(target)
    return made
