"""The command compare: loadouts against targets, as one table."""

from collections.abc import Sequence
from typing import Any

from mathhammer.cli import questions
from mathhammer.cli.command import Command, Options, option, words
from mathhammer.cli.groups import MatchUpGroup, MatchUpOutput
from mathhammer.cli.options import AT, PLOT, Request, common, picture
from mathhammer.cli.output import CommandOutput
from mathhammer.cli.pictures import check_named, pictures_help
from mathhammer.cli.view import VIEW
from mathhammer.core.errors import (
    MathhammerError,
    NotModelledError,
    check_allowed,
    inside,
    quoted,
)
from mathhammer.core.progress import Progress
from mathhammer.games.names import WH40K
from mathhammer.games.profiles import Unit
from mathhammer.reading.attack import AttackQuestion
from mathhammer.reading.question import Question


class Compare(Command):
    """Loadouts x targets, of a scenario, a spreadsheet or texts."""

    name = "compare"
    usage = "[FILE] "
    options = (
        words(
            "FILE",
            "scenario with loadouts and targets; with --at also a spreadsheet (.csv, .tsv, .xlsx, "
            ".ods), one row a weapon, or the loadouts themselves as texts of one weapon each; "
            "without any, a built-in example",
        ),
        option("--example", action="store_true", help="print the built-in example, to start from"),
        option(
            "--mix", metavar="TEXT",
            help='targets with their shares, "60 %% meq, 30 %% geq, 10 %% veq": loadouts are '
            "ranked over all of them",
        ),
        option(
            "--sort", metavar="ORDER",
            help="loadouts and targets in another order, in every form: best (on average, of what "
            "--show says), or alike (those whose numbers rise and fall together)",
        ),
        AT,
        *common("match-up", *VIEW, PLOT, picture(pictures_help("Comparison"))),
    )  # fmt: skip
    examples = (
        "compare",
        "compare squads.toml --at meq teq",
        'compare weapons.csv --mix "60 % meq, 40 % geq"',
    )

    def run(self, options: Options) -> CommandOutput:
        """Compare loadouts, or show the example to start from."""
        if options.example:
            self._check_alone(options)
            return Example(options.game or WH40K)
        request = Request.read(self.name, options)._replace(in_full=options.json)
        check_named(request.picture, AttackQuestion.answers, self.name)
        path = questions.one_file(options.what, "compare")
        if options.mix is not None and request.at:
            raise MathhammerError("--mix names the targets itself: leave --at out")
        if questions.is_spreadsheet(path):
            question: Question = _of_spreadsheet(request, path)
        elif not options.what or path:
            question = _of_file(request, path)
        else:
            question = _of_texts(request, options.what)
        sort = _sort(options.sort, request, question)
        groups = questions.answers_of([question], request)
        if sort:
            groups = [_sorted(group, sort, request) for group in groups]
        return Compared(groups, request.picture, request.view)

    def _check_alone(self, options: Options) -> None:
        """Check that nothing stands beside --example that would have no effect."""
        unset = self.parse([])
        idle = [quoted(word) for word in options.what] + [
            option.flags[0]
            for option in self.options
            if option.name not in ("what", "example", "game")
            and getattr(options, option.name) != getattr(unset, option.name)
        ]
        if idle:
            raise MathhammerError(
                f"--example prints the built-in example and takes --game alone: {', '.join(idle)} "
                "would have no effect"
            )


COMMAND = Compare()


class Example(CommandOutput):
    """The built-in example of a game, as it is."""

    def __init__(self, game: str) -> None:
        self.game = game

    def text(self, written: Sequence[str], progress: Progress) -> str:
        """Return the file."""
        with open(questions.example_path(self.game), encoding="utf-8") as file:
            return file.read()


class Compared(MatchUpOutput):
    """A comparison, printed as a table of all its match-ups."""

    always_together = True

    def source_words(self, path: str) -> str:
        """Return the file, or what the built-in example is."""
        for name in questions.EXAMPLES:
            if path == questions.example_path(name):
                flag = "" if name == WH40K else f" --game {name}"
                return (
                    f"the built-in example; `mathhammer compare --example{flag}` prints it to "
                    "start from"
                )
        return path


def _sort(given: str | None, request: Request, question: Question) -> str:
    """Return the order that is asked for, checked before anything is computed."""
    if given is None:
        return ""
    from mathhammer.analysis.sorting import SORTS

    if question.size[2]:
        raise MathhammerError("--sort is of match-ups, not of a sweep", question.path)
    if request.settings is not None:
        raise NotModelledError("--sort is not modelled by montecarlo; exact is")
    folded = given.strip().casefold()
    check_allowed(folded, SORTS, "is no order", "--sort")
    return folded


def _sorted(group: MatchUpGroup, sort: str, request: Request) -> MatchUpGroup:
    """Return match-ups in another order of loadouts and targets."""
    from mathhammer.analysis.sorting import order, rearranged
    from mathhammer.show.pages.matrix import SHOWN

    question: Any
    question, answer = group
    rows, columns = order(answer, sort, SHOWN[request.view.shown or "damage"], question.shares)
    return MatchUpGroup(
        question._replace(
            attackers=tuple(question.attackers[i] for i in rows),
            targets=tuple(question.targets[j] for j in columns),
            shares=tuple(question.shares[j] for j in columns) if question.shares else (),
        ),
        rearranged(answer, rows, columns),
    )


def _of_texts(request: Request, texts: Sequence[str]) -> AttackQuestion:
    """Return the question of loadouts given as texts of one weapon each."""
    if not request.at and request.mix is None:
        raise MathhammerError(
            f"there is no file {quoted(texts[0])}; to compare loadouts given as texts, "
            "add --at TARGET"
        )
    game = questions.game_of(request, texts)
    attackers = [
        questions.unit_of(text, game, f"loadout {quoted(text, 30)}", texts) for text in texts
    ]
    targets, shares = _targets(request, game)
    return questions.attack_question(game, attackers, targets, shares=shares)


def _of_spreadsheet(request: Request, path: str) -> AttackQuestion:
    """Return the question of loadouts in a spreadsheet, one row per weapon."""
    from mathhammer.reading.spreadsheet import attackers_of, game_of_columns, read_rows

    if not request.at and request.mix is None:
        raise MathhammerError(
            "a spreadsheet has the weapons alone: add --at TARGET, or --at with a spreadsheet of "
            "targets", path,
        )  # fmt: skip
    with inside(path, ": "):
        columns, rows = read_rows(path)
        game = (
            request.game
            or game_of_columns(columns)
            or questions.game_of_targets(request.at)
            or request.defaults.game()
        )
        attackers = attackers_of(columns, rows, game)
    targets, shares = _targets(request, game)
    return questions.attack_question(game, attackers, targets, path, shares=shares)


def _of_file(request: Request, path: str) -> Question:
    """Return the question of a scenario, against the targets that the command line names."""
    question = questions.load_question(
        path or questions.example_path(request.game or request.defaults.game()),
        request.game,
        targets=not request.at and request.mix is None,
    )
    if not question.size[0]:
        raise MathhammerError(
            f"{question.words} has no loadouts to compare: use `mathhammer run`", path
        )
    targets, shares = _targets(request, question.game)
    if targets:
        with inside(question.path, ": "):
            question = question.at(tuple(targets), shares)
    changed: Question = question
    return changed


def _targets(request: Request, game: str) -> tuple[Sequence[Unit], tuple[float, ...]]:
    """Return the targets of --mix with their shares, or those of --at."""
    if request.mix is None:
        return questions.targets_of(request.at, game), ()
    from mathhammer.analysis.mixes import read_mix

    with inside("--mix", ": "):
        mix = read_mix(request.mix, game)
    return mix.targets, mix.shares
