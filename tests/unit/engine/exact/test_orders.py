"""Attacks in every order: what is met in the middle is what each order gives by itself."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from mathhammer.engine.exact import orders as module
from mathhammer.engine.exact.orders import SAME, Orders

DEAD = np.array([False, False, False, True])


def attacks(seed: int, number: int) -> list[np.ndarray]:
    """Return matrices of attacks that only wound: nothing comes back."""
    rng = np.random.default_rng(seed)
    made = np.triu(rng.random((number, 4, 4)) + 2 * np.eye(4))
    made[:, 3] = 0, 0, 0, 1
    return list(made / made.sum(axis=2, keepdims=True))


def each(matrices: list[np.ndarray], number: int) -> dict[tuple[int, ...], float]:
    """Return P(destroyed) of each order, one after another."""
    found = {}
    for order in permutations(range(len(matrices)), number):
        row = np.array([1.0, 0, 0, 0])
        for place in order:
            row = row @ matrices[place]
        found[order] = float(row[DEAD].sum())
    return found


@pytest.mark.parametrize("number", range(1, 6))
@pytest.mark.parametrize("block", [1, 7, 1 << 21])
def test_the_surest_order_is_that_of_all(number, block, monkeypatch):
    monkeypatch.setattr(module, "_BLOCK", block)
    matrices = attacks(number, 5)
    got = Orders(matrices, 0, DEAD, [1.0] * 5).surest(number)
    ref = each(matrices, number)
    assert got.destroyed == pytest.approx(ref[got.places], abs=1e-12)
    assert got.destroyed >= max(ref.values()) - SAME


@pytest.mark.parametrize("level", [0.1, 0.3, 0.5, 0.7, 0.9, 0.999])
@pytest.mark.parametrize("block", [3, 1 << 21])
def test_the_cheapest_order_is_that_of_all(level, block, monkeypatch):
    monkeypatch.setattr(module, "_BLOCK", block)
    matrices, costs = attacks(11, 5), [60.0, 100.0, 35.0, 80.0, 45.0]
    got = Orders(matrices, 0, DEAD, costs).cheapest(level)
    reaching = [
        (sum(costs[i] for i in order), -destroyed)
        for number in range(1, 6)
        for order, destroyed in each(matrices, number).items()
        if destroyed >= level
    ]
    if not reaching:
        assert got is None
    else:
        assert got is not None
        assert (got.cost, -got.destroyed) == pytest.approx(min(reaching), abs=1e-12)


def test_the_order_matters_and_equal_ones_are_as_cheap_as_can_be():
    last_only = np.array([[1.0, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 1], [0, 0, 0, 1]])
    first = np.array([[0.0, 0, 1, 0], [0, 0, 1, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
    orders = Orders([last_only, first, first], 0, DEAD, [50, 90, 70])
    assert orders.surest(2)[:] == ((2, 0), 1.0, 120.0)
    assert orders.surest(1).destroyed == 0.0 and orders.cheapest(0.5) == orders.surest(2)


def test_how_many_stand_in_an_order_is_limited_by_their_number():
    eye = np.eye(4)
    assert [Orders([eye] * n, 0, DEAD, [1.0] * n).most for n in (3, 20, 40, 200)] == [3, 5, 3, 2]


@pytest.mark.parametrize("number", [62, 63, 70])
def test_no_attack_stands_twice_among_many(number):
    matrices = [np.eye(4)] * number
    better = attacks(3, 2)
    orders = Orders([better[0], *matrices, better[1]], 0, DEAD, [1.0] * (number + 2))
    assert set(orders.surest(2).places) == {0, number + 1}
