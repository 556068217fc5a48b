"""`Question`: what a scenario file asks, of whatever kind.

A kind of question is one class and one line: a class here in `reading` that is a named
tuple and a `Question`, and its name in `mathhammer.reading.scenario.KINDS`. The class reads
the fields of a file (`read`), takes over what the command line says (`over`), and answers
(`answer`) with a `mathhammer.results.view.View` that has a ``to_dict()``; what that looks like
stands in `mathhammer.show.pages.answers` and `mathhammer.show.charts.registry`. The command
``run`` and `mathhammer.run` then take files of that kind as they take all others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Self

from mathhammer.core.errors import MathhammerError, NotModelledError, nearest, quoted
from mathhammer.games.names import TITLES
from mathhammer.games.text.signs import first_game

if TYPE_CHECKING:
    from mathhammer.engine.montecarlo.simulate import Settings
    from mathhammer.games.profiles import Context, Ruleset

#: Fields that belong to the user, or to the user's editor.
IGNORED = ("id", "title", "note", "expect", "$schema")


class Question:
    """What all kinds of questions have in common.

    Attributes
    ----------
    words : str
        The kind, as the subject of a sentence.
    answers : str
        The class of its answer, under which `mathhammer.show` knows pages and pictures.
    row : str
        What the rows of its table are of; files of the same fit one table.
    one_table : bool
        Whether each file needs a table of its own even so.
    exact_only : str
        What is said where it is to be simulated and can't be; empty where it can.
    has_report : bool
        Whether `mathhammer.show` has a page of HTML on it.
    no_context : str
        Why no context can be put over it; empty where one can.
    no_phase : str
        Why nothing can be said of what its attackers use.
    """

    __slots__ = ()

    words: ClassVar[str]
    answers: ClassVar[str]
    row: ClassVar[str]
    one_table: ClassVar[bool] = False
    exact_only: ClassVar[str] = ""
    has_report: ClassVar[bool] = False
    no_context: ClassVar[str] = ""
    no_phase: ClassVar[str] = "there is no attacker whose weapons are chosen"
    #: The file, or an empty string.
    path: str
    #: The game whose rules it is about.
    game: str
    #: The rulings.
    ruleset: Any

    @property
    def kind(self) -> str:
        """The kind, as in files."""
        raise NotImplementedError

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader may not expect in how texts were read, where results don't say it."""
        return ()

    @property
    def shares(self) -> tuple[float, ...]:
        """How often each target is met, where the targets are a mix; else empty."""
        return ()

    @classmethod
    def read(cls, fields: Mapping[str, Any], game: str, path: str) -> Question:
        """Return the question that the fields of a file ask.

        Parameters
        ----------
        fields : mapping
        game : str
            The one that the file names, or Warhammer 40,000.
        path : str
            The file, or an empty string.
        """
        raise NotImplementedError

    @property
    def size(self) -> tuple[int, int, int]:
        """Attackers, targets, and combinations of a sweep: all 0 where it has no match-ups."""
        return 0, 0, 0

    @property
    def match_ups(self) -> int:
        """How many match-ups there are."""
        attackers, targets, combinations = self.size
        return attackers * targets * max(1, combinations)

    def located(self, path: str) -> Self:
        """Return the question as one of a file."""
        return self._changed(path=path)

    def completed(self, complete: Callable[[str, Any], Any]) -> Self:
        """Return the question with defaults put under what it says itself.

        Parameters
        ----------
        complete : callable
            Takes "context" or "ruleset" and what the question has, and returns that with
            defaults for what isn't given.
        """
        fields: Any = self
        if "ruleset" not in fields._fields:  # a kind that no ruling bears on
            return self
        return self._changed(ruleset=complete("ruleset", self.ruleset))

    def over(self, context: Context | None = None, ruleset: Ruleset | None = None) -> Self:
        """Return the question with a context and rulings put over its own."""
        return self if ruleset is None else self._changed(ruleset=ruled(self.ruleset, ruleset))

    def using(self, phase: str | None, profiles: str) -> Self:
        """Return the question with what its attackers use put over what they say themselves.

        Parameters
        ----------
        phase : str or None
        profiles : str
            The named ones, like plasma=supercharge; empty where there are none.
        """
        raise MathhammerError(f"{'--phase' if phase else '--mode'}: {self.no_phase}", self.path)

    def _changed(self, **changes: Any) -> Self:
        fields: Any = self  # a named tuple, as all questions are
        changed: Self = fields._replace(**changes)
        return changed

    def answer(self, settings: Settings | None = None) -> Any:
        """Return what comes of it: computed exactly, or simulated with some settings.

        Raises
        ------
        NotModelledError
            It is to be simulated, and can't be.
        TooLargeError
            Beyond the engine's stated limits.
        """
        if settings is not None and self.exact_only:
            raise NotModelledError(self.exact_only, "engine")
        return self._answer(settings)

    def _answer(self, settings: Settings | None) -> Any:
        raise NotImplementedError

    def results(self, answer: Any) -> list[Any]:
        """Return the results that an answer of `answer` is made of."""
        return [answer]


def ruled(ruleset: Ruleset, over: Ruleset) -> Ruleset:
    """Return rulings with others put over them."""
    return type(ruleset)(**{**ruleset.given, **over.given})


def check_game(game: str, fields: Mapping[str, Any]) -> None:
    """Complain where a file says nothing of its game and its profiles show the other one."""
    if "game" in fields:
        return
    units = fields.get("units")
    values = [fields.get(name) for name in ("attacker", "target", "context", "ruleset")]
    seen = first_game([*values, *(units.values() if isinstance(units, Mapping) else ())])
    if seen not in (None, game):
        raise MathhammerError(
            f'the profiles are of {TITLES[str(seen)]}: write game = "{seen}" at the top',
            "game",
        )


def one_of(field: str, value: Any, allowed: tuple[str, ...]) -> str:
    """Return the allowed word that a field names, in any case."""
    folded = value.strip().casefold().replace("-", "_") if isinstance(value, str) else value
    if isinstance(folded, str) and folded in allowed:
        return folded
    hint = nearest(value, allowed) if isinstance(value, str) else ""
    if field == "game" and folded in ("spearhead", "age of sigmar", "ageofsigmar"):
        hint = " (did you mean 'aos'?)"
    raise MathhammerError(
        f"{quoted(value)} is not a {field}{hint}; allowed: {', '.join(allowed)}", field
    )
