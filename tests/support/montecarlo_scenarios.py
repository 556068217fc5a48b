"""Scenarios that between them use every part of the kernels; tests and subprocesses share them.

Each is a name and a callable that takes settings (None: the exact engine) and returns a
result. As a program it plays all of them and prints a line of JSON each:

    python tests/support/montecarlo_scenarios.py TRIALS SEED
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

from mathhammer.engine.montecarlo.simulate import Settings
from mathhammer.evaluate.evaluate import evaluate
from mathhammer.games.names import profiles_of
from mathhammer.reading.read_units import read_attacker, read_target
from mathhammer.reading.scenario import from_mapping

Played = Callable[[Settings | None], Any]

#: Attacker, target, context, ruleset; the game is that of the weapons.
ATTACKS: dict[str, tuple[Any, ...]] = {
    "plain": ("10x A2 BS3+ S4 AP-1 D1", "5x meq"),
    "re-rolls": (
        "6x A3 BS4+ S5 AP-2 D2 [re-roll hits: failures, re-roll wounds: ones, crit hits 5+]",
        "10x T5 Sv4+ W3 5++",
    ),
    "random numbers": (
        "3x AD6+1 BS3+ S8 AP-2 DD6+1 [Blast, Sustained Hits D3, Melta 2]",
        "12x T6 Sv3+ W4 [Vehicle]",
    ),
    "extra hits": (
        "5x A4 BS3+ S4 AP-1 D2 [Sustained Hits 2, Lethal Hits, crit hits 5+]", "8x T4 Sv3+ W3"
    ),
    "waiting packets": (
        ["4x A3 BS3+ S6 AP-2 D3 [Devastating Wounds, Twin-linked]", "2x A2 BS4+ S9 AP-3 DD6"],
        {"models": 6, "toughness": 5, "save": "2+", "wounds": 3, "feel_no_pain": "5+"},
        {},
        {"devastating": "errata-2024"},
    ),
    "a pool of mortal wounds": (
        ["4x A3 BS3+ S6 AP-2 DD3 [Devastating Wounds]", "6x A1 BS3+ S4 D1"],
        {"models": 9, "toughness": 5, "save": "2+", "wounds": 2, "feel_no_pain_mortals": "5+"},
        {},
        {"devastating": "print-2023"},
    ),
    "two lanes": (
        ["4x A2 BS2+ S6 AP-2 D2 [Precision, Devastating Wounds]", "10x A1 BS3+ S4 AP-1 D1"],
        {
            "groups": [
                {"models": 3, "save": "3+", "wounds": 2},
                {"models": 2, "save": "2+", "wounds": 3, "invulnerable": "4+"},
            ],
            "toughness": 4,
            "wounds": 2,
            "leader": {"wounds": 5, "save": "2+", "invulnerable": "4+", "feel_no_pain": "5+"},
            "modifiers": {"ignore_first_damage": True},
        },
    ),
    "riders, mortals, losses": (
        {
            "models": 5,
            "weapons": [
                {"count": 5, "attacks": "2", "skill": 3, "strength": 8, "ap": -3, "damage": 2,
                 "abilities": "Hazardous, Rapid Fire 1",
                 "modifiers": {"on_critical_wound": {"mortals": "D3"}}},
            ],
            "mortals": [{"dice": "3D6", "on": "5+", "damage": "D3", "max": 7, "gate": "2+"}],
        },
        "10x T5 Sv3+ W2 6+++",
        {"half_range": True},
    ),
    "an explosion": (
        {"weapons": ["6x A2 WS3+ S9 AP-3 DD3 [Hazardous]"], "keywords": "Vehicle"},
        "1x T8 Sv3+ W5 5+++ [Deadly Demise D3]",
    ),
    "health and wards": (
        ["10x 2/3+/4+/1/D3 [Crit (Mortal), champion]", "5x D6/4+/3+/2/2 [Crit (2 Hits)]"],
        "10x H3 Sv4+ Ward5+",
    ),
    "auto-wounds": (
        "6x 3/4+/3+/1/2 [Crit (Auto-wound), Charge (+1 Damage)]", "5x H5 Sv3+ Ward6+",
        {"charged": True},
    ),
}  # fmt: skip

TURNS: dict[str, dict[str, Any]] = {
    "a turn": {
        "gap": 8,
        "units": {
            "a": {
                "models": 5, "toughness": 4, "save": "3+", "wounds": 2, "leadership": 6,
                "objective_control": 2, "move": 6,
                "weapons": ["5x A2 BS3+ S4 AP-1 D1 [Hazardous]", "5x A3 WS3+ S4 AP-1 D1"],
            },
            "b": {
                "side": "second", "models": 10, "toughness": 5, "save": "5+", "wounds": 1,
                "leadership": 7, "objective_control": 2, "feel_no_pain": "6+",
                "weapons": ["10x A2 WS3+ S4 AP-1 D1", "10x A1 BS5+ S4 AP0 D1"],
            },
        },
        "step": [
            {"do": "shoot", "by": "a", "at": "b"},
            {"do": "charge", "by": "a", "at": "b", "reroll": "failed", "overwatch": True},
            {"do": "fight", "by": ["a", "b"], "if": "charged"},
            {"do": "battleshock", "by": "b"},
            {"do": "control", "units": ["a", "b"]},
        ],
    },
    "a turn with explosions": {
        "gap": 7,
        "units": {
            "a": {
                "models": 5, "toughness": 4, "save": "3+", "wounds": 2, "feel_no_pain": "5+",
                "weapons": ["4x A1 BS3+ S9 AP-3 DD6", "5x A3 WS3+ S6 AP-2 D1 [Hazardous]"],
            },
            "c": {
                "side": "first", "toughness": 6, "save": "4+", "wounds": 3, "move": 2,
                "abilities": "Deadly Demise 1", "weapons": ["A4 WS4+ S6 AP-1 D2"],
            },
            "b": {
                "side": "second", "toughness": 8, "save": "4+", "wounds": 6, "keywords": "Vehicle",
                "abilities": "Deadly Demise D6", "weapons": ["A2 BS3+ S5 AP-1 DD3 [Hazardous]",
                                                             "A3 WS3+ S8 AP-2 D2"],
            },
        },
        "step": [
            {"do": "move", "by": "c", "toward": "b"},
            {"do": "shoot", "by": "a", "at": "b"},
            {"do": "charge", "by": "a", "at": "b", "overwatch": True},
            {"do": "charge", "by": "c", "at": "b", "name": "too"},
            {"do": "fight", "by": ["a", "b", "c"], "at": {"b": "c"}, "if": ["charged", "too"]},
            {"do": "mortals", "at": "c", "dice": "3", "on": "4+"},
        ],
    },
    "a turn with pools": {
        "game": "aos",
        "gap": 9,
        "units": {
            "a": {
                "models": 5, "health": 2, "save": "4+", "reinforcements": True,
                "weapons": ["5x 3/3+/3+/1/2 [Crit (Mortal)]"],
            },
            "b": {
                "side": "second", "models": 6, "health": 3, "save": "4+", "ward": "5+",
                "weapons": ["6x 3/3+/3+/2/D3"],
            },
        },
        "step": [
            {"do": "charge", "by": "a", "at": "b", "reroll": "failed"},
            {"do": "fight", "by": ["a", "b"], "if": "charged"},
            {"do": "mortals", "at": "a", "dice": "6", "on": "4+", "damage": "D3"},
            {"do": "rally", "by": "b"},
            {"do": "reinforce", "by": "a"},
        ],
    },
}  # fmt: skip


def attacked(attacker: Any, target: Any, context: Any = None, ruleset: Any = None) -> Played:
    """Return how an attack is computed, or played."""
    weapons = attacker if isinstance(attacker, list) else [attacker]
    game = "aos" if isinstance(weapons[0], str) and "/" in weapons[0] else "wh40k"
    profiles = profiles_of(game)
    given = (
        read_attacker(attacker, game), read_target(target, game),
        profiles.Context.read(context or {}), profiles.Ruleset.read(ruleset or {}),
    )  # fmt: skip
    return lambda settings: evaluate(*given, settings=settings)


def turned(fields: dict[str, Any]) -> Played:
    """Return how a turn is computed, or played."""
    question = from_mapping({"kind": "turn", **fields})
    return lambda settings: question.answer(settings)


SCENARIOS: dict[str, Played] = {
    **{name: attacked(*given) for name, given in ATTACKS.items()},
    **{name: turned(fields) for name, fields in TURNS.items()},
}


def written(name: str, settings: Settings) -> str:
    """Return the JSON of a scenario."""
    return json.dumps(SCENARIOS[name](settings).to_dict())


if __name__ == "__main__":
    for each in SCENARIOS:
        print(written(each, Settings(int(sys.argv[2]), trials=int(sys.argv[1]), threads=2)))
