"""`Weapon` of Warhammer 40,000."""

from typing import Any

from mathhammer.core.dice import Dice
from mathhammer.core.errors import MathhammerError, quoted
from mathhammer.core.readers import dice_expression, integer, reader
from mathhammer.core.record import field, required
from mathhammer.games.common import profile as base
from mathhammer.games.common.fields import roll_or_none
from mathhammer.games.names import AOS, IN_GAME, WH40K, WOUNDS
from mathhammer.games.wh40k.abilities.parse import parse_weapon_ability
from mathhammer.games.wh40k.abilities.row import Ability
from mathhammer.games.wh40k.modifiers import Modifiers

_AP = integer(-20, 20)


@reader("whole number from -20 to 0", integer(-20, 0).schema)
def _ap(value: Any) -> int:
    read = _AP(value)
    if read > 0:
        raise MathhammerError(
            f"{quoted(value)} is positive: an armour penetration is 0 or negative, "
            f"write {-read} (the text notation reads AP{read} as {-read})"
        )
    return read


class Weapon(base.Weapon):
    """A weapon profile and how many copies of it are in use (W-1, W-3).

    Raises
    ------
    MathhammerError
        A field is unknown, missing, or its value not allowed.

    Examples
    --------
    >>> Weapon(attacks="2", skill="3+", strength=4, ap=-1, damage="D6+1").damage.maximum
    7
    """

    game = WH40K
    attacks: Dice = required(dice_expression, "How many attacks each copy makes (D-5).")
    skill: int = field(
        roll_or_none,
        0,
        "BS or WS, what a hit roll must show; not needed with Torrent or a start (W-1.1).",
    )
    strength: int = field(
        integer(1, 100),
        0,
        "Against the target's toughness, for the wound roll; not needed where attacks start as "
        "wounds or failed saves (W-1.2).",
    )
    ap: int = field(_ap, 0, "Armour penetration: -1 takes 1 from the save (W-1.4).")
    damage: Dice = required(
        dice_expression, "What an unsaved attack inflicts (W-1.5).", unit="wounds"
    )
    abilities: tuple[Ability, ...] = field(
        base.abilities_by(parse_weapon_ability),
        (),
        "Weapon abilities, as on a datasheet (W-3).",
    )
    modifiers: Modifiers = field(Modifiers, Modifiers(), "Modifiers of its attacks alone (W-4.8).")

    _until = {"strength": WOUNDS}
    _elsewhere = dict.fromkeys(("hit", "wound", "rend", "crit", "champion"), IN_GAME[AOS])
