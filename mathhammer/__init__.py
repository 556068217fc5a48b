"""mathhammer: exact distributions of what the dice of tabletop wargames will do."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from mathhammer.api import attack, check, compare, run, simulate, turn
from mathhammer.core.distribution import Distribution
from mathhammer.core.errors import MathhammerError, NotModelledError, TooLargeError
from mathhammer.games.profiles import Context, Ruleset, Unit, Weapon

if TYPE_CHECKING:
    from mathhammer.analysis.grid import grid
    from mathhammer.analysis.saves import against_saves, saves_table
    from mathhammer.reroll import command_reroll, command_reroll_check
    from mathhammer.rosters.roster import Roster

__version__ = "0.1.0"

__all__ = [
    "Context",
    "Distribution",
    "MathhammerError",
    "NotModelledError",
    "Roster",
    "Ruleset",
    "TooLargeError",
    "Unit",
    "Weapon",
    "against_saves",
    "attack",
    "check",
    "command_reroll",
    "command_reroll_check",
    "compare",
    "grid",
    "run",
    "saves_table",
    "simulate",
    "turn",
]

#: What most calls don't need is loaded when it is asked for.
_LATER = {
    "against_saves": ".analysis.saves", "saves_table": ".analysis.saves",
    "grid": ".analysis.grid",
    "command_reroll": ".reroll", "command_reroll_check": ".reroll", "Roster": ".rosters.roster",
}  # fmt: skip


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_LATER[name], __name__), name)
