"""Pages of the site that are written from the definitions of the package.

`tools/mkdocs_hook.py` adds them when the site is built; nothing of them is kept in a file.
"""

from site_pages.pages import PAGES

__all__ = ["PAGES"]
