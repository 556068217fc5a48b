"""`[sweep]`: a scenario with some fields set to one value after another.

Keys are dotted fields, as they stand in the file: ``"attacker.weapons.0.strength"``. A
number is a place in a list, from 0; where a list stands and no number is given, the field
of each of its items is set. A text on the way is first read into its fields. Of several
keys each value meets each, the last key changing fastest.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from mathhammer.core.errors import MathhammerError, TooLargeError, inside, nearest, quoted
from mathhammer.core.record import Record
from mathhammer.evaluate.batching import compute
from mathhammer.evaluate.evaluate import evaluate_each
from mathhammer.games.common.fields import pairs
from mathhammer.games.common.profile import called_apart, rulings
from mathhammer.games.profiles import Context, Ruleset, Unit
from mathhammer.games.text.reading import TextFields
from mathhammer.reading.attack import AttackQuestion
from mathhammer.reading.question import Question
from mathhammer.results.comparison import Comparison
from mathhammer.results.sweep import SweepResult

if TYPE_CHECKING:
    from mathhammer.engine.montecarlo.simulate import Settings

#: The most fields, values of a field, combinations, and match-ups of a sweep.
MAX_KEYS = 10
MAX_VALUES = 1_000
MAX_COMBINATIONS = 10_000
MAX_SWEPT = 20_000
#: The most fields that are read over all combinations; a long text counts as several.
MAX_READ = 2_000_000

ROOTS = ("attacker", "target", "context", "ruleset")


class Variant(NamedTuple):
    """One combination of the values of a sweep.

    Attributes
    ----------
    settings : dict
        The values by dotted field, as given.
    question : AttackQuestion
    """

    settings: dict[str, Any]
    question: AttackQuestion


class _Fields(NamedTuple):
    path: str
    game: str
    base: AttackQuestion
    variants: tuple[Variant, ...]


class SweepQuestion(_Fields, Question):
    """What every attacker does to every target, with some fields set to one value after another.

    Attributes
    ----------
    path, game
        As of every question.
    base : AttackQuestion
        As the file has it without its sweep.
    variants : tuple of Variant
        The question once for each combination of values.
    """

    __slots__ = ()

    words = "a sweep"
    answers = "SweepResult"
    has_report = True
    row = AttackQuestion.row
    kind = AttackQuestion.kind
    exact_only = "a sweep is not modelled by montecarlo; exact is"

    @property
    def ruleset(self) -> Ruleset:
        """The rulings, where they aren't swept."""
        return self.base.ruleset

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader may not expect in how texts were read."""
        return self.base.notes

    @property
    def swept(self) -> list[str]:
        """The dotted fields that are swept."""
        return list(self.variants[0].settings)

    @property
    def size(self) -> tuple[int, int, int]:
        """Attackers, targets and combinations."""
        attackers, targets, _ = self.variants[0].question.size
        return attackers, targets, len(self.variants)

    @classmethod
    def of(cls, base: AttackQuestion, fields: Mapping[str, Any]) -> Self:
        """Return a question with the variants of a file's sweep, each of them checked.

        Parameters
        ----------
        base : AttackQuestion
            As the file has it without its sweep.
        fields : mapping
            Those of the file.
        """
        own = {name: value for name, value in fields.items() if name != "sweep"}
        variants = []
        match_ups = 0
        with inside("sweep", ": "):
            for values, changed in combinations(fields["sweep"], own, base.game):
                words = ", ".join(f"{key} = {quoted(value)}" for key, value in values.items())
                with inside(f"with {words}", ": "):
                    variant = AttackQuestion.read(changed, base.game, base.path)
                match_ups += variant.match_ups
                if match_ups > MAX_SWEPT:
                    raise TooLargeError(
                        f"a sweep of more than {MAX_SWEPT} match-ups: take fewer values at a time"
                    )
                variants.append(Variant(values, variant))
        return cls(base.path, base.game, base, tuple(variants))

    def located(self, path: str) -> Self:
        """Return the question as one of a file."""
        return self._replace(path=path, base=self.base.located(path))

    def completed(self, complete: Callable[[str, Any], Any]) -> Self:
        """Return the sweep with defaults put under each of its combinations."""
        return self._each(lambda question: question.completed(complete))

    def over(self, context: Context | None = None, ruleset: Ruleset | None = None) -> Self:
        """Return the sweep with a context and rulings put over each of its combinations."""
        for option, given in (("context", context), ("ruleset", ruleset)):
            for name in () if given is None else given.given:
                if any(key.endswith(f"{option}.{name}") for key in self.swept):
                    raise MathhammerError(f"the sweep changes {name}: leave it out of --{option}")
        return self._each(lambda question: question.over(context, ruleset))

    def at(self, targets: tuple[Unit, ...], shares: tuple[float, ...] = ()) -> Self:
        """Return the sweep against other targets."""
        if shares:
            raise MathhammerError("a sweep has its own targets: leave --mix out")
        if any(key.startswith("target.") for key in self.swept):
            raise MathhammerError("the sweep changes the file's targets: leave --at out")
        return self._each(lambda question: question._replace(targets=targets))

    def using(self, phase: str | None, profiles: str) -> Self:
        """Return the sweep with what its attackers use put over each of its combinations."""
        for option, field, given in (("phase", "phase", phase), ("mode", "use", profiles)):
            if given and any(field in key.split(".") for key in self.swept):
                raise MathhammerError(f"the sweep changes {field}: leave --{option} out")
        return self._each(lambda question: question.using(phase, profiles))

    def _each(self, change: Callable[[AttackQuestion], AttackQuestion]) -> Self:
        variants = (one._replace(question=change(one.question)) for one in self.variants)
        return self._replace(base=change(self.base), variants=tuple(variants))

    def _answer(self, settings: Settings | None) -> SweepResult:
        comparisons = []
        for values, question in self.variants:
            given = question.context, question.ruleset, self.path
            attackers = _called(question.attackers, "attacker", self.swept)
            targets = _called(question.targets, "target", self.swept)
            results = evaluate_each(attackers, targets, *given)
            for result in results:
                result.sweep = values
            comparisons.append(Comparison(attackers, targets, results))
        compute([result for comparison in comparisons for result in comparison.results])
        return SweepResult([values for values, _ in self.variants], comparisons)

    def results(self, answer: SweepResult) -> list[Any]:
        """Return the results, combination by combination; each knows its values (`sweep`)."""
        return answer.results


def _called(units: Sequence[Unit], side: str, swept: Sequence[str]) -> list[Unit]:
    """Return units of which no two are called alike, nor any by a text that the sweep changes."""
    if any(key.startswith(f"{side}.") for key in swept):
        units = [unit.called(unit.word) for unit in units]
    return called_apart(units)


def combinations(
    sweep: Any, fields: Mapping[str, Any], game: str
) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield the values of each combination, by key, and the fields of its scenario.

    Parameters
    ----------
    sweep : mapping
        Dotted keys, or tables in tables, with lists of values.
    fields : mapping
        Of the scenario, without the sweep; not changed.
    game : str
        In which texts are read.

    Raises
    ------
    MathhammerError
        A key names no field, or its values are no list.
    TooLargeError
        There are too many combinations.

    Examples
    --------
    >>> fields = {"attacker": "A2 BS3+ S4 AP-1 D1", "target": "meq"}
    >>> for values, made in combinations({"target.toughness": [4, 5]}, fields, "wh40k"):
    ...     print(values, made["target"]["toughness"])
    {'target.toughness': 4} 4
    {'target.toughness': 5} 5
    """
    axes = _axes(sweep)
    number = math.prod(len(values) for values in axes.values())
    if number > MAX_COMBINATIONS:
        raise TooLargeError(
            f"a sweep of {number} combinations; up to {MAX_COMBINATIONS} are computed"
        )
    read = number * _fields(fields)
    if read > MAX_READ:
        raise TooLargeError(
            f"a sweep of {number} combinations of a scenario of this size means reading {read} "
            f"fields; up to {MAX_READ} are read: take fewer values at a time"
        )
    base = dict(fields)
    if isinstance(base.get("attacker"), list | tuple):  # an inner list is one unit's weapons
        base["attacker"] = [
            {"weapons": item} if isinstance(item, list | tuple) else item
            for item in base["attacker"]
        ]
    for chosen in product(*axes.values()):
        made: Any = dict(base)
        settings = dict(zip(axes, chosen, strict=True))
        for key, value in settings.items():
            with inside(key, ": "):
                made = _set(made, key.split("."), value, game, ())
        yield settings, made


def _fields(value: Any) -> int:
    """Return how many fields a value holds, a text of 20 characters counting as one."""
    if isinstance(value, Record):
        value = value.given
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list | tuple):
        return sum(map(_fields, value))
    return 1 + len(value) // 20 if isinstance(value, str) else 1


def _axes(sweep: Any) -> dict[str, list[Any]]:
    """Return the values of each key, checked."""
    if not isinstance(sweep, Mapping):
        raise MathhammerError(
            f"{quoted(sweep)} is not a table of dotted fields and lists of values, like "
            '"target.toughness" = [4, 5, 6]'
        )
    axes: dict[str, list[Any]] = {}
    for key, values in _flat(sweep, ""):
        if key in axes:
            raise MathhammerError(f"{quoted(key)} is given twice")
        root, dot, _ = key.partition(".")
        if root in ROOTS and not dot:
            example = {"target": "toughness", "context": "cover", "ruleset": "devastating"}
            raise MathhammerError(
                f"{quoted(key)} is not swept as a whole: name one of its fields after a dot, like "
                f"'{key}.{example.get(key, 'weapons.0.strength')}'"
            )
        if root not in ROOTS:
            raise MathhammerError(
                f"{quoted(key)} is not a dotted field{nearest(root, ROOTS)}, like "
                f"'attacker.weapons.0.strength'; it begins with one of: {', '.join(ROOTS)}"
            )
        if not isinstance(values, list | tuple):
            raise MathhammerError(f"{quoted(values)} is not a list of values", key)
        if not 1 <= len(values) <= MAX_VALUES:
            raise MathhammerError(
                f"a list of {len(values)}; from 1 to {MAX_VALUES} are allowed", key
            )
        axes[key] = list(values)
    if not 1 <= len(axes) <= MAX_KEYS:
        raise MathhammerError(f"a sweep of {len(axes)} fields; from 1 to {MAX_KEYS} are allowed")
    return axes


def _flat(table: Mapping[Any, Any], before: str) -> Iterator[tuple[str, Any]]:
    """Yield dotted keys; a key that was written without quotes is tables in tables."""
    for name, value in table.items():
        if not isinstance(name, str):
            raise MathhammerError(f"{quoted(name)} is not the name of a field")
        key = f"{before}.{name}" if before else name
        if isinstance(value, Mapping):
            yield from _flat(value, key)
        else:
            yield key, value


def _set(at: Any, path: list[str], value: Any, game: str, done: tuple[str, ...]) -> Any:
    """Return a copy of what stands at a place with a field in it changed."""
    if not path:
        return value
    name, *rest = path
    if isinstance(at, list | tuple):
        items = list(at)
        if name.isdecimal() and name.isascii():
            if len(name) > 6 or int(name) >= len(items):
                raise MathhammerError(
                    f"{quoted(name)} is no place in {'.'.join(done)}, which has {len(items)}: "
                    "places count from 0"
                )
            items[int(name)] = _set(items[int(name)], rest, value, game, (*done, name))
        else:
            items = [_set(item, path, value, game, done) for item in items]
        return items
    if name.isdecimal():
        if name != "0":
            raise MathhammerError(
                f"{quoted(name)} is no place in {'.'.join(done)}, which is a single one"
            )
        return _set(at, rest, value, game, done)
    table = _table(at, done, game)
    if _names(done) == ["attacker"] and name == "weapons" and "attacks" in table:
        table = {"weapons": [table]}  # the fields of its one weapon
    if rest and name not in table and (rest[0].isdecimal() or name == "weapons"):
        raise MathhammerError(f"there is no {'.'.join((*done, name))} to change")
    changed = _set(table.get(name, {}), rest, value, game, (*done, name))
    if isinstance(table, TextFields):
        return table.changed(name, changed)
    return {**table, name: changed}


def _table(at: Any, done: tuple[str, ...], game: str) -> dict[str, Any]:
    """Return the fields of what stands at a place; a text is read first."""
    if isinstance(at, Mapping):
        return at if isinstance(at, TextFields) else dict(at)
    if isinstance(at, Record):
        fields = at.given
        defence = fields.pop("defence", None)
        if defence is not None:
            own = fields.get("modifiers")
            fields["modifiers"] = (own.given if isinstance(own, Record) else {}) | defence.given
        return fields
    if isinstance(at, str):
        return _from_text(at, done, game)
    raise MathhammerError(f"{'.'.join(done)} is {quoted(at)}, which has no fields")


def _names(done: tuple[str, ...]) -> list[str]:
    """Return a path without the places in lists."""
    return [name for name in done if not name.isdecimal()]


def _from_text(text: str, done: tuple[str, ...], game: str) -> dict[str, Any]:
    from mathhammer.games.read_text import aos_weapon_fields, target_fields, weapon_fields

    names = _names(done)
    weapon: Callable[[str], dict[str, Any]] = aos_weapon_fields if game == "aos" else weapon_fields
    if names == ["attacker"]:
        return {"weapons": [weapon(text)]}
    if names == ["attacker", "weapons"]:
        return weapon(text)
    if names == ["target"]:
        return target_fields(text, game)
    if names[-1] in ("context", "ruleset"):
        return pairs(text) if names[-1] == "context" else rulings(text)
    raise MathhammerError(f"{'.'.join(done)} is {quoted(text)}, which has no fields")
