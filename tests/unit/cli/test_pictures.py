"""--plot and --picture: what is drawn of what, and what is refused."""

from __future__ import annotations

import pytest

from mathhammer.cli.main import main
from mathhammer.cli.questions import example_path
from mathhammer.show.charts.registry import Chart

pytestmark = pytest.mark.slow

GUN = "10x rifle: A2 BS3+ S4 AP-1 D1 [Lethal Hits]"
TURN = """
kind = "turn"
gap = 8
[units.a]
models = 5
toughness = 4
save = "3+"
wounds = 2
weapons = ["5x A3 WS3+ S4 AP0 D1"]
[units.b]
side = "second"
preset = "ork"
[[step]]
do = "charge"
by = "a"
at = "b"
"""
SWEEP = """
target = "meq"
attacker = "10x A2 BS3+ S4 AP0 D1"
[sweep]
"target.toughness" = [3, 4, 5]
"attacker.weapons.0.strength" = [3, 4, 5]
"""


@pytest.fixture
def drawn(tmp_path, capsys, monkeypatch):
    """Return a function that calls a command and returns which chart it drew, or its error."""
    from mathhammer.show import charts

    made: list[str] = []
    load = Chart.load

    def noted(chart):
        made.append(chart.function)
        return load(chart)

    def anvils(*given, _chart=charts.plot_hammers_and_anvils, **options):
        made.append(_chart.__name__)  # whose rows are made before
        return _chart(*given, **options)

    monkeypatch.setattr(Chart, "load", noted)
    monkeypatch.setattr(charts, "plot_hammers_and_anvils", anvils, raising=False)

    def drawn(*words, picture=None):
        path = tmp_path / "p.png"
        path.unlink(missing_ok=True)
        made.clear()
        more = ["--picture", picture] if picture else []
        status = main([*map(str, words), "--plot", str(path), *more])
        out, err = capsys.readouterr()
        if status:
            assert (status, out) == (2, "") and err.count("\n") == 1 and not path.exists()
            return err
        assert path.stat().st_size > 5000 and f"written    {path}"[:60] in out
        return made[0]

    return drawn


def test_match_ups(drawn, squads):
    assert drawn("attack", GUN, "--at", "meq") == "plot_result"
    assert drawn("attack", GUN, "--at", "meq", "teq") == "plot_comparison"
    assert drawn("compare", squads) == "plot_comparison"
    for picture in ("matrix", "ridge"):
        assert drawn("run", squads, picture=picture) == f"plot_{picture}"
        assert drawn("compare", squads, picture=picture.upper()) == f"plot_{picture}"


def test_many_loadouts_are_a_heat_map(drawn):
    guns = [f"{n}x A2 BS3+ S4 AP-1 D1" for n in range(1, 9)]
    assert drawn("compare", *guns, "--at", "meq") == "plot_matrix"
    assert drawn("compare", *guns[:7], "--at", "meq") == "plot_comparison"


def test_hammers_and_anvils(drawn, tmp_path):
    path = tmp_path / "units.toml"
    path.write_text(
        'target = ["meq", "geq"]\n[[attacker]]\npoints = 80\nmodels = 5\ntoughness = 4\n'
        'save = "3+"\nwounds = 2\nweapons = ["5x A2 BS3+ S4 AP-1 D1"]\n'
    )
    assert drawn("compare", path, picture="anvils") == "plot_hammers_and_anvils"
    assert drawn(
        "compare", path, "--mix", "60 % meq, 40 % geq", picture="anvils"
    ) == "plot_hammers_and_anvils"  # fmt: skip
    assert "points, weapons and a defence" in drawn("compare", example_path(), picture="anvils")


def test_hammers_and_anvils_name_who_is_left_out(tmp_path, capsys):
    path = tmp_path / "units.toml"
    unit = 'models = 5\ntoughness = 4\nsave = "3+"\nwounds = 2\nweapons = ["5x A2 BS3+ S4 D1"]\n'
    path.write_text(
        f'target = ["meq", "geq"]\n[[attacker]]\nname = "Squad"\npoints = 80\n{unit}'
        f'[[attacker]]\nname = "Rest"\n{unit}'
    )
    words = ["compare", str(path), "--plot", str(tmp_path / "p.png"), "--picture", "anvils"]
    assert main(words) == 0
    assert capsys.readouterr().out.endswith("left out: Rest (no points)\n")
    path.write_text(path.read_text().replace('"Rest"', '"Rest"\npoints = 90'))
    assert main(words) == 0 and "left out" not in capsys.readouterr().out


@pytest.mark.parametrize(
    "loadouts, targets, picture, said",
    [
        (15, 1, "curves", "curves has up to 14 loadouts and 12 targets: take matrix, of up to 100"),
        (1, 13, "curves", "1 loadout at 13 targets; a picture of curves"),
        (1, 41, "matrix", "take ridge, of up to 60 match-ups"),
        (13, 5, "ridge", "13 loadouts at 5 targets; a picture of ridge has up to 60 match-ups"),
        (31, 1, "anvils", "anvils has up to 30 loadouts"),
        (1001, 1, None, "no picture takes so many; a table (--csv) does"),
    ],
)
def test_sizes_are_checked_before_anything_is_computed(
    loadouts, targets, picture, said, drawn, tmp_path, monkeypatch
):
    path = tmp_path / "many.csv"
    rows = ["name,attacks,skill,strength,ap,damage", *["gun,1,3+,4,0,1"] * loadouts]
    path.write_text("\n".join(rows))
    monkeypatch.setattr(
        "mathhammer.reading.attack.compare_units", lambda *given: pytest.fail("computed")
    )
    found = drawn("compare", path, "--at", *["meq"] * targets, picture=picture)
    assert "--plot: " in found and said in found


def test_sweeps_without_a_picture_are_refused_before_they_are_computed(
    drawn, tmp_path, monkeypatch
):
    path = tmp_path / "s.toml"
    monkeypatch.setattr(
        "mathhammer.reading.sweep.evaluate_each", lambda *given: pytest.fail("computed")
    )
    path.write_text(SWEEP.replace('target = "meq"', f"target = {['meq'] * 10}"))
    assert "--plot: 10 match-ups over two fields; up to 9 fit" in drawn("compare", path)
    path.write_text(SWEEP + '"target.wounds" = [1, 2]\n')
    assert "--plot: 3 swept fields; a picture is of one or two" in drawn("compare", path)


def test_why_and_how_many(drawn, squads):
    words = ["why", GUN, "--at", "meq"]
    assert drawn(*words) == "plot_tornado"
    for picture in ("tornado", "waterfall", "shares"):
        assert drawn(*words, picture=picture) == f"plot_{picture}"
    assert drawn("howmany", GUN, "--at", "meq") == "plot_how_many"
    assert drawn("howmany", GUN, "1x A1 BS3+ S9 AP-4 DD6", "--at", "meq") == "plot_how_many"
    for command in ("why", "howmany"):
        assert "draws one match-up, not 4" in drawn(command, squads)


def test_a_choice(drawn, tmp_path):
    path = tmp_path / "c.toml"
    path.write_text(
        'mix = "100 % meq"\nattacker = "5x rifle: A2 BS3+ S4 AP-1 D1"\n[[option]]\n'
        'weapons = "melta: A1 BS3+ S9 AP-4 DD6"\nmost = 2\nreplaces = "rifle"\n'
    )
    assert drawn("choose", path) == "plot_choice"


def test_turns_sweeps_and_checks(drawn, tmp_path):
    path, swept = tmp_path / "t.toml", tmp_path / "s.toml"
    path.write_text(TURN)
    swept.write_text(SWEEP)
    assert drawn("run", path) == "plot_turn"
    assert drawn("run", path, picture="units") == "plot_turn"
    assert drawn("run", path, picture="tree") == "plot_tree"
    assert "'matrix' is no picture of a turn; allowed: units, tree" in drawn(
        "run", path, picture="matrix"
    )
    montecarlo = ["--engine", "montecarlo", "--trials", "100", "--seed", "1"]
    assert "not modelled by montecarlo" in drawn("run", path, *montecarlo, picture="tree")
    assert drawn("compare", swept) == "plot_sweep"
    assert drawn("run", swept) == "plot_sweep"
    assert "no picture of a sweep: it has one" in drawn("compare", swept, picture="ridge")
    assert drawn("charge", "9") == "plot_check"


def test_pictures_that_are_not_there(drawn, squads, capsys):
    assert "did you mean 'matrix'?" in drawn("compare", squads, picture="matrx")
    assert "'tree' is no picture of match-ups" in drawn("run", squads, picture="tree")
    assert "unknown option '--picture'" in drawn("attack", GUN, "--at", "meq", picture="ridge")
    assert main(["compare", squads, "--picture", "ridge"]) == 2
    assert "give --plot PATH, too" in capsys.readouterr().err
