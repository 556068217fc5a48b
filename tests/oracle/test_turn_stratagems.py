"""Stratagems and commands in a turn: the step and the check that asks the same agree.

What is no step of its own is refused with what to write instead, and what is written so
agrees with the check, too.
"""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

import pytest
from support.by_hand import check, equal

import mathhammer
from mathhammer.core.distribution import Distribution
from mathhammer.core.errors import MathhammerError, NotModelledError
from mathhammer.games.turns.steps.registry import INSTEAD, STEPS

Fields = dict[str, Any]
RAM: Fields = {"attacks": 1, "skill": 4, "damage": 1, "type": "melee"}
#: So many wounds, or points of health, that none is wasted.
WALL = 40
TANK: Fields = {"toughness": 9, "wounds": 9, "keywords": "Vehicle, Grenades",
                "weapons": [{**RAM, "strength": 8, "name": "ram"},
                            {**RAM, "strength": 12, "name": "claw"}]}  # fmt: skip
SOUL: Fields = {"health": 5, "weapons": []}


def turn(units: Fields, *steps: Fields, **more: Any) -> Any:
    game = "aos" if any("health" in unit for unit in units.values()) else "wh40k"
    return mathhammer.turn({"game": game, "units": units, "step": list(steps), **more})


def lost(result: Any, name: str = "b") -> Distribution:
    """Return the wounds that a unit lost, of `WALL`."""
    left: Distribution = result.wounds(name)
    return left.map(lambda k: WALL - k)


def same(found: Distribution, right: Distribution) -> None:
    assert right is not None and abs(found.mean - right.mean) < 1e-11
    for k in range(WALL + 1):
        equal(found.pmf(k), F(right.pmf(k)))


def wall(game: str = "wh40k", **more: Any) -> Fields:
    if game == "aos":
        return {"health": 1, "models": WALL, **more}
    return {"toughness": 8, "wounds": 1, "models": WALL, **more}


def of(kind: str, **fields: Any) -> Any:
    return mathhammer.check(kind, **fields).distribution


# -------------------------------------------------------------------- steps of their own


def test_a_grenade_is_its_check() -> None:
    units = {"a": TANK, "b": wall()}
    same(lost(turn(units, {"do": "grenade", "by": "a", "at": "b"})), of("grenade"))
    written = {"do": "mortals", "at": "b", "dice": 6, "on": "4+"}
    same(lost(turn(units, written)), of("grenade"))


@pytest.mark.parametrize(
    "weapon, toughness, strength",
    [("ram", 8, 8), ("ram", 7, 8), ("claw", 12, 12), (None, 12, 12), (None, 8, 12)],
)
def test_tank_shock_is_its_check(weapon: str | None, toughness: int, strength: int) -> None:
    step: Fields = {"do": "tank_shock", "by": "a", "at": "b"}
    if weapon is not None:
        step["weapon"] = weapon
    found = lost(turn({"a": TANK, "b": wall(toughness=toughness)}, step))
    same(found, of("tank_shock", strength=strength, toughness=toughness))


def test_power_through_is_its_check_and_a_ward_stops_it() -> None:
    units: Fields = {"a": SOUL, "b": wall("aos")}
    step = {"do": "power_through", "by": "a", "at": "b"}
    same(lost(turn(units, step)), of("power_through"))
    units["b"]["ward"] = "4+"
    warded = lost(turn(units, step))
    check(warded, F(1, 3) * (F(1, 2) + F(1, 4) + F(1, 8)), F(1, 3) * (F(1, 2) + F(1, 2) + F(3, 8)),
          F(1, 3) * (F(1, 4) + F(3, 8)), F(1, 24))  # fmt: skip


def test_a_tank_needs_a_melee_weapon_to_ram_with() -> None:
    step = {"do": "tank_shock", "by": "a", "at": "b"}
    with pytest.raises(MathhammerError, match=r"step\[0\]\.by: a has no melee weapon to ram with"):
        turn({"a": {**TANK, "weapons": []}, "b": wall()}, step)
    with pytest.raises(MathhammerError, match="'horn' is no melee weapon of a"):
        turn({"a": TANK, "b": wall()}, {**step, "weapon": "horn"})
    with pytest.raises(MathhammerError, match="a and c are on the same side"):
        turn({"a": TANK, "b": wall(), "c": {**wall(), "side": "first"}}, {**step, "at": "c"})


@pytest.mark.parametrize(
    "do, game", [("grenade", "aos"), ("tank_shock", "aos"), ("power_through", "wh40k")]
)
def test_a_step_of_the_other_game_is_refused(do: str, game: str) -> None:
    units = {"a": SOUL, "b": wall("aos")} if game == "aos" else {"a": TANK, "b": wall()}
    with pytest.raises(MathhammerError, match=f"'{do}' is no step here"):
        turn(units, {"do": do, "by": "a", "at": "b"})


# -------------------------------------------------- what is written as another step instead


@pytest.mark.parametrize("emergency, on", [(False, "6+"), (True, "4+")])
def test_passengers_of_a_destroyed_transport_are_a_mortals_step(emergency: bool, on: str) -> None:
    """Each 1 hurts, or 1 to 3: as many faces of six as 6+, or 4+."""
    step = {"do": "mortals", "at": "b", "by": "b", "dice": 10, "on": on}
    found = lost(turn({"a": TANK, "b": wall()}, step))
    same(found, of("transport_destroyed", models=10, emergency=emergency))


def test_a_place_of_power_is_a_mortals_step() -> None:
    step = {"do": "mortals", "at": "b", "gate": "6+", "damage": "D3"}
    same(lost(turn({"a": SOUL, "b": wall("aos")}, step)), of("place_of_power"))


def test_a_retreat_is_its_check() -> None:
    units = {"a": SOUL, "b": wall("aos", move=5)}
    same(lost(turn(units, {"do": "retreat", "by": "b"}, gap=3)), of("retreat"))


def test_a_rally_is_its_check() -> None:
    unit = {"health": 2, "models": 1, "starting_models": 6, "weapons": []}
    result = turn({"a": unit, "b": wall("aos")}, {"do": "rally", "by": "a"})
    returned = mathhammer.check("rally", health=2, slain=5).returned
    for models in range(6):
        equal(result.models("a").pmf(1 + models), F(returned.pmf(models)))


def test_an_explosion_is_its_check() -> None:
    mine = {"toughness": 4, "wounds": 1, "abilities": "Deadly Demise D6", "weapons": []}
    step = {"do": "mortals", "at": "a", "dice": 1}
    found = lost(turn({"a": mine, "b": wall()}, step, gap=6))
    same(found, of("deadly_demise", value="D6"))


def test_hazardous_weapons_are_their_check() -> None:
    gun = {**RAM, "type": "ranged", "strength": 1, "count": 4, "abilities": "Hazardous"}
    mine = {"toughness": 8, "wounds": WALL, "keywords": "Vehicle", "weapons": [gun]}
    result = turn({"b": {**mine, "side": "first"}, "a": {**wall(), "side": "second"}},
                  {"do": "shoot", "by": "b", "at": "a"})  # fmt: skip
    same(lost(result), of("hazardous", weapons=4, bearer="mortal"))


def test_a_desperate_escape_is_its_check() -> None:
    """Who is below half strength and fails takes a test for every model that falls back."""
    unit = {"toughness": 4, "wounds": 1, "models": 4, "starting_models": 10, "leadership": 12,
            "move": 5, "weapons": []}  # fmt: skip
    steps = ({"do": "battleshock", "by": "a"}, {"do": "fall_back", "by": "a", "if": "a.shocked"})
    result = turn({"a": unit, "b": wall()}, *steps, gap=1)
    shocked = mathhammer.check("battleshock", leadership=12, models=4, starting_models=10)
    equal(result.flags["a.shocked"], F(shocked.probability))
    escape = of("desperate_escape", models=4)
    for models in range(4):
        equal(result.models("a").pmf(models), F(shocked.probability * escape.pmf(4 - models)))


@pytest.mark.parametrize("do", INSTEAD)
def test_what_is_no_step_says_what_to_write_instead(do: str) -> None:
    assert do not in STEPS
    with pytest.raises(NotModelledError) as caught:
        turn({"a": TANK, "b": wall()}, {"do": do.replace("_", " ").title(), "by": "a", "at": "b"})
    assert "is no step of its own: " in str(caught.value)
    assert str(caught.value).startswith("step[0].do: ")


# ---------------------------------------------------------------- what isn't permitted


GRENADE: Fields = {"do": "grenade", "by": "a", "at": "b"}
SHOCK: Fields = {"do": "tank_shock", "by": "a", "at": "b"}
POWER: Fields = {"do": "power_through", "by": "a", "at": "b"}
CHARGE: Fields = {"do": "charge", "by": "a", "at": "b", "dice": "12"}
KEYLESS: Fields = {**TANK, "keywords": "Walker"}
BOTH: Fields = {"a": TANK, "b": wall()}
SOULS: Fields = {"a": SOUL, "b": wall("aos")}


@pytest.mark.parametrize(
    "said, units, steps, more, right",
    [
        ("Grenade is for units with Grenades, which a lacks; computed all the same",
         {"a": KEYLESS, "b": wall()}, [GRENADE], {}, (BOTH, [GRENADE], {})),
        ("Grenade reaches 8 inches, and b is 9 away", BOTH, [GRENADE], {"gap": 9},
         (BOTH, [GRENADE], {"gap": 8})),
        ("a is engaged with b and can't throw a grenade", BOTH, [GRENADE], {"gap": 1},
         (BOTH, [GRENADE], {"gap": 2})),
        ("Grenade is for the own turn", BOTH, [{**GRENADE, "by": "b", "at": "a"}], {},
         (BOTH, [GRENADE], {})),
        ("the side of a has used Grenade before in this turn", BOTH, [GRENADE, GRENADE], {},
         (BOTH, [GRENADE], {})),
        ("Tank Shock is for Vehicles, which a is not", {"a": KEYLESS, "b": wall()},
         [CHARGE, SHOCK], {"gap": 3}, (BOTH, [CHARGE, SHOCK], {"gap": 3})),
        ("Tank Shock follows a charge, which a has not made", BOTH, [SHOCK], {},
         (BOTH, [CHARGE, SHOCK], {"gap": 3})),
        ("Tank Shock is for engaged units, and c is 9 inches away",
         {**BOTH, "c": wall()}, [CHARGE, {**SHOCK, "at": "c"}], {"gap": 9},
         ({**BOTH, "c": wall()}, [CHARGE, SHOCK], {"gap": 9})),
        ("Power Through is for units that charged, which a has not", SOULS, [POWER], {},
         (SOULS, [CHARGE, POWER], {"gap": 3})),
        ("Power Through is for units in combat, and c is 9 inches away",
         {**SOULS, "c": wall("aos")}, [CHARGE, {**POWER, "at": "c"}], {"gap": 9},
         ({**SOULS, "c": wall("aos")}, [CHARGE, POWER], {"gap": 9})),
        ("Power Through is for enemies of lower Health, which b is not",
         {"a": SOUL, "b": {"health": 5}}, [CHARGE, POWER], {"gap": 3},
         (SOULS, [CHARGE, POWER], {"gap": 3})),
    ],
)  # fmt: skip
def test_what_is_not_permitted_is_named(
    said: str, units: Fields, steps: list[Fields], more: Fields, right: Any
) -> None:
    assert any(said in note for note in turn(units, *steps, **more).notes)
    others, allowed, where = right
    notes = turn(others, *allowed, **where).notes
    assert not any(said in note for note in notes), notes
