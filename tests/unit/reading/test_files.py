"""Files: TOML and JSON told apart, and hostile ones refused in one sentence."""

import json
import os
import random
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.refusals import refusal

import mathhammer
from mathhammer.core.errors import MathhammerError
from mathhammer.reading.files import parse
from mathhammer.reading.scenario import from_mapping, load

RIFLE = {"attacks": "2", "skill": "3+", "strength": 4, "ap": -1, "damage": "1"}
SQUAD = {"name": "Squad", "weapons": [RIFLE]}
TOML = """
[[attacker]]
name = "Bolt squad"
weapons = ["5x bolt rifle: A2 BS3+ S4 AP-1 D1 [Heavy]", "1x A1 BS3+ S9 AP-3 DD6 [Melta 2]"]
[[target]]
preset = "meq"
models = 10
"""


@pytest.fixture
def write(tmp_path):
    def write(content, name="f.toml"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def test_toml_and_json_are_told_apart_by_content(write):
    want = load(write(TOML))
    fields = {
        "attacker": [
            {
                "name": "Bolt squad",
                "weapons": [
                    "5x bolt rifle: A2 BS3+ S4 AP-1 D1 [Heavy]",
                    "1x A1 BS3+ S9 AP-3 DD6 [Melta 2]",
                ],
            }
        ],
        "target": [{"preset": "meq", "models": 10}],
    }
    text = json.dumps(fields)
    for content, name in (
        (text, "a.json"),
        (text, "a.toml"),
        ("\n  " + text, "a"),
        ("\ufeff" + text, "b.json"),
        (TOML, "c.json"),
        ("\ufeff" + TOML, "c.txt"),
        (TOML.replace("\n", "\r\n"), "d.toml"),
    ):
        got = load(str(write(content, name)))
        assert got.attackers == want.attackers, name
        assert got.targets == want.targets, name
        assert got.path.endswith(name)


def test_the_example_is_what_it_says():
    example = Path(mathhammer.__file__).parent / "examples" / "squads.toml"
    scenario = load(example)
    assert len(scenario.attackers) == 3
    assert len(scenario.targets) == 4
    assert all(a.points for a in scenario.attackers)
    assert sum(t.points is not None for t in scenario.targets) >= 2
    assert scenario.notes == ()


def test_the_contract_example(write):
    contract = """
game = "wh40k"
kind = "attack"
[ruleset]
devastating = "print-2023"
[[attacker]]
name = "Bolt squad"
points = 80
[[attacker.weapons]]
name = "bolt rifle"
count = 5
attacks = "2"
skill = "3+"
strength = 4
ap = -1
damage = "1"
type = "ranged"
abilities = ["Assault", "Heavy"]
[[target]]
name = "MEQ"
preset = "meq"
models = 5
toughness = 4
save = "3+"
wounds = 2
[context]
half_range = true
"""
    scenario = load(write(contract))
    assert scenario.attackers[0].weapons[0].count == 5
    assert scenario.targets[0].label == "MEQ"
    assert scenario.context.half_range


DEEP = 100_000
HOSTILE = {
    "empty": (b"", "this file is empty"),
    "blank": (b" \n\t\n", "this file is empty"),
    "only a BOM": (b"\xef\xbb\xbf", "this file is empty"),
    "binary": (b"PK\x03\x04\x00\x00", "this is not a text file in UTF-8"),
    "UTF-16": ("target = 'meq'".encode("utf-16"), "this is not a text file in UTF-8"),
    "Latin-1": (b"title = 'x'\nname = '\xe9'", "line 2 has the byte 0xe9; save it as UTF-8"),
    "too large": (b"#" * (2**20 + 1), "a file of 1048577 bytes; up to 1048576 are allowed"),
    "prose": (b"hello world", "this is not valid TOML: Expected '='"),
    "HTML": (b"<html></html>", "this is not valid TOML: Invalid statement (at line 1, column 1)"),
    "TOML": (b"a = 1\nb = \n", "this is not valid TOML: Invalid value (at line 2, column 5)"),
    "TOML twice": (b"target = 1\ntarget = 2", "this is not valid TOML: Cannot overwrite a value"),
    "JSON": (b'{"a": 1,\n "b" 2}', "not valid JSON: Expecting ':' delimiter (at line 2, column 6)"),
    "JSON cut": (b'{"a": [1, 2', "this is not valid JSON"),
    "JSON and more": (b"{} {}", "this is not valid JSON: Extra data (at line 1, column 4)"),
    "JSON list": (b'[{"attacker": 1}]', "the file holds a list of 1: a scenario is a table"),
    "JSON empty list": (b"[]", "the file holds a list of 0: a scenario is a table"),
    "JSON deep": (b'{"a":' + b"[" * DEEP, "nested too deep; up to 64 are allowed"),
    "JSON deep list": (b"[" * DEEP + b"]" * DEEP, "this is not valid TOML"),
    "JSON 66 deep": (b'{"a":' * 66 + b"1" + b"}" * 66, "nested too deep; up to 64 are allowed"),
    "JSON tables deep": (b'{"a":' * DEEP, "nested too deep"),
    "TOML deep": (b"a = " + b"[" * DEEP, "nested too deep"),
    "TOML 70 deep": (b"a = " + b"[" * 70 + b"]" * 70, "nested too deep; up to 64 are allowed"),
    "TOML inline deep": (b"a = " + b"{a=" * DEEP, "nested too deep"),
    "TOML dotted": (b".".join([b"a"] * 500_000) + b" = 1", "nested too deep"),
    "TOML dotted and spaced": (b" . ".join([b'"a b"', b"b"] * 50) + b" = 1", "nested too deep"),
    "TOML dotted header": (b"[" + b".".join([b"a"] * 500_000) + b"]", "nested too deep"),
    "JSON NaN": (b'{"target": NaN}', "this JSON file holds NaN, which is not a number"),
    "JSON Infinity": (b'{"target": -Infinity}', "this JSON file holds -Infinity"),
    "JSON twice": (b'{"target": 1, "a": {"b": 1, "b": 2}}', "the field 'b' is given twice in one"),
    "JSON huge": (b'{"target": ' + b"9" * 100_000 + b"}", "a number of too many digits"),
    "TOML huge": (b"target = " + b"9" * 100_000, "a number of too many digits"),
    "JSON text": (b'"target"', "the file holds 'target': a scenario is a table"),
    "many": (b"[[attacker]]\n" * 70_000, "attacker: a list of 70000; from 1 to 200 are allowed"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_gets_one_sentence(name, write):
    content, message = HOSTILE[name]
    start = time.perf_counter()
    if name == "many":
        content += b"[[target]]\npreset = 'meq'\n"
    got = refusal(load, write(content))
    assert time.perf_counter() - start < 10
    assert message in got
    assert ": " in got
    assert "f.toml: " in got


def test_the_suffix_decides_which_error_is_told(write):
    assert "not valid JSON: Expecting value" in refusal(load, write("hello", "f.json"))
    assert "not valid TOML: Expected '='" in refusal(load, write("hello", "f.txt"))
    assert "not valid JSON" in refusal(load, write("[1, 2", "f.json"))
    assert "nested too deep" in refusal(load, write("[" * DEEP, "f.json"))
    assert "not valid TOML" in refusal(load, write("[1, 2", "f.toml"))
    assert "a list of 2" in refusal(load, write("[1, 2]", "f.toml"))
    assert "the file holds 'target'" in refusal(load, write('"target"', "f.json"))
    assert "the file holds 5" in refusal(load, write("5", "f.json"))


def test_no_file(tmp_path):
    assert refusal(load, tmp_path / "none.toml").endswith("none.toml: there is no such file")
    assert "there is no such file" in refusal(load, "")
    assert "this is a folder, not a file" in refusal(load, tmp_path)
    assert "this is a device or a pipe, not a regular file" in refusal(load, "/dev/null")
    assert "can't be read" in refusal(load, "a\0b")
    assert "can't be read" in refusal(load, "a" * 5000)
    assert r"'a\nb': there is no such file" in refusal(load, "a\nb")
    (tmp_path / "f").write_text("x")
    assert "can't be read (Not a directory)" in refusal(load, tmp_path / "f" / "g")


@pytest.mark.skipif(not os.path.exists("/proc/kmsg"), reason="needs /proc")
@pytest.mark.parametrize("path", ["/proc/kmsg", "/proc/self/status"])
def test_what_the_kernel_makes_up_is_not_opened(path, monkeypatch):
    monkeypatch.setattr("builtins.open", None)
    assert "this file is empty" in refusal(load, path)


def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert "this is a device or a pipe" in refusal(load, tmp_path / "pipe")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    assert "can't be read" in refusal(load, tmp_path / "loop")


def test_no_permission(write, monkeypatch):
    path = write(TOML)

    def denied(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("builtins.open", denied)
    assert "no permission to read this file" in refusal(load, path)


def test_values_of_toml_that_no_field_takes(write):
    head = (
        "target = 'meq'\n[[attacker]]\n[[attacker.weapons]]\nattacks = 2\nskill = 3\ndamage = 1\n"
    )
    for value, message in (
        ("2024-01-01", "datetime.date(2024, 1, 1) is not a whole number"),
        ("10:00:00", "is not a whole number"),
        ("nan", "nan is not a whole number"),
        ("inf", "inf is not a whole number"),
        ("0x" + "f" * 1000, "a number of over 60 digits is not a whole number"),
        ("[4]", "a list of 1 is not a whole number"),
        ("{a = 4}", "a table of 1 is not a whole number"),
        ("true", "True is not a whole number"),
        ("''", "'' is not a whole number"),
        ('"\\u0664"', "is not a whole number"),
    ):
        got = refusal(load, write(head + f"strength = {value}\n"))
        assert f"f.toml: attacker[0].weapons[0].strength: {message}" in got or message in got


@pytest.mark.parametrize(
    "value", ["nan", "inf", "1979-05-27T07:32:00Z", "[[]]", "{}", "1e400", "''"]
)
@pytest.mark.parametrize("field", ["points", "name", "models", "abilities", "keywords", "modifiers",
                                   "context", "order", "preset", "mortals", "weapons"])  # fmt: skip
def test_any_value_in_any_field(field, value, write):
    text = f"target = 'meq'\n[[attacker]]\n{field} = {value}\n"
    if field != "weapons":
        text += "weapons = ['A2 BS3+ S4 D1']\n"
    try:
        load(write(text))
    except MathhammerError as error:
        assert str(error).isprintable()


@pytest.mark.parametrize("table", ["weapons = [{self = 1}]", "self = 1", "context.self = 1"])
def test_a_field_named_like_a_parameter(table, write):
    text = f"target = 'meq'\n[[attacker]]\n{table}\n"
    assert "unknown field 'self'" in refusal(load, write(text))


def test_surrogates_and_control_characters_in_json(write):
    fields = {"attacker": {"name": "a\ud800\x1b[31m", "weapons": [RIFLE]}, "target": "meq"}
    assert load(write(json.dumps(fields))).attackers[0].name == "a [31m"
    fields = {"attacker": {"\ud800\n": 1, "weapons": [RIFLE]}, "target": "meq"}
    assert r"unknown field '\ud800\n'" in refusal(load, write(json.dumps(fields)))
    fields = {"attacker": "\x1b[31m", "target": "meq"}
    refusal(load, write(json.dumps(fields)))


@given(st.integers(0, 2**32))
def test_mutations_of_a_file(seed):
    rng = random.Random(seed)
    text = TOML if rng.random() < 0.5 else json.dumps({"attacker": SQUAD, "target": "meq"})
    for _ in range(rng.randint(1, 5)):
        i = rng.randint(0, len(text))
        j = min(len(text), i + rng.randint(0, 4))
        text = (
            text[:i]
            + rng.choice(["", "[", "]", "{", '"', "'", "=", "\n", ".", "9" * 200, "\0"])
            + text[j:]
        )
    try:
        from_mapping(parse(text, "f"), "f")
    except MathhammerError as error:
        assert str(error).isprintable()
