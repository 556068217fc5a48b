"""What a call from Python says when it is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mathhammer.core.errors import MathhammerError


def refusal(call: Callable[..., Any], *values: Any, most: int = 1000, **fields: Any) -> str:
    """Return the printable sentence with which a call is refused, at most so long."""
    with pytest.raises(MathhammerError) as caught:
        call(*values, **fields)
    message = str(caught.value)
    assert message.isprintable(), message
    assert len(message) < most, message
    return message
