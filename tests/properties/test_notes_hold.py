"""What is said to have no effect has none: it is taken away, and no number changes."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest
from support import strategies, strategies_aos

from mathhammer.core.errors import MathhammerError
from mathhammer.core.format import percent
from mathhammer.evaluate.evaluate import evaluate
from mathhammer.games import registry
from mathhammer.results.attack import Result

STAGES = ("attacks", "hits", "wounds", "unsaved", "mortal", "damage_rolled", "damage", "slain")
#: How often a field without effect is tried.
ENOUGH = 30
GAMES: dict[str, Any] = {"wh40k": strategies, "aos": strategies_aos}


def check_equal(one: Result, other: Result, what: Any) -> None:
    for stage in STAGES:
        first, second = (getattr(result, stage).from_zero() for result in (one, other))
        assert first.shape == second.shape, (stage, what)
        np.testing.assert_allclose(first, second, atol=1e-12, err_msg=f"{stage} {what}")


@pytest.mark.parametrize("game", GAMES)
def test_a_context_without_effect_has_none(game: str) -> None:
    seen: Counter[str] = Counter()
    for seed in range(3000):  # overwatch without effect is rare
        scenario = GAMES[game].random_scenario(Random(seed), small=True)
        attacker, target, context, ruleset = GAMES[game].build(scenario)
        here = context.merged(attacker.context)
        idle = registry.game(game).unused_context(attacker, target, here, ruleset)
        if any(seen[name] < ENOUGH for name in idle):
            first = evaluate(attacker, target, context, ruleset)
            if first.used:  # of several ways one: its notes are of what that uses
                continue
            assert registry.game(game).unused_note(idle)[0] in first.notes
            bare = here.replace(**dict.fromkeys(idle))
            check_equal(
                first, evaluate(attacker.replace(context=None), target, bare, ruleset), (seed, idle)
            )
        seen.update(idle)
    assert min(seen.values()) >= 3 and len(seen) >= 7, seen


def test_modifiers_without_effect_have_none() -> None:
    seen: Counter[str] = Counter()
    for seed in range(2500):
        scenario = strategies_aos.random_scenario(Random(seed), small=True)
        attacker, target, context, ruleset = strategies_aos.build(scenario)
        if len(attacker.weapons) != 1:
            continue
        first = evaluate(attacker, target, context, ruleset)
        for note in first.notes:
            found = re.search(r"(reroll_\w+|critical_hits) (of the unit )?has no effect", note)
            if not found:
                continue
            name, mine = found[1], found[2] is not None
            owner: Any = attacker if mine else attacker.weapons[0]
            modifiers = owner.modifiers.replace(**{name: None})
            changed = owner.replace(modifiers=modifiers)
            unit = changed if mine else attacker.replace(weapons=[changed])
            check_equal(first, evaluate(unit, target, context, ruleset), (seed, note))
            seen[name] += 1
    assert len(seen) == 5 and min(seen.values()) >= 2, seen


def shown(result: Result) -> tuple[str, ...]:
    """Return the numbers of losses as an answer shows them."""
    means = (f"{result.slain.mean:.4g}", f"{result.damage.mean:.4g}")
    groups = (percent(group.slain.mean / group.models) for group in result.groups)
    return (*means, *(percent(p) for p in result.slain.from_zero()), *groups)


def test_other_rulings_are_told_where_they_change_what_is_shown_and_nowhere_else() -> None:
    seen: Counter[bool] = Counter()
    for seed in range(900):
        scenario = strategies.random_scenario(Random(seed), small=True)
        attacker, target, context, ruleset = strategies.build(scenario)
        if not registry.game("wh40k").devastating(attacker) or attacker.order == "best":
            continue
        own = evaluate(attacker, target, context, ruleset)
        attacker = own.attacker  # with the profiles that are used, which the note speaks of
        results = [
            evaluate(attacker, target, context, ruleset.replace(devastating=name))
            for name in ruleset.DEVASTATING
        ]
        try:
            changes = len({shown(result) for result in results}) > 1
        except MathhammerError:  # too large
            continue
        told = [note for note in own.notes if note.startswith("Devastating Wounds under")]
        assert len(told) == changes, (seed, told)
        seen[changes] += 1
    assert min(seen.values()) >= 50, seen
