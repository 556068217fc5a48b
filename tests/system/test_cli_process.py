"""The command line as a process: exit statuses, pipes, encodings, signals, start-up."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from support.command import POSIX, process, refused

pytestmark = pytest.mark.slow

BOLTS = "10x bolt rifle: A2 BS3+ S4 AP-1 D1 [Lethal Hits]"


def test_exit_statuses_of_the_process(squads):
    status, out, err = process("run", squads, "--json")
    assert (status, err) == (0, "") and len(json.loads(out)) == 4
    refused(process("run", squads, "no.toml"), "no.toml")
    refused(
        process("reroll", "A2 BS3+ S4 D1", "--at", "meq", "--engine", "montecarlo"), "not modelled"
    )


def test_a_pipe_gets_plain_text_of_eighty_columns(squads):
    for words in (["run", squads], ["compare"], ["targets"], ["attack", BOLTS, "--at", "veq"]):
        status, out, _ = process(*words)
        assert status == 0 and "\x1b" not in out
        assert 60 <= max(map(len, out.splitlines())) <= 80
        narrow = process(*words, env={**os.environ, "COLUMNS": "60"})[1]
        assert max(map(len, narrow.splitlines())) <= 60


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_poor_encoding_is_no_reason_to_fail(tmp_path, encoding):
    path = tmp_path / "n.json"
    scenario = {
        "attacker": {"name": "\u4e2d \u00e9", "weapons": ["A2 BS3+ S4 D1"]},
        "target": "meq",
    }
    path.write_text(json.dumps(scenario))
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    for words in (
        ["run", path],
        ["compare", path],
        ["compare", "--example"],
        ["run", path, "--json"],
    ):
        done = subprocess.run(
            [sys.executable, "-m", "mathhammer", *map(str, words)],
            capture_output=True, env=environment, timeout=60,
        )  # fmt: skip
        assert done.returncode == 0 and done.stderr == b""
        done.stdout.decode(encoding)


@POSIX
def test_a_reader_that_leaves_is_no_error(squads):
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-m", "mathhammer", "run", squads], stdout=write, stderr=subprocess.PIPE,
        timeout=60,
    )  # fmt: skip
    os.close(write)
    assert done.returncode == 1 and done.stderr == b""


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_full_disk_is_said_in_one_sentence(squads):
    for words in (["run", squads], ["--help"], ["attack", "--help"], ["--version"]):
        with open("/dev/full", "w") as full:
            done = subprocess.run(
                [sys.executable, "-m", "mathhammer", *words], stdout=full,
                stderr=subprocess.PIPE, text=True, timeout=60,
            )  # fmt: skip
        assert done.returncode == 1 and done.stderr.count("\n") == 1
        assert "can't be printed: No space left" in done.stderr


@POSIX
def test_ctrl_c_is_quiet():
    code = (
        "import signal, sys, time; from mathhammer.cli import main as cli\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from mathhammer.cli.commands.attack import Attack\n"
        "def wait(*_): print('ready', flush=True); time.sleep(30)\n"
        "Attack.run = wait\n"
        "sys.exit(cli.main(['attack', 'A2', '--at', 'meq']))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout.readline() == "ready\n"
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=20)
        assert (running.returncode, out, err) == (130, "", "")


def test_only_what_is_needed_is_loaded(tmp_path):
    heavy = ["pandas", "matplotlib", "scipy", "numba", "rich.progress", "rich.markdown",
             "rich.syntax", "rich.traceback", "rich.pretty", "pygments"]  # fmt: skip
    code = (
        "import sys; from mathhammer.cli.main import main; status = main(sys.argv[1:]);"
        f"print(status, [m for m in {heavy!r} if m in sys.modules], file=sys.stderr)"
    )
    for words in (
        ["attack", BOLTS, "--at", "meq", "--csv", str(tmp_path / "x.csv")],
        ["compare"],
        ["targets"],
    ):
        done = subprocess.run(
            [sys.executable, "-c", code, *words], capture_output=True, text=True, check=True
        )
        assert done.stderr == "0 []\n"
    code = code.replace(f"{heavy!r}", f"{[*heavy, 'rich']!r}")
    words = ["attack", BOLTS, "--at", "meq", "--json"]
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True)
    assert done.stderr == "0 []\n"


@pytest.mark.slow
def test_start_up_is_a_small_multiple_of_numpy(tmp_path):
    """An attack in a new process against ``import numpy``: 2 is the goal, 3 the limit."""
    kept = {**os.environ, "PYTHONPYCACHEPREFIX": str(tmp_path)}  # compiled files, as installed
    kept.pop("PYTHONDONTWRITEBYTECODE", None)

    def seconds(*words):
        start = time.perf_counter()
        subprocess.run([sys.executable, *words], stdout=subprocess.DEVNULL, check=True, env=kept)
        return time.perf_counter() - start

    ours = ["-m", "mathhammer", "attack", BOLTS, "--at", "5x meq"]
    seconds(*ours)
    # The fastest of several, taken in turns: what else the machine does only adds.
    pairs = [(seconds("-c", "import numpy"), seconds(*ours)) for _ in range(7)]
    numpy_alone, whole = (min(times) for times in zip(*pairs, strict=True))
    assert whole < 3 * numpy_alone


def test_an_attack_loads_a_part_of_the_program():
    """Modules are most of what the start takes; a table of abilities is one, of small files."""
    code = (
        "import sys; from mathhammer.cli.main import main; main(sys.argv[1:]);"
        "every = [m for m in sys.modules if '.abilities.' not in m];"
        "ours = [m for m in every if m.startswith('mathhammer')];"
        "print(len(ours), len(every), file=sys.stderr)"
    )
    words = [sys.executable, "-c", code, "attack", BOLTS, "--at", "5x meq"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    ours, every = map(int, done.stderr.split())
    assert ours <= 116
    assert every <= 380
