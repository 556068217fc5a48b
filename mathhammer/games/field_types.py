"""The fields of tables as types, for editors and type checkers.

Written by ``tools/field_types.py`` from the definitions of the fields; what they mean stands on
the pages of the site and in the JSON Schema (``mathhammer schema``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict

from mathhammer.core.dice import Dice
from mathhammer.core.modifier import Modifier
from mathhammer.core.record import Record


class RiderFields(TypedDict, total=False):
    """The fields of a rider."""

    ap: int
    damage: int
    mortals: int | str | Dice
    rend: int


class ModifiersFields(TypedDict, total=False):
    """The fields of the attacker's or weapon's modifiers."""

    hit: int
    wound: int
    attacks: int
    strength: int
    ap: int
    damage: int
    reroll_hits: Literal["ones", "failures", "non-criticals"]
    reroll_wounds: Literal["ones", "failures", "non-criticals"]
    reroll_damage: str
    reroll_attacks: str
    critical_hits: int | str
    critical_wounds: int | str
    critical_hits_need_success: bool
    ignore_hit_modifiers: bool
    ignore_wound_modifiers: bool
    on_critical_hit: RiderFields | Record
    on_critical_wound: RiderFields | Record
    rend: int


class WeaponFields(TypedDict, total=False):
    """The fields of a `Weapon`."""

    name: str | int
    count: int
    type: Literal["ranged", "melee"]
    range: float
    group: str | int
    modes: str | int
    start: Literal["hits", "wounds", "failed saves"]
    attacks: int | str | Dice
    skill: int | str
    strength: int
    ap: int
    damage: int | str | Dice
    abilities: str | Sequence[str]
    modifiers: ModifiersFields | Record
    hit: int | str
    wound: int | str
    rend: int | Literal["-"]
    crit: Literal[
        "Mortal", "Crit (Mortal)", "2 Hits", "Crit (2 Hits)", "Auto-wound", "Crit (Auto-wound)"
    ]
    champion: bool


class ContextFields(TypedDict, total=False):
    """The fields of a `Context`."""

    charged: bool
    cover: bool
    distance: float
    half_range: bool
    stationary: bool
    visible: bool
    attacker_engaged: bool
    target_engaged: bool
    overwatch: bool
    plunging_fire: bool
    go_to_ground: bool
    smokescreen: bool
    precision_on_character: bool
    advanced: bool
    within_deadly_demise: bool
    target_charged: bool
    all_out_attack: bool
    all_out_defence: bool
    covering_fire: bool
    guarded_hero: bool


class RulesetFields(TypedDict, total=False):
    """The fields of a `Ruleset`."""

    set: Literal["2023", "2024"]
    devastating: Literal["print-2023", "errata-2023-09", "errata-2024"]
    devastating_reduction: bool
    save_cap: Literal["net", "bonuses"]
    critical_always_hits: bool
    cover_exception: Literal["attacker", "target"]
    aos_reroll: Literal["any", "all"]


class MortalDiceFields(TypedDict, total=False):
    """The fields of mortals."""

    name: str | int
    dice: int | str | Dice
    per_model: int
    per_slain: int
    on: int | str
    modifier: int
    damage: int | str | Dice
    table: Mapping[str, int | str]
    gate: int | str
    max: int


Preset = Literal[
    "geq",
    "chaff",
    "ork",
    "horde-fnp",
    "necron",
    "meq",
    "meq-inv",
    "gravis",
    "teq",
    "custodes",
    "bike",
    "rhino",
    "armiger",
    "dread",
    "veq",
    "leman-russ",
    "land-raider",
    "monster",
    "keq",
    "ctan",
    "skeleton",
    "line",
    "daemon",
    "plague",
    "saurus",
    "heavy",
    "brute",
    "anvil",
    "ogor",
    "cavalry",
    "boss",
    "greater-daemon",
    "gargant",
]


class TargetModifiersFields(TypedDict, total=False):
    """The fields of the target's modifiers."""

    hit: int
    wound: int
    wound_if_stronger: int
    ap: int
    save: int
    wound_floor: int | str
    damage_to: int
    damage: int
    halve_damage: bool
    ignore_first_damage: bool
    cover: bool
    reroll_saves: Literal["ones", "failures"]


class ModelGroupFields(TypedDict, total=False):
    """The fields of a group."""

    save: int | str
    wounds: int
    invulnerable: int | str
    invulnerable_ranged: int | str
    invulnerable_melee: int | str
    feel_no_pain: int | str
    feel_no_pain_mortals: int | str
    points: float
    name: str | int
    models: int


class LeaderFields(TypedDict, total=False):
    """The fields of a leader."""

    save: int | str
    wounds: int
    invulnerable: int | str
    invulnerable_ranged: int | str
    invulnerable_melee: int | str
    feel_no_pain: int | str
    feel_no_pain_mortals: int | str
    points: float
    name: str | int
    wounds_lost: int


class UnitFields(TypedDict, total=False):
    """The fields of a `Unit`."""

    name: str | int
    points: float
    models: int
    keywords: str | Sequence[str]
    mortals: MortalDiceFields | Record | Sequence[MortalDiceFields | Record]
    kill: int | str
    order: Literal["listed", "best"]
    phase: Literal["shoot", "fight"]
    use: Mapping[str, str | int] | str
    preset: Preset
    move: float
    objective_control: int
    save: int | str
    wounds: int
    invulnerable: int | str
    invulnerable_ranged: int | str
    invulnerable_melee: int | str
    feel_no_pain: int | str
    feel_no_pain_mortals: int | str
    abilities: str | Sequence[str]
    modifiers: ModifiersFields | TargetModifiersFields | Record
    weapons: WeaponFields | str | Record | Sequence[WeaponFields | str | Record]
    context: ContextFields | str | Record
    toughness: int
    leadership: int | str
    wounds_lost: int
    groups: ModelGroupFields | Record | Sequence[ModelGroupFields | Record]
    leader: LeaderFields | Record | Sequence[LeaderFields | Record]
    health: int
    ward: int | str
    ward_mortals: int | str
    damage_taken: int


class FighterFields(TypedDict, total=False):
    """A unit of a turn."""

    name: str | int
    points: float
    models: int
    keywords: str | Sequence[str]
    mortals: MortalDiceFields | Record | Sequence[MortalDiceFields | Record]
    kill: int | str
    order: Literal["listed", "best"]
    phase: Literal["shoot", "fight"]
    use: Mapping[str, str | int] | str
    preset: Preset
    move: float
    objective_control: int
    save: int | str
    wounds: int
    invulnerable: int | str
    invulnerable_ranged: int | str
    invulnerable_melee: int | str
    feel_no_pain: int | str
    feel_no_pain_mortals: int | str
    abilities: str | Sequence[str]
    modifiers: ModifiersFields | TargetModifiersFields | Record
    weapons: WeaponFields | str | Record | Sequence[WeaponFields | str | Record]
    context: ContextFields | str | Record
    toughness: int
    leadership: int | str
    wounds_lost: int
    groups: ModelGroupFields | Record | Sequence[ModelGroupFields | Record]
    leader: LeaderFields | Record | Sequence[LeaderFields | Record]
    health: int
    ward: int | str
    ward_mortals: int | str
    damage_taken: int
    side: Literal["first", "second"]
    starting_models: int
    fights_first: bool
    strike_last: bool
    reinforcements: bool


Do = Literal[
    "shoot",
    "fight",
    "mortals",
    "move",
    "advance",
    "run",
    "fall_back",
    "retreat",
    "charge",
    "heal",
    "rally",
    "reinforce",
    "battleshock",
    "control",
    "grenade",
    "tank_shock",
    "power_through",
]
#: A step of a turn: `do`, and the fields of what is done.
StepFields = TypedDict(
    "StepFields",
    {
        "do": "Do",
        "if": "str | int | Sequence[str | int]",
        "by": "str | int | Sequence[str | int]",
        "at": "str | int | Mapping[str, str | int]",
        "weapons": "str | int | Sequence[str | int]",
        "context": "Mapping[str, object] | str",
        "name": "str | int",
        "dice": "int | str | Dice",
        "per_model": "int",
        "per_slain": "int",
        "on": "int | str",
        "modifier": "int | str | Modifier",
        "damage": "int | str | Dice",
        "table": "Mapping[str, int | str]",
        "gate": "int | str",
        "max": "int",
        "toward": "str | int",
        "reroll": "Literal['failed']",
        "extra_die": "Literal['keep-highest', 'keep-lowest', 'add']",
        "overwatch": "bool",
        "amount": "int | str | Dice",
        "insane_bravery": "bool",
        "units": "str | int | Sequence[str | int]",
        "weapon": "str | int",
    },
    total=False,
)
CheckKind = Literal[
    "charge",
    "advance",
    "battleshock",
    "leadership",
    "desperate_escape",
    "hazardous",
    "deadly_demise",
    "transport_destroyed",
    "grenade",
    "tank_shock",
    "run",
    "rally",
    "cast",
    "prayer",
    "banish",
    "place_of_power",
    "priority",
    "retreat",
    "power_through",
]


class CheckFields(TypedDict, total=False):
    """The fields of all kinds of checks."""

    needed: int | str | float
    distance: float | str | Sequence[float | str]
    climb: float | str
    barricade: bool
    dice: int | str | Dice
    extra_die: Literal["keep-highest", "keep-lowest", "add"]
    modifier: int | str | Modifier
    reroll: Literal["failed"]
    command_reroll: bool | int
    move: float | str | int | Dice
    advance: bool | int | str
    run: bool | int | str
    leadership: int | str
    models: int
    starting_models: int
    wounds_left: int
    wounds: int
    weapons: int
    bearer: Literal["models", "mortal"]
    target: Literal["models", "mortal"]
    value: int | str | Dice | Sequence[int | str]
    units: int
    emergency: bool
    strength: int
    toughness: int
    health: int
    slain: int
    damage_taken: int
    unbind: int | bool
    unbind_modifier: int
    place_of_power: bool
    banked: int
    turns: int
    rounds: int
