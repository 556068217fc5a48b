"""Scenarios by strata: for each feature some that it changes, and for pairs some that both do.

A fault in how a feature is played shows where the feature changes the answer, and one in how
two features meet where both of them do, each taken away alone. So scenarios are not drawn
until everything happens to have been met: each feature has its own, and the rest are chosen
for the pairs that they bring.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, count, islice
from random import Random
from typing import Any, NamedTuple

import pytest

from mathhammer.core.errors import TooLargeError

Scenario = dict[str, Any]
#: Draws in which a feature that matters must be found to matter.
MAX_DRAWS = 20_000
#: Of so many draws the one with the most pairs not yet met is taken.
CANDIDATES = 12


#: One scenario of a feature always, and more where everything is run.
each_and_more = pytest.mark.parametrize(
    "which",
    [
        pytest.param(range(1), id="one"),
        pytest.param(range(1, 4), id="three more", marks=pytest.mark.slow),
    ],
)


class Strata(NamedTuple):
    """A source of scenarios with features that can be taken away.

    Attributes
    ----------
    draw : callable
        Draws a scenario.
    features : sequence of str
        Those that may change an answer.
    switch_off : callable
        Takes a feature away from a scenario; None where it isn't on.
    answer : callable
        Computes a scenario.
    differs : callable
        Whether two answers differ.
    """

    draw: Callable[[Random], Scenario]
    features: Sequence[str]
    switch_off: Callable[[Scenario, str], Scenario | None]
    answer: Callable[[Scenario], Any]
    differs: Callable[[Any, Any], bool]

    def on(self, scenario: Scenario) -> list[str]:
        """Return the features that are on."""
        return [f for f in self.features if self.switch_off(scenario, f) is not None]

    def matters(self, scenario: Scenario, feature: str) -> bool:
        """Whether taking a feature away changes the answer."""
        fewer = self.switch_off(scenario, feature)
        try:
            return fewer is not None and self.differs(self.answer(scenario), self.answer(fewer))
        except TooLargeError:
            return False

    def with_feature(self, feature: str, stream: int = 0) -> Iterator[Scenario]:
        """Draw scenarios in which a feature is on; each stream has its own."""
        for number in range(MAX_DRAWS):
            scenario = self.draw(Random(f"{feature}/{stream}/{number}"))
            if self.switch_off(scenario, feature) is not None:
                yield scenario

    def changed_by(self, feature: str, stream: int = 0) -> Iterator[Scenario]:
        """Draw scenarios that a feature changes."""
        return (s for s in self.with_feature(feature, stream) if self.matters(s, feature))

    def unchanged_by(self, feature: str, times: int) -> bool:
        """Whether a feature changes none of so many scenarios in which it is on."""
        scenarios = list(islice(self.with_feature(feature), times))
        return len(scenarios) == times and not any(self.matters(s, feature) for s in scenarios)

    def paired(self, pairs: Pairs) -> Iterator[Scenario]:
        """Draw scenarios without end, each of several the one with the most pairs to be met."""
        for number in count():
            rng = Random(f"pairs/{number}")
            candidates = [self.draw(rng) for _ in range(CANDIDATES)]
            yield max(candidates, key=lambda s: pairs.new(self.on(s)))


class Pairs:
    """Which features have changed answers that were compared, and which two the same one.

    Attributes
    ----------
    changed : Counter of str
        In how many scenarios each feature changed the answer.
    together : Counter of tuple of str
        In how many each two features did.
    """

    def __init__(self, strata: Strata) -> None:
        self.strata = strata
        self.scenarios = 0
        self.changed: Counter[str] = Counter()
        self.together: Counter[tuple[str, str]] = Counter()

    def new(self, features: Sequence[str]) -> int:
        """Return how many of all pairs of features have not been met."""
        return sum(pair not in self.together for pair in combinations(features, 2))

    def count(self, scenario: Scenario) -> None:
        """Count the features that change a scenario that was compared."""
        mattering = [f for f in self.strata.features if self.strata.matters(scenario, f)]
        self.scenarios += 1
        self.changed.update(mattering)
        self.together.update(combinations(mattering, 2))

    def rarest(self) -> int:
        """Return in how many scenarios the feature that did so least changed the answer."""
        return min(self.changed[f] for f in self.strata.features)

    def report(self) -> str:
        """Return a line for the end of the run."""
        features = len(self.strata.features)
        return (
            f"{self.scenarios} scenarios for pairs: {len(self.together)} of the "
            f"{features * (features - 1) // 2} pairs of {features} features changed the same "
            f"answer; each feature changed at least {self.rarest()}"
        )
