"""The charts under the name that users import: each ``plot_*`` of `mathhammer.show.charts`."""

from typing import Any

from mathhammer.core.lazy import shown_by


def __getattr__(name: str) -> Any:
    return getattr(shown_by("charts"), name)
