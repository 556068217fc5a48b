"""The steps of a turn as objects: each is whole in itself, and one more is a module and a line."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any, get_type_hints

import pytest

import mathhammer
from mathhammer.analysis.agreement import Agreement
from mathhammer.games.names import AOS, GAMES, WH40K
from mathhammer.games.registry import turn_rules
from mathhammer.games.turns.fighters import Fighter
from mathhammer.games.turns.legality import Legality
from mathhammer.games.turns.rules import TurnRules
from mathhammer.games.turns.steps.registry import INSTEAD, STEPS, read_step
from mathhammer.games.turns.steps.step import Step
from mathhammer.games.turns.steps.targeted import TargetedStep, packet
from mathhammer.plan import Amount, DicePacket

#: Two units of each game, with all that a step may ask of them.
UNITS: dict[str, dict[str, Any]] = {
    WH40K: {
        name: {
            "models": 5, "toughness": 4, "save": "4+", "wounds": 2, "move": 6, "leadership": 7,
            "objective_control": 2, "starting_models": 12, "reinforcements": True,
            "weapons": ["5x gun: A1 BS4+ S4 D1", "5x blade: A2 WS3+ S5 D1"],
        }
        for name in "ab"
    },
    AOS: {
        name: {
            "models": 5, "health": 2, "save": "4+", "move": 6, "objective_control": 1,
            "reinforcements": True,
            "weapons": ["5x bow: 1/4+/4+/-/1 [Shoot in Combat]", "5x blade: 2/3+/4+/1/1"],
        }
        for name in "ab"
    },
}  # fmt: skip
#: What a step needs beside `by` and `at`.
NEEDS: dict[str, dict[str, Any]] = {
    "fight": {"by": ["a", "b"], "at": None}, "mortals": {"dice": 3}, "heal": {"amount": "D3"},
    "control": {"by": None, "units": ["a", "b"]},
    **{
        do: {"toward": "b", "at": None}
        for do in ("move", "advance", "run", "fall_back", "retreat")
    },
}  # fmt: skip


def fields_of(do: str) -> dict[str, Any]:
    """Return a step with the least that it needs."""
    known = STEPS[do]._fields
    fields = {"by": "a", "at": "b", **NEEDS.get(do, {})}
    return {"do": do, **{k: v for k, v in fields.items() if v is not None and k in known}}


class Bombard(TargetedStep):
    """A unit calls down fire on an enemy: a step that no game has."""

    games = (WH40K,)

    def dice(self, one: Fighter, other: Fighter) -> DicePacket:
        return packet("Bombard", Amount.fixed(3), 5, Amount.fixed(1), None)

    def forbidden(self, legality: Legality, one: Fighter, other: Fighter) -> Iterator[str]:
        gap = legality.gap(one.name, other.name)
        if gap is not None and gap < 12:
            yield "Bombard is for enemies farther than 12 inches away"


# ------------------------------------------------------------------------- one step more


def test_a_new_step_is_played_by_both_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(STEPS.places, "bombard", f"{__name__}.Bombard")
    turn = {
        "units": UNITS[WH40K], "gap": 8,
        "step": [{"do": "bombard", "by": "a", "at": "b"}, {"do": "Bombard", "by": "a", "at": "b"}],
    }  # fmt: skip
    exact = mathhammer.turn(turn)
    assert exact.wounds("b", 0).mean == pytest.approx(10 - 3 / 3)
    assert "bombard a at b: Bombard is for enemies farther than 12 inches away; computed all " \
        "the same." in exact.notes  # fmt: skip
    assert any("has used Bombard before in this turn" in note for note in exact.notes)
    seen = mathhammer.turn(turn, engine="montecarlo", trials=50_000, seed=3)
    assert all(row.chance > 1e-9 for row in Agreement("", exact, seen).rows)
    with pytest.raises(mathhammer.MathhammerError, match="'bombard' is no step here: it belongs"):
        mathhammer.turn({**turn, "units": UNITS[AOS], "game": "aos"})


# ------------------------------------------------------------------------- every step


@pytest.mark.parametrize("do", STEPS)
def test_every_step_is_whole(do: str) -> None:
    step = STEPS[do]
    assert issubclass(step, Step) and step.__doc__
    assert step.games in (GAMES, *((game,) for game in GAMES))
    assert not step.counterpart or not set(STEPS[step.counterpart].games) & set(step.games)
    for name, declared in step._fields.items():
        assert declared.about[0].isupper() and declared.about.endswith("."), name
    for game in GAMES:
        turn = {"game": game, "gap": 9, "units": UNITS[game], "step": fields_of(do)}
        if game not in step.games:
            with pytest.raises(mathhammer.MathhammerError, match=f"'{do}' is no step here"):
                mathhammer.turn(turn)
            continue
        exact = mathhammer.turn(turn)
        entry = json.loads(json.dumps(exact.to_dict(), allow_nan=False))
        assert entry["steps"][0]["do"] == do and entry["steps"][0]["units"].keys() == {"a", "b"} & {
            *exact.touched(0)
        }
        assert do.replace("_", " ") in exact.script.steps[0].title


def test_steps_are_loaded_when_they_are_asked_for() -> None:
    code = (
        "import sys\n"
        "from mathhammer.games.turns.steps.registry import STEPS\n"
        "list(STEPS), 'charge' in STEPS\n"
        "STEPS['heal']\n"
        "print([m for m in ('heal', 'charge', 'fight') if STEPS.package + '.' + m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['heal']"


def test_what_is_no_step_names_none_that_is() -> None:
    assert not set(INSTEAD) & set(STEPS)
    with pytest.raises(mathhammer.MathhammerError, match="did you mean 'retreat'"):
        read_step({"do": "retrat"})


# ------------------------------------------------------------------------- the games


@pytest.mark.parametrize("game", GAMES)
def test_a_game_says_all_that_a_turn_asks(game: str) -> None:
    rules = turn_rules(game)
    asked = {n for n in (*TurnRules.__annotations__, *vars(TurnRules)) if not n.startswith("_")}
    assert {"COMBAT", "band", "leave", "demise_of"} <= asked
    for name in asked:
        assert hasattr(rules, name), name
    assert set(rules.OUT_OF_TURN) == {"shoot", "charge", "move"}
    assert rules.ENGAGED <= rules.COMBAT
    assert get_type_hints(rules.unit_of)["routed"] is bool
