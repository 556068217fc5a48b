"""Which of many cases are played each time, and which only where everything is (``-m slow``)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def some(values: Iterable[Any], step: int) -> list[Any]:
    """Return cases, of which all but the first of every `step` are slow."""
    return [
        pytest.param(value, marks=pytest.mark.slow if number % step else ())
        for number, value in enumerate(values)
    ]
