"""The command completion: what a shell runs to complete commands, options and their values."""

from __future__ import annotations

from collections.abc import Sequence

from mathhammer.cli.command import Command, Options, words
from mathhammer.cli.options import JSON
from mathhammer.cli.output import CommandOutput, array
from mathhammer.core.errors import MathhammerError, check_allowed
from mathhammer.core.progress import Progress

SHELLS = ("bash", "zsh", "fish")


class Completion(Command):
    """The script of a shell."""

    name = "completion"
    usage = "SHELL "
    options = (words("SHELL", f"one of {', '.join(SHELLS)}"), JSON)
    examples = (
        "completion bash >> ~/.bashrc",
        "completion zsh >> ~/.zshrc",
        "completion fish > ~/.config/fish/completions/mathhammer.fish",
    )

    def run(self, options: Options) -> CommandOutput:
        """Return the script."""
        if len(options.what) != 1:
            raise MathhammerError(f"completion needs one shell: {', '.join(SHELLS)}")
        (shell,) = options.what
        check_allowed(shell, SHELLS, "is not a shell that is known")
        return Script(shell)


COMMAND = Completion()


class Script(CommandOutput):
    """What a shell has to run.

    Parameters
    ----------
    shell : str
    """

    def __init__(self, shell: str) -> None:
        self.shell = shell

    def json(self, progress: Progress) -> str:
        """Return it with the name of its shell."""
        return array([{"shell": self.shell, "script": self.text((), progress)}])

    def text(self, written: Sequence[str], progress: Progress) -> str:
        """Return it as it is."""
        from argcomplete.shell_integration import shellcode

        script: str = shellcode(["mathhammer"], shell=self.shell)
        return script
