"""The branches of a turn: their flows by hand, and the tree that is made of them."""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter
from fractions import Fraction

import pytest

import mathhammer
from mathhammer.analysis.branches import turn_tree
from mathhammer.core.errors import MathhammerError, NotModelledError

UNITS = {
    "a": {
        "models": 5, "toughness": 4, "save": "3+", "wounds": 2, "move": 6,
        "weapons": ["5x A2 BS3+ S4 AP-1 D1", "5x A3 WS3+ S4 AP0 D1"],
    },
    "b": {
        "models": 10, "toughness": 5, "save": "5+", "wounds": 1, "leadership": "7+",
        "weapons": ["10x A2 WS3+ S4 AP-1 D1"],
    },
}  # fmt: skip
SHOOT = {"do": "shoot", "by": "a", "at": "b"}
ADVANCE = {"do": "advance", "by": "a", "toward": "b"}
CHARGE = {"do": "charge", "by": "a", "at": "b"}
FIGHT = {"do": "fight", "by": ["a", "b"], "if": "charged"}
SHOCK = {"do": "battleshock", "by": "b"}


def turn(*steps, gap=14, units=UNITS, **more):
    return mathhammer.turn({"gap": gap, "units": units, "step": list(steps), **more})


def by_dice(gap):
    """Return P(advance to a gap) and P(charge succeeds from it), die by die."""
    found: Counter[tuple[float, bool]] = Counter()
    for face, one, two in itertools.product(range(1, 7), repeat=3):
        left = max(1.0, gap - 6 - face)
        found[left, one + two >= left - 1] += Fraction(1, 216)
    return found


def test_the_flows_of_an_advance_and_a_charge_match_enumeration():
    result = turn(ADVANCE, CHARGE)
    expected = by_dice(14)
    before = result.compiled.stages[1].branches
    got = {
        (before[i].gap(0, 1), "charged" in result.compiled.branches[j].flags): p
        for i, j, p in result.steps[1].flows
    }
    assert got == {key: pytest.approx(float(p), abs=1e-12) for key, p in expected.items()}
    assert [p for _, _, p in result.steps[0].flows] == pytest.approx([1 / 6] * 6)


@pytest.mark.parametrize(
    "steps", [(SHOOT,), (SHOOT, CHARGE), (SHOOT, ADVANCE, CHARGE, FIGHT, SHOCK), (SHOCK, CHARGE)]
)
def test_flows_keep_all_probability(steps):
    result = turn(*steps)
    arriving = {0: 1.0}
    for outcome in result.steps:
        leaving: Counter[int] = Counter()
        after: Counter[int] = Counter()
        for i, j, p in outcome.flows:
            leaving[i] += p
            after[j] += p
        assert leaving == {i: pytest.approx(p, abs=1e-12) for i, p in arriving.items() if p}
        arriving = after
    assert [arriving.get(k, 0.0) for k in range(len(result.evolution.branches))] == pytest.approx(
        result.evolution.branches
    )


def test_the_tree_is_made_of_the_flows():
    result = turn(SHOOT, ADVANCE, CHARGE, FIGHT, SHOCK)
    tree = turn_tree(result)
    assert [column.steps for column in tree.columns] == [(), (0, 1), (2,), (3, 4)]
    assert tree.rest == ()
    for column, before in zip(tree.columns[1:], tree.columns, strict=False):
        assert sum(node.probability for node in column.nodes) == pytest.approx(1)
        for k, node in enumerate(column.nodes):
            into = sum(link.probability for link in column.links if link.target == k)
            assert into == pytest.approx(node.probability)
        for k, node in enumerate(before.nodes):
            out = sum(link.probability for link in column.links if link.source == k)
            assert out == pytest.approx(node.probability)
    assert {node.words for node in tree.columns[1].nodes} == {f'gap {g}"' for g in range(2, 8)}
    charged = tree.columns[2].nodes[0]
    assert charged.words == "charged"
    assert charged.probability == pytest.approx(result.flags["charged"])
    shocked = sum(n.probability for n in tree.columns[3].nodes if ", b.shocked" in n.words)
    assert shocked <= result.flags["b.shocked"] + 1e-12


def test_what_a_branch_leads_to_adds_up_to_the_whole():
    result = turn(SHOOT, CHARGE, FIGHT, gap=8)
    tree = turn_tree(result)
    assert tree.rest == (2,)
    nodes = tree.columns[-1].nodes
    for number, name in enumerate(result.names):
        whole = sum(n.probability * d[number] for n, d in zip(nodes, tree.destroyed, strict=True))
        assert whole == pytest.approx(result.destroyed(name))


def test_small_branches_are_put_together():
    result = turn(SHOOT, ADVANCE, CHARGE, FIGHT, SHOCK)
    whole = turn_tree(result, 50).columns[-1]
    few = turn_tree(result, 3).columns[-1]
    assert len(few.nodes) == 3
    assert few.nodes[:2] == tuple(
        node._replace(words=mine.words)
        for node, mine in zip(whole.nodes[:2], few.nodes, strict=False)
    )
    rest = few.nodes[2]
    assert rest.words == f"{len(whole.nodes) - 2} others" and len(rest.branches) > 1
    assert rest.probability == pytest.approx(sum(n.probability for n in whole.nodes[2:]))


def test_a_turn_without_branches_is_one_node():
    tree = turn_tree(turn(SHOOT))
    assert len(tree.columns) == 1 and tree.rest == (0,)
    assert tree.columns[0].nodes[0].probability == 1


def test_units_that_are_gone_and_ran_are_told_apart():
    units = {**UNITS, "b": {**UNITS["b"], "models": 1}}
    shot = {"do": "shoot", "by": "a", "at": "b"}
    moved = {"do": "advance", "by": "b", "toward": "a"}
    tree = turn_tree(turn(shot, moved, units={**units, "b": {**units["b"], "move": 5}}))
    words = [node.words for node in tree.columns[1].nodes]
    assert "b lost before a move" in words and 'gap 8"' in words


# --------------------------------------------------------------------- words that are true

UNITS_OF_THREE = {
    "a": {**UNITS["a"], "leadership": "7+"},
    "b": {**UNITS["b"], "move": 5},
    "c": {
        "side": "second", "models": 1, "toughness": 4, "save": "6+", "wounds": 1, "move": 5,
        "leadership": "8+", "weapons": ["A1 WS4+ S4 AP0 D1"],
    },
}  # fmt: skip


def random_steps(seed):
    """Return steps of charges, moves and tests, some of them under a condition."""
    dice = random.Random(seed)
    steps, flags = [], []
    for number in range(dice.randint(3, 6)):
        unit, enemy = dice.choice([("a", "b"), ("a", "c"), ("b", "a"), ("c", "a")])
        do = dice.choice(["shoot", "charge", "charge", "advance", "fall_back", "battleshock"])
        step = {"do": do, "by": unit}
        if do == "shoot":
            step |= {"by": "a", "at": dice.choice("bc")}
        elif do == "charge":
            step |= {"at": enemy, "name": f"f{number}"}
        elif do != "battleshock":
            step["toward"] = enemy
            step = step if do == "advance" else {"do": do, "by": unit}
        elif f"{unit}.shocked" in flags:
            continue
        if flags and dice.random() < 0.5:
            step["if"] = dice.choice(["", "not "]) + dice.choice(flags)
        flags += {"charge": [f"f{number}"], "battleshock": [f"{unit}.shocked"]}.get(do, [])
        steps.append(step)
    return steps


def holds(words, world, names):
    """Return whether what some words say, read literally, is true of a world."""
    if words.endswith('"'):
        _, pair, inches = re.fullmatch(r"((\w+-\w+) |gap )(.*)\"", words).groups()
        gaps = {f"{names[i]}-{names[j]}": gap for i, j, gap in world.gaps}
        return (gaps[pair] if pair else next(iter(gaps.values()))) == pytest.approx(float(inches))
    unit, _, said = words.partition(" ")
    if unit not in names:
        said = words.removeprefix("not ")
        return (said in world.flags) is (said == words)
    number, plain = names.index(unit), re.sub("^(not|never) ", "", said)
    return (plain == said) is {
        "lost before a move": number in world.gone, "charged": number in world.charged,
        "advanced": number in world.advanced, "shocked": number in world.shocked,
        "fell back": (number, "fall_back") in world.left,
    }[plain]  # fmt: skip


@pytest.mark.parametrize("most", [3, 8])
@pytest.mark.parametrize("seed", range(25))
def test_a_node_is_as_probable_as_its_words(seed, most):
    steps = random_steps(seed)
    tree = turn_tree(turn(*steps, units=UNITS_OF_THREE, gap=9), most)
    names = tuple(UNITS_OF_THREE)
    for column in tree.columns[1:]:
        # The branches after these steps are those of a turn that ends here.
        ended = turn(*steps[: column.steps[-1] + 1], units=UNITS_OF_THREE, gap=9)
        branches = list(zip(ended.compiled.branches, ended.evolution.branches, strict=True))
        left = 1.0
        for node in column.nodes:
            if len(node.branches) > 1:
                assert node.words == f"{len(node.branches)} others"
                assert node.probability == pytest.approx(left, abs=1e-9)
                continue
            parts = node.words.split(", ") if node.words else []
            said = sum(p for w, p in branches if all(holds(part, w, names) for part in parts))
            assert node.probability == pytest.approx(said, abs=1e-9), node.words
            left -= node.probability


@pytest.mark.parametrize("most", [1, 51, True, 2.5, "8"])
def test_a_wrong_number_of_nodes_is_refused(most):
    with pytest.raises(MathhammerError, match="number of nodes from 2 to 50"):
        turn_tree(turn(SHOOT), most)


def test_a_simulated_turn_has_no_tree():
    with pytest.raises(NotModelledError, match="not modelled by montecarlo"):
        turn_tree(mathhammer.turn({"gap": 8, "units": UNITS, "step": [SHOOT]},
                                  engine="montecarlo", trials=10, seed=1))  # fmt: skip


@pytest.mark.parametrize("most", [3, 8, 50])
def test_a_label_is_true_of_its_branch_alone(most):
    """The branches of a column that have all flags of a label have its probability together."""
    units = {**UNITS, "a": {**UNITS["a"], "leadership": "6+"}}
    units["c"] = {**UNITS["a"], "side": "first", "leadership": "9+"}
    result = turn(
        SHOOT, CHARGE, {**CHARGE, "by": "c", "name": "second"},
        {"do": "fight", "by": ["a", "b", "c"], "at": {"a": "b", "c": "b", "b": "a"}},
        {**SHOCK, "by": "a"}, {**SHOCK, "by": "c"}, SHOCK, gap=8, units=units,
    )  # fmt: skip
    last = turn_tree(result, most).columns[-1]
    shares: Counter[int] = Counter()
    for _, target, p in result.steps[-1].flows:
        shares[target] += p
    named = [node for node in last.nodes if not node.words.endswith("others")]
    assert len(named) == min(most - 1, len(shares)) or len(named) == len(shares)
    for node in named:
        words = {
            re.sub(r"^(\w+) (not )?shocked$", r"\2\1.shocked", word)
            for word in node.words.split(", ")
        }
        flags = {word for word in words if word in result.compiled.flags}
        others = {word.removeprefix("not ") for word in words - flags} & set(result.compiled.flags)
        assert flags | others, node.words
        alike = [
            p for branch, p in shares.items()
            if flags <= result.compiled.branches[branch].flags
            and not others & result.compiled.branches[branch].flags
        ]  # fmt: skip
        assert sum(alike) == pytest.approx(node.probability, abs=1e-12)
