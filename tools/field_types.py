"""Write `mathhammer/games/field_types.py` from the definitions of the fields.

    python tools/field_types.py

What a table may hold is declared once, with its reader and its JSON Schema; editors and type
checkers read types, so these are written into a file. A test compares it.
"""

from __future__ import annotations

import subprocess
import sys
from keyword import iskeyword
from pathlib import Path
from typing import Any

from mathhammer.core.record import Record
from mathhammer.games.checks.registry import KINDS
from mathhammer.games.names import GAMES, profiles_of
from mathhammer.games.presets import presets_of
from mathhammer.games.turns.fighters import TurnFields
from mathhammer.games.turns.steps.registry import STEPS
from mathhammer.reading.reference import record_name

PATH = Path(__file__).parents[1] / "mathhammer" / "games" / "field_types.py"
HEAD = '''"""The fields of tables as types, for editors and type checkers.

Written by ``tools/field_types.py`` from the definitions of the fields; what they mean stands on
the pages of the site and in the JSON Schema (``mathhammer schema``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, TypedDict

if TYPE_CHECKING:
    from mathhammer.core.dice import Dice
    from mathhammer.core.modifier import Modifier
    from mathhammer.core.record import Record
'''
PLAIN = {"boolean": "bool", "integer": "int", "number": "float", "string": "str", "null": "None"}
TITLES = {"wh40k": "Wh40k", "aos": "Aos", "common": "", "heroes": "Heroes"}
Fields = dict[str, list[str]]


def source() -> str:
    """Return the file, as it is before it is formatted."""
    types = Types()
    both: dict[str, Fields] = {}
    for game in GAMES:
        profiles = profiles_of(game)
        for kind in (profiles.Weapon, profiles.Unit, profiles.Context, profiles.Ruleset):
            fields = types.fields(kind)
            if kind is profiles.Unit:
                fields["preset"] = [types.named(f"{TITLES[game]}Preset", literal(presets_of(game)))]
                modifiers = [*types.record(kind._of_attacks), *types.record(kind._of_defence)]
                fields["modifiers"] = [*modifiers, "Record"]
            types.table(kind, fields)
            merged = both.setdefault(kind.__name__, {})
            for name, parts in fields.items():
                merged[name] = list(dict.fromkeys([*merged.get(name, []), *parts]))
    for name, fields in both.items():
        types.define(f"{name}Fields", fields, f"The fields of a `{name}` of either game.")
    for game in GAMES:
        unit = types.fields(profiles_of(game).Unit) | types.fields(TurnFields)
        unit["modifiers"] = ["Mapping[str, object]", "Record"]
        types.define(f"{TITLES[game]}FighterFields", unit, "A unit of a turn.")
    steps: Fields = {"do": [types.named("Do", literal(STEPS))]}
    for step in STEPS.values():
        for name, parts in types.fields(step).items():
            steps[name] = list(dict.fromkeys([*steps.get(name, []), *parts]))
    types.define("StepFields", steps, "A step of a turn: `do`, and the fields of what is done.")
    types.named("CheckKind", literal(KINDS))
    checks: Fields = {}
    for kind in KINDS.values():
        for name, parts in types.fields(kind).items():
            checks[name] = list(dict.fromkeys([*checks.get(name, []), *parts]))
    types.define("CheckFields", checks, "The fields of all kinds of checks.")
    return HEAD + "\n" + "\n".join(types.made)


def literal(values: Any) -> str:
    """Return the type of some values."""
    return f"Literal[{', '.join(repr(one) for one in values)}]"


class Types:
    """The types that are written, each once, those that others need first."""

    def __init__(self) -> None:
        self.made: list[str] = []
        self.names: set[str] = set()

    def named(self, name: str, type_: str) -> str:
        """Return the name of a type, which is written."""
        if name not in self.names:
            self.names.add(name)
            self.made.append(f"{name} = {type_}")
        return name

    def define(self, name: str, fields: Fields, about: str) -> str:
        """Return the name of a table with some fields, which is written."""
        if name not in self.names:
            self.names.add(name)
            types = {field: " | ".join(parts) for field, parts in fields.items()}
            if any(map(iskeyword, types)):  # like `if`, which no class can have
                self.made += [f"#: {about}", f"{name} = TypedDict({name!r}, {{"]
                self.made += [f"{field!r}: {type_!r}," for field, type_ in types.items()]
                self.made.append("}, total=False)")
                return name
            lines = [f"    {field}: {type_}" for field, type_ in types.items()]
            self.made += [f"class {name}(TypedDict, total=False):", f'    """{about}"""', *lines]
        return name

    def table(self, record: type[Record], fields: Fields) -> str:
        """Return the name of the table of a record, which is written."""
        title = TITLES[record_name(record).split(".")[0]]
        about = f"The fields of {(record._noun or record.__name__)}."
        return self.define(f"{title}{record.__name__}Fields", fields, about)

    def record(self, record: type[Record]) -> list[str]:
        """Return what may stand for a record: its table, its text where it has one."""
        found = [self.table(record, self.fields(record))]
        return [*found, "str"] if record._as_text else found

    def fields(self, record: type[Record]) -> Fields:
        """Return the types of the fields of a record."""
        found = {}
        for name, one in record._fields.items():
            parts = self.of(one.schema)
            extra = {"Dice": "Dice", "Modifier": "Modifier"}.get(type(one.default).__name__)
            pattern = str(one.schema.get("pattern", ""))
            if not extra and "[dD]" in pattern:
                extra = "Dice"
            found[name] = list(dict.fromkeys([*parts, *([extra] if extra else [])]))
        return found

    def of(self, schema: Any) -> list[str]:
        """Return the types of what a schema allows."""
        reference = schema.get("$ref")
        if isinstance(reference, type):
            return [*self.record(reference), "Record"]
        if "enum" in schema:
            return [literal(schema["enum"])]
        if "const" in schema:
            return [literal([schema["const"]])]
        if "anyOf" in schema:
            parts = [part for one in schema["anyOf"] for part in self.of(one)]
            return list(dict.fromkeys(parts))
        kinds = schema.get("type", [])
        parts = []
        for kind in [kinds] if isinstance(kinds, str) else kinds:
            if kind == "array":
                items = " | ".join(self.of(schema["items"])) if "items" in schema else "object"
                parts.append(f"Sequence[{items}]")
            elif kind == "object":
                inner = schema.get("additionalProperties")
                values = " | ".join(self.of(inner)) if isinstance(inner, dict) else "object"
                parts.append(f"Mapping[str, {values}]")
            else:
                parts.append(PLAIN[kind])
        return parts or ["object"]


if __name__ == "__main__":
    PATH.write_text(source())
    subprocess.run([sys.executable, "-m", "ruff", "format", "-q", PATH], check=True)
