"""The same scenarios in the libraries that can express them, as their users would write it.

Each model takes a `Scenario` of `scenarios.py` and returns the pmf of wounds lost from 0,
as a list of floats. All three are general dice libraries or older editions: the sequence
is written here with their own nouns and nothing else.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from fractions import Fraction
from math import lcm
from typing import Any

from scenarios import Scenario

Model = Callable[[Scenario], list[float]]


def _outcome(needed: int) -> Callable[[int], int]:
    """0 fail, 1 success, 2 critical."""
    return lambda face: 2 if face == 6 else int(face > 1 and face >= needed)


def _again(policy: str | None, face: int, outcome: int) -> bool:
    return outcome == 0 and (policy == "failures" or (policy == "ones" and face == 1))


def dyce_model() -> Model:
    """Return the model in dyce: integer histograms."""
    from dyce import H, expand

    warnings.filterwarnings("ignore", module="dyce")
    warnings.filterwarnings("ignore", category=Warning, message=".*expand.*")
    die = H(6)

    def mix(h: Any, function: Callable[[Any], Any]) -> Any:
        return expand(lambda r: function(r.outcome), h)

    def roll(needed: int, policy: str | None) -> Any:
        outcome = _outcome(needed)
        base = mix(die, outcome)
        return mix(die, lambda f: base if _again(policy, f, outcome(f)) else outcome(f))

    def histogram(masses: dict[int, Fraction]) -> Any:
        common = lcm(*(m.denominator for m in masses.values()))
        return H({k: int(m * common) for k, m in masses.items()})

    def model(s: Scenario) -> list[float]:
        hit, wound = roll(s.skill, s.reroll_hits), roll(s.wound_needed, s.reroll_wounds)
        fails = mix(die, lambda f: int(f == 1 or f < s.save_needed))
        event = mix(wound, lambda w: 0 if w == 0 else 1 if w == 2 and s.devastating else fails)

        def of_hit(h: int) -> Any:
            if h < 2:
                return event if h else 0
            total = fails if s.lethal else event
            for _ in range(s.sustained):
                total = total + event
            return total

        one = mix(hit, of_hit)
        attacks = histogram(s.attacks)
        fixed = len(s.attacks) == 1
        events = next(iter(s.attacks)) @ one if fixed else mix(attacks, lambda n: n @ one)
        damage = histogram(s.damage)
        if s.feel_no_pain:
            suffered = mix(die, lambda f: int(f < s.feel_no_pain))
            damage = mix(damage, lambda d: d @ suffered if d else 0)
        last = s.wounds * s.models
        chain = [H({0: 1})]
        for _ in range(max(events.outcomes())):
            chain.append(
                chain[-1]
                .apply(lambda x, d: x if x == last else x + min(d, s.wounds - x % s.wounds), damage)
                .lowest_terms()
            )
        final = mix(events, lambda e: chain[e])
        lost = [0.0] * (last + 1)
        for state, count in final.items():
            lost[state] = count / final.total
        return lost

    return model


def icepool_model() -> Model:
    """Return the model in icepool: integer weights."""
    from icepool import Die, d
    from icepool import map as each

    die = d(6)

    def roll(needed: int, policy: str | None) -> Any:
        outcome = _outcome(needed)
        return die.map(lambda f: die.map(outcome) if _again(policy, f, outcome(f)) else outcome(f))

    def weighted(masses: dict[int, Fraction]) -> Any:
        common = lcm(*(m.denominator for m in masses.values()))
        return Die({k: int(m * common) for k, m in masses.items()})

    def model(s: Scenario) -> list[float]:
        hit, wound = roll(s.skill, s.reroll_hits), roll(s.wound_needed, s.reroll_wounds)
        fails = die.map(lambda f: int(f == 1 or f < s.save_needed))
        event = wound.map(lambda w: 0 if w == 0 else 1 if w == 2 and s.devastating else fails)

        def of_hit(h: int) -> Any:
            if h < 2:
                return event if h else 0
            own = fails if s.lethal else event
            return own + (s.sustained @ event if s.sustained else 0)

        one = hit.map(of_hit)
        damage = weighted(s.damage)
        if s.feel_no_pain:
            suffered = die.map(lambda f: int(f < s.feel_no_pain))
            damage = damage.map(lambda k: k @ suffered if k else 0, star=False)
        attacks = weighted(s.attacks)
        events = attacks @ one if len(s.attacks) > 1 else next(iter(s.attacks)) @ one
        last = s.wounds * s.models

        def step(x: int, k: int) -> int:
            return x if x == last else x + min(k, s.wounds - x % s.wounds)

        chain = [Die([0])]
        for _ in range(max(events.outcomes())):
            chain.append(each(step, chain[-1], damage))
        final = events.map(lambda e: chain[e])
        lost = [0.0] * (last + 1)
        for state, mass in zip(final.outcomes(), final.probabilities(), strict=True):
            lost[state] = float(mass)
        return lost

    return model


def warhammer_stats_model() -> Model:
    """Return the model in warhammer-stats (8th and 9th edition rules, unlimited units)."""
    from warhammer_stats import PMF, Attack, PMFCollection, Target, Weapon
    from warhammer_stats.attack.phases import kill_phase
    from warhammer_stats.modifiers.generator_modifiers import (
        GenerateExtraAutomaticHitsUnmodifiable,
        GenerateExtraAutomaticWoundsUnmodifiable,
    )
    from warhammer_stats.modifiers.reroll_modifiers import ReRollFailed, ReRollOnes
    from warhammer_stats.utils.modifier_collection import ModifierCollection

    cached = (
        kill_phase.generate_kill_tree,
        kill_phase.generate_mortal_kill_tree,
        kill_phase.generate_one_kill_tree,
        kill_phase.calculate_kills,
    )

    def model(s: Scenario) -> list[float]:
        if s.devastating:
            raise NotImplementedError("no Devastating Wounds")
        for function in cached:
            function.cache_clear()
        hits: list[Any] = [ReRollFailed()] if s.reroll_hits else []
        wounds = [ReRollOnes()] if s.reroll_wounds else []
        if s.sustained:
            hits.append(GenerateExtraAutomaticHitsUnmodifiable(6, s.sustained))
        if s.lethal:
            hits.append(GenerateExtraAutomaticWoundsUnmodifiable(6, 1))

        def collection(masses: dict[int, Fraction]) -> Any:
            values = [float(masses.get(k, 0)) for k in range(max(masses) + 1)]
            return PMFCollection([PMF(values)])

        weapon = Weapon(
            bs=s.skill,
            shots=collection(s.attacks),
            strength=4,
            ap=s.save_needed - s.save,
            damage=collection(s.damage),
            modifiers=ModifierCollection(hit_mods=hits, wound_mods=wounds),
        )
        target = Target(
            toughness=4, save=s.save, invuln=7, fnp=s.feel_no_pain or 7, wounds=s.wounds
        )
        kills = [float(x) for x in Attack(weapon, target).run().kills_dist.values]
        # It knows no unit size and no joint distribution: models slain, spread to wounds.
        lost = [0.0] * (s.wounds * s.models + 1)
        for k, mass in enumerate(kills):
            lost[min(k, s.models) * s.wounds] += mass
        return lost

    return model


PEERS: dict[str, Callable[[], Model]] = {
    "dyce": dyce_model,
    "icepool": icepool_model,
    "warhammer-stats": warhammer_stats_model,
}
