"""Odd names and large numbers are printed so that they are read back as they were."""

import pytest

import mathhammer
from mathhammer.games.aos.profiles import Weapon as Blade
from mathhammer.games.describe import describe_target, describe_weapon
from mathhammer.games.names import STARTS
from mathhammer.games.wh40k.profiles import Unit, Weapon

SHOT = "A2 BS3+ S4 AP-1 D1"
ODD = ["leader", "leader x", "leader: x", "Leader : x", "all: y", "all:", "4++", "2/3+", "5x"]


def read_back(unit):
    return mathhammer.attack(SHOT, describe_target(unit)).target


@pytest.mark.parametrize("name", ODD)
def test_odd_names_of_targets(name):
    of_one_kind = {"name": name, "models": 5, "save": 3, "wounds": 2}
    unit = Unit(**of_one_kind, toughness=4, leader={"name": "x", "save": 3, "wounds": 4})
    assert read_back(unit) == unit
    mixed = Unit(toughness=4, groups=[of_one_kind, {**of_one_kind, "name": "x"}])
    assert read_back(mixed) == mixed


@pytest.mark.parametrize("start", [None, *STARTS])
@pytest.mark.parametrize("name", ODD)
def test_odd_names_of_weapons(name, start):
    blade = Blade(name=name, attacks=2, hit=3, wound=4, damage=1, start=start)
    assert Blade.read(describe_weapon(blade)) == blade
    gun = Weapon(name=name, attacks=2, skill=3, strength=4, damage=1, start=start)
    assert Weapon.read(describe_weapon(gun)) == gun


@pytest.mark.parametrize("points", [1e6, 123456.75, 1e-5, 0.1])
def test_points_have_no_exponent(points):
    unit = Unit(preset="meq", points=points)
    assert "e" not in describe_target(unit).partition("points ")[2].partition(" ")[0]
    assert read_back(unit) == unit


def test_names_that_look_alike_are_alike():
    loadouts = [{"name": name, "weapons": SHOT} for name in ("Squad", " Squad ", "Squad\t", " ")]
    found = [result.attacker.label for result in mathhammer.compare(loadouts, "meq").results]
    assert found == ["Squad", "Squad (2)", "Squad (3)", SHOT]


def test_a_blank_group_is_none():
    gun = Weapon.read(SHOT)
    assert gun.replace(group=" ", modes="") == gun
