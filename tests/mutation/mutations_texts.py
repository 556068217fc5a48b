"""Known mistakes in texts as they are pasted: each with the test that must notice it, alone."""

from __future__ import annotations

SUITE = [
    "tests/unit/games/text/test_weapon_notation.py",
    "tests/unit/games/text/test_target_notation.py", "tests/unit/games/text/test_keywords.py",
    "tests/unit/results/test_readings.py",
    "tests/unit/games/text/test_rows.py", "tests/unit/reading/test_spreadsheet.py",
    "tests/unit/reading/test_workbook.py",
    "tests/unit/results/test_labels.py", "tests/properties/test_printed_texts.py",
]  # fmt: skip

MUTATIONS: list[tuple[str, ...]] = [
    (
        "test_profiles_that_are_called_alike_have_numbers",
        "labels: targets that are called alike stay so",
        "evaluate/evaluate.py",
        "called_apart(attackers), called_apart(targets)",
        "called_apart(attackers), list(targets)",
    ),
    (
        "test_numbers_never_meet_names_that_look_like_them",
        "labels: a number makes a name that is given already",
        "core/text.py",
        "while called in taken or (called != name and called in given):",
        "while called in taken:",
    ),
    (
        "test_parts_of_a_target_are_its_groups_and_leaders",
        "labels: a preset behind a plus takes the saves of the first part",
        "games/text/mixed.py",
        "fields = {**lacks, **base, **fields}",
        "fields = {**base, **fields}",
    ),
    (
        "test_weapon_spelling",
        "notation: D6+1 is damage 7",
        "games/text/weapon.py",
        """            return f"d{found.value}"
""",
        """            return found.value
""",
    ),
    (
        "test_the_note_gives_what_the_die_would_do",
        "notation: what the die would do is computed for the damage that was read",
        "results/readings.py",
        "attacker=attacker.replace(weapons=weapons)",
        "attacker=attacker",
    ),
    (
        "test_a_changed_field_is_read_no_more",
        "notation: a note stays although its field is changed",
        "games/common/profile.py",
        "if note.field not in changes",
        "if note.field",
    ),
    (
        "test_wrong_weapon_says_what_and_where",
        "notation: two letters stand for an ability",
        "core/abbreviations.py",
        "_FIRST, _REST = 3, 2",
        "_FIRST, _REST = 2, 2",
    ),
    (
        "test_wrong_target_says_what_and_where",
        "notation: a weapon's ability cut short is a target's keyword",
        "games/text/target.py",
        "            self.check_other(table.WEAPON, folded, token, column)\n",
        "",
    ),
    (
        "test_target_spelling",
        "notation: unmodified wound rolls of 1-3 fail is a floor of 3+",
        "games/text/modifiers.py",
        "int(fails[1]) + 1",
        "int(fails[1])",
    ),
    (
        "test_one_that_a_weapon_names_has_an_effect",
        "notes: a keyword that Anti asks for is said to have no effect",
        "games/wh40k/notes.py",
        "unknown_keywords(target.keywords - named, KEYWORDS)",
        "unknown_keywords(target.keywords, KEYWORDS)",
    ),
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
