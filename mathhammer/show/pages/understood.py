"""How things were understood, in words: units, weapons, situations, rulings, steps, fields.

Each line is a pair of a label and a text.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from mathhammer.core.distribution import Distribution
from mathhammer.core.format import clean, percent, points, shortened
from mathhammer.results.notes import notes_of_units
from mathhammer.show.sheets import Lines

if TYPE_CHECKING:
    from mathhammer.games.common.mortals import MortalDice
    from mathhammer.games.profiles import Unit
    from mathhammer.games.turns.fighters import Fighter
    from mathhammer.games.turns.steps.step import Step
    from mathhammer.results.attack import Result
    from mathhammer.results.notes import Otherwise


#: The results of which notes that have to be computed are looked for.
MAX_NOTED = 400


def attacker_facts(attacker: Unit) -> Lines:
    """Return the lines that say how an attacker was understood."""
    from mathhammer.games.describe import describe_all, describe_weapon

    rows = [("weapon", describe_weapon(weapon)) for weapon in attacker.weapons]
    rows += [("mortals", _describe_mortals(dice)) for dice in attacker.all_mortals]
    if any(dice.per_model for dice in attacker.mortals):
        rows.append(("models", str(attacker.models)))
    if of_all := describe_all(attacker):
        rows.append(("all", of_all))
    if attacker.order != "listed":
        rows.append(("order", f"{attacker.order} (most models slain)"))
    if attacker.phase is not None:
        rows.append(("phase", attacker.phase))
    rows += [("use", f"{modes}: {name}") for modes, name in attacker.use]
    if attacker.points is not None:
        rows.append(("points", points(attacker.points)))
    return rows


def target_facts(target: Unit) -> Lines:
    """Return the lines that say how a target was understood."""
    from mathhammer.games.describe import describe_target

    return [("target", describe_target(target))]


def described(target: Unit) -> str:
    """Return a target as it was understood, with its name."""
    from mathhammer.games.describe import describe_target

    name, text = clean(target.label), clean(describe_target(target))
    return text if name in text else f"{name}: {text}"


def fighter_facts(fighter: Fighter) -> Lines:
    """Return the lines that say how a unit was understood."""
    from mathhammer.games.describe import describe_target, describe_weapon

    side = "first side" if fighter.side == 0 else "second side"
    rows = [(shortened(fighter.name, 20), f"{describe_target(fighter.unit)} ({side})")]
    rows += [("", describe_weapon(weapon)) for weapon in fighter.unit.weapons]
    words = [
        name.replace("_", " ") + ("" if value is True else f" {value}")
        for name, value in fighter.fields.given.items()
        if name != "side" and value is not False
    ]
    return [*rows, ("", ", ".join(words))] if words else rows


def context_facts(fields: Mapping[str, Any]) -> Lines:
    """Return the line that names the situation, where there is something to name."""
    shown = {k: v for k, v in fields.items() if v is not (k == "visible")}
    return [("context", _settings(shown))] if shown else []


def ruling_facts(ruleset: Mapping[str, Any]) -> Lines:
    """Return a line for each ruling that matters."""
    return [("rulings", f"{name} = {value}") for name, value in ruleset.items()]


def read_facts(read_as: Sequence[str]) -> Lines:
    """Return how texts were understood, where they could be read in several ways."""
    return [("read as", text) for text in read_as]


def note_facts(notes: Sequence[str]) -> Lines:
    """Return a line for each note."""
    return [("note", note) for note in notes]


def match_up_facts(result: Result, source: str = "", read_as: Sequence[str] = ()) -> Lines:
    """Return the lines that say how a match-up was understood."""
    return [
        ("file", source),
        *attacker_facts(result.attacker),
        *target_facts(result.target),
        *context_facts(result.context.given),
        *[("sweep", f"{key} = {value}") for key, value in result.sweep.items()],
        *ruling_facts(result.ruleset),
        *read_facts(read_as),
        *engine_facts(result),
    ]


def whole_percent(share: float) -> str:
    """Return a share as a percentage, without decimals where it has none.

    Examples
    --------
    >>> whole_percent(0.6), whole_percent(0.125)
    ('60%', '12.5%')
    """
    return percent(share).replace(".0%", "%")


def engine_facts(result: Any) -> Lines:
    """Return the line that says how something was simulated, where it was."""
    if result.engine != "montecarlo":
        return []
    return [("simulated", f"{result.trials:,} trials, seed {result.seed}")]


def engine_words(result: Any) -> str:
    """Return how something was found, in words."""
    if result.engine == "exact":
        return "exact: computed, not sampled"
    return "Monte Carlo: every die rolled, in many trials"


def middle_words(number: Distribution) -> str:
    """Return between what a number mostly lies, in words; empty where it is nearly always one.

    Examples
    --------
    >>> from mathhammer import Distribution
    >>> middle_words(Distribution.uniform(1, 6))
    ', 1 to 6 in the middle 80%'
    """
    low, high = number.quantile(0.1), number.quantile(0.9)
    return f", {low} to {high} in the middle 80%" if low < high else ""


def measure_facts(game: str) -> Lines:
    """Return what the numbers are that loadouts are compared by."""
    from mathhammer.games.words import words_of

    words = words_of(game)
    return [
        ("damage", f"{words.lost} on average, after {words.after}"),
        ("slain", "models slain on average"),
        ("destroyed", "probability that no model is left"),
    ]


def noted(results: Sequence[Any]) -> dict[str, list[int]]:
    """Return the notes of results, each once, with the places of those that have it.

    Of those on other rulings and readings only the one is kept where they change most. Of more
    than `MAX_NOTED` results they are computed for as many alone, spread over all.
    """
    where: dict[str, list[int]] = {}
    many = len(results) > MAX_NOTED
    looked_at = range(0, len(results), max(1, -(-len(results) // MAX_NOTED)))
    others: dict[str, dict[int, Otherwise]] = {}
    for place in looked_at:
        for other in getattr(results[place], "otherwise", ()):
            others.setdefault(other.about, {})[place] = other
    computed = {other.note for each in others.values() for other in each.values()}
    for place, result in enumerate(results):
        notes = notes_of_units(result) if many else result.notes
        for note in dict.fromkeys(notes):
            if note not in others and note not in computed:
                where.setdefault(note, []).append(place)
    for each in others.values():
        most = max(each.values(), key=attrgetter("change"))
        same = [place for place, other in each.items() if other.note == most.note]
        number = sum(other.matters for other in each.values())
        looked = " that were looked at" if many else ""
        matters = f". It matters in {share_words(number, len(looked_at))}{looked}, here most."
        where[most.note.rstrip(".") + matters if len(each) > len(same) else most.note] = same
    return where


def share_words(number: int, whole: int) -> str:
    """Return how many of some match-ups have a note.

    Examples
    --------
    >>> share_words(3, 8)
    '3 of 8 match-ups'
    """
    return f"{number} of {whole} match-ups"


def few_notes(notes: Sequence[str], most: int) -> Lines:
    """Return a line for each of the first notes, and one that counts the others."""
    rows = note_facts(notes[:most])
    if len(notes) > most:
        rows.append(("note", f"and {len(notes) - most} more notes: --json has them all"))
    return rows


def interval_words(result: Any, name: str) -> str:
    """Return the 95 % interval of a probability that was simulated; empty of an exact one."""
    return between_words(*result.interval(name)) if result.engine == "montecarlo" else ""


def between_words(low: float, high: float) -> str:
    """Return the 95 % interval of a probability in words.

    Examples
    --------
    >>> between_words(0.1234, 0.1301)
    ', 95% sure between 12.34% and 13.01%'
    """
    digits = max(2, min(8, 1 - math.floor(math.log10(max(high - low, 1e-9))) - 2))
    return f", 95% sure between {100 * low:.{digits}f}% and {100 * high:.{digits}f}%"


def step_words(step: Step) -> str:
    """Return a step in words.

    Examples
    --------
    >>> from mathhammer.games.turns.steps.registry import read_step
    >>> step_words(read_step({"do": "fight", "by": ["a", "b"], "if": "charged"}))
    'fight a, b (if charged)'
    """
    return f"{step.title} (if {', '.join(step.needs)})" if step.needs else step.title


def field_words(fields: Mapping[str, Any]) -> str:
    """Return fields in words, as they were read.

    Examples
    --------
    >>> field_words({"needed": 9, "barricade": True, "distance": (8.0, 9.5)})
    'needed 9, barricade, distance 8 and 9.5'
    """
    words = []
    for name, value in fields.items():
        if isinstance(value, tuple) and not hasattr(value, "_fields"):
            value = " and ".join(_plain(item) for item in value)
        word = name.replace("_", " ")
        words.append(word if value is True else f"no {word}" if value is False else
                     f"{word} {_plain(value)}")  # fmt: skip
    return ", ".join(words)


def _describe_mortals(dice: MortalDice) -> str:
    rolled = _rolled_words(dice) if dice.on or dice.table else _certain_words(dice)
    unnamed = "name" not in dice.given and not (dice.on or dice.table)
    text = rolled if unnamed else f"{dice.name}: {rolled}"
    if dice.per_slain:
        text += " for each model slain by the attacks"
    if dice.gate:
        text += f", after a {dice.gate}+ on one D6"
    return text if dice.max is None else f"{text}, {dice.max} at most"


def _certain_words(dice: MortalDice) -> str:
    """Return what is inflicted where no D6 has to show anything."""
    count = dice.per_model or dice.per_slain
    number, damage = str(count or dice.dice), str(dice.damage)
    if number.isdecimal() and damage.isdecimal():
        number = str(int(number) * int(damage))
    elif damage != "1":
        number = damage if number == "1" else f"{number} x {damage}"
    text = f"{number} mortal wound{'s' * (number != '1')}"
    return f"{text} a model" if dice.per_model else text


def _rolled_words(dice: MortalDice) -> str:
    """Return what D6 inflict by what they show."""
    number = f"{dice.per_model}D6 a model" if dice.per_model else f"{dice.dice} x D6"
    if dice.per_slain:
        number = f"{dice.per_slain}D6"
    each = f"each {dice.on}+" if dice.on else "each"
    text = (
        f"{number}, {each} with {dice.modifier:+d} inflicts"
        if dice.modifier
        else (f"{number}, {each} inflicts")
    )
    return text + (
        f" by what it shows {', '.join(map(str, dice.table))}" if dice.table else f" {dice.damage}"
    )


def _settings(fields: Mapping[str, Any]) -> str:
    """Return fields in words: switches by name, the rest with their values."""
    words = []
    for name, value in fields.items():
        word = name.replace("_", " ")
        if value is True:
            value = ""
        elif value is False:
            word, value = f"not {word}", ""
        elif isinstance(value, int):
            value = f"{value:+d}"
        elif isinstance(value, float):
            value = f'{value:g}"'
        words.append(f"{word} {value}".strip())
    return ", ".join(words)


def _plain(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
