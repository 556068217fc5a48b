"""Reports: what they hold, that nothing in them is more than text, and how browsers see them."""

from __future__ import annotations

import base64
import io
import re
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.image import imread
from support.browser import opened, said, show
from support.pages import HOSTILE, Words
from support.paths import PACKAGE

import mathhammer
from mathhammer.cli.main import main
from mathhammer.core.format import figure, percent

pytestmark = pytest.mark.slow

ATTACK = """
target = ["meq", "10x teq", "veq"]
context = {half_range = true}
[[attacker]]
name = "Bolts"
points = 80
weapons = ["10x A2 BS3+ S4 AP-1 D1 [Rapid Fire 1, Lethal Hits]"]
[[attacker]]
name = "Plasma"
weapons = ["5x plasma: A1 BS3+ S8 AP-3 D2 [Hazardous]", "5x A1 BS3+ S4 D1 [Devastating Wounds]"]
"""
TURN = """
kind = "turn"
gap = 9
[units.a]
models = 5
toughness = 4
save = "3+"
wounds = 2
points = 90
weapons = ["5x A2 BS3+ S4 AP-1 D1", "5x A3 WS3+ S4 AP0 D1"]
[units.b]
side = "second"
preset = "ork"
points = 85
weapons = ["10x A2 WS3+ S4 AP-1 D1"]
[[step]]
do = "shoot"
by = "a"
at = "b"
[[step]]
do = "charge"
by = "a"
at = "b"
[[step]]
do = "fight"
by = ["a", "b"]
if = "charged"
"""
CHECK = 'kind = "charge"\nneeded = 9\nreroll = "failed"\n'
SWEEP = """
target = "10x meq"
attacker = "10x A2 BS3+ S4 AP0 D1"
[sweep]
"attacker.weapons.0.strength" = [3, 4, 5, 8]
"target.toughness" = [3, 4, 5]
"""
FILES = {"attack": ATTACK, "turn": TURN, "check": CHECK, "sweep": SWEEP}


def written(path, tmp_path, *words):
    page = tmp_path / "page.html"
    assert main(["report", str(path), "-o", str(page), *words]) == 0
    return page.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The reports of all kinds, by their kinds."""
    folder = tmp_path_factory.mktemp("pages")
    for kind, text in FILES.items():
        (folder / f"{kind}.toml").write_text(text)
        assert (
            main(["report", str(folder / f"{kind}.toml"), "-o", str(folder / f"{kind}.html")]) == 0
        )
    return {kind: folder / f"{kind}.html" for kind in FILES}


def wide_report(folder):
    """Return the page of five loadouts, one with a long name, against twenty targets."""
    from mathhammer.show.html import report
    from mathhammer.show.pages import report as pages

    guns = [{"name": "Squad " + "of veterans " * i, "weapons": [f"{9 + i}x A2 BS3+ S4 AP-1 D1"]}
            for i in range(5)]  # fmt: skip
    names = ["meq", "A target with a long name", "geq", "Longworded"]
    units = [{"preset": "meq", "models": 5 + i, "name": names[i % 4]} for i in range(20)]
    path = folder / "wide.html"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pages, "MAX_DETAILED", 0)
        path.write_text(report.report_page(mathhammer.compare(guns, units), "x.toml"))
    return path


def read(page):
    return Words(page.read_text(encoding="utf-8"))


# ----------------------------------------------------------------------- what pages hold


def test_a_report_of_match_ups_holds_the_numbers_of_the_engine(pages):
    words = " ".join(" ".join(read(pages["attack"]).text).split())
    for result in mathhammer.run(pages["attack"].with_suffix(".toml")):
        assert figure(result.damage.mean) in words and percent(result.destroyed) in words
        for note in result.notes:
            assert note in words
    for title in ("Summary", "Matrix", "Charts", "How it was understood", "and why",
                  "Assumptions and rulings"):  # fmt: skip
        assert title in words
    assert "devastating print-2023" in words
    assert "Lethal Hits (10x weapon)" in words and "half range" in words
    assert "of 100 of the attacker" not in words and "pts/100" not in words  # targets lack points


def test_a_report_of_a_turn_holds_its_steps_units_and_trade(pages):
    words = " ".join("".join(read(pages["turn"]).text).split())
    result = mathhammer.turn(_fields(TURN))
    for name in result.names:
        assert f"{name} is destroyed in {percent(result.destroyed(name))} of cases" in words
    assert f"charged: {percent(result.flags['charged'])}" in words
    assert "fight a, b (if charged)" in words and "points lost back" in words
    assert read(pages["turn"]).tags.count("img") == 2


def test_a_report_of_a_check_answers_it(pages):
    words = "".join(read(pages["check"]).text)
    p = mathhammer.check("charge", needed=9, reroll="failed").probability
    assert percent(p) in words and "needed 9" in words
    page = read(pages["check"])
    assert page.tags.count("img") == 1 and "svg" not in page.tags  # no number is drawn twice


def test_a_report_of_a_sweep_has_a_row_a_combination(pages):
    page = read(pages["sweep"])
    assert page.tags.count("tr") == 13 and "12 combinations of" in "".join(page.text)
    assert (
        page.text.count("strength (attacker.weapons.0)")
        == 1
        == page.text.count("toughness (target)")
    )


def test_the_whole_name_and_the_models_of_attackers_are_there(tmp_path):
    path = tmp_path / "named.toml"
    name = "A squad of veterans with a name that takes all of a line"
    guns = 'weapons = ["5x A2 BS3+ S4 D1"]'
    path.write_text(
        f'target = "meq"\n[[attacker]]\nname = "{name}"\nmodels = 7\n{guns}\n'
        '[[attacker]]\nname = "Short"\nmodels = 6\ntoughness = 4\nsave = "3+"\nwounds = 2\n'
        f"{guns}\n"
    )
    text = Words(written(path, tmp_path)).text
    assert text.count(name) == 1 and text[text.index("models") + 1] == "7"
    assert "6x Short: T4 Sv3+ W2" in text
    path.write_text(
        path.read_text().replace("target =", 'sweep = {"target.toughness" = [3, 4]}\ntarget =')
    )
    text = Words(written(path, tmp_path)).text
    assert text.count(name) == 1 and "6x Short: T4 Sv3+ W2" in text


def _fields(text):
    import tomllib

    return {k: v for k, v in tomllib.loads(text).items() if k != "kind"}


@pytest.mark.parametrize("kind", FILES)
def test_pages_are_complete_in_themselves_and_the_same_each_time(kind, pages, tmp_path):
    page = read(pages[kind])
    assert not {"script", "link", "iframe", "object", "embed", "form"} & set(page.tags)
    pictures = [link for link in page.links if not re.fullmatch(r"#part\d", link)]
    assert pictures and all(link.startswith("data:image/svg+xml,") for link in pictures)
    for link in pictures:
        assert not set(link) & set("<>\"'&#\n")  # no template has anything to escape
        svg = unquote(link.partition(",")[2])
        assert svg.rstrip().endswith("</svg>") and "<script" not in svg
        ElementTree.fromstring(svg)
    again = written(pages[kind].with_suffix(".toml"), tmp_path)
    assert again == pages[kind].read_text(encoding="utf-8")


def test_simulated_reports_say_how_well_they_know(tmp_path, squads):
    montecarlo = ["--engine", "montecarlo", "--trials", "2000", "--seed", "1"]
    words = "".join(Words(written(squads, tmp_path, *montecarlo)).text)
    assert "2,000 trials, seed 1" in words and "standard error" in words
    assert "computed by the exact engine alone" in words


def test_reports_do_json_and_csv_beside_the_page(tmp_path, squads, capsys):
    page = written(squads, tmp_path, "--json", "--csv", str(tmp_path / "t.csv"))
    out = capsys.readouterr().out
    assert out.startswith("[") and out.count('"attacker"') == 4
    assert (tmp_path / "t.csv").read_text().count("\n") == 5 and "<h1>2 loadouts" in page


@pytest.mark.slow
def test_what_is_left_out_is_named(tmp_path):
    path = tmp_path / "many.toml"
    guns = ", ".join(f'"{n}x A2 BS3+ S4 AP-1 D1"' for n in range(1, 15))
    path.write_text(f'target = "meq"\nattacker = [{guns}]\n')
    words = "".join(Words(written(path, tmp_path)).text)
    assert "The first 12; 2 more stand in the matrix alone." in words


@pytest.mark.slow
@pytest.mark.parametrize("number, height", [(1, 1), (3, 1), (9, 1), (61, 1), (3, 2), (9, 7)])
def test_reports_of_every_size_have_pictures(number, height, tmp_path, monkeypatch):
    from mathhammer.show.html import report
    from mathhammer.show.pages import report as pages

    monkeypatch.setattr(pages, "MAX_DETAILED", 0)
    targets = ["meq", "teq", "geq", "veq", "ork", "keq", "ctan"]
    guns = [f"{n}x A2 BS3+ S4 D1" for n in range(1, number + 1)]
    both = mathhammer.compare(guns, targets[:height])
    page = Words(report.report_page(both, "x.toml"))
    assert page.tags.count("img") == (1 if height == 1 or number * height > 60 else 2)


def test_a_simulated_turn_is_reported_without_a_tree(tmp_path):
    path = tmp_path / "turn.toml"
    path.write_text(TURN)
    montecarlo = ["--engine", "montecarlo", "--trials", "2000", "--seed", "1"]
    page = Words(written(path, tmp_path, *montecarlo))
    words = " ".join("".join(page.text).split())
    assert "not modelled by montecarlo" in words and "2,000 trials" in words
    assert page.tags.count("img") == 1


@pytest.mark.parametrize(
    "words, said",
    [
        ([], "needs a scenario file"),
        (["FILE"], "needs -o PAGE.html"),
        (["FILE", "-o", "p.png"], "ends in none of .html and .htm"),
        (["FILE", "-o", "nowhere/p.html"], "there is no folder"),
        (["FILE", "-o", "FILE"], "is the scenario itself"),
        (["FILE", "FILE", "-o", "p.html"], "takes one file"),
        (["FILE", "-o", "p.html", "--plot", "p.png"], "unknown option '--plot'"),
    ],
)
def test_wrong_calls_end_in_one_sentence(words, said, squads, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["report", *(squads if word == "FILE" else word for word in words)]) == 2
    out, err = capsys.readouterr()
    assert said in err and not out and err.count("\n") == 1
    assert not list(Path().glob("*.html"))


def test_too_many_match_ups_are_refused_before_they_are_computed(tmp_path, capsys):
    path = tmp_path / "many.toml"
    guns = ", ".join(['"A2 BS3+ S4 AP-1 D1"'] * 101)
    path.write_text(f'target = ["meq", "geq", "teq", "veq"]\nattacker = [{guns}]\n')
    assert main(["report", str(path), "-o", str(tmp_path / "p.html")]) == 2
    assert "404 match-ups; a report has up to 400" in capsys.readouterr().err
    values = str(list(range(1, 52)))
    path.write_text(
        SWEEP.replace("[3, 4, 5, 8]", values).replace("[3, 4, 5]", str(list(range(1, 51))))
    )
    assert main(["report", str(path), "-o", str(tmp_path / "p.html")]) == 2
    assert "2550 match-ups; a report of a sweep has up to 2500" in capsys.readouterr().err


def test_a_report_too_large_for_a_picture_says_so(monkeypatch):
    from mathhammer.show.html import report
    from mathhammer.show.pages import report as pages

    monkeypatch.setattr(pages, "MAX_DETAILED", 0)
    both = mathhammer.compare(["A1 BS3+ S4 D1"] * 101, ["meq"])
    page = Words(report.report_page(both, "x.toml"))
    assert "img" not in page.tags
    assert "No picture: one has up to 100 loadouts and 40 targets." in page.text


# ------------------------------------------------------------------------- hostile names


def hostile_files(folder):
    quoted = "'''" + HOSTILE + "long " * 10 + "'''"
    name = f"name = {quoted}\n"
    attack = ATTACK.replace('name = "Bolts"\n', name).replace('name = "Plasma"\n', name)
    attack = attack.replace('"5x plasma:', f'{{name = {quoted}, attacks = 1, skill = "3+", '
                            'strength = 8, ap = -3, damage = 2}, "5x plasma:')  # fmt: skip
    attack = attack.replace('["meq",', f'[{{preset = "meq", name = {quoted}}},')
    turn = TURN.replace("[units.b]", f"[units.{_key(HOSTILE)}]").replace('"b"', _key(HOSTILE))
    for kind, text in (("attack", attack), ("turn", turn)):
        (folder / f"{kind}.toml").write_text(text, encoding="utf-8")
        yield kind, folder / f"{kind}.toml"


def _key(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def test_hostile_names_stay_text(tmp_path):
    for _, path in hostile_files(tmp_path):
        page = written(path, tmp_path)
        words = Words(page)
        assert "script" not in words.tags
        assert all(link.startswith(("data:image/svg+xml", "#part")) for link in words.links)
        text = "".join(words.text)
        assert "<script>document.pwned=1</script>" in text and "{{ 7*7 }}" in text
        assert "49" not in re.findall(r"&amp;\" .{0,60}", text)
        assert "\u202e" not in text  # turns the letters that follow round


# ------------------------------------------------------------------------- in a browser


@pytest.fixture(scope="module")
def browser():
    with opened() as made:
        yield made


#: Which cells of matrices stand outside of the window, or of the box that holds them.
_OUTSIDE = """
return [...document.querySelectorAll('.matrix td, .matrix th')].filter(cell => {
  const at = cell.getBoundingClientRect(), box = cell.closest('.wide').getBoundingClientRect();
  return at.width && (at.right > Math.min(window.innerWidth, box.right) + 1 || at.left < -1);
}).length
"""


@pytest.mark.parametrize("width", [1280, 400, 688])
def test_every_cell_of_a_wide_matrix_is_in_sight(width, browser, tmp_path):
    path = wide_report(tmp_path)
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False},
    )
    media = "print" if width == 688 else "screen"  # a sheet of A4 within its margins
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": media})
    try:
        show(browser, path)
        assert (
            browser.execute_script("return document.querySelectorAll('.matrix td').length") == 300
        )
        assert browser.execute_script(_OUTSIDE) == 0
        over = "return document.scrollingElement.scrollWidth - window.innerWidth"
        assert browser.execute_script(over) <= 0
        label = "return getComputedStyle(document.querySelector('.matrix td'), '::before').content"
        assert ("meq" in browser.execute_script(label)) == (width == 400)
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


@pytest.mark.slow
@pytest.mark.parametrize("kind", FILES)
def test_a_browser_shows_the_page(kind, browser, pages):
    show(browser, pages[kind])
    assert said(browser) == []
    widths = browser.execute_script("return [...document.images].map(i => i.naturalWidth)")
    assert widths and all(width > 100 for width in widths)
    fetched = browser.execute_script(
        "return performance.getEntriesByType('resource').map(e => e.name)"
    )
    assert [name for name in fetched if not name.startswith("data:")] == []
    over = "return document.scrollingElement.scrollWidth - window.innerWidth"
    assert browser.execute_script(over) <= 0
    pixels = imread(io.BytesIO(browser.get_screenshot_as_png()))[..., :3]
    dark = (pixels.mean(axis=2) < 0.5).mean()
    assert 0.005 < dark < 0.5 and np.ptp(pixels) > 0.9
    printed = browser.execute_cdp_cmd("Page.printToPDF", {"printBackground": True})
    pdf = base64.b64decode(printed["data"])
    assert pdf.startswith(b"%PDF") and len(pdf) > 20_000


@contextmanager
def seen(browser, width, **features):
    """Show pages so wide, to a reader with such settings."""
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False},
    )
    settings = [{"name": name.replace("_", "-"), "value": v} for name, v in features.items()]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "screen", "features": settings})
    try:
        yield
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})


def printed(browser):
    """Return how many sheets of A4 a page takes."""
    paper = {"paperWidth": 8.27, "paperHeight": 11.69, "printBackground": True}
    made = browser.execute_cdp_cmd("Page.printToPDF", paper)
    return len(re.findall(rb"/Type\s*/Page\b", base64.b64decode(made["data"])))


@pytest.fixture(scope="module")
def league(tmp_path_factory):
    """The report of three loadouts against four targets, with a title and a note."""
    folder = tmp_path_factory.mktemp("league")
    path = folder / "league.toml"
    guns = "\n".join(
        f'[[attacker]]\nname = "Squad {n} with a long name"\npoints = {80 + n}\n'
        f'weapons = ["8x rifle: A2 BS3+ S4 AP-1 D1 [Lethal Hits]", "2x ray: A1 BS3+ S{n} AP-3 D2"]'
        for n in (7, 8, 9)
    )
    path.write_text(
        'title = "Which for <the> league?"\nnote = "Points of June."\n'
        f'target = ["5x meq", "10x geq", "5x teq", "veq"]\n{guns}\n'
    )
    page = folder / "page.html"
    page.write_text(written(path, folder), encoding="utf-8")
    return page


def test_the_page_of_the_example_has_600_kb_and_three_sheets(browser, tmp_path):
    page = tmp_path / "example.html"
    page.write_text(written(PACKAGE / "examples/squads.toml", tmp_path), encoding="utf-8")
    assert page.stat().st_size <= 600_000
    show(browser, page)
    assert printed(browser) <= 3


def test_three_loadouts_at_four_targets_are_three_sheets_and_600_kb(browser, league):
    assert league.stat().st_size <= 600_000
    show(browser, league)
    assert printed(browser) <= 3
    browser.execute_script("document.querySelectorAll('details').forEach(d => d.open = true)")
    assert printed(browser) > 6  # what is unfolded is printed
    inside = "return getComputedStyle(document.querySelector('{}')).breakInside"
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    assert browser.execute_script(inside.format("tr")) == "avoid"
    assert browser.execute_script(inside.format("figure")) == "avoid"
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def test_a_report_has_its_title_its_note_and_its_contents(league):
    page = league.read_text(encoding="utf-8")
    assert "<h1>Which for &lt;the&gt; league?</h1>" in page and "<p>Points of June.</p>" in page
    headings = re.findall(r"<h2>(.*?)</h2>", page)
    assert headings[:4] == ["Summary", "Matrix", "Charts", "Match-ups one by one, and why"]
    assert re.findall(r'<a href="#part\d">(.*?)</a>', page) == headings
    assert page.count("<details>") == 12 == page.count("<summary>")


@pytest.mark.parametrize("width", [1280, 400])
def test_words_of_pictures_can_be_read_at_any_width(width, browser, league):
    with seen(browser, width):
        show(browser, league)
        over = "return document.scrollingElement.scrollWidth - window.innerWidth"
        assert browser.execute_script(over) <= 0
        smallest = browser.execute_script(
            "return Math.min(...[...document.querySelectorAll('section:not(.folded) img')]"
            ".map(i => i.getBoundingClientRect().width / i.naturalWidth))"
        )
        assert smallest * 8 * 4 / 3 >= 8  # letters of 8 points, at 96 pixels an inch
        beside = browser.execute_script(
            "return document.querySelector('nav').getBoundingClientRect().right <="
            "document.querySelector('h1').getBoundingClientRect().left"
        )
        assert beside == (width == 1280)


def test_a_dark_page_has_light_letters_and_dark_pictures(browser, league):
    look = "const s = getComputedStyle(document.querySelector('{}')); return s.{}"
    with seen(browser, 1280, prefers_color_scheme="dark"):
        show(browser, league)
        pixels = imread(io.BytesIO(browser.get_screenshot_as_png()))[..., :3].mean(axis=2)
        assert (pixels < 0.3).mean() > 0.8 and (pixels > 0.6).any()
        assert "invert" in browser.execute_script(look.format("figure img", "filter"))
    with seen(browser, 1280, prefers_color_scheme="light"):
        show(browser, league)
        assert browser.execute_script(look.format("body", "backgroundColor")) == (
            "rgb(255, 255, 255)"
        )


@pytest.mark.slow
def test_a_browser_runs_nothing_of_a_hostile_name(browser, tmp_path):
    for kind, path in hostile_files(tmp_path):
        page = tmp_path / f"{kind}.html"
        page.write_text(written(path, tmp_path), encoding="utf-8")
        show(browser, page)
        assert browser.execute_script("return document.pwned === undefined")
        assert said(browser) == []
        assert browser.execute_script("return document.body.innerText").count("pwned=1") > 1
        over = "return document.scrollingElement.scrollWidth - window.innerWidth"
        assert browser.execute_script(over) <= 0
