"""Spreadsheets: rows become the units that a scenario would have; hostile ones are refused."""

from __future__ import annotations

import csv
import json
import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.refusals import refusal

from mathhammer.cli.files import write_rows
from mathhammer.cli.main import main
from mathhammer.core.errors import MathhammerError
from mathhammer.games.aos.profiles import Unit as AosUnit
from mathhammer.games.wh40k.profiles import Unit
from mathhammer.reading.read_units import read_attacker, read_target
from mathhammer.reading.spreadsheet import (
    attackers_of,
    parse_rows,
    read_attackers,
    read_targets,
    targets_of,
)

WEAPONS = """\
attacker,points,name,count,attacks,skill,strength,ap,damage,abilities,modifiers.reroll_hits
Bolts,80,bolt rifle,10,2,3+,4,-1,1,"Assault, Heavy",
Plasma,110,rifle,8,2,3+,4,-1,1,,
Plasma,,plasma gun,2,1,3+,8,-3,2,Hazardous,ones
"""


def attackers(text, game=None):
    return attackers_of(*parse_rows(text), game=game)


def targets(text, game=None):
    return targets_of(*parse_rows(text), game=game)


def test_rows_are_the_weapons_of_their_attackers():
    bolts, plasma = attackers(WEAPONS)
    first = {"count": 10, "attacks": 2, "skill": "3+", "strength": 4, "ap": -1, "damage": 1}
    assert bolts == read_attacker(
        {"name": "Bolts", "points": 80,
         "weapons": [{"name": "bolt rifle", **first, "abilities": "Assault, Heavy"}]}
    )  # fmt: skip
    assert plasma == Unit(
        name="Plasma", points=110,
        weapons=[
            {"name": "rifle", **first, "count": 8},
            {"name": "plasma gun", "count": 2, "attacks": 1, "skill": 3, "strength": 8, "ap": -3,
             "damage": 2, "abilities": "Hazardous", "modifiers": {"reroll_hits": "ones"}},
        ],
    )  # fmt: skip


FORMS = {
    "semicolons": WEAPONS.replace('"Assault, Heavy"', "Assault, Heavy!").replace(
        ",", ";").replace("Assault; Heavy!", "Assault, Heavy"),
    "tabs": WEAPONS.replace('"Assault, Heavy"', "Assault!").replace(",", "\t").replace(
        "Assault!", "Assault, Heavy"),
    "line ends": WEAPONS.replace("\n", "\r\n"),
    "empty lines": "\n\n" + WEAPONS.replace("\n", "\n\n") + ",,,,,,,,,,\n\n",
    "empty columns at the right": WEAPONS.replace("\n", ",,\n"),
    "names as people write them": WEAPONS.replace("attacker,points", " Attacker ,POINTS").replace(
        "modifiers.reroll_hits", "Modifiers.Reroll-Hits"),
    "blanks": WEAPONS.replace(",3+,", " , 3+ , "),
    "prefix": WEAPONS.replace("points", "attacker.points"),
    "sorted otherwise": "".join(
        [*WEAPONS.splitlines(True)[:1], *WEAPONS.splitlines(True)[2:3],
         WEAPONS.splitlines(True)[1], *WEAPONS.splitlines(True)[3:]]),
}  # fmt: skip


@pytest.mark.parametrize("text", FORMS.values(), ids=FORMS)
def test_spreadsheets_come_in_several_forms(text):
    found = {unit.name: unit for unit in attackers(text)}
    assert list(found.values()) == [found[name] for name in found]
    for unit in attackers(WEAPONS):
        assert found[unit.name] == unit


def test_without_attackers_each_row_is_a_loadout():
    head = "name,attacks,hit,wound,rend,damage\n"
    one, two = attackers(head + "blade,2,3+,4+,1,D3\nbow,1,4+,4+,,1\n")
    assert isinstance(one, AosUnit)
    assert (one.label, two.label) == ("blade", "bow") and two.weapons[0].rend == 0


def test_without_attackers_rows_of_equal_modes_are_one_loadout():
    """Apart from each other they would be loadouts without a choice (W-3)."""
    head = "name,attacks,skill,strength,damage,modes,kill\n"
    lines = (
        "low,2,3,4,1,Plasma,4+",
        "high,2,3,5,2,plasma,",
        "gun,2,3,4,1,,",
        "low,1,3,4,1,Plasma,",
    )
    units = attackers_of(*parse_rows(head + "\n".join(lines)))
    assert [[weapon.name for weapon in unit.weapons] for unit in units] == [
        ["low", "high"], ["gun"], ["low"],
    ]  # fmt: skip
    assert [unit.kill for unit in units] == [4, 0, 0]


def test_what_belongs_to_the_attacker_may_be_said_in_any_row():
    text = "attacker,attacks,skill,strength,damage,keywords,models,attacker.abilities," \
        "attacker.modifiers.hit,attacker.context.half_range\n" \
        "a,2,3,4,1,,5,,,\na,1,3,4,1,Vehicle,5,Lethal Hits,1,true\n"  # fmt: skip
    (unit,) = attackers(text)
    assert unit == Unit(
        name="a", keywords="Vehicle", models=5, abilities="Lethal Hits", modifiers={"hit": 1},
        context={"half_range": True},
        weapons=[{"attacks": n, "skill": 3, "strength": 4, "damage": 1} for n in (2, 1)],
    )  # fmt: skip


def test_whole_numbers_may_be_written_with_a_point():
    """As pandas and LibreOffice write a column in which a cell is missing."""
    text = (
        "attacker,points,models,name,count,attacks,skill,strength,ap,damage,range\n"
        "2.0,90.0,10.0,5.0,5.0,2.0,3.0,4.0,-1.0,1.0,24.0\n2.0,90,,b,1,1,3+,8,-3,D6,24.5\n"
    )
    (squad,) = attackers(text)
    first, second = squad.weapons
    assert (squad.name, squad.points, squad.models) == ("2.0", 90, 10)
    assert (first.name, first.count, first.skill, first.strength) == ("5.0", 5, 3, 4)
    assert (first.ap, first.range, second.range) == (-1, 24, 24.5)
    assert [str(first.attacks), str(first.damage)] == ["2", "1"]
    assert targets("preset,models\nmeq,7.0\n")[0].models == 7
    words = refusal(attackers, "attacks,count,skill,strength,damage\n2,5.5,3,4,1\n")
    assert "'5.5' is not a whole number" in words and "column 'count'" in words


@pytest.mark.parametrize("name", ["=cmd()|' /C calc'!A0", "+1", "+x", "-x", "@x", "'=x", "plain"])
def test_what_is_written_is_no_formula_and_is_read_back(name, tmp_path):
    path = tmp_path / "t.csv"
    write_rows(str(path), ["attacker", "attacks", "skill", "strength", "ap", "damage"],
               [{"attacker": name, "attacks": 2, "skill": "3+", "strength": 4, "ap": -1,
                 "damage": 1}])  # fmt: skip
    with path.open(newline="") as file:
        _, (cell, *_, ap, _) = csv.reader(file)
    assert cell[0] not in "=@" and (cell[0] not in "+-" or float(cell)) and ap == "-1"
    (squad,) = read_attackers(str(path))
    assert squad.name == name.removeprefix("'")


def test_formulas_of_files_are_texts_in_what_the_command_line_writes(tmp_path):
    scenario, path = tmp_path / "s.json", tmp_path / "t.csv"
    gun = {"name": "=1+1", "attacks": 2, "skill": 3, "strength": 4, "damage": 1}
    fields = {"attacker": {"name": "=1+1", "weapons": gun},
              "target": {"preset": "meq", "name": "@SUM(A1)"}}  # fmt: skip
    scenario.write_text(json.dumps(fields))
    for command in ("run", "compare", "why", "howmany"):
        assert main([command, str(scenario), "--csv", str(path)]) == 0
        with path.open(newline="") as file:
            rows = list(csv.reader(file))
        assert not [cell for row in rows for cell in row if cell.startswith(("=", "@"))]
        if command != "why":
            assert "'=1+1" in rows[1] and "'@SUM(A1)" in rows[1]


def test_targets_are_rows():
    text = "name,preset,models,Feel No Pain,invulnerable,keywords,points,modifiers.damage\n" \
        "A,meq,,,,,80,\nB,,5,5+,4++,\"Infantry, Character\",,-1\n"  # fmt: skip
    message = refusal(targets, text)
    assert message.startswith("line 3, column 'invulnerable': '4++'")
    first, second = targets(text.replace("4++", "4+").replace("B,,", "B,teq,"))
    assert first == read_target({"name": "A", "preset": "meq", "points": 80})
    assert second == read_target(
        {"name": "B", "preset": "teq", "models": 5, "feel_no_pain": 5, "invulnerable": 4,
         "keywords": "Infantry, Character", "modifiers": {"damage": -1}}
    )  # fmt: skip
    (ogor,) = targets("health,models,save,ward\n4,6,5+,6+\n")
    assert isinstance(ogor, AosUnit) and ogor.ward == 6
    (heavy,) = targets("preset\nheavy\n", "aos")
    assert isinstance(heavy, AosUnit)


HEAD = "attacker,points,name,attacks,skill,strength,damage\n"


@pytest.mark.parametrize(
    "text, words",
    [
        ("", "no rows"),
        (HEAD, "no rows"),
        (HEAD + "a,80,gun,2,1+,4,1\n", "line 2, column 'skill': '1+'"),
        (HEAD + "\na,80,gun,2,3+,4,1\na,,gun,2,3+,four,1\n", "line 4, column 'strength': 'four'"),
        (HEAD + 'a,80,"two\nlines",2,3+,4,1\na,,gun,2,3+,4,x\n', "line 4, column 'damage': 'x'"),
        (HEAD + "a,80,gun,2,3+,4\n", "line 2: a weapon needs the field 'damage'"),
        (HEAD + "a,80,gun,2,3+,4,1,9\n", "line 2: 8 cells, where the first line names 7"),
        (HEAD + "a,80,gun,2,3+,4,1\na,90,gun,2,3+,4,1\n",
         "line 3, column 'points': '90', where line 2 says '80' of the same attacker"),
        (HEAD + "a,many,gun,2,3+,4,1\n", "line 2, column 'points': 'many'"),
        (HEAD + "a,,gun,2,3+,4,1\na,many,gun,2,3+,4,1\n", "line 3, column 'points': 'many'"),
        (HEAD + ",80,gun,2,3+,4,1\n", "line 2, column 'attacker': the cell is empty"),
        (HEAD.replace("skill", "skil") + "a,80,gun,2,3+,4,1\n",
         "unknown column 'skil' (did you mean 'skill'?)"),
        (HEAD.replace("skill", "name") + "a,80,gun,2,3+,4,1\n", "'name' is there twice"),
        (HEAD.replace("skill", "") + "a,80,gun,2,3+,4,1\n", "column 5 has no name"),
        (HEAD.replace("skill", "modifiers") + "a,80,gun,2,3+,4,1\n", "a table in each cell"),
        (HEAD.replace("skill", "modifiers.hti") + "a,80,gun,2,3+,4,1\n",
         "did you mean 'modifiers.hit'"),
        (HEAD.replace("skill", "hit") + "a,80,gun,2,3+,4,1\n",
         "'hit' is no column here: it belongs to Age"),
        (HEAD + 'a,80,"gun,2,3+,4,1\n', "this is not valid CSV"),
        (HEAD + 'a,80,"gun"x,2,3+,4,1\n', "this is not valid CSV"),
        (HEAD + "a,80,gun,2,3+,4,1\n" * 5001, "more than 5000 rows"),
        (",".join(f"c{i}" for i in range(200)) + "\n1\n", "200 columns; up to 100"),
        (HEAD + "a,80," + "x" * 200_000 + ",2,3+,4,1\n", "line 2: this is not valid CSV: a cell"),
        (HEAD + "a,80,gun,=1+1,3+,4,1\n", "line 2, column 'attacks': '=1+1'"),
    ],
)  # fmt: skip
def test_wrong_spreadsheets_are_refused_in_one_sentence(text, words):
    assert words in refusal(attackers, text)


@pytest.mark.parametrize(
    "text, words",
    [
        ("name,models\nx,5\n", "line 2: a target needs the field 'toughness'"),
        ("preset\nmqe\n", "line 2, column 'preset': unknown preset 'mqe' (did you mean 'meq'?)"),
        ("preset,groups\nmeq,1\n", "a table in each cell"),
        ("preset,weapons\nmeq,1\n", "a table in each cell"),
        ("preset,order\nmeq,best\n", "unknown column 'order'"),
        ("toughness,health\n4,1\n", "'health' is no column here: it belongs to Age"),
        ("preset,modifiers.hit\nmeq,much\n", "line 2, column 'modifiers.hit': 'much'"),
    ],
)
def test_wrong_targets_are_refused(text, words):
    assert words in refusal(targets, text)


def test_files_are_not_trusted(tmp_path):
    path = tmp_path / "w.csv"
    path.write_bytes(b"\xef\xbb\xbf" + WEAPONS.encode())
    assert read_attackers(str(path)) == attackers(WEAPONS)
    path.write_bytes(WEAPONS.encode("utf-16"))
    assert "not a text file in UTF-8: a spreadsheet is a CSV file" in refusal(
        read_attackers, str(path)
    )
    path.write_bytes(b"preset\nm\xe9q\n")
    assert "save it as UTF-8" in refusal(read_targets, str(path))
    path.write_bytes(b"x" * (1 << 21))
    assert "up to 1048576 are allowed" in refusal(read_targets, str(path))
    assert "no such file" in refusal(read_targets, str(tmp_path / "none.csv"))
    assert "folder" in refusal(read_targets, str(tmp_path))


@given(st.text(alphabet='a,;"\n\t\r1+-meq', max_size=60))
def test_any_text_is_read_or_refused(text):
    for call in (attackers, targets):
        try:
            call("preset,models\n" + text)
        except MathhammerError as error:
            assert str(error).isprintable()


def test_large_files_take_no_time():
    row = "a,80,gun,2,3+,4,1\n"
    start = time.perf_counter()
    assert len(attackers(HEAD + row * 100)) == 1
    random.seed(1)
    rows = "".join(f"a{i % 700},80,gun,2,3+,4,1\n" for i in range(5000))
    assert len(attackers(HEAD + rows)) == 700
    assert time.perf_counter() - start < 5


SHEETS = {
    "weapons of Warhammer 40,000": (
        "Weapon\tRange\tA\tBS\tWS\tS\tAP\tD\tKeywords\n"
        'Gun\t24"\t2\t3+\t\t4\t\u22121\t1\tHeavy\n'
        "Fist\tMelee\t3\t-\t4+\t8\t-2\tD3\t-\n"
        "Hose\t12\tD6\tN/A\t\t4\t-\t1\tTorrent\n",
        ['gun: 24" A2 BS3+ S4 AP-1 D1 [Heavy]', "fist: A3 WS4+ S8 AP-2 DD3",
         'hose: 12" AD6 S4 AP0 D1 [Torrent]'],
    ),
    "weapons of Age of Sigmar": (
        "NAME,RNG,ATK,HIT,WND,RND,DMG,ABILITY\nAxe,Melee,2,3+,4+,-,D3,Crit (Mortal)\n"
        'Bow,"18""",1,3+,4+,1,1,\n',
        ["axe: 2/3+/4+/-/D3 [Crit (Mortal), melee]", 'bow: 18" 1/3+/4+/1/1'],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SHEETS)
def test_headings_of_datasheets_are_columns_of_weapons(name):
    text, expected = SHEETS[name]
    for form in (text, text.lower(), text.upper().replace("TORRENT", "Torrent")):
        units = attackers(form)
        assert [unit.weapons[0].replace(name="x") for unit in units] == [
            read_attacker(one).weapons[0].replace(name="x") for one in expected
        ]


def test_a_ws_makes_a_melee_weapon():
    (fist,) = attackers("A,WS,S,AP,D\n3,4+,8,-2,2\n")
    assert fist.weapons[0].type == "melee"


def test_headings_of_datasheets_are_columns_of_targets():
    (man,) = targets('Unit,M,T,SV,W,Ld,OC,Inv,FNP,Qty\nMen,"6""",4,3+,2,6+,2,4++,-,5\n')
    assert man == read_target('5x Men: M6" T4 Sv3+ W2 Ld6+ OC2 4++')
    (spirit,) = targets("name,Move,Health,Save,Control,Ward\nSpirits,5,2,4+,1,6+\n")
    assert spirit == read_target('1x Spirits: M5" H2 Sv4+ C1 Ward6+', "aos")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Range,A,BS,S,AP,D\nMelee,2,3+,4,-1,1\n", "line 2, column 'bs': '3+' makes the weapon a"),
        ("A,BS,WS,S,AP,D\n2,3+,4+,4,-1,1\n", "a row has one of both"),
        ("Range,A,BS,S,AP,D\n24,2,9+,4,-1,1\n", "line 2, column 'bs': '9+' is not a roll"),
        ("Range,A,BS,S,AP,D\n24,2,3+,0.5,-1,1\n", "line 2, column 's': '0.5' is not a whole"),
        ("Range,A,BS,S,AP,D,Dmg\n24,2,3+,4,-1,1,1\n", "columns 'd' and 'dmg' both give the damage"),
        ("Range,A,BS,S,AP,D,foo\n24,2,3+,4,-1,1,1\n", "unknown column 'foo'"),
        ("A,BS,S,AP,D\n2026-03-04,3+,4,-1,1\n", "line 2, column 'a': '2026-03-04' is a date"),
        ("A,BS,S,AP,D\n2,3+,4,-1,04-Mar\n", "line 2, column 'd': '04-Mar' is a date"),
        ("a,bs,s,damage\n2,3+,4,3/4/2026\n", "column 'damage': '3/4/2026' is a date"),
    ],
)  # fmt: skip
def test_what_a_sheet_contradicts_or_made_of_a_text_is_refused(text, said):
    assert said in refusal(attackers, text)


def test_the_command_line_takes_tabs(tmp_path, capsys):
    weapons, men = tmp_path / "weapons.tsv", tmp_path / "men.TSV"
    weapons.write_text("Range\tA\tBS\tS\tAP\tD\n24\t2\t3+\t4\t-1\t1\n")
    men.write_text("Unit\tM\tT\tSv\tW\nMen\t6\t4\t3+\t2\n")
    assert main(["compare", str(weapons), "--at", str(men), "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert row["target"] == "Men"
