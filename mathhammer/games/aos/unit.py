"""`Unit` of Age of Sigmar: who attacks, who is attacked, or both."""

from mathhammer.core.errors import MathhammerError, inside
from mathhammer.core.readers import integer
from mathhammer.core.record import field
from mathhammer.games.aos.abilities.parse import parse_weapon_ability
from mathhammer.games.aos.abilities.row import Ability
from mathhammer.games.aos.context import Context
from mathhammer.games.aos.crits import check_crit
from mathhammer.games.aos.modifiers import Modifiers, TargetModifiers
from mathhammer.games.aos.weapon import Weapon
from mathhammer.games.common import profile as base
from mathhammer.games.common.fields import MAX_WOUNDS, OF_TURNS, roll_or_none, save_roll
from mathhammer.games.names import AOS, IN_GAME, WH40K


class Unit(base.Unit):
    """A unit in the role of attacker, of target, or both.

    With `weapons` or `mortals` it is an attacker, and `abilities` and `modifiers` are
    those of its attacks; without, it is a target and its `modifiers` are those of its defence.

    Raises
    ------
    MathhammerError
        A field is unknown, missing, or its value not allowed.

    Examples
    --------
    >>> Unit(models=10, health=2, save="4+", ward="6+").ward
    6
    """

    game = AOS
    abilities: tuple[Ability, ...] = field(
        base.abilities_list,
        (),
        "Weapon abilities of an attacker, given to each of its weapons that is no Companion (A-3).",
    )
    modifiers: Modifiers = field(
        base.modifiers_table,
        Modifiers(),
        "Modifiers of its attacks, or of a target those of the attacks against it (A-1.5).",
    )
    #: The modifiers a target puts on attacks against it; users write them as `modifiers`.
    defence: TargetModifiers = TargetModifiers()
    weapons: tuple[Weapon, ...] = field(
        base.weapons_of(Weapon), (), "Its weapons; their damage fills one pool (A-2)."
    )
    context: Context = field(Context, Context(), "Its situation, over that of the scenario (A-4).")
    health: int = field(
        integer(1, MAX_WOUNDS), 0, "The damage that slays a model (A-2).", unit="damage"
    )
    save: int = field(save_roll, 0, "What a save must show (A-1).")
    ward: int = field(roll_or_none, 0, "What a D6 must show to remove a point of damage (A-2).")
    ward_mortals: int = field(
        roll_or_none,
        0,
        "A ward against mortal damage alone; for that the better of the two counts (A-2.1).",
    )
    damage_taken: int = field(
        integer(0, MAX_WOUNDS), 0, "Allocated before, less than its health (A-2).", unit="damage"
    )

    _mark = "health"
    _of_attacks, _of_defence = Modifiers, TargetModifiers
    _elsewhere = {
        **dict.fromkeys(
            ("toughness", "wounds", "invulnerable", "invulnerable_ranged", "invulnerable_melee",
             "feel_no_pain", "feel_no_pain_mortals", "wounds_lost", "groups", "leader",
             "leadership"),
            IN_GAME[WH40K],
        ),
        **OF_TURNS,
    }  # fmt: skip

    def _check(self) -> None:
        super()._check()
        values = self.__dict__
        if "abilities" in values:
            if not self.is_attacker:
                raise MathhammerError(
                    "a target of Age of Sigmar has no abilities of this product: give its ward, "
                    "keywords and modifiers as fields",
                    "abilities",
                )
            self._read_abilities(parse_weapon_ability)
        if self.health and self.damage_taken >= self.health:
            raise MathhammerError(
                f"{self.damage_taken} is not below the health of a model, {self.health}",
                "damage_taken",
            )
        if any(ability.row.companion for ability in self.abilities):
            raise MathhammerError(
                "Companion is an ability of single weapons: write it in theirs", "abilities"
            )
        for i, weapon in enumerate(self.weapons):
            with inside(f"weapons[{i}]"):
                check_crit(weapon, self.abilities)

    def check_target(self) -> None:
        """Check that the unit has a health."""
        if "health" not in self.__dict__:
            raise MathhammerError(
                "a target needs the field 'health': give its health, save and ward, or start "
                'from a preset, like preset = "heavy"'
            )

    @property
    def starting_wounds(self) -> int:
        """The points of health that it has left when the attacks begin.

        Examples
        --------
        >>> Unit(models=5, health=3, damage_taken=2).starting_wounds
        13
        """
        return self.models * self.health - self.damage_taken
