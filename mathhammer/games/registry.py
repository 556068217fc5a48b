"""The games and their editions, a line each; a game is loaded when it is played.

A rules module is a package of this folder with parts of fixed names: `profiles`, `rules`
(the attack sequence and its notes), `text` (the text notation), `presets`, `words`, and
`abilities.parse`. What asks for a game by name asks here, so a further game or edition is a
package and a line.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

from mathhammer.plan import Plan

if TYPE_CHECKING:
    from mathhammer.games.turns.rules import TurnRules


class Edition(NamedTuple):
    """A line of the registry.

    Attributes
    ----------
    game : str
        As users name it.
    number : int
        Of the edition; of several of a game the first in the list is the default.
    title : str
        The game's name in sentences.
    package : str
        With its rules.
    """

    game: str
    number: int
    title: str
    package: str


#: Every rules module.
EDITIONS = (
    Edition("wh40k", 10, "Warhammer 40,000", "mathhammer.games.wh40k"),
    Edition("aos", 4, "Age of Sigmar", "mathhammer.games.aos"),
)


class Game(Protocol):
    """What the rules of each game offer."""

    def compile_attack(
        self,
        attacker: Any,
        target: Any,
        context: Any,
        ruleset: Any,
        situation: Any = None,
        weapons: Any = None,
    ) -> Plan:
        """Return the plan of one unit attacking another."""

    def compile_repeated(self, attacker: Any, target: Any, context: Any, ruleset: Any) -> Plan:
        """Return the plan of an attack that units make one after another."""

    def shared_situation(self, target: Any, context: Any, ruleset: Any) -> Any:
        """Work out what all attacks on a target share."""

    def prepared_weapons(self, attacker: Any) -> Any:
        """Return the weapons of an attacker, prepared for one context and ruleset."""

    def notes(self, attacker: Any, target: Any, context: Any, ruleset: Any) -> list[str]:
        """Return what a reader may not expect of a match-up."""

    def rule_notes(self, attacker: Any, target: Any, context: Any, ruleset: Any) -> list[str]:
        """Return those notes that hold in a turn too, without that on unused context."""

    def unused_context(self, attacker: Any, target: Any, context: Any, ruleset: Any) -> list[str]:
        """Return the fields of the context that were given and have no effect."""

    def unused_note(self, fields: list[str]) -> list[str]:
        """Return the note on fields of the context that have no effect, if there are any."""

    def rulings(self, attacker: Any, target: Any, context: Any, ruleset: Any) -> dict[str, Any]:
        """Return the resolved rulings that matter in a match-up."""

    def devastating(self, attacker: Any) -> bool:
        """Return whether Devastating Wounds is in play, on which the rulings differ most."""


def edition(game: str, number: int | None = None) -> Edition:
    """Return a line of the registry: that edition of a game, by default the game's first.

    Examples
    --------
    >>> edition("wh40k").number, edition("aos").title
    (10, 'Age of Sigmar')
    """
    return next(e for e in EDITIONS if e.game == game and number in (None, e.number))


@cache
def part(game: str, name: str) -> ModuleType:
    """Return a part of a game's rules module, loaded when it is first asked for.

    Examples
    --------
    >>> part("aos", "profiles").__name__
    'mathhammer.games.aos.profiles'
    """
    return import_module(f"{edition(game).package}.{name}")


def game(name: str) -> Game:
    """Return the rules of a game.

    Examples
    --------
    >>> game("wh40k").__name__
    'mathhammer.games.wh40k.rules'
    """
    return cast(Game, part(name, "rules"))


def turn_rules(name: str) -> TurnRules:
    """Return what a game says of whole turns.

    Examples
    --------
    >>> turn_rules("aos").COMBAT
    3.0
    """
    return cast("TurnRules", import_module(f"{__package__}.turns.{name}"))


def game_with_ability(folded: str, besides: str) -> str | None:
    """Return which other game has an ability of that name, as messages say it.

    Parameters
    ----------
    folded : str
        The name in lower case with hyphens as blanks.
    besides : str
        The game that doesn't.

    Examples
    --------
    >>> game_with_ability("crit (mortal)", "wh40k")
    'Age of Sigmar (game = "aos")'
    """
    for other in EDITIONS:
        if other.game != besides and part(other.game, "abilities.parse").knows(folded):
            return f'{other.title} (game = "{other.game}")'
    return None
