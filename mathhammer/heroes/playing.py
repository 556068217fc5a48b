"""Whole games by Monte Carlo: two players, their policies and their heroes (H-1, H-6 to H-8).

What to keep and to roll is the policy's choice for the most slots (`Solution`). When a round of
six dice begins, a three of a kind is worth 3 there (2 for a plague marine) if the hero of its
column can move or can attack with an effect, else 0; a straight is worth the number of its
columns whose hero can move; a lucky six 1 and a double six 2. All-out war is worth a turn on
the same board. There is one exception: where the actions of what can be kept win the game (by
the rule below), the player keeps that and acts; the first set that does, in the order of `Tree`.

What a position is worth to a player, in slots, is what its own heroes are worth less what the
enemy's are, and a bonus of 10^6, beyond everything else, if the player wins with it. The heroes
of a side are worth its score; and 2/3 slots for each of the foremost three, times the square of its
share of the way to where it counts for a win (at most 1); less a slot for each stunned hero.

Kept scoring rolls are spent one after another:

- each time every roll that is left is tried alone, and the one with the highest worth
  afterwards is spent; of equal ones the first: straights (long ones first, then low ones),
  threes of a kind (low ones first), double sixes, lucky sixes;
- the rest is not spent once no roll raises the worth;
- an action of a lucky or double six goes to the hero with the highest worth afterwards; of
  equal ones to that with the most free slots ahead, then to the lowest column. The two actions
  of a double six, and the three of a three of a kind, are chosen one after another in this way.
  An action that doesn't raise the worth isn't taken. A straight moves every hero that can;
- wargear is used instead where the worth is higher then; of equal uses the hero in the lowest
  column, on the lowest column.

Rulings that have a name are fields of `Ruleset`. Those without one, where the document says
nothing: each round of six dice ends a turn, so an all-out war can win the game, too;
``push_to_start`` lets every attack push by one slot down to the start slot; wargear that takes
a straight or three of a kind takes one of any columns; to stun is no attack, so it reaches
heroes in their own half and from the start slot; a double six frees no stunned hero (it can be
used as two lucky sixes); the attacks of a plague marine's double six infect, because they are
two actions of a lucky six, and those of its three of a kind don't.

A game in which three columns have both heroes standing face to face in their own halves can
be won by nobody, because there no attack has an effect: it is drawn. So is one that lasts
longer than the most turns.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from mathhammer.core.errors import NotModelledError, inside
from mathhammer.heroes.games import GamesResult
from mathhammer.heroes.players import COLUMNS, GameSetup, Team
from mathhammer.heroes.policies import Policy
from mathhammer.heroes.rolls import counts, scoring_rolls
from mathhammer.heroes.setup import Values
from mathhammer.heroes.solve import Solution
from mathhammer.heroes.tree import Ints, Tree, tree
from mathhammer.heroes.wargear import ACTIONS
from mathhammer.results.simulation import read_settings, run

if TYPE_CHECKING:
    from mathhammer.engine.montecarlo.simulate import Settings

#: Games where nothing else is asked for, and the most: each is kept.
TRIALS = 100_000
MAX_GAMES = 10_000_000


def play(
    first: Any = "best",
    second: Any = "best",
    *,
    trials: int | None = None,
    seed: Any = None,
    until_error: Mapping[str, float] | None = None,
    until_width: Mapping[str, float] | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
    **agreed: Any,
) -> GamesResult:
    """Return what comes of whole games between two players, played die by die.

    Parameters
    ----------
    first, second : Team, mapping, Policy or str
        A policy as in `Policy.read`, or a table of ``policy``, ``heroes`` and ``name``.
    trials : int, optional
        Games; 100,000 by default, and up to ten million.
    seed, until_error, until_width, time_limit, threads
        As in `mathhammer.simulate`; what is measured are the probabilities ``first``,
        ``second`` (that this player wins) and ``drawn``.
    **agreed
        The fields of `GameSetup`: ``rows``, ``straight``, ``ruleset``, ``infection``, ``begins``,
        ``most_turns``.

    Returns
    -------
    GamesResult

    Raises
    ------
    MathhammerError
        Something given is wrong.
    NotModelledError
        Plague marines without a word on what their infection does.

    Examples
    --------
    >>> result = play("best", "stop at 1", rows=3, trials=2000, seed=1)
    >>> result.win(0).probability > result.win(1).probability
    True
    """
    options = {
        "trials": trials, "seed": seed, "until_error": until_error, "until_width": until_width,
        "time_limit": time_limit, "threads": threads,
    }  # fmt: skip
    settings = read_settings("montecarlo", options, MAX_GAMES)
    assert settings is not None
    return play_as(first, second, settings, agreed)


def play_as(first: Any, second: Any, settings: Settings, agreed: Mapping[str, Any]) -> GamesResult:
    """Return what comes of whole games, as `play`, with options that are read already."""
    with inside("first"):
        one = Team.read(first)
    with inside("second"):
        teams = one, Team.read(second)
    setup = GameSetup.read(agreed)
    plague = any(hero.plague for team in teams for hero in team.heroes)
    if plague and setup.infection is None:
        raise NotModelledError(
            "which wargear action plague marines add to their attacks is lost in the document: "
            "say infection = 'stun', 'shoot', 'cut-down', 'blast' or 'none'"
        )
    trials = settings.trials
    if trials is None:
        trials = MAX_GAMES if settings.goals or settings.time_limit is not None else TRIALS
    from mathhammer.engine.montecarlo.sampled_heroes import HeroesGame

    begins, change = int(setup.begins == "second"), int(setup.begins == "alternate")
    game = HeroesGame(packed(teams, setup), begins, change)
    played = run(game, settings._replace(trials=trials, samples=trials))
    if not played.trials:  # interrupted before there was anything
        raise KeyboardInterrupt
    missed = [
        f"{goal.measure} is not known so well after {trials:,} games, "
        + ("the most that are kept." if settings.trials is None else "as many as were asked for.")
        for goal in settings.goals
        if not played.stopped
        and not goal.is_reached(game.measure(goal.measure, played.ledger, played.trials))
    ]  # fmt: skip
    return GamesResult(teams, setup, played, missed)


def packed(teams: tuple[Team, Team], setup: GameSetup) -> Any:
    """Return everything that the games look up, as the kernel takes it.

    Parameters
    ----------
    teams : (Team, Team)
    setup : GameSetup

    Returns
    -------
    Rules
        Of `mathhammer.engine.montecarlo.kernels.heroes`.
    """
    from mathhammer.engine.montecarlo.kernels import heroes as kernels

    rulings = setup.ruleset
    variant = setup.straight, rulings.fresh_dice, rulings.leave_unkept
    grown = tree(*variant)
    kinds = {"lucky": kernels.LUCKY, "double": kernels.DOUBLE, "three": kernels.THREE,
             "straight": kernels.STRAIGHT}  # fmt: skip
    known = scoring_rolls(setup.straight)
    tables = (
        _policy_tables(*variant, team.policy, tuple(hero.plague for hero in team.heroes))
        for team in teams
    )
    gains, keeps, leads = zip(*tables, strict=True)
    width = max(keep.shape[-1] for keep in keeps)
    begin, case = _cases(grown)
    infection = setup.infection or "none"
    return kernels.Rules(
        rows=setup.rows,
        goal=setup.goal,
        push=int(rulings.attack_in_own_half == "push_to_start"),
        infection=0 if infection == "none" else 1 + list(ACTIONS).index(infection),
        most_turns=setup.most_turns,
        heroes=np.array([[hero.numbers for hero in team.heroes] for team in teams]),
        war=np.array([int(team.policy.war) for team in teams]),
        rolls=np.array([(kinds[r.kind], r.faces[0], r.faces[-1], len(r.faces)) for r in known]),
        dice=np.array([dice for _, dice in grown.throws]),
        begin=begin,
        case=case,
        outcome=_outcomes(grown.dice),
        options=grown.options,
        lands=grown.lands,
        kept=grown.kept.astype(np.int64),
        gains=np.stack(gains),
        keeps=np.stack([_widened(keep, width) for keep in keeps]),
        leads=np.stack([_widened(lead, width) for lead in leads]),
    )


@lru_cache(maxsize=4)
def _policy_tables(
    straight: int, fresh_dice: bool, leave_unkept: bool, policy: Policy, plague: tuple[bool, ...]
) -> tuple[Any, Any, Any]:
    """Return gains, options and throws of a policy by what the heroes can do.

    The places are those of `heroes_kernels.able`: in base 3, the first column last, 0 for a
    hero that can do nothing, 1 for one that can attack, 2 for one that can move.
    """
    grown = tree(straight, fresh_dice, leave_unkept)
    solved: list[Solution] = []
    for digits in product(range(3), repeat=COLUMNS):
        able = digits[::-1]
        three = [(2 if ill else 3) * (can > 0) for ill, can in zip(plague, able, strict=True)]
        values = Values(three=tuple(three), straight=tuple(int(can == 2) for can in able))
        near = solved[-1].expected if solved else 0.0
        solved.append(Solution(grown, values, policy, near))
    width = max(solution.solver.width for solution in solved)
    return (
        np.stack([solution.solver.gains for solution in solved]).astype(np.int16),
        np.stack([_widened(s.choices.options, width) for s in solved]).astype(np.int16),
        np.stack([_widened(s.choices.leads, width) for s in solved]).astype(np.int16),
    )


def _widened(array: Any, width: int) -> Any:
    """Return an array with columns added at its end, which are never reached."""
    return np.pad(array, [(0, 0)] * (array.ndim - 1) + [(0, width - array.shape[-1])])


def _cases(grown: Tree) -> tuple[Ints, Ints]:
    """Return where the outcomes of each throw begin, and the case of each (-1: exhausted)."""
    begin: list[int] = []
    case: list[int] = []
    for number, (_, dice) in enumerate(grown.throws):
        begin.append(len(case))
        found = {grown.outcomes[i]: i for i in range(grown.cases[number], grown.cases[number + 1])}
        case += [found.get(outcome, -1) for outcome in counts(dice)]
    return np.array(begin), np.array(case)


def _outcomes(most: int) -> Ints:
    """Return the place among `counts` of every roll of 1, 2, ... dice, in base 6."""
    parts = []
    for dice in range(1, most + 1):
        digits = np.indices((6,) * dice).reshape(dice, -1)
        shown = np.stack([(digits == face).sum(axis=0) for face in range(6)], axis=1)
        keys = shown @ (7 ** np.arange(6))
        order = np.array(counts(dice)) @ (7 ** np.arange(6))
        places = np.argsort(order)
        parts.append(places[np.searchsorted(order[places], keys)])
    return np.concatenate(parts).astype(np.int64)
