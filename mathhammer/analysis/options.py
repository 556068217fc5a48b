"""A unit with weapon options: what each costs, what it replaces, and how many may be taken."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from mathhammer.core.errors import MathhammerError, check_allowed, inside, nearest, quoted
from mathhammer.core.readers import integer, listed, number, reader, text
from mathhammer.core.record import Record, field, required
from mathhammer.core.text import fold
from mathhammer.games.common.modes import modes_of
from mathhammer.games.common.ways import TYPES
from mathhammer.games.names import profiles_of
from mathhammer.games.profiles import Unit, Weapon

#: The most options, and limits.
MAX_OPTIONS = 50
#: The most partial mixes that are looked at while mixes are counted.
MAX_STEPS = 2_000_000

_COUNT = integer(0, 10_000)
_BUDGET = number(0, 1e6)
Mix = tuple[int, ...]


# Both are read when the unit is known.
_weapons = reader("weapon, or list of up to 20", {})(lambda value: value)
_weapon_name = reader("name of a weapon of the unit", {"type": "string"})(lambda value: value)


class OptionFields(Record):
    """An option as it is written."""

    name: str = field(text, "", "What it is called; by default as its weapons.")
    weapons: Any = required(_weapons, "What comes with it each time it is taken.")
    cost: float = field(number(-1e6, 1e6), 0.0, "What it costs each time.", unit="points")
    most: int | None = field(_COUNT, None, "How often at most; needed unless it replaces a weapon.")
    least: int = field(_COUNT, 0, "How often at least.")
    replaces: Any = field(_weapon_name, None, "A copy of this weapon is given up each time.")

    _noun = "an option"


class LimitFields(Record):
    """A limit as it is written."""

    options: tuple[str, ...] = required(listed(text, MAX_OPTIONS, 1), "Names of options.")
    most: int = required(_COUNT, "How often they are taken together, at most.")
    least: int = field(_COUNT, 0, "How often at least.")

    _noun = "a limit"


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
            for place in self._profiles(option.replaces) if option.replaces >= 0 else ():
                given_up[place] += n
        weapons = [
            weapon.replace(count=weapon.count - gone) if gone else weapon
            for weapon, gone in zip(self.unit.weapons, given_up, strict=True)
            if weapon.count > gone
        ]
        for n, option in zip(mix, self.options, strict=True):
            if n:
                weapons += [w.replace(count=w.count * n) for w in option.weapons]
        phase = self.unit.phase
        used = [w for w in weapons if phase is None or w.type == TYPES[phase]]
        if not used and not self.unit.mortals:
            return None
        changes: dict[str, Any] = {"weapons": weapons or None}
        if self.unit.points is not None:
            changes["points"] = self.unit.points + self.cost(mix)
        return self.unit.replace(**changes)

    def _profiles(self, place: int) -> list[int]:
        """Return the places of all profiles of the weapon of a place."""
        modes = self.unit.weapons[place].modes
        return [place] if modes is None else modes_of(self.unit.weapons)[fold(modes)]

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
    known: dict[str, Option] = {}
    for i, value in enumerate(_tables(options, "option")):
        with inside(f"option[{i}]"):
            option = _option(OptionFields.read(value), unit)
            if option.name in known:
                raise MathhammerError(
                    f"{quoted(option.name)} is there twice: give each option a name of its own"
                )
        known[option.name] = option
    if not known:
        raise MathhammerError("at least one option is needed", "option")
    bounds: list[Limit] = []
    for i, value in enumerate(_tables(limits, "limit")):
        with inside(f"limit[{i}]"):
            bounds.append(_limit(LimitFields.read(value), list(known)))
    for place, weapon in enumerate(unit.weapons):
        takers = tuple(i for i, one in enumerate(known.values()) if one.replaces == place)
        if takers:
            bounds.append(Limit(takers, 0, weapon.count))
    with inside("budget"):
        spent = None if budget is None else _BUDGET(budget)
    return Choices(unit, tuple(known.values()), tuple(bounds), spent)


def _tables(value: Any, name: str) -> list[Any]:
    values = [] if value is None else list(value) if isinstance(value, list | tuple) else [value]
    if len(values) > MAX_OPTIONS:
        raise MathhammerError(f"a list of {len(values)}; up to {MAX_OPTIONS} are allowed", name)
    return values


def _option(fields: OptionFields, unit: Unit) -> Option:
    with inside("weapons"):
        weapons = listed(profiles_of(unit.game).Weapon, 20)(fields.weapons)
        if not weapons:
            raise MathhammerError("an option has one weapon or more")
    name = fields.name or " + ".join(weapon.label for weapon in weapons)
    replaces, most = -1, fields.most
    if fields.replaces is not None:
        names = unit.weapon_labels
        several = sum(weapon.label == fields.replaces for weapon in unit.weapons) > 1
        if fields.replaces not in names or several:
            hint = ": several have this name" if several else nearest(fields.replaces, names)
            raise MathhammerError(
                f"{quoted(fields.replaces)} is no weapon of the unit{hint}; weapons: "
                f"{', '.join(names) or 'none'}", "replaces",
            )  # fmt: skip
        replaces = names.index(fields.replaces)
        most = unit.weapons[replaces].count if most is None else most
    if most is None:
        raise MathhammerError("an option needs the field 'most', or 'replaces'")
    _check_least(fields.least, most)
    return Option(name, weapons, fields.cost, fields.least, most, replaces)


def _limit(fields: LimitFields, names: Sequence[str]) -> Limit:
    for i, name in enumerate(fields.options):
        check_allowed(name, names, "is no option", "options", "options")
        if name in fields.options[:i]:
            raise MathhammerError(
                f"{quoted(name)} is named twice: name each option once", "options"
            )
    _check_least(fields.least, fields.most)
    places = sorted(names.index(name) for name in fields.options)
    return Limit(tuple(places), fields.least, fields.most)


def _check_least(least: int, most: int) -> None:
    if least > most:
        raise MathhammerError(f"{least} is more than {most}, the most", "least")
