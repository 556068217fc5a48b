"""The closed vocabulary of abilities of Warhammer 40,000, as values (W-3).

An ability is a kind (its canonical lower-case name) with what belongs to it. Case,
hyphens and repeated spaces are free, as on datasheets. What is not in the vocabulary
is an error with the nearest match, and what is known but can't be computed is refused
by name: an ability is never dropped in silence.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from mathhammer.core.dice import Dice, parse_threshold
from mathhammer.core.errors import MathhammerError, NotModelledError, nearest, quoted
from mathhammer.core.text import fold


class Ability(NamedTuple):
    """One ability of a weapon or of a unit.

    Attributes
    ----------
    kind : str
        Canonical name without its value, e.g. ``"sustained hits"``, ``"anti"``.
    dice : Dice or None
        X of Rapid Fire X, Sustained Hits X, Melta X, Deadly Demise X.
    threshold : int
        X+ of Anti-KEYWORD X+ and Feel No Pain X+; else 0.
    keyword : str
        The folded keyword of Anti-KEYWORD; else empty.
    """

    kind: str
    dice: Dice | None = None
    threshold: int = 0
    keyword: str = ""

    def __str__(self) -> str:
        name = _WRITTEN.get(self.kind, self.kind.title())
        if self.keyword:
            name = f"Anti-{self.keyword.title()}"
        if self.dice is not None:
            name += f" {self.dice}"
        return f"{name} {self.threshold}+" if self.threshold else name


#: Weapon abilities of W-3 without a value.
PLAIN = (
    "assault", "ignores cover", "twin linked", "pistol", "torrent", "lethal hits", "lance",
    "indirect fire", "precision", "blast", "heavy", "hazardous", "extra attacks",
    "devastating wounds",
)  # fmt: skip
#: Weapon abilities of W-3 followed by a number or dice.
VALUED = ("rapid fire", "sustained hits", "melta")
#: On real datasheets, without any effect on dice: accepted, and named in the notes.
INERT = ("psychic", "one shot")
#: On real datasheets, but no rule of this product: refused by name.
UNMODELLED = {
    "conversion": "give critical_hits in the weapon's modifiers where its range condition holds",
}
UNIT_ABILITIES = ("stealth", "lone operative", "feel no pain", "deadly demise")

_WRITTEN = {"twin linked": "Twin-linked", "feel no pain": "Feel No Pain"}
_SPELT = {"ignore cover": "ignores cover", "sustained hit": "sustained hits"}
_AOS = re.compile(r"crit \(|companion$|shoot in combat$|charge \(|.*\brend\b")
_ALL_WEAPON = (*PLAIN, *VALUED, "anti-keyword", *INERT)


def _dice_of(kind: str, value: str, written: str) -> Ability:
    if not value:
        raise MathhammerError(f"{quoted(written)} needs a value, like '{kind.title()} 1'")
    try:
        dice = Dice.parse(value)
    except MathhammerError as error:
        raise MathhammerError(f"{quoted(written)}: {error.message}") from None
    if dice.maximum > 100:
        raise MathhammerError(f"{quoted(written)}: up to 100 is allowed")
    if kind == "melta" and dice.terms:
        raise MathhammerError(f"{quoted(written)}: Melta takes a number, not dice")
    return Ability(kind, dice)


def parse_weapon_ability(value: Any) -> Ability:
    """Read one weapon ability (W-3).

    Parameters
    ----------
    value : str or Ability
        ``"Lethal Hits"``, ``"twin-linked"``, ``"Sustained Hits D3"``,
        ``"Anti-Infantry 4+"``.

    Raises
    ------
    MathhammerError
        Unknown, or its value is missing or wrong; with the nearest match.
    NotModelledError
        Known, but not computed by this product.

    Examples
    --------
    >>> parse_weapon_ability("SUSTAINED HITS d3").kind
    'sustained hits'
    >>> print(parse_weapon_ability("anti-epic hero 2"))
    Anti-Epic Hero 2+
    """
    if isinstance(value, Ability):
        return value
    if not isinstance(value, str):
        raise MathhammerError(f"{quoted(value)} is not the name of an ability")
    written = value
    folded = fold(value[:200])
    folded = _SPELT.get(folded, folded)
    if folded in PLAIN or folded in INERT:
        return Ability(folded)
    if folded.startswith("anti "):
        keyword, _, threshold = folded[5:].rpartition(" ")
        several = any(kind in keyword for kind in (*PLAIN, *VALUED))  # a comma was forgotten
        if keyword and threshold.removesuffix("+").isdigit() and not several:
            try:
                return Ability("anti", None, parse_threshold(threshold, 2, 6), keyword)
            except MathhammerError as error:
                raise MathhammerError(f"{quoted(written)}: {error.message}") from None
        if "rend" not in folded:
            raise MathhammerError(
                f"{quoted(written)} is not of the form 'Anti-KEYWORD X+', like 'Anti-Infantry 4+'"
            )
    for kind in VALUED:
        if folded == kind or folded.startswith(kind + " "):
            return _dice_of(kind, folded[len(kind) :].strip(), written)
        if kind == "sustained hits" and folded.startswith("sustained hit "):
            return _dice_of(kind, folded[len(kind) :].strip(), written)
    first = folded.split(" ")[0]
    if first in UNMODELLED:
        raise NotModelledError(
            f"the ability {quoted(written)} is not modelled: {UNMODELLED[first]}"
        )
    if first == "stealth" or folded.startswith(("feel no pain", "lone op", "deadly dem")):
        raise MathhammerError(
            f"{quoted(written)} is an ability of a target, not of a weapon: write it there"
        )
    if _AOS.match(folded):
        raise MathhammerError(f'{quoted(written)} is an ability of Age of Sigmar (game = "aos")')
    raise MathhammerError(
        f"unknown ability {quoted(written)}{nearest(folded, _ALL_WEAPON)}; "
        f"known: {', '.join(sorted(_ALL_WEAPON))}"
    )


def parse_unit_ability(value: Any) -> Ability:
    """Read one ability of a target: Stealth, Lone Operative, Feel No Pain X+, Deadly Demise X.

    Raises
    ------
    MathhammerError
        Unknown, Feel No Pain without a threshold from 2+ to 6+, or Deadly Demise without a
        number or dice.

    Examples
    --------
    >>> parse_unit_ability("feel no pain 5+").threshold
    5
    """
    if isinstance(value, Ability):
        return value
    if not isinstance(value, str):
        raise MathhammerError(f"{quoted(value)} is not the name of an ability")
    folded = fold(value[:200])
    if folded in ("stealth", "lone operative"):
        return Ability(folded)
    if folded.startswith("feel no pain") or folded.startswith("fnp"):
        threshold = folded.removeprefix("feel no pain").removeprefix("fnp").strip()
        try:
            return Ability("feel no pain", None, parse_threshold(threshold, 2, 6))
        except MathhammerError as error:
            raise MathhammerError(f"{quoted(value)}: {error.message}") from None
    if folded == "deadly demise" or folded.startswith("deadly demise "):
        return _dice_of("deadly demise", folded[len("deadly demise") :].strip(), value)
    if folded in PLAIN or folded.split(" ")[0] in ("anti", "rapid", "sustained", "melta"):
        raise MathhammerError(
            f"{quoted(value)} is an ability of a weapon, not of a target: write it there"
        )
    raise MathhammerError(
        f"unknown ability {quoted(value)}{nearest(folded, UNIT_ABILITIES)}; "
        "a target has: Stealth, Lone Operative, Feel No Pain X+, Deadly Demise X"
    )
