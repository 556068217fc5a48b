"""The command verify: both engines, compared number by number."""

from collections.abc import Sequence

from mathhammer.analysis.agreement import Agreement, bound_of
from mathhammer.cli import output
from mathhammer.cli.command import Command, Options, words
from mathhammer.cli.options import SEED, THREADS, TRIALS, Request, common
from mathhammer.cli.questions import check_match_ups, load_questions, put_over
from mathhammer.core.errors import MathhammerError, inside
from mathhammer.core.progress import Progress


class Verify(Command):
    """How well both engines agree on scenario files."""

    name = "verify"
    usage = "FILE... "
    options = (
        words("FILE", "scenario, TOML or JSON"),
        *common("number compared", engine=(TRIALS, SEED, THREADS)),
    )
    examples = ("verify squads.toml --trials 100_000 --seed 1",)

    def run(self, options: Options) -> output.CommandOutput:
        """Prepare both answers to each question."""
        request = Request.read(self.name, options)
        questions = load_questions(request, options.what)
        check_match_ups(questions, True)
        agreements = []
        for question in questions:
            if question.exact_only:
                raise MathhammerError(
                    f"{question.words} is exact alone: there is nothing to verify", question.path
                )
            changed = put_over(question, request)
            with inside(question.path, ": "):
                exact, simulated = (
                    question.results(changed.answer(settings))
                    for settings in (None, request.settings)
                )
            agreements += [
                Agreement(question.path, *pair) for pair in zip(exact, simulated, strict=True)
            ]
        return VerifyOutput(agreements)


COMMAND = Verify()


class VerifyOutput(output.CommandOutput):
    """Both engines, compared number by number.

    Parameters
    ----------
    agreements : list of Agreement
    """

    def __init__(self, agreements: Sequence[Agreement]) -> None:
        self.agreements = agreements
        self.number = len(agreements)

    def _judge(self, progress: Progress) -> float:
        """Compare everything, and return the bound below which a chance is too small.

        Where a simulation is interrupted (Ctrl-C), what comes after it is left out.
        """
        for number, agreement in enumerate(self.agreements):
            with inside(agreement.source, ": "):
                _ = agreement.rows
            progress.step()
            if output.is_interrupted(agreement.simulated):
                self.agreements = self.agreements[: number + 1]
                self.status = output.INTERRUPTED
                break
        bound = bound_of(self.agreements)
        if any(not agreement.holds(bound) for agreement in self.agreements):
            self.status = 1
        return bound

    def json(self, progress: Progress) -> str:
        """Return one line per match-up."""
        bound = self._judge(progress)
        entries = (agreement.to_dict(bound) for agreement in self.agreements)
        return output.array(entries, self.defaults)

    def text(self, written: Sequence[str], progress: Progress) -> str:
        """Return one table per match-up, and the verdict."""
        from mathhammer.show.pages.verify import verify_page

        bound = self._judge(progress)
        page = output.new_page()
        page.put(verify_page(self.agreements, bound))
        return output.finished(page, written)

    def table(self) -> output.Table:
        """Return one row per number."""
        rows = [row for agreement in self.agreements for row in agreement.table_rows()]
        return list(rows[0]), rows
