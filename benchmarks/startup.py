"""Wall time of the command in a new process, beside `python -c "import numpy"`.

    python benchmarks/startup.py

Turn by turn, medians, and their ratio. The compiled files of Python are kept in a folder of
the benchmark's own, as those of an installed program are: a shell may have switched them off.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time

ATTACK = ["attack", "10x A2 BS3+ S4 AP-1 D1 [Heavy]", "2x A1 BS3+ S9 AP-4 DD6 [Melta 2]"]
COMMANDS = {
    "import numpy": ["-c", "import numpy"],
    "import mathhammer": ["-c", "import mathhammer"],
    "mathhammer attack": ["-m", "mathhammer", *ATTACK, "--at", "5x meq"],
    "mathhammer attack --json": ["-m", "mathhammer", *ATTACK, "--at", "5x meq", "--json"],
    "mathhammer compare": ["-m", "mathhammer", "compare"],
}


def main() -> None:
    """Print the table."""
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    environment = {**os.environ, "COLUMNS": "80"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as folder:
        environment["PYTHONPYCACHEPREFIX"] = folder
        for turn in range(31):
            for name, command in COMMANDS.items():
                start = time.perf_counter()
                subprocess.run(
                    [sys.executable, *command], check=True, capture_output=True, env=environment
                )
                if turn:  # the first one compiles
                    times[name].append(time.perf_counter() - start)
    base = statistics.median(times["import numpy"])
    for name, seconds in times.items():
        median = statistics.median(seconds)
        print(f"{name:28} {median * 1e3:7.1f} ms {median / base:6.2f}x")


if __name__ == "__main__":
    main()
