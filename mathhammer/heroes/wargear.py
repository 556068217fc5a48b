"""Heroes of whole games: armour and wargear as data (H-7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mathhammer.core.errors import MathhammerError, quoted
from mathhammer.core.readers import choice, flag, text
from mathhammer.core.record import Record, field, required

#: The wargear actions; the kernel knows them by their place, from 1 on.
ACTIONS = {
    "cut-down": "an attack; its target goes back to its start slot",
    "inspire": "passive: this hero's score counts double",
    "blast": "an attack on the hero in a slot and on every hero in the slots around it",
    "stun": "its target can't move or attack until a lucky six frees it",
    "shoot": "an attack",
}
#: From where to where it reaches.
RANGES = {
    "melee": "the next slot of the same column",
    "short": "the same column",
    "medium": "the same and the neighbouring columns",
    "long": "everywhere",
}
#: The scoring roll that it takes.
TRIGGERS = {
    "lucky": "a lucky six",
    "double": "a double six",
    "set": "a straight or a three of a kind, of any columns",
}


class Wargear(Record):
    """A wargear action, its range and the scoring roll that it takes.

    Examples
    --------
    >>> Wargear.read("blast, medium, double")
    Wargear(action='blast', range='medium', trigger='double')
    """

    action: str = required(choice(*ACTIONS), "What it does (H-7).")
    range: str = field(choice(*RANGES), "melee", "How far it reaches; not of inspire (H-7).")
    trigger: str = field(
        choice(*TRIGGERS), "lucky", "The scoring roll that it takes; not of inspire (H-7)."
    )

    _noun = "wargear"
    _as_text = "action, range and trigger, with commas"

    def _check(self) -> None:
        passive = self.action == "inspire"
        for name in ("range", "trigger"):
            if passive == (name in self.__dict__):
                wanted = "is passive and has no" if passive else "needs a"
                raise MathhammerError(f"{self.action} {wanted} {name}")

    @classmethod
    def _fields_in(cls, value: Any) -> Mapping[str, Any]:
        """Return the fields of a text: action, range, trigger."""
        if not isinstance(value, str):
            return super()._fields_in(value)
        parts = [part.strip() for part in value[:200].split(",")]
        if len(parts) > 3:
            raise MathhammerError(
                f"{quoted(value)} is not wargear: action, range and trigger are expected"
            )
        return dict(zip(cls._fields, parts, strict=False))


class Hero(Record):
    """A hero of a whole game."""

    name: str = field(text, "", "What it is called in answers.")
    plague: bool = field(flag, False, "It is a plague marine; else it wears power armour (H-7).")
    wargear: Wargear | None = field(Wargear, None, "Its wargear (H-7).")

    _noun = "a hero"

    def to_dict(self) -> dict[str, Any]:
        """Return the hero as in result files; `read` takes it again."""
        gear = self.wargear.given if self.wargear else None
        return {"name": self.name, "plague": self.plague, "wargear": gear}

    @property
    def numbers(self) -> tuple[int, int, int, int]:
        """What the kernel reads: plague, action, range, trigger."""
        gear = self.wargear
        if gear is None:
            return int(self.plague), 0, 0, 0
        return (
            int(self.plague),
            1 + list(ACTIONS).index(gear.action),
            list(RANGES).index(gear.range),
            list(TRIGGERS).index(gear.trigger),
        )
