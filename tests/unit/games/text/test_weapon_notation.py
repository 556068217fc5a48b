"""The text notation of weapons: every spelling as a table of text and fields, every complaint."""

import pytest
from support.refusals import refusal

from mathhammer.core.errors import MathhammerError
from mathhammer.games.read_text import reading_notes, target_fields, weapon_fields
from mathhammer.games.text.signs import text_game
from mathhammer.games.wh40k.abilities import table
from mathhammer.games.wh40k.profiles import Weapon

BASE = {"attacks": "2", "skill": "3+", "strength": "4", "ap": -1, "damage": "1", "type": "ranged"}


def base(**changes):
    return {k: v for k, v in {**BASE, **changes}.items() if v is not None}


WEAPONS = {
    # the contract's examples
    "A2 BS3+ S4 AP-1 D1": base(),
    "5x bolt rifle: A2 BS3+ S4 AP-1 D1 [Heavy]": base(
        count=5, name="bolt rifle", abilities=["Heavy"]
    ),
    '5x bolt rifle: A2 BS3+ S4 AP-1 D1 24" [Heavy, Sustained Hits D3]': base(
        count=5, name="bolt rifle", range=24, abilities=["Heavy", "Sustained Hits D3"]
    ),
    "1x A1 BS3+ S9 AP-3 DD6 [Melta 2]": base(
        count=1, attacks="1", strength="9", ap=-3, damage="D6", abilities=["Melta 2"]
    ),
    # as seen in public code and guides
    '24" A2 BS3+ S4 AP-1 D1 Assault Heavy': base(range=24, abilities=["Assault", "Heavy"]),
    '12" A1 BS3+ S9 AP-4 DD6 Melta 2': base(
        attacks="1", strength="9", ap=-4, damage="D6", range=12, abilities=["Melta 2"]
    ),
    '12" AD6 S4 AP0 D1 Ignore Cover Torrent': base(
        attacks="D6", skill=None, ap=0, range=12, abilities=["Ignores Cover", "Torrent"]
    ),
    'Pulse rifle 24" A2 BS3+ S4 AP-1 D1 [Assault]': base(
        name="Pulse rifle", range=24, abilities=["Assault"]
    ),
    "2A BS3+ S4 AP-1 D1": base(),
    "1A WS3+ S8 AP-2 D2": base(attacks="1", strength="8", ap=-2, damage="2", type="melee"),
    # counts
    "10x A2 BS3+ S4 AP-1 D1": base(count=10),
    "10 x A2 BS3+ S4 AP-1 D1": base(count=10),
    "10X A2 BS3+ S4 AP-1 D1": base(count=10),
    "10\u00d7 A2 BS3+ S4 AP-1 D1": base(count=10),
    "10xA2 BS3+ S4 AP-1 D1": base(count=10),
    "2 xenos blade: A2 BS3+ S4 AP-1 D1": MathhammerError,
    # labels: what touches, what doesn't, separators, any order, lower case
    "A 2 BS 3+ S 4 AP -1 D 1": base(),
    "A 2 BS 3+ S 4 AP -1 D D6": base(damage="D6"),
    "A:2 BS:3+ S:4 AP:-1 D:1": base(),
    "A: 2 BS: 3+ S: 4 AP: -1 D: 1": base(),
    "A=2 BS=3+ S=4 AP=-1 D=1": base(),
    "A|2|BS|3+|S|4|AP|-1|D|1": base(),
    "A:2|BS:3+|S:4|AP:-1|D:1": base(),
    "A2 | BS3+ | S4 | AP-1 | D1": base(),
    "A2, BS3+, S4, AP-1, D1": base(),
    "A2 / BS3+ / S4 / AP-1 / D1": base(),
    "A2; BS3+; S4; AP-1; D1": base(),
    "d1 ap-1 s4 bs3+ a2": base(),
    "Attacks 2 Skill 3+ Strength 4 AP 1 Damage 1": base(type=None),
    "Atk 2 BS 3+ Str 4 AP-1 Dmg 1 Rng 24": base(range=24),
    'Atk: 2, Skill: 3+, Str: 4, AP: -1, Dmg: 1, Range: 24"': base(range=24),
    "Ballistic Skill 3+ Attacks 2 S4 Armour Penetration -1 Damage 1": base(),
    "weapon skill 3+ attacks 2 s4 armor penetration 1 dmg 1": base(type="melee"),
    "2attacks 3+BS 4S -1AP 1dmg": base(),
    "2A 3+WS 4S 1AP D1": base(type="melee"),
    "A2 BS3 S4 AP-1 D1": base(),
    # dice
    "AD6 BS3+ S4 AP-1 DD3": base(attacks="D6", damage="D3"),
    "A2D6 BS3+ S4 AP-1 D2D3": base(attacks="2D6", damage="2D3"),
    "2D6A BS3+ S4 AP-1 DD6+1": base(attacks="2D6", damage="D6+1"),
    "AD6+3 BS3+ S4 AP-1 DD3+1": base(attacks="D6+3", damage="D3+1"),
    "a d6 + 2 bs3+ s4 ap-1 d d6": base(attacks="D6+2", damage="D6"),
    "AD6+D3 BS3+ S4 AP-1 D3D6kh2": base(attacks="D6+D3", damage="3D6kh2"),
    "AD3+0 BS3+ S4 AP-1 DD6-1": base(attacks="D3", damage="D6-1"),
    "A2 BS3+ S4 AP-1 D3": base(damage="3"),
    "A2 BS3+ S4 AP-1 D 3": base(damage="3"),
    "A2 BS3+ S4 AP-1 D6": base(damage="6"),
    # a die and a number, in which D is no label
    "A2 BS3+ S4 AP-1 D6+1": base(damage="D6+1"),
    "A2 BS3+ S4 AP-1 d3 + 3": base(damage="D3+3"),
    "A2 BS3+ S4 AP-1 D6-1": base(damage="D6-1"),
    "A2 BS3+ S4 AP-1 D6+D3": base(damage="D6+D3"),
    "AD6+1 BS3+ S4 AP-1 D6+1": base(attacks="D6+1", damage="D6+1"),
    "A2 BS3+ S4 AP-1 D D6+1": base(damage="D6+1"),
    "A2 BS3+ S4 AP-1 D7": base(damage="7"),
    "A2 BS3+ S4 AP-1 D7+1": base(damage="8"),
    # armour penetration
    "A2 BS3+ S4 AP1 D1": base(),
    "A2 BS3+ S4 AP 1 D1": base(),
    "A2 BS3+ S4 AP\u20131 D1": base(),
    "A2 BS3+ S4 AP\u22121 D1": base(),
    "A2 BS3+ S4 AP \u2014 1 D1": base(),
    "A2 BS3+ S4 AP0 D1": base(ap=0),
    "A2 BS3+ S4 AP 0 D1": base(ap=0),
    "A2 BS3+ S4 AP-0 D1": base(ap=0),
    "A2 BS3+ S4 AP- D1": base(ap=0),
    "A2 BS3+ S4 AP - D1": base(ap=0),
    "A2 BS3+ S4 AP: \u2013 D1": base(ap=0),
    "A2 BS3+ S4 D1": base(ap=None),
    # range and type
    "24in A2 BS3+ S4 AP-1 D1": base(range=24),
    "24 in A2 BS3+ S4 AP-1 D1": base(range=24),
    "24 inches A2 BS3+ S4 AP-1 D1": base(range=24),
    "24\u201d A2 BS3+ S4 AP-1 D1": base(range=24),
    "24\u2033 A2 BS3+ S4 AP-1 D1": base(range=24),
    "24'' A2 BS3+ S4 AP-1 D1": base(range=24),
    "24\u2019\u2019 A2 BS3+ S4 AP-1 D1": base(range=24),
    '7.5" A2 BS3+ S4 AP-1 D1': base(range=7.5),
    "Range 24 A2 BS3+ S4 AP-1 D1": base(range=24),
    "Range N/A A2 BS3+ S4 AP-1 D1": base(),
    "Melee A2 WS3+ S4 AP-1 D1": base(type="melee"),
    "Range Melee A2 WS3+ S4 AP-1 D1": base(type="melee"),
    "A2 Skill3+ S4 AP-1 D1 Melee": base(type="melee"),
    "Choppa Melee A2 WS3+ S4 AP-1 D1": base(name="Choppa", type="melee"),
    "Melee weapon A2 WS3+ S4 AP-1 D1": base(name="Melee weapon", type="melee"),
    "A2 S4 AP-1 D1 [melee]": base(skill=None, type="melee"),
    "A2 BS- S4 AP-1 D1 [Torrent]": base(skill="-", abilities=["Torrent"]),
    "A2 BS N/A S4 AP-1 D1 [Torrent]": base(skill="-", abilities=["Torrent"]),
    # names
    "Great Cannon: Grapeshot: A2 BS3+ S4 AP-1 D1": base(name="Great Cannon: Grapeshot"),
    "Plasma - supercharge: A2 BS3+ S4 AP-1 D1": base(name="Plasma - supercharge"),
    "Plasma - supercharge A2 BS3+ S4 AP-1 D1": base(name="Plasma - supercharge"),
    "bolt rifle - A2 BS3+ S4 AP-1 D1": base(name="bolt rifle"),
    "bolt rifle | A2 | BS3+ | S4 | AP-1 | D1": base(name="bolt rifle"),
    "bolt rifle:A2 BS3+ S4 AP-1 D1": base(name="bolt rifle"),
    "bolt rifle: A: 2 BS: 3+ S: 4 AP: -1 D: 1": base(name="bolt rifle"),
    "bolt rifle [Heavy]: A2 BS3+ S4 AP-1 D1": base(name="bolt rifle", abilities=["Heavy"]),
    "rifle: Heavy A2 BS3+ S4 AP-1 D1": base(name="rifle", abilities=["Heavy"]),
    "Mk2 rifle: A2 BS3+ S4 AP-1 D1": base(name="Mk2 rifle"),
    "Mk2 rifle A2 BS3+ S4 AP-1 D1": base(name="Mk2 rifle"),
    "\u00c9p\u00e9e d\u2019honneur: A2 BS3+ S4 AP-1 D1": base(name="\u00c9p\u00e9e d\u2019honneur"),
    "bolt\u00a0rifle\u00a0A2\u00a0BS3+\u00a0S4\u00a0AP\u20111\u00a0D1": base(name="bolt rifle"),
    "Heavy bolter A2 BS3+ S4 AP-1 D1": base(name="Heavy bolter"),
    # header row, then values
    "A BS S AP D\n2 3+ 4 -1 1": base(),
    "A WS S AP D\n2 3+ 4 0 1": base(ap=0, type="melee"),
    "A | BS | S | AP | D | 2 | 3+ | 4 | -1 | 1": base(),
    "| A | BS | S | AP | D |\n| 2 | 3+ | 4 | -1 | 1 |": base(),
    'Range A BS S AP D Keywords\n24" 2 3+ 4 -1 D3 Assault, Heavy': base(
        range=24, damage="D3", abilities=["Assault", "Heavy"]
    ),
    "Range A WS S AP D\nMelee 2 3+ 4 -1 1": base(type="melee"),
    "5x bolt rifle: A BS S AP D\n2 3+ 4 -1 1": base(count=5, name="bolt rifle"),
    'RANGED WEAPONS RANGE A BS S AP D\nBolt rifle [ASSAULT] 24" 2 3+ 4 -1 1': base(
        name="Bolt rifle", range=24, abilities=["Assault"]
    ),
    # abilities
    "A2 BS3+ S4 AP-1 D1 [Twin-linked][Lethal Hits] [Blast]": base(
        abilities=["Twin-linked", "Lethal Hits", "Blast"]
    ),
    "A2 BS3+ S4 AP-1 D1 twin linked/lethal hits, BLAST": base(
        abilities=["Twin-linked", "Lethal Hits", "Blast"]
    ),
    "A2 BS3+ S4 AP-1 D1 Rapid Fire 1 Sustained Hits D3 Melta: 2": base(
        abilities=["Rapid Fire 1", "Sustained Hits D3", "Melta 2"]
    ),
    "A2 BS3+ S4 AP-1 D1 [Rapid Fire D6+3, Sustained Hit 1]": base(
        abilities=["Rapid Fire D6+3", "Sustained Hits 1"]
    ),
    "A2 BS3+ S4 AP-1 D1 [Anti-Infantry 4+, anti vehicle 3, Anti-Epic Hero 2+]": base(
        abilities=["Anti-Infantry 4+", "Anti-Vehicle 3+", "Anti-Epic Hero 2+"]
    ),
    "A2 BS3+ S4 AP-1 D1 Anti-Infantry 4+ Devastating Wounds": base(
        abilities=["Anti-Infantry 4+", "Devastating Wounds"]
    ),
    "A2 BS3+ S4 AP-1 D1 [Anti\u2013Fly 4+]": base(abilities=["Anti-Fly 4+"]),
    "A2 BS3+ S4 AP-1 D1 [Assault Heavy]": base(abilities=["Assault", "Heavy"]),
    "A2 BS3+ S4 AP-1 D1 [Psychic; One Shot]": base(abilities=["Psychic", "One Shot"]),
    "A2 BS3+ S4 AP-1 D1 [RF 1, SH D3, LH, DW]": base(
        abilities=["Rapid Fire 1", "Sustained Hits D3", "Lethal Hits", "Devastating Wounds"]
    ),
    "A2 BS3+ S4 AP-1 D1 [rf1/shD3 lh ML:2]": base(
        abilities=["Rapid Fire 1", "Sustained Hits D3", "Lethal Hits", "Melta 2"]
    ),
    # as people shorten them
    "A2 BS3+ S4 AP-1 D1 [lethal, sustained 1]": base(abilities=["Lethal Hits", "Sustained Hits 1"]),
    "A2 BS3+ S4 AP-1 D1 [LETHALS; dev wounds]": base(
        abilities=["Lethal Hits", "Devastating Wounds"]
    ),
    "A2 BS3+ S4 AP-1 D1 [devs/twinlinked]": base(abilities=["Devastating Wounds", "Twin-linked"]),
    "A2 BS3+ S4 AP-1 D1 [sus 1, rapid 2]": base(abilities=["Sustained Hits 1", "Rapid Fire 2"]),
    "A2 BS3+ S4 AP-1 D1 [susd3, Melta2]": base(abilities=["Sustained Hits D3", "Melta 2"]),
    "A2 BS3+ S4 AP-1 D1 [anti inf 4+, Anti-Veh 3]": base(
        abilities=["Anti-Infantry 4+", "Anti-Vehicle 3+"]
    ),
    "A2 BS3+ S4 AP-1 D1 [anti-mo 4+, anti-foo 4+]": base(abilities=["Anti-Mo 4+", "Anti-Foo 4+"]),
    "A2 BS3+ S4 AP-1 D1 [hvy, ign cover, prec]": base(
        abilities=["Heavy", "Ignores Cover", "Precision"]
    ),
    "A2 BS3+ S4 AP-1 D1 [Lethal-Hits, TL, rapid-fire 1]": base(
        abilities=["Lethal Hits", "Twin-linked", "Rapid Fire 1"]
    ),
    "A2 BS3+ S4 AP-1 D1 [-1 to be hit]": base(modifiers={"hit": -1}),
    "A2 BS3+ S4 AP-1 D1 [-]": base(),
    "A2 BS3+ S4 AP-1 D1 []": base(),
    "A2 BS3+ S4 AP-1 D1 [Heavy,]": base(abilities=["Heavy"]),
    # modifiers
    "A2 BS3+ S4 AP-1 D1 [re-roll hits: ones]": base(modifiers={"reroll_hits": "ones"}),
    "A2 BS3+ S4 AP-1 D1 [Re-roll hit rolls of 1]": base(modifiers={"reroll_hits": "ones"}),
    "A2 BS3+ S4 AP-1 D1 [reroll ones to hit]": base(modifiers={"reroll_hits": "ones"}),
    "A2 BS3+ S4 AP-1 D1 [reroll wounds failures]": base(modifiers={"reroll_wounds": "failures"}),
    "A2 BS3+ S4 AP-1 D1 [reroll failed wounds]": base(modifiers={"reroll_wounds": "failures"}),
    "A2 BS3+ S4 AP-1 D1 [re-roll hits: non-criticals]": base(
        modifiers={"reroll_hits": "non-criticals"}
    ),
    "A2 BS3+ S4 AP-1 D1 [reroll_hits=non criticals]": base(
        modifiers={"reroll_hits": "non-criticals"}
    ),
    "A2 BS3+ S4 AP-1 D1 [re-roll damage: <=3, re-roll attacks of 2 or less]": base(
        modifiers={"reroll_damage": "<=3", "reroll_attacks": "<=2"}
    ),
    "A2 BS3+ S4 AP-1 D1 [re-roll damage: below-average, re-roll attacks: ones]": base(
        modifiers={"reroll_damage": "below-average", "reroll_attacks": "ones"}
    ),
    "A2 BS3+ S4 AP-1 D1 [+1 to wound, \u22121 to hit]": base(modifiers={"wound": 1, "hit": -1}),
    "A2 BS3+ S4 AP-1 D1 [+1 to wound rolls / Heavy]": base(
        modifiers={"wound": 1}, abilities=["Heavy"]
    ),
    "A2 BS3+ S4 AP-1 D1 [+1 attacks, +2 S, +1 damage, -1 AP]": base(
        modifiers={"attacks": 1, "strength": 2, "damage": 1, "ap": -1}
    ),
    "A2 BS3+ S4 AP-1 D1 [crit hits 5+, critical wounds: 4+]": base(
        modifiers={"critical_hits": "5+", "critical_wounds": "4+"}
    ),
    "A2 BS3+ S4 AP-1 D1 [Critical hits on 5+]": base(modifiers={"critical_hits": "5+"}),
    "A2 BS3+ S4 AP-1 D1 [ignore hit modifiers, ignores wound modifiers]": base(
        modifiers={"ignore_hit_modifiers": True, "ignore_wound_modifiers": True}
    ),
}


@pytest.mark.parametrize("text", WEAPONS)
def test_weapon_spelling(text):
    want = WEAPONS[text]
    if want is MathhammerError:
        with pytest.raises(MathhammerError):
            weapon_fields(text)
        return
    got = weapon_fields(text)
    assert got == want
    Weapon(**got)


def test_each_alias_is_the_full_name():
    for alias, row in table.WEAPON.by_short.items():
        value = " 2" if row.value else ""
        name = row.kind
        short = weapon_fields(f"A2 BS3+ S4 D1 [{alias.upper()}{value}]")
        full = weapon_fields(f"A2 BS3+ S4 D1 {name}{value}")
        assert short["abilities"] == full["abilities"], alias
        with pytest.raises(MathhammerError, match=r"brackets|not understood"):
            weapon_fields(f"A2 BS3+ S4 D1 {alias.upper()}{value}")


WRONG_WEAPONS = {
    "1e3x gun A2 BS3+ S4 AP-1 D1": "column 1: '1e3x' is not understood: a stat has a label",
    "": "an empty text is not a weapon: write it like '5x bolt rifle: A2",
    " \u00a0\n": "an empty text is not a weapon",
    "meq": "'meq' has no stats of a weapon: write it like",
    "bolt rifle:": "the text gives no attacks ('bolt rifle' was read as the name): write it like A",
    "A2 BS3+ S4": "the text gives no damage: write it like D1",
    "A2 BS3+ D1": "the text gives no strength: write it like S4",
    # given twice, contradicted
    "A2 BS3+ S4 AP-1 D1 A3": "column 20: 'A3' gives the attacks a second time, after 'A2' at colum",
    "A2 BS3+ WS3+ S4 D1": "column 9: 'WS3+' makes the weapon melee, but 'BS3+' at column 4 makes i",
    "A2 BS3+ BS4+ S4 D1": "column 9: 'BS4+' gives the skill a second time",
    '24" A2 WS3+ S4 D1': "column 8: 'WS3+' makes the weapon melee, but '24\"' at column 1 makes it",
    "A2 BS3+ S4 D1 Melee": "column 15: 'Melee' makes the weapon melee",
    "A2 BS3+ S4 D1 [+1 to hit, -1 to hit]": "column 27: '-1 to hit' gives the hit a second time",
    # values
    "A2 BS7+ S4 D1": "column 4: 'BS7+': '7+' is not a roll from 2+ to 6+",
    "A2 BS1+ S4 D1": "column 4: 'BS1+': '1+' is not a roll from 2+ to 6+",
    "A2 BS33+ S4 D1": "column 4: 'BS33+': '33+' is not a roll from 2+ to 6+",
    "A2 BS3++ S4 D1": "column 4: 'BS3++' is not understood: a skill is a roll from 2+ to 6+",
    "A2 BS3+ S0 D1": "column 9: 'S0': '0' is not a whole number from 1 to 100",
    "A2 BS3+ S4+ D1": "column 9: 'S4+' is not understood: a strength is a whole number from 1 to 1",
    "A2 BS3+ SD6 D1": "column 9: 'SD6' is not understood: a strength is a whole number",
    "A2 BS3+ S D1": "column 9: 'S' has no value: a strength is a whole number from 1 to 100, as in",
    "A2 BS3+ S4 AP+1 D1": "column 12: 'AP+1': an armour penetration is 0 or negative: write AP-1",
    "A2 BS3+ S4 AP-21 D1": "column 12: 'AP-21': '21' is not a whole number from 0 to 20",
    "A2D5 BS3+ S4 D1": "column 1: 'A2D5' is not understood: attacks are a number or dice",
    "A2 BS3+ S4 D 6+1": "column 12: 'D 6+1' can be read two ways: write 'DD6+1' or 'D7'",
    "A2 BS3+ S4 Dmg3+D6": "'Dmg3+D6' can be read two ways: write 'DD3+D6' or 'DD6+3'",
    "A2 BS3+ S4 6+1dmg": "'6+1dmg' can be read two ways: write 'DD6+1' or 'D7'",
    "A2 BS3+ S4 2D6+1": "'2D6+1' is not understood: dice have a label, as in A2D6+1 or D2D6+1",
    "Gun 24\" 2 3+ 4 -1 6+1": "don't fit a row of Warhammer 40,000",
    "A1 gun A2 BS3+ S4 D1": "column 4: 'gun' is not understood: a name stands before the first st",
    "A2D6++1 BS3+ S4 D1": "column 1: 'A2D6++1' is not understood: attacks are a number or dice",
    "A9999999999999 BS3+ S4 D1": "column 1: 'A9999999999999': '9999999999999' is not a number or d",
    "A2 BS3+ S4 DD6-3": "column 12: 'DD6-3': 'd6-3' can be below 0",
    "A2 BS3+ S4 D99999": "column 12: 'D99999': 99999 is out of range",
    '2000" A2 BS3+ S4 D1': "column 1: '2000\"': a distance is up to 1000 inches",
    "0x A2 BS3+ S4 D1": "column 1: '0' is not a whole number from 1 to 10000",
    "99999x A2 BS3+ S4 D1": "column 1: '99999' is not a whole number from 1 to 10000",
    # names
    "5 bolt rifles: A2 BS3+ S4 D1": "column 1: the name '5 bolt rifles' has a number that may be a",
    "bolt rifle x5: A2 BS3+ S4 D1": "column 1: the name 'bolt rifle x5' has a number that may be a",
    "rifle 48 A2 BS3+ S4 D1": "column 7: '48' is not understood: a stat has a label",
    'rifle (24", A2 BS3+ S4 D1)': "column 7: '(24\"' is not understood: a stat has a label",
    "A2p BS3+ S4 D1": "column 1: 'A2p' is not understood: attacks are a number or dice",
    "rifle AP A2 BS3+ S4 D1": "column 7: 'AP' has no value: an armour penetration is 0 or negative",
    "AP: A2 BS3+ S4 D1": "column 1: 'AP' has no value: an armour penetration is 0 or negative",
    "Rend=1 A2 BS3+ S4 D1": "column 1: 'Rend=1' is not understood",
    'Big D6 gun: A2 BS3+ S4 D1': "column 8: 'gun:' is not understood: a name ends at a colon befor",
    f"{'x' * 201}: A2 BS3+ S4 D1": "column 1: a name of 201 characters; up to 200 are allowed",
    # unknown tokens, with what may have been meant
    "A2 BS3+ S4 D1 Lethl Hits": "column 15: 'Lethl' is not understood (did you mean 'lethal hits'?",
    "A2 BS3+ S4 D1 Strenght 5": "column 15: 'Strenght' is not understood (did you mean 'strength'?",
    "A2 BS3+ S4 D1 3+": "column 15: '3+' is not understood: a stat has a label",
    "A2 BS3+ S4 2D": "column 12: '2D' is not understood: damage is written with its label first, a",
    "A2 BS3+ S4 D1 5x": "column 15: '5x' is not understood: a count stands first",
    "A2 BS3+ S4 D1 (Heavy)": "column 15: '(Heavy)' is not understood: abilities stand in [brackets",
    "A2 BS3+ S4 D1 LH": "column 15: 'LH' is not understood: short forms of abilities stand in brac",
    "A2 BS3+ S4 D1 Hit 3+": "column 15: 'Hit' is not understood: it belongs to Age of Sigmar",
    "A2 BS3+ S4 D1 Anti-Infantry": "column 15: 'Anti-Infantry' is not understood: it is written An",
    "A2 BS3+ S4 D1 Anti-Vehicle Melta 2": "is not of the form 'Anti-KEYWORD X+'",
    "A2 BS3+ D1 Anti-Vehicle S 4": "'Anti-Vehicle S 4' is not understood: it is written",
    "A2 BS3+ S4 D1 @#!": "column 15: '@#!' is not understood",
    # brackets
    "A2 BS3+ S4 D1 [Heavy": "column 15: '[' is never closed: close it with ']'",
    "A2 BS3+ S4 D1 Heavy]": "column 20: ']' closes nothing: open with '['",
    "A2 BS3+ S4 D1 [Heavy [Blast]]": "column 22: '[' stands inside brackets",
    "A2 BS3+ S4 D1 [Heavi]": "column 16: unknown ability 'Heavi' (did you mean 'Heavy'?)",
    "A2 BS3+ S4 D1 [Heavy, XY]": "column 23: unknown ability 'XY'; known: Anti-KEYWORD X+, Assault",
    "A2 BS3+ S4 D1 [Anti-Vehicle Melta 2]": "column 16: 'Anti-Vehicle Melta 2' is not of the form ",
    "A2 BS3+ S4 D1 [RF]": "column 16: 'rapid fire' needs a value, like 'Rapid Fire 1'",
    "A2 BS3+ S4 D1 [Melta]": "column 16: 'melta' needs a value, like 'Melta 1'",
    "A2 BS3+ S4 D1 [Melta 101]": "column 16: 'melta 101': up to 100 is allowed",
    "A2 BS3+ S4 D1 [Anti-Fly 7+]": "column 16: 'anti-fly 7+': '7+' is not a roll from 2+ to 6+",
    "A2 BS3+ S4 D1 [Stealth]": "column 16: 'Stealth' is an ability of a target, not of a weapon",
    "A2 BS3+ S4 D1 [Crit (Mortal)]": "column 16: 'Crit (Mortal)' is an ability of Age of Sigmar",
    "A2 BS3+ S4 D1 [+1 to hitt]": "column 16: '+1 to hitt' is not understood (did you mean '+1 to ",
    "A2 BS3+ S4 D1 [+1 AP]": "column 16: '+1 AP' can be read two ways: a better AP is written '-1 ",
    "A2 BS3+ S4 D1 [+21 to hit]": "column 16: '+21 to hit' is out of range: from -20 to +20 is all",
    "A2 BS3+ S4 D1 [re-roll hits: onse]": "column 16: 'onse' in 're-roll hits: onse' is not unders",
    "A2 BS3+ S4 D1 [re-roll hits]": "column 16: 're-roll hits' must say which results of hits (one",
    "A2 BS3+ S4 D1 [re-roll ones]": "column 16: 're-roll ones' must say which rolls",
    "A2 BS3+ S4 D1 [re-roll damage: failures]": "must say which results of damage (ones, below-ave",
    "A2 BS3+ S4 D1 [re-roll saves: ones]": "is a modifier of a target, not of a weapon",
    "A2 BS3+ S4 D1 [in cover]": "'in cover' is a modifier of a target, not of a weapon: write it",
    "A2 BS3+ S4 D1 [half damage]": "'half damage' is a modifier of a target, not of a weapon",
    "A2 BS3+ S4 D1 [wounds on 4+]": "is a modifier of a target, not of a weapon",
    "A2 BS3+ S4 D1 [+1 save]": "'+1 save' is a modifier of a target, not of a weapon",
    "A2 BS3+ S4 D1 [+1 rend]": "'+1 rend' can't be used here: it belongs to Age of Sigmar",
    "A2 BS3+ S4 D1 [within half range]": "is a part of the situation, not of a weapon: write --con",
    "A2 BS3+ S4 D1 [Remained stationary]": "write --context stationary, or stationary = true in th",
    "A2 BS3+ S4 D1 [charged]": "'charged' is a part of the situation, not of a weapon",
    # cut too short, or what is no short form
    "A2 BS3+ S4 D1 [in]": "column 16: unknown ability 'in'; known:",
    "A2 BS3+ S4 D1 [le]": "column 16: unknown ability 'le'",
    "A2 BS3+ S4 D1 [lethal wounds]": "unknown ability 'lethal wounds'",
    "A2 BS3+ S4 D1 [lethal 5+]": "unknown ability 'lethal 5+'",
    "A2 BS3+ S4 D1 [dev wounds lethal]": "unknown ability 'dev wounds lethal'",
    "A2 BS3+ S4 D1 [sus]": "column 16: 'Sustained Hits' needs a value, like 'Sustained Hits 1'",
    "A2 BS3+ S4 D1 lethals": "short forms of abilities stand in brackets, as in [LETHALS]",
    "A2 BS3+ S4 D1 [crit hits 7+]": "column 16: 'crit hits 7+' needs a roll from 2+ to 6+",
    "A2 BS3+ S4 D1 [crits 5+]": "column 16: 'crits 5+' is not understood: write 'crit hits 5+'",
}  # fmt: skip


@pytest.mark.parametrize("text", WRONG_WEAPONS)
def test_wrong_weapon_says_what_and_where(text):
    assert WRONG_WEAPONS[text].casefold() in refusal(weapon_fields, text).casefold()
    assert reading_notes(text) == []


def test_age_of_sigmar_is_refused_by_name():
    for text in ("10x 2/3+/4+/1/D3 [Crit (Mortal), ranged]", "Spear: 2/3+/4+/-/1", "D6/3+/3+/1/2"):
        assert text_game(text) == "aos"
        with pytest.raises(MathhammerError, match=r'belongs to Age of Sigmar \(game = "aos"\)'):
            weapon_fields(text)
    assert text_game("A2/BS3+/S4/AP-1/D1") == "wh40k"
    assert text_game("A2 BS3+ S4 AP-1 D1") == "wh40k"
    for text in ("H2 Sv3+ Ward5+", "10x Health 2 Save 3+", "Sv3+ Ward 5+"):
        with pytest.raises(MathhammerError, match="Age of Sigmar"):
            target_fields(text)


def test_no_text_and_too_long_a_text():
    for value in (None, 5, ["A2"], b"A2"):
        for read in (weapon_fields, target_fields):
            with pytest.raises(MathhammerError, match="is not the text of a"):
                read(value)
    for read in (weapon_fields, target_fields):
        with pytest.raises(MathhammerError, match="a text of 2001 characters; up to 2000"):
            read("A" * 2001)
    # The limit itself is allowed.
    assert weapon_fields("A2 BS3+ S4 AP-1 D1".ljust(2000)) == base()


def test_each_ability_is_known_by_the_beginnings_of_its_words():
    for row in table.WEAPON.rows:
        value = " 2" if row.value in ("number", "dice") else ""
        words = row.kind.split()
        if row.value == "keyword" or row.effect == "not modelled":
            continue
        full = weapon_fields(f"A2 BS3+ S4 D1 [{row.kind}{value}]")
        for length in range(3, 1 + max(map(len, words))):
            cut = [word[:length] for word in words]
            for short in (" ".join(cut), "-".join(cut).upper(), "".join(cut), cut[0]):
                text = f"A2 BS3+ S4 D1 [{short}{value}]"
                assert weapon_fields(text)["abilities"] == full["abilities"], text


def test_reading_notes():
    assert reading_notes("A2 BS3+ S4 AP-1 D1") == []
    assert reading_notes("A2 BS3+ S4 AP-1 D 3") == []
    assert reading_notes("A2 BS3+ S4 AP-1 DD3") == []
    assert reading_notes("A2 BS3+ S4 AP-1 d6") == [
        "'d6' was read as damage 6; a die is written Dd6"
    ]
    assert "'heavy' was read as part of the name 'Rifle Heavy'" in str(
        reading_notes("Rifle Heavy A2 BS3+ S4 D1")
    )
    assert reading_notes("Bolt pistol A1 BS3+ S4 D1") == []
    assert reading_notes("A2 BS3+ S4 AP-1 Dmg3") == []
    assert reading_notes("A2 BS3+ S4 AP-1 D7") == reading_notes("A2 BS3+ S4 D6+1") == []
    assert reading_notes('Gun 24" 2 3+ 4 -1 3') == []
    assert reading_notes("meq") == []
    assert "gives no save" in reading_notes("T4 W2")[0]
    assert [note.split(" gives")[0] for note in reading_notes("3x T4 W2 + 2x Sv3+ + 1x meq")] == [
        "'3x T4 W2'"
    ]
    assert "W3' gives no save" in reading_notes("3x T4 W2 + 2x W3")[0]
    assert "gives no save" in reading_notes("3x T4 W2 + leader W5")[0]
    assert not reading_notes("3x T4 W2 Sv- + leader W5")
    assert not reading_notes("all T4 W2 Sv3+ + 2x W3 + 3x W1")
    assert reading_notes("nonsense") == []


@pytest.mark.parametrize(
    "text, start",
    [
        ("1 failed save D2", "failed saves"),
        ("1 unsaved D2", "failed saves"),
        ("1 unsaved wound of damage 2", "failed saves"),
        ("1 failed saves of damage 2", "failed saves"),
        ("1 wound AP-1 D2", "wounds"),
        ("gun: 1 hit S4 D2", "hits"),
    ],
)
def test_attacks_that_are_something_already_as_people_say_it(text, start):
    found = weapon_fields(text)
    assert (found["attacks"], found["damage"], found["start"]) == ("1", "2", start)
