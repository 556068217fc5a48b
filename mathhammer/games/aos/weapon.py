"""`Weapon` of Age of Sigmar."""

from typing import Any

from mathhammer.core.dice import Dice
from mathhammer.core.errors import MathhammerError
from mathhammer.core.readers import choice, dice_expression, integer, reader
from mathhammer.core.record import field, required
from mathhammer.games.aos.abilities.parse import parse_crit, parse_weapon_ability
from mathhammer.games.aos.abilities.row import Ability
from mathhammer.games.aos.modifiers import Modifiers
from mathhammer.games.common import profile as base
from mathhammer.games.common.fields import is_dash, roll, switch
from mathhammer.games.names import AOS, HITS, IN_GAME, WH40K, WOUNDS

_crit = reader(
    "Mortal, 2 Hits or Auto-wound",
    {
        "enum": [
            word for name in ("Mortal", "2 Hits", "Auto-wound") for word in (name, f"Crit ({name})")
        ]
    },
)(parse_crit)
_REND = integer(-20, 20)


@reader(
    'whole number from 0 to 20, or "-" for 0', {"anyOf": [integer(0, 20).schema, {"const": "-"}]}
)
def _rend(value: Any) -> int:
    if is_dash(value):
        return 0
    read = _REND(value)
    if read < 0:
        raise MathhammerError(
            f"{read} is negative: Rend is 0 or more, write {-read} (it is subtracted from saves)"
        )
    return read


class Weapon(base.Weapon):
    """A weapon profile and how many copies of it are in use (A-1, A-3).

    Raises
    ------
    MathhammerError
        A field is unknown, missing, or its value not allowed.

    Examples
    --------
    >>> Weapon(attacks="2", hit="3+", wound="4+", rend=1, damage="D3").type
    'melee'
    """

    game = AOS
    type: str = field(
        choice("ranged", "melee"),
        "melee",
        "Whether it shoots or fights; ranged by default with Shoot in Combat.",
    )
    attacks: Dice = required(dice_expression, "How many attacks each copy makes (A-1.6).")
    hit: int = field(roll, 0, "What a hit roll must show; not needed with a start (A-1).")
    wound: int = field(
        roll,
        0,
        "What a wound roll must show; not needed where attacks start as wounds or failed saves "
        "(A-1).",
    )
    rend: int = field(_rend, 0, "What is subtracted from the target's saves (A-1).")
    damage: Dice = required(
        dice_expression, "What an unsaved attack adds to the pool of damage (A-2)."
    )
    abilities: tuple[Ability, ...] = field(
        base.abilities_by(parse_weapon_ability),
        (),
        "Weapon abilities, as on a warscroll (A-3).",
    )
    crit: str | None = field(
        _crit,
        None,
        "Which of several Crit abilities is used; else the one with the most expected damage "
        "(A-3).",
    )
    champion: bool = switch("One more attack, once; not on a Companion weapon (A-3).")
    modifiers: Modifiers = field(Modifiers, Modifiers(), "Modifiers of its attacks alone (A-1.5).")

    _elsewhere = dict.fromkeys(("skill", "strength", "ap"), IN_GAME[WH40K])

    _until = {"hit": HITS, "wound": WOUNDS}

    def _check(self) -> None:
        super()._check()
        if "type" not in self.__dict__ and any(
            ability.row.shoots_in_combat for ability in self.abilities
        ):
            self.__dict__["type"] = "ranged"
