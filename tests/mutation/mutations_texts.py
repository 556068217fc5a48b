"""Known mistakes in texts as they are pasted: each with the test that must notice it, alone."""

from __future__ import annotations

SUITE = [
    "tests/unit/games/text/test_rows.py", "tests/unit/reading/test_spreadsheet.py",
    "tests/unit/reading/test_workbook.py",
]  # fmt: skip

MUTATIONS: list[tuple[str, ...]] = [
    (
        "test_a_row_in_doubt_is_refused_with_its_readings",
        "row: the first reading is taken",
        "games/text/rows.py",
        "    if len(found) == 1:\n",
        "    if found:\n",
    ),
    (
        "test_a_row_whose_rolls_have_their_plus_is_of_one_game",
        "row: rolls with and without a plus are mixed",
        "games/text/row.py",
        "bare = pluses and",
        "bare = False and",
    ),
    (
        "test_a_row_in_doubt_is_refused_with_its_readings",
        "row: a number behind a name is left out",
        "games/text/row.py",
        '            yield replace(row, name=f"{row.name} {first}"), values\n',
        "            yield row, values\n",
    ),
    (
        "test_a_row_in_doubt_is_refused_with_its_readings",
        "row: a keyword at the end of a name stays there",
        "games/text/row.py",
        "for i in range(1, min(4, len(words)))",
        "for i in range(0)",
    ),
    (
        "test_keywords_stand_above_or_below_each_row",
        "row: keywords always belong to the row below",
        "games/text/rows.py",
        "(after if above else before)",
        "after",
    ),
    (
        "test_headings_without_a_range_say_the_type",
        "row: a heading WS says ranged",
        "games/text/row.py",
        '"ws": "melee"',
        '"ws": "ranged"',
    ),
    (
        "test_a_ws_makes_a_melee_weapon",
        "sheet: a WS makes a ranged weapon",
        "reading/datasheet_columns.py",
        'kinds.setdefault("melee" if field == "ws" else "ranged", column)',
        'kinds.setdefault("ranged", column)',
    ),
    (
        "test_what_a_sheet_contradicts_or_made_of_a_text_is_refused",
        "sheet: dates are numbers",
        "reading/spreadsheet.py",
        "if _DATE.fullmatch(cell) and",
        "if False and",
    ),
    (
        "test_hostile_workbooks_are_refused_fast_and_small",
        "workbook: cells may lie anywhere",
        "reading/workbook.py",
        "if self.row > MAX_ROW or self.column > MAX_COLUMN:",
        "if False:",
    ),
    (
        "test_of_several_sheets_one_is_named",
        "workbook: the first sheet is taken",
        "reading/workbook.py",
        "if not sheet and len(names) == 1:",
        "if not sheet:",
    ),
]
