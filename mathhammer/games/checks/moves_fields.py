"""Charges and moves: what is asked of them (W-5.1, W-5.2, A-5)."""

from __future__ import annotations

from typing import Any

from mathhammer.core.dice import Dice
from mathhammer.core.errors import MathhammerError, quoted
from mathhammer.core.readers import choice, flag, integer
from mathhammer.games.checks.question import COMMAND_REROLL, Check
from mathhammer.games.common.fields import inches, needed_roll
from mathhammer.games.names import AOS, WH40K

#: The most targets of one charge.
MAX_TARGETS = 20
#: The most inches that dice of a move or a charge can show.
MAX_INCHES = 100
REROLL = choice("failed")
MODIFIER = integer(-20, 20)

#: What such rolls have one of: a stratagem is used at most once a phase.
ONE_A_PHASE = "a stratagem is used at most once a phase (W-6)"


def command_rerolls(value: Any) -> int:
    """Read how many Command Re-rolls are kept for a check: true is one."""
    if isinstance(value, str) and value.strip().casefold() in ("true", "false"):
        value = value.strip().casefold() == "true"
    if isinstance(value, bool):
        return int(value)
    number: int = integer(0, 2)(value)
    return number


def one_command_reroll(value: Any) -> int:
    """Read whether a Command Re-roll is kept for the only roll of a check."""
    number = command_rerolls(value)
    if number > 1:
        raise MathhammerError(f"{number} is too many: {ONE_A_PHASE}, so 0 or 1 is allowed")
    return number


def _distances(value: Any) -> tuple[float, ...]:
    """Read the distance of one target, or of several: a list, or a text with commas."""
    items = value.split(",") if isinstance(value, str) and len(value) < 1000 else value
    if not isinstance(items, list | tuple):
        items = [items]
    if not 1 <= len(items) <= MAX_TARGETS:
        raise MathhammerError(f"{len(items)} distances; from 1 to {MAX_TARGETS} are allowed")
    made = []
    for i, item in enumerate(items):
        try:
            made.append(inches(item))
        except MathhammerError as error:
            raise (error.inside(f"[{i}]") if len(items) > 1 else error) from None
    return tuple(made)


def _inches_rolled(value: Any) -> Dice:
    """Read dice that are inches: up to `MAX_INCHES` of them."""
    dice = Dice.parse(value)
    if dice.maximum > MAX_INCHES:
        raise MathhammerError(
            f"{quoted(value)} can be {dice.maximum} inches: up to {MAX_INCHES} is allowed"
        )
    return dice


def _die(value: Any) -> Dice | None:
    """Read the die of a run: true for a D6, dice or a number that an ability sets."""
    if isinstance(value, bool):
        return Dice.parse("D6") if value else None
    if isinstance(value, str) and value.strip().casefold() in ("true", "false"):
        return _die(value.strip().casefold() == "true")
    return _inches_rolled(value)


class Charge(Check):
    """Does a charge reach? (W-5.2, A-5, D-2).

    Parameters
    ----------
    needed : int
        The roll that it takes; or give the distance instead.
    distance : float or list of float
        Inches between the bases; of several targets the farthest decides. Takes 1 inch less in
        40k, half an inch less in Age of Sigmar.
    climb : float
        Vertical inches over terrain higher than 2 inches (in Age of Sigmar 1), up and down
        together.
    barricade : bool
        The target stands behind a barricade: 2 inches less.
    dice : str
        The dice of the roll, like 3D6kh2 for the highest two of three.
    modifier : int
        Added to the roll.
    reroll : {"failed"}
        A failed roll is rolled again by an ability: all dice in 40k, any of them in Age of
        Sigmar.
    command_reroll : int
        Command Re-rolls (40k): 1 for the charge, or for the Advance before it, whichever is
        better; 2 one for each, in its phase.
    move : float
        Inches that the unit moves toward the target first.
    advance, run : bool or str
        It advances (40k) or runs (Age of Sigmar) first, on top of its move, and an ability lets
        it charge: true for a D6, or other dice, or a number.
    """

    needed: int | None = None
    distance: tuple[float, ...] | None = None
    climb: float = 0.0
    barricade: bool = False
    dice: Dice = Dice.parse("2D6")
    modifier: int = 0
    reroll: str | None = None
    command_reroll: int = 0
    move: float = 0.0
    advance: Dice | None = None
    run: Dice | None = None

    kind = "charge"
    asks = "does a charge reach?"
    words = ("needed",)
    _noun = "a charge"
    _fields = {
        "needed": needed_roll, "distance": _distances, "climb": inches, "barricade": flag,
        "dice": _inches_rolled, "modifier": MODIFIER, "reroll": REROLL,
        "command_reroll": command_rerolls, "move": inches, "advance": _die, "run": _die,
    }  # fmt: skip
    _only = {"barricade": WH40K, "advance": WH40K, "command_reroll": WH40K, "run": AOS}

    def _check(self) -> None:
        given = self.__dict__
        if ("needed" in given) == ("distance" in given):
            raise MathhammerError(
                "a charge has either 'needed' (the roll) or 'distance' (inches between the bases)"
                + (", not both" if "needed" in given else ": give one of them")
            )
        for name in ("climb", "barricade", "move", "advance", "run"):
            if given.get(name) and "distance" not in given:
                raise MathhammerError(
                    f"{name!r} changes a distance, and 'needed' is the roll itself: give 'distance'"
                )
        for name in ("advance", "run"):
            if given.get(name) is not None and "move" not in given:
                raise MathhammerError(f"{name!r} needs the field 'move': inches without the die")
        if self.command_reroll > 1 and not (self.advance and self.advance.terms):
            raise MathhammerError(
                f"{self.command_reroll} is too many: {ONE_A_PHASE}, and without the die of an "
                "Advance the charge is the only roll",
                "command_reroll",
            )

    @property
    def die(self) -> Dice | None:
        """The die of an Advance or a run before the charge."""
        return self.advance or self.run


class Advance(Check):
    """How far does an Advance carry? (W-5.1).

    Parameters
    ----------
    move : int or str
        Inches without the die: a number, or dice where it is random.
    needed : float
        Inches in all that it takes.
    dice : str
        The die that is added.
    modifier : int
        Added to the die.
    reroll : {"failed"}
        A die that falls short of what is needed is rolled again by an ability.
    command_reroll : int
        A Command Re-roll, for a die that falls short.
    """

    move: Dice
    needed: float | None = None
    dice: Dice = Dice.parse("D6")
    modifier: int = 0
    reroll: str | None = None
    command_reroll: int = 0

    kind = "advance"
    asks = "how far does an Advance carry?"
    words = ("move", "needed")
    _noun = "an Advance"
    _required = ("move",)
    _fields = {
        "move": _inches_rolled, "needed": inches, "dice": _inches_rolled, "modifier": MODIFIER,
        "reroll": REROLL, "command_reroll": one_command_reroll,
    }  # fmt: skip

    def _check(self) -> None:
        if (self.reroll is not None or self.command_reroll) and self.needed is None:
            raise MathhammerError("a re-roll needs the field 'needed': when the first falls short")


class Run(Advance):
    """How far does a run carry? (A-5).

    Parameters
    ----------
    move : int or str
        Inches without the die: a number, or dice where it is random.
    needed : float
        Inches in all that it takes.
    dice : str
        The die that is added.
    modifier : int
        Added to the die.
    reroll : {"failed"}
        A die that falls short of what is needed is rolled again.
    """

    kind = "run"
    asks = "how far does a run carry?"
    _noun = "a run"
    _fields = {name: read for name, read in Advance._fields.items() if name != COMMAND_REROLL}
