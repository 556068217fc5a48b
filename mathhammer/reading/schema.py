"""The JSON Schema of scenario files (draft 2020-12), made from the definitions of the fields.

It describes the usual way of writing each value: an editor that knows it completes names and
explains them. Readers accept more: a number written as text, words in any case, ``null`` for
a field that is left out. What only the program can tell (whether fields go together, whether
a unit or an ability of that name exists) is not in it.
"""

from typing import Any

from mathhammer.core.dice import Dice
from mathhammer.core.modifier import Modifier
from mathhammer.core.readers import Schema, number
from mathhammer.core.record import Field, Record
from mathhammer.games.checks.check import Check
from mathhammer.games.checks.registry import KINDS as CHECKS
from mathhammer.games.names import GAMES, WH40K, profiles_of
from mathhammer.games.presets import presets_of
from mathhammer.games.profiles import Unit
from mathhammer.games.turns.fighters import TurnFields
from mathhammer.games.turns.script import MAX_STEPS
from mathhammer.games.turns.steps.fields import MAX_UNITS
from mathhammer.games.turns.steps.registry import STEPS
from mathhammer.heroes.setup import Setup
from mathhammer.reading.attack import MAX_SIDES
from mathhammer.reading.question import IGNORED
from mathhammer.reading.reference import record_name
from mathhammer.reading.sweep import MAX_KEYS, MAX_VALUES, ROOTS

#: A text in the place of a target.
TARGET_TEXT = {"type": "string", "description": "In the text notation, like 10x meq."}
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def scenario_schema() -> Schema:
    """Return the JSON Schema of scenario files.

    Examples
    --------
    >>> schema = scenario_schema()
    >>> schema["$defs"]["wh40k.Weapon"]["anyOf"][0]["properties"]["strength"]["maximum"]
    100
    """
    return SchemaBuilder().scenario()


class SchemaBuilder:
    """Makes the schema; `defs` holds what is referred to."""

    def __init__(self) -> None:
        self.defs: dict[str, Schema] = {}

    def scenario(self) -> Schema:
        """Return the whole schema: by kind and game, the fields of a file."""
        kinds: list[Schema] = []
        for game in GAMES:
            kinds.append(_where("attack", game, self.attack(game)))
            kinds.append(_where("turn", game, self.turn(game)))
        for kind, check in CHECKS.items():
            for game in check.games:
                named = game if len(check.games) > 1 else ""
                kinds.append(_where(kind, named, self.check(check, game)))
        kinds.append(_where("heroes", "", self.heroes()))
        return {
            "$schema": DIALECT,
            "title": "mathhammer scenario",
            "description": "A question for mathhammer, as TOML or JSON.",
            "type": "object",
            "properties": {
                "game": {"enum": list(GAMES), "description": "Whose rules; needed for aos."},
                "kind": {
                    "enum": ["attack", "turn", "heroes", *CHECKS],
                    "default": "attack",
                    "description": "What is asked.",
                },
            },
            "allOf": kinds,
            "$defs": dict(sorted(self.defs.items())),
        }

    # ------------------------------------------------------------------ kinds of scenarios

    def attack(self, game: str) -> Schema:
        """Return the schema of attacks."""
        profiles = profiles_of(game)
        weapon = self.ref(profiles.Weapon)
        several = {"type": "array", "items": weapon, "description": "The weapons of one unit."}
        sweep = {
            "type": "object",
            "description": "Dotted fields, each with the list of its values.",
            "propertyNames": {"pattern": f"^({'|'.join(ROOTS)})(\\..+)?$"},
            "minProperties": 1,
            "maxProperties": MAX_KEYS,
            "additionalProperties": {
                "type": ["array", "object"], "minItems": 1, "maxItems": MAX_VALUES,
            },
        }  # fmt: skip
        return _file(
            game,
            ["attacker", "target"],
            context=self.ref(profiles.Context),
            ruleset=self.ref(profiles.Ruleset),
            attacker=_one_or_several(
                {"anyOf": [self.unit(game, "attacker"), weapon, several]}, "Who attacks.", MAX_SIDES
            ),
            target=_one_or_several(
                {"anyOf": [self.unit(game, "target"), TARGET_TEXT]}, "Who is attacked.", MAX_SIDES
            ),
            sweep=sweep,
        )

    def turn(self, game: str) -> Schema:
        """Return the schema of whole turns."""
        profiles = profiles_of(game)
        units = {
            "type": "object",
            "description": "The units of the turn, each with its name.",
            "minProperties": 1,
            "maxProperties": MAX_UNITS,
            "additionalProperties": {"anyOf": [self.unit(game, "fighter"), TARGET_TEXT]},
        }
        return _file(
            game,
            ["units", "step"],
            context=self.ref(profiles.Context),
            ruleset=self.ref(profiles.Ruleset),
            units=units,
            step=_one_or_several(self.step(game), "What happens, in order.", MAX_STEPS),
            gap=number(0, 1000).schema | {"description": "Between the sides at first (inches)."},
        )

    def step(self, game: str) -> Schema:
        """Return a reference to a step of a turn, whose fields depend on what it does."""
        kinds = []
        here = {do: kind for do, kind in STEPS.items() if game in kind.games}
        for do, kind in here.items():
            table = self.table(kind)
            if "context" in table["properties"]:
                table["properties"]["context"] = self.ref(profiles_of(game).Context)
            kinds.append(_if({"do": do}, ["do"], table))
        does = {"do": {"enum": list(here), "description": "What is done."}}
        return self.define(
            f"{game}.step",
            {"type": "object", "properties": does, "required": ["do"], "allOf": kinds},
        )

    def check(self, check: type[Check], game: str) -> Schema:
        """Return the schema of a kind of check in one game."""
        table = self.table(check)
        properties = {
            name: value
            for name, value in table["properties"].items()
            if check._only.get(name, game) == game
        }
        return _file(
            game, table["required"], ruleset=self.ref(profiles_of(game).Ruleset), **properties
        )

    def heroes(self) -> Schema:
        """Return the schema of questions about the heroes dice game."""
        return _file(WH40K, [], **self.table(Setup)["properties"])

    # ------------------------------------------------------------------ records

    def unit(self, game: str, role: str) -> Schema:
        """Return a reference to a unit in a role, which says what its modifiers are."""
        kind: type[Unit] = profiles_of(game).Unit
        table = self.table(kind)
        properties: dict[str, Schema] = table["properties"]
        properties["preset"] |= {"enum": list(presets_of(game))}
        about = properties["modifiers"]["description"]
        if role == "attacker":
            modifiers = self.ref(kind._of_attacks)
            table["anyOf"] = [{"required": ["weapons"]}, {"required": ["mortals"]}]
        elif role == "target":
            modifiers = self.ref(kind._of_defence)
        else:  # a unit of a turn is both
            modifiers = self.table(kind._of_attacks)
            modifiers["properties"] |= self.table(kind._of_defence)["properties"]
            properties |= self.table(TurnFields)["properties"]
            del properties["mortals"], properties["kill"], properties["order"]
        properties["modifiers"] = {**modifiers, "description": about}
        return self.define(f"{game}.{role}", table)

    def ref(self, record: type[Record]) -> Schema:
        """Return a reference to a record."""
        schema = self.table(record)
        if record._as_text:
            written = {"type": "string", "description": f"Text: {record._as_text}."}
            schema = {"anyOf": [schema, written]}
        return self.define(record_name(record), schema)

    def define(self, name: str, schema: Schema) -> Schema:
        """Return a reference to a schema, which is added to the definitions."""
        self.defs[name] = schema
        return {"$ref": f"#/$defs/{name}"}

    def table(self, record: type[Record]) -> Schema:
        """Return the schema of a table with the fields of a record."""
        until = list(getattr(record, "_until", ()))  # not needed where attacks start later
        more = {"anyOf": [{"required": until}, {"required": ["start"]}]} if until else {}
        return {
            **more,
            "type": "object",
            "description": (record.__doc__ or "").partition("\n\n")[0].replace("\n", " "),
            "properties": {name: self.property(one) for name, one in record._fields.items()},
            "required": list(record._required),
            "additionalProperties": False,
        }

    def property(self, one: Field) -> Schema:
        """Return the schema of one field."""
        schema: Schema = {**self.resolved(one.schema), "description": one.description}
        if one.default_words:
            default = str(one.default) if isinstance(one.default, Dice | Modifier) else one.default
            schema["default"] = list(default) if isinstance(default, tuple) else default
        return schema

    def resolved(self, schema: Any) -> Any:
        """Return a schema with references to records as they stand in a file."""
        if isinstance(schema, list):
            return [self.resolved(one) for one in schema]
        if not isinstance(schema, dict):
            return schema
        if isinstance(schema.get("$ref"), type):
            return self.ref(schema["$ref"])
        return {name: self.resolved(one) for name, one in schema.items()}


def _file(game: str, required: list[str], **fields: Schema) -> Schema:
    """Return the schema of a file with some fields, beside those that every file may have."""
    own = {"description": "Yours: the program takes no notice of it."}
    common: dict[str, Any] = {"game": {"const": game}, "kind": True, **dict.fromkeys(IGNORED, own)}
    return {"properties": common | fields, "required": required, "additionalProperties": False}


def _one_or_several(one: Schema, about: str, most: int) -> Schema:
    several = {"type": "array", "items": one, "minItems": 1, "maxItems": most}
    return {"anyOf": [one, several], "description": about}


def _if(values: dict[str, str], required: list[str], then: Schema) -> Schema:
    condition = {
        "properties": {name: {"const": value} for name, value in values.items()},
        "required": required,
    }
    return {"if": condition, "then": then}


def _where(kind: str, game: str, then: Schema) -> Schema:
    """Return what holds of files of a kind and, where that matters, of a game."""
    values = {"kind": kind} | ({"game": game} if game else {})
    defaults = {"kind": "attack", "game": WH40K}
    return _if(values, [name for name in values if values[name] != defaults[name]], then)
