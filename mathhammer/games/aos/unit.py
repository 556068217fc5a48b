"""`Unit` of Age of Sigmar: who attacks, who is attacked, or both."""

from __future__ import annotations

from mathhammer.core.errors import MathhammerError
from mathhammer.core.readers import choice, integer, listed, number, read_each, text
from mathhammer.core.text import split_abilities
from mathhammer.games.aos.abilities import Ability, parse_weapon_ability
from mathhammer.games.aos.context import Context
from mathhammer.games.aos.modifiers import Modifiers, TargetModifiers
from mathhammer.games.aos.weapon import Weapon, check_crit
from mathhammer.games.common import profile as base
from mathhammer.games.common.fields import (
    IN_TURNS,
    MAX_MODELS,
    MAX_WOUNDS,
    roll_or_none,
    save_roll,
)
from mathhammer.games.common.fields import keywords as read_keywords
from mathhammer.games.common.mortals import MortalDice
from mathhammer.games.names import AOS, IN_GAME, WH40K


class Unit(base.Unit):
    """A unit in the role of attacker, of target, or both.

    With `weapons` or `mortals` it is an attacker, and `abilities` and `modifiers` are
    those of its attacks; without, it is a target and its `modifiers` are those of its defence.

    Parameters
    ----------
    name : str
    points : float
        The whole unit at starting strength.
    models : int, default 1
    keywords : list of str, or one comma-separated str
        Any case.
    abilities : list of str, or one comma-separated str
        Weapon abilities, given to each of its weapons that is no Companion.
    modifiers : Modifiers, TargetModifiers or dict
    weapons : list of Weapon, dict or str
    mortals : list of MortalDice or dict
        Each in a damage pool of its own, after the attacks.
    context : Context, dict or str
        Merged over the scenario's.
    order : {"listed", "best"}
        Without effect: all weapons of an ability fill one pool (A-2).
    preset : str
        Name of a built-in target; other fields override it.
    health : int
        Damage points that slay a model.
    save : int or str
        2+ to 7+; ``"-"`` or left out: no save.
    ward : int or str
    damage_taken : int, default 0
        Damage points allocated before, less than `health`.

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
    abilities: tuple[Ability, ...] = ()
    modifiers: Modifiers = Modifiers()
    #: The modifiers a target puts on attacks against it; users write them as `modifiers`.
    defence: TargetModifiers = TargetModifiers()
    weapons: tuple[Weapon, ...] = ()
    context: Context = Context()
    health: int = 0
    ward: int = 0
    damage_taken: int = 0

    _mark = "health"
    _of_attacks, _of_defence = Modifiers, TargetModifiers
    _fields = {
        "name": text,
        "points": number(0, 1e6),
        "models": integer(1, MAX_MODELS),
        "keywords": read_keywords,
        "abilities": split_abilities,  # read by role, below
        "modifiers": base.modifiers_table,
        "weapons": listed(Weapon, 100),
        "mortals": listed(MortalDice, 100),
        "context": Context.read,
        "order": choice("listed", "best"),
        "preset": text,
        "health": integer(1, MAX_WOUNDS),
        "save": save_roll,
        "ward": roll_or_none,
        "damage_taken": integer(0, MAX_WOUNDS),
    }
    _elsewhere = {
        **dict.fromkeys(
            ("toughness", "wounds", "invulnerable", "invulnerable_ranged", "invulnerable_melee",
             "feel_no_pain", "feel_no_pain_mortals", "wounds_lost", "groups", "leader"),
            IN_GAME[WH40K],
        ),
        **dict.fromkeys(
            ("side", "move", "leadership", "objective_control", "starting_models", "fights_first",
             "strike_last", "reinforcements"),
            IN_TURNS,
        ),
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
            try:
                values["abilities"] = read_each(parse_weapon_ability, 100, values["abilities"])
            except MathhammerError as error:
                raise error.inside("abilities") from None
        if self.health and self.damage_taken >= self.health:
            raise MathhammerError(
                f"{self.damage_taken} is not below the health of a model, {self.health}",
                "damage_taken",
            )
        if any(ability.kind == "companion" for ability in self.abilities):
            raise MathhammerError(
                "Companion is an ability of single weapons: write it in theirs", "abilities"
            )
        for i, weapon in enumerate(self.weapons):
            try:
                check_crit(weapon, self.abilities)
            except MathhammerError as error:
                raise error.inside(f"weapons[{i}]") from None

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
