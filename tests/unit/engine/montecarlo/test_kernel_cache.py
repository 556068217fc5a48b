"""Kernels are compiled once and kept; where they can't be kept, they work and say so.

A kernel of one line, compiled and kept by the same code as the real ones, so that each
case takes a second and not half a minute. It stands in a package of its own, whose folder
is made unfit by a file where the cache's folder would be: that stops root, too.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import filelock
import pytest
from support.command import POSIX
from support.montecarlo_scenarios import written
from support.paths import ROOT, TESTS

from mathhammer.engine.montecarlo.simulate import Settings

pytestmark = pytest.mark.slow

KERNEL = """
from mathhammer.engine import jit

@jit.{decorator}
def twice(x):
    return 2 * x

if __name__ == "__main__":
    print(twice(21), twice(4), twice(1.5))
"""
COMPILING = (
    "mathhammer: compiling the kernels, which is done once (`mathhammer warm` does all of it) ...\n"
)
COMPILED = r"mathhammer: compiled in \d+\.\d s\n"
UNKEPT = (
    r"mathhammer: compiled in \d+\.\d s; it can't be kept, because no folder for it can be "
    r"written to \(NUMBA_CACHE_DIR names another\)\n"
)
#: Once for whole numbers and once for others.
TWICE = f"({re.escape(COMPILING)}{COMPILED}){{2}}"


class Place:
    """A folder with a module that holds a kernel, and places for what is compiled."""

    def __init__(self, folder: Path, decorator: str = "bare_entry") -> None:
        self.folder = folder
        self.module = folder / "kernel_of_a_test.py"
        self.module.write_text(KERNEL.format(decorator=decorator))
        self.file = folder / "a file"
        self.file.write_text("")
        self.environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(ROOT),
                                           os.environ.get("PYTHONPATH", "")]),
            # Folders of the user, which Numba takes where the source's own is unfit.
            "HOME": str(self.file), "XDG_CACHE_HOME": str(self.file),
            "LOCALAPPDATA": str(self.file),
        }  # fmt: skip
        self.environment.pop("NUMBA_CACHE_DIR", None)

    def run(self, **environment: str) -> str:
        """Return what a new process says on standard error."""
        done = subprocess.run(
            [sys.executable, "-W", "error", str(self.module)], capture_output=True, text=True,
            timeout=120, env={**self.environment, **environment}, cwd=self.folder,
        )  # fmt: skip
        assert (done.returncode, done.stdout) == (0, "42 8 3.0\n"), done.stderr
        return done.stderr

    def kept(self, ending: str) -> list[Path]:
        return sorted(self.folder.rglob(f"*.{ending}"))


@pytest.fixture
def place(tmp_path):
    return Place(tmp_path)


def test_the_first_process_compiles_and_says_so_once(tmp_path):
    place = Place(tmp_path, "entry")
    assert re.fullmatch(TWICE, place.run())
    assert place.kept("nbi") and len(place.kept("nbc")) == 2
    assert place.run() == ""
    with place.module.open("a") as file:  # a changed source is compiled again
        file.write("# changed\n")
    assert re.fullmatch(TWICE, place.run())


def test_of_processes_at_once_one_compiles_each_kernel(place):
    with ThreadPoolExecutor(3) as pool:
        texts = [*pool.map(lambda _: place.run(), range(3))]
    assert "".join(texts).count(COMPILING) == 2, texts  # once for each type
    assert place.run() == ""


def test_numba_cache_dir_is_where_it_is_kept(place):
    folder = place.folder / "elsewhere"
    assert re.fullmatch(TWICE, place.run(NUMBA_CACHE_DIR=str(folder)))
    assert list(folder.rglob("*.nbc")) and not (place.folder / "__pycache__").exists()
    assert place.run(NUMBA_CACHE_DIR=str(folder)) == ""


def test_a_cache_dir_that_is_no_folder_is_passed_over(place):
    """It is kept beside the source then, and the second process finds it."""
    unfit = {"NUMBA_CACHE_DIR": str(place.file)}
    assert re.fullmatch(TWICE, place.run(**unfit)) and place.run(**unfit) == ""


def test_an_unwritable_install_keeps_it_in_the_users_folder(place):
    (place.folder / "__pycache__").write_text("")
    mine = place.folder / "mine"
    users = {"HOME": str(mine), "XDG_CACHE_HOME": str(mine), "LOCALAPPDATA": str(mine)}
    assert re.fullmatch(TWICE, place.run(**users)) and place.run(**users) == ""
    assert list(mine.rglob("*.nbc"))


def test_where_nothing_can_be_written_it_works_and_says_so(place):
    """Neither beside the source, nor in the user's folder, nor where NUMBA_CACHE_DIR says."""
    (place.folder / "__pycache__").write_text("")
    for more in ({}, {"NUMBA_CACHE_DIR": str(place.file)}):
        assert re.fullmatch(f"({re.escape(COMPILING)}{UNKEPT}){{2}}", place.run(**more))


def test_broken_files_are_compiled_again(place):
    """Empty, cut off, or of something else: the next process mends them."""
    place.run()
    for ending, content in (("nbi", b""), ("nbi", None), ("nbc", None), ("nbc", b"xxx")):
        for path in place.kept(ending):
            whole = path.read_bytes()
            path.write_bytes(whole[: len(whole) // 2] if content is None else content)
        assert COMPILING in place.run(), (ending, content)
    assert place.run() == ""


def test_the_real_kernels_are_kept_for_the_next_process():
    script = TESTS / "support" / "montecarlo_scenarios.py"
    for name in ("plain", "a turn"):  # if they weren't compiled before, they are now
        written(name, Settings(1, trials=100))
    done = subprocess.run(
        [sys.executable, str(script), "100", "1"], capture_output=True, text=True, check=True,
        timeout=300,
    )  # fmt: skip
    assert done.stderr == ""


INTERRUPTED = """
import os, signal
from mathhammer.engine import jit

def said(message, say=jit.say):
    say(message)
    if message.startswith("compiling"):
        os.kill(os.getpid(), signal.SIGINT)

jit.say = said
from kernel_of_a_test import twice

try:
    print("not interrupted", twice(21))
except KeyboardInterrupt:
    print("interrupted")
print(twice(21))
"""
WAITING = """
from kernel_of_a_test import twice

print("calling", flush=True)
twice(21)
"""


@POSIX
def test_an_interrupt_while_compiling_is_raised_once_it_is_compiled(place):
    """Not lost, and no fault of the code; what was compiled is there for the next call."""
    (place.folder / "script.py").write_text(INTERRUPTED)
    done = subprocess.run(
        [sys.executable, "script.py"], capture_output=True, text=True, timeout=120,
        env=place.environment, cwd=place.folder,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "interrupted\n42\n"), done.stderr
    assert re.fullmatch(f"{re.escape(COMPILING)}{COMPILED}", done.stderr)


@POSIX
def test_an_interrupt_ends_waiting_for_another_process_that_compiles(place):
    place.run()
    locks = [path.with_suffix(".lock") for path in place.kept("nbi")]
    for path in (*place.kept("nbi"), *place.kept("nbc")):
        path.unlink()
    (place.folder / "script.py").write_text(WAITING)
    with ExitStack() as held:
        for path in locks:
            held.enter_context(filelock.FileLock(path))
        process = subprocess.Popen(
            [sys.executable, "script.py"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, env=place.environment, cwd=place.folder,
        )  # fmt: skip
        assert process.stdout.readline() == "calling\n"
        time.sleep(1)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=30)
    assert process.returncode != 0 and "KeyboardInterrupt" in said and COMPILING not in said
