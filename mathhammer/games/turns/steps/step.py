"""`Step`: what every step of a turn has in common.

A step is one class with its fields, and all that the turn asks of it: the move that it makes in
a branch, the flag that it sets, what it lets units do once, and what the rules would not permit.
`registry` lists them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar

from mathhammer.core.readers import listed, text
from mathhammer.core.record import Record, field, required
from mathhammer.games.names import GAMES

if TYPE_CHECKING:
    from mathhammer.games.turns.branch import Branch
    from mathhammer.games.turns.history import Act
    from mathhammer.games.turns.legality import Finding, Legality
    from mathhammer.games.turns.moves import Mover
    from mathhammer.games.turns.script import Script
    from mathhammer.plan.turns import Move


class Step(Record, ABC):
    """One step of a turn."""

    do: str = required(text, "Which step it is.")
    needs: tuple[str, ...] = field(
        listed(text, 20),
        (),
        "Flags that earlier steps set: the step takes place where all hold; 'not' before one "
        "where it must not be set.",
        alias="if",
    )

    #: The games that have it.
    games: ClassVar[tuple[str, ...]] = GAMES
    #: What stands for it in the other game.
    counterpart: ClassVar[str] = ""
    #: Whether weapons may be used in it.
    uses_weapons: ClassVar[bool] = False
    #: Whether those who attack each other in it are near each other.
    close: ClassVar[bool] = False
    #: Whether a unit may be destroyed in it, and so explode.
    deadly: ClassVar[bool] = False
    #: Whether it is passed over where a unit that does it, or at which it is done, is known to
    #: be gone.
    spares_the_gone: ClassVar[bool] = False
    #: Whether models slain before the turn may come back in it.
    revives: ClassVar[bool] = False
    #: Fields of its unit (`TurnFields`) that nothing else asks for, and in which games.
    asks_for: ClassVar[Mapping[str, tuple[str, ...]]] = {}

    _noun = "a step"

    # ------------------------------------------------------------------ for each step

    @abstractmethod
    def move(self, mover: Mover) -> Move:
        """Return what happens in a branch, and to which branches it leads.

        Parameters
        ----------
        mover : Mover
            Knows the turn and the branch, makes attacks, takes notes, and numbers the branches
            after the step.

        Raises
        ------
        MathhammerError
            The step, or a unit of it, lacks what it needs.
        """

    def control(self, mover: Mover, branch: Branch) -> tuple[int, ...]:
        """Return what each unit's living models count in a branch, where the step asks for it."""
        return ()

    @property
    def sets_flag(self) -> str | None:
        """The flag that it may set."""
        return None

    def check(self, script: Script) -> None:
        """Check what the step names.

        Raises
        ------
        MathhammerError
            It isn't there.
        """

    def attacks(self, script: Script) -> dict[int, int]:
        """Return the units that attack with weapons, and their targets."""
        return {}

    def acts(self, script: Script) -> Iterable[Act]:
        """Return what it lets its units do, as far as the rules allow it once a turn.

        What the other side does in this turn is the side's act, below 0, since an army may do it
        once.
        """
        return ()

    def illegal(self, legality: Legality) -> Iterator[Finding]:
        """Yield what of it the rules would not permit in a branch."""
        return iter(())

    # ------------------------------------------------------------------ for all steps

    @property
    def units(self) -> tuple[str, ...]:
        """The units that the step names."""
        named: list[str] = []
        for name in ("by", "at", "toward", "units"):
            value = self.__dict__.get(name, ())
            if isinstance(value, str):
                value = (value,)
            named += [*value, *value.values()] if isinstance(value, dict) else value
        return tuple(dict.fromkeys(named))

    @property
    def title(self) -> str:
        """What the step does, in words; without its conditions."""
        at = self.__dict__.get("at")
        words = [self.do.replace("_", " ")]
        if isinstance(at, dict):
            named: tuple[str, ...] = self.__dict__.get("by", ())
            pairs = [f"{k} at {at[k]}" if k in at else k for k in dict.fromkeys((*named, *at))]
            return f"{words[0]} {', '.join(pairs)}"
        for name, joint in (("by", ""), ("units", ""), ("at", "at "), ("toward", "toward ")):
            value = self.__dict__.get(name)
            if isinstance(value, str):
                words.append(joint + value)
            elif value:
                words.append(joint + ", ".join(value))
        return " ".join(words)
