"""One turn of the heroes dice game against enumeration, exhaustive search and its own dice."""

from __future__ import annotations

import math
from collections import Counter
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import reference_heroes as reference

from mathhammer.heroes import rolls
from mathhammer.heroes.advice import advise
from mathhammer.heroes.policies import RULES_OF_THUMB, Policy
from mathhammer.heroes.setup import Setup, Values
from mathhammer.heroes.solve import Solution
from mathhammer.heroes.tree import Tree, tree

pytestmark = pytest.mark.slow

#: The shortest straight, fresh_dice, leave_unkept.
VARIANTS = list(product((3, 4), (True, False), (True, False)))
Variant = tuple[int, bool, bool]
BEST = Policy()
SIMPLE = Policy(stop_at=3, keep_all=True, leave=False)
POLICIES = (BEST, *RULES_OF_THUMB, SIMPLE, Policy(roll_from=3, leave=False))
COLUMN_3_BLOCKED = Values(three=[3, 3, 0, 3, 3], straight=[1, 1, 0, 1, 1])


# ------------------------------------------------------------------------------- scoring


@pytest.mark.parametrize("straight", [3, 4])
@pytest.mark.parametrize("dice", range(1, 7))
def test_exhausted_matches_enumeration(dice: int, straight: int) -> None:
    """Counted over all rolls, without looking at sets of scoring rolls (H-3)."""
    nothing = 0
    for roll in product(range(1, 7), repeat=dice):
        runs = "".join(str(f) if f in roll else " " for f in range(1, 6))
        longest = max(map(len, runs.split()), default=0)
        three = any(roll.count(f) >= 3 for f in range(1, 6))
        nothing += 6 not in roll and not three and longest < straight
    assert rolls.exhausted_probability(dice, straight) == pytest.approx(
        nothing / 6**dice, abs=1e-15
    )


@given(
    st.lists(st.integers(1, 6), max_size=4),
    st.lists(st.integers(1, 6), min_size=1, max_size=5),
    st.sampled_from(VARIANTS),
)
@settings(max_examples=300, deadline=None)
def test_what_may_be_kept_matches_single_dice(
    lying: list[int], rolled: list[int], variant: Variant
) -> None:
    """The same sets of scoring rolls as by looking at every set of places (H-4)."""
    rolled = rolled[: 6 - len(lying)]
    straight, fresh_dice, _ = variant
    ref = {
        kept for kept, _ in reference.keepable(tuple(lying), tuple(rolled), straight, fresh_dice)
    }
    known = rolls.scoring_rolls(straight)
    got = [
        tuple(sorted(known[i].faces for i in kept))
        for kept in rolls.choices(
            rolls.count_of(lying), rolls.count_of(rolled), straight, fresh_dice
        )
    ]
    assert set(got) == ref
    assert len(got) == len(ref)


# ------------------------------------------------------------------------------- the value


@pytest.mark.parametrize("dice", [1, 2, 3, pytest.param(4, marks=pytest.mark.slow)])
@pytest.mark.parametrize("variant", VARIANTS)
def test_turn_matches_exhaustive_search(variant: Variant, dice: int) -> None:
    straight, fresh_dice, leave_unkept = variant
    ref = reference.fixed_point(
        dice, straight=straight, fresh_dice=fresh_dice, leave_unkept=leave_unkept
    )
    got = Solution(Tree(*variant, dice), Values(), BEST).expected
    assert got == pytest.approx(ref, abs=1e-10)


@pytest.mark.parametrize("dice", [5, pytest.param(6, marks=pytest.mark.slow)])
@pytest.mark.parametrize("variant", VARIANTS)
def test_whole_turn_matches_exhaustive_search(variant: Variant, dice: int) -> None:
    """All six dice: if a new turn is worth so much, the search finds that a turn is, too."""
    straight, fresh_dice, leave_unkept = variant
    got = Solution(Tree(*variant, dice), Values(), BEST).expected
    ref = reference.turn_value(
        dice, got, straight=straight, fresh_dice=fresh_dice, leave_unkept=leave_unkept
    )
    assert got == pytest.approx(ref, abs=1e-10)


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_turn_with_values_by_column_matches_exhaustive_search(variant: Variant) -> None:
    straight, fresh_dice, leave_unkept = variant
    three, column = [4, 0, 2, 7, 1], [2, 0, 3, 1, 0]
    values = Values(lucky=2, double=3, three=three, straight=column)

    def worth(roll: tuple[int, ...]) -> int:
        kind = reference.name_of(roll, straight)
        if kind == "three":
            return three[roll[0] - 1]
        return {"lucky": 2, "double": 3}.get(kind or "", sum(column[f - 1] for f in roll if f < 6))

    ref = reference.fixed_point(
        4, straight=straight, fresh_dice=fresh_dice, leave_unkept=leave_unkept, worth=worth
    )
    got = Solution(Tree(*variant, 4), values, BEST).expected
    assert got == pytest.approx(ref, abs=1e-10)


def test_without_all_out_war_matches_exhaustive_search() -> None:
    ref = reference.turn_value(4, 0.0, war=False)
    got = Solution(Tree(dice=4), Values(), Policy(war=False))
    assert got.expected == pytest.approx(ref, abs=1e-10)
    assert got.war == 0


@pytest.mark.parametrize("policy", POLICIES, ids=str)
@pytest.mark.parametrize("variant", VARIANTS)
def test_all_out_war_is_the_fixed_point(variant: Variant, policy: Policy) -> None:
    """A turn is worth what it is worth if a new turn is worth as much (H-5)."""
    solution = Solution(tree(*variant), Values(), policy)
    again = solution.solver.choose(solution.expected).throws[-1, 0]
    assert abs(again - solution.expected) < 1e-10
    assert solution.distribution.mean == pytest.approx(solution.expected, abs=1e-9)
    assert solution.distribution.array.sum() == pytest.approx(1.0, abs=2e-12)
    total = solution.round.acted.sum() + solution.round.war.sum() + solution.round.exhausted
    assert total == pytest.approx(1.0, abs=1e-13)


@pytest.mark.slow
@given(
    lucky=st.integers(0, 5),
    double=st.integers(0, 8),
    three=st.lists(st.integers(0, 9), min_size=5, max_size=5),
    straight=st.lists(st.integers(0, 3), min_size=5, max_size=5),
    policy=st.sampled_from(POLICIES),
)
@settings(max_examples=40, deadline=None)
def test_no_rule_of_thumb_beats_the_best_policy(
    lucky: int, double: int, three: list[int], straight: list[int], policy: Policy
) -> None:
    values = Values(lucky=lucky, double=double, three=three, straight=straight)
    best = Solution(tree(), values, BEST)
    assert Solution(tree(), values, policy).expected <= best.expected + 1e-10
    # More slots for a roll never make a turn worth less.
    more = Solution(tree(), values.replace(lucky=lucky + 1), BEST)
    assert more.expected >= best.expected - 1e-10


@pytest.mark.parametrize("fresh_dice", [True, False])
@pytest.mark.parametrize("dice", [3, 4, 5])
def test_leaving_unkept_rolls_changes_what_a_turn_is_worth(dice: int, fresh_dice: bool) -> None:
    """Three dice tell where lying dice score alone (a 6 is left), five where they don't (H-4)."""
    may, must_not = (
        Solution(Tree(3, fresh_dice, leave_unkept, dice), Values(), BEST).expected
        for leave_unkept in (True, False)
    )
    tells = dice == 5 or not fresh_dice
    assert (may > must_not + 0.02) == tells
    assert may >= must_not - 1e-12


@pytest.mark.parametrize("straight", [3, 4])
def test_where_no_scoring_roll_lies_each_has_a_fresh_die(straight: int) -> None:
    """Each new roll holds a die just rolled, so `fresh_dice` makes no difference (H-4)."""
    fresh, any_ = (tree(straight, fresh_dice, False) for fresh_dice in (True, False))
    assert fresh.outcomes == any_.outcomes
    assert (fresh.kept == any_.kept).all() and (fresh.lands == any_.lands).all()
    for row, _ in fresh.throws:
        assert not reference.holds_a_roll(tuple(rolls.faces_of(fresh.rows[row])), straight)


def test_worthless_rolls_are_worth_nothing() -> None:
    values = Values(lucky=0, double=0, three=0, straight=0)
    solution = Solution(tree(), values, BEST)
    assert solution.expected == 0
    assert solution.distribution.pmf(0) == pytest.approx(1.0, abs=1e-11)


# ------------------------------------------------------------- the policy, die by die


def played(solution: Solution, turns: int, seed: int) -> list[tuple[int, bool]]:
    """Play turns with single dice: the slots of each, and whether it ended exhausted.

    What the policy chooses is looked up; whether it may, and what it is worth, is judged
    from the faces alone.
    """
    rng = np.random.default_rng(seed)
    grown = solution.tree
    case = {}
    for number, (row, _) in enumerate(grown.throws):
        for i in range(grown.cases[number], grown.cases[number + 1]):
            case[grown.rows[row], grown.outcomes[i]] = i
    known = rolls.scoring_rolls(grown.straight)
    results = []
    for _ in range(turns):
        banked, exhausted, going = 0, False, True
        while going:
            at_risk, lying, dice = 0, [], grown.dice
            while True:
                rolled = rng.integers(1, 7, dice).tolist()
                legal = reference.keepable(
                    tuple(lying), tuple(rolled), grown.straight, grown.fresh_dice
                )
                place = case.get((rolls.count_of(lying), rolls.count_of(rolled)))
                assert (place is None) == (not legal)
                if place is None:
                    exhausted, going = True, False
                    break
                option = solution.choices.options[place, at_risk]
                kept = tuple(
                    sorted(
                        known[i].faces
                        for i, number in enumerate(grown.kept[option])
                        for _ in range(number)
                    )
                )
                rest = [rest for faces, rest in legal if faces == kept]
                assert rest, (lying, rolled, kept)
                at_risk += sum(map(len, kept))
                if not rest[0]:
                    banked += at_risk
                    break
                row = grown.index[rolls.count_of(rest[0])]
                lead = solution.choices.leads[row, at_risk]
                if lead < 0:
                    banked, going = banked + at_risk, False
                    break
                left, dice = grown.throws[lead]
                lying = rolls.faces_of(grown.rows[left])
                assert grown.leave_unkept or not reference.holds_a_roll(tuple(lying), 3)
                assert not Counter(lying) - Counter(rest[0])
                assert len(lying) + dice == len(rest[0])
        results.append((banked, exhausted))
    return results


@pytest.mark.slow
@pytest.mark.parametrize("policy", [BEST, SIMPLE], ids=str)
@pytest.mark.parametrize("rulings", [(True, True), (True, False), (False, True)])
def test_policy_played_die_by_die_gives_its_distribution(
    policy: Policy, rulings: tuple[bool, bool]
) -> None:
    """Each frequency within five standard errors of its probability (fixed seed)."""
    solution = Solution(tree(3, *rulings), Values(), policy)
    turns = 4000
    results = played(solution, turns, seed=20)
    slots = np.array([banked for banked, _ in results])
    error = solution.distribution.sd / math.sqrt(turns)
    assert abs(slots.mean() - solution.expected) < 5 * error
    for k in range(12):
        p = solution.distribution.pmf(k)
        assert abs((slots == k).mean() - p) < 5 * math.sqrt(p * (1 - p) / turns) + 1e-12
    p = solution.exhausted
    assert abs(np.mean([e for _, e in results]) - p) < 5 * math.sqrt(p * (1 - p) / turns)


# -------------------------------------------------------------------------------- advice


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(
    ("lying", "rolled", "at_risk"),
    [((), (1, 1, 6), 1), ((1, 1), (1, 2), 2), ((6,), (6, 3), 3), ((), (1, 2, 3, 4), 2),
     ((2, 3), (4, 6), 0), ((), (5, 4), 2), ((6,), (4, 4), 2), ((), (6, 6, 6, 6), 0)],
)  # fmt: skip
def test_advice_matches_exhaustive_search(
    variant: Variant, lying: tuple[int, ...], rolled: tuple[int, ...], at_risk: int
) -> None:
    """Up to four dice not kept: the value of every way to go on, worked out again."""
    straight, fresh_dice, _ = variant
    solution = Solution(tree(*variant), Values(), BEST)
    setup = Setup(straight=straight, lying=lying, rolled=rolled, at_risk=at_risk)
    advice = advise(solution, setup)
    legal = reference.keepable(lying, rolled, straight, fresh_dice)
    new = solution.expected
    ref = 0.0
    for kept, rest in legal:
        now = at_risk + sum(map(len, kept))
        ref = max(ref, now + (0 if rest else new))
        for number in range(1, len(rest) + 1):
            for thrown in {tuple(sorted(p)) for p in _parts(rest, number)}:
                left = tuple((Counter(rest) - Counter(thrown)).elements())
                if may_lie(variant, left):
                    ref = max(ref, _throw_value(variant, now, left, number, new))
    assert advice.best.value == pytest.approx(ref, abs=1e-10)
    assert (advice.best.then == "exhausted") == (not legal)
    act = max((at_risk + sum(map(len, kept)) for kept, _ in legal), default=0)
    assert advice.act_value == act
    assert advice.best == advice.alternatives[0]
    values = [way.value for way in advice.alternatives]
    assert values == sorted(values, reverse=True)
    for way in advice.alternatives:
        dice = [face for roll in way.keep for face in roll] + [*way.roll, *way.leave]
        if way.then == "roll":
            assert sorted(dice) == sorted([*lying, *rolled])


def _parts(rest: tuple[int, ...], number: int) -> list[tuple[int, ...]]:
    from itertools import combinations

    return list(combinations(rest, number))


def may_lie(variant: Variant, left: tuple[int, ...]) -> bool:
    straight, _, leave_unkept = variant
    return leave_unkept or not reference.holds_a_roll(left, straight)


def _throw_value(
    variant: Variant, at_risk: int, lying: tuple[int, ...], dice: int, new: float
) -> float:
    """Return the value of a throw by the search of the reference, one throw at a time."""
    straight, fresh_dice, _ = variant
    total = 0.0
    for roll in product(range(1, 7), repeat=dice):
        best = 0.0
        for kept, rest in reference.keepable(lying, roll, straight, fresh_dice):
            now = at_risk + sum(map(len, kept))
            best = max(best, now + (0 if rest else new))
            for number in range(1, len(rest) + 1):
                for thrown in set(_parts(rest, number)):
                    left = tuple((Counter(rest) - Counter(thrown)).elements())
                    if may_lie(variant, left):
                        best = max(best, _throw_value(variant, now, left, number, new))
        total += best
    return total / 6**dice


def test_advice_with_much_at_risk_is_to_act() -> None:
    solution = Solution(tree(), Values(), BEST)
    few = advise(solution, Setup(rolled=[1, 1, 1, 2], at_risk=0)).best
    many = advise(solution, Setup(rolled=[1, 1, 1, 2], at_risk=100)).best
    assert (few.then, many.then) == ("act", "act")
    safe = advise(solution, Setup(rolled=[1, 1, 3, 4, 6, 2], at_risk=100)).best
    assert (safe.then, safe.leave, safe.exhausted) == ("roll", (1, 2, 3, 4), 0.0)
    assert advise(solution, Setup(rolled=[6], lying=[1, 2], at_risk=1000)).best.value == 1001


def test_a_blocked_column_changes_the_advice() -> None:
    open_ = Solution(tree(), Values(), BEST)
    blocked = Solution(tree(), COLUMN_3_BLOCKED, BEST)
    assert blocked.expected < open_.expected
    setup = Setup(values=COLUMN_3_BLOCKED, rolled=[3, 3, 3, 1], at_risk=2)
    assert advise(blocked, setup).act_value == 2


def test_the_best_policy_in_one_sentence() -> None:
    """What the README and the notebook say of when to stop, where each die is worth a slot."""
    solution = Solution(tree(), Values(), BEST)
    grown = solution.tree
    for row, dice in enumerate(grown.rows[1:], 1):
        left = sum(dice)
        rolls = solution.choices.leads[row, 6 - left] >= 0
        assert rolls == (left >= 4 or (left == 3 and dice[2] > 0)), dice
        if rolls and left == 3:
            lies = grown.rows[grown.throws[solution.choices.leads[row, 3]][0]]
            neighbour = bool(dice[1] or dice[3])
            assert (lies[2], sum(lies)) == (1, 2 if neighbour else 1)
            assert sum(lies) == lies[1] + lies[2] + lies[3]


def test_to_roll_on_the_fewest_dice_are_kept_and_to_act_all_that_score() -> None:
    """In 98.8 % of the rolls on; else 6-6 is kept, not a 6 (README)."""
    solution = Solution(tree(), Values(), BEST)
    grown, choices = solution.tree, solution.choices
    reached = np.zeros(len(grown.throws))
    reached[-1] = 1.0
    rolled_on, fewest = 0.0, 0.0
    for number in reversed(range(len(grown.throws))):  # the most dice first
        row, dice = grown.throws[number]
        at_risk = 6 - dice - int(grown.levels[row])
        for case in range(grown.cases[number], grown.cases[number + 1]):
            mass = reached[number] * grown.probability[case]
            if not mass:
                continue
            lands = grown.lands[grown.options[case] : grown.options[case + 1]]
            lefts = grown.levels[lands]
            land = grown.lands[choices.options[case, at_risk]]
            left = int(grown.levels[land])
            lead = choices.leads[land, 6 - left] if left else -1
            if lead < 0:
                assert left == lefts.min()
                continue
            reached[lead] += mass
            rolled_on += mass
            fewest += mass * (left == lefts.max())
            assert left >= lefts.max() - 1
    assert fewest / rolled_on == pytest.approx(0.988, abs=5e-4)


# ------------------------------------------------------------------------------- policies


def test_policies_are_read_from_the_words_they_print() -> None:
    for policy in POLICIES:
        assert Policy.read(str(policy)) == policy
    assert Policy.read("Always keep everything") == Policy(keep_all=True)


def test_rules_of_thumb_do_what_they_say() -> None:
    solution = Solution(tree(), Values(), SIMPLE)
    grown, choices = solution.tree, solution.choices
    for row, dice in enumerate(grown.rows):
        for at_risk in range(solution.solver.columns(sum(dice)) if any(dice) else 0):
            lead = choices.leads[row, at_risk]
            assert (lead < 0) == (at_risk >= 3)
            assert lead < 0 or not any(grown.rows[grown.throws[lead][0]])
    for case in range(len(grown.outcomes)):
        part = slice(grown.options[case], grown.options[case + 1])
        left = grown.levels[grown.lands[part]]
        assert grown.levels[grown.lands[choices.options[case, 0]]] == left.min()
