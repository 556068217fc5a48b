"""Which pages there are, by their place in the site."""

from __future__ import annotations

from collections.abc import Callable

from site_pages import (
    abilities,
    charts,
    checks,
    commands,
    heroes,
    limits,
    notation,
    results,
    rulings,
    scenario,
    steps,
    targets,
)

PAGES: dict[str, Callable[[], str]] = {
    "api/charts.md": charts.page,
    "reference/notation.md": notation.page,
    "reference/scenario.md": scenario.page,
    "reference/abilities.md": abilities.page,
    "reference/rulings.md": rulings.page,
    "reference/checks.md": checks.page,
    "reference/steps.md": steps.page,
    "reference/heroes.md": heroes.page,
    "reference/commands.md": commands.page,
    "reference/results.md": results.page,
    "reference/limits.md": limits.page,
    "reference/targets.md": targets.page,
}
