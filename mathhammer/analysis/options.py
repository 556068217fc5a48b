"""A unit with weapon options: what each costs, what it replaces, and how many may be taken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from mathhammer.core.errors import MathhammerError, nearest, quoted
from mathhammer.core.readers import integer, listed, number, text
from mathhammer.games.names import profiles_of
from mathhammer.games.profiles import Unit, Weapon

#: The most options, and limits.
MAX_OPTIONS = 50
#: The most partial mixes that are looked at while mixes are counted.
MAX_STEPS = 2_000_000

_COST = number(-1e6, 1e6)
_COUNT = integer(0, 10_000)
OPTION_FIELDS = ("name", "weapons", "cost", "most", "least", "replaces")
LIMIT_FIELDS = ("options", "most", "least")
Mix = tuple[int, ...]


class Option(NamedTuple):
    """Something that models of a unit may take.

    Attributes
    ----------
    name : str
    weapons : tuple of Weapon
        What comes with it each time it is taken.
    cost : float
        Points each time.
    least, most : int
        How often it is taken.
    replaces : int
        The place of the weapon of which a copy is given up each time; -1 for none.
    """

    name: str
    weapons: tuple[Weapon, ...]
    cost: float
    least: int
    most: int
    replaces: int


class Limit(NamedTuple):
    """How often some options are taken together.

    Attributes
    ----------
    options : tuple of int
        Their places.
    least, most : int
    """

    options: tuple[int, ...]
    least: int
    most: int


class Choices(NamedTuple):
    """A unit and what it may take.

    Attributes
    ----------
    unit : Unit
        Without any option.
    options : tuple of Option
    limits : tuple of Limit
        Those of replaced weapons, which can't be given up more often than they are there,
        among them.
    budget : float or None
        The most points for options.
    """

    unit: Unit
    options: tuple[Option, ...]
    limits: tuple[Limit, ...]
    budget: float | None

    def cost(self, mix: Mix) -> float:
        """Return the points of the options of a mix."""
        return float(sum(n * option.cost for n, option in zip(mix, self.options, strict=True)))

    def attacker(self, mix: Mix) -> Unit | None:
        """Return the unit with a mix of options; None where it has nothing to attack with."""
        given_up = [0] * len(self.unit.weapons)
        for n, option in zip(mix, self.options, strict=True):
            if option.replaces >= 0:
                given_up[option.replaces] += n
        weapons = [
            weapon.replace(count=weapon.count - gone) if gone else weapon
            for weapon, gone in zip(self.unit.weapons, given_up, strict=True)
            if weapon.count > gone
        ]
        for n, option in zip(mix, self.options, strict=True):
            if n:
                weapons += [w.replace(count=w.count * n) for w in option.weapons]
        if not weapons and not self.unit.mortals:
            return None
        changes: dict[str, Any] = {"weapons": weapons or None}
        if self.unit.points is not None:
            changes["points"] = self.unit.points + self.cost(mix)
        return self.unit.replace(**changes)

    def mixes(self) -> Iterator[Mix | None]:
        """Yield every mix that is allowed, and None for each step without one.

        The options of the front count up slowest.
        """
        yield from self._extended((), [0] * len(self.limits), 0.0)

    def _extended(self, mix: Mix, used: list[int], cost: float) -> Iterator[Mix | None]:
        place = len(mix)
        if place == len(self.options):
            enough = all(u >= one.least for u, one in zip(used, self.limits, strict=True))
            affordable = self.budget is None or cost <= self.budget + 1e-9
            yield mix if enough and affordable else None
            return
        option = self.options[place]
        touched = [i for i, one in enumerate(self.limits) if place in one.options]
        refund = sum(min(0.0, one.cost) * one.most for one in self.options[place + 1 :])
        for n in range(option.least, option.most + 1):
            if any(used[i] + n > self.limits[i].most for i in touched):
                break
            spent = cost + n * option.cost
            if self.budget is not None and option.cost >= 0 and (
                spent + refund > self.budget + 1e-9
            ):  # fmt: skip
                break
            yield None
            now = list(used)
            for i in touched:
                now[i] += n
            yield from self._extended((*mix, n), now, spent)


def read_choices(unit: Unit, options: Any, limits: Any = None, budget: Any = None) -> Choices:
    """Return a unit and what it may take.

    Parameters
    ----------
    unit : Unit
        With the weapons that it has without options.
    options : list of mapping
        Each with ``weapons`` (a weapon or several, as in a unit), and as wanted ``name``,
        ``cost`` (points, 0), ``least`` (0), ``most`` (needed, unless it replaces something)
        and ``replaces`` (the name of a weapon of the unit).
    limits : list of mapping, optional
        Each with ``options`` (names), ``most`` and, as wanted, ``least``.
    budget : float, optional
        The most points for options.

    Raises
    ------
    MathhammerError
        A field is unknown, missing, or its value not allowed.

    Examples
    --------
    >>> from mathhammer.reading.read_units import read_attacker
    >>> squad = read_attacker("5x rifle: A2 BS3+ S4 AP-1 D1")
    >>> options = [{"weapons": "plasma: A1 BS3+ S8 AP-3 D2", "cost": 5, "replaces": "rifle"},
    ...            {"weapons": "melta: A1 BS3+ S9 AP-4 DD6", "cost": 9, "replaces": "rifle"}]
    >>> made = read_choices(squad, options, [{"options": ["plasma", "melta"], "most": 2}])
    >>> [mix for mix in made.mixes() if mix]
    [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (2, 0)]
    """
    made: list[Option] = []
    for i, value in enumerate(_tables(options, "option", MAX_OPTIONS)):
        try:
            made.append(_option(value, unit))
        except MathhammerError as error:
            raise error.inside(f"option[{i}]") from None
        if made[-1].name in [one.name for one in made[:-1]]:
            raise MathhammerError(
                f"{quoted(made[-1].name)} is there twice: give each option a name of its own",
                f"option[{i}]",
            )
    if not made:
        raise MathhammerError("at least one option is needed", "option")
    found: list[Limit] = []
    for i, value in enumerate(_tables(limits, "limit", MAX_OPTIONS)):
        try:
            found.append(_limit(value, [one.name for one in made]))
        except MathhammerError as error:
            raise error.inside(f"limit[{i}]") from None
    for place, weapon in enumerate(unit.weapons):
        takers = tuple(i for i, one in enumerate(made) if one.replaces == place)
        if takers:
            found.append(Limit(takers, 0, weapon.count))
    return Choices(unit, tuple(made), tuple(found), _field("budget", number(0, 1e6), budget))


def _tables(value: Any, name: str, most: int) -> list[Any]:
    values = [] if value is None else list(value) if isinstance(value, list | tuple) else [value]
    if len(values) > most:
        raise MathhammerError(f"a list of {len(values)}; up to {most} are allowed", name)
    return values


def _field(name: str, reader: Any, value: Any) -> Any:
    if value is None:
        return None
    try:
        return reader(value)
    except MathhammerError as error:
        raise error.inside(name) from None


def _check_fields(value: Any, allowed: Sequence[str], noun: str) -> None:
    if not isinstance(value, Mapping):
        raise MathhammerError(f"{quoted(value)} is not {noun}: a table of fields is expected")
    for name in value:
        if name not in allowed:
            raise MathhammerError(
                f"unknown field {quoted(name)} of {noun}{nearest(str(name), allowed)}; fields: "
                f"{', '.join(allowed)}"
            )


def _option(value: Any, unit: Unit) -> Option:
    _check_fields(value, OPTION_FIELDS, "an option")
    if value.get("weapons") is None:
        raise MathhammerError("an option needs the field 'weapons'")
    weapons = _field("weapons", listed(profiles_of(unit.game).Weapon, 20), value["weapons"])
    if not weapons:
        raise MathhammerError("an option has one weapon or more", "weapons")
    name = _field("name", text, value.get("name")) or " + ".join(w.name for w in weapons)
    replaces = -1
    if value.get("replaces") is not None:
        names = [weapon.name for weapon in unit.weapons]
        given = value["replaces"]
        if names.count(given) != 1:
            hint = ": several have this name" if given in names else nearest(str(given), names)
            raise MathhammerError(
                f"{quoted(given)} is no weapon of the unit{hint}; weapons: "
                f"{', '.join(names) or 'none'}", "replaces",
            )  # fmt: skip
        replaces = names.index(given)
    least = _field("least", _COUNT, value.get("least")) or 0
    most = _field("most", _COUNT, value.get("most"))
    if most is None:
        if replaces < 0:
            raise MathhammerError("an option needs the field 'most', or 'replaces'")
        most = unit.weapons[replaces].count
    if least > most:
        raise MathhammerError(f"{least} is more than {most}, the most", "least")
    cost = _field("cost", _COST, value.get("cost")) or 0.0
    return Option(name, weapons, cost, least, most, replaces)


def _limit(value: Any, names: Sequence[str]) -> Limit:
    _check_fields(value, LIMIT_FIELDS, "a limit")
    given = value.get("options")
    given = [given] if isinstance(given, str) else given
    if not isinstance(given, list | tuple) or not given:
        raise MathhammerError("a limit needs the field 'options': a list of their names")
    for one in given:
        if one not in names:
            raise MathhammerError(
                f"{quoted(one)} is no option{nearest(str(one), names)}; options: "
                f"{', '.join(names)}", "options",
            )  # fmt: skip
    twice = [one for i, one in enumerate(given) if one in given[:i]]
    if twice:
        raise MathhammerError(
            f"{quoted(twice[0])} is named twice: name each option once", "options"
        )
    least = _field("least", _COUNT, value.get("least")) or 0
    most = _field("most", _COUNT, value.get("most"))
    if most is None:
        raise MathhammerError("a limit needs the field 'most'")
    if least > most:
        raise MathhammerError(f"{least} is more than {most}, the most", "least")
    return Limit(tuple(sorted({names.index(one) for one in given})), least, most)
