"""The heroes dice game as sheets: odds, advice, whole games."""

from collections.abc import Iterable, Iterator

from mathhammer.core.distribution import Distribution
from mathhammer.core.format import figure, percent, shortened
from mathhammer.heroes import GamesResult, HeroesResult, Values
from mathhammer.heroes.advice import ACT, EXHAUSTED, ROLL, WAR, Advice
from mathhammer.heroes.setup import Ruleset
from mathhammer.show.pages.understood import note_facts
from mathhammer.show.sheets import Bars, Block, Column, Facts, Lines, Table, Title

#: The most ways to go on that are listed.
MAX_WAYS = 10
#: The most numbers of slots that have a bar of their own.
MAX_BARS = 20


def heroes_page(result: HeroesResult, source: str = "") -> Iterator[Block]:
    """Yield a turn of the heroes dice game, or the advice on some dice.

    Parameters
    ----------
    result : HeroesResult
    source : str
        The file that it comes from.
    """
    setup = result.setup
    yield (
        Title("Space Marine Heroes: " + ("what to do now" if setup.rolled else "one turn")),
        Facts.of(
            ("file", source),
            *(_dice_facts(result) if setup.rolled else []),
            ("scoring", _scoring_words(setup.straight, setup.values)),
            *_rulings(setup.ruleset),
        ),
    )
    yield from _odds(result) if result.advice is None else _ways(result, result.advice)


def _rulings(ruleset: Ruleset) -> Lines:
    """Return a line for each ruling, whose switches are in small letters as in files."""
    return [
        ("rulings", f"{name} = {str(value).lower() if isinstance(value, bool) else value}")
        for name, value in ruleset.given.items()
    ]


def _scoring_words(straight: int, values: Values) -> str:
    def slots(worth: int | tuple[int, ...]) -> str:
        if isinstance(worth, int):
            return str(worth)
        return "/".join(map(str, worth)) + " by column"

    length = slots(values.straight)
    if values.straight == (1,) * 5:
        length = "its length"
    elif not isinstance(values.straight, int):
        length = f"the sum of {length}"
    return (
        f"lucky six {values.lucky}, double six {values.double}, three of a kind "
        f"{slots(values.three)}, straight of {straight} or more {length} (slots)"
    )


def _dice_facts(result: HeroesResult) -> Lines:
    setup = result.setup
    rows = [("rolled", _spaced(setup.rolled))]
    if setup.lying:
        rows.append(("lying", f"{_spaced(setup.lying)} (from before)"))
    kept = 6 - len(setup.rolled) - len(setup.lying)
    dice = f" on {kept} kept {_dice(kept)}" if kept else ""
    rows.append(("at risk", f"{_slots(setup.at_risk)}{dice}"))
    return rows


def _spaced(faces: Iterable[int]) -> str:
    return " ".join(map(str, faces))


def _slots(number: int) -> str:
    return f"{number} slot" if number == 1 else f"{number} slots"


def _dice(number: int) -> str:
    return "die" if number == 1 else "dice"


def advice_words(result: HeroesResult) -> str:
    """Return the advice as a sentence.

    Examples
    --------
    >>> from mathhammer.heroes import turn
    >>> advice_words(turn(rolled="1 1 1", lying="2 3", at_risk=1))
    'Keep 1-2-3 and act: 4 slots. Rolling on would be worth 1.70 at best.'
    """
    advice = result.advice
    if advice is None:
        return ""
    best, others = advice.best, advice.alternatives[1:]
    if best.then == EXHAUSTED:
        lost = result.setup.at_risk
        words = f"What is at risk, {_slots(lost)}, is lost and the" if lost else "The"
        return f"Exhausted: no scoring roll. {words} turn ends."
    words = f"Keep {best.kept_words} and "
    if best.then == ACT:
        words += f"act: {_slots(int(best.value))}."
        rolls = [way.value for way in others if way.then == ROLL]
        if rolls:
            words += f" Rolling on would be worth {figure(max(rolls))} at best."
        return words
    if best.then == WAR:
        words += f"declare all-out war: {_slots(int(advice.act_value))} at once and a new turn"
        return f"{words}, {figure(best.value)} slots on average."
    words += f"roll the {_dice(len(best.roll))} showing {_spaced(best.roll)} again"
    if best.leave:
        they = "it lies" if len(best.leave) == 1 else "they lie"
        words += f", leaving {_spaced(best.leave)} as {they}"
    words += f": {figure(best.value)} slots on average, "
    risk = f"exhausted with {percent(best.exhausted)}" if best.exhausted else "no roll of it fails"
    return f"{words}{risk}. Acting now would be {_slots(int(advice.act_value))}."


def _ways(result: HeroesResult, advice: Advice) -> Iterator[Block]:
    """Yield what to do with some dice, and what else could be done."""
    best = ("best", advice_words(result))
    if advice.best.then == EXHAUSTED:
        yield (Facts([best, *note_facts(result.notes)]),)
        return
    yield (Facts([best]),)
    ways = advice.alternatives[:MAX_WAYS]
    value = advice.best.value
    columns = [Column("keep", words=True), Column("then", words=True)]
    columns += map(Column, ("slots", "worse by", "exhausted"))
    rows = [
        [
            way.kept_words, way.then_words, figure(way.value),
            figure(value - way.value) if value > way.value else "-",
            percent(way.exhausted) if way.then == ROLL else "-",
        ]
        for way in ways
    ]  # fmt: skip
    yield (Table(columns, rows),)
    left = len(advice.alternatives) - len(ways)
    about = [
        ("slots", "of the whole turn on average, played on as well as can be"),
        ("left out", f"{left} ways that are worse still" if left else ""),
    ]
    yield (Facts.of(*about, *note_facts(result.notes)),)


def _odds(result: HeroesResult) -> Iterator[Block]:
    """Yield when to act, what each policy brings, and the slots of a turn."""
    rows = [
        ["exhausted (no scoring roll)", *map(percent, result.exhausted)],
        ["act from so many slots at risk", *map(str, result.thresholds), "-"],
    ]
    yield (Table.named("dice rolled", map(str, range(1, 7)), rows),)
    rows = []
    for solution in result.rules_of_thumb:
        slots = solution.distribution
        loss = result.expected - solution.expected
        rows.append(
            [str(solution.policy), figure(solution.expected), figure(loss) if loss > 1e-9 else "-",
             percent(solution.exhausted), *(str(slots.quantile(q)) for q in (0.1, 0.5, 0.9))]
        )  # fmt: skip
    numbers = ("slots", "loses", "exhausted", "10%", "50%", "90%")
    yield (Table.named("policy", numbers, rows),)
    yield (_bars(result.distribution),)
    yield (Facts([*_answers(result), *note_facts(result.notes)]),)


def _bars(slots: Distribution) -> Bars:
    """Return a bar for each number of slots, and one for all that are rare."""
    last = min(slots.quantile(0.98), MAX_BARS)
    rows = [(str(k), slots.pmf(k), slots.at_least(k)) for k in range(last + 1)]
    if last < slots.maximum:
        rare = slots.at_least(last + 1)
        rows.append((f"{last + 1} or more", rare, rare))
    return Bars("slots a turn (best)", slots, rows, widest=40)


def _answers(result: HeroesResult) -> Lines:
    best = result.solution()
    return [
        ("answer", f"{figure(best.expected)} slots a turn on average, played as well as can be; "
                   f"{percent(best.exhausted)} of turns end exhausted."),
        ("act from", "the fewest slots at risk from which acting is better than a roll of all the "
                     "dice left. Dice left lying can make it better to roll on: ask with the faces "
                     "(mathhammer heroes 1 1 3 4 6 2)."),
        ("war", f"all-out war is worth {figure(result.war_value)} slots a turn; "
                f"{percent(best.war)} of turns come to one."),
        ("policy", "takes choices away; what it leaves open is chosen as well as can be."),
    ]  # fmt: skip


def games_page(result: GamesResult) -> Iterator[Block]:
    """Yield what came of whole games.

    Parameters
    ----------
    result : GamesResult
    """
    setup = result.setup
    deep = setup.goal - setup.rows + 1
    where = f"{deep} rows deep " * (deep > 1) + "in the enemy half"
    yield (
        Title("Space Marine Heroes: whole games"),
        Facts.of(
            ("games", f"{result.trials:,} (Monte Carlo, seed {result.seed})"),
            ("board", f"{setup.rows} rows per side; straights of {setup.straight} or more"),
            ("won with", f"three heroes {where} and the higher score"),
            *_rulings(setup.ruleset),
        ),
    )
    rows = []
    for i, team in enumerate(result.teams):
        won = result.win(i)
        low, high = won.interval
        cells = [percent(won.probability), f"{percent(low)} to {percent(high)}"]
        for goes in (i, 1 - i):
            known = setup.begins == "alternate" or (setup.begins == "second") == (goes == 1)
            cells.append(percent(result.win(i, goes).probability) if known else "-")
        rows.append([shortened(team.label, 26), *cells, figure(result.score(i).mean)])
    numbers = ("wins", "95% interval", "going 1st", "going 2nd", "score")
    yield (Table.named("player", numbers, rows),)
    edge, turns = result.edge, result.turns
    about = [
        ("drawn", f"{percent(result.drawn.probability)} of games: nobody can win any more, or over "
                  f"{setup.most_turns} turns."),
        ("length", f"{figure(turns.mean)} turns of both players together; half of the games are "
                   f"over after {turns.quantile(0.5)}, nine in ten after {turns.quantile(0.9)}."),
        ("edge", f"who goes first wins {100 * edge.probability:.1f} points of a hundred more often "
                 f"(standard error {100 * edge.standard_error:.1f})."),
    ]  # fmt: skip
    if result.trials >= 3:
        first, second, even = (percent(p.probability) for p in result.match())
        about.append(("three", f"of three games, scores added up: {first} for the first player, "
                               f"{second} for the second, {even} even."))  # fmt: skip
    yield (Facts.of(*about, *note_facts(result.notes)),)
