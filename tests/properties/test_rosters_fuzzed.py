"""Army lists that were mutated: none is a traceback, a hang or a flood of memory."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.fuzzed_rosters import fuzz


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a list that broke something is kept."""
    monkeypatch.chdir(tmp_path)


def test_mutated_lists_are_read_or_refused() -> None:
    counts = fuzz(1, lambda number: number < 300)
    for kind in ("bytes", "xml", "json", "zip"):
        assert counts[f"{kind}: refused"], counts
    assert sum(counts[f"{kind}: read"] for kind in ("bytes", "xml", "json")) > 50


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 6))
def test_many_mutated_lists_are_read_or_refused(seed: int) -> None:
    fuzz(seed, lambda number: number < 3_000)
