"""The names of all weapon abilities, as the tests know them: the tables must agree."""

from __future__ import annotations

#: Weapon abilities of Warhammer 40,000 without a value, with a number or dice, without effect.
PLAIN = (
    "assault", "ignores cover", "twin linked", "pistol", "torrent", "lethal hits", "lance",
    "indirect fire", "precision", "blast", "heavy", "hazardous", "extra attacks",
    "devastating wounds", "conversion",
)  # fmt: skip
VALUED = ("rapid fire", "sustained hits", "melta")
INERT = ("psychic", "one shot")
#: The Crit abilities of Age of Sigmar, of which one applies, and how they are written.
CRITS = {
    "crit mortal": "Crit (Mortal)",
    "crit 2 hits": "Crit (2 Hits)",
    "crit auto wound": "Crit (Auto-wound)",
}
