"""A file of the user's own with defaults of the command line, and what a call takes from it.

What a scenario file or an option says goes over it. Python calls don't read it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from mathhammer.core.errors import MathhammerError, inside, nearest, quoted
from mathhammer.core.readers import choice, integer, reader
from mathhammer.core.record import Record, field
from mathhammer.games.common.fields import pairs
from mathhammer.games.common.profile import rulings
from mathhammer.games.names import GAMES, profiles_of

#: Names another file; empty for none.
VARIABLE = "MATHHAMMER_CONFIG"
#: The folder of the program among those of all programs, and the file in it.
FOLDER, FILE = "mathhammer", "config.toml"
_SCHEMA = {"type": ["string", "object"]}


def _table(words: str, read: Callable[[Any], Any]) -> Any:
    """Return a reader of fields that are looked at when it is known for which game they are."""

    @reader(words, _SCHEMA)
    def read_table(value: Any) -> dict[str, Any]:
        fields = read(str(value)) if type(value) in (str, int) else value
        if not isinstance(fields, Mapping):
            raise MathhammerError(f"{quoted(value)} is not a {words}")
        return dict(fields)

    return read_table


class Config(Record):
    """Defaults of the command line."""

    game: str | None = field(
        choice(*GAMES), None, "The game where neither a text, a file nor an option shows it."
    )
    ruleset: dict[str, Any] | None = field(
        _table("table of rulings, or text like 2024", rulings),
        None,
        "Rulings of either game; those that a game doesn't have are for the other one.",
    )
    context: dict[str, Any] | None = field(
        _table("table of fields, or text like half_range,cover", pairs),
        None,
        "The situation of attacks in either game.",
    )
    trials: int | None = field(
        integer(2, 10**12), None, "How many trials a simulation plays that is given no goal."
    )
    plot_format: str | None = field(
        choice("png", "svg", "pdf"), None, "The format of a picture whose name has no ending."
    )

    _noun = "the configuration"

    def part(self, name: str, game: str) -> dict[str, Any]:
        """Return those fields of `ruleset` or `context` that a game has, as they are read.

        Parameters
        ----------
        name : {"ruleset", "context"}
        game : {"wh40k", "aos"}

        Raises
        ------
        MathhammerError
            A field is of no game, or its value is wrong in this one.
        """
        given = getattr(self, name) or {}
        if not given:
            return {}
        records = {one: getattr(profiles_of(one), name.title()) for one in (game, *GAMES)}
        with inside(name):
            for one in given:
                if not any(one in record._fields for record in records.values()):
                    allowed = [known for record in records.values() for known in record._fields]
                    raise MathhammerError(f"unknown field {quoted(one)}{nearest(one, allowed)}")
            own = {one: value for one, value in given.items() if one in records[game]._fields}
            made: Record = records[game].read(own)
        return made.given


class Defaults:
    """What a call takes from the configuration, and has to say.

    Parameters
    ----------
    config : Config
    path : str
        The file; empty where there is none.
    """

    def __init__(self, config: Config | None = None, path: str = "") -> None:
        self.config = config or Config()
        self.path = path
        self._taken: dict[str, Any] = {}

    def game(self, games: tuple[str, ...] = GAMES) -> str:
        """Return the game where nothing shows it: one of some, the first of them by default."""
        if self.config.game in (None, games[0]) or self.config.game not in games:
            return games[0]
        self._taken["game"] = self.config.game
        return self.config.game

    def trials(self) -> int | None:
        """Return how many trials are played."""
        if self.config.trials is not None:
            self._taken["trials"] = self.config.trials
        return self.config.trials

    def picture_path(self, path: str) -> str:
        """Return the path of a picture, with the usual ending if it has none."""
        usual = self.config.plot_format
        if usual is None or not path or os.path.splitext(path)[1] or os.path.isdir(path):
            return path
        self._taken["plot_format"] = usual
        return f"{path}.{usual}"

    def under(self, name: str, own: Any, over: Any = None) -> Any:
        """Return a context or rulings with the defaults put under what is given.

        Parameters
        ----------
        name : {"ruleset", "context"}
        own : Context or Ruleset
            What a question says itself.
        over : Context or Ruleset, optional
            What goes over it, so that defaults it hides aren't spoken of.
        """
        if getattr(self.config, name) is None:
            return own
        with inside(self.path, ": "):
            given = self.config.part(name, own.game)
        hidden = {*own.given, *(() if over is None else over.given)}
        self._taken.update({one: value for one, value in given.items() if one not in hidden})
        return type(own)(**{**given, **own.given})

    @property
    def sentence(self) -> str:
        """What the call took; empty where it took nothing."""
        if not self._taken:
            return ""
        taken = ", ".join(f"{name} = {_written(value)}" for name, value in self._taken.items())
        return f"{taken} ({self.path})"


def _written(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


class Place(NamedTuple):
    """Where the configuration is looked for.

    Attributes
    ----------
    path : str
        Empty where none is wanted.
    named : bool
        Whether the environment names it, so that it has to be there.
    """

    path: str
    named: bool


def place() -> Place:
    """Return where the configuration is looked for."""
    named = os.environ.get(VARIABLE)
    if named is not None:
        return Place(named, True)
    from platformdirs import user_config_dir

    return Place(os.path.join(user_config_dir(FOLDER, appauthor=False), FILE), False)


def load() -> Defaults:
    """Return the defaults of a call.

    Raises
    ------
    MathhammerError
        The file can't be read, or something in it is wrong; or it is named and not there.
    """
    if VARIABLE not in os.environ and _is_surely_none():
        return Defaults()
    path, named = place()
    if not path or not (named or os.path.exists(path)):
        return Defaults()
    from mathhammer.reading.files import parse, read_text

    with inside(path, ": "):
        text = read_text(path, "a configuration is a TOML file, comments at least")
        return Defaults(Config.read(parse(text, path)), path)


def _is_surely_none() -> bool:
    """Return whether there can't be a file, for less than it takes to load platformdirs."""
    if sys.platform != "linux":
        return False
    folder = os.environ.get("XDG_CONFIG_HOME", "").strip() or os.path.expanduser("~/.config")
    return not os.path.exists(os.path.join(folder, FOLDER))
