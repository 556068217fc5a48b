"""Monte Carlo: sequences a second, threads, memory, and time to a precision.

    python benchmarks/montecarlo.py [speed] [threads] [memory] [precision] [--full]

Each table in one run, the contestants in turn, medians of several rounds; without a name
all of them. `speed` plays one thread of the whole driver, all stages recorded, beside
plain NumPy (`numpy_baseline`) and a dice-roller in pure Python (`dice_roller`), in
processor time, so that others on the machine count less; the means of each contestant are
compared with the exact ones. `threads` compares the gain of two threads with what a bare
generator gains, by the clock and in processor time, `memory` the peak of processes (10^9
trials with `--full`, else 10^8), `precision` plays until the standard error of the mean
damage is a thousandth of it. Where the time goes is in `montecarlo_profile.py`.
"""

from __future__ import annotations

import math
import resource
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
from common import clear_caches
from contest import CASES, STAGES, Case
from dice_roller import DiceRoller
from dice_roller import means as rolled_means
from numpy_baseline import Roller
from numpy_baseline import means as numpy_means

from mathhammer.engine.montecarlo.kernels.dice import step
from mathhammer.engine.montecarlo.sampled import AttackGame, SampledAttack
from mathhammer.engine.montecarlo.simulate import Played, Settings, simulate

ROUNDS = 9
#: The chance that any of the means compared is refused though it is right.
FAMILY = 1e-6
#: Trials of a round of ours, of NumPy, of pure Python.
OURS, NUMPY, PYTHON = 1 << 21, 1 << 18, 1 << 11


def ours(case: Case, trials: int, threads: int = 1, seed: int = 1) -> SampledAttack:
    """Play a case by the product's driver."""
    game = AttackGame(case.result().plan)
    return SampledAttack(game, simulate(game, Settings(seed, trials, threads=threads)))


def our_means(sampled: SampledAttack) -> dict[str, float]:
    """Return the mean of each stage."""
    return {
        stage: sampled.measure("damage" if stage == "lost" else stage).value for stage in STAGES
    }


def far(case: Case, means: dict[str, float], trials: int, bound: float) -> list[str]:
    """Return the stages whose mean is further from the exact one than chance allows."""
    exact = case.result()
    wrong = []
    for stage in STAGES:
        distribution = exact.damage if stage == "lost" else getattr(exact, stage)
        error = distribution.sd / math.sqrt(trials)
        if abs(means[stage] - distribution.mean) > bound * error + 1e-9:
            wrong.append(stage)
    return wrong


def seconds(function: Callable[[], object]) -> float:
    """Return the processor time of a call."""
    start = time.process_time()
    function()
    return time.process_time() - start


# ------------------------------------------------------------------------------ speed


def speed() -> None:
    """Print sequences a second and core, and the ratios."""
    # Normal tails: P(|z| > bound) is under 2 exp(-bound^2 / 2).
    bound = math.sqrt(2 * math.log(2 * 3 * len(CASES) * len(STAGES) / FAMILY))
    print("million sequences a second and core, all stages recorded; medians of", ROUNDS)
    print(f"{'':5}{'ours':>8}{'NumPy':>9}{'Python':>10}{'x NumPy':>9}{'x Python':>10}")
    for case in CASES:
        plan = case.result().plan
        vector, roller = Roller(case.numbers), DiceRoller(case.numbers)
        game = AttackGame(plan)
        simulate(game, Settings(1, 1000, threads=1))  # compiled, or loaded
        vector.play(NUMPY)
        rates: list[tuple[float, float, float]] = []
        for number in range(ROUNDS):
            settings = Settings(number, OURS, threads=1)
            a = seconds(lambda g=game, s=settings: simulate(g, s))  # type: ignore[misc]
            b = seconds(lambda v=vector: v.play(NUMPY))  # type: ignore[misc]
            c = seconds(lambda r=roller: r.play(PYTHON))  # type: ignore[misc]
            rates.append((OURS / a, NUMPY / b, PYTHON / c))
        us, them, slow = (statistics.median(column) for column in zip(*rates, strict=True))
        vectors = statistics.median(r[0] / r[1] for r in rates)
        rollers = statistics.median(r[0] / r[2] for r in rates)
        print(
            f"{case.name:5}{us / 1e6:8.2f}{them / 1e6:9.2f}{slow / 1e6:10.5f}{vectors:9.1f}"
            f"{rollers:10.0f}"
        )
        all_means = {
            "ours": (our_means(ours(case, OURS)), OURS),
            "NumPy": (numpy_means(vector.histograms), NUMPY * (ROUNDS + 1)),
            "Python": (rolled_means(roller.histograms), PYTHON * ROUNDS),
        }
        for name, (means, trials) in all_means.items():
            wrong = far(case, means, trials, bound)
            if wrong:
                print(f"     {name}: {', '.join(wrong)} differ from the exact means")
    print(f"means are compared within {bound:.1f} standard errors")


# ---------------------------------------------------------------------------- threads


@numba.njit(nogil=True)  # type: ignore[untyped-decorator]
def bare_words(a: Any, b: Any, c: Any, d: Any, number: Any) -> Any:
    """Draw words and forget them: no memory is touched."""
    mixed = np.uint64(0)
    for _ in range(number):
        word, a, b, c, d = step(a, b, c, d)
        mixed ^= word
    return mixed


def draw(number: int, threads: int) -> None:
    """Draw words on some threads."""
    state = np.arange(1, 5, dtype=np.uint64)
    workers = [
        threading.Thread(target=bare_words, args=(*state, number // threads))
        for _ in range(threads)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()


def wall(function: Callable[[], object]) -> float:
    """Return the time of a call by the clock."""
    start = time.perf_counter()
    function()
    return time.perf_counter() - start


def clocks(function: Callable[[], object]) -> Any:
    """Return the time of a call by the clock, and the processor time of all threads."""
    used = time.process_time()
    took = wall(function)
    return np.array([took, time.process_time() - used])


def threads() -> None:
    """Print what a second thread gains, beside a bare generator.

    By the clock the gain is what the machine has to spare; in processor time it shows
    whether two threads stand in each other's way.
    """
    game = AttackGame(CASES[0].result().plan)
    trials, words = 1 << 24, 300_000_000
    simulate(game, Settings(1, 1000))
    draw(1000, 1)
    gains = []
    for _ in range(2 * ROUNDS + 1):
        ours_one, bare_one, ours_two, bare_two = (
            clocks(lambda t=t, f=f: f(t))  # type: ignore[misc]
            for t in (1, 2)
            for f in (
                lambda t: simulate(game, Settings(1, trials, threads=t)),
                lambda t: draw(words, t),
            )
        )
        gains.append([ours_one / ours_two * (1, 2), bare_one / bare_two * (1, 2)])
    us, bare = np.median(gains, axis=0)
    both = np.median([gain / of_bare for gain, of_bare in gains], axis=0)
    print("\nwhat two threads gain over one on S1, and a bare generator")
    for k, name in enumerate(("by the clock", "in processor time")):
        print(f"{name:18} S1 {us[k]:.2f}x, bare {bare[k]:.2f}x; median ratio {both[k]:.2f}")


# ----------------------------------------------------------------------------- memory


def peak(trials: int) -> None:
    """Play S1 and print the peak memory of this process in kB, and the seconds it took."""
    took = wall(lambda: ours(CASES[0], trials, threads=2))
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, took)


def memory(full: bool) -> None:
    """Print the peak memory of processes with few and many trials."""
    print("\npeak memory of a process that plays S1")
    first = 0.0
    for trials in (10**7, 10**9 if full else 10**8):
        command = [sys.executable, str(Path(__file__)), "peak", str(trials)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        kilobytes, took = map(float, done.stdout.split())
        first = first or kilobytes
        print(f"10^{round(math.log10(trials))} trials: {kilobytes / 1024:6.1f} MB", end="")
        print(f" ({kilobytes / first:.3f}), {took:.1f} s")


# -------------------------------------------------------------------------- precision


def exact_mean(case: Case) -> float:
    """Compute the mean damage exactly, from field values."""
    clear_caches()
    mean: float = case.result().damage.mean
    return mean


def precision() -> None:
    """Print how long it takes to know the mean damage to a thousandth, and the exact way."""
    print("\nuntil the standard error of the mean damage is 0.1 % of it, all processors")
    print(f"{'':5}{'trials':>12}{'Monte Carlo':>14}{'exact':>11}{'ratio':>8}")
    for case in CASES:
        wanted = exact_mean(case) / 1000
        played: list[Played] = []

        def known(case: Case = case, wanted: float = wanted, into: Any = played) -> None:
            result = case.result(engine="montecarlo", seed=1, until_error={"damage": wanted})
            into.append(result.sampled.played)

        known()
        times = [(wall(known), wall(lambda c=case: exact_mean(c))) for _ in range(ROUNDS)]  # type: ignore[misc]
        simulated, exact = (statistics.median(column) for column in zip(*times, strict=True))
        print(
            f"{case.name:5}{played[0].trials:12,}{simulated * 1e3:11.1f} ms{exact * 1e3:8.2f} ms"
            f"{simulated / exact:8.0f}"
        )


def main(words: list[str]) -> None:
    """Print the tables that are asked for, or all."""
    if words[:1] == ["peak"]:
        peak(int(words[1]))
        return
    names = [word for word in words if word != "--full"]
    if not names or "speed" in names:
        speed()
    if not names or "threads" in names:
        threads()
    if not names or "memory" in names:
        memory("--full" in words)
    if not names or "precision" in names:
        precision()


if __name__ == "__main__":
    main(sys.argv[1:])
