"""The rule of play of docs/how-to/heroes.md, followed word for word: how good it is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import numpy as np
from support.paths import ROOT

from mathhammer import heroes
from mathhammer.heroes.rolls import scoring_rolls
from mathhammer.heroes.tree import tree

TREE, ROLLS = tree(), scoring_rolls()
BEST = heroes.Solution(TREE, heroes.Values(), heroes.Policy())
CHOICES, GAINS = BEST.choices, BEST.solver.gains
LEFT = TREE.levels[TREE.lands]


def decisions() -> Iterator[tuple[float, int, int]]:
    """Yield what comes about under the best play: probability, case, and slots at risk."""
    reached = defaultdict(float, {(len(TREE.throws) - 1, 0): 1.0})
    for throw in range(len(TREE.throws) - 1, -1, -1):
        for at_risk in range(7):
            mass = reached.pop((throw, at_risk), 0.0)
            for case in range(TREE.cases[throw], TREE.cases[throw + 1]) if mass else ():
                chance = mass * float(TREE.probability[case])
                yield chance, case, at_risk
                option = CHOICES.options[case, at_risk]
                row, now = TREE.lands[option], at_risk + GAINS[option]
                if row and CHOICES.leads[row, now] >= 0:
                    reached[CHOICES.leads[row, now], now] += chance


def sentence(case: int, clause: bool) -> list[tuple[int, str]]:
    """Return the options that the sentence allows, and what follows."""
    options = range(TREE.options[case], TREE.options[case + 1])
    kinds = {
        option: [ROLLS[i].kind for i in np.flatnonzero(TREE.kept[option])] for option in options
    }
    fewest = min(LEFT[option] for option in options)
    if fewest == 0:
        return [(option, "war") for option in options if LEFT[option] == 0]
    everything = [(option, "act") for option in options if LEFT[option] == fewest]
    sixes = {"lucky", "double"}
    if (
        clause
        and fewest == 1
        and any("three" in kinds[option] and sixes & {*kinds[option]} for option, _ in everything)
    ):
        return everything
    most = max(LEFT[option] for option in options)
    small = [(option, "roll") for option in options if LEFT[option] == most]
    if most == 3:
        small = [way for way in small if TREE.rows[TREE.lands[way[0]]][2]]
    return small if most >= 3 and small else everything


def value(option: int, then: str, at_risk: int) -> float:
    """Return the slots of a choice, the dice to leave chosen as well as can be."""
    row, now = TREE.lands[option], at_risk + GAINS[option]
    if then == "act":
        return float(now)
    if then == "war":
        return float(CHOICES.rows[0, now])
    ways = TREE.leads[TREE.lead[row] : TREE.lead[row + 1]]
    return float(CHOICES.throws[ways, now].max())


def measured(clause: bool) -> tuple[float, float]:
    """Return how many decisions are as good as can be, and the slots lost in a round."""
    right = total = lost = 0.0
    for chance, case, at_risk in decisions():
        option = CHOICES.options[case, at_risk]
        best = float(CHOICES.rows[TREE.lands[option], at_risk + GAINS[option]])
        got = max(value(*way, at_risk) for way in sentence(case, clause))
        assert got <= best + 1e-9
        total += chance
        right += chance * (got > best - 1e-9)
        lost += chance * (best - got)
    return right / total, lost


def test_the_sentence_is_as_good_as_the_page_says() -> None:
    right, lost = measured(clause=True)
    words = " ".join((ROOT / "docs/how-to/heroes.md").read_text().split())
    assert f"right in {100 * right:.0f} of 100 decisions" in words
    assert f"costs {lost:.2f} slots a round" in words
    # The clause on a three of a kind beside sixes is worth its words.
    assert measured(clause=False)[0] < right - 0.01
    advice = heroes.turn(rolled="6 1 1 1 3", at_risk=1).advice
    assert advice is not None
    assert (advice.best.then, advice.best.value) == ("act", 5.0)
