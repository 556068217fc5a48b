"""The command grid: loadouts over toughness and save, or over ward and save."""

from collections.abc import Sequence
from typing import Any

from mathhammer.cli import questions
from mathhammer.cli.command import Command, Options, option, words
from mathhammer.cli.options import EXACT, PLOT, Request, at, common
from mathhammer.cli.output import CommandOutput, Entries
from mathhammer.core.errors import MathhammerError, inside
from mathhammer.core.text import fold
from mathhammer.games.profiles import Unit

#: The options that say what the grid is over, by their names in `mathhammer.grid`.
_OVER = {
    "wounds": "--wounds", "models": "--models", "invulnerable": "--invulnerable",
    "feel_no_pain": "--fnp", "shown": "--show",
}  # fmt: skip


class Grid(Command):
    """What a unit, or the loadouts of a file, do over the characteristics of a target."""

    name = "grid"
    usage = "TEXT... | FILE "
    options = (
        words("TEXT", "the weapons of one unit, as for attack, or a scenario file with loadouts"),
        option(
            "--minus", nargs="+", metavar="TEXT",
            help="the weapons of another unit, or the name of a loadout of the file, whose "
            "numbers are taken off: the difference of two loadouts",
        ),
        option(
            "--invulnerable", metavar="ROLL",
            help="an invulnerable save, 4+: a grid with it beside the one without",
        ),
        option(
            "--fnp", metavar="ROLL", dest="feel_no_pain",
            help="a Feel No Pain, 5+: a grid with it beside the one without",
        ),
        option(
            "--wounds", metavar="N",
            help="wounds (health) of each model, which limit the damage; by default nothing does",
        ),
        option(
            "--models", metavar="N", help="how many models there are, also for Blast; by default 10"
        ),
        at(
            "whose models, wounds, keywords, modifiers, invulnerable save and Feel No Pain count, "
            "not its toughness and save"
        ),
        option(
            "--show", metavar="NUMBER", dest="shown",
            help="damage (by default), per_100 (damage for 100 points) or, of models with wounds, "
            "slain or destroyed",
        ),
        *common("loadout, toughness and save", PLOT, engine=EXACT),
    )  # fmt: skip
    examples = (
        'grid "10x A2 BS3+ S4 AP-1 D1" --invulnerable 4+',
        'grid "3x A2 BS3+ S8 AP-3 D2" --minus "1x A2 BS3+ S12 AP-3 DD6+1" --wounds 3 --models 5',
        'grid "10x 2/3+/4+/1/D3"',
    )  # fmt: skip

    def run(self, options: Options) -> CommandOutput:
        """Compute the grid."""
        from mathhammer.analysis.grid import Asked, of_units
        from mathhammer.show.charts.registry import check_panels
        from mathhammer.show.pages.grid import grid_page

        request = Request.read(self.name, options)
        if not options.what:
            raise MathhammerError(
                'grid needs a weapon, like "10x A2 BS3+ S4 AP-1 D1" or "10x 2/3+/4+/1/D3", or a '
                "file"
            )
        question = questions.loadouts_of(request, options.what, "grid")
        others = _minus(options.minus, question.attackers, request)
        kept = [unit for unit in question.attackers if unit not in others]
        question = question._replace(attackers=(*kept, *others))
        question = questions.put_over(question, request)
        target = questions.one_target(request, question.game)
        path = question.path
        asked = Asked(target, **_over(options))
        with inside(path, ": "):
            attackers = question.attackers[: len(kept)]
            minus = question.attackers[-1] if others else None
            try:
                grid = of_units(attackers, minus, asked, question.context, question.ruleset)
            except MathhammerError as error:
                error.where = _OVER.get(error.where, error.where)
                raise
            if request.plot:
                check_panels(len(attackers) * len(grid.panels))
        notes = question.notes
        return Entries(
            (
                {"scenario": path, **entry, "notes": [*entry["notes"], *notes]}
                for entry in grid.to_dict()
            ),
            [grid_page(grid, path, notes)],
            ({"scenario": path, **row} for row in grid.rows()),
            draw=grid.plot,
        )


COMMAND = Grid()


def _minus(given: Sequence[str] | None, attackers: Sequence[Unit], request: Request) -> list[Unit]:
    """Return the loadout that is taken off, if any: one of the file by its name, or weapons."""
    if given is None:
        return []
    if not any(word.strip() for word in given):
        raise MathhammerError("--minus is empty: the weapons of a unit are expected")
    named = [unit for unit in attackers if fold(unit.label) == fold(" ".join(given))]
    if len(attackers) > 1 and named:
        return named[:1]
    game = attackers[0].game
    words = given[0] if len(given) == 1 else list(given)
    if questions.one_file(given, request.command):
        raise MathhammerError("--minus takes the weapons of a unit, not a file")
    return [questions.unit_of(words, game, "--minus", given)]


def _over(options: Options) -> dict[str, Any]:
    """Return what the grid is over, as the parameters of `mathhammer.grid`."""
    given = {name: getattr(options, name) for name in _OVER}
    found = {name: text.strip() for name, text in given.items() if text is not None}
    for name in ("wounds", "models"):
        if name in found and found[name].isdecimal():
            found[name] = int(found[name])
    if "shown" in found:
        found["shown"] = found["shown"].casefold().replace("-", "_")
    return found
