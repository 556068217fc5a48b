"""Keywords cut short or misspelt: on both sides of an Anti ability, in both games."""

import pytest

import mathhammer
from mathhammer.games.read_text import aos_weapon_fields, target_fields

GUN = "10x gun: A2 BS3+ S4 AP-1 D1"


def notes(weapon, target):
    return mathhammer.attack(weapon, target).notes


@pytest.mark.parametrize("short", ["inf", "Infantry", "INFANT", "infantrys"])
@pytest.mark.parametrize("other", ["inf", "infantry"])
def test_both_sides_mean_the_same_keyword(short, other):
    cut = mathhammer.attack(f"{GUN} [anti {short} 4+]", f"5x T5 Sv3+ W2 [{other}]")
    full = mathhammer.attack(f"{GUN} [Anti-Infantry 4+]", "5x T5 Sv3+ W2 [Infantry]")
    assert cut.to_dict() == full.to_dict()
    assert cut.notes == []


def test_a_keyword_that_rules_know_needs_no_note():
    assert notes(GUN, "5x T5 Sv3+ W2 [Infantry, Epic Hero, Fly]") == []
    assert notes("10x 2/3+/4+/1/1", "5x H2 Sv4+ [Infantry, War Machine]") == []


def test_one_that_no_rule_asks_for_is_noted_with_the_nearest():
    assert notes(GUN, "5x T5 Sv3+ W2 [Infantri, Wolfkin]") == [
        "The target's keyword Infantri has no effect here (did you mean 'Infantry'?).",
        "The target's keyword Wolfkin has no effect here.",
    ]
    assert notes("10x 2/3+/4+/1/1", "5x H2 Sv4+ [Infantri]") == [
        "The target's keyword Infantri has no effect here (did you mean 'Infantry'?)."
    ]
    keywords = {"toughness": 4, "wounds": 2, "save": 3, "keywords": ["Monstr"]}
    assert "did you mean 'Monster'" in notes(GUN, keywords)[0]


def test_one_that_a_weapon_names_has_an_effect():
    assert notes(f"{GUN} [Anti-Wolfkin 4+]", "5x T5 Sv3+ W2 [Wolfkin]") == []
    assert notes("10x 2/3+/4+/1/1 [Anti-Wolfkin (+1 Rend)]", "5x H2 Sv4+ [Wolfkin]") == []


def test_an_anti_that_misses_its_keyword_names_the_nearest():
    (note,) = notes(f"{GUN} [Anti-Infantri 4+]", "5x T5 Sv3+ W2 [Infantry]")
    assert note == (
        "gun: Anti-Infantri 4+ doesn't apply, the target lacks the keyword (did you mean "
        "'Infantry'?)."
    )
    (note,) = notes("10x axe: 2/3+/4+/1/1 [Anti-Infantri (+1 Rend)]", "5x H2 Sv4+ [Infantry]")
    assert note == (
        "axe: Anti-Infantri (+1 Rend) doesn't apply to this target (did you mean 'Infantry'?)."
    )
    assert notes(f"{GUN} [Anti-Vehicle 4+]", "meq") == [
        "gun: Anti-Vehicle 4+ doesn't apply, the target lacks the keyword."
    ]


def test_what_is_cut_short_in_age_of_sigmar():
    text = "2/3+/4+/1/1 [crit mortal, comp, ANTI INF +1 rend, charge +1 dmg]"
    assert aos_weapon_fields(text)["abilities"] == [
        "Crit (Mortal)", "Companion", "Anti-Infantry (+1 Rend)", "Charge (+1 Damage)",
    ]  # fmt: skip
    for short in ("crit 2 hits", "crit 2", "Crit 2hits"):
        assert aos_weapon_fields(f"2/3+/4+/1/1 [{short}]")["abilities"] == ["Crit (2 Hits)"]
    for short in ("crit auto wound", "crit auto", "crit auto-wounds"):
        assert aos_weapon_fields(f"2/3+/4+/1/1 [{short}]")["abilities"] == ["Crit (Auto-wound)"]
    target = target_fields("10x H2 Sv4+ [inf, war mach, in cover, -1 to be hit]", "aos")
    assert target["keywords"] == ["Infantry", "War Machine"]
    assert target["modifiers"] == {"cover": True, "hit": -1}


def test_own_cover_of_a_target_that_nothing_feels_is_noted():
    covered = "5x T5 Sv4+ W2 [in cover]"
    assert notes(GUN, covered) == []
    said = ["The target's cover has no effect on these weapons."]
    assert notes(f"{GUN} [ignores cover]", covered) == said
    assert notes("10x fist: A2 WS3+ S4 AP-1 D1", covered) == said
    for weapon, context in ((GUN, "cover"), ("10x 2/3+/4+/1/1", "cover")):
        target = covered if weapon == GUN else "5x H2 Sv4+ [in cover]"
        plain = target.replace(" [in cover]", "")
        own = mathhammer.attack(weapon, target).slain.mean
        assert own == mathhammer.attack(weapon, plain, context=context).slain.mean
        assert own < mathhammer.attack(weapon, plain).slain.mean
