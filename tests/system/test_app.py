"""The interactive page: what its sliders say is computed, quickly, also in a browser by Voila."""

from __future__ import annotations

import importlib.util
import re
import socket
import statistics
import subprocess
import sys
import time
from contextlib import suppress

import pytest
from support.browser import missing, opened, said
from support.notebooks import as_ipynb
from support.pages import Words
from support.paths import ROOT

import mathhammer
from mathhammer.core.format import figure, percent

pytestmark = pytest.mark.slow

NOTEBOOK = ROOT / "notebooks" / "07-what-if.py"
#: From a slider's event to the picture handed over (median), and to the changed page.
MAX_HANDED, MAX_SEEN = 0.1, 0.3


def needs(*modules):
    for module in modules:
        if not importlib.util.find_spec(module):
            missing(f"{module} is not installed (pip install -e '.[dev]')")


@pytest.fixture
def app():
    needs("ipywidgets")
    from mathhammer.show.app import App

    return App()


def values_of(slider):
    return list(range(slider.min, slider.max + 1)) if hasattr(slider, "min") else slider.options


def curve(html, kind="now"):
    found = re.search(rf'class="{kind}" points="([^"]+)"', html)
    return found and [tuple(map(float, pair.split(","))) for pair in found[1].split()]


def test_the_sliders_say_the_match_up(app):
    for name, value in (("count", 7), ("skill", "4+"), ("strength", 8), ("ap", -2),
                        ("damage", "D3"), ("reroll_hits", "ones"), ("toughness", 6),
                        ("save", "4+"), ("wounds", 3), ("models", 5), ("feel_no_pain", "5+"),
                        ("invulnerable", "6+"), ("reroll_wounds", "failures")):  # fmt: skip
        app.sliders[name].value = value
    expected = mathhammer.attack(
        "7x A2 BS4+ S8 AP-2 DD3 [re-roll hits: ones, re-roll wounds: failures]",
        "5x T6 Sv4+ W3 6++ 5+++",
    )
    assert app.result.joint.tolist() == expected.joint.tolist()
    html = app.picture.value
    assert figure(expected.damage.mean) in html and percent(expected.destroyed) in html
    height = 240
    drawn = [1 - y / height for _, y in curve(html)]
    assert drawn == pytest.approx([expected.slain.at_least(k) for k in range(6)], abs=1e-4)
    assert f"{figure(expected.slain.mean)} of 5 models slain" in app.answer.value


def test_every_place_of_every_slider_draws(app):
    for name, slider in app.sliders.items():
        first, before = slider.value, len(app.seconds)
        for value in values_of(slider):
            slider.value = value
            assert "<svg" in app.picture.value, (name, value)
        slider.value = first
        assert len(app.seconds) > before
    assert not {"script", "img"} & set(Words(app.picture.value).tags)


def test_a_kept_curve_stays_beside_the_new_one(app):
    app._keep(None)
    kept = curve(app.picture.value)
    app.sliders["skill"].value = "2+"
    assert curve(app.picture.value, "kept") == kept != curve(app.picture.value)
    app.sliders["models"].value = 3  # counts something else
    assert curve(app.picture.value, "kept") is None


def test_what_is_too_large_is_said(app, monkeypatch):
    from mathhammer.core.errors import TooLargeError
    from mathhammer.show import app as module

    def refuse(*given):
        raise TooLargeError("too <large>")

    monkeypatch.setattr(module, "attack", refuse)
    app.sliders["count"].value = 40
    assert "too &lt;large&gt;" in app.picture.value


def test_a_picture_is_handed_over_within_a_tenth_of_a_second(app, report):
    app.seconds.clear()
    for k in range(40):
        for slider in app.sliders.values():
            values = values_of(slider)
            slider.value = values[(7 * k + 3) % len(values)]
    median = statistics.median(app.seconds)
    report.append(f"slider to picture: median {1000 * median:.1f} ms of {len(app.seconds)} events, "
                  f"longest {1000 * max(app.seconds):.0f} ms")  # fmt: skip
    assert median <= MAX_HANDED


# ------------------------------------------------------------------------------ by Voila


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


@pytest.fixture
def served(tmp_path):
    """The address of the page that Voila serves."""
    needs("voila", "ipykernel", "ipywidgets")
    notebook = as_ipynb(NOTEBOOK, tmp_path)
    port = free_port()
    log = tmp_path / "voila.log"
    with log.open("wb") as out:
        server = subprocess.Popen(
            [sys.executable, "-m", "voila", str(notebook), "--no-browser", f"--port={port}",
             "--Voila.ip=127.0.0.1"],
            stdout=out, stderr=out, cwd=NOTEBOOK.parents[1],
        )  # fmt: skip
        try:
            address = f"http://127.0.0.1:{port}/"
            for _ in range(300):
                with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                    break
                assert server.poll() is None, log.read_text()
                time.sleep(0.2)
            yield address
        finally:
            server.terminate()
            server.wait(20)


#: Press an arrow key on a slider, and tell after how many milliseconds the curve has changed.
PRESS = """
const [name, key, done] = [arguments[0], arguments[1], arguments[arguments.length - 1]];
const handle = document.querySelector('.mathhammer-' + name + ' .noUi-handle');
const line = () => document.querySelector('.mathhammer-live polyline.now').getAttribute('points');
const before = line(), began = performance.now();
const watch = new MutationObserver(() => {
  const now = document.querySelector('.mathhammer-live polyline.now');
  if (now && now.getAttribute('points') !== before) {
    watch.disconnect(); done([performance.now() - began, now.getAttribute('points')]);
  }
});
watch.observe(document.body, {subtree: true, childList: true, characterData: true});
setTimeout(() => { watch.disconnect(); done([null, before]); }, 5000);
handle.focus();
handle.dispatchEvent(new KeyboardEvent('keydown', {key: key, bubbles: true, cancelable: true}));
"""


def test_a_slider_moved_in_a_browser_changes_the_curve(served, report):
    with opened((1100, 1300)) as browser:
        browser.set_page_load_timeout(90)
        browser.set_script_timeout(20)
        browser.get(served)
        ready = "return !!document.querySelector('.mathhammer-live polyline.now') && " \
                "document.querySelectorAll('.noUi-handle').length"  # fmt: skip
        for _ in range(300):
            if browser.execute_script(ready) == 14:
                break
            time.sleep(0.2)
        assert browser.execute_script(ready) == 14
        seen = []
        for name, key in (("strength", "ArrowRight"), ("skill", "ArrowLeft"),
                          ("toughness", "ArrowRight"), ("strength", "ArrowRight"),
                          ("wounds", "ArrowLeft"), ("ap", "ArrowLeft")):  # fmt: skip
            milliseconds, points = browser.execute_async_script(PRESS, name, key)
            assert milliseconds is not None, f"{name} moved and the curve did not"
            seen.append(milliseconds / 1000)
        expected = mathhammer.attack("10x A2 BS2+ S6 AP-2 D1", "10x T5 Sv3+ W1")
        drawn = [1 - float(pair.split(",")[1]) / 240 for pair in points.split()]
        right = [expected.slain.at_least(k) for k in range(11)]
        assert drawn == pytest.approx(right[: len(drawn)], abs=1e-4)
        assert f"{figure(expected.damage.mean)}" in browser.execute_script(
            "return document.querySelector('.mathhammer-live').innerText"
        )
        assert "import" not in browser.execute_script("return document.body.innerText")
        complaints = said(browser)
        assert not [line for line in complaints if "Uncaught" in line]
        # Without a network all is there but the icons of Voila's theme, of which none is used.
        lost = [line for line in complaints if "Failed to load" in line]
        assert all("fontawesome" in line or "favicon" in line for line in lost)
    report.append(f"slider to changed page: median {1000 * statistics.median(seen):.0f} ms of "
                  f"{len(seen)}, longest {1000 * max(seen):.0f} ms")  # fmt: skip
    assert statistics.median(seen) <= MAX_SEEN
