"""Write `mathhammer/games/field_types.py` from the definitions of the fields.

    python tools/field_types.py

What a table may hold is declared once, with its reader and its JSON Schema; editors and type
checkers read types, so these are written into a file. A test compares it.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from keyword import iskeyword
from pathlib import Path
from typing import Any

from mathhammer.core.record import Record
from mathhammer.games.checks.registry import KINDS
from mathhammer.games.names import GAMES, profiles_of
from mathhammer.games.presets import presets_of
from mathhammer.games.profiles import Unit
from mathhammer.games.turns.fighters import TurnFields
from mathhammer.games.turns.steps.registry import STEPS

PATH = Path(__file__).parents[1] / "mathhammer" / "games" / "field_types.py"
HEAD = '''"""The fields of tables as types, for editors and type checkers.

Written by ``tools/field_types.py`` from the definitions of the fields; what they mean stands on
the pages of the site and in the JSON Schema (``mathhammer schema``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict

from mathhammer.core.dice import Dice
from mathhammer.core.modifier import Modifier
from mathhammer.core.record import Record
'''
PLAIN = {"boolean": "bool", "integer": "int", "number": "float", "string": "str", "null": "None"}
#: Records of which each game has its own; they are written as one, with the fields of both.
TOGETHER = ("Weapon", "Context", "Ruleset")
Fields = dict[str, list[str]]


def source() -> str:
    """Return the file, as it is before it is formatted."""
    types = Types()
    for kind in (*TOGETHER, "Unit", "Fighter"):
        types.together(kind)
    types.merged("Step", STEPS.values(), "A step of a turn: `do`, and the fields of what is done.")
    types.named("CheckKind", literal(KINDS))
    types.merged("Check", KINDS.values(), "The fields of all kinds of checks.")
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

    def together(self, name: str) -> str:
        """Return the name of the table of a record with the fields of both games."""
        kinds = []
        for game in GAMES:
            profiles = profiles_of(game)
            kinds.append(profiles.Unit if name in ("Unit", "Fighter") else getattr(profiles, name))
        about = "A unit of a turn." if name == "Fighter" else f"The fields of a `{name}`."
        more = (TurnFields,) if name == "Fighter" else ()
        return self.merged(name, (*kinds, *more), about)

    def merged(self, name: str, records: Iterable[type[Record]], about: str) -> str:
        """Return the name of a table with the fields of several records, which is written."""
        if f"{name}Fields" in self.names:
            return f"{name}Fields"
        found: Fields = {}
        for record in records:
            for field, parts in self.fields(record).items():
                found[field] = list(dict.fromkeys([*found.get(field, []), *parts]))
        return self.define(f"{name}Fields", found, about)

    def record(self, record: type[Record]) -> list[str]:
        """Return what may stand for a record: its table, its text where it has one."""
        name = record.__name__
        profiles = [profiles_of(game) for game in GAMES]
        alike = [getattr(one, name) for one in profiles if hasattr(one, name)]
        table = self.merged(name, alike or [record], f"The fields of {record._noun or name}.")
        return [table, "str"] if record._as_text else [table]

    def fields(self, record: type[Record]) -> Fields:
        """Return the types of the fields of a record."""
        found = {}
        for name, one in record._fields.items():
            parts = self.of(one.schema)
            extra = {"Dice": "Dice", "Modifier": "Modifier"}.get(type(one.default).__name__)
            pattern = str(one.schema.get("pattern", ""))
            if not extra and "[dD]" in pattern:
                extra = "Dice"
            if name == "preset":
                presets = dict.fromkeys(one for game in GAMES for one in presets_of(game))
                parts = [self.named("Preset", literal(presets))]
            elif name == "do":
                parts = [self.named("Do", literal(STEPS))]
            elif name == "modifiers" and issubclass(record, Unit):
                parts = [*self.record(record._of_attacks), *self.record(record._of_defence)]
                parts.append("Record")
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
