"""The profiles a user describes: `Weapon`, `Unit`, `Context`, `Ruleset` and their parts.

All are `Record` values: keyword-only, validated on construction, immutable. A threshold
of 0 means "none" (written ``"-"`` or left out). What belongs to Age of Sigmar is named
as such where it is met.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .abilities import (
    Ability,
    fold,
    parse_unit_ability,
    parse_weapon_ability,
    split_abilities,
)
from .dice import Dice, parse_threshold
from .errors import MathhammerError, shown
from .records import Record, choice, flag, integer, listed, number, text

MOST_MODELS = 10_000
MOST_WOUNDS = 10_000
_AOS = 'it belongs to Age of Sigmar (game = "aos")'
_TURNS = 'it belongs to whole turns (kind = "turn"), which are not modelled yet'


def _roll(value: Any) -> int:
    return parse_threshold(value, 2, 6)


def _roll_or_none(value: Any) -> int:
    if isinstance(value, str) and value.strip().casefold() in ("-", "\u2212", "\u2013", "n/a", "none"):
        return 0
    return parse_threshold(value, 2, 6)


def _save(value: Any) -> int:
    if isinstance(value, str) and value.strip() in ("-", "\u2212", "\u2013"):
        return 0
    try:
        return parse_threshold(value, 2, 7)
    except MathhammerError:
        raise MathhammerError(
            f"{shown(value)} is not a save from 2+ to 7+, or \"-\" for none"
        ) from None


def _weapon_abilities(value: Any) -> tuple[Ability, ...]:
    return listed(parse_weapon_ability, 100)(split_abilities(value))


def _keywords(value: Any) -> frozenset[str]:
    names = []
    for word in split_abilities(value):
        if not isinstance(word, str) or len(word) > 100:
            raise MathhammerError(f"{shown(word)} is not a keyword")
        names.append(fold(word))
    return frozenset(names)


class Rider(Record):
    """What a critical adds to the wound that comes from it (W-4.8)."""

    ap: int = 0
    damage: int = 0
    mortals: Dice | None = None

    _noun = "a rider"
    _fields = {"ap": integer(-20, 20), "damage": integer(-100, 100), "mortals": Dice.parse}


REROLLS = ("ones", "failures", "non-criticals")
DICE_REROLLS = ("ones", "below-average")


class Modifiers(Record):
    """Modifiers of an attacker or of a weapon (W-4.8); the two combine.

    Numbers are added up; of critical thresholds the lower counts; of re-rolls the stronger.
    """

    hit: int = 0
    wound: int = 0
    attacks: int = 0
    strength: int = 0
    ap: int = 0
    damage: int = 0
    reroll_hits: str | None = None
    reroll_wounds: str | None = None
    reroll_damage: str | None = None
    reroll_attacks: str | None = None
    critical_hits: int = 0
    critical_wounds: int = 0
    ignore_hit_modifiers: bool = False
    ignore_wound_modifiers: bool = False
    on_critical_hit: Rider | None = None
    on_critical_wound: Rider | None = None

    _noun = "the attacker's or weapon's modifiers"
    _fields = {
        "hit": integer(-20, 20),
        "wound": integer(-20, 20),
        "attacks": integer(-1000, 1000),
        "strength": integer(-100, 100),
        "ap": integer(-20, 20, " (-1 is better)"),
        "damage": integer(-100, 100),
        "reroll_hits": choice(*REROLLS),
        "reroll_wounds": choice(*REROLLS),
        "reroll_damage": choice(*DICE_REROLLS),
        "reroll_attacks": choice(*DICE_REROLLS),
        "critical_hits": _roll,
        "critical_wounds": _roll,
        "ignore_hit_modifiers": flag,
        "ignore_wound_modifiers": flag,
        "on_critical_hit": Rider.read,
        "on_critical_wound": Rider.read,
    }
    _elsewhere = {
        "rend": _AOS,
        **dict.fromkeys(
            ("save", "wound_if_stronger", "wound_floor", "halve_damage", "ignore_first_damage",
             "reroll_saves"),
            "it is one of a target's modifiers",
        ),
    }  # fmt: skip


class TargetModifiers(Record):
    """Modifiers that a target puts on the attacks against it (W-4.8)."""

    hit: int = 0
    wound: int = 0
    wound_if_stronger: int = 0
    ap: int = 0
    save: int = 0
    wound_floor: int = 0
    damage: int = 0
    halve_damage: bool = False
    ignore_first_damage: bool = False
    reroll_saves: str | None = None

    _noun = "the target's modifiers"
    _fields = {
        "hit": integer(-20, 20),
        "wound": integer(-20, 20),
        "wound_if_stronger": integer(-20, 20),
        "ap": integer(-20, 20, " (+1 worsens)"),
        "save": integer(-20, 20),
        "wound_floor": _roll,
        "damage": integer(-100, 100),
        "halve_damage": flag,
        "ignore_first_damage": flag,
        "reroll_saves": choice("ones", "failures"),
    }
    _elsewhere = dict.fromkeys(
        Modifiers._fields.keys() - {"hit", "wound", "ap", "damage"},
        "it is one of an attacker's or weapon's modifiers",
    )


def _ap(value: Any) -> int:
    read = integer(-20, 20)(value)
    if read > 0:
        raise MathhammerError(
            f"{shown(value)} is positive: an armour penetration is 0 or negative, "
            f"write {-read} (the text notation reads AP{read} as {-read})"
        )
    return int(read)


class Weapon(Record):
    """A weapon profile and how many copies of it are in use (W-1, W-3).

    Parameters
    ----------
    name : str, default "weapon"
    count : int, default 1
        Copies of this profile in use.
    attacks, damage : Dice, int or str
        A copy's number of attacks; an attack's damage.
    skill : int or str
        BS or WS, 2+ to 6+; not needed with Torrent.
    strength : int
    ap : int, default 0
        0 or negative.
    type : {"ranged", "melee"}, default "ranged"
    abilities : list of str, or one comma-separated str
    modifiers : Modifiers or dict
    range : float
        Inches.
    group : str
        Name of the models that carry it; used in fights.

    Raises
    ------
    MathhammerError
        A field is unknown, missing, or its value not allowed.

    Examples
    --------
    >>> Weapon(attacks="2", skill="3+", strength=4, ap=-1, damage="D6+1").damage.maximum
    7
    """

    name: str = "weapon"
    count: int = 1
    attacks: Dice = Dice((), 0)
    skill: int = 0
    strength: int = 0
    ap: int = 0
    damage: Dice = Dice((), 0)
    type: str = "ranged"
    abilities: tuple[Ability, ...] = ()
    modifiers: Modifiers = Modifiers()
    range: float | None = None
    group: str | None = None

    _noun = "a weapon"
    _required = ("attacks", "damage", "strength")
    _fields = {
        "name": text,
        "count": integer(1, 10_000),
        "attacks": Dice.parse,
        "skill": _roll_or_none,
        "strength": integer(1, 100),
        "ap": _ap,
        "damage": Dice.parse,
        "type": choice("ranged", "melee"),
        "abilities": _weapon_abilities,
        "modifiers": Modifiers.read,
        "range": number(0, 1000),
        "group": text,
    }
    _elsewhere = dict.fromkeys(("hit", "wound", "rend", "crit", "champion"), _AOS)

    @classmethod
    def read(cls, value: Any) -> Weapon:
        """Return a weapon from itself, a mapping of fields, or text (contract section 3)."""
        if isinstance(value, str):
            from .notation import weapon_fields

            return cls(**weapon_fields(value))
        return super().read(value)


class MortalDice(Record):
    """Dice that inflict mortal wounds outside the attack sequence (W-1.6, W-6)."""

    name: str = "mortal wounds"
    dice: Dice = Dice((), 1)
    per_model: int = 0
    on: int = 0
    damage: Dice = Dice((), 1)
    gate: int = 0
    max: int | None = None

    _noun = "mortals"
    _fields = {
        "name": text,
        "dice": Dice.parse,
        "per_model": integer(1, 100),
        "on": _roll,
        "damage": Dice.parse,
        "gate": _roll,
        "max": integer(0, 10_000),
    }

    def _check(self) -> None:
        if "dice" in self.__dict__ and "per_model" in self.__dict__:
            raise MathhammerError("mortals take dice or per_model, not both")


_DEFENCE: dict[str, Any] = {
    "save": _save,
    "wounds": integer(1, MOST_WOUNDS),
    "invulnerable": _roll_or_none,
    "invulnerable_ranged": _roll_or_none,
    "invulnerable_melee": _roll_or_none,
    "feel_no_pain": _roll_or_none,
    "feel_no_pain_mortals": _roll_or_none,
}
_POINTS = number(0, 1e6)
_UNIT_WIDE = "it is set for the whole target, not for a part of it"


class ModelGroup(Record):
    """Some models of a mixed unit; what is left out is taken from the target (W-2)."""

    name: str = "group"
    models: int = 1
    save: int = 0
    wounds: int = 0
    invulnerable: int = 0
    invulnerable_ranged: int = 0
    invulnerable_melee: int = 0
    feel_no_pain: int = 0
    feel_no_pain_mortals: int = 0
    points: float | None = None

    _noun = "a group"
    _fields = {"name": text, "models": integer(1, MOST_MODELS), **_DEFENCE, "points": _POINTS}
    _elsewhere = dict.fromkeys(("toughness", "keywords", "abilities", "modifiers"), _UNIT_WIDE)


class Leader(Record):
    """A character attached to a unit (W-2): allocated last, with a defence of its own."""

    name: str = "leader"
    save: int = 0
    wounds: int = 0
    invulnerable: int = 0
    invulnerable_ranged: int = 0
    invulnerable_melee: int = 0
    feel_no_pain: int = 0
    feel_no_pain_mortals: int = 0
    wounds_lost: int = 0
    points: float | None = None

    _noun = "a leader"
    _required = ("wounds",)
    _fields = {
        "name": text,
        **_DEFENCE,
        "wounds_lost": integer(0, MOST_WOUNDS),
        "points": _POINTS,
    }
    _elsewhere = dict.fromkeys(("toughness", "keywords", "abilities", "modifiers"), _UNIT_WIDE)

    def _check(self) -> None:
        _lost_below(self.wounds_lost, self.wounds)


def _lost_below(lost: int, wounds: int) -> None:
    if wounds and lost >= wounds:
        raise MathhammerError(
            f"{lost} is not below the {wounds} wound{'s' * (wounds > 1)} of the model",
            "wounds_lost",
        )


class Context(Record):
    """The situation of an attack (W-4).

    Parameters
    ----------
    half_range, stationary, charged, cover, attacker_engaged, target_engaged, overwatch, \
plunging_fire, go_to_ground, smokescreen, precision_on_character, advanced : bool, default False
    visible : bool, default True
    distance : float
        Inches between attacker and target.
    """

    half_range: bool = False
    stationary: bool = False
    charged: bool = False
    cover: bool = False
    visible: bool = True
    attacker_engaged: bool = False
    target_engaged: bool = False
    overwatch: bool = False
    plunging_fire: bool = False
    go_to_ground: bool = False
    smokescreen: bool = False
    precision_on_character: bool = False
    advanced: bool = False
    distance: float | None = None

    _noun = "the context"
    _fields = {
        **dict.fromkeys(
            ("half_range", "stationary", "charged", "cover", "visible", "attacker_engaged",
             "target_engaged", "overwatch", "plunging_fire", "go_to_ground", "smokescreen",
             "precision_on_character", "advanced"),
            flag,
        ),
        "distance": number(0, 1000),
    }  # fmt: skip
    _elsewhere = dict.fromkeys(
        ("all_out_attack", "all_out_defence", "covering_fire", "guarded_hero", "target_charged"),
        _AOS,
    )

    @classmethod
    def read(cls, value: Any) -> Context:
        """Return a context from itself, a mapping, or text like ``"cover,distance=9"``."""
        return super().read(_pairs(value))

    def merged(self, over: Context) -> Context:
        """Return this context with what `over` gives put over it."""
        if not over.__dict__:
            return self
        return Context(**{**self.__dict__, **over.__dict__})


class Ruleset(Record):
    """The rulings, each a named option of the rules digest.

    Parameters
    ----------
    devastating : {"print-2023", "errata-2023-09", "errata-2024"}, default "print-2023"
        What a Devastating critical wound does (W-3).
    devastating_reduction : bool, default True
        Whether the target's damage modifiers apply before the damage becomes mortal
        wounds (W-3); they always do under ``"errata-2023-09"``, where it doesn't.
    save_cap : {"net", "bonuses"}, default "net"
        Whether +1 caps the sum of bonuses and AP, or the bonuses alone (W-1).
    """

    devastating: str = "print-2023"
    devastating_reduction: bool = True
    save_cap: str = "net"

    _noun = "the ruleset"
    _fields = {
        "devastating": choice("print-2023", "errata-2023-09", "errata-2024"),
        "devastating_reduction": flag,
        "save_cap": choice("net", "bonuses"),
    }
    _elsewhere = {
        **dict.fromkeys(("critical_always_hits", "cover_exception", "aos_reroll"), _AOS),
        **dict.fromkeys(("fresh_dice", "attack_in_own_half"), "it belongs to the heroes dice game"),
        "archeotech": "it belongs to Combat Patrol missions, which are not modelled yet",
    }

    @classmethod
    def read(cls, value: Any) -> Ruleset:
        """Return a ruleset from itself, a mapping, or text like ``"save_cap=bonuses"``."""
        return super().read(_pairs(value))


def _pairs(value: Any) -> Any:
    """Turn ``"cover,visible=false"`` into a mapping; leave anything else alone."""
    if not isinstance(value, str):
        return value
    if len(value) > 2000:
        raise MathhammerError(f"a text of {len(value)} characters; up to 2000 are allowed")
    fields: dict[str, Any] = {}
    for part in value.split(","):
        name, equals, given = (piece.strip() for piece in part.partition("="))
        if name in fields:
            raise MathhammerError(f"{name!r} is given twice")
        if name:
            fields[name.replace("-", "_")] = given if equals else True
        elif equals:
            raise MathhammerError(f"{shown(part)} has no name before the '='")
    return fields


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


class Unit(Record):
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
    points: float | None = None
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
    save: int = 0
    wounds: int = 0
    invulnerable: int = 0
    invulnerable_ranged: int = 0
    invulnerable_melee: int = 0
    feel_no_pain: int = 0
    feel_no_pain_mortals: int = 0
    wounds_lost: int = 0
    groups: tuple[ModelGroup, ...] = ()
    leader: tuple[Leader, ...] = ()

    _noun = "a unit"
    _fields = {
        "name": text,
        "points": number(0, 1e6),
        "models": integer(1, MOST_MODELS),
        "keywords": _keywords,
        "abilities": split_abilities,  # read by role, below
        "modifiers": _table,
        "weapons": listed(Weapon.read, 100),
        "mortals": listed(MortalDice.read, 100),
        "context": Context.read,
        "order": choice("listed", "best"),
        "preset": text,
        "toughness": integer(1, 100),
        **_DEFENCE,
        "wounds_lost": integer(0, MOST_WOUNDS),
        "groups": listed(ModelGroup.read, 100),
        "leader": listed(Leader.read, 10),
    }
    _elsewhere = {
        **dict.fromkeys(("health", "ward", "damage_taken"), _AOS),
        **dict.fromkeys(
            ("side", "move", "leadership", "objective_control", "starting_models", "fights_first",
             "strike_last", "reinforcements"),
            _TURNS,
        ),
    }  # fmt: skip

    def __init__(self, **fields: Any) -> None:
        if fields.get("preset") is not None:
            from .presets import preset_fields

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
        _lost_below(self.wounds_lost, first)

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

    def replace(self, **changes: Any) -> Unit:
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
