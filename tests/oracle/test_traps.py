"""The traps that other calculators fell into (style guide): a test for each.

Every test computes the right value by hand, in fractions, and the value that the trap would
give too: they differ, so a calculator that falls into it can't pass.
"""

from __future__ import annotations

import csv
import json
import math
from fractions import Fraction as F
from typing import Any

import numpy as np
import pytest
from support.vocabulary import INERT, PLAIN, VALUED

import mathhammer
from mathhammer.cli.main import main
from mathhammer.core.dice import Dice
from mathhammer.core.distribution import Distribution
from mathhammer.core.errors import MathhammerError
from mathhammer.games.wh40k.abilities.parse import parse_weapon_ability
from mathhammer.results.attack import Result

#: Hits automatically and wounds T4 on 2+: 5/6; no save.
SURE = {"attacks": 1, "strength": 8, "damage": 1, "abilities": ["Torrent"]}
SOFT = {"toughness": 4, "save": "-", "wounds": 1}
#: Exact values agree up to rounding.
ROUNDING = 1e-12


def attack(weapon: Any, target: Any, **more: Any) -> Result:
    return mathhammer.attack(weapon, target, **more)


def masses(found: Distribution) -> list[float]:
    return found.from_zero().tolist()


def same(found: Distribution, *right: F | int) -> bool:
    """Whether a distribution has these probabilities of 0, 1, 2, ... and no others."""
    got = masses(found)
    assert sum(right) == 1
    return len(got) == len(right) and all(
        abs(a - float(b)) < ROUNDING for a, b in zip(got, right, strict=True)
    )


def binomial(n: int, p: F) -> list[F]:
    return [math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]


def test_extra_hits_of_sustained_hits_are_not_lethal() -> None:
    weapon = {"attacks": 1, "skill": 4, "strength": 4, "damage": 1,
              "abilities": ["Lethal Hits", "Sustained Hits 1"]}  # fmt: skip
    found = attack(weapon, {**SOFT, "toughness": 8, "models": 5})
    crit, plain, wounds = F(1, 6), F(2, 6), F(1, 6)
    two = crit * wounds  # the critical hit wounds by itself, its extra hit rolls
    one = crit * (1 - wounds) + plain * wounds
    assert same(found.wounds, 1 - one - two, one, two)
    assert same(found.slain, 1 - one - two, one, two)
    if_lethal = crit
    assert abs(found.wounds.pmf(2) - float(if_lethal)) > 0.1


RULINGS = ("print-2023", "errata-2023-09", "errata-2024")


@pytest.mark.parametrize("ruling", RULINGS)
def test_devastating_wounds_follow_the_ruling(ruling: str) -> None:
    weapon = {"attacks": 1, "strength": 4, "damage": 3,
              "abilities": ["Torrent", "Devastating Wounds"]}  # fmt: skip
    target = {"toughness": 4, "save": "2+", "wounds": 2, "models": 3, "feel_no_pain_mortals": "4+"}
    found = attack(weapon, target, ruleset={"devastating": ruling})
    critical, ordinary = F(1, 6), F(2, 6) * F(1, 6)  # 4 and 5 wound, then the save fails
    nothing = 1 - critical - ordinary
    of_three = binomial(3, F(1, 2))  # three mortal wounds against 4+
    damage = {
        # carries over to the second model; each point may be ignored
        "print-2023": [
            nothing + critical * of_three[0], critical * of_three[1],
            ordinary + critical * of_three[2], critical * of_three[3],
        ],
        # ordinary damage: not ignored, the third point is wasted
        "errata-2023-09": [nothing, 0, ordinary + critical],
        # mortal wounds that may be ignored, but don't carry over
        "errata-2024": [
            nothing + critical * of_three[0], critical * of_three[1],
            ordinary + critical * (of_three[2] + of_three[3]),
        ],
    }  # fmt: skip
    mortal = {"errata-2023-09": [1]}.get(ruling, [1 - critical, 0, 0, critical])
    assert same(found.damage, *damage[ruling])
    assert same(found.mortal, *mortal)
    assert same(found.unsaved, 1 - ordinary, ordinary)  # a critical wound has no save to fail
    assert not any(same(found.damage, *damage[other]) for other in RULINGS if other != ruling)


def test_devastating_wounds_are_applied_after_all_normal_damage() -> None:
    weapons = [
        {"attacks": 1, "strength": 4, "damage": 1, "abilities": "Torrent, Devastating Wounds",
         "modifiers": {"critical_wounds": "2+"}},
        {**SURE, "damage": 2},
    ]  # fmt: skip
    both, one = F(25, 36), F(5, 36)
    for ruling in RULINGS:
        found = attack(weapons, {**SOFT, "wounds": 2, "models": 2}, ruleset={"devastating": ruling})
        # Both wound: 2 damage slay the first model, then 1 wounds the second. In turn the 1
        # would come first, and 1 of the 2 be wasted: 2 wounds lost, not 3.
        assert same(found.damage, F(1, 36), one, one, both)
        assert found.wasted < ROUNDING
        first = found.weapons[0].damage
        assert first is not None and same(first, 1)  # nothing in its turn


def test_damage_is_not_capped_before_feel_no_pain() -> None:
    weapon = {**SURE, "damage": 7}
    found = attack(weapon, {**SOFT, "wounds": 2, "feel_no_pain": "5+"})
    wounds = F(5, 6)
    at_most_one_suffered = sum(binomial(7, F(2, 3))[:2])
    kills = 1 - at_most_one_suffered
    assert round(float(kills), 4) == 0.9931
    assert abs(found.destroyed - float(wounds * kills)) < ROUNDING
    if_capped = F(2, 3) ** 2
    assert round(float(if_capped), 4) == 0.4444
    assert abs(found.destroyed - float(wounds * if_capped)) > 0.4


def test_kill_distributions_of_two_weapons_are_not_added_up() -> None:
    weapon = {**SURE, "damage": 2}
    target = {**SOFT, "wounds": 3, "models": 2}
    found = attack([weapon, weapon], target)
    assert same(found.slain, 1 - F(25, 36), F(25, 36))  # the second finds a wounded model
    alone = attack(weapon, target).slain
    assert same(alone + alone, 1)  # neither slays one by itself


def test_models_slain_is_not_damage_divided_by_wounds() -> None:
    found = attack({**SURE, "attacks": 3, "damage": 2}, {**SOFT, "wounds": 3, "models": 3})
    wounds = binomial(3, F(5, 6))
    # Two attacks slay a model (a point is wasted), the third only wounds the next.
    assert same(found.slain, wounds[0] + wounds[1], wounds[2] + wounds[3])
    assert same(found.damage, wounds[0], 0, wounds[1], wounds[2], 0, wounds[3])
    right = wounds[2] + wounds[3]
    rolled = F(3 * 2 * 5, 6) / 3
    lost = (2 * wounds[1] + 3 * wounds[2] + 5 * wounds[3]) / 3
    assert min(abs(float(wrong - right)) for wrong in (rolled, lost)) > 0.4


def test_ten_models_do_not_share_one_attack_roll() -> None:
    found = attack({**SURE, "attacks": "D6", "count": 10}, {**SOFT, "models": 60})
    assert found.attacks.pmf(10) == pytest.approx(6.0**-10, rel=ROUNDING, abs=0.0)  # not 1/6
    assert found.attacks.pmf(11) == pytest.approx(10 * 6.0**-10, rel=ROUNDING, abs=0.0)  # not 0
    assert found.attacks.var == pytest.approx(
        10 * 35 / 12, rel=ROUNDING, abs=0.0
    )  # not 100 * 35 / 12
    # None slain: a model's dice all fail with the mean of (1/6)**D6.
    one = sum(F(1, 6) ** k for k in range(1, 7)) / 6
    shared = sum(F(1, 6) ** (10 * k) for k in range(1, 7)) / 6
    assert found.slain.pmf(0) == pytest.approx(float(one**10), rel=ROUNDING, abs=0.0)
    assert float(shared) > 1e4 * float(one**10)


def test_sustained_d3_is_rolled_for_each_critical() -> None:
    weapon = {
        "attacks": 2,
        "skill": 6,
        "strength": 8,
        "damage": 1,
        "abilities": "Sustained Hits D3",
    }
    found = attack(weapon, {**SOFT, "models": 9})
    two, one, none = F(1, 36), F(10, 36), F(25, 36)
    hits = [none, 0, one / 3, one / 3, one / 3, 0, 0, 0, 0]  # one critical: 1 + D3
    for extra, ways in enumerate((1, 2, 3, 2, 1), start=2):  # two: 2 + D3 + D3
        hits[2 + extra] += two * F(ways, 9)
    assert same(found.hits, *hits)
    # One D3 for both: 2 + 2 x D3 is never 5, and it is 8 three times as often.
    assert found.hits.pmf(5) == pytest.approx(float(two * F(2, 9)), rel=ROUNDING, abs=0.0)
    assert found.hits.pmf(8) == pytest.approx(float(two / 9), rel=ROUNDING, abs=0.0)
    slain = sum(p * binomial(k, F(5, 6))[8] for k, p in enumerate(hits) if k >= 8)
    assert found.slain.pmf(8) == pytest.approx(float(slain), rel=ROUNDING, abs=0.0)


@pytest.mark.parametrize("first, second", [(4, 2), (2, 4)])
@pytest.mark.parametrize("keywords, lowest", [
    (["Infantry"], 2), (["Vehicle"], 4), (["Vehicle", "Infantry"], 2), ([], 6),
])  # fmt: skip
def test_every_anti_ability_is_read(
    keywords: list[str], lowest: int, first: int, second: int
) -> None:
    names = {4: "Anti-Vehicle 4+", 2: "Anti-Infantry 2+"}
    weapon = {"attacks": 1, "strength": 1, "damage": 1}
    target = {**SOFT, "toughness": 8, "keywords": keywords}
    right = F(7 - lowest, 6)
    for abilities, more in (
        (["Torrent", names[first], names[second]], []),
        (["Torrent", names[first]], [names[second]]),  # of the weapon and of its bearer
    ):
        unit = {"weapons": [{**weapon, "abilities": abilities}], "abilities": more}
        assert same(attack(unit, target).wounds, 1 - right, right)
    if keywords == ["Infantry"]:
        assert right != F(1, 6)  # what the Anti-Vehicle alone would give


def test_the_unit_size_caps_models_slain() -> None:
    found = attack({**SURE, "attacks": 6}, {**SOFT, "models": 2})
    wounds = binomial(6, F(5, 6))
    assert same(found.slain, wounds[0], wounds[1], sum(wounds[2:]))
    assert same(found.damage, wounds[0], wounds[1], sum(wounds[2:]))
    assert found.destroyed == pytest.approx(float(sum(wounds[2:])), abs=ROUNDING)
    assert found.unsaved.mean == pytest.approx(5, rel=ROUNDING)  # would fall without a cap
    assert found.slain.mean < 2


def test_mortal_wounds_survive_a_passed_save() -> None:
    weapon = {"attacks": 1, "strength": 4, "damage": 1, "abilities": "Torrent",
              "modifiers": {"on_critical_wound": {"mortals": 1}}}  # fmt: skip
    found = attack(weapon, {**SOFT, "save": "2+", "models": 3})
    critical, ordinary, fails = F(1, 6), F(2, 6), F(1, 6)
    two = critical * fails
    one = critical * (1 - fails) + ordinary * fails
    assert same(found.mortal, 1 - critical, critical)
    assert same(found.slain, 1 - one - two, one, two)
    assert critical != critical * fails  # mortal wounds that need a failed save

    # Those of a critical hit need no wound either, those outside the attacks no attack at all.
    of_hit = {"attacks": 1, "skill": 4, "strength": 1, "damage": 1,
              "modifiers": {"on_critical_hit": {"mortals": 1}}}  # fmt: skip
    hard = {**SOFT, "toughness": 8, "save": "2+", "models": 3}
    assert same(attack(of_hit, hard).mortal, F(5, 6), F(1, 6))
    unit = {"weapons": [of_hit], "mortals": [{"on": "4+"}]}
    assert same(attack(unit, hard).mortal, F(5, 12), F(6, 12), F(1, 12))


def test_damage_means_wounds_lost_everywhere(capsys: Any, tmp_path: Any) -> None:
    weapon = {**SURE, "damage": 2}
    found = attack(weapon, SOFT)
    rolled, lost = F(5, 3), F(5, 6)
    assert same(found.damage_rolled, F(1, 6), 0, F(5, 6))
    assert same(found.damage, F(1, 6), F(5, 6))

    def right(damage_rolled: Any, damage: Any) -> bool:
        return bool(
            abs(float(damage_rolled) - float(rolled)) < ROUNDING
            and abs(float(damage) - float(lost)) < ROUNDING
        )

    fields = found.to_dict()
    assert right(fields["damage_rolled"]["mean"], fields["damage"]["mean"])
    assert right(*(fields["weapons"][0][s]["mean"] for s in ("damage_rolled", "damage")))
    assert fields["wasted"] == pytest.approx(float(rolled - lost), abs=ROUNDING)
    frame = found.table()
    assert right(frame.loc["damage_rolled", "mean"], frame.loc["damage", "mean"])
    frame = mathhammer.compare([weapon], [SOFT]).table("all")
    assert right(frame.loc[0, "damage_rolled_mean"], frame.loc[0, "damage_mean"])

    text, path = "A1 S8 AP0 D2 [Torrent]", tmp_path / "table.csv"
    assert (
        main(["attack", text, "--at", "1x T4 Sv- W1", "--csv", str(path), "--columns", "all"]) == 0
    )
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    means = {" ".join(words[:2]): words for words in lines if words[:1] == ["damage"]}
    assert means["damage rolled"][2] == "1.67"
    assert means["damage (wounds"][3] == "0.83"
    (row,) = csv.DictReader(path.read_text(encoding="utf-8").splitlines())
    assert right(row["damage_rolled_mean"], row["damage_mean"])
    assert main(["compare", text, "--at", "1x T4 Sv- W1", "--json"]) == 0
    (answer,) = json.loads(capsys.readouterr().out)
    assert right(answer["damage_rolled"]["mean"], answer["damage"]["mean"])


def test_tails_are_no_fft() -> None:
    for number in (40, 372):  # down to 1e-290
        right = 6.0**-number
        dice = Dice.parse(f"{number}D6").distribution()
        assert dice.pmf(number) == pytest.approx(right, rel=ROUNDING, abs=0.0)
        assert dice.pmf(6 * number) == pytest.approx(right, rel=ROUNDING, abs=0.0)
        one = np.zeros(6 * number + 1)
        one[1:7] = 1 / 6
        by_fft = np.fft.irfft(np.fft.rfft(one) ** number, one.size)
        assert abs(by_fft[number] - right) > 1e6 * right
    weapon = {"attacks": 20, "skill": 6, "strength": 4, "damage": 1}
    found = attack(weapon, {**SOFT, "toughness": 8, "models": 20})
    for stage in (found.wounds, found.unsaved, found.damage_rolled, found.damage, found.slain):
        assert stage.pmf(20) == pytest.approx(36.0**-20, rel=ROUNDING, abs=0.0)
    assert found.destroyed == pytest.approx(36.0**-20, rel=ROUNDING, abs=0.0)


#: What makes each weapon ability matter: fields of the weapon, of the target, and the context.
MATTERS: dict[str, tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = {
    "Assault": ({}, {}, {"advanced": True}),
    "Ignores Cover": ({}, {"save": "4+"}, {"cover": True}),
    "Twin-linked": ({}, {}, {}),
    "Pistol": ({}, {"keywords": "Vehicle"}, {"target_engaged": True}),
    "Torrent": ({}, {}, {}),
    "Lethal Hits": ({}, {}, {}),
    "Lance": ({}, {}, {"charged": True}),
    "Indirect Fire": ({}, {}, {"visible": False}),
    "Precision": ({}, {"leader": {"wounds": 3, "save": "2+"}}, {"precision_on_character": True}),
    "Blast": ({}, {"models": 5}, {}),
    "Heavy": ({}, {}, {"stationary": True}),
    "Hazardous": ({}, {}, {}),
    "Extra Attacks": ({"modifiers": {"attacks": 1}}, {}, {}),
    "Devastating Wounds": ({}, {"save": "2+"}, {}),
    "Conversion": ({"modifiers": {"on_critical_hit": {"damage": 1}}}, {"wounds": 3}, {}),
    "Rapid Fire 1": ({}, {}, {"half_range": True}),
    "Sustained Hits 1": ({}, {}, {}),
    "Melta 1": ({}, {"wounds": 3}, {"half_range": True}),
    "Anti-Infantry 4+": ({}, {"keywords": "Infantry", "toughness": 8}, {}),
}


def test_keywords_are_never_ignored_in_silence() -> None:
    kinds = {parse_weapon_ability(ability).kind for ability in MATTERS}
    assert kinds == {*PLAIN, *VALUED, "anti"}
    plain = {"attacks": 2, "skill": 4, "strength": 4, "damage": 1, "range": 24}
    for ability, (more, of_target, context) in MATTERS.items():
        target = {**SOFT, "models": 2, **of_target}
        with_it = attack({**plain, **more, "abilities": [ability]}, target, context=context)
        without = attack({**plain, **more}, target, context=context)
        ours, theirs = with_it.to_dict(), without.to_dict()
        assert any(ours[key] != theirs[key] for key in ours if key not in ("notes", "ruleset"))

    def notes(abilities: list[str], of_target: dict[str, Any]) -> str:
        return " ".join(attack({**plain, "abilities": abilities}, {**SOFT, **of_target}).notes)

    for ability in INERT:
        assert ability.title() in notes([ability], {})
    assert "Anti-Fly 4+" in notes(["Anti-Fly 4+"], {"keywords": ["Infantry"]})
    assert "Lone Operative" in notes([], {"abilities": ["Lone Operative"]})
    with pytest.raises(MathhammerError, match=r"did you mean 'Lethal Hits'"):
        attack({**plain, "abilities": ["Lethal Hitz"]}, SOFT)
    with pytest.raises(MathhammerError, match="Frobnicate"):
        attack("A1 BS3+ S4 D1 [Frobnicate]", SOFT)
    with pytest.raises(MathhammerError, match="Sneaky"):
        attack(plain, {**SOFT, "abilities": ["Sneaky"]})
    with pytest.raises(MathhammerError, match="frenzy"):
        attack({**plain, "frenzy": True}, SOFT)
