"""What the tests report at their end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import matplotlib
import pytest
from hypothesis import HealthCheck, settings
from support.command import Outcome

from mathhammer.cli.main import main

matplotlib.use("Agg")

settings.register_profile(
    "default",
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("default")

#: A file of two loadouts and two targets.
SQUADS = """
target = ["meq", "10x teq"]
[[attacker]]
name = "Bolts"
points = 80
weapons = ["10x A2 BS3+ S4 AP-1 D1 [Rapid Fire 1]"]
[[attacker]]
name = "Plasma"
weapons = ["5x plasma: A1 BS3+ S8 AP-3 D2 [Hazardous]"]
context = {half_range = true}
"""


@pytest.fixture
def squads(tmp_path: Path) -> str:
    """The path of such a file."""
    path = tmp_path / "squads.toml"
    path.write_text(SQUADS)
    return str(path)


#: Variables of the environment that change what is printed.
PRINTING = (
    "COLUMNS", "NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "TTY_COMPATIBLE", "MATHHAMMER_DEBUG",
)  # fmt: skip


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Print as in a pipe, wherever the tests are run."""
    for name in PRINTING:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("MATHHAMMER_CONFIG", "")  # the developer's own defaults play no part
    monkeypatch.setenv("MATHHAMMER_DATA", "")  # nor do the units that are kept


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Callable[..., Outcome]:
    """Call the command line in this process."""

    def call(*words: object) -> Outcome:
        status = main([*map(str, words)])
        out, err = capsys.readouterr()
        return status, out, err

    return call


@pytest.fixture(scope="session")
def compiled() -> None:
    """Compile the kernels, which says so on standard error, before what is said there counts."""
    from support.montecarlo_scenarios import written

    from mathhammer.engine.montecarlo.simulate import Settings

    written("plain", Settings(1, trials=2))
    written("a turn", Settings(1, trials=2))


REPORT = pytest.StashKey[list[str]]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[REPORT] = []


@pytest.fixture
def report(request: pytest.FixtureRequest) -> list[str]:
    """Lines that are printed at the end of the run."""
    return request.config.stash[REPORT]


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Send what a process reports to the one that prints it."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["report"] = session.config.stash[REPORT]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    """Take over what another process reports."""
    node.config.stash[REPORT].extend(getattr(node, "workeroutput", {}).get("report", []))


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    if config.stash[REPORT]:
        terminalreporter.section("report")
        for line in config.stash[REPORT]:
            terminalreporter.write_line(line)
