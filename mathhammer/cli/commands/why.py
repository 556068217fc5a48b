"""The command why: what each ability, modifier, stage and characteristic does to match-ups."""

from typing import Any

from mathhammer.cli.command import Command, Options, option, words
from mathhammer.cli.explained import explained
from mathhammer.cli.options import AT, EXACT, PLOT, Request, common, picture
from mathhammer.cli.output import CommandOutput, Entries
from mathhammer.cli.pictures import check_named, pictures_help
from mathhammer.core.errors import MathhammerError, inside, quoted


class Why(Command):
    """What each ability, modifier, stage and characteristic does to match-ups."""

    name = "why"
    usage = "TEXT... --at TARGET... | FILE "
    options = (
        words("TEXT", "the weapons of one unit, as for attack, or a scenario file"),
        option(
            "--method", metavar="METHOD",
            help="exact (every subset of up to 12 items), grouped (by source) or sampled "
            "(approximate, from random orders); by default the first that can be",
        ),
        option("--orders", metavar="N", help="random orders of --method sampled"),
        option("--seed", metavar="N", help="of the random orders"),
        AT,
        *common(
            "item (ability, modifier, re-roll)", PLOT, picture(pictures_help("Attribution")),
            engine=EXACT,
        ),
    )  # fmt: skip
    examples = (
        'why "10x A2 BS3+ S4 AP-1 D1 [Lethal Hits]" --at "5x meq"',
        "why squads.toml --at meq --json",
    )

    def run(self, options: Options) -> CommandOutput:
        """Explain the match-ups."""
        from mathhammer.analysis.attribution import COLUMNS, ORDERS, attribution
        from mathhammer.analysis.flow import flow
        from mathhammer.analysis.items import kept_notes
        from mathhammer.analysis.sensitivity import sensitivity
        from mathhammer.show.pages.why import why_page

        request = Request.read(self.name, options)
        check_named(request.picture, "Attribution", self.name)
        asked = explained(request, options.what)
        orders = ORDERS if options.orders is None else _whole("--orders", options.orders)
        seed = 0 if options.seed is None else _whole("--seed", options.seed)
        sampling = {"--orders": options.orders, "--seed": options.seed}
        if options.method in ("exact", "grouped"):
            _check_sampled(sampling, False)
        entries: list[dict[str, Any]] = []
        pages: list[Any] = []
        rows: list[dict[str, Any]] = []
        sampled = False
        with inside(asked.source, ": "):
            for result in asked.results:
                shares = attribution(result, options.method, orders=orders, seed=seed)
                sampled = sampled or shares.method == "sampled"
                steps, changes = list(flow(result)), list(sensitivity(result))
                entries.append(
                    {
                        **asked.head(result, kept_notes(result)),
                        **shares.to_dict(),
                        "flow": [_without_names(row) for row in steps],
                        "sensitivity": [_without_names(row) for row in changes],
                    }
                )
                rows += shares.rows()
                pages.append(why_page(shares, steps, changes, asked.source, asked.read_as))
        _check_sampled(sampling, sampled)

        return Entries(entries, pages, rows, COLUMNS, lambda: shares.plot(picture=request.picture))


COMMAND = Why()


def _check_sampled(sampling: dict[str, str | None], sampled: bool) -> None:
    """Refuse what says how shares are sampled, where none are."""
    for name, value in sampling.items():
        if value is not None and not sampled:
            raise MathhammerError(
                "only sampled shares are drawn at random, and these are exact: leave it out, or "
                "add --method sampled", name,
            )  # fmt: skip


def _without_names(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in ("attacker", "target")}


def _whole(name: str, given: str) -> int:
    if not (given.isascii() and given.isdigit() and len(given) < 10):
        raise MathhammerError(f"{quoted(given)} is not a whole number, 0 or more", name)
    return int(given)
