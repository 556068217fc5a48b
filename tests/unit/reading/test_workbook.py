"""Workbooks: a sheet gives what the same CSV file gives; hostile ones are refused, fast."""

from __future__ import annotations

import builtins
import random
import time
import tracemalloc

import pytest
from support.refusals import refusal
from support.workbooks import ods_parts, packed, xlsx_parts, xlsx_rows

from mathhammer.cli.main import main
from mathhammer.core.errors import MissingPackageError
from mathhammer.reading.spreadsheet import attackers_of, parse_rows, read_attackers, read_targets

pytest.importorskip("python_calamine", reason="python-calamine is not installed (sheets extra)")

ROWS: list[list[object]] = [
    ["Weapon", "Range", "A", "BS", "WS", "S", "AP", "D", "Keywords"],
    ["Gun", 24, 2, "3+", None, 4, -1, 1, "Heavy"],
    ["Fist", "Melee", 3.0, None, "4+", 8, -2, "D3", None],
]
MEN: list[list[object]] = [["Unit", "M", "T", "Sv", "W"], ["Men", 6, 4, "3+", 2]]
CSV = "Weapon,Range,A,BS,WS,S,AP,D,Keywords\nGun,24,2,3+,,4,-1,1,Heavy\nFist,Melee,3,,4+,8,-2,D3,\n"


@pytest.fixture
def book(tmp_path):
    def write(parts, suffix="xlsx"):
        path = tmp_path / f"book.{suffix}"
        path.write_bytes(parts if isinstance(parts, bytes) else packed(parts))
        return str(path)

    return write


def xlsx(**sheets):
    return xlsx_parts({name: xlsx_rows(rows) for name, rows in sheets.items()})


def test_a_sheet_gives_what_the_same_csv_gives(book):
    expected = attackers_of(*parse_rows(CSV))
    assert read_attackers(book(xlsx(guns=ROWS))) == expected
    assert read_attackers(book(ods_parts({"guns": ROWS}), "ods")) == expected


def test_of_several_sheets_one_is_named(book):
    for path in (
        book(xlsx(guns=ROWS, men=MEN)),
        book(ods_parts({"guns": ROWS, "men": MEN}), "ods"),
    ):
        said = refusal(read_targets, path)
        assert "this workbook has 2 sheets ('guns', 'men'): name one behind a '#'" in said
        assert "there is no sheet 'mem' (did you mean 'men'?)" in refusal(
            read_targets, f"{path}#mem"
        )
        assert read_targets(f"{path}#men")[0].toughness == 4


def test_the_command_line_takes_sheets(book, capsys):
    path = book(xlsx(guns=ROWS, men=MEN))
    assert main(["compare", f"{path}#guns", "--at", f"{path}#men", "--json"]) == 0
    assert '"target": "Men"' in capsys.readouterr().out
    assert main(["compare", path, "--at", "meq"]) == 2
    assert "this workbook has 2 sheets" in capsys.readouterr().err


def test_what_a_program_made_of_a_text_is_refused(book):
    date = (
        '<table:table-row><table:table-cell office:value-type="string"><text:p>x</text:p>'
        '</table:table-cell><table:table-cell office:value-type="date" '
        'office:date-value="2026-03-04"><text:p>03/04/26</text:p></table:table-cell>'
        "</table:table-row>"
    )
    sheet: list[list[object]] = [["weapon", "a", "bs", "s", "d"]]
    parts = ods_parts({"guns": sheet})
    content = str(parts["content.xml"])
    parts["content.xml"] = content.replace("</table:table-row>", "</table:table-row>" + date, 1)
    assert "line 2, column 'a': '2026-03-04' is a date" in refusal(
        read_attackers, book(parts, "ods"))  # fmt: skip
    half = [ROWS[0], ["Gun", 24, 2, "3+", None, 0.5, -1, 1, None]]
    assert "column 's': '0.5' is not a whole number" in refusal(read_attackers, book(xlsx(g=half)))


def test_without_the_library_its_extra_is_named(book, monkeypatch):
    real = builtins.__import__

    def missing(name, *given, **more):
        if name == "python_calamine":
            raise ImportError(name)
        return real(name, *given, **more)

    path = book(xlsx(guns=ROWS))
    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(MissingPackageError, match=r"pip install 'mathhammer\[sheets\]'"):
        read_attackers(path)


def _far(place: str) -> bytes:
    return packed(xlsx_parts({"s": f'<row r="1"><c r="{place}"><v>1</v></c></row>'}))


def _patched() -> bytes:
    """An archive whose directory says that a part is small."""
    content = bytearray(packed({"xl/workbook.xml": "x" * 200_000}))
    for at in range(len(content) - 4):
        if content[at : at + 4] == b"PK\x01\x02":
            content[at + 24 : at + 28] = (100).to_bytes(4, "little")
    return bytes(content)


_REPEATED = (
    '<table:table-row table:number-rows-repeated="1048576"><table:table-cell '
    'table:number-columns-repeated="16384" office:value-type="float" office:value="1"/>'
    "</table:table-row>"
)
HOSTILE = {
    "no archive": (b"PK\x03\x04 and no more", "this is no workbook"),
    "an empty archive": (packed({}), "this workbook can't be read"),
    "a bomb": (packed({"xl/sharedStrings.xml": b"0" * (64 << 20)}), "unpacks to more than"),
    "a small size that isn't true": (_patched(), "this is no workbook"),
    "many parts": (packed({f"{i}.xml": "<a/>" for i in range(600)}), "600 parts"),
    "the last cell": (_far("XFD1048576"), "row 1048576, column 16384"),
    "a far column": (_far("ZZ1"), "row 1, column 702"),
    "entities": (
        packed({"xl/workbook.xml": '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'}), "entities"),
    "broken XML": (packed({"xl/workbook.xml": "<a>"}), "this is no workbook"),
    "nested": (packed({"xl/workbook.xml": "<a>" * 500_000}), "this is no workbook"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_workbooks_are_refused_fast_and_small(book, name):
    content, said = HOSTILE[name]
    path = book(content)
    tracemalloc.start()
    start = time.process_time()
    assert said in refusal(read_attackers, path)
    assert time.process_time() - start < 2
    assert tracemalloc.get_traced_memory()[1] < 100e6
    tracemalloc.stop()


def test_repeated_cells_of_an_ods_are_refused(book):
    path = book(ods_parts({"guns": ROWS}, _REPEATED), "ods")
    assert "rows and 200 columns are read" in refusal(read_attackers, path)


def test_mutated_workbooks_are_read_or_refused(book):
    draw = random.Random(14)
    parts = xlsx(guns=ROWS, men=MEN)
    contents = [packed(parts), packed(ods_parts({"guns": ROWS}))]
    answered = refused = 0
    for i in range(200):
        content = bytearray(contents[i % 2])
        for _ in range(draw.randint(1, 4)):
            content[draw.randrange(len(content))] = draw.randrange(256)
        path = book(bytes(content), ("xlsx", "ods")[i % 2])
        try:
            read_attackers(path)
            answered += 1
        except ValueError:
            refused += 1
    assert answered + refused == 200
    assert refused > 100
