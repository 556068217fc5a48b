"""What a unit uses in its phase (W-3 Pistol and Extra Attacks, A-3): the best of all ways."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

import mathhammer
from mathhammer.games.profiles import Unit

Fields = dict[str, Any]
SAW = {"name": "saw", "attacks": 4, "skill": 3, "strength": 4, "damage": 1, "type": "melee"}
FIST = {"name": "fist", "attacks": 2, "skill": 4, "strength": 8, "ap": -2, "damage": 2,
        "type": "melee"}  # fmt: skip
TAIL = {**SAW, "name": "tail", "abilities": ["Extra Attacks"]}
RIFLE = {"name": "rifle", "attacks": 2, "skill": 3, "strength": 4, "ap": -1, "damage": 1}
PISTOL = {"name": "pistol", "attacks": 1, "skill": 3, "strength": 7, "ap": -2, "damage": 2,
          "abilities": ["Pistol"]}  # fmt: skip


def slain(weapons: list[Fields], target: str, **more: Any) -> float:
    return mathhammer.attack({"weapons": weapons, **more}, target).slain.mean


@pytest.mark.parametrize("target", ["10x geq", "5x meq", "5x teq"])
def test_a_model_fights_with_one_weapon_and_its_extra_attacks(target: str) -> None:
    """W-3: the best of both, beside what is used anyway."""
    found = mathhammer.attack({"weapons": [SAW, FIST, TAIL, RIFLE], "phase": "fight"}, target)
    ways = [slain([one, TAIL], target) for one in (SAW, FIST)]
    assert found.slain.mean == max(ways)
    assert any("the best at this target of 2 ways" in note for note in found.notes)


def test_each_model_decides_where_copies_and_models_say_so() -> None:
    """W-3: brute force over all ways to share two weapons of five models."""
    weapons = [{**SAW, "count": 5}, {**FIST, "count": 3}]
    ways = [
        slain([{**w, "count": n} for w, n in zip(weapons, way, strict=True) if n], "5x meq")
        for way in itertools.product(range(6), range(4))
        if sum(way) == 5
    ]
    found = mathhammer.attack({"weapons": weapons, "models": 5, "phase": "fight"}, "5x meq")
    assert found.slain.mean == pytest.approx(max(ways), abs=1e-12)


@pytest.mark.parametrize("keywords, number", [((), 1), (("Vehicle",), 2), (("Monster",), 2)])
def test_pistols_are_shot_alone(keywords: tuple[str, ...], number: int) -> None:
    """W-3: Pistols or the rest; a Monster or Vehicle shoots all."""
    unit = {"weapons": [RIFLE, PISTOL, SAW], "phase": "shoot", "keywords": list(keywords)}
    found = mathhammer.attack(unit, "5x meq")
    assert len(found.weapons) == number
    if number == 1:
        assert found.slain.mean == max(slain([w], "5x meq") for w in (RIFLE, PISTOL))


def test_age_of_sigmar_uses_all_of_a_type() -> None:
    """A-3: every model attacks with all its melee weapons."""
    bow = {"attacks": 2, "hit": 4, "wound": 4, "damage": 1, "type": "ranged"}
    blades = [{**bow, "type": "melee", "name": name} for name in ("one", "two")]
    target = {"health": 2, "models": 5}
    found = mathhammer.attack({"weapons": [bow, *blades], "phase": "fight"}, target)
    assert found.slain.mean == mathhammer.attack({"weapons": blades}, target).slain.mean


def test_monte_carlo_plays_the_same_choice() -> None:
    unit = {"weapons": [SAW, FIST], "phase": "fight"}
    exact = mathhammer.attack(unit, "5x meq")
    seen = mathhammer.simulate(unit, "5x meq", trials=2_000, seed=1)
    assert [row.name for row in exact.weapons] == [row.name for row in seen.weapons]
    assert exact.used == seen.used


def test_without_a_weapon_for_the_phase_it_is_refused() -> None:
    with pytest.raises(mathhammer.MathhammerError, match="no melee weapon to fight with"):
        mathhammer.attack({"weapons": [RIFLE], "phase": "fight"}, "5x meq")


def test_without_a_phase_everything_is_computed_together() -> None:
    found = mathhammer.attack({"weapons": [RIFLE, SAW]}, "5x meq")
    assert len(found.weapons) == 2 and not found.used
    assert Unit(weapons=[RIFLE]).phase is None
