"""--plot and --picture: what is drawn of what, and what is refused."""

from __future__ import annotations

import pytest

from mathhammer.cli import main
from mathhammer.cli_output import example_path

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
    from mathhammer.analysis import charts

    made: list[str] = []
    for name in [name for name in charts.__all__ if name.startswith("plot_")]:
        chart = getattr(charts, name)

        def noted(*given, _chart=chart, _name=name, **options):
            made.append(_name)
            return _chart(*given, **options)

        monkeypatch.setattr(charts, name, noted)

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
    assert "matrix is no picture of a turn; allowed: units, tree" in drawn(
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
    assert "tree is no picture of match-ups" in drawn("run", squads, picture="tree")
    assert "unknown option '--picture'" in drawn("attack", GUN, "--at", "meq", picture="ridge")
    assert main(["compare", squads, "--picture", "ridge"]) == 2
    assert "give --plot PATH, too" in capsys.readouterr().err
