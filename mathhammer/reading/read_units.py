"""The two sides of an attack: all that may stand for an attacker or for a target."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from mathhammer.core.errors import MathhammerError, check_allowed, inside, quoted
from mathhammer.games.names import GAMES, WH40K, profiles_of
from mathhammer.games.profiles import Context, Ruleset, Unit, Weapon
from mathhammer.games.text.signs import first_game, is_kept

if TYPE_CHECKING:
    from mathhammer.games.given import Game

T = TypeVar("T", Context, Ruleset)


def game_for(given: str | None, values: Iterable[Any]) -> Game:
    """Return the game that is asked for, or else the first that some profiles show.

    Parameters
    ----------
    given : {"wh40k", "aos"} or None
    values : iterable
        Attackers and targets, unread. Where none shows a game, it is Warhammer 40,000.

    Raises
    ------
    MathhammerError
        What is asked for is no game.
    """
    if given is None:
        return cast("Game", first_game(values) or WH40K)
    check_allowed(given, GAMES, "is not a game", "game")
    return cast("Game", given)


def as_list(value: Any) -> list[Any]:
    """Return loadouts or targets as a list; text and tables are single ones.

    Examples
    --------
    >>> as_list("meq"), as_list(("meq", "teq"))
    (['meq'], ['meq', 'teq'])
    """
    if isinstance(value, Iterable) and not isinstance(value, str | dict):
        return list(value)
    return [value]


def read_situation(context: Any, ruleset: Any, game: str) -> tuple[Context, Ruleset]:
    """Return what is given as context and rulings, read.

    Parameters
    ----------
    context : Context, dict, str or None
    ruleset : Ruleset, dict, str or None
    game : {"wh40k", "aos"}
    """
    profiles = profiles_of(game)
    return (
        _read_given(profiles.Context, context, "context"),
        _read_given(profiles.Ruleset, ruleset, "ruleset"),
    )


def _read_given(kind: type[T], value: Any, place: str) -> T:
    """Return a context or rulings, read where anything is given."""
    if value is None:
        return kind()
    with inside(place):
        return kind.read(value)


def read_all(
    read: Callable[[Any, str], Unit], values: Iterable[Any], place: str, game: str
) -> list[Unit]:
    """Return units, each read by `read_attacker` or `read_target`.

    Parameters
    ----------
    read : callable
    values : iterable
    place : str
        What they are called where one is wrong, like "attacker".
    game : {"wh40k", "aos"}
    """
    units = []
    for i, value in enumerate(values):
        with inside(f"{place}[{i}]"):
            units.append(read(value, game))
    return units


def read_sides(attacker: Any, target: Any, game: str) -> tuple[Unit, Unit]:
    """Return an attacker and its target, each read; an error says which of them is wrong.

    Parameters
    ----------
    attacker, target : Unit, dict, str, ...
        As `read_attacker` and `read_target` take them.
    game : {"wh40k", "aos"}
    """
    place = "attacker"
    try:
        attacking = read_attacker(attacker, game)
        place = "target"
        return attacking, read_target(target, game)
    except MathhammerError as error:
        raise error.inside(place) from None


def read_attacker(value: Any, game: str | None = None) -> Unit:
    """Return an attacker.

    Parameters
    ----------
    value : Unit, Weapon, dict, str, or a list of weapons
        A dict has the fields of a unit, or those of its one weapon; a text is one weapon in
        the text notation, or several as rows of a datasheet, or ``@name`` for a unit of the
        user's collection; a list is the weapons of one unit.
    game : {"wh40k", "aos"}, optional
        By default the one that the value shows, or Warhammer 40,000.

    Returns
    -------
    Unit

    Raises
    ------
    MathhammerError
        A field is wrong, or there is nothing to attack with.

    Examples
    --------
    >>> read_attacker("10x A2 BS3+ S4 AP-1 D1").weapons[0].count
    10
    >>> [w.name for w in read_attacker(["claws: A4 WS3+ S4 D1", "fang: A1 WS3+ S5 D2"]).weapons]
    ['claws', 'fang']
    """
    game = game or first_game((value,)) or WH40K
    profiles = profiles_of(game)
    unit: Unit
    is_table = type(value) is dict or isinstance(value, Mapping)
    if isinstance(value, Unit) or (
        is_table
        and ("weapons" in value or "mortals" in value
             or not ("attacks" in value or "damage" in value))
    ):  # fmt: skip
        unit = profiles.Unit.read(value)
    elif is_kept(value):
        from mathhammer.reading.kept import read_kept

        unit = read_kept(value, "attacker", game)
    elif isinstance(value, str) and "\n" in value:
        unit = _unit_of_weapons([value], profiles.Unit)
    elif is_table or isinstance(value, Weapon | str):
        unit = profiles.Unit(weapons=(profiles.Weapon.read(value),))
    elif isinstance(value, list | tuple):
        unit = _unit_of_weapons(value, profiles.Unit)
    else:
        raise MathhammerError(
            f"{quoted(value)} is not an attacker: a table of fields, a text like "
            "'5x A2 BS3+ S4 AP-1 D1', or a list of weapons is expected"
        )
    if not unit.weapons and not unit.mortals:
        raise MathhammerError("an attacker has weapons or mortals, at least one")
    return unit


def _unit_of_weapons(value: list[Any] | tuple[Any, ...], kind: type[Unit]) -> Unit:
    for i, item in enumerate(value):
        if isinstance(item, Unit | list | tuple) or (
            isinstance(item, Mapping) and ("weapons" in item or "mortals" in item)
        ):
            raise MathhammerError(
                "a list is the weapons of one unit, and this item is a unit of its own: "
                "several attackers are compared, not listed here",
                f"[{i}]",
            )
    try:
        return kind(weapons=value)
    except MathhammerError as error:
        error.where = error.where.removeprefix("weapons")
        raise


def read_target(value: Any, game: str | None = None) -> Unit:
    """Return a target.

    Parameters
    ----------
    value : Unit, dict or str
        A text is in the text notation: a preset, stats, or both; or ``@name`` for a unit of
        the user's collection.
    game : {"wh40k", "aos"}, optional
        By default the one that the value shows, or Warhammer 40,000.

    Returns
    -------
    Unit

    Raises
    ------
    MathhammerError
        A field is wrong, or the target lacks toughness, wounds or health.

    Examples
    --------
    >>> read_target("10x meq").models
    10
    >>> read_target({"toughness": 4, "save": "3+", "wounds": 2}).save
    3
    """
    game = game or first_game((value,)) or WH40K
    kind: type[Unit] = profiles_of(game).Unit
    if type(value) is dict or isinstance(value, Unit | Mapping):
        unit = kind.read(value)
    elif is_kept(value):
        from mathhammer.reading.kept import read_kept

        unit = read_kept(value, "target", game)
    elif isinstance(value, str):
        from mathhammer.games.read_text import target_fields

        unit = kind.read(target_fields(value, game))
    elif isinstance(value, Weapon):
        raise MathhammerError("a weapon is not a target")
    else:
        raise MathhammerError(
            f"{quoted(value)} is not a target: a table of fields, or a text like 'meq' or "
            "'5x T4 Sv3+ W2', is expected"
        )
    unit.check_target()
    return unit
