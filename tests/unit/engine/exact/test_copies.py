"""Plans in several ways at once against each by itself, over all fields."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from support import strategies, strategies_aos

from mathhammer.core.errors import TooLargeError
from mathhammer.engine.exact.chain import evolve
from mathhammer.engine.exact.copies import final_states, with_copies
from mathhammer.evaluate.evaluate import evaluate


@pytest.mark.parametrize("module", [strategies, strategies_aos])
@pytest.mark.parametrize("seed", range(25))
def test_each_way_is_as_by_itself(module, seed):
    rng = Random(seed)
    plan = evaluate(*module.build(module.random_scenario(rng, True))).plan
    number = len(plan.steps[0].volleys)
    ways = list(dict.fromkeys(tuple(rng.randrange(3) for _ in range(number)) for _ in range(9)))
    found = final_states(plan, ways)
    for way, got in zip(ways, found, strict=True):
        np.testing.assert_allclose(got, evolve(with_copies(plan, way)).final, rtol=0, atol=1e-14)


def test_what_takes_too_long_is_refused_before_it_is_begun():
    plan = evaluate(*strategies.build({
        "attacker": {"weapons": [{"attacks": 9, "skill": 3, "strength": 4, "damage": "D6"}] * 3},
        "target": {"models": 200, "toughness": 4, "save": 3, "wounds": 9},
        "context": {}, "ruleset": {},
    })).plan  # fmt: skip
    ways = [(n, 60 - n, n) for n in range(60)]
    with pytest.raises(TooLargeError, match="6000 ways to use the weapons"):
        final_states(plan, ways * 100)
