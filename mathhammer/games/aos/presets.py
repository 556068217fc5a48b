"""Built-in targets of Age of Sigmar: numbers that stand for what players often attack.

Each row says what it stands for in general words. `models` is the smaller of the usual sizes.
"""

from functools import partial

from mathhammer.games.presets import Preset, preset

#: Where the numbers stand in time, shown beside the list.
DATED = "August 2026, 4th edition"
_row = partial(preset, ("models", "health", "save"))
PRESETS: dict[str, Preset] = {
    "chaff": _row((20, 1, "5+"), "rats, the cheapest infantry", "Infantry"),
    "skeleton": _row((10, 1, "5+"), "walking bones", "Infantry", ward="6+"),
    "line": _row((10, 1, "4+"), "free people with shields", "Infantry"),
    "daemon": _row((10, 2, "5+"), "lesser daemons", "Infantry", ward="6+"),
    "plague": _row((10, 2, "6+"), "plague daemons, ghosts", "Infantry", ward="5+"),
    "saurus": _row((10, 2, "4+"), "scaled warriors", "Infantry"),
    "heavy": _row((5, 2, "3+"), "armoured battleline", "Infantry"),
    "brute": _row((5, 3, "3+"), "big armoured fighters", "Infantry"),
    "anvil": _row((3, 3, "2+"), "the best armour on foot", "Infantry"),
    "ogor": _row((6, 4, "5+"), "large and hardly armoured", "Infantry"),
    "cavalry": _row((5, 4, "3+"), "armoured riders", "Cavalry"),
    "monster": _row((1, 14, "4+"), "beast with a howdah", "Monster"),
    "boss": _row((1, 18, "3+"), "leader on a great beast", "Hero, Monster"),
    "greater-daemon": _row((1, 20, "4+"), "greater daemon", "Hero, Monster", ward="5+"),
    "gargant": _row((1, 35, "4+"), "giant", "Monster"),
}
