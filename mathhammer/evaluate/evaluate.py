"""From profiles to results: game to plan to engine, for all kinds of scenarios."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mathhammer.core.errors import MathhammerError, quoted
from mathhammer.evaluate.batching import MANY, compute, kernels_are_there
from mathhammer.games import registry
from mathhammer.games.profiles import Context, Ruleset, Unit
from mathhammer.reading.scenario import Scenario
from mathhammer.results.attack import Result
from mathhammer.results.comparison import Comparison
from mathhammer.results.notes import notes_of, rulings_of

if TYPE_CHECKING:
    from mathhammer.engine.montecarlo.simulate import Settings
    from mathhammer.games.checks.check import Check
    from mathhammer.heroes import HeroesResult
    from mathhammer.results.check import CheckResult
    from mathhammer.results.turn import TurnResult


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
    plan = registry.game(attacker.game).compile_attack(attacker, target, here, ruleset)
    order: tuple[int, ...] = ()
    pooled = plan.steps[0].pooled
    if attacker.order == "best" and len(attacker.weapons) > 1 and not pooled:
        from mathhammer.engine.exact.policy import best_order, reordered

        order = best_order(plan)
        plan = reordered(plan, order)
    given = attacker, target, here, ruleset, plan, notes_of, rulings_of, scenario, order
    if settings is None:
        return Result(*given)
    from mathhammer.results.simulated import SimulatedResult

    result = SimulatedResult(*given)
    result.settings = settings
    return result


def compare_units(
    attackers: list[Unit],
    targets: list[Unit],
    context: Context,
    ruleset: Ruleset,
    scenario: str = "",
    settings: Settings | None = None,
) -> Comparison:
    """Return the comparison of units as they are; from `MANY` cells on, all at once."""
    if settings is None and len(attackers) * len(targets) >= MANY and kernels_are_there():
        results = _evaluate_many(attackers, targets, context, ruleset, scenario)
    else:
        results = [
            evaluate(attacker, target, context, ruleset, scenario, settings)
            for attacker in attackers
            for target in targets
        ]
    return Comparison(attackers, targets, results)


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
        weapons = rules.prepared_weapons(attacker)
        for target, there in zip(targets, situations, strict=True):
            if attacker.order == "best":
                result = evaluate(attacker, target, context, ruleset, scenario)
                plan = result.plan
            else:
                plan = rules.compile_attack(attacker, target, here, ruleset, there, weapons)
                result = Result(
                    attacker, target, here, ruleset, None, notes_of, rulings_of, scenario
                )
            results.append(result)
            if batch.add(plan):
                taken.append(result)
    for result, space, final in zip(taken, batch.spaces(), batch.run(), strict=True):
        result.set_states(space, final)
    return results


def play(scenario: Scenario, settings: Settings | None = None) -> TurnResult:
    """Return the outcome of a scenario that is a turn."""
    if not isinstance(scenario, Scenario):
        raise MathhammerError(f"{quoted(scenario)} is not a scenario")
    if scenario.script is None:
        raise MathhammerError("kind = 'turn' is expected", "kind")
    if settings is not None:
        from mathhammer.results.simulated import SimulatedTurn

        return SimulatedTurn(scenario.script, settings)
    from mathhammer.results.turn import TurnResult

    return TurnResult(scenario.script)


def answer(scenario: Scenario, settings: Settings | None = None) -> CheckResult:
    """Return the answer to a scenario that is a check."""
    if scenario.check is None:
        raise MathhammerError("a kind of check is expected", "kind")
    return answer_check(
        scenario.check, scenario.game, scenario.ruleset, settings, scenario.path
    )  # fmt: skip


def answer_check(
    made: Check, game: str, ruleset: Ruleset, settings: Settings | None = None, path: str = ""
) -> CheckResult:
    """Return the answer to a check that is read, by the engine that is asked for."""
    if settings is not None:
        from mathhammer.results.simulated_check import SimulatedCheck

        return SimulatedCheck(made, game, ruleset, settings, path)
    from mathhammer.results.check import CheckResult

    return CheckResult(made, game, ruleset, path)


def ask_heroes(scenario: Scenario) -> HeroesResult:
    """Return the answer to a scenario of the heroes dice game."""
    from mathhammer.heroes import HeroesResult

    if scenario.heroes is None:
        raise MathhammerError("kind = 'heroes' is expected", "kind")
    return HeroesResult(scenario.heroes, scenario.path)


def run_scenario(scenario: Scenario, settings: Settings | None = None) -> Comparison:
    """Return the comparison that a scenario asks for, its sweep left aside."""
    return compare_units(
        list(scenario.attackers),
        list(scenario.targets),
        scenario.context,
        scenario.ruleset,
        scenario.path,
        settings,
    )


def run_sweep(scenario: Scenario) -> list[Comparison]:
    """Return a comparison for each combination of the values of a scenario's sweep.

    Each result knows its values (`Result.sweep`).
    """
    made = []
    for values, variant in scenario.sweep:
        results = []
        for attacker in variant.attackers:
            for target in variant.targets:
                given = attacker, target, variant.context, variant.ruleset
                result = evaluate(*given, scenario.path)
                result.sweep = values
                results.append(result)
        made.append(Comparison(list(variant.attackers), list(variant.targets), results))
    compute([result for comparison in made for result in comparison.results])
    return made
