"""Every chart with its function, from the registry of charts."""

from __future__ import annotations

from mathhammer.show.charts.registry import CHARTS
from site_pages.markdown import cell, table


def page() -> str:
    """Return the page."""
    rows = [
        (
            f"[`{chart.function}`](#mathhammer.show.charts.{chart.module}.{chart.function})",
            f"`{chart.draws}`" if chart.draws else "",
            f"`{chart.picture}`" if chart.picture else "",
            cell(chart.help),
            cell(chart.size.words),
        )
        for chart in CHARTS
    ]
    parts = [
        "# Charts",
        "Each function draws on the Axes it is given and returns them: `plot_x(data, *, ax=None)`. "
        "Without Axes it makes a figure. Global settings of matplotlib are neither read nor "
        "written. Import them from `mathhammer.analysis.charts`; the [gallery](../gallery.md) "
        "shows what they draw. `plot(answer)` draws any answer.",
        table(("function", "draws", "`--picture`", "what it shows", "at most"), rows),
    ]
    parts += [f"::: mathhammer.show.charts.{chart.module}.{chart.function}" for chart in CHARTS]
    parts.append("::: mathhammer.show.charts.registry.plot")
    return "\n\n".join(parts) + "\n"
