"""The games and their editions, a line each; a game is loaded when it is played.

A rules module is a package of this folder with parts of fixed names: `profiles`, `modifiers`,
`sequence` and `notes` (what `Game` offers), `weapon_text` and `target_text` (the text notation),
`signs` (how the game is known), `abilities.table`, `abilities.parse`, `presets` and `words`. What
asks for a game by name asks here, so a further game or edition is a package and a line.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, cast

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


class Game:
    """The rules of a game, from the parts of its package.

    An attacker, a target, a context and a ruleset are those of the game.

    Parameters
    ----------
    name : str

    Attributes
    ----------
    compile_attack : function
        Of attacker, target, context and ruleset: the plan of one unit attacking another. What
        `shared_situation` and `prepared_weapons` gave may follow.
    compile_repeated : function
        Of the same four: the plan of an attack that units make one after another.
    shared_situation : function
        Of target, context and ruleset: what all attacks on a target share.
    prepared_weapons : function
        Of an attacker: its weapons, prepared for one context and ruleset.
    notes : function
        Of the same four: what a reader may not expect of a match-up.
    rule_notes : function
        Those notes that hold in a turn too, without that on unused context.
    unused_context : function
        Of the same four: the fields of the context that were given and have no effect.
    unused_note : function
        Of such fields: the note on them, if there are any.
    rulings : function
        Of the same four: the resolved rulings that matter in a match-up.
    devastating : function
        Of an attacker: whether Devastating Wounds is in play, on which the rulings differ most.
    """

    def __init__(self, name: str) -> None:
        sequence, notes = part(name, "sequence"), part(name, "notes")
        self.compile_attack: Callable[..., Plan] = sequence.compile_attack
        self.compile_repeated: Callable[..., Plan] = sequence.compile_repeated
        self.shared_situation: Callable[..., Any] = sequence.shared_situation
        self.prepared_weapons: Callable[..., Any] = sequence.prepared_weapons
        self.notes: Callable[..., list[str]] = notes.notes
        self.rule_notes: Callable[..., list[str]] = notes.rule_notes
        self.unused_context: Callable[..., list[str]] = notes.unused_context
        self.unused_note: Callable[[list[str]], list[str]] = notes.unused_note
        self.rulings: Callable[..., dict[str, Any]] = notes.rulings
        self.devastating: Callable[[Any], bool] = notes.devastating


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


@cache
def fields_of(game: str) -> frozenset[str]:
    """Return the fields that only this game has, as its package lists them."""
    fields: frozenset[str] = import_module(edition(game).package).FIELDS
    return fields


#: The rules of a game, by its name.
game = cache(Game)


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
