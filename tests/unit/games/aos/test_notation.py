"""The text notation of Age of Sigmar: every spelling, every complaint, there and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.refusals import refusal

from mathhammer.core.errors import MathhammerError
from mathhammer.games.aos.presets import PRESETS as AOS
from mathhammer.games.aos.profiles import Unit, Weapon
from mathhammer.games.describe import describe_target, describe_weapon
from mathhammer.games.read_text import (
    aos_weapon_fields,
    reading_notes,
    target_fields,
    weapon_fields,
)
from mathhammer.games.text.signs import text_game

BASE = {"attacks": "2", "hit": "3+", "wound": "4+", "rend": 1, "damage": "D3"}


def base(**changes):
    return {k: v for k, v in {**BASE, **changes}.items() if v is not None}


WEAPONS = {
    # the contract's
    "2/3+/4+/1/D3": base(),
    "10x 2/3+/4+/1/D3 [Crit (Mortal), ranged, champion]": base(
        count=10, type="ranged", champion=True, abilities=["Crit (Mortal)"]
    ),
    "10x name: 2/3+/4+/1/D3 [Crit (Mortal), Anti-Infantry (+1 Rend), Charge (+1 Damage), "
    "Companion, +1 to hit, re-roll hits: ones, crit hits 5+, crit: 2 Hits]": base(
        count=10, name="name", crit="Crit (2 Hits)",
        abilities=["Crit (Mortal)", "Anti-Infantry (+1 Rend)", "Charge (+1 Damage)", "Companion"],
        modifiers={"hit": 1, "reroll_hits": "ones", "critical_hits": "5+"},
    ),
    # values
    "2 / 3+ / 4+ / 1 / D3": base(),
    "2/3/4/1/d3": base(),
    "2/3+/4+/-/1": base(rend=0, damage="1"),
    "2/3+/4+/\u2212/1": base(rend=0, damage="1"),
    "2/3+/4+/0/1": base(rend=0, damage="1"),
    "2D6/3+/4+/+1/D3": MathhammerError,
    "D6+2/3+/4+/2/2D3+1": base(attacks="D6+2", rend=2, damage="2D3+1"),
    "D6 + 2 / 3+ / 4+ / 1 / D3 + 1": base(attacks="D6+2", damage="D3+1"),
    "2D6/3+/4+/1/3D6kh2": base(attacks="2D6", damage="3D6kh2"),
    # as copied from a warscroll
    "2 3+ 4+ 1 D3": base(),
    "Clan blade 2 3+ 4+ - 1": base(name="Clan blade", rend=0, damage="1"),
    "Atk Hit Wnd Rnd Dmg\n2 3+ 4+ 1 D3": base(),
    "| Atk | Hit | Wnd | Rnd | Dmg |\n| 2 | 3+ | 4+ | 1 | D3 |": base(),
    "Melee Weapons Atk Hit Wnd Rnd Dmg Ability\nClan blade 2 3+ 4+ 1 D3 [Crit (Mortal)]": base(
        name="Clan blade", type="melee", abilities=["Crit (Mortal)"]
    ),
    'Ranged Weapons Rng Atk Hit Wnd Rnd Dmg\nBow 18" 2 3+ 4+ 1 D3': base(
        name="Bow", type="ranged", range=18
    ),
    # labels
    "A2 3+ 4+ R1 DD3": base(),
    "Atk 2 Hit 3+ Wnd 4+ Rnd 1 Dmg D3": base(),
    "Attacks: 2, To Hit: 3+, To Wound: 4+, Rend: 1, Damage: D3": base(),
    "A=2 Hit=3+ Wound=4+ Rend=- D=D3": base(rend=0),
    "dd3 r1 w4+ h3+ a2": base(),
    "2A Hit3+ Wnd4+ 1R DD3": base(),
    "A2 Hit3+ Wnd4+ DD3": base(rend=None),
    # names
    "Great axe 2/3+/4+/1/D3": base(name="Great axe"),
    "Great axe: two-handed: 2/3+/4+/1/D3": base(name="Great axe: two-handed"),
    "Great axe [Companion]: 2/3+/4+/1/D3": base(name="Great axe", abilities=["Companion"]),
    "axe | 2/3+/4+/1/D3": base(name="axe"),
    "2-handed axe 2/3+/4+/1/D3": base(name="2-handed axe"),
    "3rd (mk2) 20.5mm gun 2/3+/4+/1/D3": base(name="3rd (mk2) 20.5mm gun"),
    "Gun 1e3: 2/3+/4+/1/D3": base(name="Gun 1e3"),
    # range and type
    '18" 2/3+/4+/1/D3': base(range=18, type="ranged"),
    "Bow 2/3+/4+/1/D3 18in": base(name="Bow", range=18, type="ranged"),
    "Rng 18 2/3+/4+/1/D3": base(range=18, type="ranged"),
    "18\u201d 2/3+/4+/1/D3 [melee]": base(range=18, type="melee"),
    "Rng Melee 2/3+/4+/1/D3": base(type="melee"),
    "2/3+/4+/1/D3 ranged": base(type="ranged"),
    # abilities
    "2/3+/4+/1/D3 Crit (2 Hits) champion Shoot in Combat": base(
        champion=True, abilities=["Crit (2 Hits)", "Shoot in Combat"]
    ),
    "2/3+/4+/1/D3 Anti-war machine (+1 Rend), Charge (+1 Damage)": base(
        abilities=["Anti-War Machine (+1 Rend)", "Charge (+1 Damage)"]
    ),
    "2/3+/4+/1/D3\u00a0[crit auto\u2011wound/ANTI charge (+2 rend)]": base(
        abilities=["Crit (Auto-wound)", "Anti-Charge (+2 Rend)"]
    ),
    "2/3+/4+/1/D3 [Crit (Mortal), Crit (2 Hits), crit = two hits]": base(
        crit="Crit (2 Hits)", abilities=["Crit (Mortal)", "Crit (2 Hits)"]
    ),
    # modifiers
    "2/3+/4+/1/D3 [+1 rend, +1 damage, -1 attacks, +1 to wound]": base(
        modifiers={"rend": 1, "damage": 1, "attacks": -1, "wound": 1}
    ),
    "2/3+/4+/1/D3 [re-roll failed wounds, reroll damage: below average, critical hits on 5+]": base(
        modifiers={
            "reroll_wounds": "failures", "reroll_damage": "below-average", "critical_hits": "5+",
        }
    ),
}  # fmt: skip


@pytest.mark.parametrize("text", WEAPONS)
def test_weapon_spelling(text):
    want = WEAPONS[text]
    if want is MathhammerError:
        with pytest.raises(MathhammerError):
            aos_weapon_fields(text)
        return
    got = aos_weapon_fields(text)
    assert got == want
    assert Weapon.read(text) == Weapon(**got)


WRONG_WEAPONS = {
    "2/3+/4+/1/1 [crit]": "column 14: 'crit' may be short for Crit (Mortal) or Crit (2 Hits) or Cr",
    "2/3+/4+/1/1 [charged]": "'charged' is a part of the situation, not of a weapon",
    "2/3+/4+/1/1 [in cover]": "'in cover' is a modifier of a target, not of a weapon",
    "2/3+/4+/1/1 [half damage]": "is a modifier of a target, not of a weapon: it belongs to Warham",
    "2/3+/4+/1/1 [+1 S]": "'+1 S' can't be used here: it belongs to Warhammer 40,000",
    "A2 3+ 4+ R1 D 3+1": "'D 3+1' can be read two ways: write 'DD3+1' or 'D4'",
    "": "an empty text is not a weapon: write it like '10x blade: 2/3+/4+/1/D3",
    "blade": "'blade' has no stats of a weapon",
    "2/3+/4+/1": "column 1: '2/3+/4+/1' has 4 values; 5 are expected: attacks/hit/wound/rend/damag",
    "blade: 2/3+/4+/1/1/2": "column 8: '2/3+/4+/1/1/2' has 6 values; 5 are expected",
    "2/3+/7+/1/1": "column 6: 'wound 7+': '7+' is not a roll from 2+ to 6+",
    "2/-/4+/1/1": "column 3: 'hit -': every weapon has a hit roll",
    "2/3+/4+/-1/1": "column 9: 'rend -1': a rend is 0 or more: write 1",
    "2/3+/4+/d3/1": "column 9: 'rend d3': 'd3' is not a rend",
    "2/3+/4+/21/1": "column 9: 'rend 21': '21' is not a whole number from 0 to 20",
    "2 / 3+ / 4+ / 1 / D3-4": "column 19: 'damage d3-4': 'd3-4' can be below 0",
    "2/3+/4+/1/1 A3": "column 13: 'A3' gives the attacks a second time, after 'attacks 2' at colum",
    "2/3+/4+/1/1 5+": "column 13: '5+' is a third roll, after those to hit and to wound",
    "A2 Hit3+ D1": "the text gives no wound: write it like Wnd4+",
    "3+ 4+": "the text gives no attacks: write it like A2",
    "A2 Hit Wnd4+ D1": "column 4: 'Hit' has no value: a hit is a roll from 2+ to 6+",
    "5 spears: 2/3+/4+/1/1": "has a number that may be a count: a count stands first, as in '10x b",
    "1e3x 2/3+/4+/1/D3": "column 1: '1e3x' is not understood: a stat has a label",
    "1e3x blade 2/3+/4+/1/D3": "column 1: '1e3x' is not understood",
    "1e3x blade: 2/3+/4+/1/D3": "the name '1e3x blade' has a number that may be a count",
    "5x 1_000x: 2/3+/4+/1/D3": "column 4: the name '1_000x' has a number that may be a count",
    "\u0661\u0660x 2/3+/4+/1/D3": "column 1: '\u0661\u0660x' is not understood",
    "\u00bdx 2/3+/4+/1/D3": "column 1: '\u00bdx' is not understood",
    "5xx 2/3+/4+/1/D3": "column 3: 'x' is not understood",
    "blade 3d6 2/3+/4+/1/D3": "column 7: '3d6' is not understood",
    "10* 2/3+/4+/1/D3": "column 1: '10*' is not understood",
    "~10 blades 2/3+/4+/1/D3": "column 1: '~10' is not understood",
    "5x ??? 2/3+/4+/1/D3": "column 4: '???' is neither a stat nor a name: a name has a letter, or",
    "2/3+/4+/1/1 5x": "column 13: '5x' is not understood: a count stands first",
    "2/3+/4+/1/1 7": "column 13: '7' is not understood: a stat has a label, as in A2 or Hit3+",
    "2/3+/4+/1/1 (Companion)": "column 13: '(Companion)' is not understood: abilities stand in [br",
    "2/3+/4+/1/1 Compannion": "column 13: 'Compannion' is not understood (did you mean 'companion'",
    "2/3+/4+/1/1 [Champoin]": "(did you mean 'champion'?)",
    "2/3+/4+/1/1 [Crit (Morta)]": "column 14: 'Crit (Morta)' is not a Crit ability (did you mean '",
    "2/3+/4+/1/1 [crit: 3 hits]": "column 14: '3 hits' is not a Crit ability",
    "2/3+/4+/1/1 [champion, champion]": "column 24: 'champion' gives the champion a second time",
    "2/3+/4+/1/1 [ranged, melee]": "column 22: 'melee' makes the weapon melee, but 'ranged' at col",
    "2/3+/4+/1/1 [Anti-Infantry]": "'Anti-Infantry' is not of the form 'Anti-Infantry (+1 Rend)'",
    "2/3+/4+/1/1 [+1 to hitt]": "column 14: '+1 to hitt' is not understood (did you mean '+1 to hi",
    # the other game's
    "A2 BS3+ S4 AP-1 D1": "column 4: 'BS3+' belongs to Warhammer 40,000 (game = \"wh40k\"), and a ",
    "2/3+/4+/1/1 S4": "column 13: 'S4' is not understood: it belongs to Warhammer 40,000",
    "2/3+/4+/1/1 [Lethal Hits]": "column 14: 'Lethal Hits' is an ability of Warhammer 40,000",
    "2/3+/4+/1/1 [+1 strength]": "'+1 strength' can't be used here: it belongs to Warhammer 40,000",
    "2/3+/4+/1/1 [-1 AP]": "'-1 AP' can't be used here: it belongs to Warhammer 40,000",
    "2/3+/4+/1/1 [crit wounds 5+]": "'crit wounds 5+' can't be used here: it belongs to Warhammer",
    "2/3+/4+/1/1 [ignores hit modifiers]": "can't be used here: it belongs to Warhammer 40,000",
}  # fmt: skip


@pytest.mark.parametrize("text", WRONG_WEAPONS)
def test_wrong_weapon_says_what_and_where(text):
    assert WRONG_WEAPONS[text] in refusal(aos_weapon_fields, text)
    assert reading_notes(text, "aos") == []


TARGETS = {
    "line": {"preset": "line"},
    "10x line Ward6+": {"preset": "line", "models": 10, "ward": "6+"},
    "greater daemon": {"preset": "greater-daemon"},
    "10x H2 Sv3+ Ward5+ [Infantry, Hero]": {
        "models": 10, "health": 2, "save": "3+", "ward": "5+", "keywords": ["Infantry", "Hero"],
    },
    "Health 2, Save 3+, Ward 5+": {"health": 2, "save": "3+", "ward": "5+"},
    "health 2 5+ ward save 3+": {"health": 2, "save": "3+", "ward": "5+"},
    "H2 3+ 5+ ward": {"health": 2, "save": "3+", "ward": "5+"},
    "H2 3+ ward 5+": {"health": 2, "save": "3+", "ward": "5+"},
    "H2 3+ save 5+ ward": {"health": 2, "save": "3+", "ward": "5+"},
    "H2 3+": {"health": 2, "save": "3+"},
    "H2 Ward6+ Ward4+ mortals": {"health": 2, "ward": "6+", "ward_mortals": "4+"},
    "H2 Ward save 4+ against mortal damage": {"health": 2, "ward_mortals": "4+"},
    "H2 Sv- Ward-": {"health": 2, "save": "-", "ward": "-"},
    "H2 Sv3+ damage taken 1": {"health": 2, "save": "3+", "damage_taken": 1},
    "Guard: H2 Sv3+": {"name": "Guard", "health": 2, "save": "3+"},
    "Health Save Ward\n2 3+ 5+": {"health": 2, "save": "3+", "ward": "5+"},
    "H2 Sv3+ [War Machine, Ward (6+)]": {
        "health": 2, "save": "3+", "ward": "6+", "keywords": ["War Machine"],
    },
    "H2 Sv3+ [-1 to hit, \u22121 to wound, +1 save, re-roll saves: ones]": {
        "health": 2, "save": "3+",
        "modifiers": {"hit": -1, "wound": -1, "save": 1, "reroll_saves": "ones"},
    },
}  # fmt: skip


@pytest.mark.parametrize("text", TARGETS)
def test_target_spelling(text):
    got = target_fields(text, "aos")
    assert got == TARGETS[text]
    Unit(**got)


def test_every_preset_is_a_target():
    for name in AOS:
        assert target_fields(f"2x {name}", "aos") == {"preset": name, "models": 2}
        assert target_fields(name.replace("-", " ").upper(), "aos") == {"preset": name}
        unit = Unit(preset=name)
        again = Unit(**target_fields(describe_target(unit), "aos"))
        assert again == unit


WRONG_TARGETS = {
    "10 Spirits H2 Sv3+": "column 1: '10' is not understood: a number of models stands first",
    "H2 Sv3+ [comp]": "'comp' is short for Companion, an ability of a weapon, not of a target",
    "H2 Sv3+ [charged]": "'charged' is a part of the situation, not of a target",
    "H2 Sv3+ [all-out defence]": "write --context all_out_defence, or all_out_defence = true in th",
    "H2 Sv3+ [+1 attacks]": "'+1 attacks' is a modifier of a weapon, not of a target",
    "": "an empty text is not a target: write it like '10x H2 Sv3+ Ward5+",
    "linee": "column 1: 'linee' is neither a stat of a target nor a preset (did you mean 'line'?)",
    "Sv3+": "the text gives no health: write it like H2",
    "line: Sv3+": "'line' before the colon is a name, the preset has no colon",
    "H2 H3": "column 4: 'H3' gives the health a second time, after 'H2' at column 1",
    "H2 3+ Sv4+": "column 7: 'Sv4+' gives the save a second time",
    "H2 Sv3+ Ward7+": "column 9: 'Ward7+': '7+' is not a roll from 2+ to 6+",
    "H0 Sv3+": "column 1: 'H0': '0' is not a whole number from 1 to 10000",
    "H2 Sv3+ W2": "column 9: 'W2' is not understood: the wounds of a model are its health",
    "H2 Sv3+ 10": "column 9: '10' is not understood: a number of models is written 10x, a stat has",
    "M5 H2 Sv3+ C200": "column 12: 'C200': '200' is not a whole number from 0 to 100",
    "2/3+/4+/1/1": "column 1: '2' belongs to a weapon",
    "H2 Sv3+ [Ward (7+)]": "column 10: 'Ward (7+)': '7' is not a roll from 2+ to 6+",
    "H2 Sv3+ [Ward]": "column 10: 'Ward' is no keyword, ability or modifier (is a ward meant",
    "H2 Sv3+ [Crit (Mortal)]": "column 10: 'Crit (Mortal)' is an ability of a weapon",
    # the other game's
    "meq": "column 1: 'meq' is a built-in target of Warhammer 40,000 (game = \"wh40k\")",
    "T4 Sv3+ W2": "column 1: 'T4' belongs to Warhammer 40,000",
    "H2 3+ 4++": "column 7: '4++' belongs to Warhammer 40,000",
    "H2 Sv3+ [Stealth]": "column 10: 'Stealth' is an ability: it belongs to Warhammer 40,000",
    "H2 Sv3+ [halve damage]": "'halve damage' can't be used here: it belongs to Warhammer 40,000",
    "H2 Sv3+ [-1 damage]": "'-1 damage' can't be used here: it belongs to Warhammer 40,000",
}  # fmt: skip


@pytest.mark.parametrize("text", WRONG_TARGETS)
def test_wrong_target_says_what_and_where(text):
    with pytest.raises(MathhammerError) as caught:
        target_fields(text, "aos")
    assert WRONG_TARGETS[text] in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_other_game_is_named_in_one_sentence():
    for text in ("10x 2/3+/4+/1/D3", "Spear 2 3+ 4+ 1 1", "Atk 2 Hit 3+ Wnd 4+ Dmg 1"):
        with pytest.raises(MathhammerError, match=r'belongs to Age of Sigmar \(game = "aos"\)'):
            weapon_fields(text)
    with pytest.raises(MathhammerError, match="'heavy' is a built-in target of Age of Sigmar"):
        target_fields("10x heavy")
    with pytest.raises(MathhammerError, match="is not a game"):
        target_fields("meq", "40k")


def test_the_game_that_a_text_shows():
    for text, want in WEAPONS.items():
        if want is not MathhammerError and text != "A2 Hit3+ Wnd4+ DD3":
            assert text_game(text) == "aos", text
    for text in ("line", "meq", "10x monster", "squad 3", "blade", "", "[2/3+/4+/1/1]"):
        assert text_game(text) is None, text
    for text in ("A2 BS3+ S4 AP-1 D1", "T12 3+/5++ 22W", "2A 3+WS 4S D1", "T4 3+ 4+ invuln"):
        assert text_game(text) == "wh40k", text
    for text in ("10x H2", "line ward 6+", "10x line 5+ ward", "2/3+/4+/1"):
        assert text_game(text) == "aos", text


def test_reading_notes():
    assert reading_notes("A2 Hit3+ Wnd4+ D3") == ["'D3' was read as damage 3; a die is written DD3"]
    assert reading_notes("2/3+/4+/1/D3") == reading_notes("10x heavy", "aos") == []
    assert "gives no save" in reading_notes("10x H2")[0]


def test_a_die_and_a_number_need_no_label():
    for written in ("D3+1", "d3 + 1", "DD3+1", "Dmg D3+1"):
        text = f"Atk 2 Hit 3+ Wnd 4+ Rnd 1 {written}"
        assert aos_weapon_fields(text)["damage"] == "D3+1"
        assert reading_notes(text) == []


# ------------------------------------------------------------------ there and back

NAMES = st.from_regex(r"[A-Z][a-z]{4,9}( [a-z]{4,9})?", fullmatch=True).filter(
    lambda name: name.casefold().split()[-1] not in LABELS
)
LABELS = {"attack", "attacks", "wound", "damage", "range", "health", "taken", "damaged", "weapon"}
DICE = st.sampled_from(
    ["1", "2", "3", "12", "D3", "D6", "2D6", "D6+1", "D6-1", "2D3+4", "D6+D3", "3D6kh2", "0"]
)
ROLLS = st.integers(2, 6)
AMOUNT = st.integers(-3, 3)
ABILITIES = st.lists(
    st.sampled_from(
        ["Crit (Mortal)", "Crit (2 Hits)", "Crit (Auto-wound)", "Anti-Infantry (+1 Rend)",
         "Anti-War Machine (+2 Rend)", "Anti-Charge (+1 Rend)", "Charge (+1 Damage)", "Companion",
         "Shoot in Combat"]
    ),
    unique=True,
)  # fmt: skip
MODIFIERS = st.fixed_dictionaries(
    {},
    optional={
        "hit": AMOUNT, "wound": AMOUNT, "attacks": AMOUNT, "rend": AMOUNT, "damage": AMOUNT,
        "reroll_hits": st.sampled_from(["ones", "failures", "non-criticals"]),
        "reroll_wounds": st.sampled_from(["ones", "failures", "non-criticals"]),
        "reroll_damage": st.sampled_from(["ones", "below-average", "<=3"]),
        "reroll_attacks": st.sampled_from(["ones", "below-average", "<=3"]),
        "critical_hits": ROLLS,
    },
)  # fmt: skip
WEAPON = st.fixed_dictionaries(
    {"attacks": DICE, "hit": ROLLS, "wound": ROLLS, "damage": DICE},
    optional={
        "count": st.integers(1, 200), "name": NAMES, "rend": st.integers(0, 6),
        "type": st.sampled_from(["ranged", "melee"]), "abilities": ABILITIES,
        "crit": st.sampled_from(["Mortal", "2 Hits", "Auto-wound"]), "champion": st.booleans(),
        "modifiers": MODIFIERS, "range": st.integers(0, 4000).map(lambda n: n / 4),
    },
)  # fmt: skip
TARGET = st.fixed_dictionaries(
    {"health": st.integers(2, 30)},
    optional={
        "name": NAMES, "models": st.integers(1, 200), "save": st.integers(2, 7), "ward": ROLLS,
        "ward_mortals": ROLLS,
        "damage_taken": st.integers(0, 1),
        "keywords": st.lists(st.sampled_from(["Infantry", "War Machine", "Hero", "Fly"])),
        "modifiers": st.fixed_dictionaries(
            {},
            optional={
                "hit": AMOUNT, "wound": AMOUNT, "save": AMOUNT,
                "reroll_saves": st.sampled_from(["ones", "failures"]),
            },
        ),
    },
)  # fmt: skip


@given(WEAPON)
def test_weapon_there_and_back(fields):
    weapon = Weapon(**fields)
    text = describe_weapon(weapon)
    assert Weapon(**aos_weapon_fields(text)) == weapon, text
    assert describe_weapon(Weapon.read(text)) == text
    assert text_game(text) == "aos"


@given(TARGET)
def test_target_there_and_back(fields):
    unit = Unit(**fields)
    text = describe_target(unit)
    assert Unit(**target_fields(text, "aos")) == unit, text
    assert text_game(text) == "aos"


def test_a_rider_that_is_not_understood_shows_one_of_its_game():
    with pytest.raises(MathhammerError, match=r"written like 'crit hit: \+1 rend, \+1 damage, D3"):
        Weapon.read("2/3+/4+/1/1 [on critical hit: mortals D3]")
