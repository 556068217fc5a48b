"""How many match-ups a picture shows, so that it stays readable: known before they are computed."""

from __future__ import annotations

from mathhammer.core.errors import TooLargeError
from mathhammer.show.charts.registry import pictures_of

#: The pictures of match-ups.
SIZES = {name: chart.size for name, chart in pictures_of("Comparison").items()}
#: More loadouts than this are drawn as a matrix where no picture is named.
MAX_BY_DEFAULT = 7


def fits(picture: str, loadouts: int, targets: int) -> bool:
    """Return whether a picture shows so many loadouts and targets.

    Examples
    --------
    >>> fits("curves", 14, 12), fits("curves", 15, 1), fits("ridge", 12, 5), fits("ridge", 61, 1)
    (True, False, True, False)
    """
    size = SIZES[picture]
    wanted = loadouts, targets, loadouts * targets
    return all(most is None or n <= most for n, most in zip(wanted, size, strict=True))


def default_picture(loadouts: int, targets: int) -> str:
    """Return the picture of so many match-ups where none is named.

    Examples
    --------
    >>> default_picture(7, 12), default_picture(8, 1), default_picture(1, 41)
    ('curves', 'matrix', 'ridge')
    """
    if loadouts <= MAX_BY_DEFAULT and fits("curves", loadouts, targets):
        return "curves"
    return "ridge" if not fits("matrix", loadouts, targets) and loadouts == 1 else "matrix"


def check_size(picture: str, loadouts: int, targets: int) -> None:
    """Check that a picture shows so many loadouts and targets.

    Raises
    ------
    TooLargeError
        It doesn't; the message names its limit, and a picture that takes more.

    Examples
    --------
    >>> check_size("ridge", 25, 5)
    Traceback (most recent call last):
        ...
    mathhammer.core.errors.TooLargeError: 25 loadouts at 5 targets; a picture of ridge has up to \
60 match-ups: take matrix, of up to 100 loadouts and 40 targets
    """
    if fits(picture, loadouts, targets):
        return
    other = "no picture takes so many; a table (--csv) does"
    for name in ("ridge", "matrix"):
        if fits(name, loadouts, targets):
            other = f"take {name}, of up to {SIZES[name].words}"
    raise TooLargeError(
        f"{loadouts} loadout{'s' * (loadouts != 1)} at {targets} target{'s' * (targets != 1)}; a "
        f"picture of {picture} has up to {SIZES[picture].words}: {other}"
    )
