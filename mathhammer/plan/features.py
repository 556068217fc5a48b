"""What a plan uses, so that an engine plays all of it or refuses it, and ignores nothing.

`FIELDS` says of every field of every plan tuple what it is: played by each engine whatever
it holds, looked into, or a `Feature` that the plan uses where the field differs from its
neutral value. `features` collects the features of a plan; what each engine plays of them
stands in `mathhammer.engine.plays`. A field that stands in no table is found by the tests, a
feature that stands in no declaration is refused.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from itertools import compress
from operator import itemgetter, ne
from typing import Any

from mathhammer.plan.attacks import AFTER, NOW, POOL, DicePacket, Packet, Volley
from mathhammer.plan.rolls import Amount, Roll
from mathhammer.plan.steps import Action, Explosion, OwnLosses, Plan
from mathhammer.plan.units import Group, Target


class Feature(StrEnum):
    """Something that a plan may use; the value says what, in words."""

    GROUPS = "several groups of models"
    CHARACTERS = "characters that attacks may be allocated to first"
    IGNORE_FIRST = "a first failed save that inflicts nothing"
    RETURNS = "a unit that comes back"
    START = "wounds lost before the turn begins"
    SEVERAL_UNITS = "several units without a turn"
    SEVERAL_ACTIONS = "several attacks without a turn"

    EXTRA_HITS = "extra hits"
    AUTO_WOUND = "critical hits that wound by themselves"
    ON_CRITICAL = "packets of a critical hit itself"
    CRITICAL_HITS = "wounds of critical hits that differ from others"
    CRITICAL_WOUNDS = "critical wounds that differ from others at once"
    SEVERAL_PACKETS = "wounds that send several packets or none"
    COPIES_BY = "copies that follow the survivors that bear them"
    BY_TARGET_MODELS = "attacks that follow the target's living models"
    CHAMPION = "a champion's attacks"
    CRITICAL_ENDS = "critical hits that end the attack"

    UNSAVED = "damage at once without a saving throw"
    SAVES_DIFFER = "saves that differ from group to group"
    MORTAL = "mortal wounds of attacks"
    TO_CHARACTER = "damage that goes to a character first"
    AFTER = "damage that waits until all volleys are done"
    POOL = "a pool of mortal wounds"
    ORDINARY_LATER = "ordinary wounds that wait"
    SPILLS = "damage outside of a pool that carries over"
    SAVED_LATER = "damage that waits and is saved"
    OTHER_POOL = "a pool of other than mortal wounds that carry over"

    POOLED = "damage pools"
    WARD_MORTALS = "a ward against mortal damage alone, or a better one against it"
    DIFFERENT_POOLED = (
        "damage pools of a unit whose models differ, or of damage that waits, stays with its "
        "model or goes to a character"
    )
    DICE = "dice outside of attacks"
    DICE_PER_MODEL = "dice for each living model"
    PER_SLAIN = "dice for each model that attacks slay"
    SLAIN_LATER = (
        "dice for each model that attacks slay, some of whose damage waits (Devastating Wounds, "
        "mortal wounds of riders)"
    )
    OWN_LOSSES = "losses of the attacker by its own weapons"
    EXPLOSION = "a target that explodes"
    ACTOR = "an attacker whose survivors matter"

    NO_ACTOR = "an attack by nobody that depends on who of its attackers is alive"
    EXPLODING_TARGET = "a target that explodes by the attack and not by the move of a turn"
    FIGHTS = "fights"
    SELF_DAMAGE = "damage of a unit to itself"
    SELF_DICE_PER_MODEL = "dice of a unit for itself for each living model"
    MODEL_TESTS = "tests of single models"
    RESTORE = "regained wounds"
    REINFORCE = "reinforcements"
    CHECKS = "checks that decide on a branch"
    REROLLED_CHECKS = "checks of which single dice are rolled again"
    WEAK = "checks below half strength"
    EXPLOSIONS = "explosions"
    CONTROL = "control of an objective"

    __hash__ = str.__hash__  # that of `Enum` is a function in Python


#: Whatever a field holds, each engine plays it, or it changes nothing that is played.
ALWAYS = "always played"
#: The functions of this module look into the field.
INSIDE = "looked into"

_F = Feature


def fields_of(always: str = "", inside: str = "", **meant: Feature) -> dict[str, str]:
    """Return what each field of a plan tuple is: `ALWAYS`, `INSIDE` or a feature."""
    return {
        **dict.fromkeys(always.split(), ALWAYS),
        **dict.fromkeys(inside.split(), INSIDE),
        **meant,
    }


#: What each field of each plan tuple is; `turn_features` adds the tuples of turns and checks.
FIELDS: dict[type, Mapping[str, str]] = {
    Roll: fields_of("outcome again"),
    Amount: fields_of("terms base again_below values"),
    # The points are for results alone; a step that asks who controls holds the weights itself.
    Group: fields_of("name models health lost points control", "ignore ignore_mortal"),
    # The starting models and the leaders are for checks below half strength alone.
    Target: fields_of(
        "starting_models leaders", "groups",
        characters=_F.CHARACTERS, ignore_first=_F.IGNORE_FIRST, returns=_F.RETURNS, start=_F.START,
    ),
    Packet: fields_of(
        "amount source", "saves spills when", mortal=_F.MORTAL, to_character=_F.TO_CHARACTER
    ),
    Volley: fields_of(
        "name copies attacks hit wound",
        "plain hit_then_critical_wound critical critical_critical",
        extra=_F.EXTRA_HITS, auto_wound=_F.AUTO_WOUND, on_critical=_F.ON_CRITICAL,
        bearers=_F.COPIES_BY, copies_by=_F.COPIES_BY, champion_attacks=_F.CHAMPION,
        attacks_by_target_models=_F.BY_TARGET_MODELS, critical_ends_attack=_F.CRITICAL_ENDS,
    ),
    DicePacket: fields_of(
        "name gate dice on damage most table",
        per_model=_F.DICE_PER_MODEL, bearers=_F.DICE_PER_MODEL, per_slain=_F.PER_SLAIN,
    ),
    # In a turn the models that live are the cap, not `most`.
    OwnLosses: fields_of("dice roll mortal most volleys"),
    Explosion: fields_of("unit near roll amount"),
    Action: fields_of(
        "target", "actor volleys dice_packets explosion",
        pooled=_F.POOLED, own_losses=_F.OWN_LOSSES,
    ),
    Plan: fields_of("", "units steps"),
}  # fmt: skip

#: Neutral values of fields that have no default.
_NEUTRAL: dict[str, Any] = {"extra": None, "auto_wound": False, "on_critical": ()}


def _fields(kind: Any) -> tuple[Callable[[Any], tuple[Any, ...]], tuple[Any, ...], list[Feature]]:
    """Return how the fields of a plan tuple that are features are read, and their neutral values.

    The last answer is which feature each of them is.
    """
    ordinary = _NEUTRAL | kind._field_defaults
    meant = {name: one for name, one in FIELDS[kind].items() if isinstance(one, Feature)}
    places = [kind._fields.index(name) for name in meant]
    if len(places) > 1:
        read: Callable[[Any], Any] = itemgetter(*places)
    else:  # a tuple of one too
        read = itemgetter(slice(places[0], places[0] + 1))
    return read, tuple(ordinary[name] for name in meant), list(meant.values())


_FIELDS: dict[type, tuple[Callable[[Any], Any], tuple[Any, ...], list[Feature]]] = {}


def declare(fields: Mapping[type, Mapping[str, str]]) -> None:
    """Take plan tuples up into `FIELDS`."""
    FIELDS.update(fields)
    for kind, meant in fields.items():
        if any(isinstance(one, Feature) for one in meant.values()):
            _FIELDS[kind] = _fields(kind)


declare(FIELDS)


def _ordinary(kind: Any, first: int, end: int | None = None) -> tuple[slice, tuple[Any, ...]]:
    """Return where some fields of a plan tuple stand, and what they hold where it is ordinary."""
    ordinary = _NEUTRAL | kind._field_defaults
    return slice(first, end), tuple(ordinary[name] for name in kind._fields[first:end])


#: What some fields hold where a tuple is ordinary: compared at once, because a single call
#: of a function for each tuple would be a twentieth of the time of a small evaluation.
VOLLEY_REST, ORDINARY_VOLLEY = _ordinary(Volley, Volley._fields.index("bearers"))
ACTION_REST, ORDINARY_ACTION = _ordinary(Action, Action._fields.index("dice_packets"))
_CRITICAL, _ORDINARY_CRITICAL = _ordinary(Volley, 4, 7)
_UNIT_REST, _ORDINARY_UNIT = _ordinary(Target, 1)
_PACKET_REST, _ORDINARY_PACKET = _ordinary(Packet, 2, -1)


def of_fields(part: Any, used: set[Feature]) -> None:
    """Add the features that the fields of one tuple are."""
    read, neutral, meant = _FIELDS[type(part)]
    values = read(part)
    if values != neutral:
        used.update(compress(meant, map(ne, values, neutral)))


def of_unit(unit: Target, used: set[Feature]) -> None:
    """Add the features of a unit."""
    of_fields(unit, used)
    if len(unit.groups) > 1:
        used.add(Feature.GROUPS)


def of_packet(packet: Packet, pooled: bool, used: set[Feature]) -> None:
    """Add the features of a packet, `pooled` where its action is."""
    of_fields(packet, used)
    saves, when = packet.saves, packet.when
    differ = False
    if saves is None:
        if when == NOW:
            used.add(Feature.UNSAVED)
    else:
        if when != NOW:
            used.add(Feature.SAVED_LATER)
        if len(saves) > 1 and saves.count(saves[0]) < len(saves):
            differ = True
            used.add(Feature.SAVES_DIFFER)
    if pooled:
        if differ or when != NOW or packet.to_character or not packet.spills:
            used.add(Feature.DIFFERENT_POOLED)
    elif when == POOL:
        used.add(Feature.POOL)
        if packet.to_character or not (packet.spills and packet.mortal):
            used.add(Feature.OTHER_POOL)
    else:
        if packet.spills:
            used.add(Feature.SPILLS)
        if when == AFTER:
            used.add(Feature.AFTER)


def of_volley(volley: Volley, pooled: bool, used: set[Feature]) -> None:
    """Add the features of a volley and of its packets, `pooled` where its action is."""
    if volley[VOLLEY_REST] != ORDINARY_VOLLEY or volley[_CRITICAL] != _ORDINARY_CRITICAL:
        of_fields(volley, used)
        for packet in volley.on_critical:
            of_packet(packet, pooled, used)
    plain, special = volley.plain, volley.hit_then_critical_wound
    critical, both = volley.critical, volley.critical_critical
    lists: tuple[tuple[Packet, ...], ...] = (plain,)
    if critical is not plain or both is not special:
        lists = plain, special, critical, both
        if critical != plain or both != special:
            used.add(Feature.CRITICAL_HITS)
    elif special is not plain:
        lists = plain, special
    for packets in lists:
        if len(packets) != 1:
            used.add(Feature.SEVERAL_PACKETS)
        for packet in packets:
            saves = packet.saves
            if (
                packet[_PACKET_REST] != _ORDINARY_PACKET
                or saves is None
                or len(saves) > 1
                or pooled
            ):
                of_packet(packet, pooled, used)
            if packet.when == NOW:
                if packets is special and special != plain:
                    used.add(Feature.CRITICAL_WOUNDS)
            elif packets is plain:
                used.add(Feature.ORDINARY_LATER)


def of_action(action: Action, used: set[Feature]) -> None:
    """Add the features of an action itself, those of its volleys and its target left out."""
    of_fields(action, used)
    if action.actor is not None:
        used.add(Feature.ACTOR)
    if action.explosion is not None:
        used.add(Feature.EXPLOSION)
    if action.dice_packets:
        used.add(Feature.DICE)
        for packet in action.dice_packets:
            of_fields(packet, used)


def of_attack(action: Action, units: tuple[Target, ...], used: set[Feature]) -> None:
    """Add the features of an action and its volleys."""
    if action[ACTION_REST] != ORDINARY_ACTION or action.actor is not None:
        of_action(action, used)
        if action.pooled:
            of_pools(units[action.target], used)
    for volley in action.volleys:
        of_volley(volley, action.pooled, used)
    if Feature.PER_SLAIN in used and (Feature.AFTER in used or Feature.POOL in used):
        used.add(Feature.SLAIN_LATER)


def of_pools(unit: Target, used: set[Feature]) -> None:
    """Add the features of a unit whose damage is pooled: parts that differ, wards of two kinds."""
    first = unit.groups[0]
    if (
        unit.characters
        or unit.ignore_first
        or any(
            (g.ignore, g.ignore_mortal) != (first.ignore, first.ignore_mortal) for g in unit.groups
        )
    ):
        used.add(Feature.DIFFERENT_POOLED)
    if first.ignore != first.ignore_mortal:
        used.add(Feature.WARD_MORTALS)


def features(plan: Plan) -> set[Feature]:
    """Return what the plan of an attack uses (that of a turn: `turn_features`).

    Examples
    --------
    >>> import mathhammer
    >>> plan = mathhammer.attack("A3 BS3+ S5 AP-1 D1 [Sustained Hits 1]", "5x meq").plan
    >>> features(plan)
    {<Feature.EXTRA_HITS: 'extra hits'>}
    """
    used: set[Feature] = set()
    units, steps = plan
    of_units(units, used)
    if len(units) != 1:
        used.add(Feature.SEVERAL_UNITS)
    if len(steps) != 1:
        used.add(Feature.SEVERAL_ACTIONS)
    for action in steps:
        of_attack(action, units, used)
    return used


def of_units(units: tuple[Target, ...], used: set[Feature]) -> None:
    """Add the features of the units of a plan."""
    for unit in units:
        if unit[_UNIT_REST] != _ORDINARY_UNIT or len(unit.groups) > 1:
            of_unit(unit, used)
