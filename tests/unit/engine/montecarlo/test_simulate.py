"""How long a simulation plays, how it ends, and who is told meanwhile."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time

import pytest
from support.command import COMMAND_LINE, POSIX, interrupted
from support.montecarlo_scenarios import SCENARIOS

import mathhammer
from mathhammer.core.errors import MathhammerError, TooLargeError
from mathhammer.engine.limits import MAX_TRIALS
from mathhammer.engine.montecarlo.simulate import (
    BLOCK,
    FIRST_ROUND,
    Goal,
    Settings,
    processors,
    simulate,
)
from mathhammer.evaluate.own_rules import d6, simulate_rule
from mathhammer.plan import STAGES

pytestmark = pytest.mark.slow

BOLTS, MARINES = "10x A2 BS3+ S4 AP-1 D1", "5x meq"
BUNKER = ("2x A1 BS3+ S4 AP-1 D1", "5x meq")


# ------------------------------------------------------------------------------ how long


@pytest.mark.parametrize(
    "trials", [2, 3, 63, 64, 65, 1000, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK + 1]
)
def test_exactly_as_many_trials_are_played_as_asked_for(trials):
    for name in ("plain", "two lanes", "a turn"):
        result = SCENARIOS[name](Settings(1, trials=trials, threads=3))
        assert result.trials == result.to_dict()["trials"] == trials
        if name != "a turn":
            for stage in STAGES:
                assert result.sampled.counts(stage).sum() == trials
            assert result.sampled.states.sum() == trials
        else:
            ledger = result.evolution.ledger
            assert ledger.joint.sum() == ledger.branches.sum() == trials
            assert (ledger.control.sum(axis=1)[-1], ledger.happened.max()) == (trials, trials)
        assert result.stopped == "" and not any("Stopped" in note for note in result.notes)


def test_a_million_trials_by_default():
    assert mathhammer.simulate(*BUNKER, seed=1).trials == 1_000_000
    assert simulate_rule(d6, seed=1).trials == 1_000_000


@pytest.mark.parametrize(
    "stage, most", [("slain", 0.0005), ("damage", 0.01), ("damage", 0.0008), ("destroyed", 0.00002)]
)
def test_a_standard_error_is_reached_and_not_by_far(stage, most):
    """At most a tenth more than the exact spread needs, and the rounding up to blocks."""
    exact = mathhammer.attack(BOLTS, MARINES)
    result = mathhammer.simulate(BOLTS, MARINES, seed=5, until_error={stage: most})
    assert result.standard_error(stage) <= most
    p = exact.destroyed
    variance = p * (1 - p) if stage == "destroyed" else getattr(exact, stage).var
    needed = variance / most**2
    slack = 1.5 if stage == "destroyed" else 1.1  # rare: its spread is itself less well known
    assert result.trials <= max(FIRST_ROUND * BLOCK, slack * needed + BLOCK)
    assert result.trials % BLOCK == 0


@pytest.mark.parametrize("stage, most", [("damage", 0.004), ("destroyed", 0.002)])
def test_a_width_is_reached_and_not_by_far(stage, most):
    target = "3x meq"
    exact = mathhammer.attack(BOLTS, target)
    result = mathhammer.simulate(BOLTS, target, seed=6, until_width={stage: most})
    low, high = result.interval(stage)
    assert high - low <= most
    p = exact.destroyed
    variance = p * (1 - p) if stage == "destroyed" else exact.damage.var
    needed = variance * (2 * 1.959964 / most) ** 2
    assert result.trials <= max(FIRST_ROUND * BLOCK, 1.1 * needed + BLOCK)


def test_several_goals_are_all_reached():
    result = mathhammer.simulate(
        BOLTS, MARINES, seed=6, until_error={"hits": 0.003, "slain": 0.001},
        until_width={"destroyed": 0.0003},
    )  # fmt: skip
    assert result.standard_error("hits") <= 0.003 and result.standard_error("slain") <= 0.001
    low, high = result.interval("destroyed")
    assert high - low <= 0.0003
    turn = SCENARIOS["a turn"](
        Settings(6, goals=(Goal("b.models", 0.003), Goal("a.destroyed", 4e-3, True)))
    )
    assert turn.measure("b.models").error <= 0.003 and turn.measure("a.destroyed").width <= 4e-3


def test_what_never_varies_is_known_after_the_first_round():
    result = mathhammer.simulate(BOLTS, MARINES, seed=6, until_error={"attacks": 1e-12})
    assert result.trials == FIRST_ROUND * BLOCK and result.standard_error("attacks") == 0.0


@pytest.mark.parametrize("trials", [1000, FIRST_ROUND * BLOCK, 5 * BLOCK + 7])
def test_trials_are_the_most_where_a_goal_is_given(trials):
    result = mathhammer.simulate(
        BOLTS, MARINES, seed=6, trials=trials, until_error={"damage": 1e-6}
    )
    assert result.trials == trials
    first = mathhammer.simulate(BOLTS, MARINES, seed=6, trials=10**9, until_error={"damage": 0.1})
    assert first.trials == FIRST_ROUND * BLOCK


def test_a_precision_beyond_all_bounds_is_refused():
    with pytest.raises(TooLargeError, match=r"takes about .* trials; up to 1e\+12"):
        _ = mathhammer.simulate(BOLTS, MARINES, until_error={"damage": 1e-9}).slain
    begin = time.monotonic()
    limited = mathhammer.simulate(
        BOLTS, MARINES, seed=1, until_error={"damage": 1e-9}, time_limit=0.3
    )
    assert limited.stopped == "time" and time.monotonic() - begin < 20


def test_a_wrong_measure_is_refused_before_anything_is_played():
    for options in ({"until_error": {"dmage": 1}}, {"until_width": {"b.models": 1}}):
        with pytest.raises(MathhammerError, match="nothing that is measured") as caught:
            _ = mathhammer.simulate(BOLTS, MARINES, trials=10**12, **options).slain
        assert str(caught.value).isprintable()


# ------------------------------------------------------------------------------ the end


@pytest.mark.slow
@pytest.mark.parametrize("limit, threads", [(0.5, 1), (0.5, 2), (1e-9, 2), (1e-9, 1)])
def test_a_time_limit_ends_it_with_what_there_is(limit, threads):
    for name in ("plain", "a turn"):
        _ = SCENARIOS[name](Settings(2, trials=2)).trials  # compiled, loaded
        begin = time.monotonic()
        result = SCENARIOS[name](Settings(2, trials=MAX_TRIALS, time_limit=limit, threads=threads))
        assert result.stopped == "time" and 0 < result.trials < MAX_TRIALS
        assert limit <= time.monotonic() - begin < limit + 15  # a slow machine's, too
        assert f"Stopped by the time limit: what is given is what {result.trials:,} trials" in str(
            result.notes
        )
        answer = json.loads(json.dumps(result.to_dict(), allow_nan=False))
        assert answer["trials"] == result.trials


def test_a_time_limit_alone_plays_as_long_as_it_says():
    result = mathhammer.simulate(*BUNKER, seed=2, time_limit=0.6)
    assert result.stopped == "time" and result.trials > 1_000_000


def test_a_time_limit_that_is_not_needed_changes_nothing():
    with_limit = mathhammer.simulate(*BUNKER, seed=2, trials=5000, time_limit=1e6)
    assert with_limit.to_dict() == mathhammer.simulate(*BUNKER, seed=2, trials=5000).to_dict()


@pytest.mark.slow
@POSIX
def test_ctrl_c_gives_back_what_there_is():
    status, out, err = interrupted(
        "result = mathhammer.simulate('10x A2 BS3+ S4 AP-1 D1', '5x meq', trials=10**12, seed=3)\n"
        "answer = result.to_dict()\n"
        "print(json.dumps([result.stopped, result.trials, answer['notes'], answer['slain']]))"
    )
    assert (status, err) == (0, "")
    stopped, trials, notes, slain = json.loads(out)
    assert stopped == "interrupted" and 0 < trials < 10**12
    assert f"Stopped by an interruption: what is given is what {trials:,} trials showed." in notes
    assert abs(slain["mean"] - 1.4167) < 8 * slain["standard_error"] + 1e-4


@pytest.mark.slow
@POSIX
def test_everything_that_was_counted_is_there_after_ctrl_c():
    """Wherever the signal arrives, no thread counts on after the sums are taken."""
    program = """
import json, os, signal, threading, mathhammer
signal.signal(signal.SIGINT, signal.default_int_handler)
from mathhammer.engine.montecarlo.sampled import AttackGame, SampledAttack
from mathhammer.engine.montecarlo.simulate import Settings, simulate
game = AttackGame(mathhammer.attack("10x A2 BS3+ S4 AP-1 D1", "5x meq").plan)
found = []
for number in range(12):
    timer = threading.Timer(0.017 * number, os.kill, (os.getpid(), signal.SIGINT))
    def report(done, total):
        if done and not timer.is_alive() and not timer.finished.is_set():
            timer.start()
    played = simulate(game, Settings(number, trials=10**12, threads=1 + number % 3), report)
    timer.join()
    sampled = SampledAttack(game, played)
    counts = [sampled.counts(stage).sum() for stage in ("attacks", "hits", "damage_rolled")]
    found.append([sampled.trials, *map(int, counts), int(sampled.states.sum())])
print(json.dumps(found))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=120
    )
    found = json.loads(done.stdout)
    assert len(found) == 12
    assert all(len({*row}) == 1 and row[0] > 0 for row in found), found


@pytest.mark.slow
@POSIX
@pytest.mark.parametrize("form", ["text", "json", "turn"])
def test_ctrl_c_on_the_command_line(form, tmp_path):
    """Exit status 130, what there is on standard output, and no traceback."""
    words = ["attack", BOLTS, "--at", MARINES, "veq"]
    if form == "turn":
        path = tmp_path / "turn.json"
        path.write_text(json.dumps({"kind": "turn", **TURN}))
        words = ["run", str(path), "--json"]
    if form == "json":
        words.append("--json")
    table, picture = tmp_path / "x.csv", tmp_path / "x.png"
    words += ["--engine", "montecarlo", "--trials", "1e12", "--seed", "3", "--csv", str(table),
              "--plot", str(picture)]  # fmt: skip
    status, out, err = interrupted(COMMAND_LINE, *words)
    assert (status, err) == (130, "")
    # What was not begun is not played for a table, nor is half a comparison drawn.
    rows = table.read_text().splitlines()
    assert len(rows) == 2 or form == "turn"
    assert picture.exists() == (form == "turn")
    if form == "text":
        assert "Stopped by an interruption" in " ".join(out.split()) and "slain" in out
        return
    (answer,) = json.loads(out)  # the second match-up was not begun
    assert any("interruption" in note for note in answer["notes"]) and answer["trials"] > 0


TURN = {
    "units": {
        "a": {"models": 5, "toughness": 4, "wounds": 2, "weapons": ["5x A3 WS3+ S4 AP-1 D1"]},
        "b": {"models": 5, "toughness": 4, "wounds": 2, "side": "second",
              "weapons": ["5x A3 WS3+ S4 AP-1 D1"]},
    },
    "step": [{"do": "fight", "by": ["a", "b"]}],
}  # fmt: skip


class Endless:
    """A game whose trials take a while each; what it counts is a number."""

    abreast = 1

    def __init__(self, fail_at: int = -1) -> None:
        self.fail_at = fail_at

    def ledger(self, samples):
        game = mathhammer.engine.montecarlo.sampled_rule.RuleGame(lambda dice: 1, ("n",))
        return game.ledger(samples)

    def room(self):
        return None

    def play(self, stream, trials, room, ledger, sample):
        if self.fail_at >= 0 and trials and sample >= self.fail_at:
            raise ZeroDivisionError("in a thread")
        ledger.counts[0][1] = ledger.counts[0].get(1, 0) + trials

    def add(self, total, more):
        total.counts[0][1] = total.counts[0].get(1, 0) + more.counts[0].get(1, 0)


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("fail_at", [0, BLOCK, 6 * BLOCK])
def test_errors_of_threads_surface(threads, fail_at):
    """They end all threads soon, and come out where the simulation was called."""
    before = threading.active_count()
    with pytest.raises(ZeroDivisionError, match="in a thread"):
        simulate(Endless(fail_at), Settings(1, trials=10**12, threads=threads))
    for _ in range(100):
        if threading.active_count() <= before:
            break
        time.sleep(0.05)
    assert threading.active_count() == before


def test_an_interruption_between_rounds_and_before_any_trial():
    """Wherever Ctrl-C arrives: the result, or where there is none yet, the interruption."""

    def pressing(times):
        left = [KeyboardInterrupt] * times

        def report(done, total):
            if left:
                raise left.pop()

        return report

    played = simulate(Endless(), Settings(1, trials=10**12, threads=2), pressing(1))
    assert played.stopped == "interrupted" and played.trials == played.ledger.counts[0][1] > 0

    class Slow(Endless):
        def room(self):  # nothing is played yet when the interruption comes
            time.sleep(0.3)

    with pytest.raises(KeyboardInterrupt):
        simulate(Slow(), Settings(1, trials=10**12, threads=2), pressing(1))
    with pytest.raises(KeyboardInterrupt):  # who presses it twice doesn't want to wait
        simulate(Slow(), Settings(1, trials=10**12, threads=2), pressing(2))

    class Between(Endless):
        def measure(self, name, ledger, trials):
            raise KeyboardInterrupt

    played = simulate(Between(), Settings(1, goals=(Goal("n", 1e-9),), threads=2))
    assert (played.stopped, played.trials) == ("interrupted", FIRST_ROUND * BLOCK)


@pytest.mark.slow
def test_memory_does_not_grow_with_the_trials():
    """Peak memory of one process after 10^6 trials, then after 4 x 10^7 more."""
    program = """
import resource, mathhammer
def peak(trials):
    result = mathhammer.simulate("A1 BS3+ S4 AP-1 D1", "1x T4 Sv3+ W1", trials=trials, seed=1)
    assert result.trials == trials and result.sampled.counts("hits").sum() == trials
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(peak(10**6), peak(4 * 10**7))
"""
    pytest.importorskip("resource")
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=300
    )
    before, after = map(int, done.stdout.split())
    assert after < 1.02 * before


# ------------------------------------------------------------------------------ the line


@pytest.mark.slow
@POSIX
def test_a_terminal_sees_how_far_it_is_and_a_pipe_nothing(squads):
    pty = pytest.importorskip("pty")
    code = (
        "import sys; from mathhammer.cli import main as cli; from mathhammer.core import progress;"
        " progress.PATIENCE = 0.05;"
        "progress.INTERVAL = 0.05; sys.exit(cli.main(sys.argv[1:]))"
    )
    words = [sys.executable, "-c", code, "attack", BOLTS, "--at", MARINES, "--json",
             "--engine", "montecarlo", "--trials", "1e12", "--time-limit", "1.2"]  # fmt: skip
    main, terminal = pty.openpty()
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=terminal) as running:
        os.close(terminal)
        said = b""
        while True:
            try:
                part = os.read(main, 4096)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            said += part
        out = running.stdout.read()
    os.close(main)
    assert running.returncode == 0 and len(json.loads(out)) == 1
    text = said.decode()
    assert "trials" in text and "[" in text and "of 1000 billion trials" in text
    assert text.endswith("\r\x1b[K")  # and it is gone at the end
    lines = text.split("\r")
    assert max(map(len, lines)) <= 80 + len("\x1b[K")
    piped = subprocess.run(words, capture_output=True, timeout=60)
    assert piped.returncode == 0 and piped.stderr == b""


def test_the_progress_of_trials_is_reported():
    seen = []
    played = simulate(
        mathhammer.engine.montecarlo.sampled_rule.RuleGame(lambda dice: d6(dice), ("n",)),
        Settings(1, trials=30_000, threads=1), lambda done, total: seen.append((done, total)),
    )  # fmt: skip
    assert played.trials == 30_000 and seen[-1] == (30_000, 30_000)
    assert all(total == 30_000 for _, total in seen) and sorted(seen) == seen


def test_as_many_threads_as_processors_by_default():
    assert processors() >= 1
    if hasattr(os, "sched_getaffinity"):
        assert processors() == len(os.sched_getaffinity(0))
