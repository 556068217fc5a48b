"""The question of ``kind = "turn"``: what is left of each unit after a sequence of steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from mathhammer.core.errors import MathhammerError, nearest, quoted
from mathhammer.games.profiles import Context, Ruleset
from mathhammer.games.turns.script import Script, read_script
from mathhammer.reading.question import IGNORED, Question, check_game, ruled
from mathhammer.results.turn import TurnResult

if TYPE_CHECKING:
    from mathhammer.engine.montecarlo.simulate import Settings

FIELDS = ("game", "kind", "ruleset", "context", "units", "step", "gap", *IGNORED)


class _Fields(NamedTuple):
    path: str
    game: str
    script: Script


class TurnQuestion(_Fields, Question):
    """What is left of each unit after a turn.

    Attributes
    ----------
    path, game
        As of every question.
    script : Script
        The units and the steps.
    """

    __slots__ = ()

    words = "a turn"
    answers = "TurnResult"
    has_report = True
    row = "turns"
    kind = "turn"
    no_phase = "in a turn the steps and the units' fields say what is used"

    @property
    def ruleset(self) -> Ruleset:
        """The rulings."""
        return self.script.ruleset

    @classmethod
    def read(cls, fields: Mapping[str, Any], game: str, path: str) -> Self:
        """Read units and steps."""
        for name in fields:
            if name not in FIELDS:
                hint = nearest(str(name), FIELDS)
                if name in ("attacker", "target"):
                    hint = ": a turn has [units.a] and [units.b] instead"
                raise MathhammerError(
                    f"unknown field {quoted(name)} of a turn{hint}; fields: {', '.join(FIELDS)}"
                )
        check_game(game, fields)
        return cls(path, game, read_script(fields, game, path))

    def completed(self, complete: Callable[[str, Any], Any]) -> Self:
        """Return the turn with defaults put under its context and rulings."""
        context = complete("context", self.script.context)
        ruleset = complete("ruleset", self.script.ruleset)
        return self._replace(script=self.script._replace(context=context, ruleset=ruleset))

    def over(self, context: Context | None = None, ruleset: Ruleset | None = None) -> Self:
        """Return the turn with a context and rulings put over its own."""
        script = self.script
        if context is not None:
            script = script._replace(context=script.context.merged(context))
        if ruleset is not None:
            script = script._replace(ruleset=ruled(script.ruleset, ruleset))
        return self._replace(script=script)

    def _answer(self, settings: Settings | None) -> TurnResult:
        if settings is None:
            return TurnResult(self.script)
        from mathhammer.results.simulated import SimulatedTurn

        return SimulatedTurn(self.script, settings)
