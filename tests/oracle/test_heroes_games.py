"""Whole games of the heroes dice game: boards against a literal reference, dice, statistics."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from oracle import reference_heroes_games as reference

from mathhammer import heroes
from mathhammer.cli.main import main
from mathhammer.core.errors import MathhammerError, NotModelledError
from mathhammer.engine.montecarlo import simulate
from mathhammer.engine.montecarlo.kernels import heroes as kernels
from mathhammer.engine.montecarlo.streams import stream_of
from mathhammer.heroes import playing
from mathhammer.heroes.playing import packed
from mathhammer.heroes.rolls import count_of, scoring_rolls
from mathhammer.heroes.tree import tree
from mathhammer.heroes.wargear import ACTIONS, RANGES, TRIGGERS

pytestmark = pytest.mark.slow

ROLLS = scoring_rolls()
LUCKY = len(ROLLS) - 1
#: One packing for all tests of boards: `_replace` changes what they are about.
BASE = packed((heroes.Team(), heroes.Team()), heroes.GameSetup())


def rules_of(board: reference.Board) -> Any:
    """Return the kernel's rules for a board of the reference."""
    men = [
        [
            heroes.Hero(
                plague=man.plague,
                wargear=None
                if not man.action
                else {"action": man.action}
                | ({} if man.action == "inspire" else {"range": man.reach, "trigger": man.trigger}),
            ).numbers
            for man in side
        ]
        for side in board.men
    ]
    infection = 0 if board.infection == "none" else 1 + list(ACTIONS).index(board.infection)
    return BASE._replace(
        rows=board.rows, goal=goal_of(board), push=int(board.pushes), infection=infection,
        heroes=np.array(men),
    )  # fmt: skip


def goal_of(board: reference.Board) -> int:
    rulings = {"enemy_half": "halfway"} if board.halfway else {}
    return heroes.GameSetup(rows=board.rows, ruleset=rulings).goal


def array_of(board: reference.Board) -> Any:
    stunned = [int((s, c) in board.stunned) for s in (0, 1) for c in range(5)]
    return np.array([*board.at[0], *board.at[1], *stunned], dtype=np.int64)


def key(board: reference.Board) -> tuple[int, ...]:
    return tuple(array_of(board).tolist())


def used(board: reference.Board, roll: int, side: int = 0) -> tuple[tuple[int, ...], int]:
    """Return the board after the kernel's best use of a roll, and what it says it is worth."""
    best, room = np.zeros(20, dtype=np.int64), np.zeros((8, 20), dtype=np.int64)
    worth = kernels.use(rules_of(board), array_of(board), side, roll, best, room)
    return tuple(best.tolist()), int(worth)


@st.composite
def men(draw: st.DrawFn) -> reference.Man:
    action = draw(st.sampled_from(["", "", *ACTIONS]))
    if action in ("", "inspire"):
        return reference.Man(draw(st.booleans()), action)
    reach, trigger = draw(st.sampled_from(list(RANGES))), draw(st.sampled_from(list(TRIGGERS)))
    return reference.Man(draw(st.booleans()), action, reach, trigger)


@st.composite
def boards(draw: st.DrawFn) -> reference.Board:
    rows = draw(st.integers(2, 5))
    ours = [draw(st.integers(0, 2 * rows - 2)) for _ in range(5)]
    theirs = [draw(st.integers(0, 2 * rows - 2 - at)) for at in ours]
    side = st.lists(men(), min_size=5, max_size=5).map(tuple)
    heroes_ = st.tuples(st.integers(0, 1), st.integers(0, 4))
    return reference.Board(
        (tuple(ours), tuple(theirs)),
        rows,
        (draw(side), draw(side)),
        draw(st.frozensets(heroes_, max_size=3)),
        draw(st.booleans()),
        draw(st.sampled_from(["none", "shoot", "cut-down", "stun", "blast"])),
        draw(st.booleans()),
    )


# -------------------------------------------------------------------------------- boards


@pytest.mark.slow
@given(boards(), st.integers(0, 1), st.sampled_from(range(len(ROLLS))))
@settings(max_examples=600, deadline=None)  # the first one compiles
def test_a_roll_is_used_legally_and_well(board: reference.Board, side: int, roll: int) -> None:
    """One of the legal boards, the best one where a roll is one action (H-6, H-7)."""
    kind, faces = ROLLS[roll]
    columns = tuple(face - 1 for face in faces)
    legal = {key(after): after for after in reference.uses(board, side, kind, columns)}
    got, worth = used(board, roll, side)
    assert got in legal
    scale = 3 * goal_of(board) ** 2
    ref = legal[got].worth(side)
    won = legal[got].won(side)
    assert worth - (kernels.WON if won else 0) == pytest.approx(scale * (ref - 1e6 * won), abs=0.1)
    if kind in ("lucky", "straight"):
        assert ref == pytest.approx(max(after.worth(side) for after in legal.values()))
    for at, other in zip(got[:5], got[5:10], strict=True):
        assert at >= 0 and other >= 0 and at + other <= 2 * board.rows - 2


@given(boards(), st.integers(0, 1))
@settings(deadline=None)
def test_what_heroes_can_do_is_told_apart(board: reference.Board, side: int) -> None:
    ref = sum(can * 3**column for column, can in enumerate(reference.able(board, side)))
    assert kernels.able(rules_of(board), array_of(board), side) == ref
    assert kernels.has_won(rules_of(board), array_of(board), side) == board.won(side)


@given(
    boards(),
    st.integers(0, 1),
    st.lists(st.sampled_from(range(len(ROLLS))), min_size=1, max_size=4),
)
@settings(max_examples=300, deadline=None)
def test_rolls_are_spent_word_for_word(board: reference.Board, side: int, rolls: list[int]) -> None:
    """The very board that the rule in `mathhammer.heroes.playing` gives, ties and all."""
    ref = reference.spent(board, side, [_spoken(roll) for roll in sorted(rolls)])
    kept = np.bincount(rolls, minlength=len(ROLLS)).astype(np.int64)
    array, room = array_of(board), np.zeros((8, 20), dtype=np.int64)
    kernels.spend(rules_of(board), array, side, kept, room)
    assert tuple(array.tolist()) == key(ref)


def _spoken(roll: int) -> tuple[str, tuple[int, ...]]:
    kind, faces = ROLLS[roll]
    return kind, tuple(face - 1 for face in faces)


PLAGUE = {"heroes": [{"plague": True, "wargear": "blast, medium, double"}, {}, {"plague": True},
                     {"wargear": "inspire"}, {"wargear": "stun, long, lucky"}]}  # fmt: skip
ARMED = {"policy": "stop at 3, keep everything", "heroes": [
    {}, {"wargear": "cut-down, short, set"}, {}, {"plague": True}, {"wargear": "shoot, long, set"},
]}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    ("teams", "agreed"),
    [
        (("best", "best"), {"rows": 3}),
        (("no all-out war", "never leave dice lying"), {"rows": 4, "straight": 4}),
        ((PLAGUE, ARMED), {"rows": 3, "infection": "stun"}),
        (("best", ARMED), {"rows": 2, "infection": "shoot", "ruleset":
                           "attack_in_own_half=push_to_start,enemy_half=halfway,fresh_dice=false"}),
    ],
)  # fmt: skip
def test_whole_games_match_the_reference(teams: Any, agreed: dict[str, Any]) -> None:
    """Every game, from the same dice, by the sentences of `mathhammer.heroes.playing`."""
    read = (heroes.Team.read(teams[0]), heroes.Team.read(teams[1]))
    setup = heroes.GameSetup.read(agreed)
    rules = packed(read, setup)
    room, kept = np.zeros((8, 20), dtype=np.int64), np.zeros(len(rules.rolls), dtype=np.int64)
    for seed in range(12):
        got = np.zeros(kernels.GAME, dtype=np.int16)
        kernels.play_game(rules, seed % 2, stream_of(seed, 0), kept, room, got)
        assert got.tolist() == _literal_game(read, setup, seed % 2, stream_of(seed, 0))


def _literal_game(teams: Any, setup: heroes.GameSetup, first: int, stream: Any) -> list[int]:
    """Play a game with the boards of the reference, and what `Solution` says of the dice."""
    men = tuple(
        tuple(
            reference.Man(h.plague, h.wargear.action, h.wargear.range, h.wargear.trigger)
            if h.wargear else reference.Man(h.plague)
            for h in team.heroes
        )
        for team in teams
    )  # fmt: skip
    rulings = setup.ruleset
    board = reference.Board(
        ((0,) * 5, (0,) * 5), setup.rows, men, frozenset(),
        rulings.attack_in_own_half == "push_to_start", setup.infection or "none",
        rulings.enemy_half == "halfway",
    )  # fmt: skip
    grown = tree(setup.straight, rulings.fresh_dice, rulings.leave_unkept)
    side, winner, turns = first, kernels.UNFINISHED, 0
    while turns < setup.most_turns:
        turns += 1
        again = True
        while again:
            board, again = _literal_round(grown, board, teams[side], side, stream)
        if board.won(side):
            winner = side
            break
        face_to_face = [setup.rows - 1 == a == b for a, b in zip(*board.at, strict=True)]
        if sum(face_to_face) >= 3 and not board.pushes:
            winner = kernels.DRAWN
            break
        side = 1 - side
    return [winner, turns, board.score(0), board.score(1), first]


def _literal_round(
    grown: Any, board: reference.Board, team: heroes.Team, side: int, stream: Any
) -> tuple[reference.Board, bool]:
    can = reference.able(board, side)
    three = tuple((2 if h.plague else 3) * (c > 0) for h, c in zip(team.heroes, can, strict=True))
    straight = tuple(int(c == 2) for c in can)
    choices = _solution(grown, heroes.Values(three=three, straight=straight), team.policy)
    known = scoring_rolls(grown.straight)
    gains = heroes.Values(three=three, straight=straight).of_rolls(grown.straight)
    throw, at_risk, kept = len(grown.throws) - 1, 0, np.zeros(len(known), dtype=int)

    def spoken(numbers: Any) -> reference.Rolls:
        return [
            (kind, tuple(face - 1 for face in faces))
            for (kind, faces), number in zip(known, numbers, strict=True)
            for _ in range(number)
        ]

    while True:
        with np.errstate(over="ignore"):  # without the compiler
            rolled = [int(kernels.d6(stream)) for _ in range(grown.throws[throw][1])]
        cases = range(grown.cases[throw], grown.cases[throw + 1])
        found = [case for case in cases if grown.outcomes[case] == count_of(rolled)]
        if not found:
            return board, False
        options = range(grown.options[found[0]], grown.options[found[0] + 1])
        wins = None
        for option in options:
            if reference.spent(board, side, spoken(kept + grown.kept[option])).won(side):
                wins = option
                break
        option = choices.options[found[0], at_risk] if wins is None else wins
        kept = kept + grown.kept[option]
        at_risk += int(grown.kept[option] @ gains)
        row = grown.lands[option]
        lead = -1 if row == 0 else choices.leads[row, at_risk]
        if wins is not None or lead < 0:
            board = reference.spent(board, side, spoken(kept))
            return board, bool(row == 0 and team.policy.war and not board.won(side))
        throw = lead


@cache
def _solution(grown: Any, values: heroes.Values, policy: heroes.Policy) -> Any:
    return heroes.Solution(grown, values, policy).choices


def test_equal_actions_go_to_the_hero_with_the_most_room() -> None:
    """Then to the lowest column; the first rolls of two players take different columns."""
    assert used(stand("00000", "20000"), LUCKY)[0][:5] == (0, 1, 0, 0, 0)
    assert used(stand("00000", "21012"), LUCKY)[0][:5] == (0, 0, 1, 0, 0)
    assert used(stand("00000", "00000"), LUCKY)[0][:5] == (1, 0, 0, 0, 0)


def test_a_straight_is_worth_nothing_to_a_hero_that_can_only_attack() -> None:
    """Three heroes stand before enemies in their own half: 1-2-3 moves nobody (H-6)."""
    board = stand("11100", "33300")
    assert reference.able(board, 0) == (1, 1, 1, 2, 2)
    place = kernels.able(rules_of(board), array_of(board), 0)
    number = {roll.faces: i for i, roll in enumerate(ROLLS)}
    kept = tree().kept
    for faces, worth in (((1, 2, 3), 0), ((2, 3, 4), 1), ((1, 1, 1), 3), ((1, 2, 3, 4, 5), 2)):
        (option, *_) = np.flatnonzero((kept.sum(axis=1) == 1) & (kept[:, number[faces]] == 1))
        assert BASE.gains[0, place, option] == worth


@given(boards(), st.lists(st.sampled_from(range(len(ROLLS))), min_size=1, max_size=4))
@settings(deadline=None)
def test_the_test_for_a_win_misses_none(board: reference.Board, rolls: list[int]) -> None:
    """Fewer slots than the foremost three heroes lack never win."""
    assume(not board.won(0))
    kept = np.bincount(rolls, minlength=len(ROLLS)).astype(np.int64)
    room = np.zeros((8, 20), dtype=np.int64)
    rules, array = rules_of(board), array_of(board)
    if kernels.would_win(rules, array, 0, kept, room):
        slots = sum(len(ROLLS[roll].faces) for roll in rolls)
        assert kernels.slots_to_go(rules, array, 0) <= slots
    assert (array == array_of(board)).all()


# ------------------------------------------------------------------ rules, each by hand


def stand(ours: str, theirs: str, rows: int = 3, **more: Any) -> reference.Board:
    return reference.Board((tuple(map(int, ours)), tuple(map(int, theirs))), rows, **more)


def men_of(**by_column: reference.Man) -> tuple[Any, Any]:
    ours = [by_column.get(f"c{column}", reference.Man()) for column in range(5)]
    return tuple(ours), (reference.Man(),) * 5


def test_heroes_never_pass_or_share_a_slot() -> None:
    """Rows 3: six slots; 2 + 2 is face to face, and a three moves nobody (H-1)."""
    board = stand("20000", "20000")
    three = ROLLS.index(("three", (1, 1, 1)))
    assert used(board, three)[0] == key(board)


def test_a_hero_in_its_own_half_is_pushed_under_one_ruling_only() -> None:
    three = ROLLS.index(("three", (1, 1, 1)))
    printed = stand("20000", "20000", pushes=False)
    assert used(printed, three)[0] == key(printed)
    board = stand("20000", "20000", pushes=True)
    # Attack, move, attack: 3 against 0.
    assert used(board, three)[0][0] == 3
    assert used(board, three)[0][5] == 0


def test_three_actions_of_a_plague_marine_move_two_slots() -> None:
    three = ROLLS.index(("three", (2, 2, 2)))
    plain = stand("00000", "00000", 4)
    plague = stand("00000", "00000", 4, men=men_of(c1=reference.Man(plague=True)))
    assert used(plain, three)[0][:5] == (0, 3, 0, 0, 0)
    assert used(plague, three)[0][:5] == (0, 2, 0, 0, 0)


def test_none_attacks_from_its_start_slot() -> None:
    """The enemy stands before the start slot: no move, no attack (H-6)."""
    board = stand("00000", "44444")
    assert used(board, LUCKY)[0] == key(board)
    assert kernels.able(rules_of(board), array_of(board), 0) == 0


def test_infection_follows_the_attack_of_a_lucky_six_only() -> None:
    man = reference.Man(plague=True)
    board = stand("10000", "30000", men=men_of(c0=man), infection="stun")
    got, _ = used(board, LUCKY)
    assert (got[5], got[15]) == (2, 1)
    got, _ = used(board, ROLLS.index(("three", (1, 1, 1))))
    # Three actions: attack and move, then the enemy stands in its own half.
    assert (got[0], got[5], got[15]) == (2, 2, 0)


def test_blast_hits_own_heroes_and_diagonals() -> None:
    """Only heroes in an enemy half are pushed by it (H-7)."""
    man = reference.Man(action="blast", reach="medium", trigger="double")
    board = stand("13000", "33400", men=men_of(c0=man))
    # Slots: ours 1 and 3; theirs 2, 2 and 1. Around the second one (slot 2) all of them.
    after, pushed = reference.gear_on(board, 1, 1, "blast")
    assert after.at == ((1, 2, 0, 0, 0), (2, 2, 3, 0, 0))
    assert pushed == [0, 1, 2]
    array = array_of(board)
    assert kernels.suffer(rules_of(board), array, 1, 1, kernels.BLAST) == 0b111
    assert array.tolist() == array_of(after).tolist()


def test_a_lucky_six_frees_and_a_double_six_does_not() -> None:
    stunned = frozenset({(0, column) for column in range(5)})
    board = stand("00000", "00000", stunned=stunned)
    assert sum(used(board, LUCKY)[0][10:15]) == 4
    assert sum(used(board, LUCKY - 1)[0][10:15]) == 5


@pytest.mark.parametrize(
    ("rows", "entered", "halfway"), [(2, 2, 2), (3, 3, 4), (4, 4, 5), (5, 5, 7), (6, 6, 8)]
)
def test_enemy_half_is_entered_or_crossed_halfway(rows: int, entered: int, halfway: int) -> None:
    """With 3 rows per side the second row of the enemy half is more than half of it (H-1)."""
    assert heroes.GameSetup(rows=rows).goal == entered
    assert heroes.GameSetup(rows=rows, ruleset="enemy_half=halfway").goal == halfway
    for goal, half in ((entered, False), (halfway, True)):
        for at in (goal - 1, goal):
            board = reference.Board(((at, at, at, 0, 0), (0,) * 5), rows, halfway=half)
            assert kernels.has_won(rules_of(board), array_of(board), 0) == (at == goal)


def test_the_attacks_of_a_double_six_infect() -> None:
    """Two actions of a lucky six: the first attack stuns, then the hero moves up (H-7)."""
    man = reference.Man(plague=True)
    board = stand("10000", "30000", men=men_of(c0=man), infection="stun")
    got, _ = used(board, LUCKY - 1)
    assert (got[5], got[15]) == (2, 1)


def test_a_game_locked_for_good_is_drawn() -> None:
    board = array_of(stand("22200", "22200"))
    assert kernels.is_locked(BASE._replace(rows=3), board)
    assert not kernels.is_locked(BASE._replace(rows=3, push=1), board)
    assert not kernels.is_locked(BASE._replace(rows=3), array_of(stand("22100", "22300")))


# ---------------------------------------------------------------------------- statistics


@pytest.mark.slow
@pytest.mark.parametrize("policy", ["best", "stop at 3, keep everything"])
@pytest.mark.parametrize("straight", [3, 4])
@pytest.mark.parametrize("ruleset", ["", "leave_unkept=false", "fresh_dice=false"])
def test_first_turn_moves_what_the_exact_turn_says(
    policy: str, straight: int, ruleset: str
) -> None:
    """On a long board nothing is in the way: slots moved are those of `turn` (five errors)."""
    result = heroes.play(
        policy, policy, rows=20, straight=straight, trials=20_000, seed=5, most_turns=1,
        ruleset=ruleset,
    )  # fmt: skip
    scores = result.games[:, 2] + result.games[:, 3]
    exact = heroes.turn(straight=straight, ruleset=ruleset).solution(policy).distribution
    for k in range(14):
        p = exact.pmf(k)
        error = math.sqrt(p * (1 - p) / result.trials)
        assert abs((scores == k).mean() - p) <= 5 * error + 1e-12
    assert abs(scores.mean() - exact.mean) < 5 * exact.sd / math.sqrt(result.trials)


def test_dice_are_uniform() -> None:
    stream = stream_of(3, 0)  # as games get it
    with np.errstate(over="ignore"):  # without the compiler
        dice = np.array([kernels.d6(stream) - 1 for _ in range(60_000)])
    faces = np.bincount(dice, minlength=6)
    assert ((faces - 10_000) ** 2 / 10_000).sum() < 20.5  # chi-square, 5 degrees, 0.1 %
    pairs = np.bincount(6 * dice[::2] + dice[1::2], minlength=36)
    expected = 30_000 / 36
    assert ((pairs - expected) ** 2 / expected).sum() < 66.6  # 35 degrees, 0.1 %


def test_equal_players_win_as_often_and_the_first_more() -> None:
    result = heroes.play("best", "best", rows=3, trials=8000, seed=2)
    difference = result.win(0).probability - result.win(1).probability
    assert abs(difference) < 5 * math.sqrt(1 / 8000)
    assert result.edge.probability > 5 * result.edge.standard_error
    total = result.win(0).probability + result.win(1).probability + result.drawn.probability
    assert total == pytest.approx(1.0)
    assert result.win(0, first=0).probability > result.win(0, first=1).probability
    low, high = result.win(0).interval
    assert low < result.win(0).probability < high


@pytest.mark.slow
def test_the_best_policy_beats_a_timid_one() -> None:
    for ruling in ("no_effect", "push_to_start"):
        result = heroes.play(
            "best", "stop at 1", rows=4, trials=4000, seed=2,
            ruleset={"attack_in_own_half": ruling},
        )  # fmt: skip
        assert result.win(0).interval[0] > result.win(1).interval[1]


def test_games_end_as_the_rules_say() -> None:
    result = heroes.play(rows=3, trials=4000, seed=9, begins="second")
    winner, turns, first, second, began = result.games.T
    assert (began == 1).all()
    for player, (own, other) in enumerate(((first, second), (second, first))):
        won = winner == player
        assert (own[won] > other[won]).all()
        assert (own[won] >= 9).all()  # three heroes, three slots each
        # A player wins in a turn of its own.
        assert (turns[won] % 2 == (1 if player == 1 else 0)).all()
    deeper = heroes.play(rows=3, trials=4000, seed=9, ruleset="enemy_half=halfway")
    assert (deeper.games[deeper.games[:, 0] == 0, 2] >= 12).all()  # four slots each
    assert deeper.turns.mean > result.turns.mean


@pytest.mark.slow
def test_plague_marines_and_wargear_change_the_game() -> None:
    shooter = {"wargear": "cut-down, long, lucky"}
    armed = {"heroes": [shooter] * 5}
    result = heroes.play(armed, "best", rows=3, trials=4000, seed=4)
    assert result.win(0).interval[0] > result.win(1).interval[1]
    inspired = {"heroes": [{"wargear": "inspire"}] * 5}
    result = heroes.play(inspired, "best", rows=3, trials=4000, seed=4)
    assert result.win(0).interval[0] > result.win(1).interval[1]
    plague = {"heroes": [{"plague": True}] * 5}
    names = ("none", "stun")
    mild, strong = (
        heroes.play(
            plague,
            rows=3,
            trials=4000,
            seed=4,
            infection=name,
            ruleset="attack_in_own_half=push_to_start",
        )
        for name in names
    )
    assert strong.win(0).interval[0] > mild.win(0).interval[1]


@pytest.mark.slow
def test_matches_add_up_scores() -> None:
    result = heroes.play("best", "stop at 2", rows=3, trials=3001, seed=4)
    first, second, even = result.match(3)
    sums = result.games[:3000, 2:4].reshape(1000, 3, 2).sum(axis=1)
    assert first.probability == np.mean(sums[:, 0] > sums[:, 1])
    assert first.probability + second.probability + even.probability == pytest.approx(1.0)


def test_players_go_by_number_or_name() -> None:
    result = heroes.play("best", "stop at 2", rows=3, trials=200, seed=4)
    for number, name in enumerate(("first", "second")):
        assert result.win(name) == result.win(np.int64(number)) == result.win(number)
        assert result.win(0, first=name) == result.win(0, first=number)
        assert result.score(name) == result.score(number)
    for wrong in (-1, 2, 5, 7, "third", "1", True, None, 0.0):
        for ask in (result.win, result.score):
            with pytest.raises(MathhammerError, match=r"player: .* is no player; allowed: 0, 1, "):
                ask(wrong)
    for wrong in (2, "both"):
        with pytest.raises(MathhammerError, match=r"first: .* is no player"):
            result.win(0, first=wrong)
    seconds = heroes.play(rows=3, trials=20, seed=4, begins="second")
    with pytest.raises(MathhammerError, match="player 'first' went first in no game"):
        seconds.win(0, first="first")
    for games in (0, -3, 1.5, "three", 201):
        with pytest.raises(MathhammerError, match=r"games: .* is not a whole number from 1 to 200"):
            result.match(games)


# ------------------------------------------------------------------------------ the seed

_CODE = """
from mathhammer import heroes
result = heroes.play("best", "stop at 2", rows=3, trials=25, seed=7)
print(result.games.tolist())
"""


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make threads take a thousand games at a time."""
    monkeypatch.setattr(simulate, "BLOCK", 1000)


@pytest.mark.slow
@pytest.mark.usefixtures("small_blocks")
def test_same_seed_same_games_on_any_threads_and_without_the_compiler() -> None:
    import os

    one = heroes.play(rows=3, trials=6001, seed=7, threads=1)
    many = heroes.play(rows=3, trials=6001, seed=7, threads=5)
    assert (one.games == many.games).all()
    assert (one.games[:, 4] == np.arange(6001) % 2).all()  # they take turns to begin
    assert not (one.games == heroes.play(rows=3, trials=6001, seed=8).games).all()
    printed = {
        subprocess.run(
            [sys.executable, "-c", _CODE], capture_output=True, text=True, check=True,
            env={**os.environ, "NUMBA_DISABLE_JIT": switch},
        ).stdout
        for switch in ("0", "1")
    }  # fmt: skip
    assert len(printed) == 1


@pytest.mark.usefixtures("small_blocks")
def test_games_are_played_until_enough_is_known_or_time_is_up() -> None:
    result = heroes.play(rows=3, seed=3, until_error={"first": 0.006})
    assert 0.005 < result.win(0).standard_error <= 0.006
    assert len(result.games) == result.trials < 10_000 and not result.stopped
    result = heroes.play(rows=3, seed=3, time_limit=0.01)
    assert len(result.games) == result.trials and result.stopped == "time"
    assert (result.games >= 0).all()
    assert result.notes[-1].startswith("Stopped by the time limit")


@pytest.mark.usefixtures("small_blocks")
def test_what_was_not_known_well_enough_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "MAX_GAMES", 500)
    result = heroes.play(rows=3, seed=3, until_error={"drawn": 1e-9})
    assert result.trials == 500
    assert "drawn is not known so well after 500 games, the most" in result.notes[-1]
    result = heroes.play(rows=3, seed=3, trials=300, until_error={"first": 1e-9, "drawn": 0.1})
    assert result.notes[0] == "1 game lasted over 100 turns."
    (note,) = result.notes[1:]
    assert note == "first is not known so well after 300 games, as many as were asked for."


# -------------------------------------------------------------------- what is given and told


def test_games_on_the_command_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    words = ["heroes", "--play", "best", "stop at 3", "--trials", "600", "--seed", "3"]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert main([*words, "--engine", "MonteCarlo"]) == 0
    assert capsys.readouterr().out == out
    assert max(map(len, out.splitlines())) <= 80
    assert "an assumption" in out and "Monte Carlo, seed 3" in out
    main([*words, "--json"])
    told = capsys.readouterr().out
    main([*words, "--json"])
    assert told == capsys.readouterr().out
    (answer,) = json.loads(told)
    assert answer["trials"] == 600 and answer["seed"] == 3
    assert [p["policy"] for p in answer["players"]] == ["best", "stop at 3"]
    won = answer["players"][0]
    both = won["win_going_first"]["probability"] + won["win_going_second"]["probability"]
    assert both / 2 == pytest.approx(won["win"]["probability"])
    path = tmp_path / "games.csv"
    assert main([*words, "--csv", str(path)]) == 0
    assert path.read_text().startswith("player,policy,win,win_low,win_high")


def test_json_says_what_was_played_and_how_to_play_it_again() -> None:
    plague = {"name": "Rot", "plague": True, "wargear": "blast, medium, double"}
    first = {"policy": "stop at 3", "heroes": [plague, {"wargear": "inspire"}, {}, {}, {}]}
    agreed = {"rows": 3, "straight": 4, "infection": "stun", "begins": "second", "most_turns": 50}
    result = heroes.play(first, trials=60, seed=2, ruleset="enemy_half=halfway", **agreed)
    told = json.loads(json.dumps(result.to_dict()))
    assert {name: told[name] for name in agreed} == agreed
    players = [{name: p[name] for name in ("policy", "heroes")} for p in told["players"]]
    again = heroes.play(
        *players, trials=told["trials"], seed=told["seed"], ruleset=told["ruleset"],
        **{name: told[name] for name in agreed},
    )  # fmt: skip
    assert (again.games == result.games).all()
    assert told["players"][0]["win_going_first"] is None  # the second player always begins
    assert told["players"][0]["win_going_second"] == told["players"][0]["win"]
    match = told["match_of_three"]
    assert [match[name]["probability"] for name in ("first", "second", "even")] == [
        share.probability for share in result.match()
    ]
    assert heroes.play(trials=2, seed=1).to_dict()["match_of_three"] is None
    rows = result.rows()
    assert rows[0]["win_going_first"] is None
    assert rows[1]["drawn"] == result.drawn.probability
    assert (rows[0]["turns_mean"], rows[0]["games"]) == (result.turns.mean, 60)


def test_games_as_a_table() -> None:
    table = heroes.play(trials=50, seed=1, rows=3).table()
    assert list(table.policy) == ["best", "best"]
    assert ((table.win_low <= table.win) & (table.win <= table.win_high)).all()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--play", "best"], "expected 2 arguments"),
        (["--play", "best", "stop at"], "--play, second player: 'stop at' is not a policy"),
        (["--play", "foo", "best"], "--play, first player: 'foo' is not a policy"),
        (["--play", "best", ""], "--play, second player: '' is not a policy"),
        (["--play", "best", "best", "--rows", "1e9"], "from 2 to 20"),
        (["--play", "best", "best", "--until-error", "first"], "like first=0.001"),
        (["--play", "best", "best", "--ruleset", "enemy_half=half"], "did you mean 'halfway'?"),
        (["--play", "best", "best", "--rows", "1"], "--rows: '1' is not a whole number from 2"),
        (["--play", "best", "best", "--trials", "0"], "from 2 to 10000000"),
        (["--play", "best", "best", "--trials", "1e8"], "--trials: 100000000.0 is not allowed"),
        (["--play", "best", "best", "--engine", "exact"], "(--play) are not modelled by exact"),
        (["--play", "best", "best", "--engine", "foo"], "--engine: 'foo' is not allowed"),
        (["--play", "best", "best", "--ruleset", ""], "--ruleset: '' holds no field"),
        (["--play", "best", "best", "--seed", "x"], "--seed: 'x' is no number"),
        (["--play", "best", "best", "--at-risk", "1"], "--at-risk plays no part"),
        (["1", "--play", "best", "best"], "a roll plays no part"),
        (["--rows", "3"], "--rows belongs to --play"),
    ],
)
def test_wrong_words_about_games(
    capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert main(["heroes", *words]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1
    assert said in err


@pytest.mark.parametrize(
    ("given_", "said"),
    [
        ({"first": {"policy": "best", "heroes": []}}, "first.heroes: a list of 0 is not a list of"),
        ({"first": {"heroes": [{"wargear": "blast"}] * 5}}, "[0].wargear: blast needs a range"),
        ({"first": {"heroes": [{"wargear": "inspire, long"}] * 5}}, "passive"),
        ({"first": {"heroes": [{"wargear": "blst, long, set"}] * 5}}, "did you mean 'blast'?"),
        ({"first": {"heroes": [{"wargear": "a, b, c, d"}] * 5}}, "is not wargear"),
        ({"second": 3}, "second: 3 is not a player"),
        ({"second": {"polcy": "best"}}, "did you mean 'policy'?"),
        ({"rows": 21}, "rows: 21 is not a whole number from 2 to 20"),
        ({"begins": "third"}, "begins"),
        ({"infection": "inspire"}, "infection"),
        ({"trials": 10**9}, "trials: 1000000000 is not allowed; allowed: whole numbers from 2 to "
                            "10000000"),
        ({"trials": 0}, "from 2 to 10000000"),
        ({"seed": -1}, "seed"),
        ({"threads": 0}, "threads"),
        ({"row": 3}, "did you mean 'rows'?"),
        ({"first": "stop at 3, stop at 4"}, "can't both hold"),
        ({"first": {"policy": {"stop_at": 3, "roll_from": 2}}}, "not both"),
    ],
)  # fmt: skip
def test_wrong_games_are_one_sentence(given_: dict[str, Any], said: str) -> None:
    with pytest.raises(MathhammerError) as caught:
        heroes.play(**{"trials": 10, **given_})
    assert said in str(caught.value)
    assert str(caught.value).isprintable()


def test_rulings_of_games_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    plague = {"heroes": [{"plague": True}, {}, {}, {}, {}]}
    result = heroes.play(plague, trials=20, seed=1, rows=3, infection="stun")
    assert result.notes == [
        "A double six of a plague marine infects, because it is two actions of a lucky six; "
        "a three of a kind does not."
    ]
    assert result.to_dict()["ruleset"] == {
        "fresh_dice": True, "leave_unkept": True, "attack_in_own_half": "no_effect",
        "enemy_half": "entered",
    }  # fmt: skip
    words = ["heroes", "--play", "best", "best", "--trials", "20", "--seed", "1", "--rows", "5"]
    for more, said in (([], "heroes in the enemy half"), (["halfway"], "3 rows deep in the enemy")):
        rulings = [f"--ruleset=enemy_half={word}" for word in more]
        assert main([*words, *rulings]) == 0
        assert said in capsys.readouterr().out


def test_an_infection_that_nobody_named_is_refused() -> None:
    plague = {"heroes": [{"plague": True}] * 5}
    with pytest.raises(NotModelledError, match="say infection = 'stun'"):
        heroes.play(plague, trials=10)
    assert heroes.play(plague, trials=10, seed=1, infection="none").trials == 10


def test_a_seed_that_nobody_chose_is_told() -> None:
    result = heroes.play(trials=20, rows=3)
    again = heroes.play(trials=20, rows=3, seed=result.seed)
    assert (result.games == again.games).all()
