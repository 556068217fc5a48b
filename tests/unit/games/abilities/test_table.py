"""The table of abilities of each game: what is named anywhere follows from its rows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.vocabulary import CRITS, INERT, PLAIN, VALUED

from mathhammer.core.errors import MathhammerError, NotModelledError
from mathhammer.games.aos.abilities import parse as aos_parse
from mathhammer.games.aos.abilities import table as aos
from mathhammer.games.aos.profiles import Context as AosContext
from mathhammer.games.common.vocabulary import INERT as NO_EFFECT
from mathhammer.games.common.vocabulary import KEYWORD, MODELLED, NOT_MODELLED, NOTHING, ROLL
from mathhammer.games.describe import describe_target, describe_weapon
from mathhammer.games.profiles import Unit, Weapon
from mathhammer.games.read_text import aos_weapon_fields, target_fields, weapon_fields
from mathhammer.games.reference import ability_help, ability_reference
from mathhammer.games.wh40k.abilities import parse as wh40k_parse
from mathhammer.games.wh40k.abilities import table as wh40k
from mathhammer.games.wh40k.profiles import Context

DIGEST = Path(__file__).parents[4] / "docs" / "rules"
ROWS = [
    *(("wh40k", "weapon", row) for row in wh40k.WEAPON.rows),
    *(("wh40k", "target", row) for row in wh40k.UNIT.rows),
    *(("aos", "weapon", row) for row in aos.WEAPON.rows),
    *(("aos", "target", row) for row in aos.UNIT.rows),
]
#: What a row says besides what it does.
ABOUT = {"kind", "code", "help", "written", "short", "spellings", "value", "adds_to", "effect",
         "instead", "context", "in_names", "reads_target", "ranged_only", "reads", "applies",
         "stacks", "notes", "attack_notes"}  # fmt: skip


def written(row, name: str = "") -> str:
    """Return an ability as a datasheet has it."""
    value = row.form.removeprefix(row.name).replace("KEYWORD", "Infantry").replace("X", "3")
    return (name or row.name) + value


ids = [f"{game} {row.name}" for game, _, row in ROWS]


@pytest.mark.parametrize(("game", "bearer", "row"), ROWS, ids=ids)
def test_each_row_says_what_it_does(game, bearer, row) -> None:
    digest = (DIGEST / f"{game}.md").read_text()
    assert f'<a id="{row.code}"></a>' in digest
    assert len(row.help) > 10 and row.help[0].islower() | row.help[0].isdigit() | (
        row.help[0] in "+-ADX"
    )
    does = {name for name, value in vars(row).items() if value not in (None, False, 0, "", ())}
    if row.effect == MODELLED:
        read_as_field = bearer == "target"  # by the module that plans the target
        assert does - ABOUT or read_as_field or row.shoots_in_combat, row
    else:
        assert not does - ABOUT
        assert bool(row.instead) == (row.effect == NOT_MODELLED)
    contexts = Context if game == "wh40k" else AosContext
    for name in row.context:
        assert hasattr(contexts, name), (row, name)


@pytest.mark.parametrize(("game", "bearer", "row"), ROWS, ids=ids)
def test_each_row_is_in_the_reference_and_the_help(game, bearer, row) -> None:
    (found,) = [d for b, d in ability_reference(game) if b == bearer and d.form == row.form]
    assert (found.code, found.help, found.short) == (row.code, row.help, row.short)
    (line,) = [text for text in ability_help(game).splitlines() if row.help in text]
    assert line.strip().startswith(row.form) and (not row.short or row.short.upper() in line)


@pytest.mark.parametrize(
    ("game", "row"), [(game, row) for game, bearer, row in ROWS if bearer == "weapon"]
)
def test_each_weapon_ability_is_read_as_itself_however_it_is_written(game, row) -> None:
    parse = wh40k_parse if game == "wh40k" else aos_parse
    stats = "A2 BS3+ S4 AP-1 D1" if game == "wh40k" else "2/3+/4+/1/1"
    fields = weapon_fields if game == "wh40k" else aos_weapon_fields
    if row.effect == NOT_MODELLED:
        with pytest.raises(NotModelledError, match=re.escape(row.instead)):
            parse.parse_weapon_ability(row.name)
        with pytest.raises(NotModelledError):
            fields(f"{stats} [{row.name}]")
        return
    ability = parse.parse_weapon_ability(written(row))
    assert ability.row is row and str(ability) == written(row)
    names = [row.name, row.name.upper(), row.name.replace("-", " ")]
    names += [name for name in row.spellings if not row.kind.startswith("crit")]
    for name in names:
        assert parse.parse_weapon_ability(written(row, name)) == ability
    for spelling in row.spellings if row.kind.startswith("crit") else ():
        assert aos_parse.parse_crit(spelling) == row.kind
    texts = [f"{stats} {written(row)}", f"{stats} [{written(row)}]"]
    if row.short:
        texts.append(f"{stats} [{row.short.upper()}{'' if row.value == NOTHING else ' 3'}]")
    for text in texts:
        weapon = Weapon(**fields(text))
        assert weapon.abilities == (ability,), text
        assert f"[{written(row)}]" in describe_weapon(weapon)
        assert Weapon(**fields(describe_weapon(weapon))) == weapon


@pytest.mark.parametrize("row", wh40k.UNIT.rows, ids=repr)
def test_each_target_ability_is_read_as_itself(row) -> None:
    for name in (row.name, *row.spellings):
        ability = wh40k_parse.parse_unit_ability(written(row, name))
        assert ability.row is row and str(ability) == written(row)
    unit = Unit(**target_fields(f"T4 Sv3+ W2 [{written(row)}]"))
    assert unit.abilities == (ability,) and written(row) in describe_target(unit)
    with pytest.raises(MathhammerError, match="ability of a target, not of a weapon"):
        wh40k_parse.parse_weapon_ability(written(row))


def test_a_ward_is_read_as_it_is_printed() -> None:
    (row,) = aos.UNIT.rows
    assert row.value == ROLL
    assert target_fields(f"H2 Sv3+ [{row.form.replace('X', '5')}]", "aos")["ward"] == "5+"


@pytest.mark.parametrize(
    ("game", "row"), [(game, row) for game, bearer, row in ROWS if bearer == "weapon"]
)
def test_a_misspelling_is_told_the_nearest_row(game, row) -> None:
    if row.effect == NOT_MODELLED or row.value == KEYWORD or row.kind.startswith("crit"):
        return
    parse = wh40k_parse if game == "wh40k" else aos_parse
    wrong = row.name[:2] + "q" + row.name[3:]
    with pytest.raises(MathhammerError) as caught:
        parse.parse_weapon_ability(wrong)
    assert f"did you mean '{row.name}" in str(caught.value)


def test_the_tables_hold_what_the_rules_have() -> None:
    """The names stand in the tests by themselves, so that none is lost."""
    rows = wh40k.WEAPON.rows
    assert {r.kind for r in rows} == {*PLAIN, *VALUED, *INERT, "anti"}
    assert {r.kind for r in rows if r.effect == NO_EFFECT} == {*INERT}
    assert {r.kind: r.name for r in aos.WEAPON.rows if r.crit_worth} == CRITS
    shorts = [row.short for row in rows if row.short]
    assert len(set(shorts)) == len(shorts) == 17


def test_a_game_knows_the_abilities_of_the_other() -> None:
    for row in wh40k.WEAPON.rows:
        if row.effect == MODELLED and row.value != KEYWORD:
            with pytest.raises(MathhammerError, match="ability of Warhammer 40,000"):
                aos_parse.parse_weapon_ability(written(row))
    for row in aos.WEAPON.rows:
        with pytest.raises(MathhammerError, match="ability of Age of Sigmar"):
            wh40k_parse.parse_weapon_ability(written(row).replace("3", "1"))
