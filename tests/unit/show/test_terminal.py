"""Pages of text: what they say, that they fit, and that names can't break them."""

from __future__ import annotations

import io
import itertools
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from mathhammer.api import attack, compare
from mathhammer.core.distribution import Distribution
from mathhammer.core.format import MAX_BARS, TAIL, bars, figure, percent
from mathhammer.games.names import GAMES
from mathhammer.games.presets import presets_of
from mathhammer.games.wh40k.presets import PRESETS as WH40K
from mathhammer.games.wh40k.profiles import Unit, Weapon
from mathhammer.show.pages.attack import attack_page, gap_sentence
from mathhammer.show.pages.comparison import comparison_page
from mathhammer.show.pages.targets import targets_page
from mathhammer.show.terminal.page import Page, width_of

WIDTHS = (60, 80, 120)
HOSTILE = "[red]evil[/red] \x1b[31mred\x1b[0m \u202eltr [bold]x :smile: \r\n" + "long " * 25
ANSI = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
COLOUR = re.compile(r"\x1b\[(?:\d+;)*(?:3[0-7]|9[0-7])")


class Stream(io.StringIO):
    """A stream that says what it is."""

    def __init__(self, encoding: str = "utf-8", terminal: bool = False) -> None:
        super().__init__()
        self.kind = encoding
        self.terminal = terminal

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self.kind

    def isatty(self) -> bool:
        return self.terminal


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch):
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "TTY_COMPATIBLE", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")


def squad(name="Bolt squad", **fields):
    weapon = Weapon(
        name="bolt rifle", count=10, attacks="2", skill="3+", strength=4, ap=-1, damage="1",
        abilities="Heavy",
    )  # fmt: skip
    return Unit(**{"name": name, "points": 80, "weapons": [weapon], **fields})


MATCHUPS = {
    "infantry": (squad(), Unit(preset="meq", points=90)),
    "vehicle": (squad(), Unit(preset="veq")),
    "one model of one wound": (squad(), Unit(preset="geq", models=1)),
    "sixty models": (squad(weapons=["60x A4 BS3+ S5 AP-1 D1"]), Unit(preset="ork", models=60)),
    "a crowd": (squad(weapons=["300x A2 BS3+ S5 AP-2 D2"]), Unit(preset="geq", models=2000)),
    "several weapons": (
        squad(
            models=5,
            weapons=[
                "5x plasma: A1 BS3+ S8 AP-3 D2 [Hazardous, Devastating Wounds]",
                '2x melta: A1 BS3+ S9 AP-4 DD6 12" [Melta 2]',
            ],
            mortals={"dice": 3, "on": "4+"},
            modifiers={"reroll_hits": "ones", "on_critical_hit": {"ap": -1}},
            context={"half_range": True, "visible": True},
        ),
        Unit(preset="teq", feel_no_pain="5+", points=180),
    ),
    "a leader": (squad(), Unit(preset="meq", leader={"wounds": 5, "save": "2+"})),
    "hostile names": (
        squad(HOSTILE, weapons=2 * [{"name": HOSTILE, "attacks": 1, "skill": 3, "strength": 4,
                                     "damage": 2}]),
        Unit(preset="meq", name=HOSTILE, keywords=["[/]", "infantry"]),
    ),
    "certain death": (squad(weapons=["60x A4 BS2+ S9 AP-4 D3"]), Unit(preset="geq")),
    "nothing gets through": (squad(weapons=["1x A0 BS6+ S1 AP0 D1"]), Unit(preset="veq")),
}  # fmt: skip


def text_of(result, stream=None, **options):
    page = Page(stream or Stream())
    page.put(attack_page(result, **options))
    return page.text()


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", MATCHUPS)
def test_a_result_fits_and_is_plain_when_piped(monkeypatch, name, width):
    monkeypatch.setenv("COLUMNS", str(width))
    text = text_of(
        attack(*MATCHUPS[name]), read_as=["'D3' was read as damage 3"], source="a/b.toml"
    )
    assert max(cell_len(line) for line in text.splitlines()) <= width
    assert not ANSI.search(text)
    assert all(character.isprintable() or character == "\n" for character in text)
    assert all(line == line.rstrip() for line in text.splitlines())


@pytest.mark.parametrize("simulated", [False, True])
def test_who_falls_is_said_of_each_group_and_leader(simulated):
    target = Unit(preset="meq", name="squad", leader={"name": "captain", "wounds": 2})
    options = {"engine": "montecarlo", "trials": 2000, "seed": 1} if simulated else {}
    result = attack("20x A2 BS3+ S8 AP-3 D2", target, **options)
    squad, captain = result.groups
    lines = [line for line in " ".join(text_of(result).split()).split("who falls ")[1:]]
    assert lines[0].startswith(
        f"squad: {squad.slain.mean:.2f} of 5 slain on average, all in {percent(squad.destroyed)} "
        "of cases"
    )
    assert lines[1].startswith(f"captain is slain in {percent(captain.destroyed)} of cases")
    assert all(("95% sure between" in line) is simulated for line in lines[:2])
    assert "who falls" not in text_of(attack("1x A2 BS3+ S8 AP-3 D2", "5x meq"))


@pytest.mark.parametrize("name", MATCHUPS)
def test_a_result_never_has_more_bars_than_stated(name):
    text = text_of(attack(*MATCHUPS[name]))
    assert 1 <= sum(line.rstrip().endswith(tuple("▏▎▍▌▋▊▉█")) for line in text.splitlines()) <= 25


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("loadouts, targets", [(1, 1), (2, 3), (6, 12)])
def test_a_comparison_fits(monkeypatch, loadouts, targets, width):
    monkeypatch.setenv("COLUMNS", str(width))
    attackers = [squad(f"{HOSTILE if i == 1 else 'Squad'} {i}", points=None if i == 2 else 80 + i)
                 for i in range(loadouts)]  # fmt: skip
    units = [Unit(preset=key, points=100, name=HOSTILE if key == "meq" else key)
             for key in list(WH40K)[:targets]]  # fmt: skip
    page = Page(Stream())
    page.put(comparison_page(compare(attackers, units), source="file.toml"))
    text = page.text()
    assert max(cell_len(line) for line in text.splitlines()) <= width
    assert not ANSI.search(text)
    for i in range(loadouts):
        rows = [line for line in text.splitlines() if re.match(rf"{i + 1} (Squad|\[red)", line)]
        if targets == 1:
            assert len(rows) == 1
        else:  # on pages of columns, each target once
            assert sum(len(re.findall(r" (?:<0.01|\d+\.\d\d)\b", row)) for row in rows) == targets


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("width", WIDTHS)
def test_the_targets_fit_and_are_all_there(monkeypatch, width, game):
    monkeypatch.setenv("COLUMNS", str(width))
    page = Page(Stream())
    page.put(targets_page(game))
    text = page.text()
    assert max(cell_len(line) for line in text.splitlines()) <= width
    second = "toughness" if game == "wh40k" else "health"
    for key, preset in presets_of(game).items():
        row = next(line for line in text.splitlines() if line.split()[:1] == [key])
        assert row.split()[1:3] == [str(preset.fields["models"]), str(preset.fields[second])]


# ------------------------------------------------------------------------ what it says


def test_the_stages_of_a_result_are_those_of_the_engine():
    result = attack(*MATCHUPS["several weapons"])
    text = text_of(result)
    labels = {
        "attacks": "attacks", "hits": "hits", "wounds": "wounds",
        "unsaved (failed saves)": "unsaved", "mortal wounds": "mortal",
        "damage rolled": "damage_rolled", "damage (wounds lost)": "damage",
        "models slain": "slain",
    }  # fmt: skip
    for label, name in labels.items():
        stage = getattr(result, name)
        row = next(
            line for line in text.splitlines() if re.match(re.escape(label) + r"\s+\d", line)
        )
        assert row[len(label) :].split() == [
            figure(stage.mean), figure(stage.sd),
            *(str(stage.quantile(q)) for q in (0.1, 0.5, 0.9)),
        ]  # fmt: skip


def test_mortal_wounds_are_left_out_where_there_can_be_none():
    assert "mortal" not in text_of(attack(*MATCHUPS["infantry"]))


def test_bars_say_exactly_and_at_least():
    result = attack(*MATCHUPS["infantry"])
    text = text_of(result)
    for k in range(5):
        row = next(line for line in text.splitlines() if re.match(rf"\s+{k}\s", line)).split()
        assert row[1:3] == [percent(result.slain.pmf(k)), percent(result.slain.at_least(k))]
    assert f"all 5  {percent(result.slain.pmf(5)):>7}" in text
    assert f"destroyed  {percent(result.destroyed)} (no model is left)" in text


def test_a_single_model_shows_its_wounds():
    result = attack(*MATCHUPS["vehicle"])
    text = text_of(result)
    assert "wounds lost (of 12)" in text
    assert f"destroyed  {percent(result.destroyed)} (the model is slain)" in text


def test_the_longest_bar_is_the_likeliest_value():
    result = attack(*MATCHUPS["infantry"])
    lengths = {
        int(m[1]): m[2].count("█")
        for m in re.finditer(
            r"^\s+(?:all )?(\d+)\s+\S+%\s+\S+%\s+([▏▎▍▌▋▊▉█]+)$", text_of(result), re.M
        )
    }
    assert max(lengths, key=lengths.__getitem__) == int(result.slain.array.argmax())
    assert max(lengths.values()) >= 30


def test_each_weapon_and_what_comes_afterwards_have_a_row():
    result = attack(*MATCHUPS["several weapons"])
    lines = text_of(result).splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("means in order"))
    table = "\n".join(lines[start:])
    for row in (*result.weapons, *result.afterwards):
        assert figure(row.damage.mean) in table
        assert row.name.split(":")[0] in table
    assert "means in order" not in text_of(attack(*MATCHUPS["infantry"]))


def test_the_understood_profile_stands_above_the_answer():
    text = text_of(attack(*MATCHUPS["several weapons"]), read_as=["'D3' was read as damage 3"])
    top = text[: text.index("stage ")]
    for words in (
        "plasma: A1 BS3+ S8 AP-3 D2", "melta", "T5 Sv2+ W3", "re-roll hits: ones",
        "[crit hit: AP-1]", "half range", "points 180", "each 4+ inflicts 1",
        "devastating = print-2023", "'D3' was read as damage 3",
    ):  # fmt: skip
        assert words in top


def test_hazardous_and_notes_are_told():
    result = attack(*MATCHUPS["several weapons"])
    text = " ".join(text_of(result).split())
    assert f"{figure(result.self_losses['slain'].mean)} models of its own on average" in text
    assert result.notes
    for note in result.notes:
        assert " ".join(note.split()) in text


def test_points_are_told_where_they_are_known():
    result = attack(*MATCHUPS["infantry"])
    words = " ".join(text_of(result).split())
    assert f"{figure(result.points_destroyed)} points of the target destroyed on average" in words
    assert f"{figure(result.points_per_100)} for each 100 points of the attacker" in words
    assert "points of the target" not in text_of(attack(squad(points=None), Unit(preset="meq")))


@pytest.mark.parametrize(
    "attacker, target, words",
    [
        ("10x A2 BS3+ S4 AP-1 D1", "5x T4 Sv3+ W2", ["damage rolled on average", "is wasted"]),
        ("1x A2 BS3+ S4 AP-1 D1", "5x T4 Sv3+ W2", ["all", "takes wounds off"]),
        ("5x A2 BS3+ S8 AP-1 DD6", "T10 Sv3+ W3", ["the model is dead by then"]),
        ("1x A1 BS3+ S4 AP-1 D1", "5x T4 Sv3+ W2 5+++", ["ignored by Feel No Pain"]),
        ("5x A1 BS3+ S4 AP-1 D3", "5x T4 Sv3+ W2 5+++", ["ignored by Feel No Pain and", "wasted"]),
        ("A0 BS3+ S4 AP-1 D3", "5x T4 Sv3+ W2", ["nothing gets through"]),
        (
            "A1 BS3+ S4 AP-1 D1",
            Unit(preset="meq", modifiers={"ignore_first_damage": True}),
            ["the first failed save inflicts nothing"],
        ),
    ],
)
def test_the_gap_between_rolled_and_lost_is_one_sentence(attacker, target, words):
    result = attack(attacker, target)
    sentence = gap_sentence(result)
    assert sentence.endswith(".") and sentence.count(". ") == 0
    for word in words:
        assert word in sentence
    if result.wasted > 0.01:
        assert figure(result.wasted) in sentence and figure(result.damage.mean) in sentence


def test_what_is_left_adds_up():
    result = attack(*MATCHUPS["infantry"])
    assert f"{figure(10 - result.damage.mean)} of 10 wounds on average" in text_of(result)
    assert f"2 wounds {percent(result.left['front'].pmf(2))}" in text_of(result)


@pytest.mark.parametrize(
    "unit, models, wounds",
    [
        (Unit(preset="meq", wounds_lost=1), 5, 9),
        (Unit(preset="meq", leader=[{"wounds": 4, "wounds_lost": 1}, {"wounds": 5}]), 7, 18),
        (Unit(toughness=4, wounds=2, groups=[{"models": 3}, {"models": 1, "wounds": 3}]), 4, 9),
    ],
)
def test_starting_strength_counts_groups_leaders_and_lost_wounds(unit, models, wounds):
    assert (unit.starting_models, unit.starting_wounds) == (models, wounds)
    result = attack("A0 BS3+ S4 AP-1 D3", unit)
    assert result.left["wounds"].mean == wounds


# -------------------------------------------------------------------------- comparison


def comparison_text(attackers, targets):
    page = Page(Stream())
    page.put(comparison_page(compare(attackers, targets)))
    return page.text()


def test_the_best_of_each_target_is_marked_without_colour():
    text = comparison_text(
        [squad("weak", weapons=["A1 BS6+ S3 AP0 D1"]), squad("strong", points=200)],
        [Unit(preset="meq", points=100)],
    )
    weak = next(line for line in text.splitlines() if line.startswith("1 weak"))
    strong = next(line for line in text.splitlines() if line.startswith("2 strong"))
    assert "*" not in weak and strong.count("*") == 5
    assert "the best against this target" in text


def test_equal_loadouts_are_not_marked():
    assert not re.search(r"\d\*", comparison_text([squad("a"), squad("b")], ["meq"]))


def test_a_comparison_has_the_numbers_of_its_results():
    attackers = [squad("one"), squad("two", weapons=["3x A1 BS3+ S9 AP-3 DD6"])]
    targets = [Unit(preset="meq", points=100), Unit(preset="veq", points=150)]
    both = compare(attackers, targets)
    page = Page(Stream())
    page.put(comparison_page(both, details=True))
    rows = [line for line in page.text().splitlines() if re.match(r"[12] (one|two) ", line)]
    cells = [[cell.rstrip("*") for cell in row.split()[2:]] for row in rows]
    assert cells[:2] == [[figure(both.cell(i, j).damage.mean) for j in range(2)] for i in range(2)]
    cells = cells[2:]
    expected = [
        [
            figure(r.damage.mean),
            figure(r.slain.mean),
            percent(r.destroyed),
            figure(100 * r.damage.mean / r.attacker.points),
            figure(r.points_per_100),
        ]
        for r in (both.cell(0, 0), both.cell(1, 0), both.cell(0, 1), both.cell(1, 1))
    ]
    assert cells == expected


def test_points_have_no_column_where_none_are_given():
    assert "pts/100" not in comparison_text([squad(points=None)], ["meq"])


def test_many_notes_are_counted_not_dropped():
    loadouts = [squad(weapons=[f"w{n}: A2 BS3+ S5 AP-1 D2 [Anti-Fly 4+]"]) for n in range(12)]
    text = comparison_text(loadouts, ["meq"])
    assert text.count("\nnote ") == 9
    assert re.search(r"and \d+ more notes: --json has them all", text)


def test_a_note_says_which_match_ups_it_is_about():
    text = comparison_text(
        [squad(), squad(weapons=["A2 BS3+ S4 AP-1 D1 [One Shot]"])], ["meq", "teq"]
    )
    assert "loadout 2: " in text


# ------------------------------------------------------------------- colour and characters


def test_a_terminal_gets_colour_and_no_color_takes_it_away(monkeypatch):
    result = attack(*MATCHUPS["infantry"])
    assert COLOUR.search(text_of(result, Stream(terminal=True)))
    monkeypatch.setenv("NO_COLOR", "1")
    text = text_of(result, Stream(terminal=True))
    assert not COLOUR.search(text)
    assert ANSI.search(text)  # bold is no colour


def test_without_colour_the_words_are_the_same():
    result = attack(*MATCHUPS["several weapons"])
    coloured = text_of(result, Stream(terminal=True))
    assert [line.rstrip() for line in ANSI.sub("", coloured).splitlines()] == text_of(
        result
    ).splitlines()


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437"])
def test_bars_and_rules_suit_the_encoding(encoding):
    text = text_of(attack(*MATCHUPS["infantry"]), Stream(encoding))
    assert text.encode(encoding)
    assert "####" in text


def test_an_unknown_encoding_is_taken_for_the_poorest():
    assert "####" in text_of(attack(*MATCHUPS["infantry"]), Stream("no-such-codec"))


def test_names_are_shown_as_they_are_and_control_nothing():
    text = text_of(attack(*MATCHUPS["hostile names"]))
    assert "[red]evil[/red]" in text and "[bold]x" in text and ":smile:" in text
    assert "\x1b" not in text and "\u202e" not in text and "\r" not in text


@pytest.mark.parametrize(
    "columns, width", [("60", 60), ("100", 100), ("", 80), ("0", 80), ("x", 80), ("9", 40),
                       ("99999", 120), ("\u0663\u0663\u0663", 80)]
)  # fmt: skip
def test_the_width_is_that_of_columns_or_eighty(columns, width):
    assert width_of(Stream(), {"COLUMNS": columns}) == width


# ------------------------------------------------------------------------------- condensing


@given(
    st.lists(st.floats(0, 1), min_size=1, max_size=300).filter(lambda x: sum(x) > 1e-3),
    st.integers(0, 500),
    st.integers(5, 40),
)
def test_bars_hold_the_whole_distribution_in_order(weights, start, most):
    total = sum(weights)
    distribution = Distribution([w / total for w in weights], start)
    rows = bars(distribution, most)
    assert len(rows) <= most
    assert rows[0].low == 0 and rows[-1].high == distribution.from_zero().size - 1
    assert all(a.high + 1 == b.low for a, b in itertools.pairwise(rows))
    assert sum(row.exactly for row in rows) == pytest.approx(1)
    for row in rows:
        assert row.at_least == pytest.approx(distribution.at_least(row.low))
        assert row.exactly == pytest.approx(
            sum(distribution.pmf(k) for k in range(row.low, row.high + 1))
        )


def test_a_value_of_some_weight_has_its_own_row():
    rows = bars(Distribution.constant(20).thin(0.5))
    assert [row.label for row in rows] == ["0-2", *map(str, range(3, 18)), "18-20"]
    assert rows[0].exactly < TAIL and rows[-1].exactly < TAIL
    assert len(bars(Distribution.uniform(0, 10_000))) <= MAX_BARS


@pytest.mark.parametrize(
    "p, text", [(0, "0%"), (1e-300, "<0.1%"), (0.0005, "0.1%"), (0.5, "50.0%"), (0.9995, ">99.9%"),
                (0.99949, "99.9%"), (1 - 1e-9, ">99.9%"), (1 - 1e-16, "100%"), (1, "100%")]
)  # fmt: skip
def test_only_a_certain_thing_is_a_hundred_percent(p, text):
    assert percent(p) == text
