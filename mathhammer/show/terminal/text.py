"""`text`: an answer as the terminal prints it."""

import sys

from mathhammer.results.view import View
from mathhammer.show.pages.answers import blocks
from mathhammer.show.terminal.page import Page


def text(answer: View) -> str:
    """Return an answer as it is printed, as wide as the terminal."""
    page = Page(sys.stdout)
    page.put(blocks(answer))
    return page.text()
