"""The public calls: what is given is read, and handed to the engines."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from typing import TYPE_CHECKING, Any, Unpack, cast

from mathhammer.core.errors import MathhammerError, inside, quoted
from mathhammer.evaluate.evaluate import compare_units, evaluate
from mathhammer.reading import read_units

if TYPE_CHECKING:
    from mathhammer.engine.montecarlo.simulate import Settings
    from mathhammer.games.field_types import CheckKind
    from mathhammer.games.given import (
        Attacker,
        Attackers,
        CheckGiven,
        ContextGiven,
        Engine,
        Game,
        RulesetGiven,
        Seed,
        Simulation,
        Target,
        Targets,
        TurnFields,
    )
    from mathhammer.heroes import HeroesResult
    from mathhammer.results.attack import Result
    from mathhammer.results.check import CheckResult
    from mathhammer.results.comparison import Comparison
    from mathhammer.results.simulated import SimulatedResult
    from mathhammer.results.turn import TurnResult


def _settings(engine: str, options: Mapping[str, Any]) -> Settings | None:
    """Return how a simulation is run, None for the exact engine, which loads nothing for it."""
    if engine == "exact" and not options:
        return None
    from mathhammer.results.simulation import read_settings

    return read_settings(engine, options)


def attack(
    attacker: Attacker,
    target: Target,
    *,
    context: ContextGiven = None,
    ruleset: RulesetGiven = None,
    engine: Engine = "exact",
    game: Game | None = None,
    **simulation: Unpack[Simulation],
) -> Result:
    """Return the outcome of one unit attacking another.

    Parameters
    ----------
    attacker : Unit, Weapon, dict, str, or a list of weapons
        A list is the weapons of one unit, in the order in which they attack.
    target : Unit, dict or str
    context : Context, dict or str, optional
    ruleset : Ruleset, dict or str, optional
    engine : {"exact", "montecarlo"}, default "exact"
    game : {"wh40k", "aos"}, optional
        By default the one that the profiles show, or Warhammer 40,000.
    **simulation
        Options of `simulate`, for ``engine="montecarlo"`` only.

    Returns
    -------
    Result
        By Monte Carlo a `SimulatedResult`.

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
    >>> result = attack("10x A2 BS3+ S4 AP-1 D1", "5x meq")
    >>> round(result.slain.mean, 4), round(result.destroyed, 4)
    (1.4167, 0.0006)
    """
    settings = _settings(engine, simulation)
    name = read_units.game_for(game, (attacker, target))
    situation = read_units.read_situation(context, ruleset, name)
    attacking, attacked = read_units.read_sides(attacker, target, name)
    result = evaluate(attacking, attacked, *situation, settings=settings)
    if settings is not None:  # it is played now, not when it is first looked at
        _ = cast("SimulatedResult", result).sampled
    return result


def simulate(
    attacker: Attacker,
    target: Target,
    *,
    context: ContextGiven = None,
    ruleset: RulesetGiven = None,
    game: Game | None = None,
    trials: int | None = None,
    seed: Seed = None,
    until_error: Mapping[str, float] | None = None,
    until_width: Mapping[str, float] | None = None,
    time_limit: float | None = None,
    samples: int = 0,
    threads: int | None = None,
) -> SimulatedResult:
    """Return what is seen of one unit attacking another in many trials, every die rolled.

    Parameters
    ----------
    attacker, target, context, ruleset, game
        As in `attack`.
    trials : int, optional
        A million by default; with `until_error` or `until_width` the most.
    seed : int, numpy.random.Generator or numpy.random.SeedSequence, optional
        The same seed gives the same numbers, on any number of threads. By default a new
        one, which the result records.
    until_error : dict, optional
        Plays until these standard errors are reached, like ``{"damage": 0.01}``: of the
        mean of a stage, or of P(destroyed).
    until_width : dict, optional
        Plays until these widths of 95 % intervals are reached, like ``{"destroyed": 0.01}``.
    time_limit : float, optional
        Seconds, of each match-up.
    samples : int, default 0
        How many trials are kept one by one, up to 10 million (`SimulatedResult.samples`).
    threads : int, optional
        One for each processor by default.

    Returns
    -------
    SimulatedResult

    Raises
    ------
    MathhammerError
        Something given is wrong; the message says where, what, and what is allowed.
    NotModelledError
        A rule that this version doesn't compute.
    TooLargeError
        More would have to be counted than fits, or played than can be.

    Examples
    --------
    >>> result = simulate("10x A2 BS3+ S4 AP-1 D1", "5x meq", trials=100_000, seed=1)
    >>> abs(result.slain.mean - 1.4167) < 4 * result.standard_error("slain")
    True
    """
    result = attack(
        attacker, target, context=context, ruleset=ruleset, engine="montecarlo", game=game,
        trials=trials, seed=seed, until_error=until_error, until_width=until_width,
        time_limit=time_limit, samples=samples, threads=threads,
    )  # fmt: skip
    return cast("SimulatedResult", result)


def compare(
    attackers: Attackers,
    targets: Targets,
    *,
    context: ContextGiven = None,
    ruleset: RulesetGiven = None,
    engine: Engine = "exact",
    game: Game | None = None,
    **simulation: Unpack[Simulation],
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
    **simulation
        As in `attack`; every match-up has the same seed.

    Returns
    -------
    Comparison

    Examples
    --------
    >>> both = compare(["10x A2 BS3+ S4 AP-1 D1", "2x A1 BS3+ S9 AP-4 DD6"], ["meq", "veq"])
    >>> [round(r.damage.mean, 2) for r in both.results]
    [3.33, 1.11, 1.99, 1.56]
    """
    settings = _settings(engine, simulation)
    attackers, targets = read_units.as_list(attackers), read_units.as_list(targets)
    name = read_units.game_for(game, (*attackers, *targets))
    situation = read_units.read_situation(context, ruleset, name)
    loadouts = read_units.read_all(read_units.read_attacker, attackers, "attacker", name)
    units = read_units.read_all(read_units.read_target, targets, "target", name)
    return compare_units(loadouts, units, *situation, settings=settings)


def turn(
    fields: TurnFields | Mapping[str, Any],
    *,
    engine: Engine = "exact",
    **simulation: Unpack[Simulation],
) -> TurnResult:
    """Return the outcome of a whole turn, or of any sequence of its steps.

    Parameters
    ----------
    fields : mapping
        Those of a scenario file of ``kind = "turn"``: ``units``, ``step``, ``gap``.
    engine : {"exact", "montecarlo"}, default "exact"
    **simulation
        Options of `simulate`, for ``engine="montecarlo"`` only; what is measured is like
        ``b.models``, ``b.wounds`` and ``b.destroyed``.

    Returns
    -------
    TurnResult
        By Monte Carlo a `SimulatedTurn`.

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
        raise MathhammerError(f"{quoted(fields)} is not a turn: a table of fields is expected")
    settings = _settings(engine, simulation)
    from mathhammer.reading.scenario import from_mapping

    question = from_mapping({"kind": "turn", **fields})
    if question.kind != "turn":
        raise MathhammerError("kind = 'turn' is expected", "kind")
    result: TurnResult = question.answer(settings)
    return result


def check(
    kind: CheckKind,
    /,
    *,
    game: Game | None = None,
    ruleset: RulesetGiven = None,
    engine: Engine = "exact",
    **fields: Unpack[CheckGiven],
) -> CheckResult:
    """Return the answer to a question of dice outside attacks.

    Parameters
    ----------
    kind : str
        One of `mathhammer.games.checks.registry.KINDS`, like ``charge`` or ``cast``, in any
        case; ``mathhammer check`` lists them with their questions.
    game : {"wh40k", "aos"}, optional
        By default the one that has the kind, or Warhammer 40,000.
    ruleset : Ruleset, dict or str, optional
    engine : {"exact", "montecarlo"}, default "exact"
    **fields
        Those of the kind: see its class, as in `mathhammer.games.checks.charge`, or
        ``mathhammer check KIND --help``. For ``engine="montecarlo"`` also the options of
        `simulate`; what is measured are the names of the answers, like ``probability``.

    Returns
    -------
    CheckResult
        By Monte Carlo a `SimulatedCheck`.

    Raises
    ------
    MathhammerError
        Something given is wrong; the message says where, what, and what is allowed.
    TooLargeError
        Beyond the stated limits.

    Examples
    --------
    >>> round(check("charge", needed=9, reroll="failed").probability, 4)
    0.4784
    >>> check("rally", health=2, slain=5).returned.mean
    1.25
    """
    from mathhammer.games.checks.registry import kind_named, read_check
    from mathhammer.reading.check import CheckQuestion
    from mathhammer.results.simulation import OPTIONS

    with inside("kind"):
        named = kind_named(kind)
    options = {name: value for name, value in fields.items() if name in OPTIONS}
    settings = _settings(engine, options)
    own = {name: value for name, value in fields.items() if name not in OPTIONS}
    question, name = read_check(named, own, game)
    _, rulings = read_units.read_situation(None, ruleset, name)
    result: CheckResult = CheckQuestion("", name, question, rulings).answer(settings)
    return result


def run(
    path: str | PathLike[str], *, engine: Engine = "exact", **simulation: Unpack[Simulation]
) -> list[Result] | list[TurnResult] | list[CheckResult] | list[HeroesResult]:
    """Return the results of a scenario file, attacker by attacker; of other kinds the one.

    Parameters
    ----------
    path : str or path
        TOML or JSON.
    engine : {"exact", "montecarlo"}, default "exact"
    **simulation
        Options of `simulate`, for ``engine="montecarlo"`` only.
    """
    settings = _settings(engine, simulation)
    if not isinstance(path, str | PathLike):
        raise MathhammerError(f"{quoted(path)} is not the path of a file")
    from mathhammer.reading.scenario import load

    question = load(path)
    results: list[Any] = question.results(question.answer(settings))
    return results
