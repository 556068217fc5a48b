"""Lists of invented armies: units, models, weapons and what protects them, in all formats."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.rosters import (
    AOS,
    FORMATS,
    WH40K_11,
    Node,
    ability,
    as_json,
    as_xml,
    blade,
    gun,
    models,
    patrol,
    roster,
    selection,
    spear,
    spearhead,
    warscroll,
)

import mathhammer
from mathhammer import MathhammerError, Roster
from mathhammer.rosters.unit import RosterUnit


def read(root: Node) -> Roster:
    return Roster.read(as_json(root))


def squad(*weapons: Node, number: int = 1, **more: Any) -> RosterUnit:
    """Return a unit of one model with these profiles, each on a selection of its own."""
    parts = [selection(f"{one['name']} {i}", "upgrade", 1, profiles=(one,))
             for i, one in enumerate(weapons)]  # fmt: skip
    profiles = (models(), *more.pop("profiles", ()))
    return read(
        roster(selection("Squad", "model", number, *parts, profiles=profiles, **more))
    ).units[0]


@pytest.mark.parametrize("army", [patrol, spearhead])
@pytest.mark.parametrize("kind", FORMATS)
def test_an_army_is_the_same_in_each_format(army: Any, kind: str, tmp_path: Path) -> None:
    path = tmp_path / "list.odd"
    path.write_bytes(FORMATS[kind](army()))
    got = Roster.load(path).to_dict() | {"file": ""}
    assert got == read(army()).to_dict()
    assert got["units"] and got["game"] == ("aos" if army is spearhead else "wh40k")


def test_units_have_their_models_weapons_and_points() -> None:
    found = read(patrol())
    assert (found.name, found.edition, found.points) == ("Third Watch", 10, 355.0)
    wardens, captain, _ = found.units
    assert (wardens.models, wardens.points) == (10, 110.0)
    assert dict(wardens.groups) == {"Warden": 8, "Warden Elder": 1, "Warden w/ cannon": 1}
    assert wardens.attacker is not None
    listed = [(w["name"], w["count"], w.get("group"), w.get("modes"))
              for w in wardens.attacker["weapons"]]  # fmt: skip
    assert listed == [
        ("Long gun", 8, "Warden", None),
        ("Knife", 10, None, None),  # all of them have one
        ("Star lance - steady", 1, "Warden Elder", "Star lance"),
        ("Star lance - flare", 1, "Warden Elder", "Star lance"),
        ("Bolt cannon", 2, "Warden w/ cannon", None),
    ]
    assert wardens.attacker["weapons"][-1]["attacks"] == "D6"
    assert captain.points == 95.0  # with what it carries
    assert captain.keywords == ("Character", "Infantry", "Watch")
    assert [w["type"] for w in captain.attacker["weapons"]] == ["ranged", "melee"]
    assert all("modes" not in w for w in captain.attacker["weapons"])  # it has both


def test_a_mixed_unit_is_a_target_with_groups() -> None:
    wardens = read(patrol()).units[0].target
    assert wardens is not None and "models" not in wardens
    assert wardens["groups"] == [
        {"name": "Warden", "models": 8},
        {"name": "Warden Elder", "models": 1, "invulnerable": "4+"},
        {"name": "Warden w/ cannon", "models": 1},
    ]
    assert (wardens["feel_no_pain"], wardens["abilities"]) == ("6+", ["Stealth"])
    result = mathhammer.attack("20x A2 BS3+ S4 AP-1 D1", wardens)
    assert next(iter(result.groups)).name == "Warden"


def test_what_is_not_modelled_is_marked_and_listed() -> None:
    found = read(patrol())
    walker = found.units[2]
    assert [one["name"] for one in walker.not_modelled] == ["Unmaker"]
    assert [w["name"] for w in walker.attacker["weapons"]] == ["Wave", "Fist"]
    assert walker.target["invulnerable_ranged"] == "5+" and "invulnerable" not in walker.target
    assert walker.target["abilities"] == ["Deadly Demise D3"]
    assert [tuple(one) for one in found.not_understood] == [
        ("Walker", "Unmaker: strength", "*"),
        ("Walker", "Fist: abilities", "Snared"),
    ]


def test_units_of_age_of_sigmar() -> None:
    found = read(spearhead())
    mist, riders = found.units
    assert (mist.kind, mist.name, mist.target["health"]) == ("manifestation", "Grasping Mist", 6)
    assert (riders.name, riders.models, riders.keywords) == (
        "Riders (2 Models)", 2, ("Cavalry", "Champion", "Wizard"),
    )  # fmt: skip
    lance, hooves = riders.attacker["weapons"]
    assert (lance["count"], lance["champion"]) == (2, True)
    assert hooves["count"] == 2 and "champion" not in hooves  # Companion
    assert riders.target["ward"] == "5+"
    assert mathhammer.attack(riders.attacker, riders.target).damage.mean > 0


def test_leaders_are_attached() -> None:
    from mathhammer.rosters.attach import attached

    found = attached(read(patrol()), [("captain", "WARDENS")])
    assert [unit.name for unit in found.units] == ["Wardens + Captain", "Walker"]
    both = found.units[0]
    assert (both.models, both.points) == (11, 205.0)
    assert both.target["leader"] == [
        {"name": "Captain", "save": "3+", "wounds": 5, "invulnerable": "4+"}
    ]
    assert {w.get("group") for w in both.attacker["weapons"][-2:]} == {"Captain"}
    assert mathhammer.attack("9x A2 BS3+ S4 AP-1 D1", both.target).slain.mean > 0
    with pytest.raises(
        MathhammerError, match=r"did you mean 'Captain'.*units: Wardens, Captain, Walker"
    ):
        attached(read(patrol()), [("Captian", "Wardens")])
    with pytest.raises(MathhammerError, match=r"'Cap' is no unit.*did you mean 'Captain'"):
        attached(read(patrol()), [("Cap", "Wardens")])
    with pytest.raises(MathhammerError, match="has 10 models: a leader is one"):
        attached(read(patrol()), [("Wardens", "Captain")])


#: What a characteristic holds, and what a weapon has then.
ODD_GUNS = [
    ({"A": "2d6+2"}, {"attacks": "2D6+2"}), ({"A": "D6+3"}, {"attacks": "D6+3"}),
    ({"A": "32"}, {"attacks": "32"}), ({"D": "D6+8"}, {"damage": "D6+8"}),
    ({"D": "D3+0"}, {"damage": "D3"}), ({"D": "2D3+3"}, {"damage": "2D3+3"}),
    ({"BS": "3"}, {"skill": "3+"}), ({"BS": "N/A", "Keywords": "Torrent"}, {"skill": None}),
    ({"BS": "n/a", "Keywords": "Ignores Cover, Torrent"}, {"skill": None}),
    ({"AP": "-"}, {"ap": 0}), ({"AP": "\u22121"}, {"ap": -1}), ({"AP": "4"}, {"ap": -4}),
    ({"Range": "18"}, {"range": 18}), ({"Range": '480"'}, {"range": 480}),
    ({"Range": "N/A"}, {"range": None}), ({"Range": "Melee"}, {"range": None, "type": "ranged"}),
    ({"S": "8+"}, {"strength": 8}), ({"Keywords": ""}, {"abilities": None}),
    ({"Keywords": "Sustained Hits 1,Twin-Linked"},
     {"abilities": ["Sustained Hits 1", "Twin-linked"]}),
    ({"Keywords": "Blast, Indirect Fire,"}, {"abilities": ["Blast", "Indirect Fire"]}),
    ({"Keywords": "Anti-FLY 2"}, {"abilities": ["Anti-Fly 2+"]}),
    ({"Keywords": "Anti Vehicle 3+"}, {"abilities": ["Anti-Vehicle 3+"]}),
    ({"Keywords": "Anti-Epic Hero 2+"}, {"abilities": ["Anti-Epic Hero 2+"]}),
    ({"Keywords": "Ignore Cover"}, {"abilities": ["Ignores Cover"]}),
    ({"Keywords": "Rapid Fire D6+3"}, {"abilities": ["Rapid Fire D6+3"]}),
]  # fmt: skip


@pytest.mark.parametrize(("values", "fields"), ODD_GUNS, ids=str)
def test_odd_values_of_guns(values: dict[str, str], fields: dict[str, Any]) -> None:
    unit = squad(gun(**values))
    assert unit.attacker is not None and not unit.not_modelled
    weapon = unit.attacker["weapons"][0]
    assert {field: weapon.get(field) for field in fields} == fields
    assert mathhammer.attack(unit.attacker, "meq").attacks.mean > 0


@pytest.mark.parametrize(
    ("values", "field", "text"),
    [
        ({"S": "2D6"}, "strength", "2D6"), ({"S": "D6+6"}, "strength", "D6+6"),
        ({"S": "*", "AP": "*", "D": "*"}, "strength", "*"), ({"A": "X"}, "attacks", "X"),
        ({"BS": "N/A"}, "skill", "N/A"), ({"BS": "-"}, "skill", "-"), ({"D": ""}, "damage", ""),
    ],
)  # fmt: skip
def test_guns_that_are_not_modelled(values: dict[str, str], field: str, text: str) -> None:
    found = read(roster(selection("Squad", "model", 3, profiles=(models(), gun(**values)))))
    unit = found.units[0]
    assert unit.attacker is None and unit.target is not None
    assert unit.not_modelled[0]["count"] == 3
    assert found.not_understood[0] == ("Squad", f"Long gun: {field}", text)


@pytest.mark.parametrize("word", ["Bubblechukka", "Plasma Warhead", "Linked Fire", "Cleave 1"])
def test_unknown_keywords_are_listed(word: str) -> None:
    keywords = f"Lethal Hits, {word}"
    found = read(roster(selection("S", "model", 1, profiles=(models(), gun(Keywords=keywords)))))
    assert found.units[0].attacker["weapons"][0]["abilities"] == ["Lethal Hits"]
    assert found.not_understood == (("S", "Long gun: abilities", word),)


@pytest.mark.parametrize(
    ("text", "abilities"),
    [
        ("Anti-**^^Infantry^^** (+1 Rend)", ["Anti-Infantry (+1 Rend)"]),
        ("Anit-**Infantry** (+1 Rend)", ["Anti-Infantry (+1 Rend)"]),
        ("Anti\u2011**^^Monster^^** (+1 Rend),\u00a0Companion",
         ["Anti-Monster (+1 Rend)", "Companion"]),
        ("Anti-**^^Cavalry^^** +1 Rend)", ["Anti-Cavalry (+1 Rend)"]),
        ("Anti-**^^Hero^^**(+1 Rend), Crit (Mortal)", ["Anti-Hero (+1 Rend)", "Crit (Mortal)"]),
        ("Anti-**^^^Monster^^**", ["Anti-Monster (+1 Rend)"]),
        ("**^^Anti-**^^Monster^^** (+1 Rend)", ["Anti-Monster (+1 Rend)"]),
        ("Anti-charge  (+1 Rend) ", ["Anti-Charge (+1 Rend)"]),
        ("Charge (+1 Damage", ["Charge (+1 Damage)"]), ("Crit (Auto-Wound)", ["Crit (Auto-wound)"]),
        ("**Crit (2 Hits)**", ["Crit (2 Hits)"]), ("Shoot In Combat", ["Shoot in Combat"]),
        ("-", None), ("", None),
    ],
)  # fmt: skip
def test_abilities_of_age_of_sigmar(text: str, abilities: list[str] | None) -> None:
    profiles = (warscroll(), spear(Ability=text))
    found = read(roster(selection("S", "unit", 1, profiles=profiles), system=AOS))
    assert not found.not_understood
    assert found.units[0].attacker["weapons"][0].get("abilities") == abilities


@pytest.mark.parametrize(
    ("values", "fields"),
    [
        ({"Rnd": "-"}, {"rend": 0}), ({"Rnd": ""}, {"rend": None}), ({"Rnd": "-1"}, {"rend": 1}),
        ({"Rnd": "0"}, {"rend": 0}), ({"Dmg": "D6+0"}, {"damage": "D6"}),
        ({"Atk": "6D6"}, {"attacks": "6D6"}), ({"Dmg": "D3+3"}, {"damage": "D3+3"}),
    ],
)  # fmt: skip
def test_odd_values_of_warscrolls(values: dict[str, str], fields: dict[str, Any]) -> None:
    profiles = (warscroll(Control="-", Move="-"), spear(**values))
    found = read(roster(selection("S", "unit", 1, profiles=profiles), system=AOS))
    assert not found.not_understood
    weapon = found.units[0].attacker["weapons"][0]
    assert {field: weapon.get(field) for field in fields} == fields


@pytest.mark.parametrize(
    ("values", "fields", "listed"),
    [
        ({"M": '20+"'}, {"move": 20}, []), ({"M": '20"+'}, {"move": 20}, []),
        ({"M": "20+"}, {"move": 20}, []), ({"M": "2D6"}, {"move": None}, [("move", "2D6")]),
        ({"M": "-"}, {"move": None}, []), ({"M": "10"}, {"move": 10}, []),
        ({"SV": "7+"}, {"save": "7+"}, []), ({"SV": "2"}, {"save": "2+"}, []),
        ({"SV": "-"}, {"save": "-"}, []), ({"LD": "7"}, {"leadership": "7+"}, []),
        ({"OC": "0"}, {"objective_control": 0}, []), ({"W": "100"}, {"wounds": 100}, []),
        ({"InSv": "4+"}, {"invulnerable": "4+"}, []), ({"InSv": ""}, {"invulnerable": None}, []),
        ({"InSv": "5+ (Ranged)"}, {"invulnerable_ranged": "5+"}, []),
        ({"InSv": "5+*"}, {"invulnerable_ranged": "5+"}, []),
        ({"InSv": "varies"}, {}, [("invulnerable", "varies")]),
    ],
)  # fmt: skip
def test_odd_values_of_statlines(
    values: dict[str, str], fields: dict[str, Any], listed: list[tuple[str, str]]
) -> None:
    found = read(roster(selection("S", "model", 1, profiles=(models(**values),))))
    target = found.units[0].target
    assert target is not None and {field: target.get(field) for field in fields} == fields
    assert [one[1:] for one in found.not_understood] == listed


@pytest.mark.parametrize(
    ("name", "text", "fields"),
    [
        ("Invulnerable Save", "This model has a 4+ invulnerable save.", {"invulnerable": "4+"}),
        ("Invulnerable Save", "Models in this unit have a 5+ invulnerable save.",
         {"invulnerable": "5+"}),
        ("Invulnerable save", "4+", {"invulnerable": "4+"}),
        ("Invulnerable Save (6+)", "", {"invulnerable": "6+"}),
        ("Invulnerable Save", "This model has an invulnerable save of 6+", {"invulnerable": "6+"}),
        ("Invulnerable Save", "This unit has a 4+ Invulnerable save", {"invulnerable": "4+"}),
        ("Invulnerable Save (5+*)", "This model has a 5+ invulnerable save against ranged attacks.",
         {"invulnerable_ranged": "5+", "invulnerable": None}),
        ("Invulnerable Save", "Models in this unit have a 5+ invulnerable save against ranged "
         "attacks only.", {"invulnerable_ranged": "5+"}),
        ("Invulnerable Save: S", "4+", {"invulnerable": "4+"}),
        ("Aegis", "The bearer has a 4+ invulnerable save. It glows.", {"invulnerable": "4+"}),
        ("Aegis", "While it glows, the bearer has a 4+ invulnerable save.",
         {"invulnerable": None}),
        ("Stone skin", "S has a 4+ invulnerable save.", {"invulnerable": None}),
    ],
)  # fmt: skip
def test_invulnerable_saves(name: str, text: str, fields: dict[str, Any]) -> None:
    found = read(roster(selection("S", "model", 1, profiles=(models(), ability(name, text)))))
    target = found.units[0].target
    assert target is not None and {field: target.get(field) for field in fields} == fields
    assert not found.not_understood


def test_what_is_unsure_of_a_save_is_listed() -> None:
    shield = ability("Invulnerable Save", "Once per battle: a 4+ invulnerable save.")
    found = read(roster(selection("S", "model", 1, profiles=(models(), shield))))
    assert "invulnerable" not in found.units[0].target
    assert found.not_understood[0][:2] == ("S", "invulnerable")
    only = ability("Invulnerable Save (Elder)", "4+")
    unit = selection(
        "S", "unit", 1, selection("Boy", "model", 4), selection("Elder", "model", 1),
        profiles=(models(), only),
    )  # fmt: skip
    groups = read(roster(unit)).units[0].target["groups"]
    assert groups == [
        {"name": "Boy", "models": 4},
        {"name": "Elder", "models": 1, "invulnerable": "4+"},
    ]


@pytest.mark.parametrize(
    ("rule", "fields", "listed"),
    [
        ("Feel No Pain 5+", {"feel_no_pain": "5+"}, 0),
        ("Feel No Pain 4+ (against mortal wounds)",
         {"feel_no_pain": None, "feel_no_pain_mortals": "4+"}, 0),
        ("Feel No Pain", {"feel_no_pain": None}, 1), ("Lone Operative", {}, 0),
        ("Deadly Demise D6+3", {"abilities": ["Deadly Demise D6+3"]}, 0),
        ("Deadly Demise D3 (Elder model only)", {"abilities": None}, 1),
    ],
)  # fmt: skip
def test_rules_of_units(rule: str, fields: dict[str, Any], listed: int) -> None:
    found = read(roster(selection("S", "model", 1, profiles=(models(),), rules=(rule,))))
    target = found.units[0].target
    assert target is not None and {field: target.get(field) for field in fields} == fields
    assert len(found.not_understood) == listed


def test_deadly_demise_of_several_models_is_listed() -> None:
    found = read(
        roster(selection("S", "model", 3, profiles=(models(),), rules=("Deadly Demise 1",)))
    )
    assert "abilities" not in found.units[0].target
    assert found.not_understood == (("S", "abilities", "Deadly Demise 1"),)


def test_the_statline_of_models_is_that_of_their_name() -> None:
    unit = selection(
        "Pack", "unit", 1, selection("Hound", "model", 4), selection("Houndmaster", "model", 1),
        profiles=(models("Houndmaster", W="3"), models("Hounds", W="1", SV="6+"),
                  models("Turret", W="7")),
    )  # fmt: skip
    found = read(roster(unit))
    assert found.units[0].target.get("groups") == [
        {"name": "Hound", "models": 4, "save": "6+", "wounds": 1},
        {"name": "Houndmaster", "models": 1, "save": "3+", "wounds": 3},
    ]
    assert [one[1:] for one in found.not_understood] == [
        ("statline", 'Turret: M 6", T 4, SV 3+, W 7, LD 6+, OC 2')
    ]


def test_alternatives_are_modes_and_others_are_not() -> None:
    pair = selection("Crew", "upgrade", 1, profiles=(
        gun("\u27a4 Launcher - frag"), gun("\u27a4 Launcher - krak"), gun("Stubber"), blade("Hull")
    ))  # fmt: skip
    powers = selection("Powers*", "upgrade", 1, profiles=(gun("Fire"), gun("Arrow")))
    unit = read(roster(selection("Tank", "model", 1, pair, powers, profiles=(models(),)))).units[0]
    assert [(w["name"], w.get("modes")) for w in unit.attacker["weapons"]] == [
        ("Launcher - frag", "Launcher"), ("Launcher - krak", "Launcher"), ("Stubber", None),
        ("Hull", None), ("Fire", "Powers"), ("Arrow", "Powers"),
    ]  # fmt: skip


def test_modes_of_one_name_in_two_groups_stay_apart() -> None:
    pistol = selection(
        "Pistol", "upgrade", 1, profiles=(gun("\u27a4 P - low"), gun("\u27a4 P - high"))
    )
    unit = selection(
        "S", "unit", 1, selection("Boss", "model", 1, pistol),
        selection("Aide", "model", 1, pistol),
        selection("Boy", "model", 3), profiles=(models(),),
    )  # fmt: skip
    attacker = read(roster(unit)).units[0].attacker
    assert attacker is not None
    weapons = attacker["weapons"]
    assert {(w["group"], w["modes"]) for w in weapons} == {
        ("Boss", "Pistol"), ("Aide", "Pistol (Aide)")
    }  # fmt: skip


def test_a_list_of_the_11th_edition_is_played_by_the_10th() -> None:
    unit = selection("S", "model", 1, profiles=(models(InSv="4+"), gun(Keywords="Close-quarters")))
    found = read(roster(unit, system=WH40K_11))
    assert (found.edition, found.units[0].target["invulnerable"]) == (11, "4+")
    assert "10th edition are applied" in found.notes[0]


@pytest.mark.parametrize(
    "system",
    [
        "Warhammer 40,000 9th Edition", "Warhammer 40,000 8th Edition", "Horus Heresy 3rd Edition",
        "Age of Sigmar 3.0", "Age of Sigmar", "Kill Team", "Necromunda",
    ],
)  # fmt: skip
def test_other_systems_are_refused_by_name(system: str) -> None:
    weapon = {"typeName": "Weapon", "characteristics": [
        {"name": n, "$text": "4"} for n in ("Range", "Type", "S", "AP", "D")]}  # fmt: skip
    unit = selection("S", "unit", 1, profiles=(weapon,))
    with pytest.raises(MathhammerError, match=f"an army list of {system}, which is not read"):
        read(roster(unit, system=system))


def test_a_list_without_numbers_says_so() -> None:
    unit = selection("S", "unit", 1, selection("Boy", "model", 9), points=80.0)
    found = read(roster(unit, system="Warhammer 40,000"))
    assert (found.units[0].models, found.units[0].attacker, found.units[0].target) == (
        9,
        None,
        None,
    )
    assert "New Recruit" in found.notes[-1]


def test_weapons_outside_of_units_are_listed() -> None:
    found = read(roster(selection("Relics", profiles=(gun("Relic gun"),)),
                        selection("S", "model", 1, profiles=(models(),))))  # fmt: skip
    assert found.not_understood == (("Relics", "Relic gun", "a weapon outside of units"),)


def test_units_are_found_by_name() -> None:
    found = read(patrol())
    assert found.unit("captain") is found.units[1] and list(found) == list(found.units)
    with pytest.raises(
        MathhammerError, match=r"did you mean 'Captain'.*units: Wardens, Captain, Walker"
    ):
        found.unit("Captein")


def test_text_in_xml_is_the_text_of_json() -> None:
    root = roster(selection('<b>"Q" & Co\x07</b>', "model", 1, profiles=(models(),)))
    shown = read(root).units[0].name
    assert shown == '<b>"Q" & Co </b>'
    root = json.loads(json.dumps(root).replace("\\u0007", " "))
    assert Roster.read(as_xml(root)).units[0].name == shown
