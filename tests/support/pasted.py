"""Rows of datasheets as they are pasted, with invented names, and the fields of each."""

from __future__ import annotations

from typing import Any

GUN = {
    "name": "Long gun", "attacks": "2", "skill": "3+", "strength": "4", "ap": -1, "damage": "1",
    "type": "ranged", "range": 24,
}  # fmt: skip
FIST = {
    "name": "Great fist", "attacks": "3", "skill": "4+", "strength": "8", "ap": -2, "damage": "2",
    "type": "melee",
}  # fmt: skip
HOSE = {
    "name": "Fire hose", "attacks": "D6", "skill": "-", "strength": "4", "ap": 0, "damage": "1",
    "type": "ranged", "range": 12, "abilities": ["Torrent", "Ignores Cover"],
}  # fmt: skip
AXE = {
    "name": "War axe", "attacks": "2", "hit": "3+", "wound": "4+", "rend": 1, "damage": "D3",
}  # fmt: skip
BOW = {
    "name": "Long bow", "attacks": "2", "hit": "3+", "wound": "4+", "rend": 0, "damage": "1",
    "type": "ranged", "range": 18,
}  # fmt: skip
HEAVY = {**GUN, "abilities": ["Assault", "Heavy"]}
CRIT = {**AXE, "abilities": ["Crit (Mortal)"]}
MAN = {
    "move": 6, "toughness": 4, "save": "3+", "wounds": 2, "leadership": "6+",
    "objective_control": 2,
}  # fmt: skip
SPIRIT = {"move": 5, "health": 2, "save": "4+", "objective_control": 1}

#: Rows as they are copied, and what each says.
WEAPONS: dict[str, dict[str, Any]] = {
    # Warhammer 40,000
    'Long gun 24" 2 3+ 4 -1 1': GUN,
    "Long gun\t24\t2\t3+\t4\t-1\t1": GUN,
    'Long gun | 24" | 2 | 3+ | 4 | -1 | 1': GUN,
    '| Long gun | 24" | 2 | 3+ | 4 | -1 | 1 |': GUN,
    "Long gun 24\u2033 2 3+ 4 \u22121 1": GUN,
    "Long gun 24 2 3+ 4 -1 1": GUN,
    "\u2022 **Long gun** 24 inches 2 3+ 4 \u20131 1": GUN,
    "Long gun 24 2 3 4 -1 1": GUN,
    '5x Long gun [Assault, Heavy] 24" 2 3+ 4 -1 1': {"count": 5, **HEAVY},
    '5 x Long gun 24" 2 3+ 4 -1 1 [assault, heavy]': {"count": 5, **HEAVY},
    '(5) Long gun (Assault, Heavy) 24" 2 3+ 4 -1 1': {"count": 5, **HEAVY},
    '5 | Long gun | Assault, Heavy | 24" | 2 | 3+ | 4 | -1 | 1': {"count": 5, **HEAVY},
    '5 24" 2 3+ 4 -1 1': {"count": 5, **{k: v for k, v in GUN.items() if k != "name"}},
    'Long gun\t24"\t2\t3+\t4\t-1\t1\tAssault, Heavy': HEAVY,
    '[ASSAULT, HEAVY]\nLong gun 24" 2 3+ 4 -1 1': HEAVY,
    'Long gun 24" 2 3+ 4 -1 1\nAssault, Heavy': HEAVY,
    'Long gun\n[Assault]\n[Heavy]\n24" 2 3+ 4 -1 1': HEAVY,
    'Long gun\n24"\n2\n3+\n4\n-1\n1': GUN,
    'Range A BS S AP D\nLong gun 24" 2 3+ 4 -1 1': GUN,
    'RANGED WEAPONS\nRANGE | A | BS | S | AP | D\nLong gun | 24" | 2 | 3+ | 4 | -1 | 1': GUN,
    '|weapon|d|ap|s|bs|a|range|\n|:--|--|--|--|--|--|--|\n|Long gun|1|-1|4|3+|2|24"|': GUN,
    'Long gun 24" 2 3+ 4 -1 D6+3': {**GUN, "damage": "D6+3"},
    'Long gun 24" D6 + 3 3+ 4 -1 D3': {**GUN, "attacks": "D6+3", "damage": "D3"},
    'Long gun - bright 24" 2 3+ 4 0 1': {**GUN, "name": "Long gun - bright", "ap": 0},
    'Long gun (bright) 24" 2 3+ 4 - 1': {**GUN, "name": "Long gun (bright)", "ap": 0},
    'Long gun Mk2 24" 2 3+ 4 -1 1': {**GUN, "name": "Long gun Mk2"},
    'Fire hose [torrent, ignores cover] 12" D6 N/A 4 0 1': HOSE,
    'Fire hose | 12" | D6 | - | 4 | 0 | 1 | Torrent, Ignores Cover': HOSE,
    "Great fist Melee 3 4+ 8 -2 2": FIST,
    "RANGE\tA\tWS\tS\tAP\tD\nGreat fist\tMelee\t3\t4+\t8\t\u22122\t2": FIST,
    "A WS S AP D\nGreat fist 3 4+ 8 -2 2": FIST,
    "MELEE WEAPONS RANGE A WS S AP D Great fist [Twin-linked] Melee 3 4+ 8 -2 2": {
        **FIST, "abilities": ["Twin-linked"]},
    # Age of Sigmar
    "War axe 2 3+ 4+ 1 D3": AXE,
    "War axe Melee 2 3+ 4+ 1 D3": {**AXE, "type": "melee"},
    "War axe - 2 3+ 4+ 1 D3": AXE,
    "10x War axe 2 3+ 4+ 1 D3 Crit (Mortal)": {"count": 10, **CRIT},
    "| War axe | 2 | 3+ | 4+ | 1 | D3 | Crit (Mortal) |": CRIT,
    "Atk Hit Wnd Rnd Dmg Ability\nWar axe 2 3+ 4+ 1 D3 Crit (Mortal)": CRIT,
    "[Crit (Mortal)]\nWar axe 2 3+ 4+ 1 D3": CRIT,
    'Long bow 18" 2 3+ 4+ - 1': BOW,
    "Long bow\t18\t2\t3+\t4+\t-\t1": BOW,
    'Rng Atk Hit Wnd Rnd Dmg\nLong bow 18" 2 3+ 4+ - 1': BOW,
}  # fmt: skip
TARGETS: dict[str, dict[str, Any]] = {
    '6" 4 3+ 2 6+ 2': MAN,
    "6 4 3+ 2 6+ 2": MAN,
    'M T SV W LD OC\n6" 4 3+ 2 6+ 2': MAN,
    'm | t | sv | w | ld | oc\n---|---|---|---|---|---\n6" | 4 | 3+ | 2 | 6+ | 2': MAN,
    '5x Long men 6" 4 3+ 2 6+ 2 4++ [Infantry]': {
        "name": "Long men", "models": 5, **MAN, "invulnerable": "4+", "keywords": ["Infantry"]},
    '6" 4 3+ 2 6+ 2\nInvulnerable save 4+': {**MAN, "invulnerable": "4+"},
    'M T Sv W Ld OC Inv FNP\n6" 4 3+ 2 6+ 2 4+ 5+': {
        **MAN, "invulnerable": "4+", "feel_no_pain": "5+"},
    'Long men\n6" 4 3+ 2 6+ 2\n5+++': {"name": "Long men", **MAN, "feel_no_pain": "5+"},
    '5" 2 4+ 1': SPIRIT,
    'Move Health Save Control\n5" 2 4+ 1': SPIRIT,
    '10x Spirits 5" 2 4+ 1 Ward 6+': {"name": "Spirits", "models": 10, **SPIRIT, "ward": "6+"},
    '5" 2 4+ 1\nWard (5+)': {**SPIRIT, "ward": "5+"},
}  # fmt: skip
#: Spreadsheets with the headings of datasheets and of files.
CSV_SHEETS = (
    "Weapon,Range,A,BS,WS,S,AP,D,Keywords\nGun,24,2,3+,,4,-1,1,Heavy\nFist,Melee,3,,4+,8,-2,D3,\n",
    "name,Rng,Atk,Hit,Wnd,Rnd,Dmg,Ability\nAxe,Melee,2,3+,4+,-,D3,Crit (Mortal)\n",
    "Unit,M,T,Sv,W,Ld,OC,Inv,FNP\nMen,6,4,3+,2,6+,2,4+,-\n",
    "attacker,points,name,count,attacks,skill,strength,ap,damage,abilities\nBolts,80,gun,5,2,3+,4,-1,1,\n",
)
