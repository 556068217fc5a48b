"""Every command with its options, as its help prints them."""

from __future__ import annotations

import contextlib
import io
import os

from mathhammer.cli.command import COMMANDS
from mathhammer.cli.main import main
from mathhammer.games.checks.registry import KINDS as CHECKS
from site_pages.markdown import cell, table


def printed(*words: str) -> str:
    """Return what a command prints."""
    out = io.StringIO()
    os.environ["COLUMNS"] = "80"
    with contextlib.redirect_stdout(out):
        status = main([*words])
    assert status == 0, words
    return out.getvalue()


def page() -> str:
    """Return the page."""
    rows = [(f"[`{name}`](#{name})", cell(about)) for name, about in COMMANDS.items()]
    parts = ["# Commands", table(("command", "what it does"), rows)]
    for name in COMMANDS:
        parts += [f"## {name}", f"```text\n{printed(name, '--help')}```"]
    parts += ["## Kinds of checks", "Each kind of check is a command, too."]
    for kind in CHECKS:
        parts += [f"### {kind} {{: #check-{kind} }}"]
        parts += [f"```text\n{printed('check', kind, '--help')}```"]
    return "\n\n".join(parts) + "\n"
