"""Parts of a mixed unit: model groups and leaders (W-2)."""

from mathhammer.core.errors import MathhammerError
from mathhammer.core.readers import integer, text
from mathhammer.core.record import Record, field, required
from mathhammer.games.common.fields import MAX_MODELS, MAX_WOUNDS, POINTS, roll_or_none, save_roll

UNIT_WIDE = dict.fromkeys(
    ("toughness", "move", "leadership", "objective_control", "keywords", "abilities", "modifiers"),
    "it is set for the whole target, not for a part of it",
)


class Defence(Record):
    """How models defend themselves: what units, their groups and leaders share."""

    save: int = field(save_roll, 0, "The armour save (W-1.4).")
    wounds: int = field(integer(1, MAX_WOUNDS), 0, "Of each model.", unit="wounds")
    invulnerable: int = field(roll_or_none, 0, "The save that AP doesn't modify (W-1.4).")
    invulnerable_ranged: int = field(
        roll_or_none, 0, "The same against ranged attacks, where it is better."
    )
    invulnerable_melee: int = field(
        roll_or_none, 0, "The same against melee attacks, where it is better."
    )
    feel_no_pain: int = field(roll_or_none, 0, "The roll that ignores a lost wound (W-1.7).")
    feel_no_pain_mortals: int = field(
        roll_or_none, 0, "The same against mortal wounds, which use the better one."
    )


class Part(Defence):
    """What groups and leaders share beside a defence."""

    points: float | None = field(
        POINTS,
        None,
        "Of all these models together; they replace the unit's, and all parts need them.",
        unit="points",
    )


class ModelGroup(Part):
    """Some models of a mixed unit; what is left out is taken from the target (W-2)."""

    name: str = field(text, "group", "What it is called in answers.")
    models: int = field(integer(1, MAX_MODELS), 1, "How many models it has.")

    _noun = "a group"
    _elsewhere = UNIT_WIDE


class Leader(Part):
    """A character attached to a unit (W-2): allocated last, with a defence of its own."""

    name: str = field(text, "leader", "What it is called in answers.")
    wounds: int = required(integer(1, MAX_WOUNDS), "Those of the character.", unit="wounds")
    wounds_lost: int = field(
        integer(0, MAX_WOUNDS), 0, "Lost before, fewer than it has (W-1.9).", unit="wounds"
    )

    _noun = "a leader"
    _elsewhere = UNIT_WIDE

    def _check(self) -> None:
        check_lost(self.wounds_lost, self.wounds)


def check_lost(lost: int, wounds: int) -> None:
    """Check that a model starts with at least one wound left (W-1.9)."""
    if wounds and lost >= wounds:
        raise MathhammerError(
            f"{lost} is not below the {wounds} wound{'s' * (wounds > 1)} of the model",
            "wounds_lost",
        )
