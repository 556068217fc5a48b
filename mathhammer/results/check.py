"""`CheckResult`: everything that is known about one question of dice outside attacks."""

from collections.abc import Iterator
from typing import Any

from mathhammer.core.distribution import Distribution
from mathhammer.core.lazy import lazy
from mathhammer.games.checks.check import Check
from mathhammer.games.checks.outcome import Outcome
from mathhammer.games.profiles import Ruleset
from mathhammer.results.view import QUANTILES, View, attributes, summary


class CheckResult(View):
    """The exact answer to one check.

    Parameters
    ----------
    check : Check
        The question, with its fields.
    game : {"wh40k", "aos"}
    rulings : Ruleset
    scenario : str
        The file that it comes from.

    Attributes
    ----------
    check, game, scenario
        As given.

    Notes
    -----
    Beside `probability` and `distribution` a kind may have answers of its own (contract
    section 4), which are attributes too: `returned` of a rally, `miscast` of a spell.
    """

    engine = "exact"

    def __init__(self, check: Check, game: str, rulings: Ruleset, scenario: str = "") -> None:
        self.check = check
        self.game = game
        self.rulings = rulings
        self.scenario = scenario
        self._exact: Outcome = check.exact_outcome(game, rulings)

    @property
    def title(self) -> str:
        """What is asked."""
        return f"{self.kind.replace('_', ' ').capitalize()}: {self.check.asks}"

    def __repr__(self) -> str:
        words = []
        if self.outcome.probability is not None:
            words.append(f"probability {self.outcome.probability:.4g}")
        if self.outcome.distribution is not None:
            words.append(f"mean {self.outcome.distribution.mean:.4g}")
        words += [
            f"{name} {value:.4g}" for name, value in self.named.items() if isinstance(value, float)
        ]
        return f"<{type(self).__name__}: {self.kind}, {', '.join(words)}>"

    def __getattr__(self, name: str) -> Any:
        exact = self.__dict__.get("_exact")
        if exact is not None and name in exact.named:
            return self.outcome.named[name]
        raise AttributeError(f"a check of this kind has no {name!r}")

    @lazy
    def outcome(self) -> Outcome:
        """What the rules say."""
        return self._exact

    @property
    def kind(self) -> str:
        """The kind, as in files."""
        return self.check.kind

    @property
    def probability(self) -> float | None:
        """The probability of what the check asks for; None where it asks for a number."""
        found = self.outcome.probability
        return None if found is None else min(found, 1.0)

    @property
    def distribution(self) -> Distribution | None:
        """The distribution of the number that the check asks for; None where there is none."""
        return self.outcome.distribution

    @property
    def named(self) -> dict[str, Any]:
        """The answers of the kind's own: probabilities, distributions, or plain lists."""
        return self.outcome.named

    @property
    def words(self) -> dict[str, str]:
        """What each answer is, in words."""
        return self._exact.words

    @lazy
    def notes(self) -> list[str]:
        """What a reader may not expect."""
        return list(self._exact.notes)

    @property
    def ruleset(self) -> dict[str, Any]:
        """The resolved rulings that matter here."""
        return self._exact.rulings

    @lazy
    def answers(self) -> dict[str, float | Distribution]:
        """Every answer that is a probability or a distribution, in the order of `words`."""
        values = {name: getattr(self, name) for name in self.words}
        return {k: v for k, v in values.items() if isinstance(v, float | Distribution)}

    columns = ("answer", "about", "probability", "mean", "sd", *QUANTILES)

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield one row per answer.

        The keys are ``answer`` (its name in files), ``about`` (what it is), and ``probability``
        (0 to 1), or of a number ``mean``, ``sd`` and the quantiles ``q10``, ``q50``, ``q90``.
        """
        for name, value in self.answers.items():
            row: dict[str, Any] = {"answer": name, "about": self.words[name]}
            if isinstance(value, float):
                yield row | {"probability": value}
            else:
                yield row | {column: float(n) for column, n in summary(value).items()}

    def to_dict(self) -> dict[str, Any]:
        """Return the result as in result files (contract section 4)."""
        entry = attributes(self, "scenario", "kind", "game", "engine", "ruleset", "notes")
        if self.probability is not None:
            entry["probability"] = self.probability
        if self.distribution is not None:
            entry["distribution"] = self.distribution.to_dict()
        for name, value in self.named.items():
            entry[name] = value.to_dict() if isinstance(value, Distribution) else value
        return entry
