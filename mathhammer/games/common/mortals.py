"""`MortalDice`: dice that hurt without an attack, in both games."""

from mathhammer.core.dice import Dice
from mathhammer.core.errors import MathhammerError
from mathhammer.core.readers import dice_expression, integer, text
from mathhammer.core.record import Record, field
from mathhammer.games.common.fields import roll


class MortalDice(Record):
    """Dice that inflict mortal wounds or mortal damage outside the attacks (W-1.6, S-2)."""

    name: str = field(text, "mortal wounds", "What they are called in answers.")
    dice: Dice = field(
        dice_expression,
        Dice((), 1),
        "How many D6 are rolled; may itself be dice (D3), rolled first. Not with per_model.",
    )
    per_model: int = field(integer(1, 100), 0, "D6 for each model of the attacker.")
    on: int = field(roll, 0, "What a D6 must show; left out, each one counts (D-4).")
    modifier: int = field(
        integer(-5, 5), 0, "Added to each D6 before on is asked; no face fails or counts by itself."
    )
    damage: Dice = field(
        dice_expression, Dice((), 1), "Mortal wounds, or mortal damage, of each D6 that counts."
    )
    gate: int = field(
        roll,
        0,
        "What one D6 must show first, for anything to happen; left out, none is rolled (D-4).",
    )
    max: int | None = field(integer(0, 10_000), None, "The most that they inflict in all.")

    _noun = "mortals"

    def _check(self) -> None:
        if "dice" in self.__dict__ and "per_model" in self.__dict__:
            raise MathhammerError("mortals take dice or per_model, not both")
        if self.modifier and not self.on:
            raise MathhammerError("modifier needs 'on': what each D6 must show", "modifier")

    def counts(self, face: int) -> bool:
        """Return whether a D6 with this face counts (D-4, W-1.6)."""
        return not self.on or face + self.modifier >= self.on
