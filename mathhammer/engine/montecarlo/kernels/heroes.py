"""Whole games of the heroes dice game, die by die: everything that is compiled for them.

A board is an array of 20 whole numbers: for each side and column how many slots its hero
stands from its start (`AT`), then whether it is stunned (`STUN`). With r rows per side, a hero
of one side at p and its opponent at q in the same column can't pass: p + q <= 2r - 2, where
equality means that they stand next to each other. From p = r on a hero is in the enemy half.

What is looked up comes packed in arrays of whole numbers (`Rules`); `mathhammer.heroes.playing`
packs them. Dice come from xoshiro256++ streams that belong to fixed blocks of games.

It runs with the compiler switched off, too, with the same results.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from mathhammer.engine.jit import bare, bare_entry
from mathhammer.engine.montecarlo.kernels.dice import d6

I64 = npt.NDArray[np.int64]
I16 = npt.NDArray[np.int16]
U64s = npt.NDArray[np.uint64]

COLUMNS = 5
AT, STUN, BOARD = 0, 10, 20
#: Kinds of scoring rolls.
LUCKY, DOUBLE, THREE, STRAIGHT = 0, 1, 2, 3
#: Wargear (0: none), its ranges and triggers.
CUT_DOWN, INSPIRE, BLAST, STUN_GEAR, SHOOT = 1, 2, 3, 4, 5
MELEE, SHORT, MEDIUM, LONG = 0, 1, 2, 3
ON_LUCKY, ON_DOUBLE, ON_SET = 0, 1, 2
#: What is known of a hero.
PLAGUE, GEAR, RANGE, TRIGGER, HERO = 0, 1, 2, 3, 4
#: Boards to work with.
BOARDS = 8
#: How a game ends, and what is written of it.
DRAWN, UNFINISHED = 2, 3
WINNER, TURNS, SCORE, FIRST, GAME = 0, 1, 2, 4, 5
#: Slots that three heroes who count for a win are worth beyond the slots they moved.
GOAL = 2
WON = 1 << 40


class Rules(NamedTuple):
    """Everything that the games look up.

    Attributes
    ----------
    rows : int
        Rows a side.
    goal : int
        Slots from the start at which a hero counts for a win (`enemy_half`).
    push : int
        1 where heroes in their own half can be pushed (`attack_in_own_half`).
    infection : int
        The wargear action that plague marines add to their attacks, 0 for none.
    most_turns : int
    heroes : ndarray of int64, shape (2, 5, HERO)
    war : ndarray of int64, shape (2,)
        Whether a side declares all-out war.
    rolls : ndarray of int64, shape (scoring rolls, 4)
        Kind, lowest and highest face, and how many slots its actions can move.
    dice : ndarray of int64, shape (throws,)
        Dice in the hand.
    begin : ndarray of int64, shape (throws,)
        Where the cases of a throw begin in `case`.
    case : ndarray of int64
        Of each outcome, in the order of `counts`: its case, -1 for exhausted.
    outcome : ndarray of int64
        From the base-6 number of 1 to 6 dice, one after another, to the outcome.
    options : ndarray of int64, shape (cases + 1,)
        Where the options of a case begin.
    lands : ndarray of int64, shape (options,)
        The row that an option leads to; 0 where all dice are used.
    kept : ndarray of int64, shape (options, scoring rolls)
    gains : ndarray of int16, shape (2, 243, options)
        Slots by side and what the hero of each column can do (`able`).
    keeps : ndarray of int16, shape (2, 243, cases, width)
        The option that is kept, by slots at risk.
    leads : ndarray of int16, shape (2, 243, rows, width)
        The throw that is made, -1 to act.
    """

    rows: int
    goal: int
    push: int
    infection: int
    most_turns: int
    heroes: I64
    war: I64
    rolls: I64
    dice: I64
    begin: I64
    case: I64
    outcome: I64
    options: I64
    lands: I64
    kept: I64
    gains: I16
    keeps: I16
    leads: I16


# --------------------------------------------------------------------------------- board


@bare
def copied(source: I64, into: I64) -> None:
    """Copy a board."""
    for i in range(BOARD):
        into[i] = source[i]


@bare
def can_move(rules: Rules, board: I64, side: int, column: int) -> bool:
    """Return whether the slot ahead of a hero is free (H-1)."""
    if board[STUN + 5 * side + column]:
        return False
    return bool(board[AT + column] + board[AT + 5 + column] < 2 * rules.rows - 2)


@bare
def can_be_pushed(rules: Rules, board: I64, side: int, column: int) -> bool:
    """Return whether an attack on a hero has an effect (H-6)."""
    at = board[AT + 5 * side + column]
    return bool(at >= rules.rows or (rules.push and at > 0))


@bare
def can_attack(rules: Rules, board: I64, side: int, column: int) -> bool:
    """Return whether a hero's attack on the enemy next to it has an effect (H-6)."""
    if board[STUN + 5 * side + column] or board[AT + 5 * side + column] == 0:
        return False
    if board[AT + column] + board[AT + 5 + column] < 2 * rules.rows - 2:
        return False
    return can_be_pushed(rules, board, 1 - side, column)


@bare
def push(rules: Rules, board: I64, side: int, column: int, slots: int) -> bool:
    """Push a hero back, not beyond its start; return whether it was."""
    if not can_be_pushed(rules, board, side, column):
        return False
    place = AT + 5 * side + column
    board[place] = max(0, board[place] - slots)
    return True


@bare
def suffer(rules: Rules, board: I64, side: int, column: int, gear: int) -> int:
    """Let a hero suffer a wargear action (H-7).

    Returns
    -------
    int
        A bit for each hero of its side, by column, that an attack had an effect on.
    """
    if gear == STUN_GEAR:
        board[STUN + 5 * side + column] = 1
        return 0
    if gear != BLAST:
        slots = 2 * rules.rows if gear == CUT_DOWN else 1
        return 1 << column if push(rules, board, side, column, slots) else 0
    last = 2 * rules.rows - 1
    here = board[AT + 5 * side + column]
    hit = 0
    for other in range(2):
        for near in range(max(0, column - 1), min(COLUMNS, column + 2)):
            at = board[AT + 5 * other + near]
            row = at if other == side else last - at
            if row - here <= 1 and here - row <= 1:
                hit |= 1 << (5 * other + near)
    pushed = 0
    for other in range(2):
        for near in range(COLUMNS):
            if hit >> (5 * other + near) & 1 and push(rules, board, other, near, 1):
                pushed |= 1 << near if other == side else 0
    return pushed


@bare
def infect(rules: Rules, board: I64, side: int, pushed: int) -> None:
    """Let the heroes of a side that plague marines attacked suffer what comes with it (H-7)."""
    if rules.infection == 0:
        return
    for column in range(COLUMNS):
        if pushed >> column & 1:
            suffer(rules, board, side, column, rules.infection)


@bare
def attack(rules: Rules, board: I64, side: int, column: int, infecting: bool) -> None:
    """Let a hero attack the enemy next to it."""
    push(rules, board, 1 - side, column, 1)
    if infecting and rules.heroes[side, column, PLAGUE]:
        infect(rules, board, 1 - side, 1 << column)


@bare
def standing(rules: Rules, board: I64, side: int) -> tuple[int, int, int]:
    """Return a side's score, its heroes that count for a win, and what its position is worth.

    The score is the slots that its heroes have moved; an inspiring one counts double. The
    worth is in slots times 3 goal^2: the score; `GOAL` slots more for three heroes that
    count for a win, or a part of it, the mean of the squares of how far the foremost three
    have come there; a slot less for each stunned hero.
    """
    far = rules.goal
    total, across, stunned = 0, 0, 0
    first, second, third = 0, 0, 0
    for column in range(COLUMNS):
        at = board[AT + 5 * side + column]
        total += 2 * at if rules.heroes[side, column, GEAR] == INSPIRE else at
        stunned += board[STUN + 5 * side + column]
        if at >= far:
            across += 1
            at = far
        if at > first:
            first, second, third = at, first, second
        elif at > second:
            second, third = at, second
        elif at > third:
            third = at
    goal = GOAL * (first * first + second * second + third * third)
    return total, across, 3 * far * far * (total - stunned) + goal


@bare
def has_won(rules: Rules, board: I64, side: int) -> bool:
    """Return whether a side wins at the end of its turn (H-1)."""
    score, across, _ = standing(rules, board, side)
    return bool(across >= 3 and score > standing(rules, board, 1 - side)[0])


@bare
def worth(rules: Rules, board: I64, side: int) -> int:
    """Return what a position is worth to the side that moves: its own less the enemy's."""
    score, across, own = standing(rules, board, side)
    other, _, its = standing(rules, board, 1 - side)
    return int(own - its + (WON if across >= 3 and score > other else 0))


@bare
def slots_to_go(rules: Rules, board: I64, side: int) -> int:
    """Return how many slots the foremost three heroes lack to count for a win."""
    first, second, third = 0, 0, 0
    for column in range(COLUMNS):
        at = min(board[AT + 5 * side + column], rules.goal)
        if at > first:
            first, second, third = at, first, second
        elif at > second:
            second, third = at, second
        elif at > third:
            third = at
    return int(3 * rules.goal - first - second - third)


# ------------------------------------------------------------------------------- actions


@bare
def keep_better(rules: Rules, side: int, tried: I64, best: I64, most: int) -> int:
    """Take a position over where it is worth more than the best so far; return the most."""
    value = worth(rules, tried, side)
    if value > most:
        copied(tried, best)
        return value
    return most


@bare
def six(rules: Rules, board: I64, side: int, freeing: bool, boards: I64) -> None:
    """Take the best action of a lucky six: a move, an attack, or to free a hero (H-6, H-7).

    Of equal ones it is that of the hero with the most free slots ahead, which the enemy is
    least likely to stop. That of doing nothing is never equal: it has more.
    """
    tried, best = boards[0], boards[1]
    copied(board, best)
    most, most_free = worth(rules, board, side), 2 * rules.rows
    for column in range(COLUMNS):
        copied(board, tried)
        if can_move(rules, board, side, column):
            tried[AT + 5 * side + column] += 1
        elif can_attack(rules, board, side, column):
            attack(rules, tried, side, column, True)
        elif freeing and board[STUN + 5 * side + column]:
            tried[STUN + 5 * side + column] = 0
        else:
            continue
        value = worth(rules, tried, side)
        free = 2 * rules.rows - 2 - board[AT + column] - board[AT + 5 + column]
        if value > most or (value == most and free > most_free):
            copied(tried, best)
            most, most_free = value, free
    copied(best, board)


@bare
def three(rules: Rules, board: I64, side: int, column: int, boards: I64) -> None:
    """Take three actions with the hero of a column, the best one each time (H-6, H-7)."""
    tried, best = boards[0], boards[1]
    moves = 2 if rules.heroes[side, column, PLAGUE] else 3
    for _ in range(3):
        copied(board, best)
        most = worth(rules, board, side)
        before = board[AT + 5 * side + column]
        if moves > 0 and can_move(rules, board, side, column):
            copied(board, tried)
            tried[AT + 5 * side + column] += 1
            most = keep_better(rules, side, tried, best, most)
        if can_attack(rules, board, side, column):
            copied(board, tried)
            attack(rules, tried, side, column, False)
            most = keep_better(rules, side, tried, best, most)
        copied(best, board)
        moves -= board[AT + 5 * side + column] > before


@bare
def straight(rules: Rules, board: I64, side: int, low: int, high: int) -> None:
    """Move each hero of some columns by a slot where it can (H-6)."""
    for column in range(low, high + 1):
        if can_move(rules, board, side, column):
            board[AT + 5 * side + column] += 1


@bare
def in_range(rules: Rules, board: I64, column: int, target: int, reach: int) -> bool:
    """Return whether the enemy hero of a column is in the range of a hero's wargear (H-7)."""
    if reach == LONG:
        return True
    if reach == MEDIUM:
        return -1 <= target - column <= 1
    if target != column:
        return False
    apart = 2 * rules.rows - 2 - board[AT + column] - board[AT + 5 + column]
    return bool(reach == SHORT or apart == 0)


@bare
def use(rules: Rules, board: I64, side: int, roll: int, best: I64, boards: I64) -> int:
    """Find the best use of a scoring roll: battle actions or wargear (H-6, H-7).

    Parameters
    ----------
    rules, board, side
    roll : int
        Its number in `Rules.rolls`.
    best : ndarray of int64, shape (BOARD,)
        Becomes the position afterwards.
    boards : ndarray of int64, shape (3 or more, BOARD)
        Room to work in.

    Returns
    -------
    int
        What the position afterwards is worth.
    """
    kind, low, high = rules.rolls[roll, 0], rules.rolls[roll, 1] - 1, rules.rolls[roll, 2] - 1
    copied(board, best)
    if kind == LUCKY:
        six(rules, best, side, True, boards)
    elif kind == DOUBLE:
        six(rules, best, side, False, boards)
        six(rules, best, side, False, boards)
    elif kind == THREE:
        three(rules, best, side, low, boards)
    else:
        straight(rules, best, side, low, high)
    most = worth(rules, best, side)
    trigger = ON_LUCKY if kind == LUCKY else ON_DOUBLE if kind == DOUBLE else ON_SET
    tried = boards[2]
    for column in range(COLUMNS):
        gear = rules.heroes[side, column, GEAR]
        if gear in (0, INSPIRE) or rules.heroes[side, column, TRIGGER] != trigger:
            continue
        if board[STUN + 5 * side + column]:
            continue
        if gear != STUN_GEAR and board[AT + 5 * side + column] == 0:
            continue  # none may attack from its start slot
        for target in range(COLUMNS):
            if in_range(rules, board, column, target, rules.heroes[side, column, RANGE]):
                copied(board, tried)
                pushed = suffer(rules, tried, 1 - side, target, gear)
                if rules.heroes[side, column, PLAGUE]:
                    infect(rules, tried, 1 - side, pushed)
                most = keep_better(rules, side, tried, best, most)
    return most


@bare
def spend(rules: Rules, board: I64, side: int, kept: I64, boards: I64) -> None:
    """Take the actions of all kept rolls, each time the roll that can do most first.

    Parameters
    ----------
    rules, board, side
    kept : ndarray of int64, shape (scoring rolls,)
        How many of each roll are kept; as it was afterwards.
    boards : ndarray of int64, shape (6 or more, BOARD)
        Room to work in.
    """
    used, tried, best = boards[6], boards[3], boards[4]
    used[:] = 0
    while True:
        most, chosen = worth(rules, board, side), -1
        for roll in range(len(kept)):
            if kept[roll] > used[roll]:
                value = use(rules, board, side, roll, tried, boards)
                if value > most:
                    most, chosen = value, roll
                    copied(tried, best)
        if chosen < 0:
            return
        copied(best, board)
        used[chosen] += 1


@bare
def would_win(rules: Rules, board: I64, side: int, kept: I64, boards: I64) -> bool:
    """Return whether the actions of all kept rolls win the game."""
    copied(board, boards[5])
    spend(rules, boards[5], side, kept, boards)
    return has_won(rules, boards[5], side)


# --------------------------------------------------------------------------------- games


@bare
def able(rules: Rules, board: I64, side: int) -> int:
    """Return what the heroes of a side can do, a digit a column: column 1 is the last one.

    In base 3: 0 nothing, 1 attack with an effect, 2 move. None can do both.
    """
    digits = 0
    for column in range(COLUMNS - 1, -1, -1):
        digits *= 3
        if can_move(rules, board, side, column):
            digits += 2
        elif can_attack(rules, board, side, column):
            digits += 1
    return digits


@bare
def winning_option(
    rules: Rules, board: I64, side: int, case: int, lacking: int, kept: I64, boards: I64
) -> int:
    """Return an option of a case with which acting wins the game, -1 where there is none.

    Only where the actions can move the slots that are lacking it is tried out.
    """
    for roll in range(len(kept)):
        lacking -= kept[roll] * rules.rolls[roll, 3]
    for option in range(rules.options[case], rules.options[case + 1]):
        short = lacking
        for roll in range(len(kept)):
            short -= rules.kept[option, roll] * rules.rolls[roll, 3]
        if short > 0:
            continue
        for roll in range(len(kept)):
            kept[roll] += rules.kept[option, roll]
        won = would_win(rules, board, side, kept, boards)
        for roll in range(len(kept)):
            kept[roll] -= rules.kept[option, roll]
        if won:
            return option
    return -1


@bare
def round_of(rules: Rules, board: I64, side: int, stream: U64s, kept: I64, boards: I64) -> bool:
    """Play one round of six dice; return whether all-out war gives another one (H-2 to H-5)."""
    kept[:] = 0
    columns = able(rules, board, side)
    lacking = slots_to_go(rules, board, side)
    throw, at_risk = len(rules.dice) - 1, 0
    while True:
        code, start, size = 0, 0, 1
        for _ in range(rules.dice[throw]):
            code = 6 * code + d6(stream) - 1
            start += size
            size *= 6
        case = rules.case[rules.begin[throw] + rules.outcome[start - 1 + code]]
        if case < 0:
            return False
        option = winning_option(rules, board, side, case, lacking, kept, boards)
        wins = option >= 0
        if not wins:
            option = rules.keeps[side, columns, case, at_risk]
        for roll in range(len(kept)):
            kept[roll] += rules.kept[option, roll]
        at_risk += rules.gains[side, columns, option]
        row = rules.lands[option]
        lead = -1 if row == 0 else rules.leads[side, columns, row, at_risk]
        if wins or lead < 0:
            spend(rules, board, side, kept, boards)
            return bool(row == 0 and rules.war[side] and not has_won(rules, board, side))
        throw = lead


@bare
def is_locked(rules: Rules, board: I64) -> bool:
    """Return whether three columns are stuck, so that nobody can ever win."""
    if rules.push:
        return False
    locked = 0
    for column in range(COLUMNS):
        locked += board[AT + column] == rules.rows - 1 and board[AT + 5 + column] == rules.rows - 1
    return locked >= 3


@bare
def play_game(rules: Rules, first: int, stream: U64s, kept: I64, boards: I64, result: I16) -> None:
    """Play one game.

    Parameters
    ----------
    rules : Rules
    first : int
        The side that goes first.
    stream : ndarray of uint64, as of `streams.stream_of`
    kept : ndarray of int64, shape (scoring rolls,)
    boards : ndarray of int64, shape (BOARDS, BOARD)
        Room to work in.
    result : ndarray of int16, shape (GAME,)
        Becomes the winner (or `DRAWN`, `UNFINISHED`), turns of both sides, the two scores
        and who went first.
    """
    board = boards[7]
    board[:] = 0
    side, turns, winner = first, 0, UNFINISHED
    while turns < rules.most_turns:
        turns += 1
        while round_of(rules, board, side, stream, kept, boards):
            pass
        if has_won(rules, board, side):
            winner = side
            break
        if is_locked(rules, board):
            winner = DRAWN
            break
        side = 1 - side
    result[WINNER], result[TURNS], result[FIRST] = winner, turns, first
    result[SCORE] = standing(rules, board, 0)[0]
    result[SCORE + 1] = standing(rules, board, 1)[0]


@bare_entry
def play_games(
    rules: Rules, first: int, change: int, stream: U64s, kept: I64, boards: I64, results: I16
) -> None:
    """Play some games with one stream of dice.

    Parameters
    ----------
    rules : Rules
    first : int
        The side that goes first in the first game.
    change : int
        1 where the other side goes first in each next game.
    stream : ndarray of uint64, as of `streams.stream_of`
    kept : ndarray of int64, shape (scoring rolls,)
    boards : ndarray of int64, shape (BOARDS, BOARD)
        Room to work in.
    results : ndarray of int16, shape (games, GAME)
        Becomes what `play_game` writes.
    """
    for game in range(len(results)):
        play_game(rules, first ^ (change & game & 1), stream, kept, boards, results[game])
