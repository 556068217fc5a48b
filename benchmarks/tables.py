"""Two hundred loadouts against sixty targets: how long the answer takes beside the numbers.

    python benchmarks/tables.py

Each form is made of a comparison that was just computed.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from scenarios import random_loadouts, targets

import mathhammer
from mathhammer.cli.main import main as command_line

LOADOUTS, TARGETS = 200, 60


def timed(call: Callable[[], Any]) -> float:
    """Return the seconds that a call takes."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def main() -> None:
    """Print the table."""
    weapons = [
        {"name": f"squad {i}", "points": 100, "weapons": [weapon]}
        for i, weapon in enumerate(random_loadouts(LOADOUTS))
    ]
    units = [{**unit, "points": 90} for unit in targets(TARGETS)]

    def computed() -> mathhammer.Comparison:
        return mathhammer.compare(weapons, units)

    computed().table()  # compiles the kernel, loads pandas
    computing = min(timed(computed) for _ in range(3))
    print(f"computing {LOADOUTS * TARGETS} match-ups: {computing:.2f} s")
    forms: dict[str, Callable[[Any], Any]] = {
        "table()": lambda both: both.table(),
        'table("all")': lambda both: both.table("all"),
        "JSON": lambda both: json.dumps(both.to_dict()),
        "text()": lambda both: both.text(),
        "in a notebook": lambda both: both._repr_html_(),
    }
    for name, form in forms.items():
        both = computed()
        seconds = timed(lambda form=form, both=both: form(both))
        print(f"{name}: {seconds:.2f} s")
    with TemporaryDirectory() as folder, redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        path = Path(folder, "all.json")
        path.write_text(json.dumps({"attacker": weapons, "target": units}), encoding="utf-8")
        words = ["compare", str(path), "--csv"]
        printed = timed(lambda: command_line(words[:2]))
        usual = timed(lambda: command_line([*words, str(path.with_suffix(".csv"))]))
    print(f"compare FILE: {printed:.2f} s; with --csv PATH: {usual:.2f} s (all in all)")


if __name__ == "__main__":
    main()
