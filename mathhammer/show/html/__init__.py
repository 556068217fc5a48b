"""Results as pages of HTML: reports, and what notebooks show.

Templates hold the words, Python the numbers. Everything from a file is escaped by the
template library, wherever it stands; a page needs neither network nor scripts.
"""

from mathhammer.show.html.notebook import (
    check_html,
    comparison_html,
    result_html,
    table_html,
    turn_html,
    verdict_html,
)
from mathhammer.show.html.report import Reported, report_page

__all__ = [
    "Reported",
    "check_html",
    "comparison_html",
    "report_page",
    "result_html",
    "table_html",
    "turn_html",
    "verdict_html",
]
