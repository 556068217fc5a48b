"""The known mistakes of `mutate.py` fit the code as it is: each text stands there once."""

from __future__ import annotations

import pytest
from mutation import mutate


@pytest.mark.parametrize("mutation", [m for m, *_ in mutate.mutations()], ids=lambda m: m[0])
def test_each_mistake_has_a_place(mutation):
    _, *edits = mutation
    for file, old in zip(edits[::3], edits[1::3], strict=True):
        text = (mutate.ROOT / "mathhammer" / file).read_text(encoding="utf-8")
        assert text.count(old) == 1, file
