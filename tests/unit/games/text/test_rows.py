"""Pasted rows of datasheets: forty of both games, and what is refused with its readings."""

from __future__ import annotations

import io
import sys
import time

import pytest
from support.pasted import FIST, TARGETS, WEAPONS
from support.refusals import refusal

import mathhammer
from mathhammer.cli.main import main
from mathhammer.games.describe import describe_target
from mathhammer.games.read_text import (
    aos_weapon_fields,
    reading_notes,
    target_fields,
    weapon_fields,
)
from mathhammer.games.text.pasted import weapon_readings
from mathhammer.games.text.row import plain
from mathhammer.games.text.signs import text_game
from mathhammer.reading.read_units import read_attacker, read_target
from mathhammer.reading.spreadsheet import read_attackers

#: Rows that can be read in several ways, or in none, and what is said.
REFUSED = {
    "2 3+ 4 -1 1": "write 'A2 BS3+ S4 AP-1 D1' or 'A2 WS3+ S4 AP-1 D1'",
    "2 3 4 1 1": "write '2/3+/4+/1/1' or 'A2 BS3+ S4 AP-1 D1' or 'A2 WS3+ S4 AP-1 D1'",
    "24 2 3 4 1 1": "'24\" A2 BS3+ S4 AP-1 D1' or '24x A2 BS3+ S4 AP-1 D1'",
    'Gun 24" 2 3+ 4 1': "if a column is missing, write 'Gun: 24\" A2 BS3+ S4 AP0 D1'",
    '5 Gun 24" 2 3+ 4 -1 1':
        "'1x 5 Gun: 24\" A2 BS3+ S4 AP-1 D1' or '5x Gun: 24\" A2 BS3+ S4 AP-1 D1'",
    'Gun 5 24" 2 3+ 4 -1 1':
        "'Gun 5: 24\" A2 BS3+ S4 AP-1 D1' or '5x Gun: 24\" A2 BS3+ S4 AP-1 D1'",
    'Gun (5) 24" 2 3+ 4 -1 1': "can be read in 2 ways",
    "5 2 3+ 4 -1 1": "'5\" A2 BS3+ S4 AP-1 D1' or '5x A2 BS3+ S4 AP-1 D1'",
    "Gun - 2 3+ 4 -1 1": "'Gun: A2 BS3+ S4 AP-1 D1' or 'Gun: A2 WS3+ S4 AP-1 D1'",
    'Gun heavy 24" 2 3+ 4 -1 1': "or 'Gun: 24\" A2 BS3+ S4 AP-1 D1 [heavy]'",
    'Gun (Asault) 24" 2 3+ 4 -1 1': "'Asault' is no ability (did you mean 'Assault'?)",
    'Gun [foo] 24" 2 3+ 4 -1 1': "unknown ability 'foo'",
    'Gun 24" 2 3+ 4 -1 1 foo': "'foo' is not understood",
    'Gun 24" 2 7+ 4 -1 1': "'7+' is not a roll from 2+ to 6+",
    'Gun 24" 2 3+ 4 -1 1\nfoo bar': "line 2: 'foo bar' is no row of a weapon",
    'foo bar\nGun 24" 2 3+ 4 -1 1': "line 1: 'foo bar' is no row of a weapon",
    'Gun 24" 2 3+ 4 -1 1\n[Heavy]\nFist Melee 2 3+ 4 0 1':
        "line 2: '[Heavy]' may belong to the weapon above or to the one below",
    'Gun 24" 2 3+ 4 -1 1\nFist Melee 2 3+ 4 0 1': "2 weapons, where one is expected",
    'Gun 24" 2 3+ 4 -1 1 Fist Melee 2 3+ 4 0 1': "there are several rows in this line",
    'A BS S AP D\nGun 24" 2 3+\nGun 24" 2 3+ 4 -1 1': "line 2: 'Gun 24\" 2 3+' is no row",
    "MELEE RANGES A BS S AP D Gun 2 3+ 4 -1 1": "holds headings or values of a row",
    "A BS S AP D\n2 3+ 4 -1": "don't fit a row of Warhammer 40,000 (a, bs, s, ap, d)",
    'Rng Atkk Hit Wnd Rnd Dmg\nBow 18" 2 3+ 4+ - 1':
        "line 1: 'Atkk' among headings is none that is known (did you mean 'atk'?)",
    "War axe 2 3+ 4+ 1 D3": 'belongs to Age of Sigmar (game = "aos")',
}  # fmt: skip
REFUSED_TARGETS = {
    "4 3+ 2": "write 'T4 Sv3+ W2' or 'H4 Sv3+ C2'",
    'M T S OC\n6" 4 3+ 2 6+ 2': "'S' among headings is none that is known (did you mean 'sv'?)",
    '6" 4 3+ 2 6+': "write 'M6\" T4 Sv3+ W2 Ld6+'",
    '10 Men 6" 3 5+ 1 7+ 2': "write '1x 10 Men: M6\" T3 Sv5+ W1 Ld7+ OC2' or '10x Men: M6\"",
    '6" 4 3+ 2 6+ 2\n6" 4 3+ 2 6+ 2': "2 rows, where one target is expected",
    '6" 4 8+ 2 6+ 2': "'8' is not a roll from 2+ to 7+",
    '5" 2 4+ 1': 'belongs to Age of Sigmar (game = "aos")',
}


def test_a_move_may_be_a_least_one_or_none():
    flyer = 'Flyer 20+" 9 3+ 12 6+ 0'
    assert target_fields(flyer)["move"] == 20
    assert reading_notes(flyer) == ["'20+\"' is the least that it moves; read as a move of 20"]
    for fort in ("Fort - 10 3+ 12 6+ 0", "| Fort | - | 10 | 3+ | 12 | 6+ | 0 |"):
        fields = target_fields(fort)
        assert "move" not in fields
        assert (fields["name"], fields["toughness"]) == ("Fort", 10)


def test_only_a_sign_before_a_line_is_a_bullet():
    assert weapon_fields("* Sword* Melee 3 3+ 4 -2 1")["name"] == "Sword*"
    assert weapon_fields('\u2022 Gun > rifle 24" 2 3+ 4 -1 1')["name"] == "Gun > rifle"


@pytest.mark.parametrize("blank", "\x1c\x1d\x1e\x1f")
def test_separators_of_old_are_blanks(blank):
    for text in (
        'Long gun 24_" 2 3+ 4 -1 1',
        'Long gun_24"_2_3+_4 -1 1',
        'Long gun: 24_" A2 BS3+ S4 AP-1 D1',
    ):
        assert weapon_fields(text.replace("_", blank)) == weapon_fields(text.replace("_", " "))


def test_runs_of_blanks_take_steps_in_their_number():
    """Four times as long a run takes four times as long, not sixteen times."""

    def seconds(length: int) -> float:
        def once() -> float:
            start = time.process_time()
            plain("Gun 2" + " " * length + "Heavy")
            return time.process_time() - start

        return min(once() for _ in range(3))

    assert seconds(200_000) < 10 * seconds(50_000)


@pytest.mark.parametrize("text", WEAPONS)
def test_a_pasted_weapon_is_read(text):
    expected = WEAPONS[text]
    read = aos_weapon_fields if "hit" in expected else weapon_fields
    assert read(text) == expected
    assert read(text + "\n") == expected


@pytest.mark.parametrize("text", TARGETS)
def test_a_pasted_unit_is_read(text):
    expected = TARGETS[text]
    assert target_fields(text, "aos" if "health" in expected else "wh40k") == expected
    assert text_game(text) == ("aos" if "health" in expected else "wh40k")


def test_a_row_whose_rolls_have_their_plus_is_of_one_game():
    assert text_game('Gun 24" 2 3+ 4 1 1') == "wh40k"
    assert text_game("Gun 24 2 3 4 1 1") is None


def test_headings_without_a_range_say_the_type():
    block = "A WS S AP D\nFist 3 4+ 8 -2 2\nClaw 4 3+ 5 -1 1"
    assert [r.found["type"] for r in weapon_readings(block, "wh40k")] == ["melee", "melee"]


def test_there_are_forty_rows_of_both_games():
    assert len(WEAPONS) + len(TARGETS) >= 40
    assert sum("hit" in fields for fields in WEAPONS.values()) >= 10
    assert sum("health" in fields for fields in TARGETS.values()) >= 4


@pytest.mark.parametrize("text", REFUSED)
def test_a_row_in_doubt_is_refused_with_its_readings(text):
    assert REFUSED[text] in refusal(weapon_fields, text)


@pytest.mark.parametrize("text", REFUSED_TARGETS)
def test_a_unit_in_doubt_is_refused_with_its_readings(text):
    assert REFUSED_TARGETS[text] in refusal(target_fields, text)


@pytest.mark.parametrize("text", [t for t, said in REFUSED.items() if "write '" in said])
def test_a_reading_that_is_offered_can_be_copied(text):
    said = refusal(weapon_fields, text)
    ways = said.partition("write ")[2].split(" or ")
    assert len(ways) >= 1
    for way in ways:
        read = aos_weapon_fields if "/" in way else weapon_fields
        assert read(way.strip("'"))["attacks"] == "2" or "/" in text or way.startswith("'2\"")


BLOCK = """RANGED WEAPONS\tRANGE\tA\tBS\tS\tAP\tD
Long gun [assault, heavy]\t24"\t2\t3+\t4\t-1\t1
5x Fire hose [torrent]\t12"\tD6\tN/A\t4\t0\t1

MELEE WEAPONS\tRANGE\tA\tWS\tS\tAP\tD
Great fist\tMelee\t3\t4+\t8\t-2\t2
"""


@pytest.mark.parametrize("given", [BLOCK, [BLOCK], {"weapons": BLOCK}, {"weapons": [BLOCK]}])
def test_a_block_is_the_weapons_of_one_unit(given):
    unit = read_attacker(given)
    assert [(w.name, w.count) for w in unit.weapons] == [
        ("Long gun", 1), ("Fire hose", 5), ("Great fist", 1)]  # fmt: skip
    assert [w.type for w in unit.weapons] == ["ranged", "ranged", "melee"]


def test_blocks_and_single_weapons_stand_in_one_list():
    unit = read_attacker(["A1 BS2+ S9 AP-3 DD6", BLOCK, {**FIST, "name": "last"}])
    assert [w.name for w in unit.weapons][1:] == ["Long gun", "Fire hose", "Great fist", "last"]


def test_a_fault_in_a_block_says_its_line_and_place():
    said = refusal(read_attacker, ["A1 BS2+ S9 AP-3 DD6", BLOCK.replace("4+\t8", "4+\tx")])
    assert said.startswith("[1]: line 6: ")


def test_lines_with_labels_are_several_weapons_too():
    text = "axe: A3 WS3+ S5 AP-1 D1\n2x gun: A2 BS3+ S4 AP0 D1\n[Heavy]"
    first, second = (reading.fields() for reading in weapon_readings(text, "wh40k"))
    assert (first["name"], second["count"], second["abilities"]) == ("axe", 2, ["Heavy"])


def test_keywords_stand_above_or_below_each_row():
    rows = ['Gun 24" 2 3+ 4 -1 1', "Fist Melee 2 3+ 4 0 1"]
    above = f"[Heavy]\n{rows[0]}\n[Lance]\n{rows[1]}"
    below = f"{rows[0]}\n[Heavy]\n{rows[1]}\n[Lance]"
    for text in (above, below):
        found = [reading.abilities for reading in weapon_readings(text, "wh40k")]
        assert found == [["Heavy"], ["Lance"]]


def test_one_line_of_labels_over_two_lines_is_still_one_weapon():
    assert weapon_fields("gun: A2 BS3+\nS4 AP-1 D1")["name"] == "gun"


def test_a_die_in_a_row_is_a_die_without_a_note():
    row = 'Gun 24" D3 3+ 4 -1 D6'
    assert (weapon_fields(row)["attacks"], weapon_fields(row)["damage"]) == ("D3", "D6")
    assert reading_notes(row) == []


def test_a_row_gives_what_its_labels_give():
    row = mathhammer.attack('5x Gun 24" 2 3+ 4 -1 1', '5x Men 6" 4 3+ 2 6+ 2')
    labelled = mathhammer.attack('5x Gun: 24" A2 BS3+ S4 AP-1 D1', "5x Men: T4 Sv3+ W2")
    assert row.to_dict() == labelled.to_dict()
    rows = mathhammer.attack("10x Axe 2 3+ 4+ 1 D3", '10x Spirits 5" 2 4+ 1')
    labels = mathhammer.attack("10x Axe: 2/3+/4+/1/D3", "10x Spirits: H2 Sv4+")
    assert rows.to_dict() == labels.to_dict()


def test_the_fields_of_turns_are_printed_and_read_back():
    unit = read_target('5x Men: M6" T4 Sv3+ W2 Ld6+ OC2')
    assert (unit.move, unit.leadership, unit.objective_control) == (6, 6, 2)
    assert describe_target(unit) == '5x Men: M6" T4 Sv3+ W2 Ld6+ OC2'
    spirits = read_target('10x Spirits: M5" H2 Sv4+ C1', "aos")
    assert describe_target(spirits) == '10x Spirits: M5" H2 Sv4+ C1'


def _input(monkeypatch, content: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))


def test_weapons_and_a_target_are_read_from_standard_input(monkeypatch, capsys):
    _input(monkeypatch, BLOCK.encode())
    assert main(["attack", "-", "--at", "meq", "--json"]) == 0
    assert '"Great fist"' in capsys.readouterr().out
    _input(monkeypatch, b'6" 4 3+ 2 6+ 2\n')
    assert main(["attack", "A2 BS3+ S4 AP-1 D1", "--at", "-"]) == 0
    assert 'M6" T4 Sv3+ W2 Ld6+ OC2' in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "content", "said"),
    [
        (["-", "--at", "-"], b"meq", "standard input is read once"),
        (["-", "-", "--at", "meq"], b"A2", "standard input is read once"),
        (["-", "--at", "meq"], b" \n", "standard input is empty"),
        (["-", "--at", "meq"], b"\xff\xfe", "standard input is not text in UTF-8"),
        (["-", "--at", "meq"], b"x" * 100_000, "more than 20000 characters"),
    ],
)
def test_wrong_standard_input_is_refused(monkeypatch, capsys, arguments, content, said):
    _input(monkeypatch, content)
    assert main(["attack", *arguments]) == 2
    assert said in capsys.readouterr().err


PROFILES = """Ranged weapons Range A BS S AP D
Bolt rifle 24" 2 3+ 4 -1 1
\u27a4 Plasma gun \u2013 standard 24" 1 3+ 7 -2 1
\u27a4 Plasma gun \u2013 supercharge 24" 1 3+ 8 -3 2"""


def test_rows_of_one_name_before_a_dash_are_profiles_of_one_weapon():
    """W-3: each copy uses one of them."""
    squad = read_attacker(PROFILES)
    assert [weapon.modes for weapon in squad.weapons] == [None, "Plasma gun", "Plasma gun"]
    result = mathhammer.attack(PROFILES, "5x meq")
    best = PROFILES.splitlines()
    alone = mathhammer.attack("\n".join([*best[:2], best[3]]), "5x meq")
    assert result.damage == alone.damage
    (said,) = [note for note in result.notes if note.startswith("read as profiles of one weapon")]
    assert "Plasma gun - standard, Plasma gun - supercharge" in said
    plain = read_attacker(PROFILES.replace("\u27a4 ", "").replace("\u2013", "-"))
    assert plain == squad


@pytest.mark.parametrize(
    "change",
    [
        ("gun \u2013 super", "pistol \u2013 super"),  # another weapon
        ("\u27a4 Plasma gun \u2013 super", "2x Plasma gun \u2013 super"),  # another count
        ("supercharge", "standard"),  # the same one again
        ("gun \u2013 super", "gun super"),  # no dash
    ],
)
def test_other_rows_are_fired_together(change):
    squad = read_attacker(PROFILES.replace(*change))
    assert len(squad.weapons) == 3 and not squad.has_modes


def test_rows_of_a_spreadsheet_are_profiles_of_one_weapon(tmp_path):
    """W-3."""
    sheet = tmp_path / "guns.csv"
    head = "attacker,name,count,attacks,skill,strength,ap,damage"
    rows = [
        "Squad,Plasma gun - standard,1,1,3+,7,-2,1",
        "Squad,Plasma gun - supercharge,1,1,3+,8,-3,2",
    ]
    sheet.write_text("\n".join([head, *rows]), encoding="utf-8")
    (squad,) = read_attackers(str(sheet))
    assert [weapon.modes for weapon in squad.weapons] == ["Plasma gun"] * 2
    assert "read as profiles of one weapon" in mathhammer.attack(squad, "meq").notes[0]
    sheet.write_text(
        "\n".join([head, rows[0], rows[1].replace("Squad", "Other")]), encoding="utf-8"
    )
    assert not any(unit.has_modes for unit in read_attackers(str(sheet)))


def test_a_row_is_of_the_game_that_something_decided() -> None:
    """Of a row of both games the command line's game, and a target's, leave no other reading."""
    row = "Sword 3 3+ 4+ 1 1"
    weapon = mathhammer.attack(row, "5x H2 Sv4+").attacker.weapons[0]
    assert (weapon.game, weapon.hit, weapon.rend) == ("aos", 3, 1)
    assert "2 ways: write 'Sword: 3/3+/4+/1/1' or " in refusal(aos_weapon_fields, "Sword 3 3 4 1 1")
    assert "5 ways, here are 4: write 'Sword: 3/" in refusal(weapon_fields, "Sword 3 3 4 1 1")


def test_blank_brackets_are_no_modifier() -> None:
    """They are part of a line that is refused as a whole, in a sentence."""
    block = (
        "(\t) Fist Melee 3 4+ 8 -2 \u2b7a [Twin-linked]\n"
        "Spear 2 3+ 4+ 1 D3 Crinmortals D3 4+ 1 D3 Crit (Mortal)"
    )
    assert refusal(weapon_fields, block).startswith("line ")
