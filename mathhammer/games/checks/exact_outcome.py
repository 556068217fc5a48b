"""Which rule answers which kind of check."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mathhammer.games.checks import (
    advance,
    charge,
    commands,
    dangers,
    leadership,
    magic,
    prayer,
    priority,
)
from mathhammer.games.checks.outcome import Outcome
from mathhammer.games.checks.question import Check

_RULES: dict[str, Callable[[Any, str, Any], Outcome]] = {
    "charge": charge.charge,
    "advance": advance.advance,
    "run": advance.advance,
    "battleshock": leadership.battleshock,
    "leadership": leadership.leadership_test,
    "desperate_escape": dangers.desperate_escape,
    "hazardous": dangers.hazardous,
    "deadly_demise": dangers.deadly_demise,
    "transport_destroyed": dangers.transport_destroyed,
    "grenade": commands.grenade,
    "tank_shock": commands.tank_shock,
    "rally": commands.rally,
    "cast": magic.cast,
    "banish": magic.banish,
    "place_of_power": magic.place_of_power,
    "prayer": prayer.prayer,
    "priority": priority.priority,
    "retreat": dangers.retreat,
    "power_through": commands.power_through,
}


def exact_outcome(check: Check, game: str, ruleset: Any) -> Outcome:
    """Return what the rules say to a check, with a note on rulings that play no part in it.

    Parameters
    ----------
    check : Check
    game : {"wh40k", "aos"}
    ruleset : Ruleset
        Of that game.

    Raises
    ------
    TooLargeError
        Any of more dice can be re-rolled than are followed one by one.

    Examples
    --------
    >>> from mathhammer.games.checks.question import read_check
    >>> exact_outcome(*read_check("grenade", {}), None).distribution.mean
    3.0
    """
    made = _RULES[check.kind](check, game, ruleset)
    idle = [name for name in (ruleset.given if ruleset else ()) if name not in made.rulings]
    if not idle:
        return made
    subject = "ruling {} has" if len(idle) == 1 else "rulings {} have"
    note = f"The {subject.format(', '.join(idle))} no effect on this check."
    return made._replace(notes=(*made.notes, note))
