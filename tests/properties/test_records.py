"""Every record behaves alike: made, read, shown, changed and compared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from support.records import RECORDS, tables

from mathhammer.core.errors import MathhammerError
from mathhammer.core.record import Record

#: Fields that checks of several fields put elsewhere, or whose other name is stored.
MOVED = {"modifiers", "abilities", "type", "target", "bearer", "packet"}


def attempt(make: Callable[..., Record], **fields: Any) -> Record | str:
    """Return what is made of some fields, or what is said against them."""
    try:
        return make(**fields)
    except MathhammerError as error:
        return str(error)


@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)
@settings(max_examples=25, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_record_is_made_read_shown_changed_and_compared(record, data):
    fields = data.draw(tables(record))
    fields.pop("set", None)  # of rulings: it stands for them, and isn't stored itself
    one = attempt(record, **fields)
    assume(isinstance(one, Record))
    # A blank name of what weapons belong to is none.
    fields = {k: v for k, v in fields.items() if k not in ("group", "modes") or str(v).strip()}
    # Stored are the fields that were given, as their readers return them.
    for name, value in fields.items():
        if name not in MOVED:
            assert one.given[name] == record._fields[name].read(value), name
    # What isn't given has its default.
    for name, declared in record._fields.items():
        if name not in fields and name not in MOVED:
            assert name not in one.given
            assert getattr(one, name) == declared.default, name
    # A table is read into an equal record, a record is left as it is.
    again = record.read(fields)
    assert again == one and hash(again) == hash(one)
    assert record.read(one) is one
    assert repr(one) == repr(again)
    shown = ", ".join(f"{name}={value!r}" for name, value in one.__dict__.items())
    assert repr(one) == f"{record.__name__}({shown})"
    # A copy without changes is equal, and one without a field is as if it hadn't been given.
    assert one.replace() == one and one.replace() is not one
    for name in fields.keys() - MOVED - {"preset"}:
        less = attempt(one.replace, **{name: None})
        assert less == attempt(record, **{k: v for k, v in fields.items() if k != name}), name
        if isinstance(less, Record):
            assert name not in record._required
            assert less.replace(**{name: fields[name]}) == one
    assert one != object() and one != dict(one.given)
    with pytest.raises(AttributeError, match="immutable"):
        one.name = "other"
    with pytest.raises(AttributeError, match="immutable"):
        del one.name


@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)
def test_wrong_names_and_missing_fields_are_refused(record):
    with pytest.raises(MathhammerError, match="nonsense"):
        record(nonsense=1)
    with pytest.raises(MathhammerError):
        record.read([1])
    for name in record._required:
        with pytest.raises(MathhammerError, match=r"needs the field"):
            record(**{name: None})


@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)
def test_every_field_is_documented(record):
    text = record.__doc__ or ""
    for name, declared in record._fields.items():
        assert declared.about.endswith("."), (name, declared.about)
        assert declared.words and declared.schema, name
        assert f"\n{name} : {declared.words}" in text, name
        default = declared.default_words
        assert not default or declared.read(declared.default) == declared.default
