"""The one call: profiles to game to plan to engine to `Result`."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from typing import Any

from .comparison import Comparison
from .engine.exact import Evolution
from .engine.work import MOST_NOTED_WORK
from .errors import MathhammerError, NotModelledError, TooLargeError, nearest, shown
from .games.wh40k import compile_attack
from .games.wh40k import notes as game_notes
from .games.wh40k.sequence import arms_of
from .games.wh40k.situation import situation
from .profiles import Context, Ruleset, Unit
from .results import Result
from .scenario import Scenario, load, read_attacker, read_target

#: Comparisons of this many cells and more are computed by the kernel, all at once. It takes
#: 0.4 s to load (at its first use ever, some seconds to compile), a cell alone 0.1 ms.
MANY = 5000

_NO_CONTEXT = Context()
_DEFAULT_RULESET = Ruleset()


def _read_context(value: Any) -> Context:
    if value is None:
        return _NO_CONTEXT
    try:
        return Context.read(value)
    except MathhammerError as error:
        raise error.inside("context") from None


def _read_ruleset(value: Any) -> Ruleset:
    if value is None:
        return _DEFAULT_RULESET
    try:
        return Ruleset.read(value)
    except MathhammerError as error:
        raise error.inside("ruleset") from None


def _check_engine(engine: str) -> None:
    if engine == "exact":
        return
    if engine == "montecarlo":
        raise NotModelledError('engine = "montecarlo" is not in this version; "exact" is')
    raise MathhammerError(
        f"unknown engine {shown(engine)}{nearest(engine, ['exact'])}: use 'exact'"
    )


def attack(
    attacker: Any,
    target: Any,
    *,
    context: Any = None,
    ruleset: Any = None,
    engine: str = "exact",
) -> Result:
    """Return the exact outcome of one unit attacking another.

    Parameters
    ----------
    attacker : Unit, Weapon, dict, str, or a list of weapons
        A list is the weapons of one unit, in the order in which they attack.
    target : Unit, dict or str
    context : Context, dict or str, optional
    ruleset : Ruleset, dict or str, optional
    engine : {"exact"}, default "exact"

    Returns
    -------
    Result

    Raises
    ------
    MathhammerError
        Something given is wrong; the message says where, what, and what is allowed.
    NotModelledError
        A rule or engine that this version doesn't compute.
    TooLargeError
        Beyond the engine's stated limits.

    Examples
    --------
    >>> result = attack("10x A2 BS3+ S4 AP-1 D1", "5x meq")
    >>> round(result.slain.mean, 4), round(result.destroyed, 4)
    (1.4167, 0.0006)
    """
    _check_engine(engine)
    here, rules = _read_context(context), _read_ruleset(ruleset)
    try:
        ours = read_attacker(attacker)
    except MathhammerError as error:
        raise error.inside("attacker") from None
    try:
        theirs = read_target(target)
    except MathhammerError as error:
        raise error.inside("target") from None
    return evaluate(ours, theirs, here, rules)


def evaluate(
    attacker: Unit, target: Unit, context: Context, ruleset: Ruleset, scenario: str = ""
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
    """
    here = context.merged(attacker.context)
    plan = compile_attack(attacker, target, here, ruleset)
    order: tuple[int, ...] = ()
    if attacker.order == "best" and len(attacker.weapons) > 1:
        from .engine.policy import best_order, reordered

        order = best_order(plan)
        plan = reordered(plan, order)
    return Result(attacker, target, here, ruleset, plan, _notes_of, _rulings_of, scenario, order)


def _notes_of(result: Result) -> list[str]:
    attacker = result.attacker
    notes = game_notes.notes(attacker, result.target, result.context, result.rulings)
    if result.order:
        names = ", ".join(_weapon_words(attacker, i) for i in result.order)
        notes.append(f"Best order of weapons for models slain: {names}.")
    skipped = _skipped_rows(result)
    if skipped:
        notes.append(
            f"{', '.join(skipped)}: what it does by itself is not computed, the states before and "
            "after it are too many to be followed together."
        )
    if game_notes.devastating(attacker):
        notes.append(_other_rulings(result))
    return notes


def _weapon_words(attacker: Unit, index: int) -> str:
    """Return the name of a weapon, or its place and values where it has none of its own."""
    weapon = attacker.weapons[index]
    if sum(w.name == weapon.name for w in attacker.weapons) == 1 and "name" in weapon.__dict__:
        return weapon.name
    return (
        f"{weapon.name} {index + 1} ({weapon.count}x A{weapon.attacks} S{weapon.strength} "
        f"AP{weapon.ap} D{weapon.damage})"
    )


def _skipped_rows(result: Result) -> list[str]:
    """Return the weapons, and what comes after them, whose rows are too much work."""
    evolution = result.evolution
    order = result.order or range(len(result.attacker.weapons))
    return [
        _weapon_words(result.attacker, order[number])
        if number < len(order)
        else evolution.phases[number].title
        for number in sorted(evolution.skipped)
    ]


def _rulings_of(result: Result) -> dict[str, Any]:
    return game_notes.rulings(result.attacker, result.target, result.context, result.rulings)


def _other_rulings(result: Result) -> str:
    """Return the note on what the other rulings on Devastating Wounds would give (W-3)."""
    ruleset = result.rulings
    values = []
    for name in ("print-2023", "errata-2023-09", "errata-2024"):
        if name == ruleset.devastating:
            continue
        changed = ruleset.replace(devastating=name)
        given = result.attacker, result.target, result.context, changed
        try:
            plan = compile_attack(*given)
            if result.order:  # the same order as the result's
                from .engine.policy import reordered

                plan = reordered(plan, result.order)
            evolution = Evolution(plan)
            if evolution.work > MOST_NOTED_WORK:
                raise TooLargeError("too much for a note")
            slain = float(evolution.final @ evolution.space.slain)
            values.append(f"{slain:.4g} under {name}")
        except MathhammerError:
            values.append(f"not computed under {name} (too large)")
    return (
        f"Devastating Wounds under {ruleset.devastating}: {result.slain.mean:.4g} models slain on "
        f"average; {', '.join(values)}. Most tools use the errata."
    )


def _as_list(value: Any) -> list[Any]:
    """Return loadouts or targets as a list; text and tables are single ones."""
    if isinstance(value, list | tuple):
        return list(value)
    if isinstance(value, Iterable) and not isinstance(value, str | dict):
        return list(value)
    return [value]


def compare(
    attackers: Any,
    targets: Any,
    *,
    context: Any = None,
    ruleset: Any = None,
    engine: str = "exact",
) -> Comparison:
    """Return the outcomes of every loadout against every target.

    Parameters
    ----------
    attackers : list
        Loadouts, each as in `attack`; an inner list is the weapons of one unit.
    targets : list
        Targets, each as in `attack`.
    context, ruleset, engine
        As in `attack`.

    Returns
    -------
    Comparison

    Examples
    --------
    >>> both = compare(["10x A2 BS3+ S4 AP-1 D1", "2x A1 BS3+ S9 AP-4 DD6"], ["meq", "veq"])
    >>> [round(r.damage.mean, 2) for r in both.results]
    [3.33, 1.11, 1.99, 1.56]
    """
    _check_engine(engine)
    here, rules = _read_context(context), _read_ruleset(ruleset)
    ours, theirs = [], []
    for i, value in enumerate(_as_list(attackers)):
        try:
            ours.append(read_attacker(value))
        except MathhammerError as error:
            raise error.inside(f"attacker[{i}]") from None
    for i, value in enumerate(_as_list(targets)):
        try:
            theirs.append(read_target(value))
        except MathhammerError as error:
            raise error.inside(f"target[{i}]") from None
    return compare_units(ours, theirs, here, rules)


def compare_units(
    attackers: list[Unit],
    targets: list[Unit],
    context: Context,
    ruleset: Ruleset,
    scenario: str = "",
) -> Comparison:
    """Return the comparison of units as they are; from `MANY` cells on, all at once."""
    if len(attackers) * len(targets) >= MANY:
        results = _evaluate_many(attackers, targets, context, ruleset, scenario)
    else:
        results = [evaluate(a, t, context, ruleset, scenario) for a in attackers for t in targets]
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
    from .engine.batch import Batch

    batch = Batch()
    results: list[Result] = []
    taken: list[Result] = []
    before: Context | None = None
    for attacker in attackers:
        here = context.merged(attacker.context)
        if here is not before:
            situations = [situation(target, here, ruleset) for target in targets]
            before = here
        arms = arms_of(attacker)
        for target, there in zip(targets, situations, strict=True):
            if attacker.order == "best":
                result = evaluate(attacker, target, context, ruleset, scenario)
                plan = result.plan
            else:
                plan = compile_attack(attacker, target, here, ruleset, there, arms)
                result = Result(
                    attacker, target, here, ruleset, None, _notes_of, _rulings_of, scenario
                )
            results.append(result)
            if batch.add(plan):
                taken.append(result)
    for result, space, final in zip(taken, batch.spaces(), batch.run(), strict=True):
        result.known(space, final)
    return results


def run(path: str | PathLike[str]) -> list[Result]:
    """Return the results of a scenario file, attacker by attacker.

    Parameters
    ----------
    path : str or path
        TOML or JSON.
    """
    return run_scenario(load(path)).results


def run_scenario(scenario: Scenario) -> Comparison:
    """Return the comparison that a scenario asks for."""
    return compare_units(
        list(scenario.attackers),
        list(scenario.targets),
        scenario.context,
        scenario.ruleset,
        scenario.path,
    )
