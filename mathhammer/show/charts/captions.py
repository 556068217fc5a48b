"""What stands below a picture: profiles, target, context, edition and engine."""

import textwrap
from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.text import Text

from mathhammer.core.format import clean, shortened
from mathhammer.games.describe import describe_all, describe_target, describe_weapon
from mathhammer.games.profiles import Unit
from mathhammer.games.registry import edition
from mathhammer.results.attack import Result

#: The most profiles of a kind that are written out, and letters of a line, and lines of each.
_MOST = 3
_LETTERS = 112
_LINES = 2


def match_ups(results: Sequence[Result], letters: int = _LETTERS) -> str:
    """Return the caption of match-ups, in lines.

    Parameters
    ----------
    results : list of Result
    letters : int
        Of a line.

    Examples
    --------
    >>> import mathhammer
    >>> print(match_ups([mathhammer.attack("gun: A2 BS3+ S4 D1", "5x meq", context="cover")]))
    1x gun: A2 BS3+ S4 AP0 D1
    5x meq T4 Sv3+ W2 [Infantry]
    cover; Warhammer 40,000, 10th edition; exact
    """
    lines: list[str] = []
    for profiles in (
        dict.fromkeys(_profile(result.attacker) for result in results),
        dict.fromkeys(describe_target(result.target) for result in results),
    ):
        if len(profiles) <= _MOST:
            lines += profiles
    contexts = list(dict.fromkeys(_situation(result.context.given) for result in results))
    contexts = contexts if len(contexts) == 1 else ["contexts differ"]
    wrapped = []
    for line in lines:
        cut = shortened(clean(line), _LINES * letters)
        wrapped += textwrap.wrap(cut, letters, break_on_hyphens=False)
    return "\n".join([*wrapped, "; ".join([text for text in contexts if text] + _made(results[0]))])


def played(result: Any) -> str:
    """Return the caption of a turn or a check: edition and engine.

    Parameters
    ----------
    result : TurnResult or CheckResult
    """
    return "; ".join(_made(result))


def write(ax: Axes, text: str) -> Text:
    """Write a caption at the foot of a figure."""
    sheet = ax.get_figure(root=True)
    assert sheet is not None
    return sheet.supxlabel(
        text, x=0.012, ha="left", fontsize=8, color="#444444", parse_math=False, linespacing=1.3
    )


def _profile(attacker: Unit) -> str:
    every = describe_all(attacker)
    weapons = " + ".join(describe_weapon(weapon) for weapon in attacker.weapons)
    parts = [weapons, *(f"all: {every}" for _ in "1" if every)]
    parts += [dice.name for dice in attacker.mortals]
    return "; ".join(part for part in parts if part)


def _situation(given: Any) -> str:
    return ", ".join(
        name.replace("_", " ") + ("" if value is True else f" {value}".lower())
        for name, value in given.items()
    )


def _made(result: Any) -> list[str]:
    """Return the edition and the engine of an answer."""
    game = getattr(result, "game", None) or getattr(result, "script", None) or result.target
    line = edition(game if isinstance(game, str) else game.game)
    engine = "exact"
    if result.engine != "exact":
        engine = f"Monte Carlo, {result.trials:,} trials, seed {result.seed}"
    return [f"{line.title}, {line.number}th edition", engine]
