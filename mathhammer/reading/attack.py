"""The question of `[[attacker]]` and `[[target]]`: every attacker against every target."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from mathhammer.core.errors import MathhammerError, inside, nearest, quoted
from mathhammer.evaluate.evaluate import compare_units
from mathhammer.games.common.fields import named_profiles
from mathhammer.games.names import GAMES, profiles_of
from mathhammer.games.profiles import Context, Ruleset, Unit
from mathhammer.reading.question import IGNORED, Question, check_game
from mathhammer.reading.read_units import read_all, read_attacker, read_situation, read_target
from mathhammer.results.comparison import Comparison

if TYPE_CHECKING:
    from mathhammer.engine.montecarlo.simulate import Settings

#: The most attackers, and the most targets, of a scenario.
MAX_SIDES = 200
FIELDS = ("game", "kind", "ruleset", "context", "attacker", "target", "sweep", *IGNORED)
#: Fields of the files that `mathhammer choose` reads.
OF_CHOICES = ("mix", "option", "limit", "objective", "budget")


class _Fields(NamedTuple):
    path: str
    game: str
    attackers: tuple[Unit, ...]
    targets: tuple[Unit, ...]
    context: Context
    ruleset: Ruleset
    notes: tuple[str, ...] = ()
    shares: tuple[float, ...] = ()


class AttackQuestion(_Fields, Question):
    """What every attacker does to every target.

    Attributes
    ----------
    path, game
        As of every question.
    attackers, targets : tuple of Unit
        To be computed against each other, attacker by attacker.
    context : Context
        That of an attacker is merged over it.
    ruleset : Ruleset
    notes : tuple of str
    shares : tuple of float
    """

    __slots__ = ()

    words = "match-ups"
    answers = "Comparison"
    has_report = True
    row = "match-ups"
    kind = "attack"

    @classmethod
    def read(cls, fields: Mapping[str, Any], game: str, path: str) -> Self:
        """Read attackers and targets, each one or a list."""
        for name in fields:
            if name not in FIELDS:
                raise _unknown_field(name)
        for table, place in _tables(fields):
            for name in ("target", "attacker", "game", "kind", "ruleset", *IGNORED):
                if name in table:
                    also = f", or write it as [[{name}]]" if name in ("target", "attacker") else ""
                    raise MathhammerError(
                        f"{name!r} stands inside this table: in TOML, what follows a header like "
                        f"[[attacker]] belongs to it. Move the line above the first header{also}",
                        place,
                    )
        check_game(game, fields)
        return cls(
            path,
            game,
            _each(fields, "attacker", read_attacker, game),
            _each(fields, "target", read_target, game),
            *read_situation(fields.get("context"), fields.get("ruleset"), game),
        )

    @property
    def size(self) -> tuple[int, int, int]:
        """Attackers and targets."""
        return len(self.attackers), len(self.targets), 0

    def completed(self, complete: Callable[[str, Any], Any]) -> Self:
        """Return the question with defaults put under its context and rulings."""
        context = complete("context", self.context)
        return self._replace(context=context, ruleset=complete("ruleset", self.ruleset))

    def over(self, context: Context | None = None, ruleset: Ruleset | None = None) -> Self:
        """Return the question with a context and rulings put over its own, and the attackers'."""
        changed = self
        if context is not None:
            attackers = tuple(
                attacker.replace(context=attacker.context.merged(context))
                if attacker.context.given else attacker
                for attacker in self.attackers
            )  # fmt: skip
            changed = self._replace(attackers=attackers, context=self.context.merged(context))
        return super(AttackQuestion, changed).over(None, ruleset)

    def using(self, phase: str | None, profiles: str) -> Self:
        """Return the question with what its attackers use put over what they say themselves."""
        return self._replace(attackers=using(self.attackers, phase, profiles))

    def at(self, targets: tuple[Unit, ...], shares: tuple[float, ...] = ()) -> Self:
        """Return the question against other targets; those of a mix have shares."""
        notes = self.notes
        if shares and self.targets:
            named = ", ".join(target.label for target in self.targets)
            notes += (f"--mix stands in place of the file's own targets ({quoted(named)})",)
        return self._replace(targets=targets, shares=shares, notes=notes)

    def _answer(self, settings: Settings | None) -> Comparison:
        units = list(self.attackers), list(self.targets)
        return compare_units(*units, self.context, self.ruleset, self.path, settings)

    def results(self, answer: Comparison) -> list[Any]:
        """Return the results, attacker by attacker."""
        return answer.results


def using(attackers: Sequence[Unit], phase: str | None, profiles: str) -> tuple[Unit, ...]:
    """Return attackers with a phase and named profiles put over their own.

    Parameters
    ----------
    attackers : list of Unit
    phase : str or None
    profiles : str
        The profile of each weapon that is named, like plasma=supercharge; each attacker uses
        those of its own weapons.

    Raises
    ------
    MathhammerError
        There is no such phase, or none of them has such a profile.
    """
    if phase:
        with inside("--phase", ": "):
            read = type(attackers[0])._readers["phase"](phase)
        attackers = [attacker.replace(phase=read) for attacker in attackers]
    if not profiles:
        return tuple(attackers)
    from mathhammer.games.common.modes import with_profiles

    with inside("--mode", ": "):
        return with_profiles(attackers, named_profiles(profiles))


def _several(value: Any) -> Any:
    """Return what is listed; a single thing is a list of one."""
    return value if isinstance(value, list | tuple) else (value,)


def _unknown_field(name: Any) -> MathhammerError:
    if not isinstance(name, str):
        return MathhammerError(f"{quoted(name)} is not the name of a field")
    if name in OF_CHOICES:
        return MathhammerError(
            f"{quoted(name)} is no field of a scenario, but of a choice of weapon options: use "
            "`mathhammer choose`"
        )
    hint = nearest(name, FIELDS)
    parts = [part for game in GAMES for part in (profiles_of(game).Weapon, profiles_of(game).Unit)]
    if any(name in part._fields for part in parts):
        hint = ": it belongs into a table, like [[attacker]], [[attacker.weapons]] or [[target]]"
    return MathhammerError(
        f"unknown field {quoted(name)} of a scenario{hint}; fields: {', '.join(FIELDS)}"
    )


def _tables(fields: Mapping[str, Any]) -> Iterator[tuple[Mapping[str, Any], str]]:
    """Yield the tables into which a line of the top can fall, with their places."""
    for name in ("context", "ruleset", "target", "attacker"):
        for place, table in _listed(fields, name):
            yield table, place
            for inner in ("weapons", "mortals", "groups"):
                if isinstance(table.get(inner), list | tuple):
                    yield from ((one, f"{place}.{at}") for at, one in _listed(table, inner))


def _listed(table: Mapping[str, Any], name: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield each table that a field is, or lists, with its place."""
    value = table.get(name)
    for i, one in enumerate(_several(value)):
        if isinstance(one, Mapping):
            yield name if one is value else f"{name}[{i}]", one


def _each(
    fields: Mapping[str, Any], name: str, read: Callable[[Any, str], Unit], game: str
) -> tuple[Unit, ...]:
    value = fields.get(name)
    if value is None:
        raise MathhammerError(f"a scenario needs the field {name!r}: one, or a list of them")
    with inside(name):
        if not isinstance(value, list | tuple):
            return (read(value, game),)
        if not 1 <= len(value) <= MAX_SIDES:
            raise MathhammerError(f"a list of {len(value)}; from 1 to {MAX_SIDES} are allowed")
        return tuple(read_all(read, value, "", game))
