"""The command report: a page of HTML on a file."""

from collections.abc import Sequence

from mathhammer.cli.command import Command, Options, option, words
from mathhammer.cli.groups import MatchUpGroup, MatchUpOutput
from mathhammer.cli.options import Request, common
from mathhammer.cli.output import CommandOutput, finished, new_page
from mathhammer.cli.questions import answer_of, check_match_ups, load_questions, one_file, put_over
from mathhammer.core.errors import MathhammerError, inside
from mathhammer.core.progress import Progress


class Report(Command):
    """A page on what a file describes."""

    name = "report"
    usage = "FILE -o PAGE.html "
    options = (
        words("FILE", "scenario, TOML or JSON: match-ups, a sweep, a turn or a check"),
        option(
            "-o", "--output", metavar="PAGE.html",
            help="where the page is written: one file, complete in itself",
        ),
        *common(),
    )  # fmt: skip
    examples = ("report squads.toml -o squads.html",)

    def run(self, options: Options) -> CommandOutput:
        """Answer the question of the file."""
        request = Request.read(self.name, options)
        path = one_file(options.what, "report")
        if path and not options.output:
            raise MathhammerError("report needs -o PAGE.html: where the page is written")
        (question,) = load_questions(request, [path] if path else [])
        if not question.has_report:
            raise MathhammerError(f"{question.words} has no report: use `mathhammer run`", path)
        if question.match_ups:
            from mathhammer.show.pages.report import check_size

            with inside(path, ": "):
                check_size(*question.size)
        question = put_over(question, request)
        check_match_ups([question], True)
        return ReportOutput(answer_of(question, request))


COMMAND = Report()


class ReportOutput(MatchUpOutput):
    """A page on what a file describes."""

    def __init__(self, group: MatchUpGroup) -> None:
        super().__init__([group])
        self._page = ""

    def _text(self, written: Sequence[str], progress: Progress) -> str:
        """Return what was written; the page is made now, while the progress is shown."""
        from mathhammer import __version__
        from mathhammer.show.html import report_page

        question, answer = self.groups[0]
        notes = question.notes
        if self.defaults:
            notes = (*notes, f"Defaults: {self.defaults}.")
        with inside(question.path, ": "):
            self._page = report_page(
                answer, question.path, notes, question.shares, __version__,
                *_own_words(question.path),
            )  # fmt: skip
        return finished(new_page(), written)

    def json(self, progress: Progress) -> str:
        """Return the results, once the page is made."""
        self.text((), progress)
        return super().json(progress)

    def write_page(self, path: str) -> None:
        """Write the page."""
        with open(path, "w", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
            file.write(self._page)


def _own_words(path: str) -> tuple[str, str]:
    """Return the title and the note that a file gives itself, where they are texts."""
    from mathhammer.reading.files import read_fields

    fields = read_fields(path)
    title, note = (fields.get(name) for name in ("title", "note"))
    return title if isinstance(title, str) else "", note if isinstance(note, str) else ""
