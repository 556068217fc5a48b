"""Files that want to do harm, or are broken: one sentence each."""

from __future__ import annotations

import base64
import gzip
import json
import struct
import zlib
from typing import Any

import pytest
from support.rosters import as_json, as_xml, as_zip, gun, models, patrol, roster, selection, zipped

from mathhammer import MathhammerError, Roster
from mathhammer.rosters import limits
from mathhammer.rosters.json_nodes import MAX_FIELDS
from mathhammer.rosters.xml_nodes import MAX_ATTRIBUTES

LAUGHS = (
    '<?xml version="1.0"?><!DOCTYPE roster [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>'
    "<roster><forces/></roster>"
)
EXTERNAL = '<!DOCTYPE roster SYSTEM "file:///etc/passwd"><roster/>'


def refused(content: bytes) -> str:
    with pytest.raises(MathhammerError) as caught:
        Roster.read(content)
    message = str(caught.value)
    assert message.isprintable() and len(message) < 600
    return message


@pytest.mark.parametrize("text", [LAUGHS, EXTERNAL, "<!DOCTYPE roster><roster/>"])
def test_document_types_are_refused(text: str) -> None:
    assert "document type" in refused(text.encode())
    assert "document type" in refused(text.encode("utf-16"))
    assert "document type" in refused(zipped({"a.ros": text.encode()}))


def test_zips() -> None:
    assert "holds 0 files" in refused(zipped({}))
    assert "holds 2 files" in refused(zipped({"a.ros": b"<roster/>", "b.ros": b"<roster/>"}))
    assert Roster.read(zipped({"__MACOSX/a.ros": b"", "notes.txt": b"", "a.ros": as_xml(patrol())}))
    assert "army list is" in refused(zipped({"a.ros": as_zip(patrol())}))  # not once more
    bomb = zipped({"a.ros": b" " * (limits.MAX_UNPACKED + 1)})
    assert "when it is unpacked" in refused(bomb)
    broken = bytearray(as_zip(patrol()))
    broken[60:80] = b"\0" * 20
    assert "zip is broken" in refused(bytes(broken))
    locked = bytearray(as_zip(patrol()))
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        locked[locked.index(mark) + at] |= 1
    assert "encrypted" in refused(bytes(locked))
    method = bytearray(as_zip(patrol()))
    struct.pack_into("<H", method, method.index(b"PK\x01\x02") + 10, 99)
    struct.pack_into("<H", method, method.index(b"PK\x03\x04") + 8, 99)
    assert "zip is broken" in refused(bytes(method))


def test_links() -> None:
    def link(packed: bytes) -> bytes:
        return b"https://x.invalid/#/listforge/" + base64.b64encode(packed)

    assert "unpacked" in refused(link(gzip.compress(b" " * (limits.MAX_UNPACKED + 1))))
    assert "its end is missing" in refused(link(gzip.compress(as_json(patrol()))[:-20]))
    assert "end is missing" in refused(gzip.compress(as_json(patrol()))[:-20])
    assert "not valid JSON" in refused(link(gzip.compress(b"{]")))
    assert "can't be unpacked" in refused(b"\x1f\x8b" + zlib.compress(b"{}"))


def nested(depth: int) -> dict[str, Any]:
    made = selection("S")
    for _ in range(depth):
        made = selection("S", "upgrade", 1, made)
    return made


def test_depth_and_size() -> None:
    deep = roster(nested(limits.MAX_DEPTH + 10))
    assert "nested deeper" in refused(as_json(deep))
    assert "nested deeper" in refused(as_xml(deep))
    assert "nested" in refused(b"<roster><forces>" + b"<force><forces>" * 50_000)
    assert "nested too deep" in refused(b'{"roster":' + b"[" * 100_000)
    assert "nested deeper" in refused(b"<roster>" + b"<x>" * 100_000)
    units = roster(*[selection("S", "unit") for _ in range(limits.MAX_UNITS + 1)])
    assert "units: too many" in refused(as_json(units))
    guns = selection("G", profiles=(gun(),) * (limits.MAX_WEAPONS + 1))
    assert "weapons: too many" in refused(as_json(roster(selection("S", "unit", 1, guns))))
    text = "My list (1 points)\n" + "Boys (5 points)\n" * (limits.MAX_UNITS + 1)
    assert "units: too many" in refused(text.encode())
    many = roster(*[selection("S") for _ in range(limits.MAX_SELECTIONS + 1)])
    assert "too many" in refused(as_json(many)) and "too many" in refused(as_xml(many))
    assert "over" in refused(b"<roster>" + b"<x/>" * (limits.MAX_NODES + 1) + b"</roster>")
    many_attributes = b" ".join(b'a%d=""' % i for i in range(MAX_ATTRIBUTES + 1))
    assert "attributes" in refused(b"<roster " + many_attributes + b"/>")
    assert "tables" in refused(b'{"a":[' + b"{}," * (limits.MAX_NODES + 1) + b"{}]}")
    assert "values" in refused(b'{"a":[' + b"1," * (2 * MAX_FIELDS + 1) + b"1]}")


@pytest.mark.parametrize(
    "content",
    [
        b"%PDF-1.7", b"\x89PNG\r\n", b"\0" * 600, b"Rar!\x1a", b"SQLite format 3\0", b"\xff\xfe\0",
        b"<html><body/></html>", b"<catalogue/>", b"<gameSystem/>", b"<roster", b"<roster></force>",
        b"<roster>&a;</roster>", b'<?xml version="1.0" encoding="klingon"?><roster/>',
        b"{", b"[1]", b"{}", b'{"roster": 3}', b'{"roster": {"forces": {}}}', b"{\"roster\": NaN}",
        b'{"snapshot": {}}', b"PK\x03\x04", b"PK\x03\x04" + b"\0" * 100,
        b"H4sIAAAA", b"\x1f\x8b\x08",
        b"<roster forces='x'><forces/></roster>", b" \n ", b"",
    ],
)  # fmt: skip
def test_what_is_no_list(content: bytes) -> None:
    refused(content)


@pytest.mark.parametrize("number", ["-1", "1.5", "many", "10001", 10**30, [1], {"a": 1}, True, 2.0])
def test_numbers_that_are_none(number: Any) -> None:
    unit = selection("S", "model", 1, profiles=(models(),)) | {"number": number}
    assert "S.number:" in refused(as_json(roster(unit)))


def test_nodes_of_odd_types_are_passed_over() -> None:
    unit = selection("S", "model", 1, profiles=(models(),), points=5.0)
    unit |= {"rules": [None, 3, {"name": 7, "description": [1]}], "categories": {"name": "x"}}
    unit["costs"] = [{"name": "pts", "value": "1e999"}]
    unit["profiles"].append({"name": None, "characteristics": [{"name": 5, "$text": 1e400}, "x"]})
    content = json.dumps({"roster": roster(unit)}).replace("Infinity", "1e400").encode()
    found = Roster.read(content)
    assert (found.units[0].models, found.units[0].points) == (1, None)


def test_values_may_be_numbers_in_json() -> None:
    statline = models()
    for one in statline["characteristics"]:
        if one["name"] in ("T", "W"):
            one["$text"] = int(one["$text"])
    found = Roster.read(as_json(roster(selection("S", "model", 1, profiles=(statline,)))))
    assert found.units[0].target["toughness"] == 4


def test_a_list_in_utf_16_is_read() -> None:
    text = as_xml(patrol()).decode()
    assert Roster.read(text.encode("utf-16")).points == 355.0
    assert Roster.read(b"\xef\xbb\xbf\n" + as_json(patrol())).points == 355.0
