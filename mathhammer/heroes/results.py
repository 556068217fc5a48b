"""`HeroesResult`: everything that is known about one turn of the dice game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from mathhammer.core.distribution import Distribution
from mathhammer.core.errors import MathhammerError, quoted
from mathhammer.core.lazy import lazy
from mathhammer.heroes.advice import Advice, advise
from mathhammer.heroes.notes import turn_notes
from mathhammer.heroes.policies import RULES_OF_THUMB, Policy
from mathhammer.heroes.rolls import DICE, exhausted_probability
from mathhammer.heroes.setup import OF_TURNS, Setup
from mathhammer.heroes.solve import EQUAL, Solution, Solver
from mathhammer.heroes.tree import tree
from mathhammer.results.view import Column, View, attributes

BEST = Policy()
NO_WAR = Policy(war=False)


class Crossing(NamedTuple):
    """What a roll of all the dice left is worth against acting.

    Attributes
    ----------
    dice : int
        The dice left.
    at_risk : int
        The slots at risk.
    roll : float
        Expected slots of the turn if all these dice are rolled.
    comes : bool
        Whether a round can come to it.
    """

    dice: int
    at_risk: int
    roll: float
    comes: bool

    @property
    def gain(self) -> float:
        """Slots that a roll adds on average; negative where acting is better."""
        return self.roll - self.at_risk


class HeroesResult(View):
    """One turn under the best policy, rules of thumb beside it, and advice on a roll.

    Parameters
    ----------
    setup : Setup
    scenario : str
        Name of the file it comes from.
    """

    engine = "exact"

    def __init__(self, setup: Setup, scenario: str = "") -> None:
        self.setup = setup
        self.scenario = scenario
        self._solved: dict[Policy, Solution] = {}

    @property
    def title(self) -> str:
        """What is asked: a turn, or what to do with some dice."""
        rolled = self.setup.rolled
        return f"What to do with {' '.join(map(str, rolled))}" if rolled else "One turn, by policy"

    @property
    def shown(self) -> tuple[Column, ...]:
        """Return the policies, or with dice the ways to go on."""
        if self.advice is None:
            return (
                Column("policy", "policy"),
                Column("loss", "loses"),
                Column("exhausted", "exhausted", percent=True),
                Column("slots_mean", "slots"),
            )
        return (
            Column("keep", "keep"),
            Column("then", "then"),
            Column("roll", "roll"),
            Column("leave", "leave"),
            Column("loss", "worse by"),
            Column("value", "slots"),
        )

    def __repr__(self) -> str:
        return f"<HeroesResult: {self.expected:.4g} slots a turn on average>"

    def solution(self, policy: Any = BEST) -> Solution:
        """Return a turn under a policy: `expected`, `distribution`, `exhausted`, `war`.

        Parameters
        ----------
        policy : Policy, mapping or str
            Like "stop at 3, keep everything"; see `Policy.read`.
        """
        policy = Policy.read(policy)
        if policy not in self._solved:
            rulings = self.setup.ruleset
            grown = tree(self.setup.straight, rulings.fresh_dice, rulings.leave_unkept)
            self._solved[policy] = Solution(grown, self.setup.values, policy)
        return self._solved[policy]

    @property
    def expected(self) -> float:
        """Slots in a turn on average under the best policy, all-out war included."""
        return self.solution().expected

    @lazy
    def distribution(self) -> Distribution:
        """The slots of a turn under the best policy, to a remaining mass of 1e-12."""
        return self.solution().distribution

    @lazy
    def exhausted(self) -> list[float]:
        """The probability of no scoring roll with 1 to 6 fresh dice (H-3)."""
        return [exhausted_probability(n, self.setup.straight) for n in range(1, DICE + 1)]

    @property
    def war_value(self) -> float:
        """Slots a turn that all-out war is worth: best with it less best without (H-5)."""
        return self.expected - self.solution(NO_WAR).expected

    @lazy
    def rules_of_thumb(self) -> list[Solution]:
        """The turn under the best policy, then under each rule of thumb."""
        return [self.solution(policy) for policy in (BEST, *RULES_OF_THUMB)]

    @lazy
    def advice(self) -> Advice | None:
        """What to do with the dice that were rolled, None where none were given."""
        return advise(self.solution(), self.setup) if self.setup.rolled else None

    def crossings(self, most: int | None = None) -> list[Crossing]:
        """Return what it is worth to roll all the dice left, by their number and what is at risk.

        Parameters
        ----------
        most : int, optional
            The most slots at risk; by default what six dice can be worth.

        Returns
        -------
        list of Crossing
            By number of dice, 1 to 5, and slots at risk, from 0.
        """
        best = self.solution()
        most = best.solver.width - 1 if most is None else most
        wide = Solver(best.tree, self.setup.values, BEST, most + 1)
        throws = wide.choose(best.expected).throws
        comes = wide.reached()
        number = {dice: i for i, (row, dice) in enumerate(best.tree.throws) if row == 0}
        return [
            Crossing(dice, n, float(throws[number[dice], n]), bool(comes[dice, n]))
            for dice in range(1, DICE) for n in range(most + 1)
        ]  # fmt: skip

    @lazy
    def thresholds(self) -> list[int]:
        """With 1 to 5 dice left: the fewest slots at risk from which acting beats a roll of all.

        Dice left lying can change that: see `advice`.
        """
        best = self.solution()
        most = best.solver.width
        while True:
            found = dict.fromkeys(range(1, DICE), -1)
            for crossing in self.crossings(most):
                if crossing.gain <= EQUAL and found[crossing.dice] < 0:
                    found[crossing.dice] = crossing.at_risk
            if min(found.values()) >= 0:
                return list(found.values())
            most *= 2

    @property
    def ruleset(self) -> dict[str, Any]:
        """The resolved rulings that matter here."""
        return attributes(self.setup.ruleset, *OF_TURNS)

    @lazy
    def other_rulings(self) -> dict[str, HeroesResult]:
        """The same question with one ruling of H-4 the other way, by its name."""
        given = self.setup.ruleset
        return {
            name: HeroesResult(
                self.setup.replace(ruleset=given.replace(**{name: not getattr(given, name)}))
            )
            for name in OF_TURNS
        }

    @lazy
    def notes(self) -> list[str]:
        """What a reader may not expect."""
        return list(turn_notes(self))

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per policy, or with dice one row per way to go on.

        Returns
        -------
        list of dict
            Without dice: ``policy``, ``slots_mean`` and ``slots_sd`` (slots a turn), ``loss``
            (slots less than the best policy), ``nothing`` (P(no slots)), ``exhausted`` (P(the
            turn ends so)), ``war`` (P(all six dice score in a round)). With dice: ``keep``,
            ``then``, ``roll`` and ``leave`` (faces), ``value`` and ``loss`` (expected slots),
            ``exhausted`` (P(the next roll doesn't score)).
        """
        if self.advice is not None:
            best = self.advice.best.value
            return [
                {
                    "keep": " ".join("-".join(map(str, roll)) for roll in way.keep),
                    "then": way.then,
                    "roll": "-".join(map(str, way.roll)),
                    "leave": "-".join(map(str, way.leave)),
                    "value": way.value,
                    "loss": best - way.value,
                    "exhausted": way.exhausted,
                }
                for way in self.advice.alternatives
            ]
        return [
            {
                "policy": str(solution.policy),
                "slots_mean": solution.expected,
                "slots_sd": solution.distribution.sd,
                "loss": self.expected - solution.expected,
                "nothing": solution.distribution.pmf(0),
                "exhausted": solution.exhausted,
                "war": solution.war,
            }
            for solution in self.rules_of_thumb
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return the result as in result files (contract section 6)."""
        answer: dict[str, Any] = {
            "scenario": self.scenario,
            "kind": "heroes",
            **attributes(self, "engine", "ruleset", "notes"),
            "straight": self.setup.straight,
            "values": self.setup.values.to_dict(),
            "expected": self.expected,
            "distribution": self.distribution.to_dict(),
            "exhausted": self.exhausted,
            "ends_exhausted": self.solution().exhausted,
            "all_out_war": {"probability": self.solution().war, "worth": self.war_value},
            "act_from": self.thresholds,
            "policies": [
                {
                    "policy": str(solution.policy),
                    "expected": solution.expected,
                    "loss": self.expected - solution.expected,
                    "distribution": solution.distribution.to_dict(),
                    "exhausted": solution.exhausted,
                }
                for solution in self.rules_of_thumb
            ],
        }
        if self.advice is not None:
            setup = self.setup
            answer |= {
                **attributes(setup, "rolled", "lying", "at_risk"),
                "advice": self.advice.to_dict(),
                "alternatives": [way.to_dict() for way in self.advice.alternatives],
            }
        return answer


def turn(fields: Mapping[str, Any] | None = None, /, **more: Any) -> HeroesResult:
    """Return one turn of the heroes dice game, exactly, and advice where dice are given.

    Parameters
    ----------
    fields : mapping, optional
        Those of a scenario file of ``kind = "heroes"``: ``straight`` (3 or 4), ``values``,
        ``rolled``, ``lying``, ``at_risk``, ``ruleset``.
    **more
        The same as keywords.

    Returns
    -------
    HeroesResult

    Raises
    ------
    MathhammerError
        Something given is wrong; the message says where, what, and what is allowed.

    Examples
    --------
    >>> result = turn()
    >>> round(result.expected, 3), round(result.solution("stop at 3").expected, 3)
    (5.115, 4.948)
    >>> best = turn(rolled="1 1 3 4 6 2", at_risk=3).advice.best
    >>> best.keep, best.roll, best.leave
    (((6,),), (1,), (1, 2, 3, 4))
    """
    if fields is not None and not isinstance(fields, Mapping):
        raise MathhammerError(
            f"{quoted(fields)} is not a table of fields; dice are given as rolled=..."
        )
    return HeroesResult(Setup.read({**(fields or {}), **more}))
