"""The question of ``kind = "heroes"``: a turn of the heroes dice game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from mathhammer.core.errors import MathhammerError, quoted
from mathhammer.games.names import WH40K
from mathhammer.heroes import HeroesResult, Setup
from mathhammer.reading.question import IGNORED, Question

if TYPE_CHECKING:
    from mathhammer.engine.montecarlo.simulate import Settings
    from mathhammer.games.profiles import Context, Ruleset


class _Fields(NamedTuple):
    path: str
    setup: Setup


class HeroesQuestion(_Fields, Question):
    """The odds of a turn of the heroes dice game, and what to do with some dice.

    Attributes
    ----------
    path : str
        The file, or an empty string.
    setup : Setup
    """

    __slots__ = ()

    words = "the heroes dice game"
    answers = "HeroesResult"
    row = "a dice game"
    one_table = True
    kind = "heroes"
    game = WH40K
    exact_only = (
        "a turn of the heroes dice game is exact alone; `mathhammer heroes --play` plays games"
    )
    no_context = "the heroes dice game has no context"

    @property
    def ruleset(self) -> Any:
        """The rulings of the dice game."""
        return self.setup.ruleset

    @classmethod
    def read(cls, fields: Mapping[str, Any], game: str, path: str) -> Self:
        """Read the fields of the dice game."""
        if game != WH40K:
            raise MathhammerError(
                f"{quoted(game)}: the heroes dice game is a game of its own; leave this out", "game"
            )
        own = {k: v for k, v in fields.items() if k not in ("game", "kind", *IGNORED)}
        return cls(path, Setup.read(own))

    def completed(self, complete: Callable[[str, Any], Any]) -> Self:
        """Return the question as it is: the dice game has rulings of its own."""
        return self

    def over(self, context: Context | None = None, ruleset: Ruleset | None = None) -> Self:
        """Return the question with rulings put over its own."""
        if ruleset is None:
            return self
        rulings = {**self.ruleset.given, **ruleset.given}
        return self._replace(setup=self.setup.replace(ruleset=rulings))

    def _answer(self, settings: Settings | None) -> HeroesResult:
        return HeroesResult(self.setup, self.path)
