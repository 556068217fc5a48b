"""Checks against a literal dice-roller that plays every sequence of dice, or random ones."""

from __future__ import annotations

import math
from fractions import Fraction as F
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from oracle.reference import TooManyLeavesError
from oracle.reference_checks import PLAYERS, Fields, enumerate_check, sample_check

import mathhammer
from mathhammer.core.distribution import Distribution
from mathhammer.games.checks.registry import KINDS

ROUNDING = 1e-12
#: Sequences of dice that one example may have.
LEAVES = 20_000

modifiers = st.integers(-4, 4)
modified = st.one_of(modifiers, st.sampled_from(["D3", "-D6", "D3-1", "2-D3", "-2D3kl1", "D3-D3"]))
reroll = st.just("failed")
extra = st.sampled_from(["keep-highest", "keep-lowest", "add"])
one = st.sampled_from([0, 1])
inches = st.one_of(st.integers(0, 18), st.floats(0, 18).map(lambda x: round(x, 1)))


def table(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Fields]:
    """Return tables of fields; a name that ends in an underscore may be left out."""
    needed = {n: s for n, s in fields.items() if not n.endswith("_")}
    optional = {n[:-1]: s for n, s in fields.items() if n.endswith("_")}
    return st.fixed_dictionaries(needed, optional=optional)


aos_rules = st.sampled_from([{"aos_reroll": "all"}, {"aos_reroll": "any"}])
charge_dice = st.sampled_from(["2D6", "3D6kh2", "3D6kl2", "D6+3", "D6+D3", "3D6", "2D6+1"])
moving = {
    "distance": st.one_of(inches, st.lists(inches, min_size=1, max_size=3)), "climb_": inches,
    "move_": inches, "modifier_": modified, "reroll_": reroll,
    "dice_": st.sampled_from(["2D6", "3D6kh2", "3D6kl2", "D6+3"]),
}  # fmt: skip
die = st.sampled_from([True, "D6", 6, "D3+1"])
tested = {"leadership": st.sampled_from([2, 4, "6+", 7, 9, 12]), "modifier_": modified,
          "reroll_": reroll, "dice_": st.sampled_from(["3D6kl2", "D6"]),
          "extra_die_": extra}  # fmt: skip


def _extra_of_one_kind(fields: Fields) -> bool:
    """Return whether the dice may have an extra one: those that say what counts may not."""
    return "extra_die" not in fields or fields.get("dice") not in ("3D6kh2", "3D6kl2", "D6+D3")


def _charged(kind: str) -> st.SearchStrategy[Fields]:
    game = st.just(kind)
    rules = {"ruleset_": aos_rules} if kind == "aos" else {}
    own: dict[str, st.SearchStrategy[Any]] = {"run_": die}
    kept: dict[str, st.SearchStrategy[Any]] = {}
    if kind == "wh40k":
        own = {"advance_": die, "barricade_": st.booleans(),
               "command_reroll_": st.sampled_from([0, 1, 2])}  # fmt: skip
        kept = {"command_reroll_": one}
    return st.one_of(
        table(
            game=game, needed=st.integers(0, 14), dice_=charge_dice, modifier_=modified,
            reroll_=reroll, extra_die_=extra, **kept, **rules,
        ).filter(_extra_of_one_kind),
        table(game=game, **moving, **own, **rules).filter(
            lambda f: ("move" in f or not {"run", "advance"} & f.keys())
            and (f.get("command_reroll") != 2 or f.get("advance") in (True, "D6", "D3+1"))
        ),
    )  # fmt: skip


FIELDS: dict[str, st.SearchStrategy[Fields]] = {
    "charge": st.one_of(_charged("wh40k"), _charged("aos")),
    **{
        kind: table(
            game=st.just(game), move=st.sampled_from([0, 5, 6, "D6", "2D6"]), modifier_=modified,
            needed=inches, reroll_=reroll, dice_=st.sampled_from(["D6", "D3+1", "2D6"]),
            extra_die_=extra,
            **({"ruleset_": aos_rules} if game == "aos" else {"command_reroll_": one}),
        )
        for kind, game in (("advance", "wh40k"), ("run", "aos"))
    },
    "leadership": table(**tested).filter(_extra_of_one_kind),
    "battleshock": st.one_of(
        table(**tested),
        table(**tested, models=st.integers(1, 10), more=st.integers(0, 10)),
        table(**tested, wounds_left=st.integers(1, 10), more=st.integers(0, 10)),
    ).filter(_extra_of_one_kind),
    "desperate_escape": table(models=st.integers(1, 5), command_reroll_=one),
    "hazardous": table(
        weapons=st.integers(0, 5), bearer_=st.sampled_from(["models", "mortal"]),
        command_reroll_=one,
    ),
    "deadly_demise": table(
        value=st.sampled_from([1, 2, "D3", "D6", "D3+3"]), units_=st.integers(0, 3)
    ),
    "transport_destroyed": table(models=st.integers(1, 5), emergency_=st.booleans()),
    "grenade": table(),
    "tank_shock": table(strength=st.integers(1, 5), toughness=st.integers(1, 6)),
    "rally": table(
        health=st.integers(1, 5), slain_=st.integers(0, 4), damage_taken_=st.integers(0, 4),
        dice_=st.integers(1, 4),
    ).filter(lambda f: f.get("damage_taken", 0) < f["health"]),
    "cast": table(
        value=st.integers(0, 14), modifier_=modified, reroll_=reroll, unbind_=st.integers(0, 1),
        place_of_power_=st.booleans(), ruleset_=aos_rules,
    ),
    "prayer": table(
        value=st.one_of(st.integers(0, 12), st.lists(st.integers(1, 12), min_size=1, max_size=3)),
        banked_=st.integers(0, 8), modifier_=modified, turns_=st.integers(1, 4),
    ),
    "banish": table(
        value=st.integers(0, 14), modifier_=modified, reroll_=reroll, ruleset_=aos_rules,
        extra_die_=extra,
    ),
    "place_of_power": table(),
    "priority": table(rounds_=st.integers(1, 4)),
    "retreat": table(),
    "power_through": table(),
}  # fmt: skip


def completed(kind: str, fields: Fields, modifier: int = 0) -> Fields:
    """Return the fields as a file has them, with what follows from others filled in."""
    made = dict(fields)
    more = made.pop("more", 0)
    for now, before in (("models", "starting_models"), ("wounds_left", "wounds")):
        if kind == "battleshock" and now in made:
            made[before] = made[now] + more
    if made.get("starting_models") == 1:
        made |= {"wounds_left": 1, "wounds": 1 + modifier % 3}
    if made.get("unbind") and modifier:
        made["unbind_modifier"] = modifier
    return {"game": KINDS[kind].games[0], **made}


def asked(kind: str, fields: Fields) -> dict[str, float | Distribution]:
    given = {k: v for k, v in fields.items() if k not in ("game", "ruleset")}
    result = mathhammer.check(
        kind, game=fields["game"], ruleset=fields.get("ruleset"), **given
    )  # fmt: skip
    return result.answers


def compare(kind: str, fields: Fields, ref: dict[str, dict[int, F]]) -> None:
    """Compare every answer with the masses of the literal player."""
    got = asked(kind, fields)
    homogeneous = not ("reroll" in fields and fields.get("dice") == "D6+D3")
    for name, value in got.items():
        if name not in ref or (name == "distribution" and not homogeneous):
            # Where a charge can't be declared no roll is played; unlike dice can be rolled
            # again in ways that are equally good.
            assert name == "distribution"
            continue
        masses = ref[name]
        if isinstance(value, float):
            right = float(masses.get(1, F(0)))
            assert abs(value - right) <= ROUNDING, (name, value, right)
        elif sum(masses.values()) == 1:
            support = range(min([*masses, value.minimum]), max([*masses, value.maximum]) + 1)
            for k in support:
                right = float(masses.get(k, F(0)))
                assert abs(value.pmf(k) - right) <= ROUNDING, (name, k, value.pmf(k), right)
    assert set(ref) <= set(got)


def check_against_enumeration(kind: str, data: st.DataObject) -> None:
    fields = completed(kind, data.draw(FIELDS[kind]), data.draw(modifiers))
    try:
        ref = enumerate_check(kind, fields, LEAVES if kind != "grenade" else 50_000)
    except TooManyLeavesError:
        assume(False)
    compare(kind, fields, ref)


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=8)
@given(data=st.data())
def test_every_kind_matches_the_enumeration_of_all_dice(kind: str, data: st.DataObject) -> None:
    check_against_enumeration(kind, data)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=60)
@given(data=st.data())
def test_more_of_every_kind_matches_the_enumeration(kind: str, data: st.DataObject) -> None:
    check_against_enumeration(kind, data)


@pytest.mark.slow
@pytest.mark.parametrize("points", [1, 2])
@pytest.mark.parametrize("more", [{}, {"reroll": "failed"}, {"dice": "3D6kh2", "advance": "D3"}])
def test_a_command_reroll_for_an_advance_or_its_charge_is_the_best(points, more) -> None:
    """W-6: the joint dice of both rolls, at any distance."""
    for distance in range(8, 22, 4):
        fields = {
            "game": "wh40k", "distance": distance, "move": 6, "advance": True,
            "command_reroll": points, **more,
        }  # fmt: skip
        compare("charge", fields, enumerate_check("charge", fields, 400_000))


LARGE: list[tuple[str, Fields]] = [
    ("charge", {"game": "aos", "distance": [9.5, 15], "move": 5, "run": True, "reroll": "failed"}),
    ("charge", {"game": "wh40k", "distance": 19, "move": 6, "advance": True, "reroll": "failed"}),
    ("charge", {"game": "wh40k", "needed": 9, "dice": "5D6kh2", "modifier": -1}),
    ("advance", {"game": "wh40k", "move": "3D6", "needed": 14, "dice": "3D6kh1"}),
    ("charge", {"game": "wh40k", "distance": 18.5, "move": 6, "advance": "2D6", "dice": "3D6",
                "command_reroll": 1}),
    ("desperate_escape", {"models": 25}),
    ("desperate_escape", {"models": 25, "command_reroll": 1}),
    ("hazardous", {"weapons": 30, "target": "mortal", "command_reroll": 1}),
    ("hazardous", {"weapons": 30, "target": "mortal"}),
    ("deadly_demise", {"value": "2D6+1", "units": 12}),
    ("transport_destroyed", {"models": 22, "emergency": True}),
    ("tank_shock", {"strength": 16, "toughness": 10}),
    ("rally", {"dice": 7, "health": 3, "slain": 2, "damage_taken": 2}),
    ("cast", {"value": 7, "unbind": 1, "unbind_modifier": 2, "modifier": 1, "reroll": "failed",
              "place_of_power": True}),
    ("prayer", {"value": 20, "turns": 8, "banked": 3, "modifier": 1}),
    ("priority", {"rounds": 12}),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("kind, fields", LARGE, ids=[f"{k}-{i}" for i, (k, _) in enumerate(LARGE)])
def test_large_checks_match_random_dice(kind: str, fields: Fields) -> None:
    """Within six standard errors of each probability and of each cdf: 2e-9 to fail by chance."""
    fields = {"game": KINDS[kind].games[0], **fields}
    trials = 20_000
    played = sample_check(kind, fields, trials, seed=7)
    for name, value in asked(kind, fields).items():
        got = played[name]
        if isinstance(value, float):
            pairs = [(value, sum(got))]
        else:
            pairs = [
                (value.at_least(k), sum(x >= k for x in got))
                for k in range(value.minimum, value.maximum + 1)
            ]
        for p, count in pairs:
            error = math.sqrt(trials * p * max(1 - p, 0))
            assert abs(count - trials * p) <= 6 * error + 6, (name, p, count / trials)


def test_every_kind_has_a_player() -> None:
    assert set(PLAYERS) == set(KINDS) == set(FIELDS)
