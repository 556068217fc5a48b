"""Draw the pictures of the papers: ``python tools/pictures.py`` writes docs/pictures/*.png.

They are charts of the library as they are, with fewer colours so that the files are small.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

import mathhammer
from mathhammer import heroes
from mathhammer.analysis.attribution import attribution
from mathhammer.analysis.durability import hammers_and_anvils
from mathhammer.analysis.flow import flow
from mathhammer.analysis.howmany import how_many
from mathhammer.analysis.optimise import choose
from mathhammer.analysis.saves import against_saves
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


def dots() -> Any:
    """Draw many loadouts over a mix of targets, the best on top."""
    units = [
        {"name": f"{n} guns of strength {s}", "weapons": f"{n}x A2 BS3+ S{s} AP-{s // 4} D{d}"}
        for n in range(2, 8) for s, d in zip((3, 4, 5, 6, 8) * 3, range(1, 16), strict=True)
    ]  # fmt: skip
    targets = mathhammer.compare(units, ["5x meq", "20x geq", "veq"])
    return charts.plot_dots(targets, shares=[0.5, 0.3, 0.2])


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


def result() -> Any:
    """Draw one match-up: models slain, exactly and at least."""
    return charts.plot_result(mathhammer.attack(SQUAD, "10x meq"))


def one_axes() -> Any:
    """Draw several match-ups on one Axes."""
    results = [mathhammer.attack(squad, "10x meq") for squad in LOADOUTS]
    return charts.plot_curves(results, curve="exactly")


def ridge() -> Any:
    """Draw distributions below one another."""
    return charts.plot_ridge([mathhammer.attack(squad, "10x meq") for squad in LOADOUTS])


def anvils() -> Any:
    """Draw damage against effective wounds, for 100 points."""
    units = [{**squad, "points": points, "models": 10, "toughness": 4, "save": "3+", "wounds": 2}
             for squad, points in zip(LOADOUTS, (160, 180, 195), strict=True)]  # fmt: skip
    units.append({"name": "Light infantry", "points": 65, "models": 10, "toughness": 3,
                  "save": "5+", "wounds": 1, "weapons": ["10x A2 BS4+ S3 AP0 D1"]})  # fmt: skip
    return charts.plot_hammers_and_anvils(hammers_and_anvils(units, "50 % meq, 50 % geq"))


def one_field() -> Any:
    """Draw one swept field as curves."""
    return charts.plot_sweep(sweep(SQUAD, "10x meq", {"target.toughness": [*range(3, 11)]}))


def shares() -> Any:
    """Draw what each ability and modifier is worth."""
    text = "10x rifle: A2 BS3+ S4 AP-1 D1 [Lethal Hits, Sustained Hits 1, +1 to wound]"
    return charts.plot_shares(attribution(mathhammer.attack(text, "10x meq")))


def how_many_shots() -> Any:
    """Draw P(destroyed) by so many shots."""
    result = mathhammer.attack("1x lascannon: A1 BS3+ S12 AP-3 DD6+1", "veq")
    return charts.plot_how_many(how_many(result, "shots"))


def choice() -> Any:
    """Draw the best mixes of weapon options."""
    # fmt: off
    options = [{"weapons": "plasma: A1 BS3+ S8 AP-3 D2", "most": 2, "replaces": "rifle"},
               {"weapons": "melta: A1 BS3+ S9 AP-4 DD6", "most": 2, "replaces": "rifle"}]
    # fmt: on
    unit = {"weapons": ["5x rifle: A2 BS3+ S4 AP-1 D1"]}
    return charts.plot_choice(choose(unit, options, "60 % meq, 40 % veq"))


def saves() -> Any:
    """Draw the mean damage over the save."""
    return charts.plot_saves(against_saves("10x blade: 2/3+/4+/1/D3 [Crit (Mortal)]"))


def grids() -> Any:
    """Draw the difference of two loadouts over toughness and save."""
    plasma, ray = "3x plasma: A2 BS3+ S8 AP-3 D2", "1x ray: A2 BS3+ S12 AP-3 DD6+1"
    return charts.plot_target_grid(mathhammer.grid(plasma, minus=ray, wounds=3, models=5))


def units() -> Any:
    """Draw how many models each unit of a turn has left."""
    return charts.plot_turn(mathhammer.turn(TURN))


def check() -> Any:
    """Draw a check: the roll of a charge."""
    return charts.plot_check(mathhammer.check("charge", needed=9, reroll="failed"))


def slots() -> Any:
    """Draw when to act in the dice game, and what a turn brings."""
    return heroes.turn().plot()


def advice() -> Any:
    """Draw what each way to go on with some dice is worth."""
    return heroes.turn(rolled="1 1 3 4 6 2").plot()


def games() -> Any:
    """Draw the scores of whole games, and how long they last."""
    return heroes.play("best", "stop at 3", rows=4, trials=20_000, seed=1).plot()


PICTURES: dict[str, Callable[[], Any]] = {
    "result": result, "one-axes": one_axes, "curves": curves, "matrix": matrix, "dots": dots,
    "ridge": ridge,
    "anvils": anvils, "one-field": one_field, "break-points": break_points, "tornado": tornado,
    "waterfall": waterfall, "shares": shares, "how-many": how_many_shots, "choice": choice,
    "saves": saves, "grid": grids, "units": units, "tree": tree, "check": check, "slots": slots,
    "advice": advice, "games": games,
}  # fmt: skip


def write(folder: Path) -> list[Path]:
    """Draw all pictures into a folder and return their files."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, draw in PICTURES.items():
        path = folder / f"{name}.png"
        axes = draw()
        sheet = np.array(axes) if isinstance(axes, list) else axes
        image = Image.open(io.BytesIO(charts.picture(sheet, ".png"))).convert("RGB")
        image.quantize(COLOURS).save(path, optimize=True)
        written.append(path)
    return written


if __name__ == "__main__":
    for made in write(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER):
        print(f"{made.name}: {made.stat().st_size // 1024} kB")
