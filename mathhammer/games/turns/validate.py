"""Faults of a script that are seen before it is played (contract section 5)."""

from mathhammer.core.errors import MathhammerError, inside, nearest, quoted
from mathhammer.games.names import IN_GAME, TITLES
from mathhammer.games.turns.branch import flag_of
from mathhammer.games.turns.fighters import Fighter
from mathhammer.games.turns.prepared_weapons import check_groups
from mathhammer.games.turns.script import Script
from mathhammer.games.turns.steps.step import Step


def check(script: Script) -> tuple[str, ...]:
    """Check what a script names; return the flags that its steps set, in their order.

    Parameters
    ----------
    script : Script

    Raises
    ------
    MathhammerError
        A step names what isn't there, or what its game or its step doesn't have.
    """
    for fighter in script.fighters:
        _check_fighter(fighter, script.game)
    flags: list[str] = []
    for number, step in enumerate(script.steps):
        with inside(f"step[{number}]"):
            _check_step(step, script)
            _check_conditions(step, flags)
        if step.sets_flag is not None:
            flags.append(step.sets_flag)
    return tuple(dict.fromkeys(flags))


def _check_fighter(fighter: Fighter, game: str) -> None:
    for field, only in fighter.fields.only.items():
        if getattr(fighter.fields, field) and game != only:
            raise MathhammerError(IN_GAME[only], f"units.{fighter.name}.{field}")
    with inside(f"units.{fighter.name}"):
        check_groups(fighter.unit)


def _check_step(step: Step, script: Script) -> None:
    if script.game not in step.games:
        other = step.counterpart
        instead = f"; {TITLES[script.game]} has {other!r}" if other else ""
        raise MathhammerError(
            f"{step.do!r} is no step here: {IN_GAME[step.games[0]]}{instead}", "do"
        )
    for name in step.units:
        script.number(name)
    script.context_of(step, script.fighters[0].unit)
    step.check(script)


def _check_conditions(step: Step, flags: list[str]) -> None:
    for condition in step.needs:
        flag, _ = flag_of(condition)
        if flag not in flags:
            known = f"; set before: {', '.join(flags)}" if flags else "; none is set before"
            raise MathhammerError(
                f"{quoted(condition)} is no flag{nearest(flag, flags)}{known}", "if"
            )
