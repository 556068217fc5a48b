"""What a built-in target is, in every game."""

from typing import Any, NamedTuple


class Preset(NamedTuple):
    """A built-in target: its fields, and what it stands for."""

    fields: dict[str, Any]
    stands_for: str


def preset(
    stats: tuple[str, ...], values: tuple[Any, ...], stands_for: str, keywords: str, **more: Any
) -> Preset:
    """Return a built-in target, from the values of its stats and more fields."""
    fields = dict(zip(stats, values, strict=True))
    return Preset({**fields, **more, "keywords": keywords.split(", ")}, stands_for)
