"""Built-in targets of Warhammer 40,000: numbers that stand for what players often attack.

Each row says what it stands for in general words. `models` is the smaller of the usual sizes.
"""

from functools import partial

from mathhammer.games.presets import Preset, preset

#: Where the numbers stand in time, shown beside the list.
DATED = "June 2026, the last state of 10th edition"
_row = partial(preset, ("models", "toughness", "save", "wounds"))
PRESETS: dict[str, Preset] = {
    "geq": _row((10, 3, "5+", 1), "guard infantry with rifles", "Infantry"),
    "chaff": _row((10, 3, "6+", 1), "cultists, the cheapest infantry", "Infantry"),
    "ork": _row((10, 5, "5+", 1), "a mob of tough infantry", "Infantry"),
    "horde-fnp": _row((10, 4, "7+", 1), "shambling dead", "Infantry", feel_no_pain="5+"),
    "necron": _row((10, 4, "4+", 1), "metal infantry", "Infantry"),
    "meq": _row((5, 4, "3+", 2), "power-armoured battleline", "Infantry"),
    "meq-inv": _row((3, 4, "3+", 3), "power armour with shields", "Infantry", invulnerable="4+"),
    "gravis": _row((3, 6, "3+", 3), "heavy power armour", "Infantry"),
    "teq": _row((5, 5, "2+", 3), "heavy elite armour", "Infantry", invulnerable="4+"),
    "custodes": _row((4, 6, "2+", 3), "golden guardians", "Infantry", invulnerable="4+"),
    "bike": _row((3, 5, "3+", 4), "armoured bikes", "Mounted"),
    "rhino": _row((1, 9, "3+", 10), "armoured transport, light vehicle", "Vehicle"),
    "armiger": _row((1, 9, "3+", 14), "small walker knight", "Vehicle", invulnerable_ranged="5+"),
    "dread": _row((1, 10, "2+", 12), "heavy walker", "Vehicle"),
    "veq": _row((1, 10, "3+", 12), "battle tank, medium vehicle", "Vehicle"),
    "leman-russ": _row((1, 11, "2+", 13), "heavy battle tank", "Vehicle"),
    "land-raider": _row((1, 12, "2+", 16), "heaviest tank", "Vehicle"),
    "monster": _row((1, 10, "2+", 10), "leader beast with a shield", "Monster", invulnerable="4+"),
    "keq": _row(
        (1, 11, "3+", 26), "big walker knight", "Vehicle, Titanic", invulnerable_ranged="5+"
    ),
    "ctan": _row(
        (1, 11, "3+", 16),
        "star god, halves damage",
        "Monster, Character",
        invulnerable="4+",
        feel_no_pain="5+",
        modifiers={"halve_damage": True},
    ),
}
