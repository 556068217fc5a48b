"""The question of a check: dice outside attacks, its fields at the top of the file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from mathhammer.core.errors import MathhammerError
from mathhammer.games.checks.check import Check
from mathhammer.games.checks.registry import KINDS, kind_of, read_check
from mathhammer.games.profiles import Ruleset
from mathhammer.reading.question import IGNORED, Question, one_of
from mathhammer.reading.read_units import read_situation

if TYPE_CHECKING:
    from mathhammer.engine.montecarlo.simulate import Settings
    from mathhammer.results.check import CheckResult


class _Fields(NamedTuple):
    path: str
    game: str
    check: Check
    ruleset: Ruleset


class CheckQuestion(_Fields, Question):
    """What comes of dice outside attacks.

    Attributes
    ----------
    path, game
        As of every question.
    check : Check
        The kind, with its fields.
    ruleset : Ruleset
    """

    __slots__ = ()

    words = "a check"
    answers = "CheckResult"
    has_report = True
    row = "checks"
    no_context = "--context belongs to attacks: a check has none"

    @property
    def kind(self) -> str:
        """The kind of check."""
        return self.check.kind

    @classmethod
    def read(cls, fields: Mapping[str, Any], game: str, path: str) -> Self:
        """Read the fields of a kind of check."""
        kind = one_of("kind", kind_of(fields["kind"]) or fields["kind"], tuple(KINDS))
        own = {k: v for k, v in fields.items() if k not in ("game", "kind", "ruleset", *IGNORED)}
        for name in ("context", "attacker", "target"):
            if name in own and name not in KINDS[kind].aliases:
                raise MathhammerError(f"{name!r} belongs to attacks: a check has none", name)
        check, game = read_check(kind, own, game if "game" in fields else None)
        _, ruleset = read_situation(None, fields.get("ruleset"), game)
        return cls(path, game, check, ruleset)

    def _answer(self, settings: Settings | None) -> CheckResult:
        if settings is None:
            from mathhammer.results.check import CheckResult

            return CheckResult(self.check, self.game, self.ruleset, self.path)
        from mathhammer.results.simulated_check import SimulatedCheck

        return SimulatedCheck(self.check, self.game, self.ruleset, settings, self.path)
