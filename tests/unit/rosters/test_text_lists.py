"""Lists as text: units, models and points, and no numbers that nobody gave."""

from __future__ import annotations

import pytest

from mathhammer import MathhammerError, Roster

APP = """Third Watch (1\u00a0995 Points)

Watch
Strike Force (2,000 points)

CHARACTERS

Captain (95 Points)
  \u2022 Warlord
  \u2022 1x Great spear
  \u2022 Enhancements: Banner (+25 Points)

OTHER DATASHEETS

Wardens (1,110 points)
  \u2022 1x Warden Elder
     \u25e6 1x Star lance
     continued below
  \u2022 9x Warden
     \u25e6 9x Long gun
     \u25e6 9x Knife

ALLIED UNITS

Walker (150 Points)
  \u2022 2x Fist

Exported with App Version: v1.29.1 (1), Data Version: v581
"""
FENCED = """+++++++++++
+ LIST NAME: Third Watch
+ FACTION KEYWORD: Watch
+ TOTAL ARMY POINTS: 355pts
+ ENHANCEMENT: Banner (on Char1: Captain)
& Banner (on Char1: Captain)
+++++++++++

CHARACTER

Char1: 1x Captain (95 pts): Warlord, Great spear
Enhancement: Banner (+25 pts)

10x Wardens (110 pts)
9 with Long gun, Knife
1 with Star lance

1x Walker (150 pts)
\u2022 2x Fist
"""
SIMPLE = """Third Watch - Patrol - [355 pts]

# ++ Army Roster ++ [355 pts]
## Configuration
Battle Size: Strike Force (2000 Point limit)

## Battleline [110 pts]
Captain [95 pts]: Banner [25 pts], Great spear
Wardens [110 pts]:
\u2022 9x Warden: Long gun, Knife
\u2022 1x Warden Elder: Star lance
Walker [150 pts]: 2x Fist
"""
AOS = """Riders of the Mist 1990/2000 pts
-----
Grand Alliance Order | Mistriders | Hunters
General's Handbook 2026-27
Drops: 2
-----
Regiment 1
Mist Lord (150)
\u2022 General
Riders (2 models) (170)
* Reinforced
Scout of the Mist: Runner (90)
-----
Created with Warhammer Age of Sigmar: The App
App: v1.36.0 (1) | Data: v466
"""


def read(text: str) -> Roster:
    return Roster.read(text.encode())


@pytest.mark.parametrize("text", [APP, FENCED, SIMPLE], ids=["app", "fenced", "simple"])
def test_units_models_and_points(text: str) -> None:
    found = read(text)
    points = 1110.0 if text is APP else 110.0
    assert [(unit.name, unit.models, unit.points) for unit in found.units] == [
        ("Captain", 1, 95.0), ("Wardens", 10, points), ("Walker", 1, 150.0)
    ]  # fmt: skip
    assert (found.game, found.edition) == ("wh40k", None)
    assert found.name == ("Third Watch - Patrol" if text is SIMPLE else "Third Watch")
    assert all(unit.attacker is None and unit.target is None for unit in found.units)
    assert any("Fist" in one for one in found.units[2].wargear)
    assert "no statlines" in found.notes[0] and "New Recruit" in found.notes[0]


def test_models_by_name() -> None:
    assert dict(read(APP).units[1].groups) == {"Warden Elder": 1, "Warden": 9}
    assert dict(read(SIMPLE).units[1].groups) == {"Warden": 9, "Warden Elder": 1}


@pytest.mark.parametrize(
    "text",
    [
        "Captain (95 pts)\n  \u2022 1x Great spear\nWardens (110 pts)\n  \u2022 9x Long gun",
        "Captain (95 points)\nWardens (110 points)\n",
        "10x Captain (95 pts)\n9 with Long gun\n10x Wardens (110 pts)\n9 with Long gun",
    ],
    ids=["app", "bare", "fenced"],
)
def test_a_list_without_a_title_keeps_its_first_unit(text: str) -> None:
    found = read(text)
    assert [unit.name for unit in found.units] == ["Captain", "Wardens"]
    assert (found.name, found.points) == ("", 205.0)
    titled = read(f"Watch (205 points)\n{text}")
    assert (titled.name, titled.units) == ("Watch", found.units)


def test_units_of_age_of_sigmar() -> None:
    found = read(AOS)
    assert (found.game, found.name, found.points) == ("aos", "Riders of the Mist", 1990.0)
    assert [(unit.name, unit.models, unit.points) for unit in found.units] == [
        ("Mist Lord", None, 150.0), ("Riders", 2, 170.0), ("Scout of the Mist: Runner", None, 90.0)
    ]  # fmt: skip
    assert "how many models" in found.notes[1]


def test_an_empty_list_of_an_app_is_one() -> None:
    assert read(AOS[: AOS.index("Regiment 1")] + AOS[AOS.index("Created") :]).units == ()


@pytest.mark.parametrize("text", ["", "hello", "a,b\n1,2\n", 'target = "meq"'])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(MathhammerError, match="an army list is"):
        read(text)
