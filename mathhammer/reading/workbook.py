"""Workbooks of spreadsheet programs, `.xlsx` and `.ods`: one sheet of them, as rows of texts.

Workbooks are not trusted. They are archives of XML: what they unpack to is counted and parsed
for the places of cells before python-calamine reads it, so that neither a small file that unpacks
to a huge one, nor a single cell in the last corner of a sheet, takes memory. What calamine gets
is an archive of the very bytes that were looked at.
"""

import io
import re
import zipfile
import zlib
from typing import Any

from mathhammer.core.errors import MathhammerError, MissingPackageError, nearest, quoted
from mathhammer.core.text import WORKBOOKS
from mathhammer.reading.files import read_bytes

#: The most bytes that a workbook unpacks to, and the parts that it has.
MAX_UNPACKED = 8 << 20
MAX_PARTS = 500
#: The last row and column in which a workbook may have something.
MAX_ROW = 6_000
MAX_COLUMN = 200
_CELL = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")


def read_workbook(path: str) -> list[list[str]]:
    """Return the rows of a sheet of a workbook.

    Parameters
    ----------
    path : str
        With the name of a sheet behind a ``#``, where the workbook has several.

    Returns
    -------
    list of list of str

    Raises
    ------
    MathhammerError
        It is no workbook, too large, or has several sheets of which none is named.
    MissingPackageError
        python-calamine is not installed.
    """
    book_path, separator, sheet = path.rpartition("#")
    if not separator or not book_path.lower().endswith(WORKBOOKS):
        book_path, sheet = path, ""
    content = _checked(read_bytes(book_path, "a workbook is an .xlsx or .ods file"))
    try:
        import python_calamine
    except ImportError:
        raise MissingPackageError(
            "workbooks (.xlsx, .ods) are read by the package python-calamine: pip install "
            "'mathhammer[sheets]', or save the sheet as CSV"
        ) from None
    try:
        book = python_calamine.load_workbook(io.BytesIO(content))
        name = _sheet(book.sheet_names, sheet)
        rows = book.get_sheet_by_name(name).to_python(skip_empty_area=False)
    except MathhammerError:
        raise
    except (KeyboardInterrupt, SystemExit, MemoryError):
        raise
    except BaseException as error:  # its own errors, and the panics of its parser
        raise MathhammerError(f"this workbook can't be read ({quoted(str(error))})") from None
    return [[_text(cell) for cell in row] for row in rows]


def _sheet(names: list[str], sheet: str) -> str:
    """Return the name of the sheet that is asked for."""
    if not sheet and len(names) == 1:
        return names[0]
    listed = ", ".join(quoted(name) for name in names[:20])
    if not sheet:
        raise MathhammerError(
            f"this workbook has {len(names)} sheets ({listed}): name one behind a '#', as in "
            f"file.xlsx#{names[0] if names else 'Sheet1'}"
        )
    if sheet not in names:
        raise MathhammerError(
            f"there is no sheet {quoted(sheet)}{nearest(sheet, names)}; sheets: {listed}"
        )
    return sheet


def _text(cell: Any) -> str:
    """Return what a cell holds as it would stand in a CSV file."""
    if isinstance(cell, bool):
        return str(cell).lower()
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 1e15:
        return str(int(cell))
    return str(cell)


# ------------------------------------------------------------------ before it is read


def _checked(content: bytes) -> bytes:
    """Return a workbook of the same parts, each of which was looked at."""
    made = io.BytesIO()
    left = MAX_UNPACKED
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as given, zipfile.ZipFile(made, "w") as out:
            parts = given.infolist()
            if len(parts) > MAX_PARTS:
                raise MathhammerError(
                    f"this workbook has {len(parts)} parts; up to {MAX_PARTS} are allowed"
                )
            if sum(part.file_size for part in parts) > MAX_UNPACKED:
                raise _too_large()
            for part in parts:
                if part.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                    raise MathhammerError("this workbook is packed in a way that none is")
                if part.flag_bits & 1:
                    raise MathhammerError("this workbook is encrypted: save it without a password")
                with given.open(part) as file:
                    data = file.read(left + 1)
                left -= len(data)
                if left < 0:
                    raise _too_large()
                if part.filename.endswith((".xml", ".rels")):
                    _check_cells(data)
                out.writestr(part.filename, data)
    except MathhammerError:
        raise
    except (zipfile.BadZipFile, zlib.error, RuntimeError, EOFError, OSError, ValueError) as error:
        raise MathhammerError(f"this is no workbook ({quoted(str(error))})") from None
    return made.getvalue()


def _too_large() -> MathhammerError:
    return MathhammerError(f"this workbook unpacks to more than {MAX_UNPACKED} bytes")


def _check_cells(data: bytes) -> None:
    """Check that the cells of a part that hold something lie within the limits."""
    from xml.parsers import expat

    places = _Places()
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = places.start
    parser.CharacterDataHandler = places.text
    parser.StartDoctypeDeclHandler = places.doctype
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise MathhammerError(f"this is no workbook ({quoted(str(error))})") from None


class _Places:
    """Where the cells of a sheet lie that hold something, in either format."""

    def __init__(self) -> None:
        self.row = self.column = 0

    def doctype(self, *_: object) -> None:
        """Refuse entities, which can unpack to anything."""
        raise MathhammerError("this workbook defines entities, which no sheet needs")

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """Go on to a row or cell."""
        name = tag.rpartition(":")[2]
        if name in ("row", "table-row"):
            self.row = _number(attributes.get("r"), self.row + 1)
            self.row += _number(attributes.get("table:number-rows-repeated"), 1) - 1
            self.column = 0
        elif name == "c":
            found = _CELL.fullmatch(attributes.get("r", "").upper())
            self.column = _column(found[1]) if found else self.column + 1
            self.row = int(found[2]) if found else self.row
        elif name in ("table-cell", "covered-table-cell"):
            self.column += _number(attributes.get("table:number-columns-repeated"), 1)
            if any(key.startswith("office:") for key in attributes):
                self.check()
        elif name in ("table", "sheetData"):
            self.row = self.column = 0

    def text(self, text: str) -> None:
        """Look at what a cell holds."""
        if text.strip():
            self.check()

    def check(self) -> None:
        """Check that this place is one that is read."""
        if self.row > MAX_ROW or self.column > MAX_COLUMN:
            raise MathhammerError(
                f"a cell in row {self.row}, column {self.column}: up to {MAX_ROW} rows and "
                f"{MAX_COLUMN} columns are read"
            )


def _number(text: str | None, otherwise: int) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else otherwise


def _column(letters: str) -> int:
    column = 0
    for letter in letters:
        column = 26 * column + ord(letter) - ord("A") + 1
    return column
