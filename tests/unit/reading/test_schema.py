"""The JSON Schema of scenario files: true of every file there is, and of every field."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from support.paths import CASES, PACKAGE, ROOT
from support.records import RECORDS

from mathhammer.core.errors import MathhammerError
from mathhammer.reading.schema import DIALECT, SchemaBuilder, scenario_schema

SCHEMA = scenario_schema()
VALID = Draft202012Validator(SCHEMA)

#: Where a wrong value can be right for the schema: by the record and its field, with the reason.
ONLY_THE_PROGRAM_KNOWS = {
    "abilities": "the names of abilities, and the numbers in them, are not in the schema",
    "keywords": "a keyword has up to 100 characters",
    "text": "the text form of a record is read by the program",
    "dice": "the largest value of a dice expression that is written as text",
}
WRONG = [
    -(10**7), 10**7, 1.5, 0.25, True, "\u2603", "99999", "x" * 3000, [], {}, [[[]]], [True],
    {"nonsense": 1}, ["\u2603"], [1] * 200,
]  # fmt: skip


def files() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every scenario of the repository, and those that lie beside it, with its name."""
    for path in sorted((PACKAGE / "examples").glob("*.toml")):
        yield path.name, tomllib.loads(path.read_text())
    for kind in ("attack", "checks", "turns"):
        for path in sorted((CASES / kind).glob("*.json")):
            yield f"{kind}/{path.name}", json.loads(path.read_text())
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        blocks = re.findall(r"```toml[^\n]*\n(.*?)```", path.read_text(), re.DOTALL)
        for i, block in enumerate(blocks):
            # `mathhammer choose` has files of its own, and so have a user's defaults.
            if "[[option]]" not in block and "plot_format" not in block:
                yield f"{path.relative_to(ROOT)} {i}", tomllib.loads(block)
    for path in sorted((ROOT / "notebooks").glob("*.py")):
        yield from notebook_turns(path.name, path.read_text())


def notebook_turns(name: str, source: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the units and steps that stand in a notebook as tables."""
    turn = {"game": "wh40k", "kind": "turn"}
    some = {"units": {"a": "meq"}, "step": {"do": "move", "by": "a"}}
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Dict):
            continue
        try:
            table = ast.literal_eval(node)
        except ValueError:
            continue
        if "units" in table and "step" in table:
            yield f"{name} turn", {**turn, **table}
        elif table and all(isinstance(v, dict) and "side" in v for v in table.values()):
            game = "aos" if any("health" in unit for unit in table.values()) else "wh40k"
            yield f"{name} units", {**turn, **some, "game": game, "units": table}
        elif "do" in table:
            yield f"{name} step", {**turn, **some, "step": table}


FILES = list(files())


def test_the_schema_is_one():
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == DIALECT
    names = {name for name, _ in FILES}
    for word in ("squads.toml", "README.md", "docs/how-to/turns.md", "05-a-40k-turn.py step"):
        assert any(word in name for name in names), word


@pytest.mark.parametrize("fields", [f for _, f in FILES], ids=[n for n, _ in FILES])
def test_every_scenario_is_valid(fields):
    errors = [f"{error.json_path}: {error.message}" for error in VALID.iter_errors(fields)]
    assert not errors


SHORT = {"attacker": "A2 BS3+ S4 D1", "target": "meq"}


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"attacker": "A2 BS3+ S4 D1"},
        {**SHORT, "nonsense": 1},
        {**SHORT, "kind": "nonsense"},
        {**SHORT, "game": "chess"},
        {**SHORT, "target": []},
        {**SHORT, "target": {"toughness": 4, "save": "8+", "wounds": 1}},
        {**SHORT, "target": {"preset": "nonsense"}},
        {**SHORT, "target": {"preset": "meq", "health": 1}},
        {**SHORT, "attacker": {"name": "without weapons"}},
        {**SHORT, "attacker": {"attacks": 2, "strength": 4}},
        {**SHORT, "attacker": {"weapons": [{"attacks": 1, "damage": 1, "strength": 0}]}},
        {**SHORT, "attacker": {"weapons": "x", "modifiers": {"save": 1}}},
        {**SHORT, "attacker": {"weapons": {"attacks": 1, "damage": 1}}},
        {**SHORT, "attacker": {"weapons": {"attacks": 1, "damage": 1, "start": "saves"}}},
        {**SHORT, "context": {"all_out_attack": True}},
        {**SHORT, "sweep": {"nonsense.toughness": [4]}},
        {**SHORT, "sweep": {"target.toughness": []}},
        {"kind": "charge"} | {"needed": 101},
        {"kind": "charge", "game": "aos", "needed": 9, "command_reroll": 1},
        {"kind": "leadership"},
        {"kind": "rally", "game": "wh40k", "health": 1},
        {"kind": "heroes", "straight": 5},
        {"kind": "heroes", "game": "aos"},
        {"kind": "turn", "units": {"a": "meq"}},
        {"kind": "turn", "units": {}, "step": {"do": "move", "by": "a"}},
        {"kind": "turn", "units": {"a": "meq"}, "step": {"do": "dance", "by": "a"}},
        {"kind": "turn", "units": {"a": "meq"}, "step": {"do": "charge", "by": "a"}},
        {"kind": "turn", "units": {"a": "meq"}, "step": {"do": "move", "by": "a", "at": "b"}},
        {"kind": "turn", "units": {"a": {"side": "third"}}, "step": {"do": "move", "by": "a"}},
    ],
    ids=str,
)
def test_wrong_files_are_refused_by_the_schema_and_by_the_program(fields):
    from mathhammer.reading.scenario import from_mapping

    assert not VALID.is_valid(fields)
    with pytest.raises(MathhammerError):
        from_mapping(fields)


CASES_OF_FIELDS = [
    pytest.param(record, name, id=f"{title}.{name}")
    for title, record in RECORDS.items()
    for name in record._fields
]


@pytest.mark.parametrize("record, name", CASES_OF_FIELDS)
def test_a_field_refuses_the_same_values_in_the_schema_and_in_its_reader(record, name):
    builder = SchemaBuilder()
    declared = record._fields[name]
    schema = builder.property(declared)
    valid = Draft202012Validator({**schema, "$defs": builder.defs})
    refused = 0
    for value in WRONG:
        try:
            declared.read(value)
        except MathhammerError:
            wrong = True
        else:
            wrong = False
        if wrong and valid.is_valid(value):
            assert only_the_program_knows(declared, value), (value, schema)
        refused += wrong and not valid.is_valid(value)
    assert refused >= 1
    if "default" in schema:
        assert valid.is_valid(schema["default"])
    assert schema["description"].strip(".")


def only_the_program_knows(declared: Any, value: Any) -> str | None:
    """Return the reason why the schema can't know that a value is wrong."""
    text = json.dumps(declared.schema, default=lambda record: {"text": record._as_text})
    if value in ("\u2603", "99999", "x" * 3000, ["\u2603"]) and re.search(r'"text": "[^"]', text):
        return ONLY_THE_PROGRAM_KNOWS["text"]
    if "abilities" in declared.words:
        return ONLY_THE_PROGRAM_KNOWS["abilities"]
    if "keywords" in declared.words:
        return ONLY_THE_PROGRAM_KNOWS["keywords"]
    if "dice like" in declared.words and value == "99999":
        return ONLY_THE_PROGRAM_KNOWS["dice"]
    return None
