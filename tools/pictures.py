"""Draw the pictures of the README: ``python tools/pictures.py`` writes docs/pictures/*.png.

They are charts of the library as they are, with fewer colours so that the files are small.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image

import mathhammer
from mathhammer.analysis.flow import flow
from mathhammer.analysis.sensitivity import sensitivity
from mathhammer.analysis.sweeps import sweep
from mathhammer.show import charts

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
COLOURS = 128

SQUAD = "10x rifle: A2 BS3+ S4 AP-1 D1 [Lethal Hits]"
LOADOUTS = [
    {"name": "Rifle squad", "weapons": ["10x rifle: A2 BS3+ S4 AP-1 D1"]},
    {"name": "Plasma squad", "weapons": ["8x rifle: A2 BS3+ S4 AP-1 D1",
                                         "2x plasma: A2 BS3+ S8 AP-3 D2"]},
    {"name": "Heat ray squad", "weapons": ["8x rifle: A2 BS3+ S4 AP-1 D1",
                                           "2x ray: A1 BS3+ S9 AP-4 DD6+2"]},
]  # fmt: skip
TURN = {
    "gap": 13,
    "units": {
        "Squad": {"side": "first", "models": 5, "toughness": 4, "save": "3+", "wounds": 2,
                  "move": 6, "weapons": ["5x A2 BS3+ S4 AP-1 D1", "5x A4 WS3+ S4 AP-1 D1"]},
        "Mob": {"side": "second", "models": 10, "toughness": 5, "save": "5+", "wounds": 1,
                "leadership": "7+", "weapons": ["10x A2 WS3+ S4 AP-1 D1"]},
    },
    "step": [
        {"do": "shoot", "by": "Squad", "at": "Mob"},
        {"do": "move", "by": "Squad", "toward": "Mob"},
        {"do": "charge", "by": "Squad", "at": "Mob", "reroll": "failed"},
        {"do": "fight", "by": ["Squad", "Mob"], "if": "charged"},
        {"do": "battleshock", "by": "Mob"},
    ],
}  # fmt: skip


def curves() -> Any:
    """Draw loadouts against targets, as at-least curves."""
    return charts.plot_comparison(mathhammer.compare(LOADOUTS, ["10x meq", "veq"]))


def matrix() -> Any:
    """Draw loadouts against targets, round the first loadout."""
    return charts.plot_matrix(mathhammer.compare(LOADOUTS, ["geq", "10x meq", "teq", "veq"]))


def break_points() -> Any:
    """Draw strength over toughness: the break points of the wound table."""
    fields = {"attacker.weapons.0.strength": [*range(3, 11)], "target.toughness": [*range(3, 12)]}
    return charts.plot_sweep(sweep("20x A1 BS3+ S4 AP0 D1", "20x T4 W1 Sv-", fields))


def waterfall() -> Any:
    """Draw where the damage goes."""
    return charts.plot_waterfall(flow(mathhammer.attack(SQUAD, "5x T4 Sv3+ W2 5+++")))


def tornado() -> Any:
    """Draw one better and worse of each characteristic."""
    return charts.plot_tornado(sensitivity(mathhammer.attack(SQUAD, "5x T4 Sv3+ W2 5+++")))


def tree() -> Any:
    """Draw the branches of a turn."""
    return charts.plot_tree(mathhammer.turn(TURN))


PICTURES: dict[str, Callable[[], Any]] = {
    "curves": curves, "matrix": matrix, "break-points": break_points, "waterfall": waterfall,
    "tornado": tornado, "tree": tree,
}  # fmt: skip


def write(folder: Path) -> list[Path]:
    """Draw all pictures into a folder and return their files."""
    folder.mkdir(exist_ok=True)
    written = []
    for name, draw in PICTURES.items():
        path = folder / f"{name}.png"
        image = Image.open(io.BytesIO(charts.picture(draw(), ".png"))).convert("RGB")
        image.quantize(COLOURS).save(path, optimize=True)
        written.append(path)
    return written


if __name__ == "__main__":
    for made in write(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER):
        print(f"{made.name}: {made.stat().st_size // 1024} kB")
