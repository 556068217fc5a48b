"""The Monte Carlo engine against the exact one: random scenarios, public cases, mistakes.

A few scenarios are drawn anew each day; `MC_SEED` in the environment draws those of another
one, and `python tests/oracle/agree.py` plays many more, longer. What is compared, and the bounds,
are those of `mathhammer.analysis.agreement`: they are tested here, too. They must see mistakes of
the size of one face, and must not be exceeded by chance more often than they say.
"""

from __future__ import annotations

import datetime
import os
from pathlib import Path

import numpy as np
import pytest
from oracle import agree
from scipy.stats import binom
from support.montecarlo_scenarios import SCENARIOS
from support.paths import CASES

import mathhammer
from mathhammer.analysis.agreement import (
    Agreement,
    bound_of,
    compared,
    compared_share,
    sampled_mean_chance,
)
from mathhammer.core.distribution import Distribution
from mathhammer.engine.montecarlo.precision import mean_of
from mathhammer.engine.montecarlo.simulate import Settings

SEED = os.environ.get("MC_SEED") or datetime.datetime.now(datetime.UTC).date().isoformat()
#: Ten of each kind.
DRAWN = 10
TRIALS = 60_000
#: More numbers than this file compares: each may differ with a chance of 1e-6 / NUMBERS.
NUMBERS = 20_000
BOUND = agree.FAMILY / NUMBERS

#: Public cases, where they lie beside the repository.


@pytest.mark.parametrize("number", range(DRAWN))
@pytest.mark.parametrize("kind", agree.KINDS)
def test_scenarios_of_the_day_agree(kind, number):
    found = agree.draw(kind, f"{SEED}/{kind}/{number}", TRIALS)
    assert not found.differing(BOUND), f"MC_SEED={SEED}\n{found.report(BOUND)}"


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_part_of_the_kernels_agrees(name):
    engines = SCENARIOS[name]
    found = agree.Compared(
        name, {}, Agreement(name, engines(None), engines(Settings(31, trials=300_000)))
    )
    assert not found.differing(BOUND), found.report(BOUND)


def cases() -> list[Path]:
    """Return the public cases that both engines compute: attacks and turns."""
    return [
        path for folder in ("attack", "turns") for path in sorted((CASES / folder).glob("*.json"))
    ]


@pytest.mark.skipif(not CASES.is_dir(), reason="the public cases are not beside the repository")
def test_public_cases_agree(report):
    numbers = 0
    for path in cases():
        pairs = zip(
            mathhammer.run(path),
            mathhammer.run(path, engine="montecarlo", trials=TRIALS, seed=8),
            strict=True,
        )
        for pair in pairs:
            found = agree.Compared(path.name, {}, Agreement(path.name, *pair))
            numbers += len(found.agreement.rows)
            assert not found.differing(BOUND), found.report(BOUND)
    assert numbers > 500
    report.append(f"Monte Carlo: {len(cases())} public cases, {numbers} numbers agree.")


# ------------------------------------------------------------------------------ power


def one_better(roll):
    """Return a roll in which one more face succeeds."""
    outcome = list(roll.outcome)
    outcome[max(face for face in range(6) if outcome[face] == 0)] = 1
    return roll._replace(outcome=tuple(outcome))


def one_worse(roll):
    """Return a roll in which one face less succeeds."""
    outcome = list(roll.outcome)
    outcome[min(face for face in range(6) if outcome[face] == 1)] = 0
    return roll._replace(outcome=tuple(outcome))


def of_packets(volley, change):
    """Return a volley with all its packets changed."""
    lists = ("plain", "hit_then_critical_wound", "critical", "critical_critical", "on_critical")
    return volley._replace(
        **{name: tuple(change(packet) for packet in getattr(volley, name)) for name in lists}
    )


def of_first_volley(change):
    def changed(plan):
        first, *rest = plan.steps[0].volleys
        step = plan.steps[0]._replace(volleys=(change(first), *rest))
        return plan._replace(steps=(step,))

    return changed


def of_first_group(**fields):
    def changed(plan):
        first, *rest = plan.units[0].groups
        unit = plan.units[0]._replace(groups=(first._replace(**fields), *rest))
        return plan._replace(units=(unit,))

    return changed


def of_amount(change):
    """Return a mistake in the damage of the first weapon."""
    return of_first_volley(
        lambda v: of_packets(v, lambda p: p._replace(amount=change(p.amount)))
    )  # fmt: skip


def highest_more(amount):
    """Return an amount whose highest total, and no other, is one more."""
    return amount._replace(values=(*amount.values[:-1], amount.values[-1] + 1))


#: A mistake, the weapons and target that it is made in, and the change of the plan.
MISTAKES = {
    "a hit roll one better": (
        "4x A2 BS4+ S4 AP-1 D1", "10x T4 Sv3+ W2",
        of_first_volley(lambda v: v._replace(hit=one_better(v.hit))),
    ),
    "a wound roll one better": (
        "2x A2 BS4+ S4 AP-1 D1", "5x T4 Sv3+ W2",
        of_first_volley(lambda v: v._replace(wound=one_better(v.wound))),
    ),
    "a save one worse": (
        "2x A2 BS4+ S4 AP-1 D1", "5x T4 Sv3+ W2",
        of_first_volley(lambda v: of_packets(
            v, lambda p: p._replace(saves=tuple(map(one_worse, p.saves))))),
    ),
    "damage one more in 1 of 36": (
        "4x A1 BS3+ S8 AP-2 D2D6", "3x T8 Sv3+ W20", of_amount(highest_more),
    ),
    "damage one more in 1 of 6 that kills nobody": (
        "6x A1 BS3+ S8 AP-2 DD6", "3x T8 Sv3+ W30", of_amount(highest_more),
    ),
    "a re-roll of ones forgotten": (
        "5x A2 BS3+ S4 AP-1 D1 [re-roll hits: ones]", "5x T4 Sv3+ W2",
        of_first_volley(lambda v: v._replace(hit=v.hit._replace(again=(False,) * 6))),
    ),
    "ones re-rolled that are not": (
        "5x A2 BS3+ S4 AP-1 D1", "5x T4 Sv3+ W2",
        of_first_volley(lambda v: v._replace(wound=v.wound._replace(again=(True,) + (False,) * 5))),
    ),
    "lethal hits that are rolled": (
        "3x A2 BS3+ S4 AP-1 D1 [Lethal Hits]", "5x T5 Sv3+ W2",
        of_first_volley(lambda v: v._replace(auto_wound=False)),
    ),
    "one extra hit for two": (
        "3x A2 BS3+ S4 AP-1 D1 [Sustained Hits 2]", "5x T5 Sv3+ W2",
        of_first_volley(lambda v: v._replace(extra=type(v.extra).fixed(1))),
    ),
    "Feel No Pain one worse": (
        "3x A2 BS3+ S4 AP-1 D2", "5x T4 Sv3+ W2 6+++", of_first_group(ignore=0),
    ),
    "a wounded model that is whole": (
        "2x A2 BS4+ S4 AP-1 D1", {"models": 5, "toughness": 4, "save": 3, "wounds": 3,
                                  "wounds_lost": 1},
        of_first_group(lost=0),
    ),
    "one wound more a model": ("6x A2 BS3+ S4 AP-1 D2", "5x T4 Sv3+ W2", of_first_group(health=3)),
    "mortal wounds that are lost with their model": (
        "3x A3 BS3+ S6 AP0 D3 [Devastating Wounds]", "5x T4 Sv2+ W2",
        of_first_volley(lambda v: of_packets(
            v, lambda p: p._replace(spills=False, when=1) if p.when == 2 else p)),
    ),
    "one copy of twenty missing": (
        "20x A1 BS4+ S4 AP0 D1", "20x T4 Sv3+ W1",
        of_first_volley(lambda v: v._replace(copies=19)),
    ),
    "the second weapon first": (
        ["4x A1 BS3+ S8 AP-3 D3", "6x A1 BS3+ S4 AP-1 D1"], "6x T4 Sv3+ W2",
        lambda plan: plan._replace(
            steps=(plan.steps[0]._replace(volleys=plan.steps[0].volleys[::-1]),)),
    ),
    "a ward forgotten": (
        "6x 2/3+/4+/1/D3 [Crit (Mortal)]", "10x H2 Sv4+ Ward6+",
        of_first_group(ignore=0, ignore_mortal=0),
    ),
}  # fmt: skip


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistakes_are_seen_and_right_plans_are_not_blamed(mistake, report):
    """At a million trials, with `verify`'s own bound; without the mistake nothing differs."""
    attacker, target, change = MISTAKES[mistake]
    exact = mathhammer.attack(attacker, target, ruleset={"devastating": "print-2023"}
                              if "BS" in str(attacker) else None)  # fmt: skip

    def agreement(plan):
        simulated = mathhammer.results.simulated.SimulatedResult(
            exact.attacker, exact.target, exact.context, exact.rulings, plan
        )
        simulated.settings = Settings(4, trials=1_000_000)
        return Agreement("", exact, simulated)

    wrong = agreement(change(exact.plan))
    assert not wrong.holds(bound_of([wrong])), mistake
    least = min(row.chance for row in wrong.rows)
    assert least < BOUND  # with room for a family of many thousand numbers
    right = agreement(exact.plan)
    assert right.holds(bound_of([right]))


# ------------------------------------------------------------------------------ the bounds


def test_chances_are_not_exceeded_by_chance():
    """Of independent honest runs no more than a share of c have a chance below c."""
    runs = 500
    exact = mathhammer.attack("3x A2 BS4+ S4 AP-1 D2", "5x meq")
    chances = []
    for seed in range(runs):
        result = mathhammer.simulate(
            "3x A2 BS4+ S4 AP-1 D2", "5x meq", trials=400, seed=seed, threads=1
        )
        chances.append([row.chance for row in Agreement("", exact, result).rows])
    found = np.array(chances)
    for level in (0.5, 0.1, 0.01):
        most = binom.isf(1e-9, runs, level)
        assert ((found < level).sum(axis=0) <= most).all(), level
    assert (found < 0.9).any()  # the bounds are no empty ones


def test_the_empirical_bound_is_not_exceeded_by_chance():
    """Maurer's and Pontil's: of rare events, of which few trials are seen, too."""
    rng, runs, trials = np.random.default_rng(3), 4000, 200
    for chance, scale in ((0.5, 1), (0.01, 1), (0.002, 30)):
        seen = rng.random((runs, trials)) < chance
        below = 0
        for row in seen:
            counts = np.zeros(scale + 1, dtype=np.int64)
            counts[scale], counts[0] = row.sum(), trials - row.sum()
            measure = mean_of(counts)
            distance = abs(measure.value - scale * chance)
            below += sampled_mean_chance(distance, measure.error, scale, trials) < 0.2
        assert below <= binom.isf(1e-9, runs, 0.2)


def test_what_cannot_be_is_seen_at_once():
    """One impossible value among a million is enough."""
    exact = Distribution([0.5, 0.5])
    seen = Distribution([0.5 - 1e-6, 0.5, 1e-6])
    assert compared("x", exact, seen, 1_000_000).chance == 0.0
    assert compared("x", exact, Distribution([0.5, 0.5]), 1_000_000).chance == 1.0
    constant = Distribution([0.0, 0.0, 1.0])
    assert compared("x", constant, Distribution([0.0, 1e-6, 1 - 1e-6]), 1_000_000).chance == 0.0
    for never, once in ((0.0, 1e-6), (1.0, 1 - 1e-6), (1e-14, 1e-6), (1 - 1e-14, 1 - 1e-6)):
        assert compared_share("x", never, once, 1_000_000).chance < 1e-5
        assert compared_share("x", never, never, 1_000_000).chance == 1.0
    # What is rare, but can be, may be seen.
    assert compared_share("x", 1e-10, 1e-6, 1_000_000).chance > 1e-4
