"""Results as pages of HTML: reports, and what notebooks show.

Templates hold the words, Python the numbers. Everything from a file is escaped by the
template library, wherever it stands; a page needs neither network nor scripts.
"""

from mathhammer.show.html.notebook import html, table_html, verdict_html
from mathhammer.show.html.report import report_page

__all__ = ["html", "report_page", "table_html", "verdict_html"]
