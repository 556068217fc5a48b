"""Known mistakes in what armies do: each with the test that must notice it, alone."""

from __future__ import annotations

SUITE = ["tests/unit/rosters/test_armies.py", "tests/unit/engine/exact/test_orders.py"]

MUTATIONS: list[tuple[str, ...]] = [
    ("test_units_in_turn_meet_what_others_left_by_enumeration",
     "army lists: Blast counts the whole unit in turn", "engine/exact/following.py",
     "now = self._action.at((), models)", "now = self._action.at((), int(self._living[0]))"),
    ("test_the_surest_order_is_that_of_all",
     "army lists: the last attacks of an order are played backward", "engine/exact/orders.py",
     "[own, kept] if before", "[kept, own] if before"),
]  # fmt: skip
