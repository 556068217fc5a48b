"""What a question about the dice game is made of, read and checked (contract section 6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from mathhammer.core.errors import MathhammerError, quoted
from mathhammer.core.readers import Schema, choice, flag, integer, read_each, reader
from mathhammer.core.record import Record, field
from mathhammer.games.common.fields import pairs
from mathhammer.heroes.rolls import DICE, scoring_rolls
from mathhammer.heroes.tree import Ints

#: The most slots of a scoring roll, and of what is at risk.
MAX_SLOTS = 20
MAX_AT_RISK = 1000

slots = integer(0, MAX_SLOTS)
_risk = integer(0, MAX_AT_RISK)
_face = integer(1, 6, ", the face of a die")
_FIVE: Schema = {"type": "array", "items": slots.schema, "minItems": 5, "maxItems": 5}
_FACES: Schema = {"type": "array", "items": integer(1, 6).schema, "maxItems": DICE}
_FACES_TEXT: Schema = {"type": "string", "pattern": f"^([ ,]*[1-6]){{0,{DICE}}}[ ,]*$"}


def plain(value: Any) -> Any:
    """Return a whole number of numpy as one of Python, anything else as it is."""
    return int(value) if isinstance(value, np.integer) else value


@reader(f"{slots.words}, or a list of 5, one for each column", {"anyOf": [slots.schema, _FIVE]})
def _by_column(value: Any) -> int | tuple[int, ...]:
    if isinstance(value, str) and "/" in value:
        value = value.split("/")
    if not isinstance(value, list | tuple):
        return slots(value)
    if len(value) != 5:
        raise MathhammerError(f"a list of {len(value)}: one number for each of the 5 columns")
    return read_each(slots, 5, value)


@reader(slots.words, slots.schema)
def _anywhere(value: Any) -> int:
    if isinstance(value, list | tuple):
        raise MathhammerError(
            f"{quoted(value)}: it moves a hero of any column, so it has one number of slots"
        )
    return slots(value)


@reader(_risk.words, _risk.schema)
def _at_risk(value: Any) -> int:
    return _risk(plain(value))


@reader(f"list of up to {DICE} faces of dice, or text like 1 1 3", {"anyOf": [_FACES, _FACES_TEXT]})
def faces(value: Any) -> tuple[int, ...]:
    """Read the faces of some dice: a list, or a text such as ``"1 1 3"`` or ``"113"``.

    Examples
    --------
    >>> faces("1 1 3"), faces([6]), faces("66")
    ((1, 1, 3), (6,), (6, 6))
    """
    if isinstance(value, str):
        if len(value) > 100:
            raise MathhammerError(f"a text of {len(value)} characters; the game has {DICE} dice")
        parts = value.replace(",", " ").split()
        words: list[Any] = [face for p in parts for face in (p if p.isdigit() else [p])]
    elif isinstance(value, list | tuple) or (isinstance(value, np.ndarray) and value.ndim == 1):
        words = [plain(word) for word in value]
    elif isinstance(value, set | frozenset):
        raise MathhammerError("a set holds each face once only; a list of faces is expected")
    else:
        raise MathhammerError(f'{quoted(value)} is not a list of faces, like [1, 1, 3] or "1 1 3"')
    if len(words) > DICE:
        raise MathhammerError(f"{len(words)} dice; the game has {DICE}")
    return tuple(sorted(_face(word) for word in words))


_EXAMPLES = {"lucky": "1", "double": "2", "three": "3", "straight": "1/1/1/1/1"}


class Values(Record):
    """How many slots each scoring roll is worth.

    A list has one number for each column, for a player whose column is blocked. Of a
    straight it holds what each of its columns is worth (1, so that a straight is worth its
    length); a single number is the worth of a straight of any length.
    """

    lucky: int = field(_anywhere, 1, "A lucky six (H-2).", unit="slots")
    double: int = field(_anywhere, 2, "A double six (H-2).", unit="slots")
    three: int | tuple[int, ...] = field(
        _by_column, 3, "A three of a kind, of each column (H-2).", unit="slots"
    )
    straight: int | tuple[int, ...] = field(
        _by_column,
        (1, 1, 1, 1, 1),
        "Each column of a straight, or as one number a straight of any length (H-2).",
        unit="slots",
    )

    _noun = "the values"
    _as_text = "like three=3/3/0/3/3"

    @classmethod
    def _fields_in(cls, value: Any) -> Mapping[str, Any]:
        """Return the fields of a text like ``"three=3/3/0/3/3"``."""
        if not isinstance(value, str):
            return super()._fields_in(value)
        fields = pairs(value)
        for name, given in fields.items():
            if given is True and name in cls._fields:
                raise MathhammerError(
                    f"a number of slots is missing, like {name}={_EXAMPLES[name]}", name
                )
        return fields

    def of_rolls(self, straight: int) -> Ints:
        """Return the slots of each of `scoring_rolls`."""
        return np.array([self._slots(*roll) for roll in scoring_rolls(straight)], dtype=np.int64)

    def least(self, dice: int, straight: int) -> int:
        """Return the fewest slots that some kept dice can be worth, all of them scoring.

        Parameters
        ----------
        dice : int
            How many.
        straight : int
            The shortest straight that scores.

        Examples
        --------
        >>> Values().least(2, 3), Values(three=[3, 3, 0, 3, 3]).least(4, 3)
        (2, 1)
        """
        rolls = [(len(r.faces), n) for r, n in zip(
            scoring_rolls(straight), self.of_rolls(straight).tolist(), strict=True
        )]  # fmt: skip
        fewest = [0]
        for number in range(1, dice + 1):
            fewest.append(min(n + fewest[number - size] for size, n in rolls if size <= number))
        return fewest[dice]

    def _slots(self, kind: str, dice: tuple[int, ...]) -> int:
        worth: int | tuple[int, ...] = getattr(self, kind)
        if isinstance(worth, int):
            return worth
        return sum(worth[face - 1] for face in (dice if kind == "straight" else dice[:1]))

    def to_dict(self) -> dict[str, Any]:
        """Return all values, as in result files."""
        found = {name: getattr(self, name) for name in self._fields}
        return {k: list(v) if isinstance(v, tuple) else v for k, v in found.items()}


_RULING = choice("no-effect", "push-to-start")


@reader("one of no_effect, push_to_start", {"enum": ["no_effect", "push_to_start"]})
def _ruling(value: Any) -> str:
    return _RULING(value).replace("-", "_")


#: The variants of a straight.
STRAIGHT = integer(3, 4, ", the shortest straight that scores")
#: Rulings on the dice of a turn, and those that count in whole games only.
OF_TURNS = ("fresh_dice", "leave_unkept")
OF_GAMES = ("attack_in_own_half", "enemy_half")


class Ruleset(Record):
    """The rulings of the dice game (H-1, H-4, H-6)."""

    fresh_dice: bool = field(
        flag,
        True,
        "Each newly kept roll needs a die just rolled; without one the player is exhausted. "
        "False: dice left lying count alone (H-4).",
    )
    leave_unkept: bool = field(
        flag,
        True,
        "A scoring roll that isn't kept may be left lying, to score later with other dice: the "
        "digest lets every die lie that isn't kept. False: dice left lying hold no scoring "
        "roll among themselves, so at least a die of it is rolled again (and a 6 never lies); "
        "the document speaks of leaving dice that did not score (H-4).",
    )
    attack_in_own_half: str = field(
        _ruling,
        "no_effect",
        "What an attack does to a hero in its own half: nothing, or push it to its start (H-6).",
    )
    enemy_half: str = field(
        choice("entered", "halfway"),
        "entered",
        "Where the three heroes stand that a win takes: anywhere in the enemy half, or half of "
        "its rows deep in it, or more; the document can be read either way (H-1).",
    )

    _noun = "the ruleset of the heroes dice game"
    _as_text = "like fresh_dice=false"

    @classmethod
    def _fields_in(cls, value: Any) -> Mapping[str, Any]:
        """Return the fields of a text like ``"fresh_dice=false"``."""
        return pairs(value) if isinstance(value, str) else super()._fields_in(value)


class Setup(Record):
    """A question about one turn: the variant, what rolls are worth, and some dice.

    The fields are those of a scenario file of ``kind = "heroes"``. Without `rolled` the
    question is about a whole turn, with it also about what to do now.

    Examples
    --------
    >>> Setup(rolled=[1, 1, 3, 4, 6, 2], at_risk=3).rolled
    (1, 1, 2, 3, 4, 6)
    """

    straight: int = field(STRAIGHT, 3, "The fewest dice of a straight (H-2).")
    values: Values = field(Values, Values(), "How many slots scoring rolls are worth.")
    rolled: tuple[int, ...] = field(
        faces, (), "The faces just rolled, for advice on what to do now."
    )
    lying: tuple[int, ...] = field(faces, (), "The faces of dice left lying from before (H-4).")
    at_risk: int = field(
        _at_risk, 0, "What the rolls kept this turn are worth (H-3).", unit="slots"
    )
    ruleset: Ruleset = field(Ruleset, Ruleset(), "The rulings.")

    _noun = "the heroes dice game"
    _elsewhere = dict.fromkeys(
        ("play", "rows", "policy", "heroes", "wargear", "infection", "begins", "most_turns"),
        "it belongs to whole games, which `mathhammer heroes --play` and "
        "`mathhammer.heroes.play` play",
    )

    def _check(self) -> None:
        if "rolled" in self.__dict__ and not self.rolled:
            raise MathhammerError("no dice; one at least is rolled", "rolled")
        if not self.rolled:
            for name in ("lying", "at_risk"):
                if name in self.__dict__:
                    raise MathhammerError(
                        f"{name!r} belongs to advice on a roll: give the faces just rolled, too "
                        "(rolled = [...])"
                    )
        if len(self.rolled) + len(self.lying) > DICE:
            rolled = "1 die" if len(self.rolled) == 1 else f"{len(self.rolled)} dice"
            raise MathhammerError(
                f"{rolled} rolled and {len(self.lying)} lying; the game has {DICE} dice"
            )
