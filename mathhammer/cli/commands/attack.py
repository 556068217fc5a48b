"""The command attack: one unit against targets, both given as text."""

from mathhammer.cli.command import Command, Options, words
from mathhammer.cli.groups import MatchUpOutput
from mathhammer.cli.options import AT_LEAST_ONE, PLOT, Request, common
from mathhammer.cli.output import CommandOutput
from mathhammer.cli.questions import answers_of, check_target, question_of_unit
from mathhammer.cli.view import VIEW
from mathhammer.core.errors import MathhammerError


class Attack(Command):
    """The match-ups of one unit, whose weapons are texts, against each target."""

    name = "attack"
    usage = "TEXT... --at TARGET... "
    options = (
        words(
            "TEXT",
            'a weapon, like "10x A2 BS3+ S4 AP-1 D1 [Lethal Hits]" or in Age of Sigmar '
            '"10x 2/3+/4+/1/D3 [Crit (Mortal)]"; several: the weapons of one unit, in the order '
            "in which they attack",
        ),
        AT_LEAST_ONE,
        *common("match-up", *VIEW, PLOT),
    )
    examples = (
        'attack "10x A2 BS3+ S4 AP-1 D1 [Lethal Hits]" --at "5x meq"',
        'attack "10x 2/3+/4+/1/D3 [Crit (Mortal)]" --at "10x H2 Sv4+ Ward6+"',
    )

    def run(self, options: Options) -> CommandOutput:
        """Compute the match-ups."""
        request = Request.read(self.name, options)
        request = request._replace(in_full=options.json or options.details)
        if not options.what:
            swallowed = " (write the weapons before --at)" if len(request.at) > 1 else ""
            raise MathhammerError(
                f'attack needs a weapon, like "10x A2 BS3+ S4 AP-1 D1"{swallowed}'
            )
        check_target(request)
        return MatchUpOutput(
            answers_of([question_of_unit(request, options.what)], request), view=request.view
        )


COMMAND = Attack()
