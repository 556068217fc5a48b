"""The user's own defaults as sheets."""

from collections.abc import Iterator, Mapping
from typing import Any

from mathhammer.core.record import Record
from mathhammer.show.sheets import Block, Column, Facts, Table, Title


def config_page(path: str, is_read: bool, config: Record) -> Iterator[Block]:
    """Yield where the defaults stand, and each of them.

    Parameters
    ----------
    path : str
        Where they are looked for; empty where they aren't.
    is_read : bool
        Whether there is such a file.
    config : Config
    """
    where = path or "none (MATHHAMMER_CONFIG is empty)"
    rows = [("file", where if is_read or not path else f"{where} (not there yet)")]
    yield Title("Your own defaults"), Facts(rows)
    cells = [
        [name, _written(getattr(config, name)), about.description]
        for name, about in config._fields.items()
    ]
    columns = [Column(head, words=True) for head in ("field", "set to", "about")]
    yield (Table(columns, cells),)
    yield (
        Facts.of(
            ("order", "a scenario file says more than this one, an option more than both"),
            ("elsewhere", "the variable MATHHAMMER_CONFIG names another file; empty for none"),
        ),
    )


def _written(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name} = {_written(one)}" for name, one in value.items())
    return "-" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
