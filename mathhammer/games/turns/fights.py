"""Who fights whom in a step (contract section 5)."""

from __future__ import annotations

from mathhammer.core.errors import MathhammerError, quoted
from mathhammer.games.turns.script import Script
from mathhammer.games.turns.steps import Fight


def opponents(step: Fight, script: Script) -> dict[int, int]:
    """Return for each unit that fights its target, in the order named.

    A unit fights what `at` names (for itself, in a table), else the one enemy that the
    step names.

    Raises
    ------
    MathhammerError
        A unit has no enemy in the step, or several.
    """
    found: dict[int, int] = {}
    named = [script.number(name) for name in step.units]
    table = step.at if isinstance(step.at, dict) else {}
    for name in table:
        if name not in step.by:
            raise MathhammerError(f"{quoted(name)} is not among those that fight", "at")
        try:
            script.check_enemies(*(script.fighters[script.number(n)] for n in (name, table[name])))
        except MathhammerError as error:
            raise error.inside("at") from None
    for name in step.by:
        actor = script.number(name)
        side = script.fighters[actor].side
        at = table.get(name, step.at if isinstance(step.at, str) else None)
        if at is not None and script.fighters[script.number(at)].side != side:
            found[actor] = script.number(at)
            continue
        enemies = [n for n in named if script.fighters[n].side != side]
        if len(enemies) != 1:
            what = "several enemies" if enemies else "no enemy"
            raise MathhammerError(
                f"{name} has {what} in this step{script.one_sided}: say whom it fights, like "
                f'at = {{{name} = "unit"}}',
                "at",
            )
        found[actor] = enemies[0]
    return found
