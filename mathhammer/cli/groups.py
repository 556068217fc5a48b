"""Match-ups, turns, checks: the answers to questions, in each form that a command prints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from mathhammer.cli import output
from mathhammer.cli.view import MatrixView
from mathhammer.core.errors import inside
from mathhammer.core.progress import Progress
from mathhammer.reading.question import Question
from mathhammer.results.comparison import dicts_of

if TYPE_CHECKING:
    from mathhammer.show.terminal.page import Page


class MatchUpGroup(NamedTuple):
    """The answer to one question: the match-ups of a text or of one file, or what stands for them.

    Attributes
    ----------
    question : Question
    answer : Comparison, SweepResult, TurnResult, CheckResult or HeroesResult
        What came of it.
    """

    question: Question
    answer: Any

    @property
    def results(self) -> list[Any]:
        """The results that the answer is made of."""
        return self.question.results(self.answer)

    @property
    def match_ups(self) -> int:
        """How many of them are match-ups."""
        return len(self.results) if self.question.match_ups else 0

    def until_interrupted(self) -> Self:
        """Return the group without what comes after an interrupted simulation."""
        results = self.results
        stop = next((i for i, result in enumerate(results) if output.is_interrupted(result)), None)
        if stop is None or stop + 1 == len(results):
            return self
        answer = copy(self.answer)
        answer.results = results[: stop + 1]
        return self._replace(answer=answer)


class MatchUpOutput(output.CommandOutput):
    """The answers to the questions of texts or files.

    Parameters
    ----------
    groups : list of MatchUpGroup
    picture : str, optional
        What is drawn; by default what fits.
    view : MatrixView
        How match-ups are shown together.
    """

    #: Whether match-ups against one target are shown together, too.
    always_together = False

    def __init__(
        self,
        groups: Sequence[MatchUpGroup],
        picture: str | None = None,
        view: MatrixView | None = None,
    ) -> None:
        self.groups = groups
        self.view = view or MatrixView()
        self.picture = picture
        self.number = sum(group.match_ups for group in groups)

    def json(self, progress: Progress) -> str:
        """Return all results, one line per result, and one per loadout over a mix."""
        text = output.array(self._entries(progress), self.defaults)
        self._stop()
        return text

    def _entries(self, progress: Progress) -> Iterator[dict[str, Any]]:
        for question, answer in self.groups:
            shares = question.shares
            with inside(question.path, ": "):
                results = question.results(answer)
                for i, (result, entry) in enumerate(zip(results, dicts_of(results), strict=True)):
                    if shares:
                        entry["share"] = shares[i % len(shares)]
                    if question.notes:
                        entry["notes"] = [*entry["notes"], *question.notes]
                    if question.match_ups:
                        progress.step()
                    yield entry
                    if output.is_interrupted(result):
                        return
                if shares:
                    from mathhammer.show.overall import overall_entries

                    yield from overall_entries(answer, shares)

    def text(self, written: Sequence[str], progress: Progress) -> str:
        """Return one page per result, and the line that says what the picture leaves out."""
        text = self._text(written, progress)
        self._stop()
        return text if self.status else text + self._not_drawn()

    def source_words(self, path: str) -> str:
        """Return where match-ups that are shown together come from."""
        return path

    def _text(self, written: Sequence[str], progress: Progress) -> str:
        page = output.new_page()
        for group in self.groups:
            with inside(group.question.path, ": "):
                played = self._put(group, page, progress)
            if played < len(group.results):
                return page.text() + rest_words(played, len(group.results))
        return output.finished(page, written)

    def _put(self, group: MatchUpGroup, page: Page, progress: Progress) -> int:
        """Put a group on a page; return how many of its results were played until a stop."""
        from mathhammer.show.pages.answers import blocks

        question, answer = group
        options: dict[str, Any] = {}
        more: list[Any] = [
            self.source_words(question.path),
            *[question.notes] * bool(question.match_ups),
        ]
        if self.always_together or is_matrix(question):
            played = _played(question, answer, progress)
            if played < question.match_ups:  # a table of which cells are missing is none
                self._put_each(group.until_interrupted(), page, progress)
                return played
            if not question.size[2]:
                options = {"shown": self.view.shown, "details": self.view.details}
                more += [question.shares] * bool(question.shares)
            page.put(blocks(answer, *more, **options), apart=2)
            if self.always_together or not self.view.details:
                return played
        return self._put_each(group, page, progress)

    def _put_each(self, group: MatchUpGroup, page: Page, progress: Progress) -> int:
        """Put each result on a page; return how many were played until a stop."""
        from mathhammer.show.pages.answers import blocks

        question = group.question
        beside = [question.path, *[question.notes] * bool(question.match_ups)]
        for i, result in enumerate(group.results):
            page.put(blocks(result, *beside), apart=2)
            if question.match_ups:
                progress.step()
            if output.is_interrupted(result):
                return i + 1
        return len(group.results)

    def _not_drawn(self) -> str:
        if self.picture != "anvils":
            return ""
        from mathhammer.analysis.durability import of_comparison
        from mathhammer.show.charts.anvils import left_out

        question, answer = self.groups[0]
        words = left_out(of_comparison(answer, question.shares))
        page = output.new_page()
        page.facts([("", words)] if words else [])
        return page.text() if words else ""

    def _stop(self) -> None:
        """Take what there is where a simulation is interrupted (Ctrl-C).

        Nothing that comes after it is played: who pressed Ctrl-C doesn't want to wait for it.
        """
        for number, group in enumerate(self.groups):
            if any(map(output.is_interrupted, group.results)):
                self.status = output.INTERRUPTED
                self.groups = [*self.groups[:number], group.until_interrupted()]
                return

    def table(self) -> output.Table:
        """Return one row per match-up, or what the tables of other answers have."""
        return _table(self.groups, self.view.columns)

    def write_plot(self, path: str) -> None:
        """Draw the one group there is, unless some of its match-ups are missing."""
        if sum(group.match_ups for group in self.groups) == self.number:
            from mathhammer.cli.pictures import draw
            from mathhammer.show.charts import save

            question, answer = self.groups[0]
            with inside(question.path, ": "):
                save(draw(answer, self.picture, question.shares), path)


def is_matrix(question: Question) -> bool:
    """Return whether match-ups are shown together: those against several targets."""
    return question.size[1] > 1 and not question.size[2]


def _played(question: Question, answer: Any, progress: Progress) -> int:
    """Compute results one by one; return how many there are until one is interrupted."""
    if question.exact_only:  # all at once
        return question.match_ups
    for i, result in enumerate(question.results(answer)):
        _ = result.slain
        progress.step()
        if output.is_interrupted(result):
            return i + 1
    return question.match_ups


def rest_words(done: int, number: int) -> str:
    """Return what is said of match-ups that an interruption left unplayed."""
    if done == number:
        return ""
    return f"interrupted    {done} of {number} match-ups were played; the others are left out.\n"


def _table(
    groups: Sequence[MatchUpGroup], columns: str
) -> tuple[list[str], Iterator[Mapping[str, Any]]]:
    """Return the columns and rows of a table: ``scenario``, and then those of the answers.

    Of match-ups these are the swept fields and those of `matchup_columns`. Over a mix of
    targets, each has its share, and one row per loadout with target ``mix`` follows.
    """
    if not groups[0].question.match_ups:
        tables = [(group.question.path, group.answer.table()) for group in groups]
        return ["scenario", *map(str, tables[0][1].columns)], (
            {"scenario": path, **{str(name): value for name, value in row.items()}}
            for path, table in tables
            for row in table.to_dict("records")
        )
    columns_of = [_columns(group, columns) for group in groups]
    names = dict.fromkeys(n for table in sorted(columns_of, key=len, reverse=True) for n in table)
    return list(names), (
        dict(zip(table, row, strict=True))
        for table in columns_of
        for row in zip(*table.values(), strict=True)
    )


def _columns(group: MatchUpGroup, columns: str) -> dict[str, list[Any]]:
    from mathhammer.analysis.rows import matchup_columns
    from mathhammer.analysis.sweeps import sweep_columns
    from mathhammer.show.overall import mixed_columns

    question, answer = group
    if hasattr(answer, "axes"):
        table = sweep_columns(answer, columns)
    elif question.shares:
        table = mixed_columns(answer, question.shares, columns)
    else:
        table = matchup_columns(answer.results, columns)
    number = len(next(iter(table.values())))
    return {"scenario": [question.path] * number, **table}
