"""Every profile that is printed is read back as itself, whatever its fields are."""

import random

import hypothesis.strategies as st
import pytest
from hypothesis import example, given
from support import strategies, strategies_aos

from mathhammer.core.errors import MathhammerError
from mathhammer.games.describe import describe_target, describe_weapon
from mathhammer.games.names import profiles_of
from mathhammer.games.wh40k.presets import PRESETS
from mathhammer.games.wh40k.profiles import Unit, Weapon
from mathhammer.reading.read_units import read_target

SOURCES = {"wh40k": strategies, "aos": strategies_aos}


@pytest.mark.parametrize("small", [True, False])
@pytest.mark.parametrize("game", SOURCES)
def test_profiles_of_scenarios_are_read_back(game, small):
    profiles, source = profiles_of(game), SOURCES[game]
    for seed in range(700):
        scenario = source.random_scenario(random.Random(seed), small)
        target = profiles.Unit(**scenario["target"])
        text = describe_target(target)
        again = read_target(text, game)
        assert again == target, text
        assert again.label == target.label and describe_target(again) == text
        for weapon in profiles.Unit(**scenario["attacker"]).weapons:
            text = describe_weapon(weapon)
            again = profiles.Weapon.read(text)
            assert again == weapon, text
            assert again.label == weapon.label and describe_weapon(again) == text


GUN = {"attacks": 2, "skill": 3, "strength": 4, "damage": 1}
BLADE = {"attacks": 2, "hit": 3, "wound": 4, "damage": 1}
TROOPS = {"models": 5, "toughness": 4, "save": 3, "wounds": 2}
SPIRITS = {"models": 5, "health": 2, "save": 4}
ODD = ["A2 BS3+", "Mk [2]", "10x", "5x gun", "gun: A3", '24"', "a, b", "meq", "attacks", "D6+1",
       "+", "a + b", "leader", "all", "2/3+/4+/1/1", "\\", "'", "T4 Sv3+", "melee", "heavy", "(2)",
       "gun (2)", " gun ", "x", "3", "wound", "\u201cgun\u201d", "24in", "\u0130", "n/a", "-",
       "in cover", "H2"]  # fmt: skip


@given(st.text(max_size=30) | st.sampled_from(ODD) | st.lists(st.sampled_from(ODD)).map(" ".join))
@example("Gun\u2212[heavy]: A2")
@example('"')
def test_any_name_is_read_back_or_refused(name):
    """Never as another profile in silence."""
    unit = {**TROOPS, "name": name, "leader": {"name": name, "wounds": 4}}
    mixed = {"groups": [{"name": name, "models": 2}, {"save": 2}], "models": None}
    for game, made in (
        ("wh40k", Weapon(**GUN, name=name, group=name)),
        ("aos", profiles_of("aos").Weapon(**BLADE, name=name)),
    ):
        text = describe_weapon(made)
        assert profiles_of(game).Weapon.read(text) == made, text
    for game, made in (
        ("wh40k", Unit(**unit)),
        ("wh40k", Unit(**{**unit, **mixed})),
        ("aos", profiles_of("aos").Unit(**SPIRITS, name=name)),
    ):
        text = describe_target(made)
        assert read_target(text, game) == made, text


@given(
    st.text(max_size=20) | st.sampled_from(["stealth", "half damage", "-1 to hit", "FNP 5+", *ODD])
)
def test_any_keyword_is_read_back(word):
    for game, fields in (("wh40k", TROOPS), ("aos", SPIRITS)):
        made = profiles_of(game).Unit(**fields, keywords=[word, "Infantry"])
        text = describe_target(made)
        assert read_target(text, game) == made, text


def test_presets_with_changes_are_read_back():
    for name in PRESETS:
        for changes in (
            {},
            {"models": 7},
            {"invulnerable": "-", "feel_no_pain": "-"},
            {"invulnerable_ranged": "-", "invulnerable_melee": "5+"},
            {"keywords": []},
            {"modifiers": {"halve_damage": False}},
            {"modifiers": {"hit": -1}, "keywords": ["Fly"]},
            {"models": None, "groups": [{"models": 2}, {"save": "-", "invulnerable": "-"}]},
        ):
            unit = Unit(preset=name, **changes)
            text = describe_target(unit)
            assert read_target(text) == unit, text


MIXED = {
    "3x Sv2+ W3 + 5x T4 Sv3+ W2": {
        "toughness": 4, "save": "2+", "wounds": 3,
        "groups": [{"models": 3}, {"models": 5, "save": "3+", "wounds": 2}],
    },
    "5x T4 Sv3+ W2 + leader Sv2+ W5 4++": {
        **TROOPS, "leader": [{"save": "2+", "wounds": 5, "invulnerable": "4+"}],
    },
    "2x shields: T4 Sv3+ W3 4++ + 3x rest: Inv- W2 + leader captain: W5 lost 1": {
        "toughness": 4, "save": "3+", "wounds": 3, "invulnerable": "4+",
        "groups": [{"name": "shields", "models": 2},
                   {"name": "rest", "models": 3, "invulnerable": "-", "wounds": 2}],
        "leader": {"name": "captain", "wounds": 5, "wounds_lost": 1},
    },
    "all T4 Sv3+ W2 [Infantry, -1 to hit] + 2x Sv2+ + 3x": {
        "toughness": 4, "save": "3+", "wounds": 2, "keywords": "Infantry",
        "modifiers": {"hit": -1}, "groups": [{"models": 2, "save": "2+"}, {"models": 3}],
    },
    "10x meq + leader T4 Sv2+ W5": {
        "preset": "meq", "models": 10, "leader": {"save": "2+", "wounds": 5},
    },
    "3x meq-inv + 2x meq": {
        "preset": "meq-inv", "groups": [
            {"models": 3}, {"models": 2, "save": "3+", "wounds": 2, "invulnerable": "-"}],
    },
    "meq points 80 + 2x Sv2+ points 40": {
        "preset": "meq", "groups": [{"models": 5, "points": 80},
                                    {"models": 2, "save": "2+", "points": 40}],
    },
}  # fmt: skip


@pytest.mark.parametrize("text", MIXED)
def test_parts_of_a_target_are_its_groups_and_leaders(text):
    unit, right = read_target(text), Unit(**MIXED[text])
    assert unit == right and describe_target(unit) == describe_target(right)
    assert read_target(describe_target(unit)) == unit


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("T4 Sv3+ W2 + 3x Sv2+", "column 1: 'T4 Sv3+ W2': how many models are these?"),
        ("3x T4 Sv3+ W2 + Sv2+", "column 16: 'Sv2+': how many models are these?"),
        ("3x T4 Sv3+ W2 + 2x T5", "its toughness is not that of the parts before, 4"),
        ("3x T4 Sv3+ W2 + leader T5 W4", "a unit has one toughness"),
        ("3x T4 Sv3+ W2 Ld6+ + leader W4 Ld5+", "a unit has one leadership, given in its first"),
        ("3x T4 Sv3+ W2 + leader W4 OC1", "a unit has one objective control, given in its first"),
        ("3x T4 Sv3+ W2 + leader Sv2+", "needs the field 'wounds'"),
        ("3x T4 Sv3+ W2 + leader W4 [Stealth]", "set for the whole target"),
        ("3x T4 Sv3+ W2 + leader meq", "has its own numbers, and no preset"),
        ("3x T4 Sv3+ W2 + 2x leader W4", "without a count"),
        ("leader W4 + 3x T4 Sv3+ W2", "a leader stands behind the unit"),
        ("3x T4 Sv3+ W2 + all Sv2+", "'all' stands first"),
        ("all T4 Sv3+ W2 + leader W4", "what groups share, and none follows"),
        ("3x T4 Sv3+ W2 + 2x lost 1", "wounds lost are those of the first model"),
        ("3x T4 Sv3+ W2 + ", "nothing stands beside '+'"),
        ("3x T4 Sv3+ W2 + 2x Sv9+", "column 20: 'Sv9+'"),
        ("3x Sv3+ W2 + 2x Sv2+", "the text gives no toughness"),
        ("10x H2 Sv4+ + leader H5", "it belongs to Warhammer 40,000"),
    ],
)
def test_parts_that_contradict_or_lack_something_are_refused(text, words):
    with pytest.raises(MathhammerError) as caught:
        read_target(text, "aos" if " H" in text else "wh40k")
    assert words in str(caught.value)


RIDERS = {
    "[crit wound: AP-2, +1 damage, D3 mortals]": (
        {"on_critical_wound": {"ap": -2, "damage": 1, "mortals": "D3"}}
    ),
    "[on critical hits: D3 mortal wounds and AP 1 worse]": (
        {"on_critical_hit": {"mortals": "D3", "ap": 1}}
    ),
    "[Heavy, crit hit: -1 damage, +1 to hit] [crit wound: 1 mortal]": (
        {"hit": 1, "on_critical_hit": {"damage": -1}, "on_critical_wound": {"mortals": 1}}
    ),
    "[crit wound: AP 2] [+1 damage]": {"damage": 1, "on_critical_wound": {"ap": -2}},
    "[crit wound: nothing, crit wounds: 5+]": {"on_critical_wound": {}, "critical_wounds": 5},
    "[AP 1 worse]": {"ap": 1},
    "[AP 2 better]": {"ap": -2},
}


@pytest.mark.parametrize("text", RIDERS)
def test_riders_stand_in_brackets(text):
    weapon = Weapon.read(f"A2 BS3+ S4 D1 {text}")
    assert weapon.modifiers == Weapon(**GUN, modifiers=RIDERS[text]).modifiers


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[crit wound: Heavy]", "what a critical adds is written like"),
        ("[crit wound: +1 AP]", "can be read two ways"),
        ("[crit wound: AP-1, AP-2]", "gives the ap a second time"),
        ("[crit wound: AP-1] [crit wound: 1 mortal]", "a second time"),
        ("[+1 AP]", "is written '-1 AP', one that gets worse 'AP 1 worse'"),
        ("[group: a, group: b]", "gives the group a second time"),
    ],
)
def test_riders_that_are_not_understood_are_refused(text, words):
    with pytest.raises(MathhammerError) as caught:
        Weapon.read(f"A2 BS3+ S4 D1 {text}")
    assert words in str(caught.value)
