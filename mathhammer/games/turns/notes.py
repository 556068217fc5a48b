"""What a reader may not expect of a turn: the notes beside its result, made when they are read."""

import re
from collections.abc import Iterator
from typing import Any

from mathhammer.core.errors import nearest, quoted
from mathhammer.games.common.sentences import names
from mathhammer.games.registry import game
from mathhammer.games.turns.branch import Branch
from mathhammer.games.turns.compiler import CompiledTurn, Stage
from mathhammer.games.turns.fighters import FIRST, SECOND, Fighter
from mathhammer.games.turns.history import histories
from mathhammer.games.turns.legality import illegal_notes
from mathhammer.games.turns.moves import AttackNote
from mathhammer.games.turns.script import Script
from mathhammer.games.turns.steps.registry import STEPS

_INCHES = re.compile(r"\b([0-9]+(?:\.[0-9]+)?)(?= inches)")


def turn_notes(script: Script, compiled: CompiledTurn) -> list[str]:
    """Return the notes of a turn, each one sentence, step by step.

    Parameters
    ----------
    script : Script
    compiled : CompiledTurn
        What `compile_turn` gave for the script.
    """
    branches = [stage.branches for stage in compiled.stages]
    before = histories(script, compiled.plan, branches)
    notes = list(_of_sides(script))
    for step, stage, reached in zip(script.steps, compiled.stages, before, strict=True):
        notes += _of_stage(script, stage, {history.branch for history in reached})
        if not any(all(map(history.branch.holds, step.needs)) for history in reached):
            notes.append(f"{step.title}: its condition ({', '.join(step.needs)}) never holds.")
        notes += illegal_notes(script, step, reached)
    for fighter in script.fighters:
        notes += _of_fighter(fighter, script)
        if script.rules.demise_of(fighter.unit) is not None:
            notes += _of_explosions(fighter, script)
    notes += _of_contexts(script, compiled)
    return _merged(notes)


def _merged(notes: list[str]) -> list[str]:
    """Return the different notes; of those that differ in a distance alone one, with its range.

    Examples
    --------
    >>> _merged(["8 inches apart.", "x.", "11 inches apart.", "9.5 inches apart."])
    ['8 to 11 inches apart.', 'x.']
    """
    alike: dict[tuple[str, str], list[float]] = {}
    for note in notes:
        before, number, after = (*_INCHES.split(note, maxsplit=1), "", "")[:3]
        alike.setdefault((before, after), []).extend([float(number)] if number else [])
    merged = []
    for (before, after), inches in alike.items():
        low, high = min(inches, default=0.0), max(inches, default=0.0)
        span = f"{low:g}" if low == high else f"{low:g} to {high:g}"
        merged.append(before + span + after if inches else before)
    return merged


def _of_sides(script: Script) -> Iterator[str]:
    sides = {fighter.side for fighter in script.fighters}
    if FIRST not in sides:
        yield (
            'No unit is of the first side, whose turn it is (side = "first"; without a side only '
            "a unit named a is)."
        )
    elif SECOND not in sides and len(script.fighters) > 1:
        yield 'No unit is of the second side (side = "second").'


def _of_stage(script: Script, stage: Stage, reached: set[Branch]) -> Iterator[str]:
    """Yield the notes on a step and its attacks in the branches that can be reached."""
    each = zip(stage.branches, stage.notes, strict=True)
    notes = [note for branch, notes in each if branch in reached for note in notes]
    rules, ruleset, charged = game(script.game), script.ruleset, script.rules.CHARGED
    seen: set[object] = set()
    for note in notes:
        if isinstance(note, str):
            yield note
            continue
        bare = note.context.replace(**dict.fromkeys(charged))
        key = note.title, *sorted(bare.given.items())
        if key in seen:
            continue
        seen.add(key)
        # Who charged, the turn knows: only what is said either way is for the reader.
        both = [
            rules.rule_notes(
                note.attacker, note.target, bare.replace(**dict.fromkeys(charged, on)), ruleset
            )
            for on in (False, True)
        ]
        yield from (f"{note.title}: {remark}" for remark in both[0] if remark in both[1])
    attacks = [note for note in notes if isinstance(note, AttackNote)]
    own = _idle(script, attacks, frozenset().union(*(attack.own for attack in attacks)))
    if own:
        title = attacks[0].title if len({a.title for a in attacks}) == 1 else "fight"
        yield f"{title}: {rules.unused_note(own)[0]}"


def _idle(script: Script, attacks: list[AttackNote], fields: frozenset[str]) -> list[str]:
    """Return those of some fields of the context that none of some attacks feels."""
    left = sorted(fields)
    for attack in attacks:
        if not left:
            break
        unused = game(script.game).unused_context(
            attack.attacker, attack.target, attack.context, script.ruleset
        )
        left = [name for name in left if name in unused]
    return left


def _of_contexts(script: Script, compiled: CompiledTurn) -> Iterator[str]:
    """Yield what of the turn's context, and of the units', no attack feels."""
    found = [note for stage in compiled.stages for notes in stage.notes for note in notes]
    attacks = [note for note in found if isinstance(note, AttackNote)]
    places = [("context", script.context, attacks)]
    for fighter in script.fighters:
        own = [attack for attack in attacks if attack.actor == fighter.name]
        places.append((f"units.{fighter.name}.context", fighter.unit.context, own))
    for place, context, those in places:
        idle = _idle(script, those, frozenset(context.given))
        if idle:
            yield f"{place}: without effect in this turn: {', '.join(idle)}."


def _of_explosions(fighter: Fighter, script: Script) -> Iterator[str]:
    """Yield whom the explosion of a unit doesn't reach, as far as is known (W-5.7)."""
    if script.gap is None:
        yield (
            f"units.{fighter.name}: without the field 'gap' its Deadly Demise reaches those whom "
            "it fights, and those said to be near (context within_deadly_demise = true, or a "
            "distance up to 6)."
        )
    if any(other.side == fighter.side for other in script.fighters if other is not fighter):
        yield (
            f"units.{fighter.name}: its Deadly Demise hurts the other side alone; how near its own "
            "side's units stand is not known."
        )


def _of_fighter(fighter: Fighter, script: Script) -> Iterator[str]:
    """Yield what of a unit no step asks for, and groups that it doesn't have."""
    for field in ("starting_models", "reinforcements"):
        if not fighter.fields.given.get(field):
            continue
        steps = [do for do, step in STEPS.items() if script.game in step.asks_for.get(field, ())]
        if not any(step.do in steps and fighter.name in step.units for step in script.steps):
            yield (
                f"units.{fighter.name}.{field} has no effect: no step of this turn is a "
                f"{' or '.join(steps)} of {fighter.name}."
            )
    if getattr(fighter.unit, "groups", ()):
        return
    leaders = [leader.name for leader in getattr(fighter.unit, "leader", ())]
    named: dict[str, list[Any]] = {}
    for weapon in fighter.unit.weapons:
        if weapon.group is not None and weapon.group not in leaders:
            named.setdefault(weapon.group, []).append(weapon)
    for group, weapons in named.items():
        others = [*leaders, *(other for other in named if other != group)]
        what = "group or leader" if leaders else "group"
        yield (
            f"units.{fighter.name}: {quoted(group)} is no {what} of the unit"
            f"{nearest(group, others)}; its last models carry {names(weapons)}."
        )
