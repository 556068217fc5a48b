"""Lists of others that may lie beside the checkout: what is known of them holds.

They aren't part of the repository; without them nothing is tested here.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from support.paths import ROOT

from mathhammer import MathhammerError, attack
from mathhammer.core.dice import Dice
from mathhammer.rosters.roster import Roster
from mathhammer.rosters.tree import Profile
from mathhammer.rosters.weapons import plain_name, read_weapon

#: Beside the checkout, or where the environment says.
BESIDE = Path(os.environ.get("MATHHAMMER_SAMPLES", ROOT.parent / "shared" / "rosters"))
SAMPLES = sorted((BESIDE / "samples").glob("*")) if BESIDE.is_dir() else []
EXPECTED: dict[str, Any] = (
    json.loads((BESIDE / "expected.json").read_text(encoding="utf-8")) if SAMPLES else {}
)
FIELDS = {
    "A": "attacks", "BS": "skill", "WS": "skill", "S": "strength", "AP": "ap", "D": "damage",
    "Atk": "attacks", "Hit": "hit", "Wnd": "wound", "Rnd": "rend", "Dmg": "damage",
}  # fmt: skip
STATLINE = {"T": "toughness", "SV": "save", "W": "wounds", "Health": "health", "Save": "save"}


@cache
def loaded(name: str) -> Roster:
    return Roster.load(BESIDE / "samples" / name)


def plain(value: object) -> str:
    text = str(value).removesuffix("+")
    if text in ("-", "", "0", "N/A"):
        return "0"
    return str(Dice.parse(text)) if not text.startswith("-") else text


@pytest.mark.parametrize("name", EXPECTED)
def test_what_is_expected_of_a_list_holds(name: str) -> None:
    roster, expected = loaded(name), EXPECTED[name]
    units = [unit for unit in roster.units if unit.kind == "unit"]
    known = [unit for unit in expected["units"] if unit["models"]]
    assert [unit.name for unit in units] == [unit["name"] for unit in known]
    for unit, wanted in zip(units, known, strict=True):
        assert (unit.models, dict(unit.groups)) == (wanted["models"], wanted["model_groups"])
        weapons = unit.attacker["weapons"] if unit.attacker else []
        counts: Counter[tuple[str, str]] = Counter()
        for one in (*weapons, *unit.not_modelled):
            counts[one["name"], one["type"]] += one["count"]
        listed = Counter()
        for one in wanted["weapons"]:
            listed[plain_name(one["name"]), one["kind"]] += one["count"]
        assert counts == listed
        for one in wanted["weapons"]:
            alike = [w for w in weapons if w["name"] == plain_name(one["name"])]
            if not alike:
                assert any(w["name"] == plain_name(one["name"]) for w in unit.not_modelled)
                continue
            stats = {
                f: plain(one["stats"][c] or "-") for c, f in FIELDS.items() if c in one["stats"]
            }
            assert any(
                all(plain(w.get(f, "-")) == value for f, value in stats.items()) for w in alike
            ), one
        for text in wanted.get("invuln_text", []):
            roll = next(c for c in text.partition(":")[2] if c.isdigit())
            assert f"{roll}+" in json.dumps(unit.target), text
        for roll in wanted.get("fnp_rules", []):
            assert unit.target["feel_no_pain"] == roll
        for ward in wanted.get("ward", []):
            assert unit.target["ward"] in ward
        if wanted.get("champion_selections"):
            assert sum(w.get("champion", False) for w in weapons) >= 1
        parts = [unit.target, *unit.target.get("groups", [])] if unit.target else []
        for profile in wanted["unit_profiles"]:
            for column, field in STATLINE.items():
                if column in profile:
                    values = [plain(part[field]) for part in parts if field in part]
                    assert plain(profile[column]) in values
    lore = sum(w["count"] for u in expected["units"] if not u["models"] for w in u["weapons"])
    total = sum(
        weapon["count"] for unit in roster.units
        for weapon in (*(unit.attacker or {"weapons": []})["weapons"], *unit.not_modelled)
    )  # fmt: skip
    assert total == expected["totals"]["weapon_count"], lore


@pytest.mark.parametrize("name", [path.name for path in SAMPLES])
def test_each_list_is_read_or_refused_in_one_sentence(name: str) -> None:
    refused = name.startswith(("odd_40k8", "odd_40k9", "other_")) or "rosterizer" in name
    if refused:
        with pytest.raises(MathhammerError) as caught:
            loaded(name)
        assert str(caught.value).isprintable()
        return
    json.dumps(loaded(name).to_dict(), allow_nan=False)


@pytest.mark.parametrize("stem", ["aos-reminders_fec-001", "aos-reminders_sce-001-minimal"])
def test_the_same_list_is_the_same_in_each_format(stem: str) -> None:
    alike = [path.name for path in SAMPLES if stem in path.name and "aos4_nr" in path.name]
    if not alike:
        pytest.skip("no lists lie beside the checkout")
    first, *others = (loaded(name).to_dict() | {"file": ""} for name in alike)
    assert len(others) == 2 and all(other == first for other in others)


#: For each game: the file of values, the types of weapons, the column that all have, and how many
#: of the profiles in it aren't wholly understood.
VALUES = {
    "wh40k": ("vocab_40k.json", ("Ranged Weapons", "Melee Weapons", "C'tan Powers"), "A", 23),
    "aos": ("vocab_aos.json", ("Ranged Weapon", "Melee Weapon"), "Atk", 6),
}


@pytest.mark.parametrize("game", VALUES)
def test_values_of_catalogues_are_understood(game: str) -> None:
    """Each value once, among the commonest ones: 99.6 % of 7,926 profiles are wholly understood."""
    name, kinds, first, known = VALUES[game]
    if not (BESIDE / name).exists():
        pytest.skip("no values lie beside the checkout")
    values = json.loads((BESIDE / name).read_text(encoding="utf-8"))["values"]
    at = {"preset": "meq" if game == "wh40k" else "line"}
    refused: Counter[str] = Counter()
    profiles = 0
    for kind in kinds:
        columns = {k.partition(".")[2]: v for k, v in values.items() if k.startswith(f"{kind}.")}
        usual = {
            c: max((x for x in v if x != "N/A"), key=v.__getitem__) for c, v in columns.items()
        }
        profiles += sum(columns[first].values())
        for column, found in columns.items():
            for value, number in found.items():
                torrent = {"Keywords": "Torrent"} if value.casefold() == "n/a" else {}
                written = usual | torrent | {column: value}
                stats = {c.casefold(): text for c, text in written.items()}
                read = read_weapon(Profile("X", kind, stats), game)
                if read.problems:
                    refused[f"{kind}.{column}"] += number
                if read.fields is not None:
                    assert attack({"weapons": [read.fields]}, at).attacks.mean > 0
    if game == "wh40k":  # the one with "*" has it in three columns
        assert refused["Ranged Weapons.AP"] == refused["Ranged Weapons.D"] == 1
        del refused["Ranged Weapons.AP"], refused["Ranged Weapons.D"]
    else:  # those that refer to an ability do so in three columns
        del refused["Ranged Weapon.Rnd"], refused["Ranged Weapon.Dmg"]
    assert sum(refused.values()) == known <= 0.005 * profiles
    assert profiles == {"wh40k": 5542, "aos": 2384}[game]


@pytest.mark.parametrize("name", EXPECTED)
def test_units_attack_and_are_attacked(name: str) -> None:
    roster = loaded(name)
    at = {"preset": "meq" if roster.game == "wh40k" else "line"}
    seen = set()
    for unit in roster.units:
        if unit.name in seen or unit.attacker is None:
            continue
        seen.add(unit.name)
        assert attack(unit.attacker, at).damage.mean > 0
        if unit.target:
            assert attack(unit.attacker, unit.target).damage.mean > 0


@pytest.mark.parametrize("name", EXPECTED)
def test_each_fact_is_applied_or_refused_in_one_sentence(name: str) -> None:
    roster = loaded(name)
    at = {"preset": "meq" if roster.game == "wh40k" else "line"}
    for ability in dict.fromkeys(fact.ability for unit in roster.units for fact in unit.facts):
        try:
            applied = roster.applying(ability)
        except MathhammerError as error:
            assert "none of its weapons" in error.message
            continue
        for unit, before in zip(applied.units, roster.units, strict=True):
            if unit.applied and unit.attacker:
                assert attack(unit.attacker, at).damage.mean > 0
            assert bool(unit.applied) == (unit != before)
