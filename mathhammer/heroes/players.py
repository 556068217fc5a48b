"""Who plays a whole game, and what the two players agree on before."""

from __future__ import annotations

from typing import Any

from mathhammer.core.errors import MathhammerError, quoted
from mathhammer.core.readers import choice, integer, text
from mathhammer.core.record import Record
from mathhammer.heroes.policies import Policy
from mathhammer.heroes.setup import Ruleset
from mathhammer.heroes.wargear import ACTIONS, Hero

COLUMNS = 5


def _heroes(value: Any) -> tuple[Hero, ...]:
    if not isinstance(value, list | tuple) or len(value) != COLUMNS:
        raise MathhammerError(f"{quoted(value)} is not a list of {COLUMNS} heroes, one a column")
    made = []
    for i, item in enumerate(value):
        try:
            made.append(Hero.read(item))
        except MathhammerError as error:
            raise error.inside(f"[{i}]") from None
    return tuple(made)


class Team(Record):
    """A player: the policy of its turns, and its heroes by column.

    Examples
    --------
    >>> Team.read("stop at 3").policy
    Policy(stop_at=3)
    """

    name: str = ""
    policy: Policy = Policy()
    heroes: tuple[Hero, ...] = (Hero(),) * COLUMNS

    _noun = "a player"
    _fields = {"name": text, "policy": Policy.read, "heroes": _heroes}

    @classmethod
    def read(cls, value: Any) -> Team:
        """Return a player from itself, a mapping, or its policy."""
        if isinstance(value, str | Policy):
            value = {"policy": value}
        return super().read(value)

    @property
    def label(self) -> str:
        """The name, or the policy in words."""
        return self.name or str(self.policy)


class GameSetup(Record):
    """What two players agree on before they play.

    Attributes
    ----------
    rows : int
        Rows a side. The board isn't printed in the rules, so 4 is an assumption.
    straight : int
    ruleset : Ruleset
    infection : str, optional
        The wargear action that plague marines add to their attacks (H-7); its symbol is
        lost in the document, so it has to be named: also "none".
    begins : str
        The player who goes first: "first", "second", or "alternate", from game to game.
    most_turns : int
    """

    rows: int = 4
    straight: int = 3
    ruleset: Ruleset = Ruleset()
    infection: str | None = None
    begins: str = "alternate"
    most_turns: int = 100

    _noun = "a game"
    _fields = {
        "rows": integer(2, 20),
        "straight": integer(3, 4, ", the shortest straight that scores"),
        "ruleset": Ruleset.read,
        "infection": choice("none", *(action for action in ACTIONS if action != "inspire")),
        "begins": choice("alternate", "first", "second"),
        "most_turns": integer(1, 10_000),
    }

    def to_dict(self) -> dict[str, Any]:
        """Return what was agreed on, as in result files; the rulings stand beside it."""
        return {name: getattr(self, name) for name in self._fields if name != "ruleset"}

    @property
    def goal(self) -> int:
        """The slots from the start at which a hero counts for a win (H-1)."""
        deep = (self.rows + 1) // 2 if self.ruleset.enemy_half == "halfway" else 1
        return self.rows - 1 + deep
