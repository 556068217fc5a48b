"""What the profiles of all games have in common, and how the right one is made.

`Weapon`, `Unit`, `Context` and `Ruleset` called themselves make those of the game whose
fields are given: ``Weapon(attacks=2, hit=3, wound=4, damage=1)`` is a weapon of Age of
Sigmar. Readers of files and texts know their game and use its classes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar, Unpack

from mathhammer.core.dice import Dice
from mathhammer.core.errors import MathhammerError, inside, quoted
from mathhammer.core.format import shortened
from mathhammer.core.readers import Reader, choice, integer, listed, number, read_each, reader, text
from mathhammer.core.record import Record, field
from mathhammer.core.text import split_abilities, told_apart
from mathhammer.games.common.fields import (
    MAX_MODELS,
    NAMES,
    POINTS,
    attacks_start,
    keywords,
    named_profiles,
    pairs,
    roll,
    switch,
)
from mathhammer.games.common.mortals import MortalDice
from mathhammer.games.names import STARTS, TITLES, WH40K
from mathhammer.games.text.reading import ReadingNote, TextFields
from mathhammer.games.text.signs import game_of, is_kept

if TYPE_CHECKING:
    from mathhammer.games.field_types import ContextFields, RulesetFields, UnitFields, WeaponFields

T = TypeVar("T")
#: The longest label that is made of texts; names are as long as they are given.
MAX_LABEL = 80


class OfGame(Record):
    """A record of which each game has its own form, in its package, under the same name."""

    game: ClassVar[str] = ""
    #: Whether what the games share may be read from the record of another game.
    _shared: ClassVar[bool] = False
    # Beside the fields, and no part of what a record is: how its text was read.
    __slots__ = ("_read_as",)

    def __new__(cls, /, **fields: Any) -> Self:
        """Return a record of the game whose fields are given."""
        if cls.game:
            return object.__new__(cls)
        package = import_module(f"mathhammer.games.{game_of(fields) or WH40K}.profiles")
        made: Self = object.__new__(getattr(package, cls.__name__))
        return made

    @classmethod
    def _fields_in(cls, value: Any) -> Mapping[str, Any]:
        """Return the fields of a record of another game, where they are shared."""
        if cls.game and isinstance(value, OfGame) and value.game != cls.game:
            if cls._shared:
                return value.given
            raise MathhammerError(
                f"{value._noun} of {TITLES[value.game]}, where one of {TITLES[cls.game]} is "
                "expected"
            )
        return super()._fields_in(value)

    def _from(self, fields: Mapping[str, Any]) -> Self:
        """Keep what is to be said of the text that the fields were."""
        return self._with_notes(fields.notes) if isinstance(fields, TextFields) else self

    @property
    def reading_notes(self) -> tuple[ReadingNote, ...]:
        """What a reader may not expect in how its text was read, where it was one."""
        return getattr(self, "_read_as", ())

    def _with_notes(self, notes: tuple[ReadingNote, ...]) -> Self:
        if notes:
            object.__setattr__(self, "_read_as", notes)
        return self

    def replace(self, /, **changes: Any) -> Self:
        """Return a copy with some fields changed (``None`` leaves one out)."""
        kept = tuple(note for note in self.reading_notes if note.field not in changes)
        return super().replace(**changes)._with_notes(kept)

    def noted(self, note: ReadingNote) -> Self:
        """Return a copy of which one more thing is to be said."""
        return self.replace()._with_notes((*self.reading_notes, note))

    def __getstate__(self) -> Any:
        """Return the fields and the notes, for copies."""
        return self.__dict__, self.reading_notes

    def __setstate__(self, state: Any) -> None:
        """Take over what `__getstate__` returned."""
        self.__dict__.update(state[0])
        self._with_notes(state[1])


class Profile(OfGame):
    """A weapon or a unit: what answers call by its label."""

    __slots__ = ("_label",)

    name: str
    _label: str

    @property
    def label(self) -> str:
        """What it is called in answers: its name, or else its text."""
        label: str | None = getattr(self, "_label", None)
        if label is None:
            label = self.name or self._text()
            object.__setattr__(self, "_label", label)
        return label

    def _text(self) -> str:
        """Return what stands for a name."""
        raise NotImplementedError

    def called(self, label: str) -> Self:
        """Return a copy that answers call so; its name stays."""
        made = self.replace()
        object.__setattr__(made, "_label", label)
        return made

    def __getstate__(self) -> Any:
        """Return also what it is called, for copies."""
        return (*super().__getstate__(), getattr(self, "_label", None))

    def __setstate__(self, state: Any) -> None:
        """Take over what `__getstate__` returned."""
        super().__setstate__(state)
        if state[2] is not None:
            object.__setattr__(self, "_label", state[2])


P = TypeVar("P", bound=Profile)


def called_apart(profiles: Sequence[P]) -> list[P]:
    """Return profiles of which no two have the same label: a later one has a number behind it.

    Examples
    --------
    >>> [unit.label for unit in called_apart([Unit(preset="meq"), Unit(preset="meq")])]
    ['5x meq', '5x meq (2)']
    """
    if len(profiles) == 1:
        return [*profiles]
    labels = told_apart([profile.label for profile in profiles])
    return [
        profile if profile.label == label else profile.called(label)
        for profile, label in zip(profiles, labels, strict=True)
    ]


def abilities_by(parse: Callable[[Any], T]) -> Reader[tuple[T, ...]]:
    """Return a reader of lists of weapon abilities, by that of one ability."""

    @reader("list of weapon abilities, or one text with commas", NAMES)
    def read(value: Any) -> tuple[T, ...]:
        return read_each(parse, 100, split_abilities(value))

    return read


class Weapon(Profile):
    """A weapon profile and how many copies of it are in use.

    Makes the weapon of the game whose fields are given: `mathhammer.games.wh40k.profiles.Weapon`
    (``skill``, ``strength``, ``ap``) or `mathhammer.games.aos.profiles.Weapon` (``hit``,
    ``wound``, ``rend``).

    Examples
    --------
    >>> Weapon(attacks="2", skill="3+", strength=4, ap=-1, damage="D6").game
    'wh40k'
    >>> Weapon(attacks="2", hit="3+", wound="4+", rend=1, damage="D3").game
    'aos'
    """

    name: str = field(text, "", "What it is called in answers; else its text is.")
    count: int = field(
        integer(1, 10_000), 1, "Copies of this profile in use: models that carry it."
    )
    type: str = field(choice("ranged", "melee"), "ranged", "Whether it shoots or fights.")
    range: float | None = field(number(0, 1000), None, "How far it reaches.", unit="inches")
    group: str | None = field(
        text,
        None,
        "Name of the models that carry it; in a turn the copies are lost when those models die.",
    )
    modes: str | None = field(
        text,
        None,
        "Weapons of equal modes are profiles of one, of which its copies use one (W-3, A-3).",
    )
    start: str | None = field(
        attacks_start,
        None,
        "What its attacks are already: so many hits, wounds or failed saves of each copy, none of "
        "them critical. What comes before has no effect, and isn't needed (W-1, A-1).",
    )

    attacks: Dice
    damage: Dice
    abilities: tuple[Any, ...] = ()
    modifiers: Record

    _noun = "a weapon"
    _as_text = "in the text notation"
    #: Fields that are needed, except where attacks start as this or later.
    _until: ClassVar[dict[str, str]] = {}

    if TYPE_CHECKING:

        def __init__(self, /, **fields: Unpack[WeaponFields]) -> None: ...

    @classmethod
    def _fields_in(cls, value: Any) -> Mapping[str, Any]:
        """Return the fields of a weapon in the text notation (contract section 3)."""
        if cls.game and isinstance(value, str):
            from mathhammer.games.text.pasted import weapon_reading

            fields: Mapping[str, Any] = weapon_reading(value, cls.game).fields()
            return fields
        return super()._fields_in(value)

    def _check(self) -> None:
        values = self.__dict__
        for name in ("group", "modes"):
            if values.get(name) == "":  # a blank name is none
                del values[name]
        for name, start in self._until.items():
            if name not in values and not self.begins(start):
                raise MathhammerError(f"{self._noun} needs the field {name!r}")

    def begins(self, start: str) -> bool:
        """Return whether its attacks start as hits, wounds or failed saves, or later (W-1, A-1)."""
        return self.start is not None and STARTS.index(self.start) >= STARTS.index(start)

    def _text(self) -> str:
        from mathhammer.games.describe import weapon_label

        return weapon_label(self)


def weapons_of(kind: type[Any]) -> Reader[tuple[Any, ...]]:
    """Return a reader of the weapons of a unit; a text of several lines may be several of them.

    Parameters
    ----------
    kind : type of Weapon
        That of a game.
    """
    read_list: Reader[tuple[Any, ...]] = listed(kind, 100)

    @reader(read_list.words, read_list.schema)
    def read(value: Any) -> tuple[Any, ...]:
        if type(value) is str and ("\n" in value or is_kept(value)):
            value = _weapons_in(value, kind.game)
        elif type(value) in (list, tuple):
            for i in range(len(value) - 1, -1, -1):
                if type(value[i]) is str and ("\n" in value[i] or is_kept(value[i])):
                    with inside(f"[{i}]"):
                        value = [*value[:i], *_weapons_in(value[i], kind.game), *value[i + 1 :]]
        return read_list(value)

    return read


#: What rows that are profiles of one weapon have in common.
_ALIKE = ("count", "type", "group")


def _weapons_in(text: str, game: str) -> list[dict[str, Any]]:
    """Return the fields of each weapon of a text of several lines, or of a unit that is kept."""
    if is_kept(text):
        from mathhammer.games.collection import SIGN, kept_side

        kept, fields = kept_side(text, "attacker", game)
        weapons = [TextFields(weapon) for weapon in fields.get("weapons", ())]
        note = ReadingNote(f"{SIGN}{kept.name} is {kept.origin}; of it the weapons are taken", "")
        for weapon in weapons:
            weapon.notes = (note,)
        return list(weapons)
    from mathhammer.games.text.modes import Named, named_alike
    from mathhammer.games.text.pasted import weapon_readings

    made = [reading.fields() for reading in weapon_readings(text, game)]
    rows = [
        Named(one.get("name", ""), None if "modes" in one else tuple(map(one.get, _ALIKE)))
        for one in made
    ]
    for i, (modes, said) in named_alike(rows).items():
        made[i]["modes"] = modes
        made[i].notes += (said,)
    return made


class Context(OfGame):
    """The situation of an attack.

    Makes the context of the game whose fields are given, by default that of
    `mathhammer.games.wh40k.profiles.Context`; what the games share may be given to either.

    Examples
    --------
    >>> Context(all_out_attack=True).game
    'aos'
    """

    charged: bool = switch("The attacker charged this turn.")
    cover: bool = switch("The target has the benefit of cover.")
    distance: float | None = field(
        number(0, 1000),
        None,
        "Between attacker and target; checked against ranges, and sets what depends on it.",
        unit="inches",
    )

    _noun = "the context"
    _as_text = "like cover,distance=9"
    _shared = True

    if TYPE_CHECKING:

        def __init__(self, /, **fields: Unpack[ContextFields]) -> None: ...

    @classmethod
    def _fields_in(cls, value: Any) -> Mapping[str, Any]:
        """Return the fields of a text like ``"cover,distance=9"``."""
        return pairs(value) if isinstance(value, str) else super()._fields_in(value)

    def merged(self, over: Context) -> Self:
        """Return this context with what `over` gives put over it."""
        if not over.__dict__:
            return self
        return type(self)(**{**self.__dict__, **over.__dict__})


class Ruleset(OfGame):
    """The rulings, each a named option of the rules digest.

    Makes the ruleset of the game whose rulings are given, by default that of
    `mathhammer.games.wh40k.profiles.Ruleset`.

    Examples
    --------
    >>> Ruleset(save_cap="bonuses").save_cap
    'bonuses'
    """

    _noun = "the ruleset"
    _as_text = "a set like 2024, rulings like save_cap=bonuses, or both, with commas"
    _shared = True

    if TYPE_CHECKING:

        def __init__(self, /, **fields: Unpack[RulesetFields]) -> None: ...

    @classmethod
    def _fields_in(cls, value: Any) -> Mapping[str, Any]:
        """Return the fields of a text like ``"2024,save_cap=bonuses"``, or of a set's number."""
        if isinstance(value, str) or type(value) is int:
            return rulings(str(value))
        return super()._fields_in(value)


def rulings(text: str) -> dict[str, Any]:
    """Return the fields of a text like ``"2024,save_cap=bonuses"``.

    Examples
    --------
    >>> rulings("2024,save_cap=bonuses")
    {'set': '2024', 'save_cap': 'bonuses'}
    """
    fields: dict[str, Any] = {}
    for name, given in pairs(text).items():
        if name.isdecimal() and given is True:
            name, given = "set", name
        if name in fields:
            both = f"{fields[name]} and {given}"
            raise MathhammerError(f"two sets of rulings are given, {both}: name one")
        fields[name] = given
    return fields


@reader("table of modifiers: of attacks, or of a target", {"type": "object"})
def modifiers_table(value: Any) -> Any:
    """Leave modifiers as they are until the role of their unit is known."""
    if isinstance(value, Mapping | Record):
        return value
    raise MathhammerError(f"{quoted(value)} is not a table of modifiers")


@reader("list of abilities, or one text with commas", NAMES)
def abilities_list(value: Any) -> Any:
    """Leave each ability as it is until the role of its unit is known."""
    return split_abilities(value)


def _over(modifiers: dict[str, Any], given: Mapping[str, Any] | Record) -> dict[str, Any]:
    """Return the modifiers of a preset with those that its user gives put over them."""
    return {**modifiers, **(given.given if isinstance(given, Record) else given)}


class Unit(Profile):
    """A unit in the role of attacker, of target, or both.

    Makes the unit of the game whose fields are given: `mathhammer.games.wh40k.profiles.Unit`
    (``toughness``, ``wounds``) or `mathhammer.games.aos.profiles.Unit` (``health``, ``ward``).

    Examples
    --------
    >>> Unit(models=5, toughness=4, save="3+", wounds=2).game
    'wh40k'
    >>> Unit(models=10, health=2, save="4+").game
    'aos'
    """

    name: str = field(text, "", "What it is called in answers; else its text is.")
    points: float | None = field(
        POINTS, None, "Of the whole unit at starting strength.", unit="points"
    )
    models: int = field(integer(1, MAX_MODELS), 1, "How many models it has.")
    keywords: frozenset[str] = field(keywords, frozenset(), "Its keywords, in any case.")
    mortals: tuple[MortalDice, ...] = field(
        listed(MortalDice, 100), (), "Dice that hurt outside its attacks, after them."
    )
    kill: int = field(
        roll,
        0,
        "For each model that its weapons slay a D6, and a mortal wound where it shows this: short "
        "for mortals with per_slain = 1 (W-1.6, A-2).",
    )
    order: str = field(
        choice("listed", "best"),
        "listed",
        "In which order its weapons attack: as listed, or so that most models are slain.",
    )
    phase: str | None = field(
        choice("shoot", "fight", meant={"ranged": "shoot", "melee": "fight"}),
        None,
        "Guns or fists: what may be used together in that phase, the best of it (W-3, A-3).",
    )
    use: tuple[tuple[str, str], ...] = field(
        named_profiles,
        (),
        "Which profile of a weapon with modes is used; else the best at its target.",
    )
    preset: str | None = field(
        text, None, "The built-in target from which it starts; other fields override it."
    )

    move: float | None = field(number(0, 100), None, "How far it moves, in turns.", unit="inches")
    objective_control: int | None = field(integer(0, 100), None, "Of each model, in turns.")

    abilities: tuple[Any, ...] = ()
    modifiers: Record
    defence: Record
    weapons: tuple[Weapon, ...] = ()
    context: Context
    save: int = 0

    _noun = "a unit"
    #: The field that every target of the game needs first.
    _mark: ClassVar[str] = ""
    #: What `modifiers` are of a unit that attacks, and of one that is attacked.
    _of_attacks: ClassVar[type[Record]]
    _of_defence: ClassVar[type[Record]]

    if TYPE_CHECKING:

        def __init__(self, /, **fields: Unpack[UnitFields]) -> None: ...

    def _read(self, fields: Mapping[str, Any]) -> None:
        if fields.get("preset") is not None:
            from mathhammer.games.presets import preset_fields, preset_key

            with inside("preset"):
                base = preset_fields(text(fields["preset"]), self.game)
            if fields.get("groups") is not None:
                base.pop("models", None)
            given = {k: v for k, v in fields.items() if v is not None}
            if "modifiers" in base and isinstance(given.get("modifiers"), Mapping | Record):
                given["modifiers"] = _over(base["modifiers"], given["modifiers"])
            fields = {**base, **given, "preset": preset_key(str(given["preset"]))}
        super()._read(fields)

    def _check(self) -> None:
        if "modifiers" in self.__dict__:
            with inside("modifiers"):
                self._read_modifiers(self.__dict__.pop("modifiers"))
        if self.is_target and not self.is_attacker:
            for name in ("phase", "use", "kill"):
                if name in self.__dict__:
                    raise MathhammerError("it belongs to a unit that attacks", name)
        if "use" in self.__dict__ or self.has_modes:
            from mathhammer.games.common.modes import check_modes

            check_modes(self)

    @property
    def all_mortals(self) -> tuple[MortalDice, ...]:
        """Its dice outside its attacks, that of `kill` last."""
        if not self.kill:
            return self.mortals
        return (*self.mortals, MortalDice(name="kill", per_slain=1, on=self.kill))

    @property
    def is_attacker(self) -> bool:
        """Whether it has anything to attack with."""
        return "weapons" in self.__dict__ or "mortals" in self.__dict__

    @property
    def has_modes(self) -> bool:
        """Whether some of its weapons are profiles of one weapon."""
        for weapon in self.weapons:  # quicker than `any`: asked for at each attack
            if "modes" in weapon.__dict__:
                return True
        return False

    @property
    def chooses(self) -> bool:
        """Whether it uses a part of its weapons, which depends on the target."""
        return "phase" in self.__dict__ or self.has_modes

    @property
    def is_target(self) -> bool:
        """Whether it has what every target of its game needs."""
        return self._mark in self.__dict__

    def check_target(self) -> None:
        """Check that the unit can be a target.

        Raises
        ------
        MathhammerError
            It lacks what every target of its game needs.
        """
        raise NotImplementedError

    @property
    def starting_models(self) -> int:
        """How many models it has, leaders included."""
        return self.models

    @property
    def number_of_parts(self) -> int:
        """How many groups and leaders it has; 1 where all models are alike."""
        return 1

    @property
    def starting_wounds(self) -> int:
        """The wounds, or points of health, that it has left when the attacks begin."""
        raise NotImplementedError

    def points_by_group(self) -> list[float | None] | None:
        """Return the points of each part of a mixed unit, in order of allocation.

        Returns
        -------
        list of float or None
            None instead of the list where all its models share the unit's points.
        """
        return None

    @property
    def weapon_labels(self) -> list[str]:
        """What answers call each of its weapons."""
        return told_apart([weapon.label for weapon in self.weapons])

    @property
    def word(self) -> str:
        """What stands for a unit without a name whose fields change, as in sweeps."""
        if self.name:
            return self.name
        if self.weapons:
            return shortened(" + ".join(w.name or "weapon" for w in self.weapons), MAX_LABEL)
        return self.preset or ("target" if self.is_target else "attacker")

    def _text(self) -> str:
        parts = [weapon.label for weapon in self.weapons] + [dice.name for dice in self.mortals]
        if parts:
            return shortened(" + ".join(parts), MAX_LABEL)
        from mathhammer.games.describe import target_label

        return shortened(target_label(self), MAX_LABEL)

    def _read_modifiers(self, value: Any) -> None:
        if isinstance(value, self._of_attacks) or (self.is_attacker and not self.is_target):
            self.__dict__["modifiers"] = self._of_attacks.read(value)
        elif isinstance(value, self._of_defence) or not self.is_attacker:
            self.__dict__["defence"] = self._of_defence.read(value)
        else:
            attack, defence = self._of_attacks._fields, self._of_defence._fields
            for name in value:
                if name in attack and name in defence:
                    raise MathhammerError(
                        f"{name!r} of a unit with both weapons and a {self._mark} can mean its "
                        "attacks or those against it: write it in its weapons' modifiers, or "
                        "describe the target apart"
                    )
            mine = {k: v for k, v in value.items() if k not in defence}
            theirs = {k: v for k, v in value.items() if k in defence}
            self.__dict__["modifiers"] = self._of_attacks.read(mine)
            self.__dict__["defence"] = self._of_defence.read(theirs)

    def _read_abilities(self, parse: Callable[[Any], Any]) -> None:
        with inside("abilities"):
            self.__dict__["abilities"] = read_each(parse, 100, self.__dict__["abilities"])

    def replace(self, /, **changes: Any) -> Self:
        """Return a copy with some fields changed (``None`` leaves one out)."""
        if changes.get("preset") is not None:
            raise MathhammerError("a preset is given when a unit is made", "preset")
        if "modifiers" not in changes:
            return super().replace(**changes)
        bare = super().replace(modifiers=None)
        bare.__dict__.pop("defence", None)
        return super(Unit, bare).replace(**changes)

    @classmethod
    def _compared(cls) -> tuple[str, ...]:
        return (*cls._fields, "defence")
