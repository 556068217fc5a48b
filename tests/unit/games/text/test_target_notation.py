"""The text notation of targets: every spelling as a table of text and fields, every complaint."""

import pytest
from support.refusals import refusal

from mathhammer.games.read_text import target_fields
from mathhammer.games.wh40k.presets import PRESETS as WH40K
from mathhammer.games.wh40k.profiles import Unit

TARGETS = {
    "meq": {"preset": "meq"},
    "10x meq": {"preset": "meq", "models": 10},
    "10 x MEQ": {"preset": "meq", "models": 10},
    "10xmeq": {"preset": "meq", "models": 10},
    "land raider": {"preset": "land-raider"},
    "Land_Raider W18": {"preset": "land-raider", "wounds": 18},
    "meq-inv": {"preset": "meq-inv"},
    "meq inv": {"preset": "meq-inv"},
    "horde fnp 4+++": {"preset": "horde-fnp", "feel_no_pain": "4+"},
    "meq W3": {"preset": "meq", "wounds": 3},
    "W3 meq": {"preset": "meq", "wounds": 3},
    "10x meq 5+++ [Stealth]": {
        "preset": "meq", "models": 10, "feel_no_pain": "5+", "abilities": ["Stealth"],
    },
    "My squad: 3+ meq": {"name": "My squad", "preset": "meq", "save": "3+"},
    "5x T4 Sv3+ W2 4++ 5+++ [Infantry, Stealth]": {
        "models": 5, "toughness": 4, "save": "3+", "wounds": 2, "invulnerable": "4+",
        "feel_no_pain": "5+", "keywords": ["Infantry"], "abilities": ["Stealth"],
    },
    "T4 Sv3+ W2 Inv4+ FNP5+": {
        "toughness": 4, "save": "3+", "wounds": 2, "invulnerable": "4+", "feel_no_pain": "5+",
    },
    "T4 Sv3+ W2 Inv 4++ FNP 5+++": {
        "toughness": 4, "save": "3+", "wounds": 2, "invulnerable": "4+", "feel_no_pain": "5+",
    },
    "t4, sv3, w2, invuln: 4, fnp: 5": {
        "toughness": 4, "save": "3+", "wounds": 2, "invulnerable": "4+", "feel_no_pain": "5+",
    },
    "T4 3+ 2W": {"toughness": 4, "save": "3+", "wounds": 2},
    "T5 Sv2+/4++ W3": {"toughness": 5, "save": "2+", "wounds": 3, "invulnerable": "4+"},
    "T5|Sv2+/4++|W3": {"toughness": 5, "save": "2+", "wounds": 3, "invulnerable": "4+"},
    "T12 3+/5++ 22W": {"toughness": 12, "save": "3+", "wounds": 22, "invulnerable": "5+"},
    "T4 3+/5++/6+++ W2": {
        "toughness": 4, "save": "3+", "wounds": 2, "invulnerable": "5+", "feel_no_pain": "6+",
    },
    "T4 Sv3+ 4+ invuln 5+ fnp W2": {
        "toughness": 4, "save": "3+", "wounds": 2, "invulnerable": "4+", "feel_no_pain": "5+",
    },
    "T4 3+ save 4+ invulnerable save W2": {
        "toughness": 4, "save": "3+", "wounds": 2, "invulnerable": "4+",
    },
    "T4 3+ inv 4+ W2": {"toughness": 4, "save": "3+", "wounds": 2, "invulnerable": "4+"},
    "T:4 Sv:3+ W:2": {"toughness": 4, "save": "3+", "wounds": 2},
    "T=4 Sv=3+ W=2": {"toughness": 4, "save": "3+", "wounds": 2},
    "T 4 Sv 3+ W 2": {"toughness": 4, "save": "3+", "wounds": 2},
    "Toughness 4, Save 3+, Wounds 2, Invulnerable save 4+, Feel No Pain 5+": {
        "toughness": 4, "save": "3+", "wounds": 2, "invulnerable": "4+", "feel_no_pain": "5+",
    },
    "T Sv W\n4 3+ 2": {"toughness": 4, "save": "3+", "wounds": 2},
    "T | Sv | W | InSv | 4 | 3+ | 2 | 4+": {
        "toughness": 4, "save": "3+", "wounds": 2, "invulnerable": "4+",
    },
    "T4 Sv- W2": {"toughness": 4, "save": "-", "wounds": 2},
    "T4 Sv7+ W2": {"toughness": 4, "save": "7+", "wounds": 2},
    "T4 W2": {"toughness": 4, "wounds": 2},
    "10x Marines: T4 Sv3+ W2": {
        "name": "Marines", "models": 10, "toughness": 4, "save": "3+", "wounds": 2,
    },
    # words before the first stat are the name
    "10x Line Guards T4 Sv3+ W2": {
        "name": "Line Guards", "models": 10, "toughness": 4, "save": "3+", "wounds": 2,
    },
    "Ork Guards T4 3+ 2W": {
        "name": "Ork Guards", "toughness": 4, "save": "3+", "wounds": 2,
    },
    "Mk2 tank, T9 Sv3+ W14": {"name": "Mk2 tank", "toughness": 9, "save": "3+", "wounds": 14},
    "Save Team [Infantry] T4 Sv3+ W2": {
        "name": "Save Team", "toughness": 4, "save": "3+", "wounds": 2, "keywords": ["Infantry"],
    },
    "Wardens T Sv W\n4 3+ 2": {"name": "Wardens", "toughness": 4, "save": "3+", "wounds": 2},
    "The Lost: T4 Sv3+ W2": {"name": "The Lost", "toughness": 4, "save": "3+", "wounds": 2},
    "T9 Sv3+ W14 5++ ranged": {
        "toughness": 9, "save": "3+", "wounds": 14, "invulnerable_ranged": "5+",
    },
    "T9 Sv3+ W14 5++ (vs ranged) 4++ melee 4+++ against mortals": {
        "toughness": 9, "save": "3+", "wounds": 14, "invulnerable_ranged": "5+",
        "invulnerable_melee": "4+", "feel_no_pain_mortals": "4+",
    },
    "T9 Sv3+ W14 lost 4": {"toughness": 9, "save": "3+", "wounds": 14, "wounds_lost": 4},
    "T4 Sv3+ W2 [FNP 5+][Lone Operative, Epic Hero/Fly]": {
        "toughness": 4, "save": "3+", "wounds": 2, "keywords": ["Epic Hero", "Fly"],
        "abilities": ["Feel No Pain 5+", "Lone Operative"],
    },
    "T4 Sv3+ W2 [-1 to hit, -1 damage, +1 to save, +1 AP, -1 to wound if stronger]": {
        "toughness": 4, "save": "3+", "wounds": 2,
        "modifiers": {"hit": -1, "damage": -1, "save": 1, "ap": 1, "wound_if_stronger": -1},
    },
    "T4 Sv3+ W2 [Halve damage, ignore first damage, wound floor 4+, re-roll saves: ones]": {
        "toughness": 4, "save": "3+", "wounds": 2,
        "modifiers": {
            "halve_damage": True, "ignore_first_damage": True, "wound_floor": "4+",
            "reroll_saves": "ones",
        },
    },
    "T4 Sv3+ W2 [in cover, half dmg, wounds on 4+, +1 Sv, -1 to be wounded]": {
        "toughness": 4, "save": "3+", "wounds": 2,
        "modifiers": {
            "cover": True, "halve_damage": True, "wound_floor": "4+", "save": 1, "wound": -1,
        },
    },
    "T4 Sv3+ W2 [Benefit of Cover; only wounded on 5+; halves all damage]": {
        "toughness": 4, "save": "3+", "wounds": 2,
        "modifiers": {"cover": True, "wound_floor": "5+", "halve_damage": True},
    },
    "T4 Sv3+ W2 [Unmodified wound rolls of 1-3 fail, -1 dmg, STEALTH]": {
        "toughness": 4, "save": "3+", "wounds": 2, "abilities": ["Stealth"],
        "modifiers": {"wound_floor": "4+", "damage": -1},
    },
    "T4 Sv3+ W2 [inf, Lone Op, FNP 5, psy, Vehicles, Infantri, Wolfkin]": {
        "toughness": 4, "save": "3+", "wounds": 2,
        "keywords": ["Infantry", "Psyker", "Vehicle", "Infantri", "Wolfkin"],
        "abilities": ["Lone Operative", "Feel No Pain 5+"],
    },
    "T4 Sv3+ W2 [Damage to 1]": {
        "toughness": 4, "save": "3+", "wounds": 2, "modifiers": {"damage_to": "1"},
    },
    "ctan [damage becomes 2]": {"preset": "ctan", "modifiers": {"damage_to": "2"}},
    "T4\u00a0Sv3+\u00a0W2 [T\u2019au Empire]": {
        "toughness": 4, "save": "3+", "wounds": 2, "keywords": ["T'au Empire"],
    },
}  # fmt: skip


@pytest.mark.parametrize("text", TARGETS)
def test_target_spelling(text):
    got = target_fields(text)
    assert got == TARGETS[text]
    Unit(**got)


def test_every_preset_is_a_target():
    for name in WH40K:
        assert target_fields(f"2x {name}") == {"preset": name, "models": 2}
        assert target_fields(name.replace("-", " ").upper()) == {"preset": name}


WRONG_TARGETS = {
    "": "an empty text is not a target: write it like '5x T4 Sv3+ W2",
    "mek": "column 1: 'mek' is neither a stat of a target nor a preset (did you mean 'meq'?); pres",
    "10x meqs": "column 5: 'meqs' is neither a stat of a target nor a preset (did you mean 'meq'?)",
    "10 meq": "column 1: '10' is not understood: a number of models is written 10x",
    "meq teq": "column 5: 'teq' gives the preset a second time, after 'meq' at column 1",
    "meq: W3": "'meq' before the colon is a name, the preset has no colon",
    "Sv3+ W2": "the text gives no toughness: write it like T4",
    "T4 Sv3+": "the text gives no wounds: write it like W2",
    "T4 T5 W2": "column 4: 'T5' gives the toughness a second time, after 'T4' at column 1",
    "T4 3+ Sv4+ W2": "column 7: 'Sv4+' gives the save a second time",
    "T4 Sv8+ W2": "column 4: 'Sv8+': '8' is not a roll from 2+ to 7+",
    "T4 Sv3++ W2": "column 4: 'Sv3++' is not understood: a save is a roll from 2+ to 7+",
    "T4 Sv3+ W2 7++": "column 12: '7++': '7' is not a roll from 2+ to 6+",
    "T4 Sv3+ W2 4++++": "column 12: '4++++' is neither a stat",
    "T4 Sv3+ W2 FNP5++": "column 12: 'FNP5++' is not understood: a Feel No Pain is a roll",
    "T4 3+ mortals W2": "column 4: '3+ mortals': an invulnerable save may be against ranged or mel",
    "T4 Sv3+ W2 5+++ ranged": "a Feel No Pain against mortals",
    "T0 Sv3+ W2": "column 1: 'T0': '0' is not a whole number from 1 to 100",
    "T4 Sv3+ W0": "column 9: 'W0': '0' is not a whole number from 1 to 10000",
    "T W2": "column 1: 'T' has no value: a toughness is a whole number from 1 to 100",
    "Sv: T4 W2": "column 1: 'Sv' has no value",
    "A2 BS3+ S4 AP-1 D1": "column 1: 'A2' belongs to a weapon; a target is written like",
    "10 Guards T4 Sv3+ W2": "column 1: '10' is not understood: a number of models stands first, a",
    "Squad 10 T4 Sv3+ W2": "with a number ends with a colon",
    "Guards x5 T4 Sv3+ W2": "column 8: 'x5' is not understood: a number of models stands first",
    "Guards (5) T4 Sv3+ W2": "column 8: '(5)' is not understood: a number of models stands first",
    "5 Guards: T4 Sv3+ W2": "column 1: the name '5 Guards' has a number that may be a count",
    "The Lost T4 Sv3+ W2": "'Lost' has no value: wounds lost are a whole number, as in lost 3; a n",
    "D6 crew T4 Sv3+ W2": "column 1: 'D6' belongs to a weapon",
    "M4 tank T9 Sv3+ W14": "column 4: 'tank' is neither a stat of a target nor a preset (did you m",
    "Guards meq W3": "('Guards meq' was read as the name",
    "Ork Guards W1": "where 'Ork' is the preset, a colon ends the name before it",
    "meqs W3": "the text gives no toughness ('meqs' was read as the name (did you mean 'meq'?))",
    "5x Guards meq": "column 4: 'Guards' is neither a stat of a target nor a preset",
    "T4 Sv3+ W2 Ld13+": "column 12: 'Ld13+': '13' is not a whole number from 2 to 12",
    "T4 Sv3+ W2 OC200": "column 12: 'OC200': '200' is not a whole number from 0 to 100",
    "T4 Sv3+ W2 [Stelth]": "column 13: 'Stelth' is no keyword, ability or modifier (did you mean '",
    "T4 Sv3+ W2 [Feel No Pain]": "column 13: 'Feel No Pain' needs a roll, like 'Feel No Pain 5+'",
    "T4 Sv3+ W2 [FNP 7+]": "column 13: 'FNP 7+': '7+' is not a roll from 2+ to 6+",
    "T4 Sv3+ W2 [Heavy]": "column 13: 'Heavy' is an ability of a weapon, not of a target",
    "T4 Sv3+ W2 [Melta 2]": "column 13: 'Melta 2' is an ability of a weapon, not of a target",
    "T4 Sv3+ W2 [W3]": "column 13: 'W3' is no keyword, ability or modifier",
    "T4 Sv3+ W2 [halves wounds]": "column 13: 'halves wounds' is no keyword",
    "T4 Sv3+ W2 [wound floor 9]": "column 13: 'wound floor 9' needs a roll from 2+ to 6+",
    "T4 Sv3+ W2 [4++]": "brackets hold keywords",
    "T4 Sv3+ W2 [FNP]": "needs a roll",
    "T4 Sv3+ W2 [lethal]": "'lethal' is short for Lethal Hits, an ability of a weapon, not of a ta",
    "T4 Sv3+ W2 [dev wounds]": "'dev wounds' is short for Devastating Wounds, an ability of a weap",
    "T4 Sv3+ W2 [+1 attacks]": "'+1 attacks' is a modifier of a weapon, not of a target: write it",
    "T4 Sv3+ W2 [re-roll hits: ones]": "is a modifier of a weapon, not of a target: write it there",
    "T4 Sv3+ W2 [crit hits 5+]": "is a modifier of a weapon, not of a target: write it there",
    "T4 Sv3+ W2 [half range]": "is a part of the situation, not of a target: write --context half_",
    "T4 Sv3+ W2 [smokescreen]": "write --context smokescreen, or smokescreen = true in the [contex",
    "T4 Sv3+ W2 [stationary]": "is a part of the situation",
    "T4 Sv3+ W2 [-1 to hits and wounds]": "column 13: '-1 to hits and wounds' is not understood",
    "T4 Sv3+ W2 [-1 AP]": "column 13: '-1 AP' can be read two ways",
    "T4 Sv3+ W2 [re-roll saves: twos]": "column 13: 'twos' in 're-roll saves: twos' is not underst",
    "T4 Sv3+ W2 [Infantry": "column 12: '[' is never closed",
    f"T4 Sv3+ W2 [{'x' * 101}]": "is no keyword, ability or modifier",
}  # fmt: skip


@pytest.mark.parametrize("text", WRONG_TARGETS)
def test_wrong_target_says_what_and_where(text):
    assert WRONG_TARGETS[text] in refusal(target_fields, text)
