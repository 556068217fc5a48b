"""The closed vocabulary of weapon abilities of Age of Sigmar, as values (A-3).

What is not in the vocabulary is an error with the nearest match: an ability is never
dropped in silence.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from mathhammer.core.errors import MathhammerError, nearest, quoted
from mathhammer.core.text import fold


class Ability(NamedTuple):
    """One ability of a weapon.

    Attributes
    ----------
    kind : str
        ``"crit mortal"``, ``"crit 2 hits"``, ``"crit auto wound"``, ``"anti"``,
        ``"charge"``, ``"companion"`` or ``"shoot in combat"``.
    bonus : int
        Rend of Anti-X, damage of Charge; else 0.
    keyword : str
        Of Anti-X, folded; else empty.
    """

    kind: str
    bonus: int = 0
    keyword: str = ""

    def __str__(self) -> str:
        if self.kind == "anti":
            return f"Anti-{self.keyword.title()} (+{self.bonus} Rend)"
        if self.kind == "charge":
            return f"Charge (+{self.bonus} Damage)"
        return WRITTEN[self.kind]


#: The Crit abilities, of which one applies.
CRITS = ("crit mortal", "crit 2 hits", "crit auto wound")
WRITTEN = {
    "crit mortal": "Crit (Mortal)",
    "crit 2 hits": "Crit (2 Hits)",
    "crit auto wound": "Crit (Auto-wound)",
    "companion": "Companion",
    "shoot in combat": "Shoot in Combat",
}
#: What the keyword of Anti-X may be instead of a keyword: a condition.
CHARGED = ("charge", "charged")

_ANTI = re.compile(r"(?:anti|anit) (.+?) ?\(? ?\+? ?([0-9]+) rend ?\)?")
_CHARGE = re.compile(r"charge ?\(? ?\+? ?([0-9]+) (?:damage|dmg) ?\)?")
_ALL = (*(name.casefold() for name in WRITTEN.values()), "anti-keyword (+1 rend)",
        "charge (+1 damage)")  # fmt: skip
_WH40K = re.compile(
    r"(lethal hits|sustained hits|devastating wounds|rapid fire|twin linked|torrent|blast|melta"
    r"|heavy|assault|pistol|hazardous|precision|lance|indirect fire|ignores cover|extra attacks"
    r"|anti .+ [2-6]\+?$)"
)


def parse_crit(value: Any) -> str:
    """Read which Crit ability is used: its name, or what stands between its brackets.

    Examples
    --------
    >>> parse_crit("2 Hits"), parse_crit("Crit (Auto-wound)")
    ('crit 2 hits', 'crit auto wound')
    """
    if not isinstance(value, str):
        raise MathhammerError(f"{quoted(value)} is not the name of a Crit ability")
    words = fold(value[:200]).replace("(", " ").replace(")", " ").split()
    name = " ".join(["crit", *(w for w in words if w != "crit")]).replace("two hits", "2 hits")
    name = name.replace("autowound", "auto wound").removesuffix(" damage")
    if name in CRITS:
        return name
    hint = nearest(name, CRITS)
    raise MathhammerError(
        f"{quoted(value)} is not a Crit ability{hint}; allowed: Mortal, 2 Hits, Auto-wound"
    )


def parse_weapon_ability(value: Any) -> Ability:
    """Read one weapon ability of Age of Sigmar (A-3).

    Parameters
    ----------
    value : str or Ability
        ``"Crit (Mortal)"``, ``"Anti-Infantry (+1 Rend)"``, ``"Charge (+1 Damage)"``,
        ``"Companion"``, ``"Shoot in Combat"``; case, hyphens and blanks are free.

    Raises
    ------
    MathhammerError
        Unknown, or its value is missing or wrong; with the nearest match.

    Examples
    --------
    >>> parse_weapon_ability("anti-war machine (+1 rend)")
    Ability(kind='anti', bonus=1, keyword='war machine')
    >>> print(parse_weapon_ability("CRIT (2 hits)"))
    Crit (2 Hits)
    """
    if isinstance(value, Ability):
        return value
    if not isinstance(value, str):
        raise MathhammerError(f"{quoted(value)} is not the name of an ability")
    folded = fold(value[:200])
    if folded in ("companion", "shoot in combat"):
        return Ability(folded)
    if folded.startswith("crit"):
        return Ability(parse_crit(value))
    anti = _ANTI.fullmatch(folded)
    if anti:
        return Ability("anti", _bonus(value, anti[2]), anti[1].strip())
    charge = _CHARGE.fullmatch(folded)
    if charge:
        return Ability("charge", _bonus(value, charge[1]))
    if _WH40K.match(folded):
        raise MathhammerError(f'{quoted(value)} is an ability of Warhammer 40,000 (game = "wh40k")')
    for start, form in (("anti", "Anti-Infantry (+1 Rend)"), ("charge", "Charge (+1 Damage)")):
        if folded.startswith(start):
            raise MathhammerError(f"{quoted(value)} is not of the form {form!r}")
    raise MathhammerError(
        f"unknown ability {quoted(value)}{nearest(folded, _ALL)}; known: "
        f"{', '.join([*WRITTEN.values(), 'Anti-KEYWORD (+1 Rend)', 'Charge (+1 Damage)'])}"
    )


def _bonus(written: Any, digits: str) -> int:
    bonus = int(digits) if len(digits) < 4 else 0
    if not 1 <= bonus <= 20:
        raise MathhammerError(f"{quoted(written)}: a bonus is from 1 to 20")
    return bonus
