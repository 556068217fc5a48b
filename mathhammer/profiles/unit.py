"""`Unit`: who attacks, who is attacked, or both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..abilities import Ability, parse_unit_ability, parse_weapon_ability, split_abilities
from ..errors import MathhammerError, shown
from ..records import choice, integer, listed, text
from .context import Context
from .fields import IN_AOS, IN_TURNS, MOST_MODELS, MOST_WOUNDS
from .fields import keywords as read_keywords
from .modifiers import Modifiers, TargetModifiers
from .parts import DEFENCE, POINTS, Defence, Leader, ModelGroup, check_lost
from .weapon import MortalDice, Weapon


def _table(value: Any) -> Any:
    if isinstance(value, Mapping | Modifiers | TargetModifiers):
        return value
    raise MathhammerError(f"{shown(value)} is not a table of modifiers")


def _either_ability(value: Any) -> Ability:
    """Read an ability of a unit with weapons and a toughness: of either kind."""
    try:
        return parse_unit_ability(value)
    except MathhammerError:
        return parse_weapon_ability(value)


class Unit(Defence):
    """A unit in the role of attacker, of target, or both.

    With `weapons` or `mortals` it is an attacker, and `abilities` and `modifiers` are
    those of its attacks; without, it is a target and they are those of its defence.

    Parameters
    ----------
    name : str
    points : float
        The whole unit at starting strength.
    models : int, default 1
    keywords : list of str, or one comma-separated str
        Any case.
    abilities : list of str, or one comma-separated str
    modifiers : Modifiers, TargetModifiers or dict
    weapons : list of Weapon, dict or str
        In the order in which they attack.
    mortals : list of MortalDice or dict
    context : Context, dict or str
        Merged over the scenario's.
    order : {"listed", "best"}, default "listed"
    preset : str
        Name of a built-in target; other fields override it.
    toughness, wounds : int
    save : int or str
        2+ to 7+; ``"-"`` or left out: no save at all.
    invulnerable, invulnerable_ranged, invulnerable_melee : int or str
    feel_no_pain, feel_no_pain_mortals : int or str
    wounds_lost : int, default 0
        Of the first model.
    groups : list of ModelGroup or dict
        A mixed unit, in allocation order; instead of `models`.
    leader : Leader, dict, or a list of them
        Allocated last, not counted in `models`.

    Raises
    ------
    MathhammerError
        A field is unknown, missing, or its value not allowed.

    Examples
    --------
    >>> Unit(models=5, toughness=4, save="3+", wounds=2).save
    3
    >>> Unit(preset="meq", models=10).wounds
    2
    """

    name: str = ""
    models: int = 1
    keywords: frozenset[str] = frozenset()
    abilities: tuple[Ability, ...] = ()
    modifiers: Modifiers = Modifiers()
    #: The modifiers a target puts on attacks against it; users write them as `modifiers`.
    defence: TargetModifiers = TargetModifiers()
    weapons: tuple[Weapon, ...] = ()
    mortals: tuple[MortalDice, ...] = ()
    context: Context = Context()
    order: str = "listed"
    preset: str | None = None
    toughness: int = 0
    wounds_lost: int = 0
    groups: tuple[ModelGroup, ...] = ()
    leader: tuple[Leader, ...] = ()

    _noun = "a unit"
    _fields = {
        "name": text,
        "points": POINTS,
        "models": integer(1, MOST_MODELS),
        "keywords": read_keywords,
        "abilities": split_abilities,  # read by role, below
        "modifiers": _table,
        "weapons": listed(Weapon.read, 100),
        "mortals": listed(MortalDice.read, 100),
        "context": Context.read,
        "order": choice("listed", "best"),
        "preset": text,
        "toughness": integer(1, 100),
        **DEFENCE,
        "wounds_lost": integer(0, MOST_WOUNDS),
        "groups": listed(ModelGroup.read, 100),
        "leader": listed(Leader.read, 10),
    }
    _elsewhere = {
        **dict.fromkeys(("health", "ward", "damage_taken"), IN_AOS),
        **dict.fromkeys(
            ("side", "move", "leadership", "objective_control", "starting_models", "fights_first",
             "strike_last", "reinforcements"),
            IN_TURNS,
        ),
    }  # fmt: skip

    def __init__(self, /, **fields: Any) -> None:
        if fields.get("preset") is not None:
            from ..presets import preset_fields

            try:
                base = preset_fields(text(fields["preset"]))
            except MathhammerError as error:
                raise error.inside("preset") from None
            if fields.get("groups") is not None:
                base.pop("models", None)
            fields = {**base, **{k: v for k, v in fields.items() if v is not None}}
        super().__init__(**fields)

    def _check(self) -> None:
        values = self.__dict__
        if "abilities" in values:
            reader = (
                _either_ability if self.is_attacker and self.is_target
                else parse_weapon_ability if self.is_attacker else parse_unit_ability
            )  # fmt: skip
            try:
                values["abilities"] = listed(reader, 100)(values["abilities"])
            except MathhammerError as error:
                raise error.inside("abilities") from None
        if "modifiers" in values:
            try:
                self._read_modifiers(values.pop("modifiers"))
            except MathhammerError as error:
                raise error.inside("modifiers") from None
        if "groups" in values:
            if "models" in values:
                raise MathhammerError(
                    "'models' and 'groups' are given together: a mixed unit counts its models "
                    "in its groups"
                )
            if not self.groups:
                raise MathhammerError("groups is empty: leave it out, or name at least one group")
        first = self.groups[0].wounds if self.groups and self.groups[0].wounds else self.wounds
        check_lost(self.wounds_lost, first)

    @property
    def is_attacker(self) -> bool:
        """Whether it has anything to attack with."""
        return "weapons" in self.__dict__ or "mortals" in self.__dict__

    @property
    def is_target(self) -> bool:
        """Whether it has a toughness; a target needs one."""
        return "toughness" in self.__dict__

    def _read_modifiers(self, value: Any) -> None:
        if isinstance(value, Modifiers) or (self.is_attacker and not self.is_target):
            self.__dict__["modifiers"] = Modifiers.read(value)
        elif isinstance(value, TargetModifiers) or not self.is_attacker:
            self.__dict__["defence"] = TargetModifiers.read(value)
        else:
            attack, defence = Modifiers._fields, TargetModifiers._fields
            for name in value:
                if name in attack and name in defence:
                    raise MathhammerError(
                        f"{name!r} of a unit with both weapons and a toughness can mean its "
                        "attacks or those against it: write it in its weapons' modifiers, or "
                        "describe the target apart"
                    )
            mine = {k: v for k, v in value.items() if k not in defence}
            theirs = {k: v for k, v in value.items() if k in defence}
            self.__dict__["modifiers"] = Modifiers.read(mine)
            self.__dict__["defence"] = TargetModifiers.read(theirs)

    def replace(self, /, **changes: Any) -> Unit:
        """Return a copy with some fields changed (``None`` leaves one out)."""
        fields = {**self.__dict__, **changes}
        defence = fields.pop("defence", None)
        if defence is not None and "modifiers" not in fields:
            fields["modifiers"] = defence
        fields.pop("preset", None)  # already put in
        return Unit(**fields)

    @property
    def label(self) -> str:
        """The name, or what can stand for it."""
        if self.name:
            return self.name
        if self.weapons:
            return " + ".join(w.name for w in self.weapons)[:80]
        return self.preset or ("target" if self.is_target else "attacker")
