"""What a unit uses against all that it may use, taken up model by model (W-3, A-3)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from oracle import reference_ways

import mathhammer
from mathhammer.games.aos import profiles as aos
from mathhammer.games.wh40k import profiles as wh40k

TARGETS = {
    "wh40k": ["10x geq", "5x meq", "3x T5 Sv2+ W3 4++", "T10 Sv3+ W12"],
    "aos": ["10x H1 Sv5+", "5x H2 Sv4+", "3x H3 Sv3+ Ward6+"],
}


def random_unit(rng: Random, game: str) -> Any:
    """Draw a unit with phases, profiles of one weapon, Pistols and Extra Attacks."""
    unit: dict[str, Any] = {"weapons": [], "phase": rng.choice((None, "shoot", "fight"))}
    if rng.random() < 0.5:
        unit["models"] = rng.randrange(1, 5)
    if rng.random() < 0.3:
        unit["keywords"] = [rng.choice(("Vehicle", "Monster", "Infantry"))]
    for number in range(rng.randrange(1, 4)):
        shared = {"count": rng.randrange(1, 4), "type": rng.choice(("ranged", "melee"))}
        modes = rng.choice((None, None, f"weapon {number}"))
        for k in range(rng.choice((2, 3)) if modes else 1):
            weapon = {**shared, "name": f"{number} {k}", "modes": modes,
                      "attacks": rng.choice((1, 2, "D3")),
                      "damage": rng.choice((1, 2, 3, "D3"))}  # fmt: skip
            if game == "aos":
                weapon |= {"hit": rng.randrange(3, 6), "wound": rng.randrange(3, 6),
                           "rend": rng.randrange(3)}  # fmt: skip
            else:
                marks = ("Pistol", "Extra Attacks", "Devastating Wounds", "Lethal Hits",
                         "Hazardous", "Assault", "Blast", "Indirect Fire")  # fmt: skip
                weapon |= {"skill": rng.randrange(3, 6), "strength": rng.randrange(3, 10),
                           "ap": -rng.randrange(4),
                           "abilities": [a for a in marks if rng.random() < 0.25]}  # fmt: skip
            if weapon["type"] == "ranged" and rng.random() < 0.5:
                weapon["range"] = rng.choice((6, 12, 24))
            unit["weapons"].append(weapon)
        if modes and rng.random() < 0.3:
            unit.setdefault("use", {})[modes] = f"{number} 1"
    types = {weapon["type"] for weapon in unit["weapons"]}
    if unit["phase"] and {"shoot": "ranged", "fight": "melee"}[unit["phase"]] not in types:
        unit["phase"] = None
    return (aos if game == "aos" else wh40k).Unit(**unit)


def random_situation(rng: Random, game: str) -> dict[str, Any]:
    """Draw what forbids guns to shoot."""
    found: dict[str, Any] = {"distance": rng.choice((3, 9, 18))} if rng.random() < 0.3 else {}
    words = ("attacker_engaged", "target_engaged", "advanced", "unseen")
    if game == "wh40k" and rng.random() < 0.6:
        found[rng.choice(words)] = True
    return found


def as_context(situation: dict[str, Any]) -> dict[str, Any]:
    return {
        "visible" if name == "unseen" else name: value if name != "unseen" else False
        for name, value in situation.items()
    }


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("game", ["wh40k", "aos"])
def test_what_is_used_is_the_best_of_all_that_may_be(game: str, seed: int) -> None:
    rng = Random(f"{game} {seed}")
    unit = random_unit(rng, game)
    check_what_is_used(unit, rng.choice(TARGETS[game]), random_situation(rng, game))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("situation", [
    {"attacker_engaged": True}, {"target_engaged": True}, {"advanced": True}, {"unseen": True},
    {"distance": 9}, {"advanced": True, "distance": 9},
])  # fmt: skip
def test_what_is_forbidden_is_not_used(situation: dict[str, Any], seed: int) -> None:
    """W-3, W-4.3: units of which some guns must be silent in a situation, and others not."""
    rng = Random(f"{situation} {seed}")
    for _ in range(2_000):
        unit = random_unit(rng, "wh40k")
        free = reference_ways.ways(unit, {})
        if unit.phase == "shoot" and not unit.use and reference_ways.ways(unit, situation) != free:
            check_what_is_used(unit, rng.choice(TARGETS["wh40k"]), situation)
            return
    raise AssertionError("no unit was drawn to which the situation matters")


def check_what_is_used(unit: Any, target: str, situation: dict[str, Any]) -> None:
    context = as_context(situation)
    found = mathhammer.attack(unit, target, context=context)

    def worth(armed: Any) -> tuple[Any, Any]:
        result = mathhammer.attack(armed, target, context=context)
        return round(result.slain.mean, 11), round(result.damage.mean, 11)

    named = {f"{modes}": name for modes, name in unit.use}
    allowed = unit.replace(use=None, weapons=[
        weapon for weapon in unit.weapons
        if weapon.modes not in named or weapon.name == named[weapon.modes]
    ])  # fmt: skip
    best = reference_ways.best(allowed, worth, situation)
    used = [(weapon.name, weapon.count) for weapon in found.attacker.weapons]
    assert used == [(weapon.name, weapon.count) for weapon in best.weapons]
    assert (round(found.slain.mean, 11), round(found.damage.mean, 11)) == worth(best)
    everything = sum(weapon.count for weapon in unit.weapons)
    way = tuple(dict(used).get(weapon.name, 0) for weapon in allowed.weapons)
    guessed = reference_ways.guessed(allowed, way, situation)
    assert bool(found.used) == (guessed or sum(way) < everything)
    assert any("; taken as " in note for note in found.used) == guessed


def test_the_random_units_leave_something_to_choose() -> None:
    """As many as make the test above worth something, with all that decides."""
    ways = {
        game: [
            len(reference_ways.ways(random_unit(Random(f"{game} {seed}"), game), {}))
            for seed in range(60)
        ]
        for game in ("wh40k", "aos")
    }
    for numbers in ways.values():
        assert sum(number > 1 for number in numbers) >= 12
    assert max(ways["wh40k"]) >= 9
