"""Faults of a script that are seen before it is played (contract section 5)."""

from __future__ import annotations

from typing import Any

from mathhammer.core.errors import MathhammerError, nearest, quoted
from mathhammer.games.names import AOS, IN_GAME, TITLES, WH40K
from mathhammer.games.turns.branch import flag_of
from mathhammer.games.turns.prepared_weapons import check_groups, check_names
from mathhammer.games.turns.script import Fighter, Script
from mathhammer.games.turns.steps import (
    SHOCKED,
    Battleshock,
    Charge,
    Fight,
    Shoot,
    Step,
    Travel,
)

#: Fields of a unit, and steps, that one game has.
_ONLY_FIELDS = {"leadership": WH40K, "strike_last": AOS}
#: What stands for a step in the other game.
_INSTEAD = {"advance": "run", "run": "advance", "fall_back": "retreat", "retreat": "fall_back"}


def check(script: Script, rules: Any) -> tuple[str, ...]:
    """Check what a script names; return the flags that its steps set, in their order.

    Parameters
    ----------
    script : Script
    rules : module
        What is the game's own.

    Raises
    ------
    MathhammerError
        A step names what isn't there, or what its game or its step doesn't have.
    """
    for fighter in script.fighters:
        _check_fighter(fighter, script.game)
    flags: list[str] = []
    for number, step in enumerate(script.steps):
        try:
            _check_step(step, script, rules)
            _check_conditions(step, flags)
        except MathhammerError as error:
            raise error.inside(f"step[{number}]") from None
        if isinstance(step, Charge):
            flags.append(step.name)
        elif isinstance(step, Battleshock):
            flags.append(f"{step.by}{SHOCKED}")
    return tuple(dict.fromkeys(flags))


def _check_fighter(fighter: Fighter, game: str) -> None:
    for field, only in _ONLY_FIELDS.items():
        if getattr(fighter.standing, field) and game != only:
            raise MathhammerError(IN_GAME[only], f"units.{fighter.name}.{field}")
    try:
        check_groups(fighter.unit)
    except MathhammerError as error:
        raise error.inside(f"units.{fighter.name}") from None


def _check_step(step: Step, script: Script, rules: Any) -> None:
    if step.do in rules.NOT_HERE:
        other = AOS if script.game == WH40K else WH40K
        here = f"; {TITLES[script.game]} has {_INSTEAD[step.do]!r}" if step.do in _INSTEAD else ""
        raise MathhammerError(f"{step.do!r} is no step here: {IN_GAME[other]}{here}", "do")
    for name in step.units:
        script.number(name)
    step_context(script, step, script.fighters[0].unit)
    if isinstance(step, Travel) and step.toward is not None:
        ends = [script.fighters[script.number(name)] for name in (step.by, step.toward)]
        if ends[0].side == ends[1].side:
            raise MathhammerError(
                f"{step.toward} is no enemy of {step.by}{script.one_sided}", "toward"
            )
    if isinstance(step, Shoot | Fight):
        by = (step.by,) if isinstance(step.by, str) else step.by
        kind = "ranged" if isinstance(step, Shoot) else "melee"
        users = [script.fighters[script.number(name)].unit for name in by]
        check_names(users, kind, step.weapons)
    if isinstance(step, Charge) and step.context is not None and not step.overwatch:
        raise MathhammerError(
            "the context of a charge is that of the overwatch, which it doesn't have", "context"
        )


def _check_conditions(step: Step, flags: list[str]) -> None:
    for condition in step.needs:
        flag, _ = flag_of(condition)
        if flag not in flags:
            known = f"; set before: {', '.join(flags)}" if flags else "; none is set before"
            raise MathhammerError(
                f"{quoted(condition)} is no flag{nearest(flag, flags)}{known}", "if"
            )


def step_context(script: Script, step: Step, unit: Any) -> Any:
    """Return the context that a script and a step give to a unit's attacks."""
    context = script.context.merged(unit.context)
    given = getattr(step, "context", None)
    if given is None or isinstance(step, Travel):
        return context
    try:
        return context.merged(type(script.context).read(given))
    except MathhammerError as error:
        raise error.inside("context") from None
