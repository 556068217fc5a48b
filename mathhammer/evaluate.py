"""The one call: profiles to game to plan to engine to `Result`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike
from typing import TYPE_CHECKING, Any, cast

from .comparison import Comparison
from .engine.exact import Evolution
from .engine.work import MOST_NOTED_WORK
from .errors import MathhammerError, NotModelledError, TooLargeError, nearest, shown
from .games import registry
from .profiles import Context, Ruleset, Unit
from .profiles.game import GAMES, WH40K, first_game, profiles_of
from .results import Result
from .scenario import Scenario, from_mapping, load, read_attacker, read_target

if TYPE_CHECKING:
    from .heroes import HeroesResult
    from .profiles import wh40k
    from .turn_results import TurnResult

#: Comparisons of this many cells and more are computed by the kernel, all at once. It takes
#: 0.4 s to load (at its first use ever, some seconds to compile), a cell alone 0.1 ms.
MANY = 5000


def _read_context(value: Any, name: str) -> Context:
    kind: type[Context] = profiles_of(name).Context
    if value is None:
        return kind()
    try:
        return kind.read(value)
    except MathhammerError as error:
        raise error.inside("context") from None


def _read_ruleset(value: Any, name: str) -> Ruleset:
    kind: type[Ruleset] = profiles_of(name).Ruleset
    if value is None:
        return kind()
    try:
        return kind.read(value)
    except MathhammerError as error:
        raise error.inside("ruleset") from None


def _game(given: str | None, attackers: Any, targets: Any) -> str:
    """Return the game that is asked for, or else the one that the profiles show."""
    if given is None:
        return first_game(attackers) or first_game(targets) or WH40K
    if given not in GAMES:
        raise MathhammerError(
            f"{shown(given)} is not a game{nearest(str(given), GAMES)}; allowed: "
            f"{', '.join(GAMES)}",
            "game",
        )
    return given


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
    game: str | None = None,
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
    game : {"wh40k", "aos"}, optional
        By default the one that the profiles show, or Warhammer 40,000.

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
    name = _game(game, (attacker,), (target,))
    here, rules = _read_context(context, name), _read_ruleset(ruleset, name)
    try:
        ours = read_attacker(attacker, name)
    except MathhammerError as error:
        raise error.inside("attacker") from None
    try:
        theirs = read_target(target, name)
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
    plan = registry.game(attacker.game).compile_attack(attacker, target, here, ruleset)
    order: tuple[int, ...] = ()
    pooled = plan.steps[0].pooled
    if attacker.order == "best" and len(attacker.weapons) > 1 and not pooled:
        from .engine.policy import best_order, reordered

        order = best_order(plan)
        plan = reordered(plan, order)
    return Result(attacker, target, here, ruleset, plan, _notes_of, _rulings_of, scenario, order)


def _notes_of(result: Result) -> list[str]:
    attacker = result.attacker
    rules = registry.game(attacker.game)
    notes = rules.notes(attacker, result.target, result.context, result.rulings)
    grouped = [_weapon_words(attacker, i) for i, w in enumerate(attacker.weapons) if w.group]
    if grouped:
        notes.append(f"{', '.join(grouped)}: the group of a weapon counts only in turns.")
    if result.order:
        names = ", ".join(_weapon_words(attacker, i) for i in result.order)
        notes.append(f"Best order of weapons for models slain: {names}.")
    skipped = _skipped_rows(result)
    if skipped:
        notes.append(
            f"{', '.join(skipped)}: what it does by itself is not computed, the states before and "
            "after it are too many to be followed together."
        )
    if rules.devastating(attacker):
        notes.append(_other_rulings(result))
    return notes


def _weapon_words(attacker: Unit, index: int) -> str:
    """Return the name of a weapon, or its place and values where it has none of its own."""
    weapon = attacker.weapons[index]
    if sum(w.name == weapon.name for w in attacker.weapons) == 1 and "name" in weapon.__dict__:
        return weapon.name
    from .notation import describe_weapon

    return f"{weapon.name} {index + 1} ({describe_weapon(weapon.replace(name=None))})"


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
    rulings = registry.game(result.attacker.game).rulings
    return rulings(result.attacker, result.target, result.context, result.rulings)


def _other_rulings(result: Result) -> str:
    """Return the note on what the other rulings on Devastating Wounds would give (W-3)."""
    ruleset = cast("wh40k.Ruleset", result.rulings)
    values = []
    for name in ("print-2023", "errata-2023-09", "errata-2024"):
        if name == ruleset.devastating:
            continue
        changed = ruleset.replace(devastating=name)
        given = result.attacker, result.target, result.context, changed
        try:
            plan = registry.game(result.attacker.game).compile_attack(*given)
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
    game: str | None = None,
) -> Comparison:
    """Return the outcomes of every loadout against every target.

    Parameters
    ----------
    attackers : list
        Loadouts, each as in `attack`; an inner list is the weapons of one unit.
    targets : list
        Targets, each as in `attack`.
    context, ruleset, engine, game
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
    attackers, targets = _as_list(attackers), _as_list(targets)
    name = _game(game, attackers, targets)
    here, rules = _read_context(context, name), _read_ruleset(ruleset, name)
    ours, theirs = [], []
    for i, value in enumerate(attackers):
        try:
            ours.append(read_attacker(value, name))
        except MathhammerError as error:
            raise error.inside(f"attacker[{i}]") from None
    for i, value in enumerate(targets):
        try:
            theirs.append(read_target(value, name))
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
    rules = registry.game(attackers[0].game)
    results: list[Result] = []
    taken: list[Result] = []
    before: Context | None = None
    for attacker in attackers:
        here = context.merged(attacker.context)
        if here is not before:
            situations = [rules.situation(target, here, ruleset) for target in targets]
            before = here
        arms = rules.arms_of(attacker)
        for target, there in zip(targets, situations, strict=True):
            if attacker.order == "best":
                result = evaluate(attacker, target, context, ruleset, scenario)
                plan = result.plan
            else:
                plan = rules.compile_attack(attacker, target, here, ruleset, there, arms)
                result = Result(
                    attacker, target, here, ruleset, None, _notes_of, _rulings_of, scenario
                )
            results.append(result)
            if batch.add(plan):
                taken.append(result)
    for result, space, final in zip(taken, batch.spaces(), batch.run(), strict=True):
        result.known(space, final)
    return results


def turn(fields: Mapping[str, Any]) -> TurnResult:
    """Return the exact outcome of a whole turn, or of any sequence of its steps.

    Parameters
    ----------
    fields : mapping
        Those of a scenario file of ``kind = "turn"``: ``units``, ``step``, ``gap``.

    Returns
    -------
    TurnResult

    Raises
    ------
    MathhammerError
        Something given is wrong; the message says where, what, and what is allowed.
    NotModelledError
        A rule that this version doesn't compute.
    TooLargeError
        Beyond the engine's stated limits.

    Examples
    --------
    >>> a = {"models": 5, "health": 2, "save": "4+",
    ...      "weapons": [{"count": 5, "attacks": 2, "hit": 3, "wound": 4, "rend": 1, "damage": 1}]}
    >>> b = {"models": 10, "health": 1, "save": "5+",
    ...      "weapons": [{"count": 10, "attacks": 2, "hit": 4, "wound": 4, "damage": 1}]}
    >>> result = turn({"game": "aos", "units": {"a": a, "b": b},
    ...                "step": {"do": "fight", "by": ["a", "b"]}})
    >>> round(result.models("b").mean, 3)
    7.222
    """
    if not isinstance(fields, Mapping):
        raise MathhammerError(f"{shown(fields)} is not a turn: a table of fields is expected")
    return play(from_mapping({"kind": "turn", **fields}))


def play(scenario: Scenario) -> TurnResult:
    """Return the outcome of a scenario that is a turn."""
    from .turn_results import TurnResult

    if scenario.script is None:
        raise MathhammerError("kind = 'turn' is expected", "kind")
    return TurnResult(scenario.script)


def ask_heroes(scenario: Scenario) -> HeroesResult:
    """Return the answer to a scenario of the heroes dice game."""
    from .heroes import HeroesResult

    if scenario.heroes is None:
        raise MathhammerError("kind = 'heroes' is expected", "kind")
    return HeroesResult(scenario.heroes, scenario.path)


def run(path: str | PathLike[str]) -> list[Result] | list[TurnResult] | list[HeroesResult]:
    """Return the results of a scenario file, attacker by attacker; of a turn the one.

    Parameters
    ----------
    path : str or path
        TOML or JSON.
    """
    if not isinstance(path, str | PathLike):
        raise MathhammerError(f"{shown(path)} is not the path of a file")
    scenario = load(path)
    if scenario.script is not None:
        return [play(scenario)]
    if scenario.heroes is not None:
        return [ask_heroes(scenario)]
    return run_scenario(scenario).results


def run_scenario(scenario: Scenario) -> Comparison:
    """Return the comparison that a scenario asks for."""
    return compare_units(
        list(scenario.attackers),
        list(scenario.targets),
        scenario.context,
        scenario.ruleset,
        scenario.path,
    )
