"""What the functions that take a result apart must be given: one match-up, mostly exact."""

from typing import Any

from mathhammer.core.errors import MathhammerError, NotModelledError, quoted
from mathhammer.results.attack import Result


def check_result(result: Any, what: str) -> None:
    """Check that a result is that of one match-up.

    Parameters
    ----------
    result : Result
    what : str
        What is asked for, as the subject of a sentence.

    Raises
    ------
    MathhammerError
        It is something else.
    """
    if not isinstance(result, Result):
        given = quoted(result) if isinstance(result, str | int | float) else type(result).__name__
        several = " (take one of its .results)" if hasattr(result, "results") else ""
        raise MathhammerError(
            f"{what} needs the result of one match-up, as `mathhammer.attack` returns it, not "
            f"{given}{several}",
            "result",
        )


def check_exact(result: Any, what: str) -> None:
    """Check that a result is that of one match-up, and computed, not simulated.

    Parameters
    ----------
    result : Result
    what : str
        What is asked for, as the subject of a sentence.

    Raises
    ------
    MathhammerError
        It is no result of a match-up.
    NotModelledError
        It was simulated.

    Examples
    --------
    >>> import mathhammer
    >>> simulated = mathhammer.simulate("A2 BS3+ S4 AP-1 D1", "meq", trials=100)
    >>> try:
    ...     check_exact(simulated, "the flow")
    ... except NotModelledError as error:
    ...     print(error)
    result: the flow is exact alone, and this result was simulated: take engine="exact"
    """
    check_result(result, what)
    if result.engine != "exact":
        raise NotModelledError(
            f'{what} is exact alone, and this result was simulated: take engine="exact"', "result"
        )
