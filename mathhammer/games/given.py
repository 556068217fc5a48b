"""What the public calls take, as types, for editors and type checkers.

Readers take more than is said here: what is written in other ways, and is clear.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypedDict

import numpy as np

from mathhammer.games import field_types as fields
from mathhammer.games.profiles import Context, Ruleset, Unit, Weapon

Game = Literal["wh40k", "aos"]
Engine = Literal["exact", "montecarlo"]
Seed = int | np.random.Generator | np.random.SeedSequence | None

# Of a table that is no literal a type checker knows no fields; editors offer those here.
Table = Mapping[str, Any]
AWeapon = Weapon | fields.WeaponFields | Table | str
AUnit = Unit | fields.UnitFields | Table
#: A unit, or weapons of which it is made.
Attacker = AUnit | AWeapon | list[AWeapon] | tuple[AWeapon, ...]
#: A loadout, or several.
Attackers = Attacker | Iterable[Attacker]
Target = AUnit | str
Targets = Target | Iterable[Target]
#: A unit of a turn.
Fighter = AUnit | fields.FighterFields | str
ContextGiven = Context | fields.ContextFields | Table | str | None
RulesetGiven = Ruleset | fields.RulesetFields | Table | str | None
#: What a Command Re-roll is used for: {"slain": 3} is P(at least 3 models slain).
ObjectiveGiven = Literal["destroyed", "damage", "slain"] | Mapping[str, int]


class Simulation(TypedDict, total=False):
    """Options of `mathhammer.simulate`."""

    trials: int | None
    seed: Seed
    until_error: Mapping[str, float] | None
    until_width: Mapping[str, float] | None
    time_limit: float | None
    samples: int
    threads: int | None


class TurnFields(TypedDict, total=False):
    """The fields of a turn."""

    kind: Literal["turn"]
    game: Game
    title: str
    note: str
    context: ContextGiven
    ruleset: RulesetGiven
    units: Mapping[str, Fighter]
    step: fields.StepFields | Table | list[fields.StepFields | Table]
    gap: float


class CheckGiven(fields.CheckFields, Simulation, total=False):
    """The fields of a check, and options of `mathhammer.simulate`."""
