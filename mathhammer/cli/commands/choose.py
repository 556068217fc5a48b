"""The command choose: the best mix of a unit's weapon options."""

from typing import Any

from mathhammer.cli.command import Command, Options, words
from mathhammer.cli.options import EXACT, PLOT, Request, common
from mathhammer.cli.output import CommandOutput, Entries
from mathhammer.cli.questions import is_spreadsheet, one_file, situation_of
from mathhammer.core.errors import MathhammerError, inside, nearest, quoted
from mathhammer.reading.attack import OF_CHOICES, using
from mathhammer.reading.read_units import game_for

#: Fields of a file for choose, those that it needs and all of them.
NEEDED = ("attacker", "option", "mix")
FIELDS = (
    "game", "attacker", "option", "limit", "mix", "objective", "budget", "context", "ruleset",
    "id", "title", "note", "expect",
)  # fmt: skip


class Choose(Command):
    """The best mix of the weapon options of a file."""

    name = "choose"
    usage = "FILE "
    options = (
        words("FILE", "TOML or JSON: [attacker], [[option]], [[limit]], mix, objective, budget"),
        *common("mix of options", PLOT, engine=EXACT),
    )
    examples = ("choose options.toml",)

    def run(self, options: Options) -> CommandOutput:
        """Find the best mix."""
        from mathhammer.analysis.optimise import choose, read_unit
        from mathhammer.reading.files import read_fields
        from mathhammer.show.pages.choose import choice_page

        request = Request.read(self.name, options)
        path = one_file(options.what, "choose")
        if not path or is_spreadsheet(path):
            raise MathhammerError(
                "choose needs a file with [attacker], [[option]] and mix" if not options.what
                else f"{quoted(path or options.what[0])} is not a TOML or JSON file of options"
            )  # fmt: skip
        with inside(path, ": "):
            fields = read_fields(path)
            _check(fields)
            game = game_for(request.game or fields.get("game"), [fields["attacker"]])
            with inside("attacker"):
                unit = read_unit(fields["attacker"], game)
            (unit,) = using([unit], request.phase, request.mode)
            context, rulings = situation_of(request, game, fields)
            choice = choose(
                unit, fields["option"], fields["mix"], objective=fields.get("objective", "damage"),
                limits=fields.get("limit"), budget=fields.get("budget"),
                context=context, ruleset=rulings, game=game,
            )  # fmt: skip

        return Entries(
            [{"scenario": path, **choice.to_dict()}],
            [choice_page(choice, path)],
            choice.rows(),
            choice.columns,
            choice.plot,
        )


COMMAND = Choose()


def _check(fields: dict[str, Any]) -> None:
    """Check that a file holds a choice, and what that needs."""
    if fields.get("kind") not in (None, "attack"):
        raise MathhammerError(
            "choose finds the best weapon options of a unit, which a file of kind = "
            f"{quoted(fields['kind'])} has not: use `mathhammer run`"
        )
    if not any(name in fields for name in OF_CHOICES) and (
        "target" in fields or "attacker" in fields
    ):  # fmt: skip
        raise MathhammerError(
            "this is a scenario, not a choice: choose needs [attacker], one [[option]] or more "
            "and mix, the targets with their shares; `mathhammer run` and `compare` take "
            "scenarios"
        )
    for name in fields:
        if name not in FIELDS:
            raise MathhammerError(
                f"unknown field {quoted(name)} of a choice{nearest(name, FIELDS)}; "
                f"fields: {', '.join(FIELDS)}"
            )
    for name in NEEDED:
        if fields.get(name) is None:
            raise MathhammerError(f"a choice needs the field {name!r}")
    objective = fields.get("objective", "damage")
    if not isinstance(objective, str):
        raise MathhammerError(f"{quoted(objective)} is not the name of a measure", "objective")
