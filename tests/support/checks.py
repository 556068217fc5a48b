"""Fields of checks that several test files need."""

from __future__ import annotations

from typing import Any

#: The least that each kind needs.
LEAST: dict[str, dict[str, Any]] = {
    "charge": {"needed": 9}, "advance": {"move": 6}, "battleshock": {"leadership": 6},
    "leadership": {"leadership": 6}, "desperate_escape": {"models": 3},
    "hazardous": {"weapons": 4}, "deadly_demise": {"value": "D3"},
    "transport_destroyed": {"models": 5}, "grenade": {},
    "tank_shock": {"strength": 8, "toughness": 4}, "run": {"move": 5}, "rally": {"health": 2},
    "cast": {"value": 6}, "prayer": {"value": 4}, "banish": {"value": 7},
    "place_of_power": {}, "priority": {}, "retreat": {}, "power_through": {},
}  # fmt: skip
