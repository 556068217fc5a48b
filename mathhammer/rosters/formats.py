"""Which format a list is in: its content decides, not the ending of its name."""

from __future__ import annotations

import re

from mathhammer.core.errors import MathhammerError
from mathhammer.rosters.json_nodes import json_nodes
from mathhammer.rosters.tree import Tree, read_tree
from mathhammer.rosters.xml_nodes import xml_nodes
from mathhammer.rosters.zipped import gunzipped, unpacked, unzipped

#: What is read, in words.
KINDS = (
    "an army list is a .ros or .rosz of BattleScribe or New Recruit, JSON of New Recruit or "
    "ListForge, or the text of an app"
)
_XML = re.compile(rb"\s*<")
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
#: Where the payload of a share link starts: gzip in base64.
_PAYLOAD = re.compile(r"(?:\S*/listforge/)?\s*(H4sI[\w+/=\s-]++)$")
#: Files that are often taken for lists.
_OTHER = (
    (b"%PDF", 0, "a PDF"), (b"ustar", 257, "a tar archive"), (b"\x89PNG", 0, "a picture"),
    (b"\xff\xd8\xff", 0, "a picture"), (b"Rar!", 0, "a RAR archive"),
    (b"7z\xbc\xaf", 0, "a 7z archive"), (b"SQLite", 0, "a database"),
)  # fmt: skip


def read_content(content: bytes, packed: bool = False) -> Tree | str:
    """Return the tree of a list, or the text of one that has no tree.

    Parameters
    ----------
    content : bytes
    packed : bool
        Whether it was unpacked from something: then it isn't once more.

    Raises
    ------
    MathhammerError
        It is nothing that could be an army list, or it is broken.

    Examples
    --------
    >>> read_content(b'<roster name="A" gameSystemName="Age of Sigmar 4.0"/>').system
    'Age of Sigmar 4.0'
    """
    if content.startswith((b"PK\x03\x04", b"PK\x05\x06")) and not packed:
        return read_content(unzipped(content), packed=True)
    if content.startswith(b"\x1f\x8b") and not packed:
        return read_content(gunzipped(content), packed=True)
    for magic, at, name in _OTHER:
        if content.startswith(magic, at):
            raise MathhammerError(f"this is {name}: {KINDS}")
    if content.startswith(_UTF16):
        try:
            content = content.decode("utf-16").encode()
        except UnicodeError:
            raise MathhammerError(f"this is no text: {KINDS}") from None
        content = re.sub(
            rb'(<\?xml[^>]{0,200}?) encoding=(["\'])[^"\']*\2', rb"\1", content, count=1
        )
    content = content.removeprefix(b"\xef\xbb\xbf")
    if _XML.match(content):
        return read_tree(xml_nodes(content.lstrip()))
    text = _decoded(content)
    if text.lstrip()[:1] in ("{", "["):
        return read_tree(json_nodes(text))
    link = _PAYLOAD.match(text.strip())
    if link and not packed:
        return read_content(unpacked(link[1]), packed=True)
    if not text.strip():
        raise MathhammerError(f"this file is empty: {KINDS}")
    return text


def _decoded(content: bytes) -> str:
    if b"\0" not in content:
        for encoding in ("utf-8", "cp1252"):
            try:
                return content.decode(encoding)
            except UnicodeDecodeError:
                pass
    raise MathhammerError(f"this is no text: {KINDS}")
