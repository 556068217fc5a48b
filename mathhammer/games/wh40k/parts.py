"""Parts of a mixed unit: model groups and leaders (W-2)."""

from __future__ import annotations

from typing import Any

from mathhammer.core.errors import MathhammerError
from mathhammer.core.readers import integer, number, text
from mathhammer.core.record import Record
from mathhammer.games.common.fields import MAX_MODELS, MAX_WOUNDS, roll_or_none, save_roll

DEFENCE: dict[str, Any] = {
    "save": save_roll,
    "wounds": integer(1, MAX_WOUNDS),
    "invulnerable": roll_or_none,
    "invulnerable_ranged": roll_or_none,
    "invulnerable_melee": roll_or_none,
    "feel_no_pain": roll_or_none,
    "feel_no_pain_mortals": roll_or_none,
}
POINTS = number(0, 1e6)
UNIT_WIDE = "it is set for the whole target, not for a part of it"


class Defence(Record):
    """How models defend themselves: what units, their groups and leaders share."""

    save: int = 0
    wounds: int = 0
    invulnerable: int = 0
    invulnerable_ranged: int = 0
    invulnerable_melee: int = 0
    feel_no_pain: int = 0
    feel_no_pain_mortals: int = 0
    points: float | None = None


class ModelGroup(Defence):
    """Some models of a mixed unit; what is left out is taken from the target (W-2)."""

    name: str = "group"
    models: int = 1

    _noun = "a group"
    _fields = {"name": text, "models": integer(1, MAX_MODELS), **DEFENCE, "points": POINTS}
    _elsewhere = dict.fromkeys(("toughness", "keywords", "abilities", "modifiers"), UNIT_WIDE)


class Leader(Defence):
    """A character attached to a unit (W-2): allocated last, with a defence of its own."""

    name: str = "leader"
    wounds_lost: int = 0

    _noun = "a leader"
    _required = ("wounds",)
    _fields = {
        "name": text,
        **DEFENCE,
        "wounds_lost": integer(0, MAX_WOUNDS),
        "points": POINTS,
    }
    _elsewhere = dict.fromkeys(("toughness", "keywords", "abilities", "modifiers"), UNIT_WIDE)

    def _check(self) -> None:
        check_lost(self.wounds_lost, self.wounds)


def check_lost(lost: int, wounds: int) -> None:
    """Check that a model starts with at least one wound left (W-1.9)."""
    if wounds and lost >= wounds:
        raise MathhammerError(
            f"{lost} is not below the {wounds} wound{'s' * (wounds > 1)} of the model",
            "wounds_lost",
        )
