"""A real browser for the tests: Debian's Chromium without a window, driven by selenium."""

from __future__ import annotations

import os
import shutil
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

#: Set by .ci/run: where the browser is missing, a test fails and isn't skipped.
REQUIRED = "MATHHAMMER_BROWSER_REQUIRED"


def missing(reason: str) -> None:
    """Skip a test that needs something, or fail it where that must be there."""
    if os.environ.get(REQUIRED):
        pytest.fail(f"{reason}, and {REQUIRED} is set")
    pytest.skip(reason)


@contextmanager
def opened(size: tuple[int, int] = (1000, 1400)) -> Iterator[Any]:
    """Open a browser; what it writes to its console is kept."""
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if chromium is None or driver is None:
        missing("there is no Chromium with its driver (apt-get install chromium chromium-driver)")
    try:
        from selenium import webdriver
        from selenium.webdriver.chrome.service import Service
    except ImportError:
        missing("selenium is not installed (pip install -e '.[dev]')")
    options = webdriver.ChromeOptions()
    options.binary_location = str(chromium)
    for word in (
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        "--hide-scrollbars", f"--window-size={size[0]},{size[1]}",
    ):  # fmt: skip
        options.add_argument(word)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # selenium's own sockets and files
        browser = webdriver.Chrome(options=options, service=Service(executable_path=driver))
        try:
            yield browser
        finally:
            browser.quit()


def said(browser: Any) -> list[str]:
    """Return what the browser complained about."""
    return [line["message"] for line in browser.get_log("browser") if line["level"] != "INFO"]


def show(browser: Any, page: Path) -> None:
    """Open a file, and wait until its pictures are there."""
    browser.get(page.resolve().as_uri())
    browser.execute_async_script(
        "const done = arguments[arguments.length - 1];"
        "Promise.all([...document.images].map(i => i.decode().catch(() => 0))).then(done)"
    )
