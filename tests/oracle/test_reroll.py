"""Command Re-rolls: the best policy beside an expectimax die by die, and rules of thumb."""

from __future__ import annotations

import io
import itertools
import random
from typing import Any

import numpy as np
import pytest
from oracle.expectimax import Expectimax
from support.tiers import some

import mathhammer
from mathhammer.core.errors import MathhammerError, NotModelledError, TooLargeError
from mathhammer.engine.exact.space import Space
from mathhammer.engine.reroll import Place, policy, stage, thumbs_of
from mathhammer.engine.reroll.waiting import waiting_of
from mathhammer.games.wh40k.profiles import Context, Ruleset
from mathhammer.reading.read_units import read_attacker, read_target
from mathhammer.reroll import Objective
from mathhammer.show.pages.reroll import reroll_page
from mathhammer.show.terminal.page import Page

Fields = dict[str, Any]


# ----------------------------------------------------------------------------- scenarios


class Draw:
    """Choices from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def on(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def one(self, *values: Any) -> Any:
        return self.random.choice(values)


def weapon_of(draw: Draw, most: int) -> tuple[Fields, int]:
    """Return a weapon of up to `most` attacks, and how many it may make."""
    attacks, dice = draw.one(
        *[(n, n) for n in range(1, most + 1)], *([("D3", 3)] if most >= 3 else [])
    )
    count = 2 if dice * 2 <= most and draw.on(50) else 1
    number = dice * count
    if most >= 4 and draw.on(8):
        attacks, count, number = "D3", 2, 6
    abilities, modifiers = [], {}
    small = number <= 4
    if draw.on(30):
        sustained = draw.one("1", "2", "D3") if number <= 2 else "1"
        if small:
            abilities.append(f"Sustained Hits {sustained}")
    for ability, percent in (
        ("Lethal Hits", 25), ("Devastating Wounds", 40), ("Twin-linked", 12), ("Torrent", 8),
        ("Anti-Infantry 4+", 25), ("Precision", 20), ("Melta 1", 8), ("Hazardous", 5),
    ):  # fmt: skip
        if draw.on(percent):
            abilities.append(ability)
    if number <= 2 and draw.on(30):
        abilities.append(draw.one("Rapid Fire 1", "Rapid Fire D3"))
    if number <= 3 and draw.on(10):
        abilities.append("Blast")
    for name, percent, values in (
        ("reroll_hits", 25, ("ones", "failures", "non-criticals")),
        ("reroll_wounds", 25, ("ones", "failures", "non-criticals")),
        ("reroll_damage", 20, ("ones", "below-average", "<=2", "<=4")),
        ("reroll_attacks", 20, ("ones", "below-average", "<=2", "<=4")),
        ("critical_hits", 12, ("5+",)),
        ("damage", 8, (1, -1)),
    ):
        if draw.on(percent):
            modifiers[name] = draw.one(*values)
    if draw.on(8) and number <= 3:
        modifiers["attacks"] = draw.one(1, -1)
    weapon = {
        "count": count, "attacks": attacks, "skill": draw.one("2+", "3+", "4+", "5+"),
        "strength": draw.one(3, 4, 5, 8), "ap": draw.one(0, -1, -3),
        "damage": draw.one(1, 1, 2, 3, "D3", "D3", "D6", "D3+1", "2D3"),
        "abilities": abilities, "modifiers": modifiers,
    }  # fmt: skip
    return weapon, number


def scenario_of(seed: int) -> tuple[Fields, Fields, Fields, Fields]:
    """Return an attacker, a target, a context and a ruleset."""
    draw = Draw(seed)
    first, number = weapon_of(draw, 4)
    weapons = [first]
    if number <= 2 and draw.on(70):
        weapons.append(weapon_of(draw, 4 - number)[0])
        if draw.on(30):
            weapons[1]["damage"] = first["damage"]  # what waits may be alike
    attacker: Fields = {"weapons": weapons}
    if draw.on(8):
        attacker["mortals"] = [{"dice": 2, "on": "4+", "damage": draw.one("1", "D3")}]
    target: Fields = {
        "toughness": 4, "wounds": draw.one(1, 2, 3, 4), "save": draw.one("2+", "3+", "5+", "-"),
        "models": draw.one(1, 2, 3), "keywords": draw.one(["infantry"], []),
    }  # fmt: skip
    if draw.on(25):
        target["invulnerable"] = draw.one("4+", "5+")
    if draw.on(30):
        target["feel_no_pain"] = draw.one("4+", "5+", "6+")
    if draw.on(12):
        target["feel_no_pain_mortals"] = "3+"
    if draw.on(20) and target["wounds"] > 1:
        target["wounds_lost"] = 1
    if draw.on(25):
        models = target.pop("models")
        lost = target.get("wounds_lost", 0)
        other = {"models": 1, "save": "4+", "wounds": draw.one(2, 3), "feel_no_pain": "5+"}
        groups = [{"models": models}, other]
        if draw.on(50) and not lost:
            groups.reverse()
        target["groups"] = groups
    if draw.on(25):
        target["leader"] = {"wounds": draw.one(1, 3), "save": "2+", "invulnerable": "4+"}
    theirs: Fields = {}
    for name, percent, values in (
        ("damage", 12, (-1,)), ("damage_to", 8, (1, 2)), ("halve_damage", 12, (True,)),
        ("ignore_first_damage", 15, (True,)),
        ("reroll_saves", 20, ("ones", "failures")), ("wound_floor", 6, ("4+",)),
    ):  # fmt: skip
        if draw.on(percent):
            theirs[name] = draw.one(*values)
    target["modifiers"] = theirs
    context = {
        "half_range": draw.on(50), "cover": draw.on(20), "overwatch": draw.on(6),
        "precision_on_character": draw.on(70),
    }  # fmt: skip
    ruleset = {
        "devastating": draw.one("print-2023", "errata-2024", "errata-2023-09"),
        "devastating_reduction": draw.on(50),
    }
    return attacker, target, context, ruleset


def expectimax(fields: tuple[Fields, ...], objective: str, habits: Any = None) -> Expectimax:
    attacker, target, context, ruleset = fields
    game = Expectimax(
        read_attacker(attacker, "wh40k"), read_target(target, "wh40k"), Context.read(context),
        Ruleset.read(ruleset), lambda _: 0.0, habits,
    )  # fmt: skip
    health = sum(model.start for model in game.models)
    kind, _, least = objective.partition("=")
    game.objective = {
        "destroyed": lambda left: float(not any(left)),
        "damage": lambda left: float(health - sum(left)),
        "slain": lambda left: float(
            left.count(0) if not least else left.count(0) >= int(least)
        ),
    }[kind]  # fmt: skip
    return game


def reroll(fields: tuple[Fields, ...], objective: str, by: str = "both") -> Any:
    attacker, target, context, ruleset = fields
    return mathhammer.command_reroll(
        attacker, target, by=by, objective=objective, context=context, ruleset=ruleset
    )


SEEDS = range(150)


@pytest.mark.parametrize("seed", some(SEEDS, 5))
def test_the_best_policy_is_that_of_expectimax(seed: int) -> None:
    fields = scenario_of(seed)
    objectives = ("destroyed", "damage", "slain", "slain=1")
    for objective in (objectives[seed % 4], objectives[(seed + 1) % 4]):
        ref, got = expectimax(fields, objective), reroll(fields, objective)
        near = pytest.approx
        assert got.without == near(ref.value(False, False), abs=1e-12)
        assert got.sides["attacker"].value == near(ref.value(True, False), abs=1e-12)
        assert got.sides["defender"].value == near(ref.value(False, True), abs=1e-12)
        assert got.value == near(ref.value(True, True), abs=1e-12)


#: What random scenarios seldom bring together.
TOGETHER = [
    ("2x AD3 BS3+ S5 AP-1 D2 [Sustained Hits D3, Lethal Hits, re-roll hits: ones]", "3x T4 W2"),
    ("A2 BS4+ S5 D2 [Sustained Hits D3, Lethal Hits, Devastating Wounds]", "3x T4 Sv3+ W2 5+++"),
    ("A3 BS4+ S3 DD3 [Devastating Wounds, Anti-Infantry 2+]", "3x T4 Sv2+ W2 [Infantry]"),
    ("2x AD3 BS3+ S5 AP-1 DD3 [Rapid Fire D3, re-roll attacks: ones]", "3x T4 Sv4+ W2"),
]


@pytest.mark.parametrize("ruling", ["print-2023", "errata-2024"])
@pytest.mark.parametrize("weapon, target", TOGETHER)
def test_abilities_together_are_those_of_expectimax(weapon, target, ruling) -> None:
    fields = (weapon, target, {"half_range": True}, {"devastating": ruling})
    ref, got = expectimax(fields, "slain"), reroll(fields, "slain")
    assert got.without == pytest.approx(ref.value(False, False), abs=1e-12)
    assert got.sides["attacker"].value == pytest.approx(ref.value(True, False), abs=1e-12)
    assert got.value == pytest.approx(ref.value(True, True), abs=1e-12)


@pytest.mark.parametrize("seed", some(range(0, 150, 3), 5))
def test_each_rule_of_thumb_is_worth_what_expectimax_says(seed: int) -> None:
    fields = scenario_of(seed)
    objective = ("destroyed", "damage", "slain=1")[seed % 3]
    got = reroll(fields, objective)
    plan = got.result.plan
    volleys = plan.steps[0].volleys
    waiting = [w.place for w in waiting_of(volleys)]
    models = sum(group.models for group in plan.units[0].groups)
    needed = {"destroyed": models, "damage": 0, "slain=1": 1}[objective]
    for side, report in got.sides.items():
        thumbs = thumbs_of(volleys, side, plan.units[0].groups[0].health, needed)
        assert len(thumbs) == len(report.rules)
        for thumb, rule in zip(thumbs, report.rules, strict=True):

            def habit(kind: str, weapon: int, shown: int, slain: int, rule=thumb.rule) -> bool:
                place = Place(kind, (weapon,))
                if kind == "waiting":
                    place = next(p for p in waiting if weapon in p.volleys)
                return shown <= rule.limits.get(place, -1) and slain >= rule.fallen

            ref = expectimax(fields, objective, {side: habit})
            assert rule.value == pytest.approx(
                ref.value(side == "attacker", side == "defender"), abs=1e-12
            ), rule.words


# Rules of thumb that players go by, written without the product's.
HABITS = {
    "the first failed hit": ("attacker", lambda kind, _, shown, __: kind == "hit" and not shown),
    "the first failed wound": (
        "attacker", lambda kind, _, shown, __: kind == "wound" and not shown
    ),
    "a low damage roll": (
        "attacker",
        lambda kind, _, shown, __: kind in ("damage", "waiting") and shown <= 2,
    ),
    "the first failed save": ("defender", lambda kind, _, shown, __: kind == "save" and not shown),
    "the first failed hit or wound": (
        "attacker", lambda kind, _, shown, __: kind in ("hit", "wound") and not shown
    ),
    "the first failed save once a model is slain": (
        "defender", lambda kind, _, shown, slain: kind == "save" and not shown and slain > 0
    ),
    "never": ("attacker", lambda *_: False),
}  # fmt: skip


@pytest.mark.parametrize("name", HABITS)
def test_never_worse_than_a_rule_of_thumb(name: str) -> None:
    side, habit = HABITS[name]
    sign = 1 if side == "attacker" else -1
    better = 0
    for seed in range(40):
        fields = scenario_of(seed)
        objective = ("damage", "destroyed")[seed % 2]
        got = reroll(fields, objective, side)
        ref = expectimax(fields, objective, {side: habit})
        thumb = ref.value(side == "attacker", side == "defender")
        assert sign * (got.value - thumb) > -1e-12
        assert sign * (got.value - got.without) > -1e-12
        better += sign * (got.value - thumb) > 1e-9
    assert better > 0


# ------------------------------------------------------------------------------ by hand


def test_a_single_shot_by_hand() -> None:
    """Hit, wound, no save, damage that slays on 4+: whatever fails first is rolled again."""
    got = mathhammer.command_reroll("A1 BS4+ S4 AP0 DD6", "T4 W4")
    # Three coins; of the sequences with one failure each may be mended by one more coin.
    assert got.without == pytest.approx(1 / 8, abs=1e-15)
    assert got.value == pytest.approx(1 / 8 + 3 / 16, abs=1e-15)
    uses = {use.roll: use.share for use in got.sides["attacker"].uses}
    assert uses == pytest.approx({"hit": 1 / 2, "wound": 1 / 4, "damage": 1 / 8})
    assert got.sides["attacker"].unused == pytest.approx(1 / 8)
    rule = got.sides["attacker"].rule
    assert rule is not None and rule.of_gain == pytest.approx(1)


def test_a_die_that_was_rolled_again_is_not_eligible() -> None:
    """D-2: with all failures re-rolled there is no die left for a Command Re-roll."""
    weapon = "A1 BS4+ S4 AP0 D1 [re-roll hits: failures, re-roll wounds: failures]"
    got = mathhammer.command_reroll(weapon, "T4 W1")
    assert got.value == got.without == pytest.approx(9 / 16)
    assert got.advice == ["The attacker's re-roll changes nothing here."]


def test_fishing_for_a_critical() -> None:
    """A plain wound that is sure to be saved on 2+ is rolled again for a Devastating one."""
    got = mathhammer.command_reroll("A1 S8 AP0 D1 [Torrent, Devastating Wounds]", "T4 Sv2+ W1")
    # Wounds on 2+: 6 slays, 1 to 5 are rolled again unless the save may fail as well.
    plain, fished = 1 / 6, 1 / 6 + 4 / 36
    assert got.value == pytest.approx(1 / 6 + 5 / 6 * max(plain, fished), abs=1e-15)


def test_who_wins_where_both_have_one() -> None:
    got = mathhammer.command_reroll("A1 BS4+ S4 AP0 D1", "T4 Sv4+ W1", by="both")
    hits = 1 / 4 + 2 / 8  # two coins, one of them again
    assert got.sides["attacker"].value == pytest.approx(hits / 2)
    assert got.sides["defender"].value == pytest.approx(1 / 16)
    assert got.value == pytest.approx(hits / 4)


@pytest.mark.parametrize("copies", [1, 3, 10])
def test_the_lowest_number_of_attacks_is_rolled_again(copies: int) -> None:
    """Torrent that always wounds for mean damage: below 3.5 the lowest die is rolled again."""
    got = mathhammer.command_reroll(
        f"{copies}x AD6 S8 AP0 D1 [Torrent, Anti-Infantry 2+]",
        {"models": 60, "toughness": 8, "wounds": 1, "keywords": "Infantry"},
        objective="damage",
    )
    # 5 of 6 attacks wound; the best of all that may follow is at least this one choice.
    lowest = sum(
        max(0.0, 3.5 - v) * (((7 - v) / 6) ** copies - ((6 - v) / 6) ** copies)
        for v in range(1, 7)
    )  # fmt: skip
    assert got.gain >= 5 / 6 * lowest - 1e-12
    # A failed wound is worth 5/6 at most, where one is to be had.
    assert got.gain <= 5 / 6 * lowest + 5 / 6
    if copies == 1:  # every number of attacks, and of failed wounds
        by_hand = 0.0
        for attacks in range(1, 7):
            mend = 5 / 6 * (1 - (5 / 6) ** attacks)
            by_hand += max(5 / 6 * attacks + mend, 5 / 6 * 3.5) / 6
        assert got.value == pytest.approx(by_hand, abs=1e-12)


# --------------------------------------------------------------------- laws of the large


LARGE = [
    ("30x A2 BS3+ S4 AP-1 D1 [Sustained Hits 1, Lethal Hits]", "20x meq", None),
    ("10x AD6 BS4+ S6 AP-1 DD3 [Blast, re-roll hits: ones]", "10x T5 Sv3+ W3", None),
    ("15x A2 BS4+ S4 AP-1 D2 [Devastating Wounds]", "10x T4 Sv3+ W2 5+++", "print-2023"),
    ("12x A2 BS4+ S4 AP-1 DD3 [Devastating Wounds]", "10x T5 Sv3+ W3", "errata-2024"),
]


@pytest.mark.slow
@pytest.mark.parametrize("weapon, target, ruling", LARGE)
def test_large_attacks_agree_with_the_exact_engine(weapon, target, ruling) -> None:
    ruleset = ruling and {"devastating": ruling}
    weapons = [weapon] * 2
    plain = mathhammer.attack(weapons, target, ruleset=ruleset)
    got = {
        by: mathhammer.command_reroll(weapons, target, by=by, objective="slain", ruleset=ruleset)
        for by in ("attacker", "defender", "both")
    }
    for one in got.values():
        assert one.without == pytest.approx(plain.slain.mean, rel=1e-12)
        for side in one.sides.values():
            assert sum(u.share for u in side.uses) + side.unused == pytest.approx(1)
            assert all(rule.of_gain <= 1 + 1e-9 for rule in side.rules)
    assert got["defender"].value < got["both"].value < got["attacker"].value
    assert got["both"].value >= got["defender"].value


def test_more_attacks_and_a_weaker_target_are_never_worse() -> None:
    """What `Handful` and `AttackRolls` rest on: the values never fall with more attacks."""
    options = itertools.product(
        ("D1", "D2", "DD3"), ("", "[Devastating Wounds]", "[Lethal Hits, Sustained Hits 1]"),
        ("3x T4 Sv4+ W2 5+++", "3x T4 Sv3+ W3 [ignore first damage]"),
    )  # fmt: skip
    for damage, ability, target in options:
        for by in ("attacker", "defender", "both"):
            values = [
                mathhammer.command_reroll(
                    f"A{attacks} BS3+ S5 AP-1 {damage} {ability}", target, by=by, objective="damage"
                ).value
                for attacks in range(1, 8)
            ]
            assert values == sorted(values)


@pytest.mark.slow
@pytest.mark.parametrize("ruling", ["print-2023", "errata-2024", "errata-2023-09"])
def test_sixty_attacks_of_three_weapons_are_taken(ruling: str) -> None:
    """The most that is asked for, with everything on it that costs."""
    ability = "Devastating Wounds, Sustained Hits 1, Lethal Hits"
    weapon = f"20x A1 BS4+ S5 AP-1 DD3 [{ability}]"
    got = mathhammer.command_reroll(
        [weapon] * 3, "10x T4 Sv3+ W3 5+++", objective="damage",
        ruleset={"devastating": ruling},
    )  # fmt: skip
    plain = mathhammer.attack([weapon] * 3, "10x T4 Sv3+ W3 5+++", ruleset={"devastating": ruling})
    assert got.without == pytest.approx(plain.damage.mean, rel=1e-11)
    assert got.value > got.without
    assert any("left out" in note for note in got.notes)


@pytest.mark.slow
def test_three_weapons_that_wait_apart_are_taken() -> None:
    """Sixty attacks of which each weapon's Devastating Wounds are counted by themselves."""
    weapons = [
        f"20x A1 BS4+ S5 AP-1 {damage} [Devastating Wounds]" for damage in ("D2", "DD3", "D3")
    ]
    ruleset = {"devastating": "errata-2024"}
    target = "10x T4 Sv3+ W3"
    got = mathhammer.command_reroll(weapons, target, objective="damage", ruleset=ruleset)
    plain = mathhammer.attack(weapons, target, ruleset=ruleset)
    assert got.without == pytest.approx(plain.damage.mean, rel=1e-11)
    assert got.value > got.without


@pytest.mark.parametrize("seed", range(0, 60, 4))
def test_values_are_the_same_piece_by_piece(seed: int, monkeypatch) -> None:
    """How much is worked on at once changes nothing."""
    fields = scenario_of(seed)
    plan = reroll(fields, "slain").result.plan
    space = Space(plan.units[0])
    objective = Objective.read("slain").of_states(space)

    def values() -> Any:
        return policy.Policy(plan, objective, policy.Sides(True, True)).start

    whole = values()
    monkeypatch.setattr(stage, "_BLOCK", 1)
    np.testing.assert_allclose(values(), whole, rtol=0, atol=1e-12)


def test_rules_of_thumb_for_which_there_is_no_time_are_noted(monkeypatch) -> None:
    def found():
        return mathhammer.command_reroll(["2x A2 BS4+ S4 DD6"] * 2, "5x T4 W6", objective="damage")

    def left_out(got) -> list[str]:
        return [note.split(" are left out")[0] for note in got.notes if "left out" in note]

    everything = found()
    work = policy.Policy(everything.result.plan, np.arange(31.0), policy.Sides(True, False)).work
    assert left_out(everything) == []
    monkeypatch.setattr(policy.limits, "MAX_RULES_WORK", 3 * work)
    some = found()
    assert left_out(some) == ["Rules of thumb of single weapons for the attacker"]
    monkeypatch.setattr(policy.limits, "MAX_RULES_WORK", work)
    none = found()
    assert left_out(none) == ["Rules of thumb for the attacker"]
    rules = [got.sides["attacker"].rules for got in (everything, some, none)]
    assert len(rules[0]) > len(rules[1]) > len(rules[2]) == 0
    assert rules[0][: len(rules[1])] == rules[1]
    assert everything.value == some.value == none.value


# ------------------------------------------------------------------------------ refusals


@pytest.mark.parametrize(
    "change, error, words",
    [
        ({"by": "me"}, MathhammerError, "attacker, defender, both"),
        ({"by": "defenders"}, MathhammerError, "did you mean 'defender'"),
        ({"by": 3}, MathhammerError, "3 is not allowed"),
        ({"objective": "destroy"}, MathhammerError, "did you mean 'destroyed'"),
        ({"objective": "slain=0"}, MathhammerError, "1 or more"),
        ({"objective": "slain=x"}, MathhammerError, "not an objective"),
        ({"objective": "slain=99999999999"}, MathhammerError, "not an objective"),
        ({"objective": {"slain": True}}, MathhammerError, "not a number of models"),
        ({"objective": {"slain": 6}}, MathhammerError, "has 5 models"),
        ({"objective": None}, MathhammerError, "not an objective"),
        ({"game": "chess"}, MathhammerError, "not a game"),
        ({"game": "aos"}, NotModelledError, "Age of Sigmar has none"),
        ({"attacker": "10x 2/3+/4+/1/1"}, NotModelledError, "Age of Sigmar has none"),
        ({"attacker": "A2"}, MathhammerError, "attacker"),
        ({"target": "T4"}, MathhammerError, "wounds"),
        ({"context": {"rain": True}}, MathhammerError, "context"),
        ({"ruleset": {"rain": True}}, MathhammerError, "ruleset"),
        ({"attacker": "100x A4 BS3+ S4 D1 [Sustained Hits 1]"}, TooLargeError, "800 dice"),
        ({"attacker": "A1 BS3+ S4 D1", "target": "1000x T4 W2000"}, TooLargeError, "states"),
        (
            {"attacker": [f"30x A2 BS3+ S4 {damage} [Devastating Wounds, Lethal Hits]"
                          for damage in ("DD3", "DD6", "D2")],
             "target": "10x T4 W3"},
            TooLargeError,
            "steps here",
        ),
        (
            {"attacker": {"weapons": "A1 BS3+ S4 D1",
                          "mortals": {"dice": 2500, "damage": 20}},
             "target": "1000x T4 W200"},
            TooLargeError,
            "steps",
        ),
        (
            {"attacker": "A1 BS3+ S4 D20000 [Devastating Wounds]",
             "target": "5x T4 W2 5+++"},
            None,
            "",
        ),
    ],
)  # fmt: skip
def test_wrong_input_is_refused_in_a_sentence(change, error, words) -> None:
    fields = {"attacker": "10x A1 BS3+ S4 D1", "target": "5x T4 Sv3+ W2", **change}
    if error is None:
        assert mathhammer.command_reroll(**fields).gain > 0
        return
    with pytest.raises(error, match=words) as caught:
        mathhammer.command_reroll(**fields)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "rider",
    [
        {"on_critical_hit": {"mortals": "1"}},
        {"on_critical_hit": {"ap": -1}},
        {"on_critical_wound": {"damage": 1}},
    ],
)
def test_riders_are_refused_by_name(rider) -> None:
    weapon = {"attacks": 2, "skill": 3, "strength": 4, "damage": 1, "modifiers": rider}
    with pytest.raises(NotModelledError, match="on_critical_hit or on_critical_wound"):
        mathhammer.command_reroll(weapon, "meq")


# ----------------------------------------------------------------------- what it looks like


def test_objectives_as_they_are_read() -> None:
    assert Objective.read({"slain": 3}) == Objective.read(" Slain = 3 ") == ("slain", 3)
    assert Objective.read("damage") == ("damage", 0)
    assert str(Objective.read("slain")) == "mean models slain"


def test_the_dictionary_and_the_table_hold_the_same() -> None:
    got = mathhammer.command_reroll(
        ["lance: A1 BS3+ S12 AP-3 DD6+1 [Hazardous]", "fist: A2 WS3+ S8 AP-2 D2"],
        "T9 Sv3+ W10 5+++", by="both", objective="damage",
    )  # fmt: skip
    made = got.to_dict()
    assert made["kind"] == "command_reroll" and made["objective"] == "damage"
    assert made["gain"] == pytest.approx(made["with"] - made["without"])
    assert set(made["sides"]) == {"attacker", "defender"}
    assert any("Hazardous" in note for note in made["notes"])
    assert any("Feel No Pain" in note for note in made["notes"])
    assert any("different phases" in note for note in made["notes"])
    table = got.table()
    assert table.groupby("player")["share"].sum().round(9).tolist() == [1.0, 1.0]
    assert set(table["weapon"]) >= {"lance", "fist"}


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_page_keeps_to_its_width(width: int, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    got = mathhammer.command_reroll(
        ["2x very long name of a great lance: A1 BS3+ S12 AP-3 DD6+1", "frag: AD6 BS3+ S4 AP0 D1"],
        "10x meq", by="both", objective="slain=2",
    )  # fmt: skip
    page = Page(io.StringIO())
    page.put(reroll_page(got, read_as=["a text"]))
    text = page.text()
    assert max(map(len, text.splitlines())) <= width
    assert "never used" in text and "rule of thumb" in text and "P(at least 2 slain)" in text
