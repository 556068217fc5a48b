"""A plan's features: no field is forgotten, and no engine ignores one.

Small plans, one for each feature, are put before each engine. What the engine declares is
compared with a literal roller of plans (`support.plan_reference`), or, in turns, the exact
engine with Monte Carlo; all else has to be refused.
"""

from __future__ import annotations

import inspect
from collections import defaultdict
from importlib import import_module
from math import sqrt
from typing import Any

import numpy as np
import pytest
from support.plan_reference import Attack

from mathhammer.core.dice import Term
from mathhammer.core.errors import NotModelledError
from mathhammer.engine import plays
from mathhammer.engine.exact.chain import evolve
from mathhammer.engine.exact.kills import destroyed_after
from mathhammer.engine.exact.turns import TurnEvolution
from mathhammer.engine.many.batch import final_states
from mathhammer.engine.many.means import Means
from mathhammer.engine.montecarlo.sampled import AttackGame, SampledAttack
from mathhammer.engine.montecarlo.sampled_turn import SampledTurn, TurnGame
from mathhammer.engine.montecarlo.simulate import Settings, simulate
from mathhammer.engine.reroll.policy import Policy, Sides
from mathhammer.plan import (
    AFTER,
    NOW,
    POOL,
    Action,
    Amount,
    DicePacket,
    Explosion,
    Group,
    OwnLosses,
    Packet,
    Plan,
    Roll,
    Target,
    Volley,
)
from mathhammer.plan.features import ALWAYS, FIELDS, INSIDE, Feature, of_fields
from mathhammer.plan.turn_features import turn_features
from mathhammer.plan.turns import (
    Check,
    Fights,
    ModelTests,
    Move,
    Reinforce,
    Restore,
    SelfDamage,
    Step,
    TurnPlan,
)

F = Feature
TRIALS = 200_000
#: Standard errors: with some thousands of shares compared, one false alarm in 10^6 runs.
BOUND = 6.5

HIT = Roll((0, 0, 0, 1, 1, 2))
WOUND = Roll((0, 0, 1, 1, 1, 2), (True, False, False, False, False, False))
SAVE = Roll((0, 0, 0, 1, 1, 1))
BETTER = Roll((0, 1, 1, 1, 1, 1))
TEST = Roll((0, 1, 1, 1, 1, 1))
SURE = Roll((1,) * 6)
D3 = Amount((Term(1, 3, 1),), 1, 0, (1, 2, 3))
ONE, TWO = Amount.fixed(1), Amount.fixed(2)

WOUNDED = Packet(D3, (SAVE,))
LATER = Packet(TWO, None, when=AFTER)
IN_POOL = Packet(D3, None, True, True, when=POOL)
UNSAVED = Packet(TWO, None)
VOLLEY = Volley(
    "gun", 2, (ONE,), HIT, None, False, (), WOUND, *((WOUNDED,),) * 4
)  # fmt: skip
UNIT = Target((Group("t", 2, 3, ignore=5, ignore_mortal=5),))
GROUPS = (Group("a", 1, 2), Group("b", 1, 3, ignore=6))
DICE = DicePacket("dice", SURE, TWO, TEST, ONE, None)


def plan(volley: Volley = VOLLEY, unit: Target = UNIT, **fields: Any) -> Plan:
    """Return the plan of one volley."""
    return Plan((unit,), (Action(None, 0, (volley,), **fields),))


def waits(packet: Packet, **fields: Any) -> Volley:
    """Return a volley whose critical wounds send a packet of their own."""
    lists = {"hit_then_critical_wound": (packet,), "critical_critical": (packet,)}
    return VOLLEY._replace(**lists, **fields)


def saved(*saves: Roll) -> Volley:
    """Return the volley with other saves."""
    return VOLLEY._replace(
        **dict.fromkeys(LISTS, (WOUNDED._replace(saves=saves),))
    )  # fmt: skip


LISTS = ("plain", "hit_then_critical_wound", "critical", "critical_critical")
CHARACTER = (WOUNDED._replace(saves=(SAVE, BETTER), to_character=True),)
LED = Target((Group("t", 2, 2), Group("leader", 1, 3, ignore=5)), characters=1)

#: For each feature of attacks a plan that uses it, and perhaps what it can't do without.
ATTACKS: dict[Feature, Plan] = {
    F.GROUPS: plan(saved(SAVE, SAVE), Target(GROUPS)),
    F.SAVES_DIFFER: plan(saved(SAVE, BETTER), Target(GROUPS)),
    F.CHARACTERS: plan(saved(SAVE, BETTER), LED),
    F.TO_CHARACTER: plan(VOLLEY._replace(**dict.fromkeys(LISTS, CHARACTER)), LED),
    F.IGNORE_FIRST: plan(unit=UNIT._replace(ignore_first=True)),
    F.RETURNS: plan(unit=UNIT._replace(returns=True)),
    F.START: plan(unit=UNIT._replace(start=2)),
    F.SEVERAL_UNITS: Plan((UNIT, UNIT), plan().steps),
    F.SEVERAL_ACTIONS: Plan((UNIT,), plan().steps * 2),
    F.EXTRA_HITS: plan(VOLLEY._replace(extra=D3)),
    F.AUTO_WOUND: plan(VOLLEY._replace(auto_wound=True)),
    F.ON_CRITICAL: plan(VOLLEY._replace(on_critical=(IN_POOL,))),
    F.CRITICAL_HITS: plan(
        VOLLEY._replace(
            critical=(WOUNDED._replace(amount=TWO),),
            critical_critical=(WOUNDED._replace(amount=TWO),),
        )
    ),
    F.CRITICAL_WOUNDS: plan(waits(UNSAVED)),
    F.SEVERAL_PACKETS: plan(VOLLEY._replace(**dict.fromkeys(LISTS[1::2], (LATER, WOUNDED)))),
    F.COPIES_BY: plan(VOLLEY._replace(bearers=(0,), copies_by=(0, 1, 1))),
    F.BY_TARGET_MODELS: plan(VOLLEY._replace(attacks_by_target_models=(0, 1, 2))),
    F.CHAMPION: plan(VOLLEY._replace(champion_attacks=(TWO,))),
    F.CRITICAL_ENDS: plan(VOLLEY._replace(critical_ends_attack=True)),
    F.UNSAVED: plan(VOLLEY._replace(**dict.fromkeys(LISTS, (UNSAVED,)))),
    F.MORTAL: plan(
        VOLLEY._replace(**dict.fromkeys(LISTS, (WOUNDED._replace(mortal=True),))),
        Target((Group("t", 2, 3, ignore=5, ignore_mortal=3),)),
    ),
    F.AFTER: plan(waits(LATER)),
    F.POOL: plan(waits(IN_POOL)),
    F.SPILLS: plan(VOLLEY._replace(**dict.fromkeys(LISTS, (WOUNDED._replace(spills=True),)))),
    F.SAVED_LATER: plan(waits(LATER._replace(saves=(SAVE,)))),
    F.OTHER_POOL: plan(waits(IN_POOL._replace(mortal=False))),
    F.ORDINARY_LATER: plan(VOLLEY._replace(**dict.fromkeys(LISTS, (LATER,)))),
    F.DIFFERENT_POOLED: plan(saved(SAVE, SAVE), Target(GROUPS), pooled=True),
    F.WARD_MORTALS: plan(
        VOLLEY._replace(on_critical=(IN_POOL,)),
        Target((UNIT.groups[0]._replace(ignore_mortal=3),)),
        pooled=True,
        dice_packets=(DICE,),
    ),
    F.DICE: plan(dice_packets=(DICE,)),
    F.DICE_PER_MODEL: plan(dice_packets=(DICE._replace(per_model=2, bearers=(0,)),)),
    F.PER_SLAIN: plan(
        dice_packets=(
            DICE,
            DICE._replace(dice=TWO, per_slain=1),
            DICE._replace(dice=TWO, per_slain=1),
        )
    ),
    F.SLAIN_LATER: plan(waits(LATER), dice_packets=(DICE._replace(dice=TWO, per_slain=1),)),
    F.OWN_LOSSES: plan(own_losses=OwnLosses(2, TEST, 0, 2, (0,))),
    F.EXPLOSION: plan(explosion=Explosion(0, (), SAVE, D3)),
    F.ACTOR: Plan((UNIT,), (plan().steps[0]._replace(actor=0),)),
}
#: What an attacker suffers doesn't change the target.
BESIDE = {F.OWN_LOSSES, F.EXPLOSION}


def in_pools(one: Plan) -> Plan:
    """Return a plan whose damage goes through pools."""

    def carried(packets: tuple[Packet, ...]) -> tuple[Packet, ...]:
        return tuple(
            p._replace(spills=True, when=NOW, saves=p.saves and p.saves[:1]) for p in packets
        )

    action = one.steps[0]
    volleys = tuple(
        v._replace(**{name: carried(getattr(v, name)) for name in (*LISTS, "on_critical")})
        for v in action.volleys
    )
    return Plan(one.units, tuple(a._replace(volleys=volleys, pooled=True) for a in one.steps))


EVERY = {(feature, False): one for feature, one in ATTACKS.items()}
EVERY |= {(feature, True): in_pools(one) for feature, one in ATTACKS.items()}
EVERY[F.POOLED, True] = in_pools(plan())


def name_of(key: tuple[Feature, bool]) -> str:
    return key[0].name.lower() + " in pools" * key[1]


ATTACK = pytest.mark.parametrize("key", list(EVERY), ids=[name_of(key) for key in EVERY])
#: What the last models slain, wounds lost are by the literal roller.
_final: dict[tuple[Feature, bool], dict[tuple[int, int], float]] = {}


def final(key: tuple[Feature, bool]) -> dict[tuple[int, int], float]:
    """Return the chances of wounds lost and models slain."""
    if key not in _final:
        _final[key] = Attack(EVERY[key]).final()
    return _final[key]


def by_value(space: Any, states: Any) -> dict[tuple[int, int], float]:
    """Return chances of states as those of wounds lost and models slain."""
    found: dict[tuple[int, int], float] = defaultdict(float)
    for lost, slain, p in zip(space.lost, space.slain, states, strict=True):
        found[int(lost), int(slain)] += p
    return found


def assert_same(got: Any, ref: dict[Any, float], near: Any = lambda p: 1e-12) -> None:
    for value in {*got, *ref}:
        p = ref.get(value, 0.0)
        assert abs(got.get(value, 0.0) - p) <= near(p), (value, got.get(value, 0.0), p)


def by_chance(p: float) -> float:
    """Return how far a share may be from its probability."""
    return BOUND * sqrt(p * (1 - p) / TRIALS) + 1e-9


# ------------------------------------------------------------------------ the fields


def plan_tuples() -> list[Any]:
    found = []
    for module in ("attacks", "checks", "rolls", "steps", "turns", "units"):
        members = vars(import_module(f"mathhammer.plan.{module}")).values()
        found += [
            kind for kind in members
            if inspect.isclass(kind) and issubclass(kind, tuple)
            and kind.__module__ == f"mathhammer.plan.{module}"
        ]  # fmt: skip
    return found


TUPLES = plan_tuples()


def test_plan_tuples_are_found():
    assert set(TUPLES) == set(FIELDS)


@pytest.mark.parametrize("kind", TUPLES, ids=lambda kind: kind.__name__)
def test_each_field_is_a_feature_or_always_played(kind):
    assert sorted(FIELDS[kind]) == sorted(kind._fields)


@pytest.mark.parametrize(
    ("kind", "name"),
    [(k, name) for k in TUPLES for name in k._fields if isinstance(FIELDS[k][name], Feature)],
    ids=lambda one: getattr(one, "__name__", one),
)
def test_each_field_that_is_a_feature_is_seen(kind, name):
    neutral = {"extra": None, "auto_wound": False, "on_critical": ()}
    fields = {field: kind._field_defaults.get(field, neutral.get(field)) for field in kind._fields}
    used: set[Feature] = set()
    of_fields(kind(**fields), used)
    assert not used
    of_fields(kind(**{**fields, name: ("something",)}), used)
    assert used == {FIELDS[kind][name]}


def test_each_feature_is_in_a_sample():
    known = {f for found in FIELDS.values() for f in found.values() if f not in (ALWAYS, INSIDE)}
    assert known <= set(Feature)
    assert {*ATTACKS, F.POOLED, *TURNS} == set(Feature)
    for feature, one in {**ATTACKS, **TURNS, F.POOLED: EVERY[F.POOLED, True]}.items():
        assert feature in plays.used_by(one), feature


def test_each_feature_of_attacks_changes_what_is_played():
    played = plays.EXACT.plays | plays.EXACT_POOLS.plays
    for pooled in (False, True):
        plain = Attack(in_pools(plan()) if pooled else plan()).final()
        for feature in set(ATTACKS) & played - BESIDE:
            one = EVERY[feature, pooled]
            if one.units != (UNIT,) or not plays.used_by(one) <= played:
                continue
            ref = final((feature, pooled))
            assert sum(abs(ref.get(k, 0) - plain.get(k, 0)) for k in {*ref, *plain}) > 1e-3, feature


# ------------------------------------------------------------------------ one attack


@ATTACK
def test_the_exact_engine_plays_or_refuses(key):
    one = EVERY[key]
    engine = plays.EXACT_POOLS if key[1] else plays.EXACT
    if plays.used_by(one) <= engine.plays:
        evolution = evolve(one)
        assert_same(by_value(evolution.space, evolution.final), final(key))
    else:
        with pytest.raises(NotModelledError, match="is not played by the exact engine of"):
            evolve(one)


@ATTACK
def test_the_batch_plays_or_leaves(key):
    one = EVERY[key]
    engine = plays.BATCH_POOLS if key[1] else plays.BATCH
    (states,) = final_states([one])
    assert (states is not None) == (plays.used_by(one) <= engine.plays)
    if states is not None:
        assert_same(by_value(evolve(one).space, states), final(key))


def test_the_batch_tells_all_fields_of_packets_apart():
    """What two plans differ in isn't lost where the parts of both lie in one table."""
    plans = list(EVERY.values())
    together = final_states(plans + plans[::-1])
    for number, one in enumerate(plans):
        (alone,) = final_states([one])
        for states in (together[number], together[-1 - number]):
            assert (alone is None) == (states is None)
            assert alone is None or np.array_equal(alone, states)


@ATTACK
def test_the_means_play_or_leave(key):
    means = Means()
    taken = means.add(EVERY[key])
    assert taken == (plays.used_by(EVERY[key]) <= plays.MEANS.plays)
    if taken:
        lost, slain, gone = means.run()[0]
        most = max(slain for _, slain in final(key))
        assert abs(lost - sum(p * value[0] for value, p in final(key).items())) < 1e-12
        assert abs(slain - sum(p * value[1] for value, p in final(key).items())) < 1e-12
        models = sum(group.models for group in EVERY[key].units[0].groups)
        ref = sum(p for value, p in final(key).items() if value[1] == models == most)
        assert abs(gone - ref) < 1e-12


@ATTACK
def test_monte_carlo_plays_or_refuses(key):
    one = EVERY[key]
    if plays.used_by(one) <= plays.MONTE_CARLO.plays:
        game = AttackGame(one)
        sampled = SampledAttack(game, simulate(game, Settings(5, TRIALS)))
        assert_same(by_value(sampled.space, sampled.final), final(key), by_chance)
    else:
        with pytest.raises(NotModelledError, match="is not played by Monte Carlo outside"):
            AttackGame(one)


@ATTACK
def test_repeated_attacks_are_played_or_refused(key):
    one = EVERY[key]
    if plays.used_by(one) <= plays.EXACT_REPEATED.plays:
        models = sum(group.models for group in one.units[0].groups)
        again = Plan(one.units, (one.steps[0].at((), models),))
        ref = sum(p for value, p in Attack(again).final().items() if value[1] == models)
        assert abs(next(destroyed_after(one)) - ref) < 1e-12
    else:
        with pytest.raises(NotModelledError, match="is not played by the exact engine of"):
            next(destroyed_after(one))


@ATTACK
def test_the_best_policy_plays_or_refuses(key):
    one = EVERY[key]
    if plays.used_by(one) <= plays.REROLL.plays:
        lost = evolve(one).space.lost.astype(float)
        value = Policy(one, lost, Sides(False, False)).start[0, 0, 0]
        assert abs(value - sum(p * lost for (lost, _), p in final(key).items())) < 1e-12
    else:
        with pytest.raises(NotModelledError, match=r"of a Command Re-roll with .* is not modelled"):
            Policy(one, np.zeros(1), Sides(True, False))


# ------------------------------------------------------------------------ in turns


ACTOR = Target((Group("a", 2, 1),), starting_models=2)
EVENT = Action(0, 1, (VOLLEY,))


def turn(*events: Any, units: tuple[Target, ...] = (ACTOR, UNIT), **fields: Any) -> TurnPlan:
    """Return a turn of one step, in which some things happen."""
    move = Move((), tuple(events), None, 0, 0)._replace(**fields)
    return TurnPlan(units, (Step((move,), 1),))


def fought(actor: int | None = 0) -> Fights:
    back = Action(1, 0, (VOLLEY,))
    return Fights((((EVENT._replace(actor=actor),), (back,)),), (0,))


HURT = ACTOR._replace(start=1)
TESTED = Amount((Term(1, 6, 1),), 1, 0, (0, 0, 0, 1, 1, 1))
CHECK = Check(((0.5, 0), (0.5, 1)), TESTED)
AGAIN = CHECK._replace(outcomes=((0.25, 0), (0.75, 1)), again=(1, 1, 1, 0, 0, 0))


def checked(check: Check, units: tuple[Target, ...] = (ACTOR, UNIT)) -> TurnPlan:
    """Return a turn in which a check decides whether there is an attack."""
    first = Step((Move((), (), check, 0, 0),), 2)
    return TurnPlan(units, (first, Step((0, Move((), (EVENT,), None, 1, 1)), 2)))


SELF = SelfDamage(1, DICE, False)
TURNS: dict[Feature, TurnPlan] = {
    F.NO_ACTOR: turn(EVENT._replace(actor=None, own_losses=OwnLosses(2, TEST, 0, None, (0,)))),
    F.EXPLODING_TARGET: turn(EVENT._replace(explosion=Explosion(0, (), SAVE, D3))),
    F.FIGHTS: turn(fought()),
    F.SELF_DAMAGE: turn(SELF),
    F.SELF_DICE_PER_MODEL: turn(SELF._replace(packet=DICE._replace(per_model=2, bearers=(0,)))),
    F.MODEL_TESTS: turn(ModelTests(1, SAVE)),
    F.RESTORE: turn(Restore(1, DICE, True), units=(ACTOR, UNIT._replace(start=4))),
    F.REINFORCE: turn(Reinforce(0), units=(ACTOR._replace(start=2, returns=True), UNIT)),
    F.CHECKS: checked(CHECK),
    F.REROLLED_CHECKS: checked(AGAIN),
    F.WEAK: checked(CHECK._replace(weak=1), (ACTOR, UNIT._replace(start=4))),
    F.EXPLOSIONS: turn(
        EVENT,
        explosions=(Explosion(1, (0,), SAVE, D3),),
        units=(ACTOR, Target((Group("t", 1, 1),))),
    ),
    F.CONTROL: TurnPlan((ACTOR, UNIT), (*turn(EVENT).steps, Step((0,), 1, ((2, -3),)))),
    F.RETURNS: turn(Reinforce(0), units=(ACTOR._replace(start=2, returns=True), UNIT)),
    F.START: turn(EVENT, units=(ACTOR, UNIT._replace(start=2))),
    F.OWN_LOSSES: turn(EVENT._replace(own_losses=OwnLosses(2, SAVE, 0, None, (0,)))),
}  # fmt: skip
#: The same features in an attack of a turn: what follows the survivors is what one of two
#: that are left does.
FOLLOWING = {
    F.COPIES_BY: VOLLEY._replace(bearers=(0,), copies_by=(0, 1, 2)),
    F.BY_TARGET_MODELS: VOLLEY._replace(attacks_by_target_models=(0, 1, 2)),
}
TURN = pytest.mark.parametrize("feature", list(TURNS), ids=lambda feature: feature.name.lower())


def game_of(one: TurnPlan) -> TurnGame:
    return TurnGame(one, [str(i) for i in range(len(one.units))], {})


def assert_both_play(one: TurnPlan) -> TurnEvolution:
    """Check that both engines agree on all that is known after each step."""
    exact, game = TurnEvolution(one), game_of(one)
    sampled = SampledTurn(game, simulate(game, Settings(7, TRIALS)))
    for ref, got in zip(exact.outcomes, sampled.outcomes, strict=True):
        pairs = [(ref.probability, got.probability)]
        pairs += zip(ref.control or (), got.control or (), strict=True)
        for states, shares in zip(ref.states, got.states, strict=True):
            pairs += zip(states.tolist(), shares.tolist(), strict=True)
        for p, share in pairs:
            assert abs(share - p) <= by_chance(min(1.0, p)), (p, share)
    for p, share in zip(exact.branches, sampled.branches, strict=True):
        assert abs(share - p) <= by_chance(min(1.0, p))
    return exact


@TURN
def test_turns_are_played_or_refused(feature):
    one = TURNS[feature]
    if plays.used_by(one) <= plays.EXACT_TURN.plays:
        assert_both_play(one)
    else:
        for engine in (TurnEvolution, game_of):
            with pytest.raises(NotModelledError, match=r"is not played by .* turn"):
                engine(one)
    assert plays.EXACT_TURN.plays == plays.MONTE_CARLO_TURN.plays


ALONE = [key for key in EVERY if key[0] not in (F.SEVERAL_UNITS, F.SEVERAL_ACTIONS)]


@pytest.mark.parametrize("key", ALONE, ids=name_of)
def test_attacks_in_turns_are_played_or_refused(key):
    """One unit of two models of which one is left attacks as the same attack outside of a turn."""
    attack = EVERY[key]
    action = attack.steps[0]._replace(actor=0, target=1)
    one = turn(action, units=(HURT, attack.units[0]._replace(start=0)))
    if not plays.used_by(one) <= plays.EXACT_TURN.plays:
        for engine in (TurnEvolution, game_of):
            with pytest.raises(NotModelledError):
                engine(one)
        return
    exact = assert_both_play(one)
    alone = exact.seats[1].alone
    ref = Attack(Plan((alone,), (action.at((1,), sum(g.models for g in alone.groups)),))).final()
    states = exact.end(1)[: exact.seats[1].space.size]
    assert_same(by_value(exact.seats[1].space, states), ref)


def test_a_turn_follows_survivors_and_living_models():
    for feature, volley in FOLLOWING.items():
        plain = TurnEvolution(turn(EVENT, units=(HURT, UNIT)))
        following = TurnEvolution(turn(EVENT._replace(volleys=(volley,)), units=(HURT, UNIT)))
        assert feature in turn_features(following.plan)
        assert np.abs(plain.end(1) - following.end(1)).max() > 1e-3
