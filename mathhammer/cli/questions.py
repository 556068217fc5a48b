"""From words and files to questions, and from questions to answers.

What the command line says goes before what a file says; a game is the one of ``--game``,
else the one that the weapons show.
"""

import os
from collections.abc import Mapping, Sequence
from typing import Any

from mathhammer.cli.groups import MatchUpGroup, is_matrix
from mathhammer.cli.options import Request
from mathhammer.core.errors import MathhammerError, TooLargeError, inside, quoted
from mathhammer.core.text import is_workbook
from mathhammer.games.names import AOS, GAMES, TITLES, WH40K, profiles_of
from mathhammer.games.profiles import Context, Ruleset, Unit
from mathhammer.games.text.signs import first_game
from mathhammer.reading.attack import AttackQuestion
from mathhammer.reading.question import Question, one_of

SPREADSHEETS = (".csv", ".tsv")
FILES = (".toml", ".json", *SPREADSHEETS)
#: What a file is read with that needs no targets and has none.
_TARGETS = {WH40K: {"toughness": 4, "wounds": 1}, AOS: {"health": 1}}
#: The most match-ups of a call that are printed in full, and in a table.
MAX_MATCHUPS = 2_500
MAX_COMPARED = 40_000
#: The built-in example of each game.
EXAMPLES = {WH40K: "squads.toml", AOS: "spearhead.toml"}


def example_path(game: str = WH40K) -> str:
    """Return where the built-in example of a game lies."""
    return os.path.join(
        os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "examples", EXAMPLES[game]
    )


def is_file(word: str) -> bool:
    """Return whether a word is meant as a file."""
    return word.lower().endswith(FILES) or is_spreadsheet(word) or os.path.exists(word)


def is_spreadsheet(word: str) -> bool:
    """Return whether a word is meant as a spreadsheet, or as a sheet of a workbook (``#``)."""
    return word.lower().endswith(SPREADSHEETS) or is_workbook(word)


def one_file(words: Sequence[str], command: str) -> str:
    """Return the file among some words, empty where they are texts."""
    files = [word for word in words if is_file(word)]
    if files and len(words) > 1:
        raise MathhammerError(
            f"{command} takes one file; put the loadouts into one, or use `mathhammer run` for "
            "several"
        )
    return files[0] if files else ""


def load_question(path: str, game: str | None, targets: bool = True) -> Any:
    """Return the question of a file.

    Parameters
    ----------
    path : str
    game : str or None
        For a file that says nothing of its own.
    targets : bool
        Whether it needs targets of its own; if it needs none and has none, its question has
        none, and can only be put `at` others.
    """
    from mathhammer.reading.scenario import load

    if is_spreadsheet(path):
        raise MathhammerError(
            "a spreadsheet is not a scenario: use `mathhammer compare weapons.csv --at TARGET`",
            path,
        )
    stands_in = False

    def complete(fields: dict[str, Any]) -> None:
        nonlocal stands_in
        if game is not None and fields.get("game") is None:
            fields["game"] = game
        if not targets and "attacker" in fields and fields.get("target") is None:
            stands_in = True
            fields["target"] = _TARGETS[one_of("game", fields.get("game", WH40K), GAMES)]

    question = load(path, complete)
    if stands_in:
        question = question.at(())
    if game is not None and question.game != game:
        raise MathhammerError(
            f'the file says game = "{question.game}" ({TITLES[question.game]}), the command line '
            f"--game {game}",
            path,
        )
    return question


def load_questions(request: Request, paths: Sequence[str]) -> list[Any]:
    """Return the questions of scenario files, of which there has to be one."""
    if not paths:
        raise MathhammerError(
            f"{request.command} needs a scenario file; `mathhammer compare --example` shows one"
        )
    return [load_question(path, request.game) for path in paths]


def question_of_unit(
    request: Request, texts: Sequence[str], at: Sequence[str] | None = None
) -> AttackQuestion:
    """Return the question what one unit, whose weapons are texts, does to the targets of --at."""
    game = game_of(request, texts)
    unit = unit_of(list(texts) if len(texts) > 1 else texts[0], game, "weapon", texts)
    targets = targets_of(request.at if at is None else at, game)
    return attack_question(game, [unit], targets)


def unit_of(given: Any, game: str, where: str, texts: Sequence[str]) -> Unit:
    """Return the unit whose weapons are given as one text or more, of those of a call."""
    from mathhammer.reading.read_units import read_attacker

    with inside(where, ": "):
        try:
            return read_attacker(given, game)
        except MathhammerError as error:
            from mathhammer.cli.hints import unquoted_weapons

            error.message += unquoted_weapons(texts)
            raise


def attack_question(
    game: str,
    attackers: Sequence[Unit],
    targets: Sequence[Unit],
    path: str = "",
    shares: tuple[float, ...] = (),
) -> AttackQuestion:
    """Return the question what attackers do to targets, without a context or rulings."""
    profiles = profiles_of(game)
    return AttackQuestion(
        path, game, tuple(attackers), tuple(targets), profiles.Context(), profiles.Ruleset(),
        shares=shares,
    )  # fmt: skip


def check_target(request: Request) -> None:
    """Check that there is a target for weapons given as texts."""
    if not request.at:
        raise MathhammerError(
            f"{request.command} needs a target: --at meq, or one of `mathhammer targets`, or --at "
            'with numbers like "5x T4 Sv3+ W2"'
        )


def game_of(request: Request, texts: Sequence[str]) -> str:
    """Return the game of texts: --game, else what the weapons show, else the targets."""
    return (
        request.game or first_game(texts) or game_of_targets(request.at) or request.defaults.game()
    )


def game_of_targets(texts: Sequence[str]) -> str | None:
    """Return the game that targets show: texts, or the columns of spreadsheets."""
    from mathhammer.reading.spreadsheet import game_of_columns, read_rows

    for text in texts:
        if is_spreadsheet(text):
            with inside(text, ": "):
                game = game_of_columns(read_rows(text)[0])
        else:
            game = first_game([text])
        if game is not None:
            return game
    return None


def targets_of(texts: Sequence[str], game: str) -> list[Unit]:
    """Return the targets of --at: texts, or spreadsheets of them."""
    from mathhammer.reading.read_units import read_target

    targets = []
    for i, text in enumerate(texts):
        if is_spreadsheet(text):
            from mathhammer.reading.spreadsheet import read_targets

            with inside(text, ": "):
                targets += read_targets(text, game)
            continue
        with inside(f"--at {quoted(text, 30)}", ": "):
            try:
                targets.append(read_target(text, game))
            except MathhammerError as error:
                from mathhammer.cli.hints import unquoted

                error.message += unquoted(texts, i, game)
                raise
    return targets


def loadouts_of(request: Request, what: Sequence[str], kind: str) -> AttackQuestion:
    """Return the question of loadouts without targets: of a unit given as texts, or of a file.

    Parameters
    ----------
    request : Request
    what : list of str
        Texts, or a file.
    kind : str
        What they are asked for, like ``"table of saves"``.
    """
    path = one_file(what, request.command)
    if not path:
        return question_of_unit(request, what, ())
    question = load_question(path, request.game, targets=False)
    if not isinstance(question, AttackQuestion):
        raise MathhammerError(f"{question.words} has no {kind}", path)
    if question.targets:
        unused = f"the targets of the file play no part in a {kind}"
        question = question._replace(notes=(*question.notes, unused))
    return question


def one_target(request: Request, game: str) -> Unit | None:
    """Return the target of --at, if there is any, of a command that takes one."""
    command = request.command
    if len(request.at) > 1:
        raise MathhammerError(f"{command} takes one --at: it is of one kind of target")
    targets = targets_of(request.at, game)
    if len(targets) > 1:
        raise MathhammerError(f"{command} takes one target: it is of one kind of target")
    return targets[0] if targets else None


def put_over(question: Any, request: Request) -> Any:
    """Return a question with --context and --ruleset put over its own, and defaults under it."""
    context = ruleset = None
    if request.context:
        if question.no_context:
            raise MathhammerError(question.no_context, question.path or "--context")
        with inside("--context", ": "):
            context = profiles_of(question.game).Context.read(request.context)
    if request.ruleset:
        with inside("--ruleset", ": "):
            ruleset = type(question.ruleset).read(request.ruleset)
    if request.phase or request.mode:
        question = question.using(request.phase, request.mode)
    given = {"context": context, "ruleset": ruleset}
    completed = question.completed(lambda name, own: request.defaults.under(name, own, given[name]))
    with inside(question.path, ": "):
        return completed.over(context, ruleset)


def situation_of(
    request: Request, game: str, fields: Mapping[str, Any] | None = None
) -> tuple[Context, Ruleset]:
    """Return context and rulings of some fields with those of the command line put over them.

    Parameters
    ----------
    request : Request
    game : {"wh40k", "aos"}
    fields : mapping, optional
        Those of a file; by default none.
    """
    from mathhammer.reading.question import ruled
    from mathhammer.reading.read_units import read_situation

    own = fields or {}
    context, rulings = read_situation(own.get("context"), own.get("ruleset"), game)
    with inside("--context", ": "):
        over = type(context).read(request.context)
    context = request.defaults.under("context", context, over).merged(over)
    with inside("--ruleset", ": "):
        ruling = type(rulings).read(request.ruleset)
    return context, ruled(request.defaults.under("ruleset", rulings, ruling), ruling)


def check_match_ups(questions: Sequence[Question], in_full: bool) -> None:
    """Check how many match-ups a call is going to print, before any is computed.

    Parameters
    ----------
    questions : list of Question
    in_full : bool
        A page or a JSON object each, not a cell of a table.

    Raises
    ------
    TooLargeError
        There are more than `MAX_MATCHUPS`, or `MAX_COMPARED` in a table.
    """
    number = sum(question.match_ups for question in questions)
    if in_full and number > MAX_MATCHUPS:
        raise TooLargeError(
            f"{number} match-ups; up to {MAX_MATCHUPS} are printed in full: take fewer attackers "
            f"or targets at a time, or `mathhammer compare`, which prints a table of up to "
            f"{MAX_COMPARED}"
        )
    if number > MAX_COMPARED:
        raise TooLargeError(
            f"{number} match-ups; up to {MAX_COMPARED} are compared: take fewer attackers or "
            "targets at a time"
        )


def answer_of(question: Any, request: Request) -> MatchUpGroup:
    """Return the answer to a question as it is, checked and computed."""
    with inside(question.path, ": "):
        if request.plot:
            from mathhammer.cli.pictures import check_picture

            check_picture(question, request.picture, request.settings is not None)
        try:
            return MatchUpGroup(question, question.answer(request.settings))
        except MathhammerError as error:
            if request.phase and error.where == "phase":
                error.where = "--phase"
            raise


def _check_matrix(question: Any, shown: str) -> None:
    """Check that a question has the matrix that --show and --details are about."""
    with inside(question.path, ": "):
        if question.size[2]:
            raise MathhammerError("--show and --details are of match-ups, not of a sweep")
        if shown and question.match_ups:
            from mathhammer.show.pages.matrix import check_shown

            check_shown(shown, question.attackers, question.targets)


def answers_of(questions: Sequence[Any], request: Request) -> list[MatchUpGroup]:
    """Return the answers to questions, with what the command line says put over them."""
    changed = [put_over(question, request) for question in questions]
    tabled = request.command == "compare"
    in_full = [q for q in changed if request.in_full or not (tabled or is_matrix(q))]
    check_match_ups(in_full, True)
    check_match_ups(changed, False)
    for question in changed if request.view.shown or request.view.details else ():
        _check_matrix(question, request.view.shown)
    return [answer_of(question, request) for question in changed]
