"""Who plays a whole game, and what the two players agree on before."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mathhammer.core.errors import MathhammerError, quoted
from mathhammer.core.readers import choice, integer, read_each, reader, text
from mathhammer.core.record import Record, field
from mathhammer.heroes.policies import Policy
from mathhammer.heroes.setup import STRAIGHT, Ruleset
from mathhammer.heroes.wargear import ACTIONS, Hero

COLUMNS = 5


@reader(
    f"list of {COLUMNS} heroes, one per column",
    {"type": "array", "items": {"$ref": Hero}, "minItems": COLUMNS, "maxItems": COLUMNS},
)
def _heroes(value: Any) -> tuple[Hero, ...]:
    if not isinstance(value, list | tuple) or len(value) != COLUMNS:
        raise MathhammerError(f"{quoted(value)} is not a list of {COLUMNS} heroes, one per column")
    return read_each(Hero.read, COLUMNS, value)


class Team(Record):
    """A player: the policy of its turns, and its heroes by column.

    Examples
    --------
    >>> Team.read("stop at 3").policy
    Policy(stop_at=3)
    """

    name: str = field(text, "", "What the player is called in answers.")
    policy: Policy = field(Policy, Policy(), "How its turns are played.")
    heroes: tuple[Hero, ...] = field(_heroes, (Hero(),) * COLUMNS, "Its heroes, by column (H-1).")

    _noun = "a player"
    _as_text = "its policy in words"

    @classmethod
    def _fields_in(cls, value: Any) -> Mapping[str, Any]:
        """Return the fields of a player of whom only the policy is given."""
        return {"policy": value} if isinstance(value, str | Policy) else super()._fields_in(value)

    @property
    def label(self) -> str:
        """The name, or the policy in words."""
        return self.name or str(self.policy)


class GameSetup(Record):
    """What two players agree on before they play."""

    rows: int = field(
        integer(2, 20),
        4,
        "Rows a side. The board isn't printed in the rules, so 4 is an assumption (H-1).",
    )
    straight: int = field(STRAIGHT, 3, "The fewest dice of a straight (H-2).")
    ruleset: Ruleset = field(Ruleset, Ruleset(), "The rulings.")
    infection: str | None = field(
        choice("none", *(action for action in ACTIONS if action != "inspire")),
        None,
        "The wargear action that plague marines add to their attacks; its symbol is lost in "
        "the document, so it has to be named (H-7).",
    )
    begins: str = field(
        choice("alternate", "first", "second"),
        "alternate",
        "The player who goes first; alternate: now one, now the other, from game to game (H-8).",
    )
    most_turns: int = field(
        integer(1, 10_000), 100, "The turns of both players after which a game ends undecided."
    )

    _noun = "a game"

    def to_dict(self) -> dict[str, Any]:
        """Return what was agreed on, as in result files; the rulings stand beside it."""
        return {name: getattr(self, name) for name in self._fields if name != "ruleset"}

    @property
    def goal(self) -> int:
        """The slots from the start at which a hero counts for a win (H-1)."""
        deep = (self.rows + 1) // 2 if self.ruleset.enemy_half == "halfway" else 1
        return self.rows - 1 + deep
