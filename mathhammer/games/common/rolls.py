"""What the faces of a D6 mean: the one maker of `Roll` values, shared by the games."""

from mathhammer.plan import CRITICAL, FAIL, SUCCESS, Roll

#: Every face fails, every face succeeds, only a 6 (critical) succeeds.
ALWAYS_FAILS = Roll((FAIL,) * 6)
ALWAYS_SUCCEEDS = Roll((SUCCESS,) * 6)
ONLY_SIX = (FAIL,) * 5 + (CRITICAL,)

#: Re-rolls from the weakest to the strongest.
REROLL_ORDER = (None, "ones", "failures", "non-criticals")


def stronger(first: str | None, second: str | None) -> str | None:
    """Return the stronger of two re-rolls of one kind (D-2).

    Examples
    --------
    >>> stronger("ones", "failures")
    'failures'
    """
    if first is None or second is None:
        return first or second
    return max(first, second, key=REROLL_ORDER.index)


def best(*thresholds: int) -> int:
    """Return the lowest of some thresholds, where 0 means none.

    Examples
    --------
    >>> best(0, 5, 4)
    4
    """
    lowest = 0
    for threshold in thresholds:
        if threshold and (threshold < lowest or not lowest):
            lowest = threshold
    return lowest


def net_modifier(entries: list[int], ignore_negative: bool = False) -> int:
    """Add up modifiers and cap the sum to -1..+1 (W-1.1, W-1.2, A-1.5).

    Parameters
    ----------
    entries : list of int
    ignore_negative : bool
        Leave out each negative entry before adding up (W-4.8).

    Examples
    --------
    >>> net_modifier([1, 1, -1, -1, -1], False), net_modifier([1, -1, -1], True)
    (-1, 1)
    """
    total = sum(e for e in entries if e > 0) if ignore_negative else sum(entries)
    return max(-1, min(1, total))


def with_reroll(outcome: tuple[int, ...], reroll: str | None) -> Roll:
    """Return the roll of `outcome` with a re-roll policy on it (D-2)."""
    if reroll is None:
        return Roll(outcome)
    if reroll == "ones":
        return Roll(outcome, (True,) + (False,) * 5)
    kept = (SUCCESS, CRITICAL) if reroll == "failures" else (CRITICAL,)
    return Roll(outcome, tuple(face not in kept for face in outcome))


def _outcome(first: int, critical: int) -> tuple[int, ...]:
    return (FAIL,) * (first - 1) + (SUCCESS,) * (critical - first) + (CRITICAL,) * (7 - critical)


#: Every roll there is: by re-roll, by the first face that succeeds, by the first critical.
_ROLLS = {
    reroll: {
        (first, critical): with_reroll(_outcome(first, critical), reroll)
        for critical in range(2, 8)
        for first in range(2, critical + 1)
    }
    for reroll in (None, "ones", "failures", "non-criticals")
}


def d6_roll(needed: int, critical: int = 7, floor: int = 2, reroll: str | None = None) -> Roll:
    """Return what a D6 does that must show `needed` or more (D-2, D-4).

    Parameters
    ----------
    needed : int
        The unmodified face that succeeds once modifiers are applied; any whole number.
    critical : int, default 7
        Unmodified faces from here on are critical and succeed; 7 for none.
    floor : int, default 2
        Unmodified faces below always fail, critical or not. A 1 always fails.
    reroll : {None, "ones", "failures", "non-criticals"}
        Which faces are rolled again.

    Examples
    --------
    >>> d6_roll(3, critical=6).outcome
    (0, 0, 1, 1, 1, 2)
    """
    lowest = floor if floor > 2 else 2
    critical = lowest if critical < lowest else critical if critical < 7 else 7
    first = lowest if needed < lowest else needed
    return _ROLLS[reroll][first if first < critical else critical, critical]
