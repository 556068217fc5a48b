"""What stands in a page of HTML."""

from __future__ import annotations

from html.parser import HTMLParser

#: A name that would do harm in a page where it is not taken as text.
HOSTILE = '<script>document.pwned=1</script><img src=x onerror="document.pwned=2">\'&amp;" '
HOSTILE += "\N{SNOWMAN} \u4e2d\u202e {{ 7*7 }} {% raw %} "


class Words(HTMLParser):
    """The text of a page, and the tags and links that it has; none may run a script."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.text: list[str] = []
        self.tags: list[str] = []
        self.links: list[str | None] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            assert not name.startswith("on"), (tag, name)
            if name in ("src", "href", "srcset", "action", "data"):
                self.links.append(value)

    def handle_data(self, data: str) -> None:
        self.text.append(data)
