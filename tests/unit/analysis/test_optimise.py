"""The best choice of options: beside every mix tried by hand, and the two methods compared."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from mathhammer.analysis import optimise
from mathhammer.analysis.efficiency import measure
from mathhammer.analysis.optimise import choose
from mathhammer.api import attack
from mathhammer.core import progress as shown
from mathhammer.core.errors import MathhammerError, TooLargeError
from mathhammer.core.progress import Progress

RIFLE = {"name": "rifle", "attacks": 2, "skill": 3, "strength": 4, "ap": -1, "damage": 1}
PLASMA = {"name": "plasma", "attacks": 1, "skill": 3, "strength": 8, "ap": -3, "damage": 2}
MELTA = {"name": "melta", "attacks": 1, "skill": 3, "strength": 9, "ap": -4, "damage": "D6"}
PISTOL = {"name": "pistol", "attacks": 1, "skill": 3, "strength": 4, "damage": 1}
SQUAD = {"name": "Squad", "points": 80, "models": 5, "weapons": [{**RIFLE, "count": 5}]}
OPTIONS: list[dict[str, Any]] = [
    {"weapons": PLASMA, "cost": 5, "most": 3, "replaces": "rifle"},
    {"weapons": MELTA, "cost": 10, "most": 2, "replaces": "rifle"},
    {"name": "pistols", "weapons": [PISTOL, PISTOL], "cost": 2, "most": 2},
]
LIMITS = [{"options": ["plasma", "melta"], "most": 4}]
TARGETS = [(0.5, {"preset": "meq", "points": 80}), (0.3, {"preset": "geq", "points": 60}),
           (0.2, {"preset": "veq", "points": 150})]  # fmt: skip
MIX = [[share, target] for share, target in TARGETS]


def by_hand(objective, budget=1e9, least=(0, 0, 0), pair=4):
    """Every mix that is allowed, built from dicts, with its value."""
    found = {}
    for plasma, melta, pistols in product(range(4), range(3), range(3)):
        mix = (plasma, melta, pistols)
        cost = 5 * plasma + 10 * melta + 2 * pistols
        if plasma + melta > min(pair, 5) or cost > budget or any(map(int.__lt__, mix, least)):
            continue
        counts = [(RIFLE, 5 - plasma - melta), (PLASMA, plasma), (MELTA, melta),
                  (PISTOL, pistols), (PISTOL, pistols)]  # fmt: skip
        weapons = [{**weapon, "count": n} for weapon, n in counts if n]
        unit = {**SQUAD, "points": 80 + cost, "weapons": weapons}
        value = sum(w * measure(objective)(attack(unit, t)) for w, t in TARGETS)
        found[mix] = value, cost
    return found


@pytest.mark.parametrize(
    "objective", ["damage", "slain", "destroyed", "points_destroyed", "points_per_100",
                  "damage_per_100", "damage_rolled", "wound_points"],
)  # fmt: skip
@pytest.mark.parametrize("budget", [None, 17])
def test_the_best_mix_is_that_of_every_mix_tried(objective, budget):
    right = by_hand(objective, 1e9 if budget is None else budget)
    found = choose(SQUAD, OPTIONS, MIX, objective=objective, limits=LIMITS, budget=budget)
    assert found.method == "enumeration" and found.number == len(right)
    values = sorted((value for value, _ in right.values()), reverse=True)
    assert found.best.value == pytest.approx(values[0], rel=1e-9)
    assert right[found.best.mix] == pytest.approx((found.best.value, found.best.cost))
    assert found.runner_up.value == pytest.approx(values[1], rel=1e-9)
    assert found.margin == pytest.approx(values[0] - values[1], abs=1e-9)
    table = found.table()
    assert list(table.columns) == list(found.columns)
    assert list(table.columns)[: len(optimise.COLUMNS)] == list(optimise.COLUMNS)
    assert table["value"].tolist() == pytest.approx(values[: len(table)])
    for _, row in table.iterrows():
        mix = tuple(int(row[f"option: {name}"]) for name in ("plasma", "melta", "pistols"))
        assert right[mix] == pytest.approx((row["value"], row["cost"]))
        assert row["points"] == 80 + row["cost"]


def test_least_and_limits_are_kept():
    options = [{**OPTIONS[0], "least": 1}, *OPTIONS[1:]]
    limits = [{"options": ["plasma", "melta"], "least": 2, "most": 2}]
    found = choose(SQUAD, options, MIX, limits=limits)
    right = by_hand("damage", least=(1, 0, 0), pair=2)
    right = {mix: v for mix, v in right.items() if mix[0] + mix[1] == 2}
    assert found.number == len(right)
    assert found.best.value == pytest.approx(max(v for v, _ in right.values()))
    few = {**SQUAD, "weapons": [{**RIFLE, "count": 2}]}
    assert choose(few, OPTIONS[:2], MIX).number == 6  # no more than two rifles to give up


@pytest.mark.parametrize("seed", range(6))
def test_integer_programming_finds_what_enumeration_finds(seed, monkeypatch):
    rng = np.random.default_rng(seed)
    options = []
    for i in range(4):
        gun = {"name": f"gun {i}", "attacks": int(rng.integers(1, 4)), "skill": 3,
               "strength": int(rng.integers(3, 12)), "ap": -int(rng.integers(0, 4)),
               "damage": str(rng.choice(["1", "2", "D3", "D6"]))}  # fmt: skip
        options.append({"weapons": gun, "cost": int(rng.integers(1, 20)),
                        "most": int(rng.integers(1, 5)),
                        **({"replaces": "rifle"} if i % 2 else {})})  # fmt: skip
    limits = [{"options": ["gun 0", "gun 1", "gun 2"], "least": 1, "most": 4}]
    given = {"objective": "damage_rolled", "limits": limits, "budget": 40}
    right = choose(SQUAD, options, MIX, **given)
    assert right.method == "enumeration"
    monkeypatch.setattr(optimise, "MAX_MIXES", 3)
    found = choose(SQUAD, options, MIX, **given)
    assert found.method == "milp" and found.number is None
    assert found.best.value == pytest.approx(right.best.value, rel=1e-9)
    assert found.runner_up.value == pytest.approx(right.runner_up.value, rel=1e-9)
    assert found.margin == pytest.approx(right.margin, abs=1e-9)


def test_an_additive_objective_is_summed_and_each_value_is_that_of_its_mix():
    options = [{**OPTIONS[0], "most": 5}, OPTIONS[1], {**OPTIONS[2], "most": 9}]
    squad = {**SQUAD, "mortals": [{"dice": 3, "on": "5+"}]}
    found = choose(squad, options, MIX, objective="damage_rolled", limits=LIMITS)
    assert found.summed and found.method == "enumeration"
    values = []
    for mix in found.choices.mixes():
        if mix is not None:
            unit = found.choices.attacker(mix)
            value = sum(w * attack(unit, t).damage_rolled.mean for w, t in TARGETS)
            values.append((value, mix))
    values.sort(reverse=True)
    assert found.number == len(values)
    assert [one.value for one in found.ranked] == pytest.approx([v for v, _ in values[:20]])
    assert found.best.mix == values[0][1]
    assert not choose(squad, options, MIX, objective="damage", limits=LIMITS).summed


@pytest.mark.parametrize("most, number, budget, best", [
    ([1000, 1000], 90_601, 3000, (0, 300)),
    ([1] * 16, 65_536, None, (1,) * 16),
])  # fmt: skip
def test_tens_of_thousands_of_mixes_are_summed(monkeypatch, most, number, budget, best):
    options = [
        {"name": f"o{i}", "weapons": MELTA if i else PLASMA, "most": n, "cost": 5 + 5 * i}
        for i, n in enumerate(most)
    ]
    computed = []
    one_by_one = optimise._Search._computed

    def counted(search, mixes):
        computed.append(len(mixes))
        return one_by_one(search, mixes)

    monkeypatch.setattr(optimise._Search, "_computed", counted)
    found = choose(SQUAD, options, "60 % meq, 40 % veq", objective="damage_rolled", budget=budget)
    assert sum(computed) <= 1 + len(options) + 20  # bare, one of each, and the best
    assert (found.number, found.best.mix) == (number, best)


def test_the_progress_counts_mixes(monkeypatch):
    seen = []
    monkeypatch.setattr(optimise, "_AT_ONCE", 4)
    real = Progress.count

    def count(progress, *given):
        real(progress, *given)
        seen.append(shown._active.line())

    monkeypatch.setattr(Progress, "count", count)
    number = choose(SQUAD, OPTIONS, MIX, limits=LIMITS).number
    assert seen[1] == f"mathhammer: computing, 4 of {number} mixes done"


def test_many_mixes_need_an_additive_objective():
    options = [{"name": f"o{i}", "weapons": PLASMA, "most": 40, "cost": i} for i in range(8)]
    found = choose(SQUAD, options, "100 % meq", objective="damage_rolled", budget=60)
    assert found.method == "milp"
    # Each costs another number of points and does the same: 40 that are free, 40 for one
    # point, and 10 of the next.
    assert found.best.mix[:3] == (40, 40, 10)
    with pytest.raises(TooLargeError, match="more than 100000 mixes, and 'damage' is not additive"):
        choose(SQUAD, options, "100 % meq")
    champion = [{"name": f"o{i}", "most": 40, "weapons": "1/3+/4+/1/1 [champion]"}
                for i in range(8)]  # fmt: skip
    with pytest.raises(TooLargeError, match="not additive here"):
        choose("5x 1/3+/4+/1/1", champion, "100 % heavy", objective="damage_rolled")
    groups = {"toughness": 4, "wounds": 1, "groups": [{"models": 1, "save": 3}, {"models": 1}]}
    with pytest.raises(TooLargeError, match="not additive here"):
        choose(SQUAD, options, [[1, groups]], objective="damage_rolled")


def test_of_equal_mixes_the_cheaper_comes_first():
    options = [{"name": "dear", "weapons": PLASMA, "cost": 9, "most": 1},
               {"name": "cheap", "weapons": PLASMA, "cost": 3, "most": 1}]  # fmt: skip
    limits = [{"options": ["dear", "cheap"], "most": 1}]
    found = choose(SQUAD, options, "100 % meq", limits=limits)
    assert found.words(found.best.mix) == "1x cheap"
    assert found.margin == pytest.approx(0, abs=1e-12) and found.runner_up.cost == 9


def test_a_function_may_be_the_objective():
    found = choose(SQUAD, OPTIONS, MIX, limits=LIMITS, objective=lambda r: r.slain.at_least(2))
    values = {}
    for mix in found.choices.mixes():
        if mix is not None:
            unit = found.choices.attacker(mix)
            values[mix] = sum(w * attack(unit, t).slain.at_least(2) for w, t in TARGETS)
    assert found.best.value == pytest.approx(max(values.values()))
    assert found.objective == "function"


def test_sigmar_is_chosen_likewise():
    options = [{"name": "great", "weapons": "1/3+/3+/2/3", "most": 2, "replaces": "blade"}]
    found = choose("5x blade: 2/3+/4+/1/1", options, "100 % heavy")
    values = []
    for n in range(3):
        unit = [f"{5 - n}x blade: 2/3+/4+/1/1", *([f"{n}x 1/3+/3+/2/3"] if n else [])]
        values.append(attack(unit, "heavy").damage.mean)
    assert found.best.mix == (int(np.argmax(values)),)
    assert found.best.value == pytest.approx(max(values))


def test_a_unit_may_have_no_weapon_of_its_own():
    found = choose({"name": "Empty"}, [{"weapons": RIFLE, "most": 2}], "100 % meq")
    assert found.best.mix == (2,) and found.ranked[-1].value == 0


OPTION = {"weapons": PLASMA, "most": 1}


@pytest.mark.parametrize(
    "options, more, words",
    [
        ([], {}, "at least one option"),
        ([{"most": 1}], {}, r"option\[0\]: an option needs the field 'weapons'"),
        ([{"weapons": PLASMA}], {}, "needs the field 'most', or 'replaces'"),
        ([{**OPTION, "mots": 1}], {}, "did you mean 'most'"),
        ([{**OPTION, "most": -1}], {}, r"option\[0\].most"),
        ([{**OPTION, "least": 2}], {}, "2 is more than 1"),
        ([{**OPTION, "cost": "x"}], {}, r"option\[0\].cost"),
        ([{**OPTION, "replaces": "rilfe"}], {}, "did you mean 'rifle'"),
        ([{**OPTION, "weapons": "A2"}], {}, r"option\[0\].weapons"),
        ([{**OPTION, "weapons": []}], {}, "one weapon or more"),
        ([OPTION, OPTION], {}, "'plasma' is there twice"),
        (["plasma"], {}, "is not an option"),
        ([OPTION] * 51, {}, "up to 50"),
        ([OPTION], {"limits": [{"options": ["plsma"], "most": 1}]}, "did you mean 'plasma'"),
        ([OPTION], {"limits": [{"options": ["plasma", "plasma"], "most": 1}]}, "is named twice"),
        ([OPTION], {"limits": [{"options": ["plasma"]}]}, "needs the field 'most'"),
        ([OPTION], {"limits": [{"most": 1}]}, "needs the field 'options'"),
        ([OPTION], {"limits": [{"options": "plasma", "least": 3, "most": 2}]}, "more than 2"),
        ([OPTION], {"limits": [{"options": "plasma", "least": 2, "most": 2}]}, "no mix of options"),
        ([OPTION], {"budget": -1}, "budget"),
        ([OPTION], {"objective": "damge"}, "objective: .*did you mean 'damage'"),
        ([OPTION], {"objective": "cost_per_slain"}, "of which less is better"),
        ([OPTION], {"objective": "points_destroyed"}, "isn't known of these units"),
        ([OPTION], {"targets": "60 % meq"}, "mix: the shares add up to 60 %"),
    ],
)
def test_wrong_questions_are_refused(options, more, words):
    given = {"targets": "100 % meq", **more}
    with pytest.raises(MathhammerError, match=words):
        choose(SQUAD, options, given.pop("targets"), **given)
