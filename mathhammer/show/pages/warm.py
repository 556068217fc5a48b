"""What was compiled as sheets."""

from collections.abc import Iterator, Sequence
from typing import Any

from mathhammer.show.sheets import Block, Column, Table, Title


def warm_page(done: Sequence[dict[str, Any]]) -> Iterator[Block]:
    """Yield what is ready now, and the seconds that each took.

    Parameters
    ----------
    done : sequence of dict
        With ``what`` and ``seconds``.
    """
    yield (Title("What is compiled is ready"),)
    rows = [[one["what"], f"{one['seconds']:.1f}"] for one in done]
    yield (Table([Column("for", words=True), Column("seconds")], rows),)
