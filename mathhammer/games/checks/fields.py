"""Readers of the fields that several kinds of check have."""

import re
from typing import Any

from mathhammer.core.dice import Dice
from mathhammer.core.errors import MathhammerError, quoted
from mathhammer.core.modifier import MAX_MODIFIER
from mathhammer.core.readers import Schema, choice, dice_expression, integer, reader
from mathhammer.games.common.fields import MAX_MODELS

#: The most inches that dice of a move or a charge can show.
MAX_INCHES = 100
#: The most rounds of a battle, and turns.
MAX_ROUNDS = 100
#: How a gap is told from a roll on the command line: inches are named.
GAP = re.compile(r"""-?[\d.,]+\s*(?:"|''|\u2033|in|inch|inches)""", re.IGNORECASE)
REROLL = choice("failed")
FIXED_MODIFIER = integer(-MAX_MODIFIER, MAX_MODIFIER)
MODELS = integer(1, MAX_MODELS)

#: What such rolls have one of: a stratagem is used at most once a phase.
ONE_A_PHASE = "a stratagem is used at most once a phase (W-6)"


def truth(value: Any) -> bool | None:
    """Return what true or false says, as a word too; None for anything else."""
    if isinstance(value, str):
        return {"true": True, "false": False}.get(value.strip().casefold())
    return value if isinstance(value, bool) else None


def _true_or_up_to(most: int) -> tuple[str, Schema]:
    number = {"type": "integer", "minimum": 0, "maximum": most}
    return f"true, or a whole number from 0 to {most}", {"anyOf": [{"type": "boolean"}, number]}


@reader(*_true_or_up_to(2))
def command_rerolls(value: Any) -> int:
    """Read how many Command Re-rolls are kept for a check: true is one."""
    said = truth(value)
    return integer(0, 2)(value) if said is None else int(said)


@reader(*_true_or_up_to(1))
def one_command_reroll(value: Any) -> int:
    """Read whether a Command Re-roll is kept for the only roll of a check."""
    number = command_rerolls(value)
    if number > 1:
        raise MathhammerError(f"{number} is too many: {ONE_A_PHASE}, so 0 or 1 is allowed")
    return number


@reader(dice_expression.words, dice_expression.schema)
def inches_rolled(value: Any) -> Dice:
    """Read dice that are inches: up to `MAX_INCHES` of them."""
    dice = dice_expression(value)
    if dice.maximum > MAX_INCHES:
        raise MathhammerError(
            f"{quoted(value)} can be {dice.maximum} inches: up to {MAX_INCHES} is allowed"
        )
    return dice
