"""Readers of pasted rows and of spreadsheets under mutated input: read or refused, and fast."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from support.pasted import CSV_SHEETS, TARGETS, WEAPONS
from support.workbooks import ods_parts, packed, xlsx_parts, xlsx_rows

from mathhammer.core.errors import MathhammerError
from mathhammer.reading.read_units import read_attacker, read_target
from mathhammer.reading.spreadsheet import attackers_of, parse_rows, read_attackers, targets_of

#: What is put into a text: what rows consist of, and what they don't.
PIECES = (
    " ", "\t", "|", "\n", "\n\n", "-", "+", "++", "x", "5x", "(5)", '"', "\u2212", "\u201d",
    "[", "]", "(", ")", "[Heavy]", "Melee", "N/A", "D6", "D3+3", "2", "3+", "24", "0", ",", ":",
    "/", "A", "BS", "WS S AP D", "M T Sv", "|---|", "\x00", "\ufeff", "\u00e9", "9" * 40, "(" * 30,
    "d6+" * 20,
)  # fmt: skip


def mutated(text: str, draw: random.Random) -> str:
    """Return a text with one to four changes."""
    for _ in range(draw.randint(1, 4)):
        at, end = draw.randrange(len(text) + 1), draw.randrange(len(text) + 1)
        change = draw.randrange(5)
        if change == 0:
            text = text[:at] + draw.choice(PIECES) + text[at:]
        elif change == 1:
            text = text[:at] + text[at + draw.randint(1, 3) :]
        elif change == 2:
            text = text[: min(at, end)] + text[max(at, end) :]
        elif change == 3:
            text = text[: max(at, end)] + text[min(at, end) :]
        else:
            words = text.split(" ")
            draw.shuffle(words)
            text = " ".join(words)
    return text[:4000]


def fuzzed(
    texts: list[str], read: Callable[[str], object], draw: random.Random, number: int
) -> Counter[str]:
    """Return how many mutated texts were read and refused; each within two seconds."""
    done: Counter[str] = Counter()
    for _ in range(number):
        text = mutated(draw.choice(texts), draw)
        start = time.process_time()
        try:
            read(text)
            done["read"] += 1
        except MathhammerError as error:
            assert str(error).isprintable(), text
            done["refused"] += 1
        took = time.process_time() - start
        assert took < 2, (took, text)
    return done


@pytest.mark.slow
def test_mutated_rows_are_read_or_refused(capsys):
    draw = random.Random(1)
    weapons, targets = list(WEAPONS), list(TARGETS)
    both = weapons + ["\n".join(pair) for pair in pairwise(weapons)]
    done = fuzzed(both, read_attacker, draw, 20_000) + fuzzed(targets, read_target, draw, 5_000)
    with capsys.disabled():
        print(f"\nrows: {dict(done)}")
    assert done["read"] > 1_000
    assert done["refused"] > 1_000


@pytest.mark.slow
def test_mutated_csv_is_read_or_refused(capsys):
    draw = random.Random(2)

    def read(text: str) -> None:
        columns, rows = parse_rows(text)
        (targets_of if "T" in text[:20] else attackers_of)(columns, rows)

    done = fuzzed(list(CSV_SHEETS), read, draw, 5_000)
    with capsys.disabled():
        print(f"\nCSV: {dict(done)}")
    assert done["read"] > 200
    assert done["refused"] > 200


@pytest.mark.slow
def test_mutated_workbooks_are_read_or_refused(tmp_path: Path, capsys):
    pytest.importorskip("python_calamine", reason="python-calamine is not installed (sheets extra)")
    draw = random.Random(3)
    rows: list[list[object]] = [
        ["Weapon", "Range", "A", "BS", "S", "AP", "D"], ["Gun", 24, 2, "3+", 4, -1, "D6"],
    ]  # fmt: skip
    books = {"xlsx": xlsx_parts({"guns": xlsx_rows(rows)}), "ods": ods_parts({"guns": rows})}
    done: Counter[str] = Counter()
    for i in range(2_000):
        suffix = ("xlsx", "ods")[i % 2]
        parts = dict(books[suffix])
        name = draw.choice(sorted(parts))
        parts[name] = mutated(str(parts[name]), draw).encode("utf-8", "replace")
        path = tmp_path / f"book.{suffix}"
        path.write_bytes(packed(parts))
        start = time.process_time()
        try:
            read_attackers(str(path))
            done["read"] += 1
        except MathhammerError as error:
            assert str(error).isprintable()
            done["refused"] += 1
        assert time.process_time() - start < 2
    with capsys.disabled():
        print(f"\nworkbooks: {dict(done)}")
    assert done["read"] > 100
    assert done["refused"] > 100
