"""What the commands read and compute: texts and files to match-ups.

What the command line says goes before what a file says; a game is the one of ``--game``,
else the one that the weapons show.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mathhammer.cli.errors import inside
from mathhammer.cli.output import (
    CommandOutput,
    MatchUpGroup,
    MatchUps,
    check_matchups,
    example_path,
)
from mathhammer.core.errors import MathhammerError, NotModelledError, quoted
from mathhammer.games.common.fields import pairs
from mathhammer.games.detect import first_game
from mathhammer.games.names import TITLES, WH40K, profiles_of

if TYPE_CHECKING:
    from mathhammer.games.profiles import Context, Ruleset, Unit
    from mathhammer.games.turns.script import Script
    from mathhammer.heroes import Setup
    from mathhammer.reading.scenario import Scenario

    Situated = tuple[Sequence[Unit], Context, Ruleset]

SPREADSHEET = ".csv"
FILES = (".toml", ".json", SPREADSHEET)


def attack(options: argparse.Namespace) -> CommandOutput:
    """Return the match-ups of one unit, whose weapons are texts, against each target."""
    if not options.what:
        swallowed = " (write the weapons before --at)" if len(options.at) > 1 else ""
        raise MathhammerError(f'attack needs a weapon, like "10x A2 BS3+ S4 AP-1 D1"{swallowed}')
    if not options.at:
        raise MathhammerError(
            f"{options.command} needs a target: --at meq, or one of `mathhammer targets`, or --at "
            'with numbers like "5x T4 Sv3+ W2"'
        )
    game = game_of(options)
    attacker = unit_of(options.what, game)
    targets = targets_of(options.at, game)
    batch = _batch(options, game, "", [attacker], targets, read_as=read_as_of(options.what, game))
    return MatchUps("attack", [batch])


def run_files(options: argparse.Namespace) -> CommandOutput:
    """Return each attacker x target pair of scenario files."""
    if not options.what:
        raise MathhammerError("run needs a scenario file; `mathhammer compare --example` shows one")
    scenarios = [load_scenario(path, options.game) for path in options.what]
    if options.plot and len(scenarios) > 1:
        raise MathhammerError("--plot draws the match-ups of one file: run the files one by one")
    sorts = {(s.script is not None, s.check is not None, s.heroes is not None) for s in scenarios}
    if options.csv and len(sorts) > 1:
        raise MathhammerError(
            "--csv is a table of match-ups, turns, checks or a dice game, not of two kinds"
        )
    if options.csv and scenarios[0].heroes is not None and len(scenarios) > 1:
        raise MathhammerError("--csv is a table of one dice game: run the files one by one")
    check_matchups([(s.attackers, s.targets) for s in scenarios], True)
    batches = [of_scenario(options, scenario) for scenario in scenarios]
    return MatchUps("run", batches, options.picture)


def compare(options: argparse.Namespace) -> CommandOutput:
    """Return loadouts x targets, of a scenario, a spreadsheet or texts."""
    from mathhammer.reading.read_units import read_attacker

    path = one_file(options.what, "compare")
    if options.mix is not None and options.at:
        raise MathhammerError("--mix names the targets itself: leave --at out")
    if path.lower().endswith(SPREADSHEET):
        return _compare_spreadsheet(options, path)
    if not options.what or path:
        scenario = load_scenario(path or example_path(options.game or WH40K), options.game)
        refuse_other(scenario, "has no loadouts to compare: use `mathhammer run`", path)
        return MatchUps("compare", [of_scenario(options, scenario)], options.picture)
    if not options.at and options.mix is None:
        raise MathhammerError(
            f"there is no file {quoted(options.what[0])}; to compare loadouts given as texts, "
            "add --at TARGET"
        )
    game = game_of(options)
    attackers = []
    for text in options.what:
        with inside(f"loadout {quoted(text, 30)}"):
            attackers.append(read_attacker(text, game))
    targets, shares = _mixed(options, game, ())
    batch = _batch(options, game, "", attackers, targets, read_as=read_as_of(options.what, game))
    return MatchUps("compare", [batch._replace(shares=shares)], options.picture)


def _compare_spreadsheet(options: argparse.Namespace, path: str) -> CommandOutput:
    """Return the loadouts of a spreadsheet, one row a weapon, against the targets of --at."""
    from mathhammer.reading.spreadsheet import attackers_of, game_of_columns, read_rows

    if not options.at and options.mix is None:
        raise MathhammerError(
            "a spreadsheet has the weapons alone: add --at TARGET, or --at with a spreadsheet of "
            "targets", path,
        )  # fmt: skip
    with inside(path):
        columns, rows = read_rows(path)
        game = options.game or game_of_columns(columns) or _game_of_targets(options.at) or WH40K
        attackers = attackers_of(columns, rows, game)
    targets, shares = _mixed(options, game, ())
    batch = _batch(options, game, path, attackers, targets)
    return MatchUps("compare", [batch._replace(shares=shares)], options.picture)


# ------------------------------------------------------------------------------- reading


def game_of(options: argparse.Namespace) -> str:
    """Return the game of texts: --game, else what the weapons show, else the targets."""
    return options.game or first_game(options.what) or _game_of_targets(options.at) or WH40K


def unit_of(texts: Sequence[str], game: str) -> Unit:
    """Return the unit whose weapons are some texts."""
    from mathhammer.reading.read_units import read_attacker

    with inside("weapon"):
        try:
            return read_attacker(list(texts) if len(texts) > 1 else texts[0], game)
        except MathhammerError as error:
            if len(texts) > 1 and not any(" " in word.strip() for word in texts):
                error.message += " (put each weapon in quotes, as one word of the command line)"
            raise


def _game_of_targets(texts: Sequence[str]) -> str | None:
    """Return the game that targets show: texts, or the columns of spreadsheets."""
    from mathhammer.reading.spreadsheet import game_of_columns, read_rows

    for text in texts:
        if text.lower().endswith(SPREADSHEET):
            with inside(text):
                found = game_of_columns(read_rows(text)[0])
        else:
            found = first_game([text])
        if found is not None:
            return found
    return None


def targets_of(texts: Sequence[str], game: str) -> list[Unit]:
    """Return the targets of --at: texts, or spreadsheets of them."""
    from mathhammer.reading.read_units import read_target

    targets = []
    for text in texts:
        if text.lower().endswith(SPREADSHEET):
            from mathhammer.reading.spreadsheet import read_targets

            with inside(text):
                targets += read_targets(text, game)
            continue
        with inside(f"--at {quoted(text, 30)}"):
            targets.append(read_target(text, game))
    return targets


def _mixed(
    options: argparse.Namespace, game: str, own: Sequence[Unit]
) -> tuple[Sequence[Unit], tuple[float, ...]]:
    """Return the targets of --mix with their shares, or those of --at, or a file's own."""
    if getattr(options, "mix", None) is not None:
        from mathhammer.analysis.mixes import read_mix

        with inside("--mix"):
            mix = read_mix(options.mix, game)
        return mix.targets, mix.shares
    given = getattr(options, "at", None)
    return (targets_of(given, game) if given else own), ()


def read_as_of(texts: Sequence[str], game: str) -> list[str]:
    """Return how texts were understood, where they could be read in several ways."""
    from mathhammer.games.notation import reading_notes

    return [note for text in texts for note in reading_notes(text, game)]


def one_file(words: Sequence[str], command: str) -> str:
    """Return the file among some words, empty where they are texts."""
    files = [w for w in words if w.lower().endswith(FILES) or os.path.exists(w)]
    if files and len(words) > 1:
        raise MathhammerError(
            f"{command} takes one file; put the loadouts into one, or use `mathhammer run` for "
            "several"
        )
    return files[0] if files else ""


def refuse_other(scenario: Scenario, words: str, path: str) -> None:
    """Refuse a scenario without attackers and targets."""
    if scenario.script is not None:
        raise MathhammerError(f"a turn {words}", path)
    if scenario.check is not None:
        raise MathhammerError(f"a check {words}", path)
    if scenario.heroes is not None:
        raise MathhammerError(f"the heroes dice game {words}", path)


def load_scenario(path: str, game: str | None) -> Scenario:
    """Return the scenario of a file; `game` is for a file that says nothing of its own."""
    from mathhammer.reading.files import read_fields
    from mathhammer.reading.scenario import from_mapping, load

    if path.lower().endswith(SPREADSHEET):
        raise MathhammerError(
            "a spreadsheet is not a scenario: use `mathhammer compare weapons.csv --at TARGET`",
            path,
        )
    if game is None:
        return load(path)
    with inside(path):
        fields = read_fields(path)
    if fields.get("game") is None:
        fields["game"] = game
    scenario = from_mapping(fields, path)._replace(path=path)
    if scenario.game != game:
        raise MathhammerError(
            f'the file says game = "{scenario.game}" ({TITLES[scenario.game]}), the command line '
            f"--game {game}",
            path,
        )
    return scenario


# ----------------------------------------------------------------------------- computing


def of_scenario(options: argparse.Namespace, scenario: Scenario) -> MatchUpGroup:
    """Compute what a scenario asks for: match-ups, a sweep or a turn."""
    if options.command in ("run", "compare"):
        from mathhammer.cli.pictures import check_picture

        with inside(scenario.path):
            check_picture(options.picture, scenario, options.settings is not None)
    if scenario.script is not None:
        return _turn(options, scenario, scenario.script)
    if scenario.check is not None:
        return _check(options, scenario)
    if scenario.heroes is not None:
        return _heroes_file(options, scenario, scenario.heroes)
    if scenario.sweep:
        return _swept(options, scenario)
    targets, shares = _mixed(options, scenario.game, scenario.targets)
    read_as = list(scenario.notes)
    if shares and scenario.targets:
        named = ", ".join(target.label for target in scenario.targets)
        read_as.append(f"--mix stands in place of the file's own targets ({quoted(named)})")
    batch = _batch(
        options, scenario.game, scenario.path, scenario.attackers, targets, scenario.context,
        scenario.ruleset, read_as,
    )  # fmt: skip
    return batch._replace(shares=shares)


def _swept(options: argparse.Namespace, scenario: Scenario) -> MatchUpGroup:
    """Compute a sweep; what the command line says goes over each of its combinations."""
    from mathhammer.analysis.sweeps import of_scenario as sweep_of
    from mathhammer.cli.pictures import check_swept
    from mathhammer.reading.scenario import Variant
    from mathhammer.results.comparison import Comparison

    with inside(scenario.path):
        if getattr(options, "mix", None) is not None:
            raise MathhammerError("a sweep has its own targets: leave --mix out")
        if options.settings is not None:
            raise NotModelledError("a sweep is not modelled by montecarlo; exact is", "--engine")
        swept = scenario.sweep[0].settings
        given = targets_of(getattr(options, "at", None) or [], scenario.game)
        if given and any(key.startswith("target.") for key in swept):
            raise MathhammerError("the sweep changes the file's targets: leave --at out")
        for option in ("context", "ruleset"):
            for name in pairs(",".join(getattr(options, option))):
                if any(key.endswith(f"{option}.{name}") for key in swept):
                    raise MathhammerError(f"the sweep changes {name}: leave it out of --{option}")
        variants = []
        for settings, one in scenario.sweep:
            attackers, context, ruleset = situation_of(
                options, one.game, one.attackers, one.context, one.ruleset
            )
            changed = one._replace(
                attackers=tuple(attackers), targets=tuple(given) or one.targets, context=context,
                ruleset=ruleset,
            )  # fmt: skip
            variants.append(Variant(settings, changed))
        check_matchups(
            [(v.scenario.attackers, v.scenario.targets) for v in variants],
            options.json or options.command != "compare",
        )
        first = variants[0].scenario
        check_swept(options, len(swept), len(first.attackers) * len(first.targets))
        sweep = sweep_of(scenario._replace(sweep=tuple(variants)))
    results = [result for one in sweep.comparisons for result in one.results]
    return MatchUpGroup(scenario.path, Comparison([], [], results), scenario.notes, sweep=sweep)


def _turn(options: argparse.Namespace, scenario: Scenario, script: Script) -> MatchUpGroup:
    """Compute a turn; it has no match-ups."""
    from mathhammer.evaluate.evaluate import play
    from mathhammer.results.comparison import Comparison

    _, context, ruleset = situation_of(options, scenario.game, [], script.context, script.ruleset)
    changed = script._replace(context=context, ruleset=ruleset)
    with inside(scenario.path):
        turn = play(scenario._replace(script=changed), options.settings)
    return MatchUpGroup(scenario.path, Comparison([], [], []), scenario.notes, turn)


def _check(options: argparse.Namespace, scenario: Scenario) -> MatchUpGroup:
    """CommandOutput a check; it has no match-ups."""
    from mathhammer.evaluate.evaluate import answer
    from mathhammer.results.comparison import Comparison

    if options.context:
        raise MathhammerError("--context belongs to attacks: a check has none", scenario.path)
    _, _, ruleset = situation_of(options, scenario.game, [], None, scenario.ruleset)
    with inside(scenario.path):
        result = answer(scenario._replace(ruleset=ruleset), options.settings)
    return MatchUpGroup(scenario.path, Comparison([], [], []), (), None, result)


def _heroes_file(options: argparse.Namespace, scenario: Scenario, setup: Setup) -> MatchUpGroup:
    """CommandOutput a question about the heroes dice game; it has no match-ups."""
    from mathhammer.evaluate.evaluate import ask_heroes
    from mathhammer.results.comparison import Comparison

    if options.context:
        raise MathhammerError("the heroes dice game has no context", "--context")
    if options.settings is not None:
        raise NotModelledError(
            "a turn of the heroes dice game is exact alone; `mathhammer heroes --play` plays games",
            "--engine",
        )
    if options.ruleset:
        given = _option("--ruleset", type(setup.ruleset), options.ruleset)
        setup = setup.replace(ruleset={**setup.ruleset.given, **given.given})
    answer = ask_heroes(scenario._replace(heroes=setup))
    return MatchUpGroup(scenario.path, Comparison([], [], []), (), heroes=answer)


def _batch(
    options: argparse.Namespace,
    game: str,
    source: str,
    attackers: Sequence[Unit],
    targets: Sequence[Unit],
    context: Context | None = None,
    ruleset: Ruleset | None = None,
    read_as: Sequence[str] = (),
) -> MatchUpGroup:
    """Compute match-ups."""
    from mathhammer.cli.pictures import check_plot
    from mathhammer.evaluate.evaluate import compare_units

    attackers, context, ruleset = situation_of(options, game, attackers, context, ruleset)
    with inside(source):
        check_matchups([(attackers, targets)], options.json or options.command != "compare")
        check_plot(options, len(attackers), len(targets))
        comparison = compare_units(
            list(attackers), list(targets), context, ruleset, source, options.settings
        )
    return MatchUpGroup(source, comparison, read_as)


def situation_of(
    options: argparse.Namespace,
    game: str,
    attackers: Sequence[Unit],
    context: Context | None,
    ruleset: Ruleset | None,
) -> tuple[Sequence[Unit], Context, Ruleset]:
    """Return what was read with --context and --ruleset put over it."""
    profiles = profiles_of(game)
    context = context or profiles.Context()
    ruleset = ruleset or profiles.Ruleset()
    if options.context:
        given = _option("--context", profiles.Context, options.context)
        context = context.merged(given)
        attackers = [
            a.replace(context=a.context.merged(given)) if a.context.given else a for a in attackers
        ]
    if options.ruleset:
        given = _option("--ruleset", profiles.Ruleset, options.ruleset)
        ruleset = type(ruleset)(**{**ruleset.given, **given.given})
    return attackers, context, ruleset


def _option(name: str, kind: Any, texts: Sequence[str]) -> Any:
    with inside(name):
        return kind.read(",".join(texts))
