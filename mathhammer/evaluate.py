"""The one call: profiles to game to plan to engine to `Result`."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from typing import Any

from .comparison import Comparison
from .errors import MathhammerError, NotModelledError, nearest, shown
from .games.wh40k import compile_attack
from .games.wh40k import notes as game_notes
from .profiles import Context, Ruleset, Unit
from .results import Result
from .scenario import Scenario, load, read_attacker, read_target

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

    def notes_of(result: Result) -> list[str]:
        notes = game_notes.notes(attacker, target, here, ruleset)
        if order:
            names = ", ".join(attacker.weapons[i].name for i in order)
            notes.append(f"Best order of weapons for models slain: {names}.")
        if game_notes.devastating(attacker):
            notes.append(_other_rulings(result, attacker, target, context, ruleset))
        return notes

    def rulings_of(_: Result) -> dict[str, Any]:
        return game_notes.rulings(attacker, target, here, ruleset)

    return Result(attacker, target, here, ruleset, plan, notes_of, rulings_of, scenario)


def _other_rulings(
    result: Result, attacker: Unit, target: Unit, context: Context, ruleset: Ruleset
) -> str:
    """Return the note on what the other rulings on Devastating Wounds would give (W-3)."""
    values = []
    for name in ("print-2023", "errata-2023-09", "errata-2024"):
        if name == ruleset.devastating:
            continue
        other = evaluate(attacker, target, context, ruleset.replace(devastating=name))
        try:
            values.append(f"{other.slain.mean:.4g} under {name}")
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
    [3.33, 0.74, 1.48, 2.59]
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
    """Return the comparison of units as they are."""
    results = [evaluate(a, t, context, ruleset, scenario) for a in attackers for t in targets]
    return Comparison(attackers, targets, results)


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
