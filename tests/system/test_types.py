"""What type checkers and editors know of the public calls."""

from __future__ import annotations

import ast
import sys

import pytest
from support.paths import ROOT

import mathhammer

sys.path.insert(0, str(ROOT / "tools"))
import field_types

WRITTEN = ROOT / "mathhammer/games/field_types.py"
RIGHT = """
from mathhammer import Unit, Weapon, attack, check, compare, grid, turn

gun = Weapon(attacks=2, skill="3+", strength=4, damage="D6", abilities=["Lethal Hits"])
attack({"weapons": {"attacks": 2, "skill": 3, "strength": 4, "damage": 1}}, "meq")
attack(["A2 BS3+ S4 D1", gun], {"preset": "meq", "models": 5}, context={"cover": True})
attack(gun, Unit(preset="meq"), engine="montecarlo", trials=1000, ruleset="2024")
compare(["A2 BS3+ S4 D1", [gun, gun]], ["meq", {"preset": "teq"}], game="wh40k")
grid("A2 BS3+ S4 D1", invulnerable="4+", shown="damage")
check("charge", distance=9, reroll="failed")
units = {"a": {"preset": "meq", "side": "A"}, "b": "5x meq"}
turn({"units": units, "step": [{"do": "shoot", "by": "a", "at": "b"}]})
"""
#: Calls with one mistake, and what is said of it.
WRONG = {
    'attack("x", "meq", engine="fast")': '"engine" to "attack"',
    'attack("x", "meq", game="40k")': '"game" to "attack"',
    'attack("x", "meq", trails=5)': 'did you mean "trials"?',
    'Unit(preset="nobody")': '"preset" to "Unit"',
    "Unit(toughnes=4)": 'did you mean "toughness"?',
    "Weapon(atacks=4)": 'did you mean "attacks"?',
    'Weapon(type="gun")': '"type" to "Weapon"',
    'check("charg")': "Literal['charge', ",
    'check("charge", distnce=9)': 'did you mean "distance"?',
    'grid("x", shown="nothing")': '"shown" to "grid"',
}


def test_the_types_are_those_of_the_definitions() -> None:
    written = ast.parse(WRITTEN.read_text(encoding="utf-8"))
    assert ast.dump(written) == ast.dump(ast.parse(field_types.source())), "tools/field_types.py"


def test_everything_public_is_offered() -> None:
    assert set(mathhammer.__all__) <= set(dir(mathhammer))
    for name in mathhammer.__all__:
        assert getattr(mathhammer, name) is not None


@pytest.mark.slow
def test_right_calls_are_right_and_wrong_ones_are_not(tmp_path) -> None:
    api = pytest.importorskip("mypy.api")
    lines = [*RIGHT.splitlines(), *WRONG]
    path = tmp_path / "calls.py"
    path.write_text("\n".join(lines))
    said, _, _ = api.run([str(path), "--strict", f"--config-file={ROOT / 'pyproject.toml'}"])
    found = [line for line in said.splitlines() if ": error: " in line]
    assert len(found) == len(WRONG), said
    for line, (call, expected) in zip(found, WRONG.items(), strict=True):
        number = int(line.split(":")[1])
        assert lines[number - 1] == call
        assert expected in line
