"""What the commands share that explain match-ups one by one: why and howmany."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from mathhammer.cli import questions
from mathhammer.cli.options import Request
from mathhammer.core.errors import MathhammerError, TooLargeError
from mathhammer.reading.attack import AttackQuestion

#: The most match-ups that are explained in a call.
MAX_EXPLAINED = 50


class Explained(NamedTuple):
    """Match-ups to be explained.

    Attributes
    ----------
    source : str
        The file, empty for texts.
    results : list of Result
    read_as : list of str
        How texts were understood, where they could be read in several ways.
    """

    source: str
    results: list[Any]
    read_as: Sequence[str]

    def head(self, result: Any, notes: Sequence[str] = ()) -> dict[str, Any]:
        """Return what an entry of the JSON begins with."""
        return {
            "scenario": self.source,
            "attacker": result.attacker.label,
            "target": result.target.label,
            "engine": result.engine,
            "ruleset": result.ruleset,
            "notes": [*result.notes, *notes, *self.read_as],
        }


def explained(request: Request, texts: Sequence[str]) -> Explained:
    """Return the match-ups of texts or of a scenario, computed; drawn is a single one.

    Parameters
    ----------
    request : Request
    texts : list of str
        The weapons of one unit, or a file.
    """
    if not texts:
        raise MathhammerError(
            f'{request.command} needs a weapon, like "10x A2 BS3+ S4 AP-1 D1", with --at TARGET, '
            "or a scenario file"
        )
    path = questions.one_file(texts, request.command)
    if path:
        question = questions.load_question(path, request.game, targets=not request.at)
        if not isinstance(question, AttackQuestion):
            raise MathhammerError(
                f"{request.command} explains match-ups, not {question.words}", path
            )
        if request.at:
            question = question.at(tuple(questions.targets_of(request.at, question.game)))
    else:
        questions.check_target(request)
        question = questions.question_of_unit(request, texts)
    if question.match_ups > MAX_EXPLAINED:
        raise TooLargeError(
            f"{question.match_ups} match-ups; up to {MAX_EXPLAINED} are explained in a call"
        )
    (group,) = questions.answers_of([question], request._replace(plot=False))
    if request.plot and len(group.results) > 1:
        raise MathhammerError(
            f"--plot draws one match-up, not {len(group.results)}: give one attacker and one --at"
        )
    return Explained(path, group.results, question.notes)
