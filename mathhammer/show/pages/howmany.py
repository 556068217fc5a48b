"""How many attacks, shots and units a kill takes, as sheets."""

from collections.abc import Iterator, Sequence

from mathhammer.analysis.howmany import LEVELS, HowMany
from mathhammer.core.format import figure, percent
from mathhammer.show.pages.understood import match_up_facts, note_facts, whole_percent
from mathhammer.show.sheets import Block, Facts, Table, Title


def one_page(found: HowMany) -> Iterator[Block]:
    """Yield one of the numbers by itself."""
    return how_many_page([found], LEVELS)


def how_many_page(
    found: Sequence[HowMany],
    levels: Sequence[float],
    source: str = "",
    read_as: Sequence[str] = (),
) -> Iterator[Block]:
    """Yield how many attacks, shots and units destroy a target.

    Parameters
    ----------
    found : list of HowMany
        Of one match-up.
    levels : list of float
    source : str
        The file that it comes from.
    read_as : list of str
        How texts were understood, where they could be read in several ways.
    """
    result = found[0].result
    title = f"How many of {result.attacker.label} destroy {result.target.label}"
    yield Title(title), Facts.of(*match_up_facts(result, source, read_as))
    rows = []
    for one in found:
        taken = one.distribution
        name = f"{one.counted}: {one.weapon}" if one.weapon else "units, one after another"
        spread = ("-", "-") if taken is None else (figure(taken.mean), figure(taken.sd))
        rows.append([name, *(_needed(one, one.needed(level)) for level in levels), *spread])
    numbers = [*map(whole_percent, levels), "mean", "sd"]
    yield (Table.named("number for P(destroyed)", numbers, rows),)
    about = [
        ("attacks", "single attacks of the weapon, all at once; shots: copies of it with all "
         "their attacks"),
        ("mean", "of the number that a kill takes, which is not wounds / mean damage"),
    ]  # fmt: skip
    unknown = [one for one in found if one.distribution is None]
    if any(one.settled for one in unknown):
        about.append(("never", "out of reach, however many; so there is no mean"))
    beyond = [one for one in unknown if not one.settled]
    if beyond:
        most = max(beyond, key=lambda one: one.beyond)
        kills = f"{percent(most.beyond)} of kills take more than the {len(most.destroyed)}"
        about.append(("-", f"the mean isn't given: {kills} that are looked at"))
        if any(one.needed(level) is None for one in beyond for level in levels):
            about.append((">", "more than are looked at"))
    yield (Facts([*about, *note_facts(result.notes)]),)


def _needed(one: HowMany, number: int | None) -> str:
    if number is None:
        return "never" if one.settled else f">{len(one.destroyed)}"
    return str(number)
