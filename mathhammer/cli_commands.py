"""What the commands read and compute: texts and files to match-ups.

What the command line says goes before what a file says; a game is the one of ``--game``,
else the one that the weapons show.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .cli_output import (
    Answer,
    Batch,
    MatchUps,
    RerollAnswer,
    SavesAnswer,
    VerifyAnswer,
    check_matchups,
    example_path,
    inside,
)
from .errors import MathhammerError, NotModelledError, shown
from .profiles.game import TITLES, WH40K, first_game, profiles_of

if TYPE_CHECKING:
    from .profiles import Context, Ruleset, Unit
    from .profiles.turn import Script
    from .scenario import Scenario

    Situated = tuple[Sequence[Unit], Context, Ruleset]

FILES = (".toml", ".json")


def attack(options: argparse.Namespace) -> Answer:
    """Return the match-ups of one unit, whose weapons are texts, against each target."""
    if not options.what:
        swallowed = " (write the weapons before --at)" if len(options.at) > 1 else ""
        raise MathhammerError(f'attack needs a weapon, like "10x A2 BS3+ S4 AP-1 D1"{swallowed}')
    if not options.at:
        raise MathhammerError(
            "attack needs a target: --at meq, or one of `mathhammer targets`, or --at with "
            'numbers like "5x T4 Sv3+ W2"'
        )
    game = _game_of(options)
    attacker = _unit(options.what, game)
    targets = _targets(options.at, game)
    batch = _batch(options, game, "", [attacker], targets, read_as=_read_as(options.what, game))
    return MatchUps("attack", [batch])


def run_files(options: argparse.Namespace) -> Answer:
    """Return each attacker x target pair of scenario files."""
    if not options.what:
        raise MathhammerError("run needs a scenario file; `mathhammer compare --example` shows one")
    scenarios = [_load(path, options.game) for path in options.what]
    if options.plot and len(scenarios) > 1:
        raise MathhammerError("--plot draws the match-ups of one file: run the files one by one")
    turns = sum(scenario.script is not None for scenario in scenarios)
    if options.csv and 0 < turns < len(scenarios):
        raise MathhammerError("--csv is a table of match-ups or of turns, not of both")
    check_matchups([(s.attackers, s.targets) for s in scenarios], True)
    return MatchUps("run", [_of_scenario(options, scenario) for scenario in scenarios])


def compare(options: argparse.Namespace) -> Answer:
    """Return loadouts x targets, of a file or of texts."""
    from .scenario import read_attacker

    path = _one_file(options.what, "compare")
    if not options.what or path:
        scenario = _load(path or example_path(options.game or WH40K), options.game)
        if scenario.script is not None:
            raise MathhammerError("a turn has no loadouts to compare: use `mathhammer run`", path)
        return MatchUps("compare", [_of_scenario(options, scenario)])
    if not options.at:
        raise MathhammerError(
            f"there is no file {shown(options.what[0])}; to compare loadouts given as texts, "
            "add --at TARGET"
        )
    game = _game_of(options)
    attackers = []
    for text in options.what:
        with inside(f"loadout {shown(text, 30)}"):
            attackers.append(read_attacker(text, game))
    targets = _targets(options.at, game)
    batch = _batch(options, game, "", attackers, targets, read_as=_read_as(options.what, game))
    return MatchUps("compare", [batch])


def saves(options: argparse.Namespace) -> Answer:
    """Return the mean damage of a unit, or of the loadouts of a file, against every save."""
    from .analysis.saves import DEFAULT, of_units

    if not options.what:
        raise MathhammerError(
            'saves needs a weapon, like "10x 2/3+/4+/1/D3" or "10x A2 BS3+ S4 AP-1 D1", or a file'
        )
    if len(options.at) > 1:
        raise MathhammerError("saves takes one --at: the table is of one kind of target")
    path = _one_file(options.what, "saves")
    if path:
        scenario = _load(path, options.game)
        if scenario.script is not None:
            raise MathhammerError("a turn has no table of saves", path)
        game = scenario.game
        read_as = [*scenario.notes, "the targets of the file play no part in a table of saves"]
        attackers, context, ruleset = _situation(
            options, game, scenario.attackers, scenario.context, scenario.ruleset
        )
    else:
        game = _game_of(options)
        read_as = _read_as(options.what, game)
        attackers, context, ruleset = _situation(
            options, game, [_unit(options.what, game)], None, None
        )
    (target,) = _targets([options.at or DEFAULT[game]], game)
    with inside(path):
        return SavesAnswer(path, of_units(attackers, target, context, ruleset), read_as)


def reroll(options: argparse.Namespace) -> Answer:
    """Return the best use of a Command Re-roll in each match-up of texts or files."""
    from .reroll import Objective, check_game, check_player, of_units

    if not options.what:
        raise MathhammerError('reroll needs a weapon, like "A1 BS3+ S12 AP-3 DD6+1", or a file')
    with inside("--by"):
        by = check_player(options.by)
    with inside("--objective"):
        objective = Objective.read(options.objective)
    pairs: list[tuple[str, Situated, Sequence[Unit], Sequence[str]]] = []
    if any(w.lower().endswith(FILES) or os.path.exists(w) for w in options.what):
        for path in options.what:
            scenario = _load(path, options.game)
            with inside(path):
                check_game(scenario.game)
                if scenario.script is not None:
                    raise NotModelledError("a Command Re-roll in a turn is not modelled")
            aims = _targets(options.at, scenario.game) if options.at else scenario.targets
            situated = _situation(
                options, scenario.game, scenario.attackers, scenario.context, scenario.ruleset
            )
            pairs.append((path, situated, aims, scenario.notes))
    else:
        game = _game_of(options)
        check_game(game)
        if not options.at:
            raise MathhammerError(
                "reroll needs a target: --at meq, or one of `mathhammer targets`, or --at with "
                'numbers like "5x T4 Sv3+ W2"'
            )
        unit = _unit(options.what, game)
        situated = _situation(options, game, [unit], None, None)
        aims = _targets(options.at, game)
        pairs.append(("", situated, aims, _read_as(options.what, game)))
    check_matchups([(situated[0], targets) for _, situated, targets, _ in pairs], True)
    found = []
    for path, (attackers, context, ruleset), targets, read_as in pairs:
        with inside(path):
            found += [
                (of_units(attacker, target, context, ruleset, by, objective, path), read_as)
                for attacker in attackers
                for target in targets
            ]
    return RerollAnswer(found)


def verify(options: argparse.Namespace) -> Answer:
    """Return how well both engines agree on scenario files."""
    from .agreement import Agreement
    from .evaluate import compare_units, play

    if not options.what:
        raise MathhammerError(
            "verify needs a scenario file; `mathhammer compare --example` shows one"
        )
    scenarios = [_load(path, options.game) for path in options.what]
    check_matchups([(s.attackers, s.targets) for s in scenarios], True)
    agreements = []
    for scenario in scenarios:
        with inside(scenario.path):
            if scenario.script is not None:
                _, context, ruleset = _situation(
                    options, scenario.game, [], scenario.script.context, scenario.script.ruleset
                )
                script = scenario.script._replace(context=context, ruleset=ruleset)
                changed = scenario._replace(script=script)
                agreements.append(
                    Agreement(scenario.path, play(changed), play(changed, options.settings))
                )
                continue
            attackers, context, ruleset = _situation(
                options, scenario.game, scenario.attackers, scenario.context, scenario.ruleset
            )
            exact, sampled = (
                compare_units(
                    list(attackers), list(scenario.targets), context, ruleset, scenario.path, how
                ).results
                for how in (None, options.settings)
            )
            agreements += [
                Agreement(scenario.path, *pair) for pair in zip(exact, sampled, strict=True)
            ]
    return VerifyAnswer(agreements)


# ------------------------------------------------------------------------------- reading


def _game_of(options: argparse.Namespace) -> str:
    """Return the game of texts: --game, else what the weapons show, else the targets."""
    at = options.at if isinstance(options.at, list) else [options.at]
    return options.game or first_game(options.what) or first_game(at) or WH40K


def _unit(texts: Sequence[str], game: str) -> Unit:
    """Return the unit whose weapons are some texts."""
    from .scenario import read_attacker

    with inside("weapon"):
        try:
            return read_attacker(list(texts) if len(texts) > 1 else texts[0], game)
        except MathhammerError as error:
            if len(texts) > 1 and not any(" " in word.strip() for word in texts):
                error.message += " (put each weapon in quotes, as one word of the command line)"
            raise


def _targets(texts: Sequence[str], game: str) -> list[Unit]:
    from .scenario import read_target

    targets = []
    for text in texts:
        with inside(f"--at {shown(text, 30)}"):
            targets.append(read_target(text, game))
    return targets


def _read_as(texts: Sequence[str], game: str) -> list[str]:
    from .notation import reading_notes

    return [note for text in texts for note in reading_notes(text, game)]


def _one_file(words: Sequence[str], command: str) -> str:
    """Return the file among some words, empty where they are texts."""
    files = [w for w in words if w.lower().endswith(FILES) or os.path.exists(w)]
    if files and len(words) > 1:
        raise MathhammerError(
            f"{command} takes one file; put the loadouts into one, or use `mathhammer run` for "
            "several"
        )
    return files[0] if files else ""


def _load(path: str, game: str | None) -> Scenario:
    """Return the scenario of a file; `game` is for a file that says nothing of its own."""
    from .files import read_fields
    from .scenario import from_mapping, load

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


def _of_scenario(options: argparse.Namespace, scenario: Scenario) -> Batch:
    if scenario.script is not None:
        return _turn(options, scenario, scenario.script)
    given = getattr(options, "at", None)
    targets = _targets(given, scenario.game) if given else scenario.targets
    return _batch(
        options, scenario.game, scenario.path, scenario.attackers, targets, scenario.context,
        scenario.ruleset, scenario.notes,
    )  # fmt: skip


def _turn(options: argparse.Namespace, scenario: Scenario, script: Script) -> Batch:
    """Compute a turn; it has no match-ups."""
    from .comparison import Comparison
    from .evaluate import play

    _, context, ruleset = _situation(options, scenario.game, [], script.context, script.ruleset)
    changed = script._replace(context=context, ruleset=ruleset)
    with inside(scenario.path):
        turn = play(scenario._replace(script=changed), options.settings)
    return Batch(scenario.path, Comparison([], [], []), scenario.notes, turn)


def _batch(
    options: argparse.Namespace,
    game: str,
    source: str,
    attackers: Sequence[Unit],
    targets: Sequence[Unit],
    context: Context | None = None,
    ruleset: Ruleset | None = None,
    read_as: Sequence[str] = (),
) -> Batch:
    """Compute match-ups."""
    from .evaluate import compare_units

    attackers, context, ruleset = _situation(options, game, attackers, context, ruleset)
    with inside(source):
        check_matchups([(attackers, targets)], options.json or options.command != "compare")
        comparison = compare_units(
            list(attackers), list(targets), context, ruleset, source, options.settings
        )
    return Batch(source, comparison, read_as)


def _situation(
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
