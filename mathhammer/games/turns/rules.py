"""`TurnRules`: what each game says of a whole turn; its own module satisfies it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Protocol

from mathhammer.plan import Action, Explosion, Target
from mathhammer.plan.turns import Event

if TYPE_CHECKING:
    from mathhammer.games.turns.branch import Branch


class TurnRules(Protocol):
    """What is a game's own in a turn: `games.turns.wh40k`, `games.turns.aos`.

    Units, contexts and rulings are those of the game.
    """

    #: The gap of two units after a charge, in inches.
    ENGAGED: float
    #: Units within this gap are in combat: no move but a charge leads into it.
    COMBAT: float
    #: The side that fights first in each band of `band`; the band in which the sides go on
    #: taking turns instead, -1 for none.
    BEGINS: int
    GOES_ON: int
    #: Whether mortal damage of dice goes through a pool that carries over.
    POOLED: bool
    #: Whether a unit that is replaced has its starting models, not those that it began with.
    REPLACED_WHOLE: bool
    #: What units within `COMBAT` of each other are, and how one gets away.
    NEAR: str
    LEAVES: str
    #: The context of shooting in the other side's turn, and its name.
    ANSWER: str
    ANSWERS: str
    #: What units that `shoot`, `charge` or `move` in the other side's turn may do.
    OUT_OF_TURN: dict[str, str]
    #: Fields of the context that say who charged, which the turn knows.
    CHARGED: tuple[str, ...]

    def unit_of(self, unit: Any, routed: bool) -> Target:
        """Return a unit for the engines; what it has lost before is a state, not a part.

        Parameters
        ----------
        unit : Unit
        routed : bool
            Whether some damage may be allocated to its leader first (`routes`).
        """

    def demise_of(self, unit: Any) -> Explosion | None:
        """Return how a unit explodes that nobody is near; None where it doesn't.

        Raises
        ------
        NotModelledError
            It has several models.
        """

    def routes(self, attacker: Any, target: Any, context: Any) -> bool:
        """Return whether an attack may reach the target's leader first (W-2)."""

    def action(
        self, actor: int, target: int, attacker: Any, defender: Any, units: tuple[Target, ...],
        context: Any, ruleset: Any,
    ) -> Action:  # fmt: skip
        """Return one unit's attack: its numbers follow the survivors.

        Parameters
        ----------
        actor, target : int
            Of the units.
        attacker : Unit
            With the weapons that it uses.
        defender : Unit
        units : tuple of Target
            All units for the engines.
        context : Context
        ruleset : Ruleset
        """

    def statuses(self, branch: Branch, actor: int, target: int) -> dict[str, bool]:
        """Return which fields of the context of an attack hold, as far as a branch knows."""

    def leave(self, actor: int, shocked: bool) -> tuple[Event, ...]:
        """Return what leaving combat costs a unit."""

    def band(self, fights_first: bool, strike_last: bool, charged: bool) -> int:
        """Return when a unit fights: the lower bands before the higher."""

    def shooting(
        self, one: str, other: str, attacker: Any, target: Any, context: Any, foes: list[str],
        friends: list[str],
    ) -> Iterator[str]:  # fmt: skip
        """Yield what the rules would not permit of shooting near the enemy.

        Parameters
        ----------
        one, other : str
            The names of the units.
        attacker : Unit
            With the weapons that it shoots.
        target : Unit
        context : Context
        foes : list of str
            Enemies that the attacker is in combat with.
        friends : list of str
            Units of the attacker's side that the target is in combat with.
        """


if TYPE_CHECKING:
    # That each game says all of it, in these types.
    from mathhammer.games.turns import aos, wh40k

    _WH40K: TurnRules = wh40k
    _AOS: TurnRules = aos
