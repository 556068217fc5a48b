"""The steps by name; a step is loaded when it is asked for (contract section 5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mathhammer.core.errors import MathhammerError, NotModelledError, nearest, quoted
from mathhammer.core.lazy import Classes

if TYPE_CHECKING:
    from mathhammer.games.turns.steps.step import Step

#: Every step by what it does (`do`), with where its class stands: a module of this folder. A new
#: step is one line here and its module.
STEPS: Classes[Step] = Classes(__package__, {
    "shoot": ".shoot.Shoot",
    "fight": ".fight.Fight",
    "mortals": ".mortals.Mortals",
    "move": ".travel.NormalMove",
    "advance": ".travel.Advance",
    "run": ".travel.Run",
    "fall_back": ".travel.FallBack",
    "retreat": ".travel.Retreat",
    "charge": ".charge.Charge",
    "heal": ".heal.Heal",
    "rally": ".rally.Rally",
    "reinforce": ".reinforce.Reinforce",
    "battleshock": ".battleshock.Battleshock",
    "control": ".control.Control",
    "grenade": ".grenade.Grenade",
    "tank_shock": ".tank_shock.TankShock",
    "power_through": ".power_through.PowerThrough",
})  # fmt: skip
_OVERWATCH = "write overwatch = true on the charge, or shoot with the context overwatch = true"
#: What is no step, and what to write instead.
INSTEAD = {
    "overwatch": _OVERWATCH,
    "fire_overwatch": _OVERWATCH,
    "covering_fire": "shoot with the context covering_fire = true",
    "heroic_intervention": "write a charge of the second side",
    "counter_charge": "write a charge of the second side",
    "insane_bravery": "write insane_bravery = true on the battleshock step",
    "epic_challenge": "fight with weapons that have Precision and the context "
    "precision_on_character = true",
    "go_to_ground": "shoot with the context go_to_ground = true",
    "smokescreen": "shoot with the context smokescreen = true",
    "all_out_attack": "attack with the context all_out_attack = true",
    "all_out_defence": "attack with the context all_out_defence = true",
    "deadly_demise": 'give the unit abilities = "Deadly Demise D3": it explodes where it is '
    "destroyed",
    "hazardous": "give the weapon the ability Hazardous: its bearers are tested after its attacks",
    "desperate_escape": "write fall_back: a battle-shocked unit takes the tests",
    "transport_destroyed": "ask the check transport_destroyed; what its passengers suffer is a "
    'mortals step: dice = models, on = "6+" (one face of six), "4+" in an emergency',
    "cast": "ask the check cast, and play the turn with the spell's damage as a mortals step and "
    "without, to weigh the two by its probability",
    "unbind": "ask the check cast with unbind = 1",
    "prayer": 'ask the check prayer; one that harms is a mortals step with gate = "4+"',
    "pray": 'ask the check prayer; one that harms is a mortals step with gate = "4+"',
    "banish": "ask the check banish",
    "place_of_power": "ask the check place_of_power; what it inflicts is a mortals step at the "
    'hero: gate = "6+" (one face of six), damage = "D3"',
    "priority": "ask the check priority",
    "pile_in": "units that fight are taken to reach what they fight",
    "consolidate": "units that fight are taken to reach what they fight",
    "counter_offensive": "write the units in fights of their own, in the order wanted",
    "redeploy": "write a move",
}


def read_step(value: Any) -> Step:
    """Return a step.

    Raises
    ------
    MathhammerError
        What it does is unknown, or a field is wrong.

    Examples
    --------
    >>> read_step({"do": "heal", "by": "a", "amount": "D3"}).amount.maximum
    3
    """
    if not isinstance(value, Mapping):
        raise MathhammerError(f"{quoted(value)} is not a step: a table of fields is expected")
    do = value.get("do")
    if not isinstance(do, str):
        raise MathhammerError(f"a step needs the field 'do': one of {', '.join(STEPS)}")
    key = do.strip().casefold().replace("-", "_").replace(" ", "_")
    if key in INSTEAD:
        raise NotModelledError(f"{quoted(do)} is no step of its own: {INSTEAD[key]}", "do")
    if key not in STEPS:
        raise MathhammerError(
            f"{quoted(do)} is no step{nearest(key, STEPS)}; allowed: {', '.join(STEPS)}", "do"
        )
    return STEPS[key].read({**value, "do": key})
