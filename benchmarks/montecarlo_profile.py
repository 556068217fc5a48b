"""Where the time of a simulated sequence goes: S1, 20 attacks at damage 1.

    python benchmarks/montecarlo_profile.py

Each row does all that the row before does, and more, in one thread; nanoseconds a sequence
in processor time, medians of several rounds in turn. A sequence of S1 takes three words of
random bits: twenty dice to hit, up to twenty to wound, up to twenty to save.

`words` draws them and forgets them. `dice` is the kernel's `draw`: words split into dice,
those refused that would not be uniform. `counts` also looks the dice up, five at a time,
and counts successes (the kernel's `throws`). `stages` is the kernel's `play`: the numbers
of attacks, hits, wounds and failed saves handed on, wounds allocated. `kernel` adds the
histograms of all stages, `driver` the seeding of streams and the adding up.

What was found: the generators side by side cost little (0.4 ns of 18), uniform dice from
their words 2 ns; half of the rest is the looking up and counting of the dice, which loads
four entries a word, a quarter the histograms, one increment a stage and trial.
"""

from __future__ import annotations

import statistics
import time
from typing import Any

import numba
import numpy as np
from contest import CASES

from mathhammer.engine.montecarlo import layout
from mathhammer.engine.montecarlo.kernels import attack as attack_kernels
from mathhammer.engine.montecarlo.kernels import dice as dice_kernels
from mathhammer.engine.montecarlo.kernels.dice import WAYS
from mathhammer.engine.montecarlo.kernels.rows import action_at
from mathhammer.engine.montecarlo.layout import ATTACKS, COUNTED, HITS, WOUNDS, place_in
from mathhammer.engine.montecarlo.sampled import AttackGame
from mathhammer.engine.montecarlo.simulate import Settings, simulate
from mathhammer.engine.montecarlo.streams import stream_of

ROUNDS = 15
#: Words of a sequence: to hit, to wound, to save.
WORDS = 3

draw, step, throws = dice_kernels.draw, dice_kernels.step, dice_kernels.throws
play, clear = attack_kernels.play, attack_kernels.clear
bare: Any = numba.njit(nogil=True, error_model="numpy", _nrt=False)


@bare
def words_alone(stream: Any, number: Any) -> None:
    """Draw words of all generators, as many of each."""
    for _ in range(number):
        for i in range(WAYS):
            word, a, b, c, d = step(
                stream[i], stream[WAYS + i], stream[2 * WAYS + i], stream[3 * WAYS + i]
            )
            stream[i], stream[WAYS + i], stream[2 * WAYS + i], stream[3 * WAYS + i] = a, b, c, d
            stream[4 * WAYS + i] = word


@bare
def dice_alone(stream: Any, number: Any) -> None:
    """Draw words and split them into dice."""
    for _ in range(number):
        draw(stream)


@bare
def counts_alone(
    program: Any, tables: Any, stream: Any, rooms: Any, columns: Any, into: Any, number: Any
) -> None:
    """Throw the dice of three stages, whose numbers stand in columns."""
    trials = rooms.shape[1]
    for _ in range(number):
        for k in range(columns.shape[0]):
            throws(
                program, tables, columns[k, 1], stream, rooms, trials, columns[k, 0], into,
                np.int64(1),
            )  # fmt: skip


@bare
def stages_alone(
    program: Any, tables: Any, stream: Any, rooms: Any, action: Any, counts: Any, state: Any,
    number: Any,
) -> None:  # fmt: skip
    """Play sequences without counting what came of them."""
    for _ in range(number):
        clear(rooms, rooms.shape[1], counts, counts + COUNTED)
        clear(rooms, rooms.shape[1], state, state + len(layout.STATE))
        play(
            program, tables, stream, rooms, rooms.shape[1], action_at(program, action), np.int64(0)
        )


def main() -> None:
    """Print the table."""
    game = AttackGame(CASES[0].result().plan)
    code, tables, rooms, stream = game.code, game.tables, game.room(), stream_of(1, 0)
    ledger, abreast = game.ledger(0), game.abreast
    batches = (1 << 21) // abreast
    trials = batches * abreast

    def field(kind: Any, name: str, at: int = 0) -> int:
        return int(code[at + place_in(kind, name)])

    counts, action = field(layout.HEAD, "counts"), field(layout.HEAD, "action")
    state = field(layout.UNIT, "front", field(layout.HEAD, "unit"))
    volley = code[field(layout.ACTION, "volleys", action) + 1]
    packet = code[field(layout.VOLLEY, "plain", volley) + 1]
    roll_at = (
        field(layout.VOLLEY, "hit", volley),
        field(layout.VOLLEY, "wound", volley),
        field(layout.PACKET, "save", packet),
    )
    # What a batch came to: the numbers of dice of each stage, in rooms of their own.
    game.play(stream, abreast, rooms, ledger, 0)
    thrown = rooms.copy()
    columns = np.array(
        [
            [counts + at, code[roll]]
            for at, roll in zip((ATTACKS, HITS, WOUNDS), roll_at, strict=True)
        ]
    )
    came = field(layout.HEAD, "came")
    parts = {
        "words": lambda: words_alone(stream, WORDS * trials // WAYS),
        "dice": lambda: dice_alone(stream, WORDS * trials // WAYS),
        "counts": lambda: counts_alone(code, tables, stream, thrown, columns, came, batches),
        "stages": lambda: stages_alone(code, tables, stream, rooms, action, counts, state, batches),
        "kernel": lambda: game.play(stream, trials, rooms, ledger, 0),
        "driver": lambda: simulate(game, Settings(1, trials, threads=1)),
    }
    times: dict[str, list[float]] = {name: [] for name in parts}
    for number in range(ROUNDS + 1):
        for name, part in parts.items():
            start = time.process_time()
            part()
            if number:  # the first one compiles
                times[name].append((time.process_time() - start) / trials * 1e9)
    print("nanoseconds a sequence of S1; medians of", ROUNDS)
    before = 0.0
    for name, each in times.items():
        median = statistics.median(each)
        print(f"{name:8}{median:7.2f}   {median - before:+6.2f}")
        before = median


if __name__ == "__main__":
    main()
