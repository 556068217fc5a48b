"""The command schema: what may stand in scenario files, for editors."""

from __future__ import annotations

from collections.abc import Sequence

from mathhammer.cli.command import Command, Options
from mathhammer.cli.options import JSON
from mathhammer.cli.output import CommandOutput, array
from mathhammer.core.errors import MathhammerError, quoted
from mathhammer.core.progress import Progress


class SchemaCommand(Command):
    """The JSON Schema of scenario files."""

    name = "schema"
    options = (JSON,)
    examples = ("schema > mathhammer.schema.json",)

    def run(self, options: Options) -> CommandOutput:
        """Return the schema, which is made when it is printed."""
        if options.what:
            raise MathhammerError(f"schema takes no {quoted(options.what[0])}: it is one for all")
        return SchemaOutput()


COMMAND = SchemaCommand()


class SchemaOutput(CommandOutput):
    """The schema, which is JSON anyway; with ``--json`` in an array, as all answers are."""

    def json(self, progress: Progress) -> str:
        """Return it in an array."""
        from mathhammer.reading.schema import scenario_schema

        return array([scenario_schema()])

    def text(self, written: Sequence[str], progress: Progress) -> str:
        """Return it as a file that editors read."""
        import json

        from mathhammer.reading.schema import scenario_schema

        return json.dumps(scenario_schema(), indent=1)
