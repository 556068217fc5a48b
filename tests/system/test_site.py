"""The site: its reference is complete, its navigation has every page, its gallery every chart.

`mkdocs build --strict` (`.ci/run`) checks links and anchors; what is checked here needs no mkdocs.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from support.paths import PACKAGE, ROOT

import mathhammer
from mathhammer.analysis.sweeps import sweep
from mathhammer.games.aos.abilities import table as aos
from mathhammer.games.checks.registry import KINDS as CHECKS
from mathhammer.games.turns.steps.registry import INSTEAD, STEPS
from mathhammer.games.wh40k.abilities import table as wh40k
from mathhammer.reading.reference import field_rows, records
from mathhammer.show import charts

sys.path.insert(0, str(ROOT / "tools"))
from site_pages import PAGES
from site_pages.markdown import cell

PAGE = {place: page() for place, page in PAGES.items()}


def test_every_field_of_every_record_stands_in_the_reference() -> None:
    text = "".join(PAGE.values())
    every = records()
    assert len(every) > 50
    for name, record in every.items():
        for row in field_rows(record):
            assert row.about and row.type, f"{name}.{row.name} says what it is"
            assert re.search(rf"^\| `{row.name}` \| {re.escape(cell(row.type))}", text, re.M), (
                f"{name}.{row.name}"
            )


def section(place: str, heading: str) -> str:
    """Return the text below a heading up to the next one of its rank."""
    found = re.search(rf"^(#+) `?{re.escape(heading)}\b.*?(?=^\1 |\Z)", PAGE[place], re.M | re.S)
    assert found is not None, heading
    return found[0]


@pytest.mark.parametrize("kind", CHECKS)
def test_a_check_has_all_its_fields(kind: str) -> None:
    text = section("reference/checks.md", kind)
    for name in CHECKS[kind]._fields:
        assert f"| `{name}` |" in text
    assert f"usage: mathhammer check {kind} " in PAGE["reference/commands.md"]


@pytest.mark.parametrize("kind", STEPS)
def test_a_step_has_all_its_fields(kind: str) -> None:
    text = section("reference/steps.md", kind) + section("reference/steps.md", "Every step")
    for name in STEPS[kind]._fields:
        assert f"| `{name}` |" in text


def test_every_ability_has_its_row() -> None:
    vocabularies = (wh40k.WEAPON, wh40k.UNIT, aos.WEAPON, aos.UNIT)
    lines = PAGE["reference/abilities.md"].splitlines()
    for vocabulary in vocabularies:
        for row in vocabulary.rows:
            (line,) = (one for one in lines if one.startswith(f"| `{row.form}` | {row.help[:20]}"))
            assert f"#{row.code})" in line
    assert sum(line.startswith("| `") for line in lines) == sum(len(v.rows) for v in vocabularies)


def test_every_limit_with_a_comment_has_its_row() -> None:
    from site_pages.limits import HEADINGS, limits

    found = list(limits())
    assert len(found) > 50
    assert {one.module.split(".")[1] for one in found} <= set(HEADINGS)
    (work,) = (one for one in found if one.names[0] == "MAX_BATCH_STATES")
    assert work.names[1:] and len(work.values) == len(work.names), "those below share the comment"
    assert "2,000,000" in PAGE["reference/limits.md"]


def test_what_is_no_step_is_named() -> None:
    text = section("reference/steps.md", "What is no step")
    assert all(f"`{name}`" in text for name in INSTEAD)


def keys(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inside in value.items():
            yield key
            yield from keys(inside)
    elif isinstance(value, list):
        for inside in value:
            yield from keys(inside)


@pytest.mark.slow
def test_every_key_of_json_is_explained_and_no_other() -> None:
    from site_pages import results

    mixed = {"toughness": 4, "groups": [{"models": 3, "save": "3+", "wounds": 2},
                                        {"models": 2, "save": "2+", "wounds": 3}]}  # fmt: skip
    gun = "2x gun: A2 BS3+ S4 AP-1 D1 [Hazardous, Devastating Wounds]"
    squad = {"points": 80, "weapons": [gun]}
    charge = {"distance": 18, "move": 6, "advance": True, "command_reroll": 1}
    answers = {
        "MATCHUP": [
            mathhammer.attack(gun, mixed),
            mathhammer.attack(squad, {"preset": "meq", "points": 80}),
            mathhammer.simulate(gun, mixed, trials=100, seed=1),
            mathhammer.attack("2x 2/3+/4+/1/D3 [Crit (Mortal)]", "10x heavy"),
            sweep(gun, "meq", {"target.toughness": [3]}).comparisons[0].results[0],
        ],
        "TURN": [
            mathhammer.run(PACKAGE / "examples/fight.toml")[0],
            mathhammer.run(PACKAGE / "examples/fight.toml", engine="montecarlo", trials=100)[0],
            mathhammer.turn(
                {
                    "units": {
                        "a": {"preset": "meq", "weapons": [gun]},
                        **{name: {"side": "second", "preset": "meq"} for name in "bc"},
                    },
                    "step": [{"do": "shoot", "by": "a", "at": at} for at in "bc"],
                }
            ),
        ],
        "CHECK": [
            mathhammer.check("charge", needed=9, engine="montecarlo", trials=100),
            mathhammer.check("charge", **charge),
            mathhammer.check("rally", health=2, slain=5),
            mathhammer.check("cast", value=6, unbind=1),
            mathhammer.check("prayer", value=[4, 6], turns=2),
            mathhammer.check("deadly_demise", value="D3", units=2),
            mathhammer.check("priority"),
        ],
    }
    for name, several in answers.items():
        explained = set(getattr(results, name)) | (set(results.NAMED) if name == "CHECK" else set())
        assert {key for answer in several for key in answer.to_dict()} == explained
    inside = {
        key
        for several in answers.values()
        for answer in several
        for key in keys({**answer.to_dict(), "ruleset": {}, "flags": {}, "units": {}, "sweep": {}})
    }
    names = {"a", "b", "c", "charged", "4", "6"}  # units, a flag, prayers
    text = PAGE["reference/results.md"]
    assert {key for key in inside if f"`{key}`" not in text} == names


def test_defaults_and_codes_are_links_and_code() -> None:
    text = PAGE["reference/scenario.md"]
    assert "[W-1.1](../rules/wh40k.md#W-1.1)" in text
    assert "**required**" in text


def test_navigation_has_every_page_and_no_other() -> None:
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    named = set(re.findall(r": (\S+\.md)$", text, re.MULTILINE))
    kept = {str(p.relative_to(ROOT / "docs")) for p in (ROOT / "docs").rglob("*.md")}
    hook = (ROOT / "tools/mkdocs_hook.py").read_text(encoding="utf-8")
    papers = dict(re.findall(r'"(\w+\.md)": "(\w+\.md)"', hook))
    assert named == kept | set(PAGES) | set(papers)
    assert all((ROOT / name).exists() for name in papers.values())


def test_gallery_has_every_chart() -> None:
    text = (ROOT / "docs/gallery.md").read_text(encoding="utf-8")
    missing = {name for name in charts.__all__ if name.startswith("plot_")}
    missing -= set(re.findall(r"`(plot_\w+)`", text))
    assert not missing
    pictures = {path.stem for path in (ROOT / "docs/pictures").glob("*.png")}
    assert set(re.findall(r"\(pictures/([\w-]+)\.png\)", text)) == pictures


def test_links_between_pages_lead_to_a_page() -> None:
    places = set(PAGES) | {"architecture.md", "contributing.md", "changelog.md"}
    for path in (ROOT / "docs").rglob("*.md"):
        for link in re.findall(r"\]\(([^)#:]+\.md)", path.read_text(encoding="utf-8")):
            target = (path.parent / link).resolve()
            place = str(target.relative_to(ROOT / "docs"))
            assert target.exists() or place in places, f"{path.name}: {link}"


def test_json_of_the_contract_is_json() -> None:
    text = (ROOT / "docs/contract.md").read_text(encoding="utf-8")
    for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL):
        assert json.loads(block)
