"""What all checks have in common: their fields, their games, and how one is read."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, ClassVar, NamedTuple, Self

from mathhammer.core.errors import MathhammerError, nearest, quoted
from mathhammer.core.record import Record
from mathhammer.games.names import AOS, GAMES, IN_GAME, TITLES, WH40K

#: Every kind, with the game that has it, or None where both do.
KINDS: dict[str, str | None] = {
    "charge": None,
    **dict.fromkeys(
        ("advance", "battleshock", "leadership", "desperate_escape", "hazardous",
         "deadly_demise", "transport_destroyed", "grenade", "tank_shock"), WH40K,
    ),
    **dict.fromkeys(
        ("run", "rally", "cast", "prayer", "banish", "place_of_power", "priority", "retreat",
         "power_through"), AOS,
    ),
}  # fmt: skip
#: The field of the kinds whose roll a Command Re-roll may go to (W-6).
COMMAND_REROLL = "command_reroll"
REROLLED = "charge, Advance, Desperate Escape and Hazardous rolls, and those of attacks"
#: What the other game has in its place.
_COUNTERPARTS = {"advance": "run", "run": "advance", "retreat": "desperate_escape"}


class FieldLine(NamedTuple):
    """What a reader has to know of one field.

    Attributes
    ----------
    name : str
    default : str
        Empty where it is needed, or where leaving it out is an answer of its own.
    about : str
        One sentence.
    """

    name: str
    default: str
    about: str


class Check(Record):
    """One question: what all kinds have in common."""

    #: The kind, as in files.
    kind: ClassVar[str]
    #: The question in a few words.
    asks: ClassVar[str]
    #: Fields that bare words of the command line fill, in order.
    words: ClassVar[tuple[str, ...]] = ()
    #: Other names of fields.
    aliases: ClassVar[dict[str, str]] = {}
    #: Fields that one game only has.
    _only: ClassVar[dict[str, str]] = {}

    @classmethod
    def lines(cls, game: str | None = None) -> list[FieldLine]:
        """Return the fields with their defaults, as the docstring tells them.

        Parameters
        ----------
        game : {"wh40k", "aos"}, optional
            Leave out the fields of the other one.
        """
        told = _told(cls.__doc__ or "")
        lines = []
        for name in cls._fields:
            if name in cls.aliases or (game and cls._only.get(name, game) != game):
                continue
            default = getattr(cls, name, None)
            text = "" if default is None or name in cls._required else str(default)
            if isinstance(default, bool | float):
                text = f"{default:g}" if isinstance(default, float) else text.lower()
            lines.append(FieldLine(name, text, told.get(name, "")))
        return lines

    @classmethod
    def _unknown(cls, name: object) -> MathhammerError:
        if name == COMMAND_REROLL:
            return MathhammerError(
                f"{name!r} is not a field of {cls._noun}: {cls._why_no_command_reroll()}"
            )
        if not cls._fields and isinstance(name, str):
            return MathhammerError(f"unknown field {quoted(name)} of {cls._noun}: it has none")
        return super()._unknown(name)

    @classmethod
    def _why_no_command_reroll(cls) -> str:
        if KINDS[cls.kind] == AOS:
            return "Age of Sigmar has no such stratagem"
        return f"a Command Re-roll is for {REROLLED}, never for {cls._noun} (W-6)"

    @classmethod
    def check_command_reroll(cls) -> None:
        """Check that a Command Re-roll may go to such a roll (W-6).

        Raises
        ------
        MathhammerError
            None may, as to a Battle-shock test.
        """
        if COMMAND_REROLL not in cls._fields:
            raise cls._unknown(COMMAND_REROLL)

    def with_command_reroll(self) -> Self:
        """Return the check with a Command Re-roll kept for it, where it has none."""
        self.check_command_reroll()
        return self if self.__dict__.get(COMMAND_REROLL) else self.replace(command_reroll=1)

    def check_game(self, game: str) -> None:
        """Check that no field belongs to the other game.

        Raises
        ------
        MathhammerError
            One does.
        """
        for name, only in self._only.items():
            if name in self.__dict__ and game != only:
                raise MathhammerError(
                    f"{name!r} is not a field of {self._noun} of {TITLES[game]}: {IN_GAME[only]}"
                )


def _told(docstring: str) -> dict[str, str]:
    r"""Return the sentences on the parameters of a numpydoc docstring.

    Examples
    --------
    >>> _told("Ask.\n\n    Parameters\n    ----------\n    a : int\n        The first.\n")
    {'a': 'The first.'}
    """
    told: dict[str, str] = {}
    _, _, section = docstring.partition("Parameters\n")
    rule, *lines = section.splitlines() or [""]
    margin = rule[: len(rule) - len(rule.lstrip())]  # none from Python 3.13 on
    names: list[str] = []
    for line in lines:
        text = line.strip()
        if not text:
            break
        if not line.startswith(margin + " "):
            names = [name.strip() for name in text.partition(" : ")[0].split(",")]
        else:
            for name in names:
                told[name] = f"{told.get(name, '')} {text}".strip()
    return told


def kind_of(word: str) -> str | None:
    """Return the kind that a word names, whatever its case and hyphens; None for none.

    Examples
    --------
    >>> kind_of("Tank-Shock"), kind_of("battle shock"), kind_of("x")
    ('tank_shock', 'battleshock', None)
    """
    folded = word.strip().casefold()
    for kind in KINDS:
        if "".join(c for c in folded if c not in " -_") == kind.replace("_", ""):
            return kind
    return None


def kind_named(word: str) -> str:
    """Return the kind that the word after ``check`` names.

    Parameters
    ----------
    word : str

    Raises
    ------
    MathhammerError
        There is no such kind.
    """
    kind = kind_of(word)
    if kind is None:
        raise MathhammerError(
            f"{quoted(word)} is not a check{nearest(word, KINDS)}; checks: {', '.join(KINDS)}"
        )
    return kind


def read_check(kind: str, fields: Mapping[str, Any], game: str | None = None) -> tuple[Check, str]:
    """Return a check and the game it is of.

    Parameters
    ----------
    kind : str
        One of `KINDS`.
    fields : mapping
        Those of the kind.
    game : {"wh40k", "aos"}, optional
        By default the one that has the kind, or Warhammer 40,000.

    Raises
    ------
    MathhammerError
        The kind belongs to the other game, or a field is unknown, missing or wrong.

    Examples
    --------
    >>> read_check("cast", {"value": 6})[1]
    'aos'
    """
    only = KINDS[kind]
    if game is not None and game not in GAMES:
        raise MathhammerError(
            f"{quoted(game)} is not a game{nearest(str(game), GAMES)}; allowed: {', '.join(GAMES)}",
            "game",
        )
    if game is not None and only not in (None, game):
        other = _COUNTERPARTS.get(kind)
        hint = f"; {TITLES[game]} has {other!r}" if other and KINDS[other] == game else ""
        raise MathhammerError(f"{kind!r} belongs to {TITLES[str(only)]}{hint}", "kind")
    game = game or only or WH40K
    checks: dict[str, type[Check]] = import_module(f"{__package__}.kinds").CHECKS
    made = checks[kind].read(fields)
    made.check_game(game)
    return made, game
