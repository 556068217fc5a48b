"""Answers in words to the questions that players and designers ask; each is computed.

A verdict shows itself in notebooks as a paragraph, and is a list of sentences otherwise.
"""

from collections.abc import Iterable, Mapping, Sequence
from statistics import median
from typing import Any

from mathhammer.analysis.agreement import Agreement, bound_of
from mathhammer.analysis.efficiency import measure
from mathhammer.analysis.trade import trade
from mathhammer.core.errors import MathhammerError, nearest, quoted
from mathhammer.core.format import clean, figure, percent, shortened
from mathhammer.heroes import HeroesResult
from mathhammer.results.attack import Result
from mathhammer.results.comparison import Comparison
from mathhammer.results.turn import TurnResult
from mathhammer.show.pages.attack import gap_sentence
from mathhammer.show.pages.turn import turn_answers
from mathhammer.show.summary import comparison_summary, listed, names_of


class Verdict(list[str]):
    """Sentences that answer a question."""

    def _repr_html_(self) -> str:
        """Return what a notebook shows."""
        from mathhammer.show.html import verdict_html

        return verdict_html(self)

    def __str__(self) -> str:
        return " ".join(self)


def which_weapon(comparison: Comparison, shares: Sequence[float] = ()) -> Verdict:
    """Return which loadout is best against what, and which for its points.

    Parameters
    ----------
    comparison : Comparison
    shares : list of float
        How often each target is met, where they are a mix.

    Examples
    --------
    >>> import mathhammer
    >>> guns = [{"name": "rifles", "points": 50, "weapons": "10x A2 BS3+ S4 AP-1 D1"},
    ...         {"name": "beam", "points": 40, "weapons": "A1 BS3+ S12 AP-4 DD6+2"}]
    >>> print(which_weapon(mathhammer.compare(guns, ["meq", "veq"]))[-1])
    For its points, rifles does most against 5x meq; beam against veq.
    """
    sentences = comparison_summary(comparison, shares)
    of = measure("damage_per_100")
    names = names_of(comparison.attackers)
    by: dict[str, list[str]] = {}
    for j, target in enumerate(names_of(comparison.targets)):
        values = [of(comparison.cell(i, j)) or 0.0 for i in range(len(names))]
        if sum(value != 0 for value in values) > 1:
            by.setdefault(names[values.index(max(values))], []).append(target)
    parts = [
        f"{name}{'' if i else ' does most'} against {', '.join(targets)}"
        for i, (name, targets) in enumerate(by.items())
    ]
    if parts:
        sentences.append(f"For its points, {'; '.join(parts)}.")
    return Verdict(sentences)


def match_up_sentences(result: Result) -> Verdict:
    """Return what a match-up comes to, and how much of its damage gets lost.

    Parameters
    ----------
    result : Result
    """
    words = f"{figure(result.slain.mean)} of {result.target.starting_models} models slain"
    chance = percent(result.destroyed)
    return Verdict([f"{words} on average, all of them with {chance}; {gap_sentence(result)}"])


def what_a_list_does(comparison: Comparison) -> Verdict:
    """Return what all units of a list do together to each target, and what they lack.

    Parameters
    ----------
    comparison : Comparison
        The units of the list against the targets that it may meet.

    Notes
    -----
    Each unit is taken to attack a fresh target, so the shares are how much of such targets
    the list takes off a round, on average: expected damage / wounds of the target.

    Examples
    --------
    >>> import mathhammer
    >>> units = [{"name": "rifles", "weapons": "10x A2 BS3+ S4 AP-1 D1"},
    ...          {"name": "beam", "weapons": "A1 BS3+ S12 AP-4 DD6+2"}]
    >>> for sentence in what_a_list_does(mathhammer.compare(units, ["meq", "veq"])):
    ...     print(sentence)  # doctest: +NORMALIZE_WHITESPACE
    A round of all 2 units takes off 0.44 of 5x meq and 0.30 of veq.
    It is strongest against 5x meq, where rifles does 75.0% of it, and weakest against veq, where
    beam does 68.8%.
    """
    names, targets = names_of(comparison.attackers), names_of(comparison.targets)
    off, leading = [], []
    for j, target in enumerate(comparison.targets):
        means = [comparison.cell(i, j).damage.mean for i in range(len(names))]
        total = sum(means)
        off.append(total / target.starting_wounds)
        first = max(range(len(names)), key=lambda i: means[i])
        leading.append((names[first], means[first] / total if total else 0.0))
    parts = [f"{figure(share)} of {name}" for share, name in zip(off, targets, strict=True)]
    sentences = [f"A round of all {len(names)} units takes off {listed(parts)}."]
    order = sorted(range(len(targets)), key=lambda j: -off[j])
    strong, weak = order[0], order[-1]
    if strong != weak:
        sentences.append(
            f"It is strongest against {targets[strong]}, where {leading[strong][0]} does "
            f"{percent(leading[strong][1])} of it, and weakest against {targets[weak]}, where "
            f"{leading[weak][0]} does {percent(leading[weak][1])}."
        )
    return Verdict(sentences)


def worth_its_points(rows: Iterable[Mapping[str, Any]], unit: str) -> Verdict:
    """Return whether a unit is worth its points beside others.

    Parameters
    ----------
    rows : iterable of dict
        Of `mathhammer.analysis.durability.hammers_and_anvils`, for the unit and its peers.
    unit : str
        Its name.

    Notes
    -----
    The points at which it is as good a hammer as the middle (the median) of the others are
    its damage / their damage for a point; the same for its effective wounds.

    Raises
    ------
    MathhammerError
        There is no such unit, or it or the others lack points, weapons or a defence.
    """
    given = list(rows)
    names = [row["unit"] for row in given]
    if names.count(unit) != 1:
        raise MathhammerError(
            f"{quoted(unit)} is not one of the units{nearest(unit, names)}; units: "
            f"{', '.join(names)}",
            "unit",
        )
    mine = given[names.index(unit)]
    words, points = [], mine["points"]
    title = shortened(clean(unit), 40)
    evens = []
    for field, noun in (("damage", "hammer"), ("effective_wounds", "anvil")):
        values = [row[f"{field}_per_100"] for row in given if row is not mine]
        others = [value for value in values if value is not None]
        own = mine[f"{field}_per_100"]
        if own is None or not others:
            raise MathhammerError(
                f"{title} and the others need points, weapons and a defence", "rows"
            )
        middle = median(others)
        better = sum(other > own for other in others)
        evens.append(points * own / middle if middle else None)
        words.append(
            f"As {'a' if noun == 'hammer' else 'an'} {noun} it is number {better + 1} of "
            f"{len(others) + 1}: {figure(own)} {field.replace('_', ' ')} for 100 points, "
            f"the middle of the others has {figure(middle)}."
        )
    costs = [figure(even) for even in evens if even is not None]
    sentence = f"It would be in the middle at {' points as a hammer and '.join(costs)} points"
    sentence += " as an anvil" if len(costs) == 2 else ""
    over = [even is not None and points <= even for even in evens]
    judged = "worth its points in both" if all(over) else (
        "worth its points in neither" if not any(over) else
        f"worth its points as {'a hammer' if over[0] else 'an anvil'} alone"
    )  # fmt: skip
    return Verdict([*words, f"{sentence}; it costs {figure(points)}, so it is {judged}."])


def how_a_fight_ends(result: TurnResult) -> Verdict:
    """Return how a turn or a fight ends, and what it costs each side.

    Parameters
    ----------
    result : TurnResult
    """
    sentences = []
    for label, text in turn_answers(result):
        if label == "flag":
            sentences.append(f"P({clean(text.split(':')[0])}) is {text.rsplit(': ', 1)[1]}.")
        elif label != "note":
            sentences.append(clean(text))
    if result.control:
        first, contested, second = result.control.values()
        sentences.append(
            f"The first side controls with {percent(first)}, the second with {percent(second)}; "
            f"it is contested with {percent(contested)}."
        )
    if result.engine == "exact":
        for row in trade(result):
            if row["net"] is not None:
                word = "gains" if row["net"] >= 0 else "loses"
                gone, lost = figure(row["points_destroyed"]), figure(row["points_lost_back"])
                sentences.append(
                    f"The {row['side']} side {word} {figure(abs(row['net']))} points: it destroys "
                    f"{gone} and loses {lost}."
                )
    return Verdict(sentences)


def how_well_engines_agree(agreements: Sequence[Agreement]) -> Verdict:
    """Return whether both engines agree, and by how much they differ.

    Parameters
    ----------
    agreements : list of Agreement
    """
    bound = bound_of(agreements)
    rows = [row for agreement in agreements for row in agreement.rows]
    far = max(rows, key=lambda row: abs(row.errors))
    agree = all(agreement.holds(bound) for agreement in agreements)
    trials = sum(agreement.simulated.trials for agreement in agreements)
    verdict = "Both engines agree" if agree else "The engines differ by more than chance explains"
    return Verdict([
        f"{verdict}: of {len(rows)} numbers, from {trials:,} trials, the farthest apart "
        f"({clean(far.name)}) is {abs(far.errors):.1f} standard errors off: "
        f"{far.exact:.4f} computed, {far.simulated:.4f} seen.",
    ])  # fmt: skip


def which_turn_pays(turns: Mapping[str, TurnResult]) -> Verdict:
    """Return which of several turns pays the first side best, in points.

    Parameters
    ----------
    turns : mapping
        From what the first side does in them, in words, to exact turns whose units have
        points.

    Raises
    ------
    MathhammerError
        A unit has no points, or there is no turn.
    """
    nets: dict[str, float] = {}
    for words, result in turns.items():
        first = next(iter(trade(result)))
        if first["net"] is None:
            raise MathhammerError("every unit of the turn needs points", words)
        nets[clean(words)] = first["net"]
    if not nets:
        raise MathhammerError("no turn is given", "turns")
    order = sorted(nets, key=lambda words: -nets[words])
    best = order[0]
    rest = [f"{words} {figure(nets[words])}" for words in order[1:]]
    sentence = (
        f"It pays best to {best}: the first side gains {figure(nets[best])} points on average"
    )
    return Verdict([f"{sentence}{', against ' if rest else ''}{', '.join(rest)}."])


def when_to_stop(result: HeroesResult) -> Verdict:
    """Return when a turn of the heroes dice game is best ended, and what habits cost (H-4, H-5).

    Parameters
    ----------
    result : HeroesResult
        Of a turn without dice.
    """
    habits = sorted((row for row in result.rows() if row["loss"] > 0), key=lambda r: r["loss"])
    from_slots = ", ".join(
        f"{left} left from {slots}" for left, slots in enumerate(result.thresholds, 1)
    )
    best, worst = habits[0], habits[-1]
    return Verdict(
        [
            f"The best policy brings {result.expected:.2f} slots a turn.",
            f"Act as soon as so many slots are at risk, by the dice left to roll: {from_slots}; "
            "else roll on.",
            f"Of the habits, '{best['policy']}' costs least ({best['loss']:.3f} slots a turn) and "
            f"'{worst['policy']}' most ({worst['loss']:.2f}).",
        ]
    )
