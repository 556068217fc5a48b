"""Rules of thumb: what a player always does, the rest played as well as that allows.

A policy takes choices away from the player. What is left open is chosen for the most slots
on average, so the difference to the best policy is the price of the habit alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from mathhammer.core.errors import MathhammerError, nearest, quoted
from mathhammer.core.readers import flag, integer
from mathhammer.core.record import Record, field


class Policy(Record):
    """How a player plays a turn.

    Examples
    --------
    >>> Policy.read("stop at 3, keep everything")
    Policy(stop_at=3, keep_all=True)
    >>> str(Policy(leave=False))
    'never leave dice lying'
    """

    stop_at: int | None = field(
        integer(0, 1000),
        None,
        "Acts as soon as so much is at risk, and never before.",
        unit="slots",
    )
    roll_from: int | None = field(
        integer(1, 7),
        None,
        "Rolls again with so many dice or more, and never with fewer.",
        unit="dice",
    )
    keep_all: bool = field(flag, False, "Always keeps as many dice as can score.")
    leave: bool = field(flag, True, "Dice may be left lying, to combine with new ones (H-4).")
    war: bool = field(flag, True, "All-out war is declared (H-5).")

    _noun = "a policy"
    _as_text = "like stop at 3, keep everything"

    def __init__(self, *words: Any, **fields: Any) -> None:
        if words:
            raise MathhammerError(
                f"Policy({', '.join(map(quoted, words))}) takes fields by name, like stop_at=3; "
                "Policy.read takes words"
            )
        super().__init__(**fields)

    def _check(self) -> None:
        if self.stop_at is not None and self.roll_from is not None:
            raise MathhammerError("a policy says when to act with stop_at or roll_from, not both")

    @classmethod
    def _fields_in(cls, value: Any) -> Mapping[str, Any]:
        """Return the fields of words joined by commas, those that `str` gives.

        They are "best", "stop at 3", "roll with 4 dice or more", "keep everything", "never
        leave dice lying", "no all-out war".
        """
        return _of_words(value) if isinstance(value, str) else super()._fields_in(value)

    def __str__(self) -> str:
        words = []
        if self.stop_at is not None:
            words.append(f"stop at {self.stop_at}")
        if self.roll_from is not None:
            words.append(f"roll with {self.roll_from} dice or more")
        words += [text for text, (name, value) in _WORDS.items() if getattr(self, name) is value]
        return ", ".join(words) or "best"


_WORDS = {
    "keep everything": ("keep_all", True),
    "never leave dice lying": ("leave", False),
    "no all-out war": ("war", False),
}
_NUMBERED = {
    "stop_at": re.compile(r"(?:stop|act) at (\d{1,4})"),
    "roll_from": re.compile(r"roll with (\d{1,4}) dice or more"),
}


def _of_words(text: str) -> dict[str, Any]:
    if len(text) > 200:
        raise MathhammerError(f"a policy of {len(text)} characters; up to 200 are allowed")
    fields: dict[str, Any] = {}
    for part in text.split(","):
        words = " ".join(part.casefold().split()).removeprefix("always ")
        name, value = _one_of(words)
        if not name and words != "best":
            known = ["best", "stop at 3", "roll with 4 dice or more", *_WORDS]
            raise MathhammerError(
                f"{quoted(part.strip())} is not a policy{nearest(words, known)}; known: "
                f"{'; '.join(known)}; several are joined by commas"
            )
        if name in fields or (not name and "," in text):
            raise MathhammerError(f"{quoted(text)} says two things that can't both hold")
        if name:
            fields[name] = value
    return fields


def _one_of(words: str) -> tuple[str, Any]:
    """Return the field that some words set, and its value; no name where there is none."""
    for name, form in _NUMBERED.items():
        match = form.fullmatch(words)
        if match:
            return name, match[1]
    return _WORDS.get(words, ("", None))


#: The rules of thumb that are compared with the best policy.
RULES_OF_THUMB = (
    *(Policy(stop_at=slots) for slots in range(1, 6)),
    Policy(keep_all=True),
    Policy(leave=False),
    Policy(keep_all=True, leave=False),
    Policy(war=False),
)
