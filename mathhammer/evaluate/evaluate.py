"""From profiles to results: game to plan to engine, for attacks one by one or together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from mathhammer.core.lazy import is_installed
from mathhammer.games import registry
from mathhammer.games.common.profile import called_apart
from mathhammer.games.profiles import Context, Ruleset, Unit
from mathhammer.results.attack import Result
from mathhammer.results.comparison import Comparison

if TYPE_CHECKING:
    from mathhammer.engine.montecarlo.simulate import Settings


def evaluate(
    attacker: Unit,
    target: Unit,
    context: Context,
    ruleset: Ruleset,
    scenario: str = "",
    settings: Settings | None = None,
) -> Result:
    """Return the result of two units as they are, without reading anything.

    Parameters
    ----------
    attacker, target : Unit
    context : Context
        The attacker's own is merged over it.
    ruleset : Ruleset
    scenario : str
        Name of the file it comes from.
    settings : Settings, optional
        How it is simulated; by default it is computed exactly.
    """
    here = context.merged(attacker.context)
    ((unit, used),) = _units_used(attacker, [target], here, ruleset)
    return _result(unit, used, target, here, ruleset, scenario, settings)


def _result(
    attacker: Unit,
    used: tuple[str, ...],
    target: Unit,
    here: Context,
    ruleset: Ruleset,
    scenario: str,
    settings: Settings | None = None,
) -> Result:
    """Return the result of an attacker with the weapons that it uses, in a merged context."""
    plan = registry.game(attacker.game).compile_attack(attacker, target, here, ruleset)
    order: tuple[int, ...] = ()
    pooled = plan.steps[0].pooled
    if attacker.order == "best" and len(attacker.weapons) > 1 and not pooled:
        from mathhammer.engine.exact.policy import best_order, reordered

        order = best_order(plan)
        plan = reordered(plan, order)
    given = attacker, target, here, ruleset, plan, scenario, order, used
    if settings is None:
        return Result(*given)
    from mathhammer.results.simulated import SimulatedResult

    simulated = SimulatedResult(*given)
    simulated.settings = settings
    return simulated


def compare_units(
    attackers: list[Unit],
    targets: list[Unit],
    context: Context,
    ruleset: Ruleset,
    scenario: str = "",
    settings: Settings | None = None,
) -> Comparison:
    """Return the comparison of units as they are; from `MANY` cells on, all at once.

    Units that are called alike have numbers in it.
    """
    attackers, targets = called_apart(attackers), called_apart(targets)
    cells = len(attackers) * len(targets)
    if settings is None and cells > 1:  # a single one loads nothing for many
        from mathhammer.evaluate.batching import MANY

        if cells >= MANY and is_installed("numba"):
            results = _evaluate_many(attackers, targets, context, ruleset, scenario)
            return Comparison(attackers, targets, results)
    results = evaluate_each(attackers, targets, context, ruleset, scenario, settings)
    return Comparison(attackers, targets, results)


def evaluate_each(
    attackers: Sequence[Unit],
    targets: Sequence[Unit],
    context: Context,
    ruleset: Ruleset,
    scenario: str = "",
    settings: Settings | None = None,
) -> list[Result]:
    """Return the results of every attacker against every target, attacker by attacker.

    The parameters are those of `evaluate`.
    """
    results: list[Result] = []
    for attacker in attackers:
        here = context.merged(attacker.context)
        units = _units_used(attacker, targets, here, ruleset)
        for (unit, used), target in zip(units, targets, strict=True):
            results.append(_result(unit, used, target, here, ruleset, scenario, settings))
    return results


def _units_used(
    attacker: Unit, targets: Sequence[Unit], context: Context, ruleset: Ruleset
) -> Iterable[tuple[Unit, tuple[str, ...]]]:
    """Return an attacker with what it uses at each target, and what is said of that."""
    if not attacker.chooses:
        return [(attacker, ())] * len(targets)
    from mathhammer.evaluate.phases import armed

    return armed(attacker, targets, context, ruleset)


def _evaluate_many(
    attackers: list[Unit],
    targets: list[Unit],
    context: Context,
    ruleset: Ruleset,
    scenario: str,
) -> list[Result]:
    """Return the results of every attacker against every target, attacker by attacker.

    A result whose plan the kernel takes keeps what came of it and not the plan, which is
    far larger than all else; it is made again when it is asked for.
    """
    from mathhammer.engine.many.batch import PlanBatch

    batch = PlanBatch()
    rules = registry.game(attackers[0].game)
    results: list[Result] = []
    taken: list[Result] = []
    before: Context | None = None
    for attacker in attackers:
        here = context.merged(attacker.context)
        if here is not before:
            situations = [rules.shared_situation(target, here, ruleset) for target in targets]
            before = here
        prepared = None
        units = _units_used(attacker, targets, here, ruleset)
        for (unit, used), target, there in zip(units, targets, situations, strict=True):
            if unit is not prepared:
                prepared, weapons = unit, rules.prepared_weapons(unit)
            if attacker.order == "best":
                result = _result(unit, used, target, here, ruleset, scenario)
                plan = result.plan
            else:
                plan = rules.compile_attack(unit, target, here, ruleset, there, weapons)
                result = Result(unit, target, here, ruleset, None, scenario, used=used)
            results.append(result)
            if batch.add(plan):
                taken.append(result)
    for result, space, final in zip(taken, batch.spaces(), batch.run(), strict=True):
        result.set_states(space, final)
    return results
