"""The command line in a process of its own, and what a refusal looks like."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import Any

import pytest

POSIX = pytest.mark.skipif(os.name != "posix", reason="pipes and signals of POSIX")

#: What a call of the command line ends with: its exit status, standard output and error.
Outcome = tuple[int, str, str]


def refused(outcome: Outcome, *words: str) -> str:
    """Check that something was wrong input: one sentence with these words, and nothing else."""
    status, out, err = outcome
    assert (status, out) == (2, ""), outcome
    assert err.startswith("mathhammer: ") and err.count("\n") == 1 and err.endswith("\n"), err
    assert "Traceback" not in err and err.strip().isprintable(), err
    for word in words:
        assert word in err, err
    return err


def process(*words: object, **options: Any) -> Outcome:
    """Run the command line as a user does."""
    done = subprocess.run(
        [sys.executable, "-m", "mathhammer", *map(str, words)],
        capture_output=True, text=True, timeout=60, **options,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


#: Take Ctrl-C as a terminal's shell gives it (a shell ignores it for what runs behind), and
#: say when trials are being played.
WATCH = """
import json, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
import mathhammer
from mathhammer.cli import main as cli
from mathhammer.core.progress import Progress
seen, before = [], Progress.trials
def trials(self, done, total):
    if done and not seen:
        seen.append(done)
        print("playing", file=sys.stderr, flush=True)
    before(self, done, total)
Progress.trials = trials
"""
#: A program that is the command line.
COMMAND_LINE = "sys.exit(cli.main(sys.argv[1:]))"


def interrupted(program: str, *words: str) -> Outcome:
    """Run a program that follows `WATCH`, and press Ctrl-C as soon as trials are played."""
    with subprocess.Popen(
        [sys.executable, "-c", WATCH + program, *words], stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True,
    ) as running:  # fmt: skip
        assert running.stderr is not None
        lines = []
        while "playing" not in (line := running.stderr.readline()):
            assert line, lines
            lines.append(line)  # a kernel may be compiled first
        running.send_signal(signal.SIGINT)
        try:
            out, err = running.communicate(timeout=60)
        finally:
            running.kill()
        return running.returncode, out, err
