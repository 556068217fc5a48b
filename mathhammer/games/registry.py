"""The games by name; a game is loaded when it is played."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

from mathhammer.plan import Plan

if TYPE_CHECKING:
    from mathhammer.games.turns.rules import TurnRules


class Game(Protocol):
    """What each game's package offers, whatever its rules."""

    def compile_attack(
        self,
        attacker: Any,
        target: Any,
        context: Any,
        ruleset: Any,
        prepared: Any = None,
        arms: Any = None,
    ) -> Plan:
        """Return the plan of one unit attacking another."""

    def compile_repeated(self, attacker: Any, target: Any, context: Any, ruleset: Any) -> Plan:
        """Return the plan of an attack that units make one after another."""

    def situation(self, target: Any, context: Any, ruleset: Any) -> Any:
        """Work out what all attacks on a target share."""

    def arms_of(self, attacker: Any) -> Any:
        """Return the weapons of an attacker, prepared for one context and ruleset."""

    def notes(self, attacker: Any, target: Any, context: Any, ruleset: Any) -> list[str]:
        """Return what a reader may not expect of a match-up."""

    def remarks(self, attacker: Any, target: Any, context: Any, ruleset: Any) -> list[str]:
        """Return all of them but that on the context that has no effect."""

    def idle(self, attacker: Any, target: Any, context: Any, ruleset: Any) -> list[str]:
        """Return the fields of the context that were given and have no effect."""

    def without_effect(self, fields: list[str]) -> list[str]:
        """Return the note on fields of the context that have no effect, if there are any."""

    def rulings(self, attacker: Any, target: Any, context: Any, ruleset: Any) -> dict[str, Any]:
        """Return the resolved rulings that matter in a match-up."""

    def devastating(self, attacker: Any) -> bool:
        """Return whether Devastating Wounds is in play, on which the rulings differ most."""


def game(name: str) -> Game:
    """Return a game's package.

    Examples
    --------
    >>> game("wh40k").__name__
    'mathhammer.games.wh40k.rules'
    """
    return cast(Game, import_module(f"{__package__}.{name}.rules"))


def turn_rules(name: str) -> TurnRules:
    """Return what a game says of whole turns.

    Examples
    --------
    >>> turn_rules("aos").COMBAT
    3.0
    """
    return cast("TurnRules", import_module(f"{__package__}.turns.{name}"))
