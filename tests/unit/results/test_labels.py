"""What answers call profiles: a name, or the text; those that are alike have numbers."""

import copy
import pickle

import mathhammer
from mathhammer.core.format import short_names
from mathhammer.core.text import told_apart
from mathhammer.games.aos import profiles as aos
from mathhammer.games.wh40k.profiles import Unit, Weapon
from mathhammer.reading.scenario import from_mapping

GUNS = ["A2 BS3+ S4 AP-1 D1", "A3 BS3+ S4 AP-1 D1"]


def test_two_unnamed_weapons_at_two_sizes_make_four_rows():
    table = mathhammer.compare(GUNS, ["5x meq", "10x meq"]).table()
    assert sorted(set(table["target"])) == ["10x meq", "5x meq"]
    pivot = table.pivot(index="attacker", columns="target", values="slain_mean")
    assert list(pivot.index) == GUNS and pivot.shape == (2, 2)


def test_profiles_that_are_called_alike_have_numbers():
    squad = {"name": "Squad", "weapons": GUNS[0]}
    other = {"name": "Squad", "weapons": GUNS[1]}
    both = mathhammer.compare([squad, other, GUNS[0], GUNS[0]], ["5x meq"] * 3)
    attackers = ["Squad", "Squad (2)", GUNS[0], f"{GUNS[0]} (2)"]
    targets = ["5x meq", "5x meq (2)", "5x meq (3)"]
    assert [unit.label for unit in both.attackers] == attackers
    assert [unit.name for unit in both.attackers] == ["Squad", "Squad", "", ""]
    pairs = [(entry["attacker"], entry["target"]) for entry in both.to_dict()]
    assert pairs == [(a, t) for a in attackers for t in targets]


def test_numbers_never_meet_names_that_look_like_them():
    assert told_apart(["a", "a", "a (2)", "a"]) == ["a", "a (3)", "a (2)", "a (4)"]
    assert told_apart(["a (2)", "a", "a"]) == ["a (2)", "a", "a (3)"]


def test_weapons_of_a_unit_are_told_apart():
    unit = ["5x gun: A2 BS3+ S4 D1 [Devastating Wounds]", "gun: A1 BS3+ S9 D2", "A1 BS3+ S4 D1"]
    answer = mathhammer.attack(unit, "meq").to_dict()
    assert [row["name"] for row in answer["weapons"]] == ["gun", "gun (2)", "A1 BS3+ S4 AP0 D1"]
    assert answer["attacker"] == "gun + gun + A1 BS3+ S4 AP0 D1"
    assert [row["name"] for row in answer["afterwards"]] == ["mortal wounds: gun"]
    mortals = [{"dice": 2, "on": "4+"}, {"dice": 3, "on": "5+"}]
    rows = mathhammer.attack({"weapons": unit[2], "mortals": mortals}, "meq").afterwards
    assert [row.name for row in rows] == ["mortal wounds", "mortal wounds (2)"]


def test_the_best_order_keeps_each_name_with_its_weapon():
    unit = {"weapons": ["A2 BS3+ S4 D3", "9x A1 BS3+ S4 D1"], "order": "best"}
    result = mathhammer.attack(unit, "5x T4 Sv3+ W3")
    counts = {"A2 BS3+ S4 AP0 D3": 2.0, "9x A1 BS3+ S4 AP0 D1": 9.0}
    assert {row.name: row.attacks for row in result.weapons} == counts
    assert [counts[row.name] for row in result.weapons] == [[2.0, 9.0][i] for i in result.order]


def test_a_target_without_a_name_is_called_by_what_it_is():
    for fields, label in (
        ({"preset": "MEQ", "models": 10}, "10x meq"),
        ({"preset": "veq"}, "veq"),
        ({"preset": "teq", "wounds": 4, "invulnerable": "-"}, "5x teq W4 Inv-"),
        ({"preset": "meq", "keywords": ["Infantry", "Fly"]}, "5x meq [Fly]"),
        ({"models": 10, "toughness": 4, "save": "3+", "wounds": 2}, "10x T4 Sv3+ W2"),
        ({"preset": "meq", "name": "Line"}, "Line"),
        ({"preset": "meq", "points": 80}, "5x meq"),
    ):
        assert Unit(**fields).label == label
    assert aos.Unit(preset="line", models=20, ward="6+").label == "20x line Ward6+"
    assert aos.Weapon(attacks=2, hit=3, wound=4, damage=1, count=5).label == "5x 2/3+/4+/-/1"


def test_long_texts_are_cut_and_still_told_apart():
    weapons = [f"A{i} BS3+ S4 AP-1 D1 [Heavy, Sustained Hits 1, Lethal Hits]" for i in (2, 2, 3)]
    both = mathhammer.compare([weapons, weapons[::-1], [*weapons[1:], weapons[1]]], "meq")
    labels = [unit.label for unit in both.attackers]
    assert len(set(labels)) == 3 and max(map(len, labels)) <= 84
    assert len(set(short_names(labels, 30))) == 3


def test_labels_outlive_copies_but_no_change():
    first, second = mathhammer.compare([GUNS[0]] * 2, "meq").attackers
    assert second.label.endswith("(2)")
    assert pickle.loads(pickle.dumps(second)).label == copy.deepcopy(second).label == second.label
    assert first == second and second.replace(points=10).label == first.label
    weapon = Weapon(attacks=1, strength=4, damage=1)
    assert weapon.label == "A1 S4 AP0 D1" and weapon.replace(count=3).label == "3x A1 S4 AP0 D1"
    assert weapon.given.keys() == {"attacks", "strength", "damage"}


def test_a_sweep_calls_no_unit_by_what_it_changes():
    fields = {"attacker": GUNS, "target": ["5x meq", "10x meq", "T5 W1"]}
    sweep = {"attacker.weapons.0.strength": [4, 8], "target.toughness": [4, 5]}
    made = from_mapping({**fields, "sweep": sweep}).answer(None)
    for comparison in made.comparisons:
        assert [unit.label for unit in comparison.attackers] == ["weapon", "weapon (2)"]
        assert [unit.label for unit in comparison.targets] == ["meq", "meq (2)", "target"]
    made = from_mapping({**fields, "sweep": {"context.cover": [True, False]}}).answer(None)
    assert [unit.label for unit in made.comparisons[1].attackers] == GUNS
