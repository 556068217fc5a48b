"""`Check`: what every kind of check has in common.

A kind is one module of this folder with one class: its fields, the question in words, the
games that it belongs to, the exact answer, and what is rolled for it. `registry` lists them.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Self

from mathhammer.core.errors import MathhammerError, quoted
from mathhammer.core.record import Record
from mathhammer.games.checks.outcome import Outcome
from mathhammer.games.names import GAMES, IN_GAME, TITLES, WH40K
from mathhammer.plan.checks import CheckPlan

#: From the name of a number of a plan to how often each of its values was seen.
Counts = Callable[[str], Mapping[int, int]]
#: The field of the kinds whose roll a Command Re-roll may go to (W-6).
COMMAND_REROLL = "command_reroll"
REROLLED = "charge, Advance, Desperate Escape and Hazardous rolls, and those of attacks"
#: What a Command Re-roll is used for: that a roll succeeds, or that as few as can be are lost.
SUCCESS, LOST = "success", "lost"


class FieldLine(NamedTuple):
    """What a reader has to know of one field.

    Attributes
    ----------
    name : str
    default : str
        Empty where it is needed, or where leaving it out is an answer of its own.
    about : str
        One sentence.
    """

    name: str
    default: str
    about: str


class CommandReroll(NamedTuple):
    """How a Command Re-roll serves a kind of check (W-6).

    Attributes
    ----------
    roll : str
        What its roll is called.
    objective : {"success", "lost"}
        `SUCCESS` or `LOST`.
    advice : str
        Its best use, in a sentence.
    """

    roll: str
    objective: str
    advice: str


class Check(Record, ABC):
    """One question of dice outside attacks."""

    #: The kind, as in files.
    kind: ClassVar[str]
    #: The question in a few words.
    asks: ClassVar[str]
    #: The games that have it.
    games: ClassVar[tuple[str, ...]] = GAMES
    #: The kind that the other game has in its place.
    counterpart: ClassVar[str] = ""
    #: Fields that bare words of the command line fill, in order.
    words: ClassVar[tuple[str, ...]] = ()
    #: What else there is to say of those words.
    words_note: ClassVar[str] = ""
    #: Fields that may be given several times on the command line: lists.
    repeatable: ClassVar[tuple[str, ...]] = ()
    #: Fields that are true where they stand alone on the command line, or else have a value.
    stand_alone: ClassVar[tuple[str, ...]] = ()
    #: Other names of fields.
    aliases: ClassVar[dict[str, str]] = {}
    #: How a Command Re-roll serves it, in the kinds that have the field.
    command_reroll_use: ClassVar[CommandReroll | None] = None
    #: Fields that one game only has.
    _only: ClassVar[dict[str, str]] = {}

    # ------------------------------------------------------------------ for each kind

    @abstractmethod
    def answer(self, game: str, ruleset: Any) -> Outcome:
        """Return the exact answer.

        Parameters
        ----------
        game : {"wh40k", "aos"}
        ruleset : Ruleset
            Of that game.

        Raises
        ------
        TooLargeError
            Any of more dice can be re-rolled than are followed one by one.
        """

    @abstractmethod
    def plan(self, game: str, ruleset: Any) -> CheckPlan:
        """Return what is rolled for the check, for the Monte Carlo engine.

        The parameters and errors are those of `answer`.
        """

    def as_seen(self, name: str, exact: Any, counts: Counts, trials: int) -> Any:
        """Return an answer that is neither a probability nor a distribution, from trials.

        Parameters
        ----------
        name : str
            One of `Outcome.named`.
        exact : Any
            The exact answer; by default it is returned: nothing in it is rolled for.
        counts : callable
            From the name of a number of the plan to how often each of its values was seen.
        trials : int
        """
        return exact

    @classmethod
    def read_words(cls, words: Sequence[str]) -> tuple[dict[str, Any], Sequence[str]]:
        """Return the fields that bare words of the command line fill, and the words left over.

        Raises
        ------
        MathhammerError
            A word can't be what its place says.
        """
        return dict(zip(cls.words, words, strict=False)), words[len(cls.words) :]

    # ------------------------------------------------------------------ for all kinds

    def exact_outcome(self, game: str, ruleset: Any) -> Outcome:
        """Return the exact answer, with a note on rulings that play no part in it.

        The parameters and errors are those of `answer`.

        Examples
        --------
        >>> from mathhammer.games.checks.registry import read_check
        >>> check, game = read_check("grenade", {})
        >>> check.exact_outcome(game, None).distribution.mean
        3.0
        """
        outcome = self.answer(game, ruleset)
        idle = [name for name in (ruleset.given if ruleset else ()) if name not in outcome.rulings]
        if not idle:
            return outcome
        subject = "ruling {} has" if len(idle) == 1 else "rulings {} have"
        note = f"The {subject.format(', '.join(idle))} no effect on this check."
        return outcome._replace(notes=(*outcome.notes, note))

    @classmethod
    def lines(cls, game: str | None = None) -> list[FieldLine]:
        """Return the fields with their defaults and what each is.

        Parameters
        ----------
        game : {"wh40k", "aos"}, optional
            Leave out the fields of the other one.
        """
        return [
            FieldLine(name, declared.default_words, declared.about)
            for name, declared in cls._fields.items()
            if name not in cls.aliases and not (game and cls._only.get(name, game) != game)
        ]

    @classmethod
    def _unknown(cls, name: object) -> MathhammerError:
        if name == COMMAND_REROLL:
            return MathhammerError(
                f"{name!r} is not a field of {cls._noun}: {cls._why_no_command_reroll()}"
            )
        if not cls._fields and isinstance(name, str):
            return MathhammerError(f"unknown field {quoted(name)} of {cls._noun}: it has none")
        return super()._unknown(name)

    @classmethod
    def _why_no_command_reroll(cls) -> str:
        if WH40K not in cls.games:
            return "Age of Sigmar has no such stratagem"
        return f"a Command Re-roll is for {REROLLED}, never for {cls._noun} (W-6)"

    @classmethod
    def check_command_reroll(cls) -> None:
        """Check that a Command Re-roll may go to such a roll (W-6).

        Raises
        ------
        MathhammerError
            None may, as to a Battle-shock test.
        """
        if COMMAND_REROLL not in cls._fields:
            raise cls._unknown(COMMAND_REROLL)

    def with_command_reroll(self) -> Self:
        """Return the check with a Command Re-roll kept for it, where it has none."""
        self.check_command_reroll()
        return self if self.__dict__.get(COMMAND_REROLL) else self.replace(command_reroll=1)

    def check_game(self, game: str) -> None:
        """Check that no field belongs to the other game.

        Raises
        ------
        MathhammerError
            One does.
        """
        for name, only in self._only.items():
            if name in self.__dict__ and game != only:
                raise MathhammerError(
                    f"{name!r} is not a field of {self._noun} of {TITLES[game]}: {IN_GAME[only]}"
                )
