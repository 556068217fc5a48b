"""What the tests report at their end."""

from __future__ import annotations

import matplotlib
import pytest
from hypothesis import HealthCheck, settings

matplotlib.use("Agg")

settings.register_profile(
    "default",
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("default")

REPORT = pytest.StashKey[list[str]]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[REPORT] = []


@pytest.fixture
def report(request: pytest.FixtureRequest) -> list[str]:
    """Lines that are printed at the end of the run."""
    return request.config.stash[REPORT]


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    if config.stash[REPORT]:
        terminalreporter.section("report")
        for line in config.stash[REPORT]:
            terminalreporter.write_line(line)
