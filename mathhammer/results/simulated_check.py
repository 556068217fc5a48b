"""`SimulatedCheck`: what was seen of a question of dice outside attacks in many trials."""

from collections.abc import Sequence
from typing import Any

from mathhammer.core.distribution import Distribution
from mathhammer.core.lazy import lazy
from mathhammer.engine.montecarlo.precision import Measure
from mathhammer.engine.montecarlo.sampled_check import CheckGame
from mathhammer.engine.montecarlo.simulate import Settings
from mathhammer.games.checks.check import Check
from mathhammer.games.checks.outcome import Outcome
from mathhammer.games.profiles import Ruleset
from mathhammer.results.check import CheckResult
from mathhammer.results.simulated import finite
from mathhammer.results.simulation import Simulated


class SimulatedCheck(Simulated, CheckResult):
    """What was seen of one check in many trials, rolled as at the table.

    The attributes are those of `CheckResult` and of `Simulated`.

    Parameters
    ----------
    check, game, rulings, scenario
        As for `CheckResult`.
    settings : Settings
        How it is run.

    Notes
    -----
    It is played when something of it is asked for the first time. Which dice are best rolled
    again, what is noted and what the answers are called is as in the exact answer; all
    numbers are what was seen. Faces of an Advance that were not seen have no row in `by_die`.
    """

    def __init__(
        self, check: Check, game: str, rulings: Ruleset, settings: Settings, scenario: str = ""
    ) -> None:
        super().__init__(check, game, rulings, scenario)
        self.settings = settings
        exact = self._exact
        numbers = {"probability": exact.probability, "distribution": exact.distribution}
        answers = {**numbers, **exact.named}
        self._chances = tuple(n for n in exact.words if isinstance(answers[n], float))
        self._numbers = tuple(n for n in exact.words if isinstance(answers[n], Distribution))
        plan = check.plan(game, rulings)
        self.playable: CheckGame = CheckGame(plan, self._chances, self._numbers)

    @lazy
    def outcome(self) -> Outcome:
        """The answer, as the trials showed it."""
        exact = self._exact
        return exact._replace(
            probability=self._share("probability") if "probability" in self._chances else None,
            distribution=self._seen("distribution") if exact.distribution is not None else None,
            named={name: self._named(name, value) for name, value in exact.named.items()},
        )

    def _counts(self, name: str) -> dict[int, int]:
        counts: dict[int, int] = self.played.ledger.counts[self.playable.names.index(name)]
        return counts

    def _share(self, name: str) -> float:
        return self._counts(name).get(1, 0) / self.trials

    def _seen(self, name: str) -> Distribution:
        return Distribution.from_dict({k: n / self.trials for k, n in self._counts(name).items()})

    def _named(self, name: str, exact: Any) -> Any:
        """Return an answer of the kind's own, as it was seen."""
        if name in self._chances:
            return self._share(name)
        if name in self._numbers:
            return self._seen(name)
        return self.check.as_seen(name, exact, self._counts, self.trials)

    def measure(self, name: str) -> Measure:
        """Return what is known of a probability, or of the mean of a number.

        Parameters
        ----------
        name : str
            One of `answers`: ``"probability"``, ``"distribution"``, or the kind's own.

        Returns
        -------
        Measure
            Value, standard error, and the ends of the 95 % interval: Clopper and
            Pearson's for a probability.

        Raises
        ------
        MathhammerError
            There is no such name.
        """
        return self.playable.measure(name, self.played.ledger, self.trials)

    @property
    def sample_columns(self) -> Sequence[str]:
        """The columns of `samples`.

        ``by_turn`` and ``each`` of a prayer are the turn in which it is answered, 0 for never;
        ``by_die`` of a charge is twice the first roll, and 1 more where the charge succeeds.
        """
        return self.playable.names

    def to_dict(self) -> dict[str, Any]:
        """Return the result as in result files (contract section 4)."""
        entry = super().to_dict()
        for name in self._numbers:
            entry[name]["standard_error"] = finite(self.standard_error(name))
        for name in self._chances:
            entry[f"{name}_standard_error"] = finite(self.standard_error(name))
            entry[f"{name}_interval"] = list(self.interval(name))
        return {**entry, "trials": self.trials, "seed": self.seed}
