"""`MortalDice`: dice that hurt without an attack, in both games."""

from __future__ import annotations

from mathhammer.core.dice import Dice
from mathhammer.core.errors import MathhammerError
from mathhammer.core.record import Record, integer, text
from mathhammer.games.common.fields import roll


class MortalDice(Record):
    """Dice that inflict mortal wounds or mortal damage outside the attacks (W-1.6, S-2)."""

    name: str = "mortal wounds"
    dice: Dice = Dice((), 1)
    per_model: int = 0
    on: int = 0
    damage: Dice = Dice((), 1)
    gate: int = 0
    max: int | None = None

    _noun = "mortals"
    _fields = {
        "name": text,
        "dice": Dice.parse,
        "per_model": integer(1, 100),
        "on": roll,
        "damage": Dice.parse,
        "gate": roll,
        "max": integer(0, 10_000),
    }

    def _check(self) -> None:
        if "dice" in self.__dict__ and "per_model" in self.__dict__:
            raise MathhammerError("mortals take dice or per_model, not both")
