"""Dice expressions, thresholds and re-roll tables (D-1, D-2, D-4)."""

from __future__ import annotations

from collections import Counter
from itertools import product

import numpy as np
import pytest

from mathhammer.core.dice import Dice, parse_threshold
from mathhammer.core.errors import MathhammerError
from mathhammer.games.common.amounts import reroll_below
from mathhammer.plan import Amount


@pytest.mark.parametrize(
    ("text", "written", "low", "high"),
    [
        (3, "3", 3, 3), ("3", "3", 3, 3), ("D6", "D6", 1, 6), ("d3", "D3", 1, 3),
        ("2D6", "2D6", 2, 12), ("D6+2", "D6+2", 3, 8), ("2D3+1", "2D3+1", 3, 7),
        ("D6+D3", "D6+D3", 2, 9), ("3D6kh2", "3D6kh2", 2, 12),
        ("3d6 KL2", "3D6kl2", 2, 12), ("2D6kl2", "2D6", 2, 12), (" 2d6 + 1 ", "2D6+1", 3, 13),
        ("D6\u22121", "D6-1", 0, 5), ("D6+0", "D6", 1, 6), ("1+D3", "D3+1", 2, 4),
        (2.0, "2", 2, 2), ("0", "0", 0, 0),
    ],
)  # fmt: skip
def test_spellings(text: object, written: str, low: int, high: int) -> None:
    dice = Dice.parse(text)
    assert (str(dice), dice.minimum, dice.maximum) == (written, low, high)
    assert Dice.parse(str(dice)) == dice


@pytest.mark.parametrize(
    "text", ["D6", "2D3+1", "D6+D3", "3D6kh2", "4D3kh1", "2D6kh2", "D6-1", "3D6kl2", "4D3kl1+1"]
)
def test_distribution_matches_enumeration(text: str) -> None:
    dice = Dice.parse(text)
    counts: Counter[int] = Counter({dice.constant: 1})
    ways = 1
    for number, sides, keep, lowest in dice.terms:
        rolls = [
            sum(sorted(faces)[:keep] if lowest else sorted(faces)[number - keep :])
            for faces in product(range(1, sides + 1), repeat=number)
        ]
        ways *= len(rolls)
        counts = Counter(
            {
                total: sum(
                    n for a, n in counts.items() for b, m in Counter(rolls).items()
                    if a + b == total for _ in range(m)
                )
                for total in {a + b for a in counts for b in rolls}
            }
        )  # fmt: skip
    got = dice.distribution()
    for total in range(dice.minimum, dice.maximum + 1):
        assert got.pmf(total) == pytest.approx(counts[total] / ways, rel=1e-13)
    assert dice.mean == pytest.approx(got.mean)


@pytest.mark.parametrize(
    ("value", "word"),
    [
        ("", "empty"), ("D", "not a number"), ("D8", "not a number"), ("D66", "not a number"),
        ("2D6+", "not a number"), ("-D6", "not a number"), ("D6-D3", "not a number"),
        ("0D6", "not a number"), ("3D6kh4", "not a number"), ("3D6kh0", "not a number"),
        ("D6-2", "below 0"), ("-1", "not a number"), (-1, "out of range"), (2.5, "not a number"),
        (True, "not a number"), (None, "not a number"), ([2], "not a number"),
        (float("nan"), "not a number"), (float("inf"), "not a number"), (10**9, "out of range"),
        ("9" * 5000, "not a number"), ("999999D6", "up to 20000"),
        ("999D6kh2", "highest of more than 100"), ("999D6kl2", "lowest of more than 100"),
        ("3D6kl4", "not a number"), ("3D6km2", "not a number"), ("D6kl0", "not a number"),
        ("six", "not a number"), ("D6+D6+" * 50, "not a number"),
    ],
)  # fmt: skip
def test_wrong_expressions_are_refused(value: object, word: str) -> None:
    with pytest.raises(MathhammerError, match=word):
        Dice.parse(value)


def test_a_number_too_long_to_print_is_refused() -> None:
    with pytest.raises(MathhammerError, match="out of range"):
        Dice.parse(10**5000)


@pytest.mark.parametrize("value", [3, "3", "3+", " 3+ ", "3 +", 3.0])
def test_threshold_spellings(value: object) -> None:
    assert parse_threshold(value, 2, 6) == 3


@pytest.mark.parametrize("value", [1, 7, "1+", "7", "3++", "+3", "", None, True, 2.5, "\u0663", []])
def test_wrong_thresholds_are_refused(value: object) -> None:
    with pytest.raises(MathhammerError, match="roll from 2"):
        parse_threshold(value, 2, 6)


@pytest.mark.parametrize("policy", ["ones", "below-average"])
@pytest.mark.parametrize("text", ["D6", "D3", "2D6", "D6+2", "2D3+1", "3D6kh2", "D6+D3"])
def test_reroll_of_the_whole_expression_matches_enumeration(text: str, policy: str) -> None:
    dice = Dice.parse(text)
    printed = dice.distribution()
    limit = dice.minimum + 0.5 if policy == "ones" else dice.mean
    low, high = dice.minimum, dice.maximum
    want = np.zeros(high + 1)
    for first in range(low, high + 1):
        if first < limit:
            for second in range(low, high + 1):
                want[second] += printed.pmf(first) * printed.pmf(second)
        else:
            want[first] += printed.pmf(first)
    amount = Amount(dice.terms, low, reroll_below(dice, policy), tuple(range(low, high + 1)))
    np.testing.assert_allclose(amount.pmf(), want, rtol=1e-13, atol=1e-300)
