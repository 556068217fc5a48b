"""Rules of the user's own, trial after trial."""

from typing import Any

from mathhammer.engine.jit import inner, unrolled


@inner
def rule_trials(rule: Any, stream: Any, out: Any) -> None:
    """Write what a rule returns to one trial after another.

    Parameters
    ----------
    rule : compiled function
        Takes a stream; returns a whole number.
    stream : ndarray of uint64, shape (STREAM,)
    out : ndarray of int64, shape (trials, 1)
    """
    for trial in range(out.shape[0]):
        out[trial, 0] = rule(stream)


@inner
def rule_tuples(rule: Any, stream: Any, out: Any) -> None:
    """Write what a rule that returns a tuple of whole numbers returns.

    Parameters
    ----------
    rule : compiled function
    stream : ndarray of uint64, shape (STREAM,)
    out : ndarray of int64, shape (trials, numbers)
    """
    for trial in range(out.shape[0]):
        column = 0
        for value in unrolled(rule(stream)):
            out[trial, column] = value
            column += 1
