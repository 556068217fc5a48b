"""why, howmany, choose and --mix on the command line: their numbers and their refusals."""

from __future__ import annotations

import csv
import json
import re

import pytest
from support.command import refused

from mathhammer.analysis.attribution import COLUMNS as ITEM_COLUMNS
from mathhammer.analysis.attribution import attribution
from mathhammer.analysis.flow import STEPS, flow
from mathhammer.analysis.howmany import COLUMNS as NUMBER_COLUMNS
from mathhammer.analysis.howmany import how_many
from mathhammer.analysis.mixes import Weighted
from mathhammer.analysis.optimise import choose
from mathhammer.analysis.ranking import Ranking
from mathhammer.api import attack, compare, run

GUNS = ["10x bolt rifle: A2 BS3+ S4 AP-1 D1 [Lethal Hits, +1 to hit]", "A1 BS3+ S8 AP-3 D2"]
TARGET = "5x T4 Sv3+ W2 5+++ [Stealth]"
CHOICE = """
mix = "60 % meq, 40 % veq"
objective = "damage"
budget = 25
[attacker]
name = "Squad [red]"
points = 80
weapons = ["5x rifle: A2 BS3+ S4 AP-1 D1"]
[[option]]
weapons = "plasma: A1 BS3+ S8 AP-3 D2"
cost = 5
most = 2
replaces = "rifle"
[[option]]
weapons = "melta: A1 BS3+ S9 AP-4 DD6 [Melta 2]"
cost = 10
most = 2
replaces = "rifle"
[[limit]]
options = ["plasma", "melta"]
most = 2
"""


def fits(out):
    assert max(map(len, out.splitlines())) <= 80
    return out


def read(path):
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


# ------------------------------------------------------------------------------------ why


def test_why_prints_the_items_the_flow_and_the_characteristics(call, tmp_path):
    path = tmp_path / "w.csv"
    words = ["why", *GUNS, "--at", TARGET, "--context", "cover"]
    status, out, err = call(*words, "--csv", path)
    assert (status, err) == (0, "")
    found = attribution(attack(GUNS, TARGET, context="cover"))
    for k in range(len(found.players)):
        assert re.search(
            re.escape(found.name(k)) + r".* " + f"{found.without[k, 0]:.2f}", fits(out)
        )
    assert all(text in out for step, text in STEPS.items() if step != "mortals")
    assert "10x bolt rifle: strength" in out and "target: feel no pain" in out
    rows = read(path)
    assert list(rows[0]) == list(ITEM_COLUMNS)
    for row, right in zip(rows, found.rows(), strict=True):
        assert float(row["damage_share"]) == pytest.approx(right["damage_share"])


def test_values_of_many_weapons_are_cut_with_dots():
    from mathhammer.show.pages.why import _cell

    cut = {"2 / 2 / 2": "2 / 2 / 2", "2 / 2 / 2 / 2": "2 / 2 ...", "3+ / 3+ / 3+": "3+ ...",
           "-1 / -2 / -3": "-1 ...", "D3+10 / D3": "D3+10 ...", "2D6+10 / 1": "2D6+10...",
           "0": "0"}  # fmt: skip
    assert {text: _cell(text) for text in cut} == cut


def test_why_answers_in_json(call, squads):
    (answer,) = json.loads(call("why", *GUNS, "--at", TARGET, "--json")[1])
    result = attack(GUNS, TARGET)
    found = attribution(result).to_dict()
    assert answer["method"] == "exact" and answer["whole"]["damage"] == pytest.approx(
        result.damage.mean
    )
    assert [one["item"] for one in answer["items"]] == [one["item"] for one in found["items"]]
    assert [one["change"] for one in answer["flow"]] == pytest.approx(
        [one["change"] for one in flow(result)]
    )
    assert {one["characteristic"] for one in answer["sensitivity"]} >= {"skill", "toughness"}
    answers = json.loads(call("why", squads, "--json", "--at", "veq", "--method", "sampled",
                              "--orders", "20", "--seed", "3")[1])  # fmt: skip
    assert [a["attacker"] for a in answers] == ["Bolts", "Plasma"]
    assert answers[0]["approximate"] and answers[0]["seed"] == 3


def test_why_says_what_is_approximate_or_taken_together(call):
    out = fits(call("why", *GUNS, "--at", TARGET, "--method", "sampled")[1])
    assert "shares are approximate, from 200 random orders (seed 0)" in out
    out = fits(call("why", *GUNS, "--at", TARGET, "--method", "grouped")[1])
    assert "Lethal Hits, hit +1 (10x bolt" in out and "too many items" in out
    assert "No ability" in call("why", "A2 BS3+ S4 AP-1 D1", "--at", "meq")[1]
    assert fits(call("why", "3x 2/3+/4+/1/D3 [Crit (Mortal)]", "--at", "heavy")[1])


@pytest.mark.parametrize("more", [["--seed", "5"], ["--orders", "50"]])
def test_what_samples_nothing_takes_no_seed_and_no_orders(call, more):
    words = ["why", *GUNS, "--at", TARGET, *more]
    for method in ([], ["--method", "exact"], ["--method", "grouped"]):
        refused(call(*words, *method), f"{more[0]}: only sampled shares are drawn at random")
    assert call(*words, "--method", "sampled")[0] == 0


def test_why_says_that_a_torrent_without_skill_stays(call):
    out = fits(call("why", "flamer: AD6 S4 AP0 D1 [Torrent]", "--at", "meq")[1])
    assert "flamer: Torrent stays: without it the weapon would need a skill" in " ".join(
        out.split()
    )
    words = ["flamer: AD6 S4 AP0 D1 [Torrent]", "--at", "meq", "--json"]
    (answer,) = json.loads(call("why", *words)[1])
    assert any("Torrent stays" in note for note in answer["notes"])
    out = call("why", "flamer: AD6 BS3+ S4 AP0 D1 [Torrent]", "--at", "meq")[1]
    assert "Torrent (1x flamer)" in out and "stays" not in out


# -------------------------------------------------------------------------------- howmany


def test_howmany_prints_each_weapon_and_the_unit(call, tmp_path):
    path = tmp_path / "n.csv"
    status, out, _ = call("howmany", *GUNS, "--at", "5x meq", "--csv", path, "--levels", "50, 90%")
    assert status == 0
    result = attack(GUNS, "5x meq")
    for counted, place in (("attacks", 0), ("shots", 0), ("attacks", 1), ("units", None)):
        right = how_many(result, counted, place)
        needed = f" {right.needed(0.5)} +{right.needed(0.9)} +{right.distribution.mean:.2f}"
        assert re.search(needed, fits(out))
    rows = read(path)
    assert list(rows[0]) == list(NUMBER_COLUMNS) and len(rows) == 10
    (answer,) = json.loads(call("howmany", *GUNS, "--at", "5x meq", "--json")[1])
    right = how_many(result, "units").to_dict()
    assert answer["how_many"][-1] == json.loads(json.dumps(right))


def test_howmany_shows_what_is_out_of_reach(call):
    out = fits(call("howmany", "A1 BS3+ S4 AP0 D0", "--at", "meq")[1])
    assert re.search(r"attacks: A1 BS3\+ S4 AP0 D0 +never +never +never +- +-", out)
    assert "out of reach" in out and "looked at" not in out


@pytest.mark.slow
def test_howmany_says_what_is_beyond_and_why_there_is_no_mean(call):
    """600 wounds with 1/324 an attack: some 194,000; 60 with 1/216: some 13,000."""
    out = fits(call("howmany", "A1 BS6+ S1 AP0 D1", "--at", "30x T4 Sv2+ W20 5+++")[1])
    assert re.search(r"attacks: A1 BS6\+ S1 AP0 D1 +>20000 +>20000 +>20000 +- +-", out)
    words = " ".join(out.split())
    assert "the mean isn't given: 100% of kills take more than the 20000" in words
    assert "> more than are looked at" in words and "never" not in out
    out = fits(call("howmany", "A1 BS6+ S1 AP0 D1", "--at", "20x T4 Sv2+ W3")[1])
    assert re.search(r"attacks: A1 BS6\+ S1 AP0 D1 +12888 +14340 +15823 +- +-", out)
    assert "the mean isn't given: <0.1% of kills take more" in " ".join(out.split())
    assert ">" not in out


# --------------------------------------------------------------------------------- choose


def test_choose_prints_the_best_mix_and_how_it_was_found(call, tmp_path):
    path, table = tmp_path / "c.toml", tmp_path / "m.csv"
    path.write_text(CHOICE)
    status, out, _ = call("choose", path, "--csv", table)
    assert status == 0
    assert "enumeration: each of 6 allowed mixes was computed" in fits(out)
    assert re.search(r"best +2x melta\n", out) and "behind by" in out and "Squad [red]" in out
    (answer,) = json.loads(call("choose", path, "--json")[1])
    assert answer["best"]["options"] == {"plasma": 0, "melta": 2}
    assert answer["method"] == "enumeration" and answer["margin"] > 0
    assert float(read(table)[0]["value"]) == pytest.approx(answer["best"]["value"])
    (near,) = json.loads(call("choose", path, "--json", "--context", "half_range")[1])
    assert near["best"]["value"] > answer["best"]["value"]
    fields = [{"weapons": "plasma: A1 BS3+ S8 AP-3 D2", "cost": 5, "most": 2, "replaces": "rifle"}]
    right = choose("5x rifle: A2 BS3+ S4 AP-1 D1", fields, "60 % meq, 40 % veq")
    assert right.best.value < answer["best"]["value"]


def test_choose_prints_what_it_understood(call, tmp_path):
    path = tmp_path / "c.toml"
    path.write_text(CHOICE + '[context]\ncover = true\n[ruleset]\ndevastating = "print-2023"\n')
    out = fits(call("choose", path, "--context", "half_range")[1])
    words = " ".join(out.split())
    assert "option 1x plasma: A1 BS3+ S8 AP-3 D2; up to 2, 5 points each, for rifle" in words
    assert "option 1x melta: A1 BS3+ S9 AP-4 DD6 [Melta 2]; up to 2, 10 points each" in words
    assert words.count("limit plasma, melta: up to 2 together") == words.count("limit ") == 1
    assert "target 60% 5x meq T4 Sv3+ W2" in words and "target 40% 1x veq T10 Sv3+" in words
    assert "context cover, half range" in words
    assert "rulings devastating = print-2023" in words
    (answer,) = json.loads(call("choose", path, "--json")[1])
    assert answer["context"] == {"cover": True}
    assert answer["ruleset"] == {"devastating": "print-2023"}
    path.write_text(CHOICE.replace('"damage"', '"damage_rolled"'))
    words = " ".join(fits(call("choose", path)[1]).split())
    assert "each of 6 allowed mixes was computed as a sum, since each weapon adds on its" in words


@pytest.mark.parametrize(
    "old, new, words",
    [
        ("most = 2\nreplaces", "mots = 2\nreplaces", "option[0]: unknown field 'mots'"),
        ("mix =", "mxi =", "unknown field 'mxi' of a choice (did you mean 'mix'?)"),
        ('mix = "60 % meq, 40 % veq"', "", "a choice needs the field 'mix'"),
        ("40 % veq", "30 % veq", "mix: the shares add up to 90 %"),
        ('"damage"', "7", "objective: 7 is not the name of a measure"),
        ('"damage"', '"dmg"', "objective: 'dmg' is not a measure"),
        ("budget = 25", 'budget = "much"', "budget: 'much'"),
        ("[[limit]]", "[[limits]]", "unknown field 'limits'"),
        ("S8", "S0", "option[0].weapons"),
        ("[attacker]", "[attacker]\nfoo = 1", "attacker: unknown field 'foo'"),
    ],
)
def test_wrong_choices_end_in_one_sentence(call, tmp_path, old, new, words):
    path = tmp_path / "c.toml"
    path.write_text(CHOICE.replace(old, new))
    refused(call("choose", path), f"{path}: ", words)


@pytest.mark.parametrize("command", ["run", "compare", "why", "howmany", "report"])
def test_a_choice_is_told_from_a_scenario(call, squads, tmp_path, command):
    path = tmp_path / "c.toml"
    path.write_text(CHOICE)
    more = ["-o", tmp_path / "p.html"] if command == "report" else []
    refused(call(command, path, *more), "of a choice of weapon options", "`mathhammer choose`")
    refused(call("choose", squads), squads, "this is a scenario, not a choice", "[[option]]")


# ------------------------------------------------------------------------------------ mix


def test_a_mix_ranks_the_loadouts(call, squads):
    mix = "60 % meq, 30 % geq, 10 % veq"
    out = fits(call("compare", *GUNS, "--mix", mix)[1])
    both = compare(GUNS, ["meq", "geq", "veq"])
    over = Weighted(both, (0.6, 0.3, 0.1))
    ranks = Ranking(both, (0.6, 0.3, 0.1)).ranks
    block = out[out.index("60% 5x meq, 30% 10x geq, 10% veq") :]
    for i, rank in enumerate(ranks):
        damage = over.value(i, "damage")
        assert re.search(rf"{i + 1} [a-z ]+ +{rank} +{damage:.2f}", block)
    answers = json.loads(call("compare", squads, "--mix", mix, "--json")[1])
    assert [a["target"] for a in answers[6:]] == ["mix", "mix"]
    answers = answers[:6]
    assert [a["share"] for a in answers] == pytest.approx([0.6, 0.3, 0.1] * 2)
    assert [a["target"] for a in answers][:3] == ["5x meq", "10x geq", "veq"]


def test_a_mix_stands_in_json_and_csv_too(call, squads, tmp_path):
    mix, path = "60 % meq, 30 % geq, 10 % veq", tmp_path / "m.csv"
    words = ["compare", squads, "--mix", mix]
    out = call(*words, "--csv", path, "--columns", "all")[1]
    assert "--mix stands in place of the file's own targets" in " ".join(fits(out).split())
    answers = json.loads(call(*words, "--json")[1])
    assert any("--mix stands in place" in note for note in answers[0]["notes"])
    assert "--mix stands" not in call("compare", *GUNS, "--mix", mix)[1]
    both = compare([one.attacker for one in run(squads)][::2], ["meq", "geq", "veq"])
    shares = (0.6, 0.3, 0.1)
    over, ranks = Weighted(both, shares), Ranking(both, shares).ranks
    rows = read(path)
    assert [row["target"] for row in rows] == ["5x meq", "10x geq", "veq"] * 2 + ["mix"] * 2
    assert [row["rank"] for row in rows] == [""] * 6 + [str(rank) for rank in ranks]
    assert [row["share"] for row in rows] == ["0.6", "0.3", "0.1"] * 2 + ["", ""]
    for i, (row, entry) in enumerate(zip(rows[6:], answers[6:], strict=True)):
        assert row["attacker"] == entry["attacker"] == both.attackers[i].label
        assert row["engine"] == entry["engine"] == "exact"
        assert entry["rank"] == ranks[i] and entry["target"] == "mix"
        assert [one["share"] for one in entry["mix"]] == list(shares)
        for stage in ("damage", "slain"):
            value = over.value(i, stage)
            assert entry[stage]["mean"] == pytest.approx(value)
            assert float(row[f"{stage}_mean"]) == pytest.approx(value)
        assert float(row["destroyed"]) == pytest.approx(entry["destroyed"])
        assert entry["destroyed"] == pytest.approx(over.value(i, "destroyed"))
        assert row["attacks_mean"] == ""
    call("compare", squads, "--csv", path)
    assert "share" not in read(path)[0]


# ------------------------------------------------------------------------------- refusals


def test_wrong_questions_end_in_one_sentence(call, squads, tmp_path):
    refused(call("why"), "why needs a weapon")
    refused(call("howmany"), "howmany needs a weapon")
    refused(call("choose"), "choose needs a file")
    refused(call("choose", "nothing.toml"), "there is no such file")
    refused(call("choose", GUNS[0]), "is not a TOML or JSON file of options")
    refused(call("why", GUNS[0]), "why needs a target")
    refused(call("why", GUNS[0], "--at", "meq", "--method", "exakt"), "did you mean 'exact'")
    refused(call("why", GUNS[0], "--at", "meq", "--orders", "x"), "--orders: 'x'")
    refused(call("choose", "x.toml", "--plot", "x.gif"), "'x.gif'", ".png")
    refused(call("howmany", GUNS[0], "--at", "meq", "--levels", "50,x"), "--levels: 'x'")
    refused(call("howmany", GUNS[0], "--at", "meq", "--levels", "nan"), "--levels: 'nan'")
    refused(call("compare", GUNS[0], "--mix", "50% meq"), "--mix: the shares add up to 50 %")
    refused(call("compare", GUNS[0], "--mix", "100% meq", "--at", "meq"), "leave --at out")
    many = tmp_path / "many.toml"
    many.write_text(f"attacker = {[GUNS[1]] * 60}\ntarget = 'meq'")
    refused(call("why", many), "60 match-ups; up to 50")
    swept = tmp_path / "swept.toml"
    swept.write_text(f"attacker = '{GUNS[1]}'\ntarget = 'meq'\n[sweep]\ntarget.models = [1, 2]")
    refused(call("why", swept), "explains match-ups, not a sweep")
    refused(call("compare", swept, "--mix", "100% meq"), "leave --mix out")
