"""Boards of the heroes dice game, written from the rules digest (H-1, H-6, H-7) alone.

Shares no code with the kernel: a board is two lists of places (slots from the own start) and
two sets of stunned columns, and every legal way to use a scoring roll is listed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

Places = tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True)
class Man:
    plague: bool = False
    action: str = ""
    reach: str = ""
    trigger: str = ""


@dataclass(frozen=True)
class Board:
    """Places and stunned heroes of both sides, and what the two agreed on."""

    at: Places
    rows: int
    men: tuple[tuple[Man, ...], tuple[Man, ...]] = ((Man(),) * 5,) * 2
    stunned: frozenset[tuple[int, int]] = frozenset()
    pushes: bool = False
    infection: str = "none"
    halfway: bool = False

    def slot(self, side: int, column: int) -> int:
        """Return the slot of a hero, counted from the first side's edge."""
        at = self.at[side][column]
        return at if side == 0 else 2 * self.rows - 1 - at

    def put(self, side: int, column: int, at: int) -> Board:
        places = [list(row) for row in self.at]
        places[side][column] = at
        return replace(self, at=(tuple(places[0]), tuple(places[1])))

    def score(self, side: int) -> int:
        return sum(
            at * (2 if man.action == "inspire" else 1)
            for at, man in zip(self.at[side], self.men[side], strict=True)
        )

    def counts(self, at: int) -> bool:
        """Return whether a hero counts for a win so many slots from its start (H-1)."""
        deep = at - (self.rows - 1)  # rows of the enemy half that it has entered
        return 2 * deep >= self.rows if self.halfway else deep >= 1

    def across(self, side: int) -> int:
        return sum(self.counts(at) for at in self.at[side])

    def won(self, side: int) -> bool:
        return self.across(side) >= 3 and self.score(side) > self.score(1 - side)

    def standing(self, side: int) -> Fraction:
        """What the spending rule says that a side's heroes are worth, in slots."""
        goal = next(at for at in range(2 * self.rows) if self.counts(at))
        shares = sorted((Fraction(min(at, goal), goal) for at in self.at[side]), reverse=True)
        come = 2 * sum(share**2 for share in shares[:3]) / Fraction(3)
        return self.score(side) + come - sum(s == side for s, _ in self.stunned)

    def worth(self, side: int) -> Fraction:
        return self.standing(side) - self.standing(1 - side) + 10**6 * self.won(side)

    def free(self, column: int) -> int:
        """Return how many slots are free between the two heroes of a column."""
        return abs(self.slot(0, column) - self.slot(1, column)) - 1


def moved(board: Board, side: int, column: int) -> Board | None:
    """Return the board after a move, None where there is none."""
    ahead = board.slot(side, column) + (1 if side == 0 else -1)
    if (side, column) in board.stunned or ahead == board.slot(1 - side, column):
        return None
    return board.put(side, column, board.at[side][column] + 1)


def hit(board: Board, side: int, column: int, home: bool = False) -> Board | None:
    """Return the board after an attack on a hero, None where it has no effect."""
    at = board.at[side][column]
    if at == 0 or (at < board.rows and not board.pushes):
        return None
    return board.put(side, column, 0 if home else at - 1)


def gear_on(board: Board, side: int, column: int, action: str) -> tuple[Board, list[int]]:
    """Return the board after a wargear action on a hero, and who of its side was pushed."""
    if action == "stun":
        return replace(board, stunned=board.stunned | {(side, column)}), []
    if action in ("shoot", "cut-down"):
        after = hit(board, side, column, action == "cut-down")
        return (board, []) if after is None else (after, [column])
    near = [
        (s, c)
        for s in (0, 1)
        for c in range(5)
        if abs(c - column) <= 1 and abs(board.slot(s, c) - board.slot(side, column)) <= 1
    ]
    pushed = []
    for s, c in near:
        after = hit(board, s, c)
        if after is not None:
            board = after
            pushed += [c] * (s == side)
    return board, pushed


def infected(board: Board, side: int, columns: list[int]) -> Board:
    for column in columns if board.infection != "none" else []:
        board, _ = gear_on(board, side, column, board.infection)
    return board


def next_to(board: Board, column: int) -> bool:
    return abs(board.slot(0, column) - board.slot(1, column)) == 1


def attacked(board: Board, side: int, column: int, infects: bool) -> Board | None:
    """Return the board after a battle action that attacks, None where it has no effect."""
    if (side, column) in board.stunned or board.at[side][column] == 0:
        return None
    if not next_to(board, column):
        return None
    after = hit(board, 1 - side, column)
    if after is not None and infects and board.men[side][column].plague:
        after = infected(after, 1 - side, [column])
    return after


def sixes(board: Board, side: int, freeing: bool) -> Iterator[Board]:
    """Yield every board after a lucky six, that of doing nothing too."""
    yield board
    for column in range(5):
        for after in (moved(board, side, column), attacked(board, side, column, True)):
            if after is not None:
                yield after
        if freeing and (side, column) in board.stunned:
            yield replace(board, stunned=board.stunned - {(side, column)})


def threes(board: Board, side: int, column: int, actions: int, moves: int) -> Iterator[Board]:
    yield board
    if actions == 0:
        return
    for after, cost in (
        (moved(board, side, column) if moves else None, 1),
        (attacked(board, side, column, False), 0),
    ):
        if after is not None:
            yield from threes(after, side, column, actions - 1, moves - cost)


def uses(board: Board, side: int, kind: str, columns: tuple[int, ...]) -> Iterator[Board]:
    """Yield every board after a scoring roll is used: battle actions, or wargear."""
    if kind == "lucky":
        yield from sixes(board, side, True)
    elif kind == "double":
        for once in sixes(board, side, False):
            yield from sixes(once, side, False)
    elif kind == "three":
        plague = board.men[side][columns[0]].plague
        yield from threes(board, side, columns[0], 3, 2 if plague else 3)
    else:
        after = board
        for column in columns:
            after = moved(after, side, column) or after
        yield after
    yield from wargear_uses(board, side, kind)


def wargear_uses(board: Board, side: int, kind: str) -> Iterator[Board]:
    """Yield every board after wargear is used for a scoring roll."""
    trigger = kind if kind in ("lucky", "double") else "set"
    for column in range(5):
        man = board.men[side][column]
        if man.trigger != trigger or (side, column) in board.stunned:
            continue
        if man.action != "stun" and board.at[side][column] == 0:
            continue
        for target in range(5):
            reached = {
                "melee": target == column and next_to(board, column),
                "short": target == column,
                "medium": abs(target - column) <= 1,
                "long": True,
            }
            if reached[man.reach]:
                after, pushed = gear_on(board, 1 - side, target, man.action)
                yield infected(after, 1 - side, pushed) if man.plague else after


# ----------------------------------------------------- how players spend, word for word


def best_six(board: Board, side: int, freeing: bool) -> Board:
    """Return the best action: of equal ones with the most slots ahead, then the lowest column."""
    found = []
    for column in range(5):
        after = moved(board, side, column) or attacked(board, side, column, True)
        if freeing and (side, column) in board.stunned:
            after = replace(board, stunned=board.stunned - {(side, column)})
        if after is not None and after.worth(side) > board.worth(side):
            found.append((after.worth(side), board.free(column), -column, after))
    return max(found, key=lambda way: way[:3])[3] if found else board


def best_three(board: Board, side: int, column: int) -> Board:
    moves = 2 if board.men[side][column].plague else 3
    for _ in range(3):
        ways = [attacked(board, side, column, False)]
        if moves:
            ways.append(moved(board, side, column))
        better = [way for way in ways if way and way.worth(side) > board.worth(side)]
        if better:
            (after,) = better  # none can both move and attack
            moves -= after.at[side][column] > board.at[side][column]
            board = after
    return board


def best_use(board: Board, side: int, kind: str, columns: tuple[int, ...]) -> Board:
    if kind == "lucky":
        best = best_six(board, side, True)
    elif kind == "double":
        best = best_six(best_six(board, side, False), side, False)
    elif kind == "three":
        best = best_three(board, side, columns[0])
    else:
        best = next(uses(board, side, kind, columns))
    for after in wargear_uses(board, side, kind):
        if after.worth(side) > best.worth(side):
            best = after
    return best


Rolls = list[tuple[str, tuple[int, ...]]]


def spent(board: Board, side: int, rolls: Rolls) -> Board:
    """Return the board after all kept rolls are spent; they come in the order of ties."""
    left = list(rolls)
    while left:
        ways = [best_use(board, side, kind, columns) for kind, columns in left]
        worths = [way.worth(side) for way in ways]
        first = worths.index(max(worths))
        if worths[first] <= board.worth(side):
            break
        board = ways[first]
        del left[first]
    return board


def able(board: Board, side: int) -> tuple[int, ...]:
    """Return of each hero 2 where it can move, 1 where it can attack, else 0."""
    return tuple(
        2 if moved(board, side, column) else int(attacked(board, side, column, False) is not None)
        for column in range(5)
    )
