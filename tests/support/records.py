"""Values for every field of every record, drawn from what its reader says that it accepts."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from mathhammer.core.record import Record
from mathhammer.reading.reference import records

RECORDS: dict[str, type[Record]] = records()


def values(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Return a strategy for what a schema of `mathhammer.core.readers` accepts."""
    if "anyOf" in schema:
        return st.one_of([values(one) for one in schema["anyOf"]])
    if "enum" in schema or "const" in schema:
        return st.sampled_from(schema.get("enum", [schema.get("const")]))
    if "$ref" in schema:
        return tables(schema["$ref"])
    types = schema.get("type", "boolean")
    drawn: list[st.SearchStrategy[Any]] = []
    for kind in [types] if isinstance(types, str) else types:
        low, high = schema.get("minimum", 0), min(schema.get("maximum", 100), 100)
        if kind == "integer":
            drawn.append(st.integers(low, high))
        elif kind == "number":
            drawn.append(st.floats(low, high))
        elif kind == "boolean":
            drawn.append(st.booleans())
        elif kind == "string" and "dD" in schema.get("pattern", ""):  # most are too large
            drawn.append(st.sampled_from(["D6", "2D3+1", "d3", "D6+D3", "3D6kh2", "3D6kl2", "5"]))
        elif kind == "string" and "pattern" in schema:
            drawn.append(st.from_regex(schema["pattern"].replace("\\d", "[0-9]"), fullmatch=True))
        elif kind == "string":
            drawn.append(st.text("abc XYZ-+\u00e9", max_size=12))
        elif kind == "array":
            items = values(schema["items"])
            least, most = schema.get("minItems", 0), schema.get("maxItems", 3)
            drawn.append(st.lists(items, min_size=least, max_size=max(least, min(most, 3))))
        elif kind == "object":
            drawn.append(st.just({}))
        else:
            raise AssertionError(f"no values for {kind}")
    return st.one_of(drawn)


def tables(record: type[Record]) -> st.SearchStrategy[dict[str, Any]]:
    """Return a strategy for the fields of a record, the required ones and some others."""
    fields = {name: values(one.schema) for name, one in record._fields.items()}
    until = getattr(record, "_until", ())  # needed, but where attacks start later
    needed = {name: fields.pop(name) for name in (*record._required, *until)}
    return st.fixed_dictionaries(needed, optional=fields)
