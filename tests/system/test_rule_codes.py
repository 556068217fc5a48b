"""Every code of a rule that the package, its tests or its papers name stands in docs/rules."""

from __future__ import annotations

import re
from pathlib import Path

from support.paths import ROOT

#: A letter of a page of docs/rules, and the numbers of a rule: W-1.7.
CODE = re.compile(r"(?<![\w-])[WASCHD]-\d+(?:\.\d+)?(?![\d\w+])")
ANCHOR = re.compile(r'<a id="([WASCHD]-[\d.]+)"></a>')
PAGES = sorted((ROOT / "docs/rules").glob("*.md"))


def sources() -> list[Path]:
    folders = ("mathhammer", "tests", "benchmarks", "tools")
    return [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]


def anchors() -> list[str]:
    return [code for page in PAGES for code in ANCHOR.findall(page.read_text(encoding="utf-8"))]


def test_each_code_in_the_code_points_to_a_rule() -> None:
    known = set(anchors())
    unknown = {
        f"{path.relative_to(ROOT)}: {code}"
        for path in sources()
        for code in CODE.findall(path.read_text(encoding="utf-8"))
        if code not in known
    }
    assert not unknown


def test_enough_codes_are_read_for_that_to_mean_something() -> None:
    codes = [code for path in sources() for code in CODE.findall(path.read_text(encoding="utf-8"))]
    assert len(codes) > 900 and len(set(codes)) > 40


def test_each_anchor_stands_once_and_starts_its_own_rule() -> None:
    codes = anchors()
    assert len(codes) == len(set(codes)) > 70
    for page in PAGES:
        for code, title in re.findall(
            r'<a id="([^"]+)"></a>(?:\*\*)?(\S+)', page.read_text(encoding="utf-8")
        ):
            assert title == code


def test_links_between_rules_lead_to_an_anchor() -> None:
    known = set(anchors())
    for page in (*PAGES, *(ROOT / "docs").rglob("*.md")):
        for code in re.findall(r"\]\([^)]*#([WASCHD]-[\d.]+)\)", page.read_text(encoding="utf-8")):
            assert code in known, f"{page.name}: {code}"
