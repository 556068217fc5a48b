"""Small workbooks as spreadsheet programs write them, and hostile ones."""

from __future__ import annotations

import io
import zipfile
from xml.sax.saxutils import escape

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_DOCUMENT = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_ODF = "urn:oasis:names:tc:opendocument:xmlns"


def packed(parts: dict[str, str | bytes]) -> bytes:
    """Return an archive of parts."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in parts.items():
            file.writestr(name, content)
    return made.getvalue()


def xlsx_parts(sheets: dict[str, str]) -> dict[str, str | bytes]:
    """Return the parts of an .xlsx of sheets, each the XML of its rows."""
    names = list(sheets)
    parts: dict[str, str | bytes] = {
        "[Content_Types].xml": f'<Types xmlns="{_TYPES}"/>',
        "_rels/.rels": f'<Relationships xmlns="{_RELATIONS}"><Relationship Id="r1" Type="'
        f'{_DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_DOCUMENT}"><sheets>'
        + "".join(
            f'<sheet name="{escape(n)}" sheetId="{i}" r:id="r{i}"/>' for i, n in enumerate(names, 1)
        )
        + "</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_RELATIONS}">'
        + "".join(
            f'<Relationship Id="r{i}" Type="{_DOCUMENT}/worksheet" Target="worksheets/s{i}.xml"/>'
            for i in range(1, len(names) + 1)
        )
        + "</Relationships>",
    }
    for i, rows in enumerate(sheets.values(), 1):
        parts[f"xl/worksheets/s{i}.xml"] = (
            f'<worksheet xmlns="{_MAIN}"><sheetData>{rows}</sheetData></worksheet>'
        )
    return parts


def xlsx_rows(rows: list[list[object]]) -> str:
    """Return the XML of rows: numbers as numbers, anything else as texts."""
    made = ""
    for r, row in enumerate(rows, 1):
        cells = ""
        for c, value in enumerate(row):
            place = f"{chr(65 + c)}{r}"
            if isinstance(value, int | float):
                cells += f'<c r="{place}"><v>{value}</v></c>'
            elif value is not None:
                text = escape(str(value))
                cells += f'<c r="{place}" t="inlineStr"><is><t>{text}</t></is></c>'
        made += f'<row r="{r}">{cells}</row>'
    return made


def ods_parts(sheets: dict[str, list[list[object]]], extra: str = "") -> dict[str, str | bytes]:
    """Return the parts of an .ods of sheets."""
    body = ""
    for name, rows in sheets.items():
        made = ""
        for row in rows:
            cells = ""
            for value in row:
                text = "" if value is None else escape(str(value))
                if isinstance(value, int | float):
                    cells += (
                        f'<table:table-cell office:value-type="float" office:value="{value}">'
                        f"<text:p>{text}</text:p></table:table-cell>"
                    )
                elif value is None:
                    cells += "<table:table-cell/>"
                else:
                    cells += (
                        '<table:table-cell office:value-type="string">'
                        f"<text:p>{text}</text:p></table:table-cell>"
                    )
            cells += '<table:table-cell table:number-columns-repeated="16000"/>'
            made += f"<table:table-row>{cells}</table:table-row>"
        made += (
            '<table:table-row table:number-rows-repeated="1048000"><table:table-cell '
            'table:number-columns-repeated="16384"/></table:table-row>'
        )
        body += f'<table:table table:name="{escape(name)}">{made}{extra}</table:table>'
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    return {
        "mimetype": kind,
        "META-INF/manifest.xml": f'<manifest:manifest xmlns:manifest="{_ODF}:manifest:1.0">'
        f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{kind}"/>'
        "</manifest:manifest>",
        "content.xml": f'<office:document-content xmlns:office="{_ODF}:office:1.0" '
        f'xmlns:table="{_ODF}:table:1.0" xmlns:text="{_ODF}:text:1.0"><office:body>'
        f"<office:spreadsheet>{body}</office:spreadsheet></office:body></office:document-content>",
    }
