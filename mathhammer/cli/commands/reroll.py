"""The command reroll: the best use of a Command Re-roll."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from mathhammer import reroll
from mathhammer.cli import questions
from mathhammer.cli.check_fields import check_question, parse_kind
from mathhammer.cli.command import Command, Options, option, words
from mathhammer.cli.options import AT, EXACT, OF_ATTACKS, Request, common
from mathhammer.cli.output import CommandOutput, Entries
from mathhammer.core.errors import MathhammerError, NotModelledError, inside, nearest, quoted
from mathhammer.games.checks.registry import KINDS, kind_of
from mathhammer.reading.attack import AttackQuestion
from mathhammer.reading.check import CheckQuestion
from mathhammer.reading.turn import TurnQuestion

if TYPE_CHECKING:
    from mathhammer.reroll.check import CheckReroll
    from mathhammer.reroll.outcome import CommandReroll

    #: What a re-roll is worth, and how texts were understood.
    Worth = tuple[CommandReroll | CheckReroll, Sequence[str]]

_SHARED = common("match-up, player and roll", engine=EXACT)


class Reroll(Command):
    """The best use of a Command Re-roll in each match-up of texts or files, or in a check."""

    name = "reroll"
    usage = "TEXT... --at TARGET... | FILE... | KIND "
    options = (
        words(
            "TEXT",
            "the weapons of one unit, as for attack, or scenario files; or a check: charge, "
            "advance, hazardous or desperate_escape with its fields",
        ),
        option(
            "--by", metavar="PLAYER",
            help="who has a Command Re-roll: attacker (default), defender or both",
        ),
        option(
            "--objective", metavar="WHAT",
            help="what it is used for: destroyed (default), slain=3 (at least so many models), "
            "or a mean, damage or slain",
        ),
        AT,
        *_SHARED,
    )  # fmt: skip
    of_kind = (
        option(
            "--objective", metavar="WHAT",
            help="what it is used for: success of a charge or an Advance, else as few lost "
            "as can be; each kind has but one",
        ),
        *(one for one in _SHARED if one not in OF_ATTACKS),
    )  # fmt: skip
    examples = (
        'reroll "lance: A1 BS3+ S12 AP-3 DD6+1" --at "T9 Sv3+ W6" --by both',
        "reroll charge 9",
    )

    def parse(self, arguments: Sequence[str]) -> Options:
        """Return the options; those of a kind of check are its fields."""
        first = arguments[0] if arguments else ""
        if first and not os.path.exists(first) and kind_of(first) is not None:
            return parse_kind(self, arguments, "what is a Command Re-roll worth: ", self.of_kind)
        options = super().parse(arguments)
        options.kind = None
        return options

    def run(self, options: Options) -> CommandOutput:
        """Find the best use, and what it is worth."""
        request = Request.read(self.name, options)
        if options.kind is not None:
            KINDS[options.kind].check_command_reroll()
            question = check_question(options, request)
            return _output([(_of_check(request, question, options.objective), ())])
        if not options.what:
            raise MathhammerError(
                'reroll needs a weapon, like "A1 BS3+ S12 AP-3 DD6+1", a file, or a check, like '
                "charge 9"
            )
        if not any(map(questions.is_file, options.what)):
            weapons = _of_texts(request, options.what)
            return _output(_played(request, [weapons], options.by, options.objective))
        asked = [_loaded(path, request) for path in options.what]
        checks = [question for question in asked if isinstance(question, CheckQuestion)]
        if not checks:
            return _output(_played(request, asked, options.by, options.objective))
        if len(checks) < len(asked):
            raise MathhammerError(
                "reroll takes files of attackers and targets, or of checks, not both in one call"
            )
        names = ("by", "at", *(one.name for one in OF_ATTACKS))
        idle = [f"--{name}" for name in names if getattr(options, name)]
        if idle:
            raise MathhammerError(f"{idle[0]} would have no effect on a check")
        return _output([(_of_check(request, one, options.objective), ()) for one in checks])


COMMAND = Reroll()


def _loaded(path: str, request: Request) -> Any:
    """Return the question of a file, which has a Command Re-roll."""
    question = questions.load_question(path, request.game, targets=not request.at)
    with inside(path, ": "):
        reroll.check_game(question.game)
        if isinstance(question, TurnQuestion):
            raise NotModelledError("a Command Re-roll in a turn is not modelled")
        if not isinstance(question, AttackQuestion | CheckQuestion):
            raise MathhammerError(
                f"{question.words} has no Command Re-roll: reroll takes a file of attackers and "
                "targets, or a check"
            )
    return question


def _of_check(request: Request, question: CheckQuestion, objective: str | None) -> CheckReroll:
    """Return what a re-roll is worth in a check."""
    question = questions.put_over(question, request)
    with _option("--objective"):
        reroll.check_objective(question.check, objective)
    with inside(question.path, ": "):
        return reroll.of_check(question.check, question.game, question.ruleset, question.path)


def _of_texts(request: Request, texts: Sequence[str]) -> AttackQuestion:
    """Return the question of one unit, whose weapons are texts."""
    reroll.check_game(questions.game_of(request, texts))
    hint = "" if request.at else nearest(texts[0], KINDS)
    if hint:
        raise MathhammerError(f"{quoted(texts[0])} is not a check{hint}")
    questions.check_target(request)
    return questions.question_of_unit(request, texts)


def _played(
    request: Request, asked: Sequence[Any], player: str | None, what_for: str | None
) -> list[Worth]:
    """Return what re-rolls are worth in the match-ups of texts or files."""
    changed = []
    for question in asked:
        if request.at and question.path:
            question = question.at(tuple(questions.targets_of(request.at, question.game)))
        changed.append(questions.put_over(question, request))
    with _option("--by"):
        by = reroll.check_player("attacker" if player is None else player)
    with _option("--objective"):
        objective = reroll.Objective.read("destroyed" if what_for is None else what_for)
    questions.check_match_ups(changed, True)
    worth: list[Worth] = []
    for question in changed:
        with inside(question.path, ": "):
            for attacker in question.attackers:
                for target in question.targets:
                    answer = reroll.of_units(
                        attacker, target, question.context, question.ruleset, by, objective,
                        question.path,
                    )  # fmt: skip
                    worth.append((answer, question.notes))
    return worth


def _output(worth: Sequence[Worth]) -> CommandOutput:
    from mathhammer.show.pages.answers import blocks

    return Entries(
        (_entry(answer.to_dict(), read_as) for answer, read_as in worth),
        [blocks(answer, *([read_as] if read_as else [])) for answer, read_as in worth],
        (
            {"scenario": answer.result.scenario, **row}
            for answer, _ in worth
            for row in answer.rows()
        ),
    )


def _entry(entry: dict[str, Any], read_as: Sequence[str]) -> dict[str, Any]:
    return {**entry, "notes": [*entry["notes"], *read_as]}


@contextmanager
def _option(name: str) -> Iterator[None]:
    """Name the option, not the field, in an error's place."""
    try:
        yield
    except MathhammerError as error:
        raise MathhammerError(error.message, name) from None
