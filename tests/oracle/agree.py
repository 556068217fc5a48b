"""Play random scenarios by Monte Carlo and compare them with the exact engine.

    python tests/oracle/agree.py --scenarios 300 --trials 1e6 [--seed 0] [--kinds wh40k,aos,turns]

Scenarios are those of `strategies`, `strategies_aos` and `strategies_turns`, in turns; one
that the exact engine refuses as too large is drawn anew. Every number that both engines
know is compared (`mathhammer.analysis.agreement`), and all numbers of the call are one family: the
verdict is a false alarm in one call of a million, at most. Exit status 1 if any differs;
its scenario is printed, with what draws it again.

The kernels are trusted with what these bounds can see: at 10^6 trials an at-least curve
that is off by about 0.004, a mean that is off by some seven standard errors.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from support import strategies, strategies_aos, strategies_turns

from mathhammer.analysis.agreement import Agreement, Row
from mathhammer.core.errors import TooLargeError
from mathhammer.engine.montecarlo.simulate import Settings
from mathhammer.evaluate.evaluate import evaluate
from mathhammer.reading.scenario import from_mapping

#: The chance that a call fails although both engines are right.
FAMILY = 1e-6

Fields = dict[str, Any]
Engines = Callable[[Settings | None], Any]


def _attack(module: Any) -> Callable[[Fields], Engines]:
    def engines(fields: Fields) -> Engines:
        units = module.build(fields)
        return lambda settings: evaluate(*units, settings=settings)

    return engines


def _turn(fields: Fields) -> Engines:
    question = from_mapping({"kind": "turn", **fields})
    return lambda settings: question.answer(settings)


#: For each kind, what draws a scenario, and what computes one, exactly or in trials.
KINDS: dict[str, tuple[Callable[[Random, bool], Fields], Callable[[Fields], Engines]]] = {
    "wh40k": (strategies.random_scenario, _attack(strategies)),
    "aos": (strategies_aos.random_scenario, _attack(strategies_aos)),
    "turns": (strategies_turns.random_turn, _turn),
}


class Compared(NamedTuple):
    """A scenario that both engines computed."""

    name: str
    fields: Fields
    agreement: Agreement

    def differing(self, bound: float) -> list[Row]:
        """Return the numbers that differ by more than chance explains."""
        return [row for row in self.agreement.rows if row.chance < bound]

    def report(self, bound: float) -> str:
        """Return what differs, and in which scenario."""
        lines = [f"{self.name}: {json.dumps(self.fields)}"]
        for row in self.differing(bound):
            lines.append(
                f"  {row.name}: exact {row.exact:.6g}, simulated {row.simulated:.6g}, "
                f"{row.errors:+.1f} standard errors, curve gap {row.gap:.6f}, "
                f"chance {row.chance:.1e}"
            )
        return "\n".join(lines)


def draw(kind: str, name: str, trials: int, threads: int | None = None) -> Compared:
    """Draw a scenario and let both engines compute it.

    Parameters
    ----------
    kind : {"wh40k", "aos", "turns"}
    name : str
        What everything random follows from.
    trials : int
    threads : int, optional
    """
    rng = Random(name)
    random_fields, engines_of = KINDS[kind]
    while True:
        fields = random_fields(rng, False)
        engines = engines_of(fields)
        settings = Settings(rng.randrange(2**53), trials=trials, threads=threads)
        agreement = Agreement(name, engines(None), engines(settings))
        try:
            _ = agreement.rows
        except TooLargeError:
            continue
        return Compared(name, fields, agreement)


def bound_of(compared: list[Compared], family: float = FAMILY) -> float:
    """Return the chance below which a number of a family is taken to differ."""
    return family / max(1, sum(len(each.agreement.rows) for each in compared))


def main() -> int:
    """Draw, compare, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", 1)[0])
    parser.add_argument("--scenarios", type=int, default=300)
    parser.add_argument("--trials", type=float, default=1e6)
    parser.add_argument("--seed", default="0", help="names the scenarios that are drawn")
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--threads", type=int)
    options = parser.parse_args()
    kinds = options.kinds.split(",")
    begin = time.monotonic()
    compared: list[Compared] = []
    for number in range(options.scenarios):
        kind = kinds[number % len(kinds)]
        name = f"{options.seed}/{kind}/{number}"
        compared.append(draw(kind, name, int(options.trials), options.threads))
        if sys.stdout.isatty() or (number + 1) % 20 == 0 or number + 1 == options.scenarios:
            # Rows to come are as many as before, so a fault shows long before the end.
            least = min(row.chance for each in compared for row in each.agreement.rows)
            print(
                f"{number + 1} of {options.scenarios} scenarios, "
                f"{sum(len(each.agreement.rows) for each in compared)} numbers, least chance "
                f"{least:.1e}, {time.monotonic() - begin:.0f} s", flush=True,
            )  # fmt: skip
    bound = bound_of(compared)
    wrong = [each for each in compared if each.differing(bound)]
    for each in wrong:
        print(each.report(bound))
    numbers = sum(len(each.agreement.rows) for each in compared)
    verdict = f"{len(wrong)} of {len(compared)} scenarios differ" if wrong else "both engines agree"
    print(
        f"{verdict}: {len(compared)} scenarios of {int(options.trials):,} trials, {numbers:,} "
        f"numbers, bound {bound:.1e} each"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
