"""What the plan of a turn uses, beyond what its attacks do: an attack alone loads none of it."""

from mathhammer.plan import turns
from mathhammer.plan.checks import CheckPlan
from mathhammer.plan.features import (
    Feature,
    declare,
    fields_of,
    of_attack,
    of_fields,
    of_pools,
    of_units,
)
from mathhammer.plan.steps import Action
from mathhammer.plan.units import Target

declare({
    turns.Fights: fields_of("begins", "bands"),
    turns.SelfDamage: fields_of("unit", "packet pooled"),
    turns.ModelTests: fields_of("unit roll"),
    turns.Restore: fields_of("unit returns", "points"),
    turns.Reinforce: fields_of("unit"),
    turns.Check: fields_of("outcomes roll units", again=Feature.REROLLED_CHECKS, weak=Feature.WEAK),
    turns.Move: fields_of("units then otherwise", "events check", explosions=Feature.EXPLOSIONS),
    turns.Step: fields_of("branches", "moves", control=Feature.CONTROL),
    turns.TurnPlan: fields_of("", "units steps"),
    # Only Monte Carlo rolls it, by its kind.
    CheckPlan: fields_of("rule names given first second modifier again"),
})  # fmt: skip


def turn_features(plan: turns.TurnPlan) -> set[Feature]:
    """Return what the plan of a turn uses."""
    used: set[Feature] = set()
    of_units(plan.units, used)
    for step in plan.steps:
        _of_step(step, plan.units, used)
    return used


def _of_step(step: turns.Step, units: tuple[Target, ...], used: set[Feature]) -> None:
    of_fields(step, used)
    for move in step.moves:
        if isinstance(move, int):
            continue
        of_fields(move, used)
        if move.check is not None:
            used.add(Feature.CHECKS)
            of_fields(move.check, used)
        for event in move.events:
            _of_event(event, units, used)


def _of_event(event: turns.Event, units: tuple[Target, ...], used: set[Feature]) -> None:
    if isinstance(event, Action):
        of_attack(event, units, used)
        if event.explosion is not None:
            used.add(Feature.EXPLODING_TARGET)
        if event.actor is None and _depends_on_actor(event):
            used.add(Feature.NO_ACTOR)
        return
    used.add(_EVENTS[type(event)])
    if isinstance(event, turns.Fights):
        for band in event.bands:
            for action in (*band[0], *band[1]):
                _of_event(action, units, used)
                if action.actor is None:
                    used.add(Feature.NO_ACTOR)
        return
    packet = None
    if isinstance(event, turns.SelfDamage):
        packet = event.packet
        if event.pooled:
            of_pools(units[event.unit], used)
    elif isinstance(event, turns.Restore):
        packet = event.points
    if packet is not None and (packet.per_model or packet.bearers):
        used.add(Feature.SELF_DICE_PER_MODEL)


def _depends_on_actor(action: Action) -> bool:
    return (
        action.own_losses is not None
        or any(packet.per_model for packet in action.dice_packets)
        or any(volley.copies_by for volley in action.volleys)
    )


_EVENTS: dict[type, Feature] = {
    turns.Fights: Feature.FIGHTS,
    turns.SelfDamage: Feature.SELF_DAMAGE,
    turns.ModelTests: Feature.MODEL_TESTS,
    turns.Restore: Feature.RESTORE,
    turns.Reinforce: Feature.REINFORCE,
}
