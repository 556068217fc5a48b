"""Two armies of 20 units and 2,000 points: read, and each unit at each of the other's, both phases.

Beside it wh40kdc, where it is installed: its `crunch` of each weapon at each unit, of which it
gives the expected values alone, its weapons' profiles made before the clock runs.

    python benchmarks/armies.py
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from random import Random
from time import perf_counter
from typing import Any

from mathhammer import Roster

UNITS = 20
#: Names of weapons are invented, their numbers like those of real ones.
GUNS = [line.split("/") for line in """
Long gun/24"/2/3+/4/-1/1/Heavy
Star lance/24"/1/3+/8/-3/3/-
Mortar/48"/D6/4+/5/0/1/Blast, Indirect Fire
Scatter gun/18"/4/3+/5/0/1/Rapid Fire 2
Unmaker/36"/1/3+/14/-4/D6+1/Devastating Wounds
Flame rod/12"/D6/-/4/0/1/Torrent, Ignores Cover
""".strip().splitlines()]  # fmt: skip
BLADES = [line.split("/") for line in """
Knife/2/3+/4/0/1/-
Great axe/4/3+/7/-2/2/Lethal Hits
Fist/3/4+/8/-2/2/-
Lance/5/3+/5/-1/2/Lance, Sustained Hits 1
""".strip().splitlines()]  # fmt: skip
#: Models, toughness, save, wounds.
LINES = [
    (10, "3", "5+", "1"), (5, "4", "3+", "2"), (3, "6", "3+", "3"), (5, "5", "2+", "3"),
    (1, "10", "3+", "12"), (1, "12", "2+", "16"),
]  # fmt: skip
GUN_HEADS, BLADE_HEADS = "Range A BS S AP D Keywords", "A WS S AP D Keywords"


def army(seed: int) -> bytes:
    """Return a list as New Recruit writes it."""
    rng = Random(seed)
    names = "M T SV W LD OC".split()

    def profile(name: str, kind: str, heads: list[str], values: Iterable[str]) -> dict[str, Any]:
        cells = [{"name": k, "$text": v} for k, v in zip(heads, values, strict=True)]
        return {"name": name, "typeName": kind, "characteristics": cells}

    units = []
    for i in range(UNITS):
        models, toughness, save, wounds = rng.choice(LINES)
        carried = [
            (models - models // 5, rng.choice(GUNS), "Ranged Weapons", GUN_HEADS),
            (models, rng.choice(BLADES), "Melee Weapons", BLADE_HEADS),
        ]  # fmt: skip
        if models > 1:
            carried.insert(1, (models // 5 or 1, rng.choice(GUNS), *carried[0][2:]))
        weapons = [
            {"name": weapon[0], "type": "upgrade", "number": number,
             "profiles": [profile(weapon[0], kind, heads.split(), weapon[1:])]}
            for number, weapon, kind, heads in carried if number
        ]  # fmt: skip
        line = profile(f"Unit {i}", "Unit", names, ('6"', toughness, save, wounds, "6+", "1"))
        units.append({
            "name": f"Unit {i}", "type": "model", "number": models, "selections": weapons,
            "profiles": [line], "costs": [{"name": "pts", "value": 100}],
            "categories": [{"name": "Vehicle" if models == 1 else "Infantry"}],
        })  # fmt: skip
    return json.dumps({"roster": {
        "name": f"Army {seed}", "gameSystemName": "Warhammer 40,000 10th Edition",
        "forces": [{"selections": units}],
    }}).encode()  # fmt: skip


def best(function: Callable[[], Any], times: int = 5) -> tuple[Any, float]:
    """Return what a function returns, and the least seconds that it took."""
    taken = []
    for _ in range(times):
        start = perf_counter()
        found = function()
        taken.append(perf_counter() - start)
    return found, min(taken)


def wh40kdc_calls(first: Roster, second: Roster) -> list[dict[str, Any]]:
    """Return the calls of wh40kdc that match: a weapon at a unit each, of both sides."""
    calls = []
    for attacking, attacked in ((first, second), (second, first)):
        for unit in attacking.units:
            for weapon in unit.attacker["weapons"] if unit.attacker else ():
                keywords = [_keyword(text) for text in weapon.get("abilities", ())]
                skill = int(str(weapon.get("skill", "2+")).removesuffix("+"))
                stats = {
                    "A": str(weapon["attacks"]), "BS": skill, "WS": skill,
                    "S": int(weapon["strength"]), "AP": int(weapon["ap"]),
                    "D": str(weapon["damage"]),
                }  # fmt: skip
                melee = weapon["type"] == "melee"
                made = {"id": "w", "profiles": [{
                    "name": "w", "range": "Melee" if melee else 24, "stats": stats,
                    "keywords": keywords,
                }]}  # fmt: skip
                for target in attacked.units:
                    fields = target.target or {}
                    line = {
                        "T": int(fields["toughness"]),
                        "Sv": int(str(fields["save"])[0]),
                        "W": int(fields["wounds"]),
                    }
                    calls.append({
                        "attacker": {"weapon": made, "profileIndex": 0},
                        "target": {
                            "unit": {
                                "id": "t", "keywords": list(target.keywords), "profiles": [line],
                                "model_count": {"min": target.models},
                            },
                            "profileIndex": 0, "modelCount": target.models,
                        },
                        "modelsFiring": weapon["count"], "buffs": [],
                        "context": {"phase": "fight" if melee else "shooting"},
                    })  # fmt: skip
    return calls


def _keyword(text: str) -> dict[str, Any]:
    name, _, value = text.rpartition(" ")
    if value.isdigit():
        return {"keyword_id": name.lower().replace(" ", "-"), "parameters": {"value": int(value)}}
    return {"keyword_id": text.lower().replace(" ", "-")}


def main() -> None:
    """Print how long each takes."""
    contents = army(1), army(2)
    lists, reading = best(lambda: [Roster.read(content) for content in contents])
    first, second = lists
    print(f"read: {1e3 * reading / 2:.1f} ms a list")

    def matrix() -> int:
        """Read what is shown of each match-up, too."""
        return len(list(first.against(second).rows()))

    begun = perf_counter()
    number = matrix()
    print(f"{number} match-ups, the first time: {perf_counter() - begun:.3f} s")
    _, seconds = best(matrix)
    print(f"{number} match-ups, distributions of each, warm: {seconds:.3f} s")
    match_up = first.against(second)
    begun = perf_counter()
    sets = sum(len(found) for found in match_up.in_turn.values())
    print(f"units in turn at {sets} targets and phases: {perf_counter() - begun:.2f} s")
    try:
        from wh40kdc import Dataset
        from wh40kdc.cruncher import crunch
    except ImportError:
        print("wh40kdc is not installed")
        return
    data, calls = Dataset.embedded(), wh40kdc_calls(first, second)
    _, seconds = best(lambda: [crunch(call, data) for call in calls], 3)
    print(f"wh40kdc, {len(calls)} calls (a weapon at a unit), means alone: {seconds:.3f} s")


if __name__ == "__main__":
    main()
