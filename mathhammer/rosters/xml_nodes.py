"""Lists in XML (`.ros`) as the same nodes that lists in JSON have.

An element is a dict of its attributes; the elements that hold several of a kind are lists;
the text of an element stands under ``$text``. Document types and entities are refused at
once, whatever they say.
"""

from __future__ import annotations

from typing import Any, NoReturn
from xml.parsers import expat

from mathhammer.core.errors import MathhammerError
from mathhammer.rosters.limits import MAX_DEPTH, MAX_NODES, MAX_TEXT

#: The most attributes of all elements together.
MAX_ATTRIBUTES = 3 * MAX_NODES
#: Elements that hold those of a kind, and the elements that stand by themselves.
_LISTS = frozenset(
    ("forces", "selections", "profiles", "characteristics", "rules", "categories", "costs")
)
_NODES = frozenset(
    ("roster", "force", "selection", "profile", "characteristic", "rule", "category", "cost")
)
#: Roots of other files of list builders.
_OTHER = {
    "catalogue": "a catalogue: the data of a list builder, not an army list",
    "gameSystem": "a game system: the data of a list builder, not an army list",
    "html": "a web page",
}


def xml_nodes(content: bytes) -> dict[str, Any]:
    """Return the root of a list in XML as a node.

    Parameters
    ----------
    content : bytes

    Raises
    ------
    MathhammerError
        It is no XML, no list, too large, or has a document type.

    Examples
    --------
    >>> xml_nodes(b'<roster name="A"><costs><cost name="pts" value="80"/></costs></roster>')
    {'name': 'A', 'costs': [{'name': 'pts', 'value': '80'}]}
    """
    # Counted before it is parsed: those of one element are read at once.
    if content.count(b"=") > MAX_ATTRIBUTES:
        raise MathhammerError(f"this XML has over {MAX_ATTRIBUTES} attributes")
    reader = _Reader()
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = _refuse_doctype
    try:
        parser.Parse(content, True)
    except expat.ExpatError as error:
        raise MathhammerError(
            f"this is not valid XML: {expat.errors.messages[error.code]} (at line {error.lineno}, "
            f"column {error.offset + 1})"
        ) from None
    except (ValueError, LookupError) as error:
        if isinstance(error, MathhammerError):
            raise
        raise MathhammerError("this XML is in an encoding that can't be read") from None
    return reader.root


def _refuse_doctype(*_: object) -> NoReturn:
    raise MathhammerError("this XML has a document type (DTD), which no army list needs: refused")


class _Reader:
    """Builds nodes while a file is parsed; what it doesn't know it passes over."""

    def __init__(self) -> None:
        self.root: dict[str, Any] = {}
        self._open: list[Any] = []
        self._left = MAX_NODES
        self._unknown = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """Take the start of an element."""
        tag = tag.rpartition(":")[2]
        self._left -= 1
        if not self._left:
            raise MathhammerError(f"this XML has over {MAX_NODES} elements")
        if not self._open:
            if tag != "roster":
                kind = _OTHER.get(tag, f"XML of {tag[:40]!r}")
                raise MathhammerError(f"this is {kind}; an army list has the root 'roster'")
            self._open.append(attributes)
            self.root = attributes
            return
        if len(self._open) + self._unknown > 2 * MAX_DEPTH:
            raise MathhammerError(f"elements are nested deeper than {2 * MAX_DEPTH}")
        parent = self._open[-1]
        if self._unknown:
            self._unknown += 1
        elif tag in _NODES and isinstance(parent, list):
            parent.append(attributes)
            self._open.append(attributes)
        elif isinstance(parent, dict) and tag in _LISTS:
            self._open.append(parent.setdefault(tag, []))
        elif isinstance(parent, dict) and tag == "description":
            self._open.append(parent.setdefault(tag, {}))
        else:
            self._unknown = 1
        if not isinstance(self._open[-1], dict | list):
            raise MathhammerError(f"{tag!r} is both an attribute and an element")

    def end(self, tag: str) -> None:
        """Take the end of an element."""
        if self._unknown:
            self._unknown -= 1
        elif self._open:
            self._open.pop()

    def text(self, text: str) -> None:
        """Take a piece of the text of an element."""
        if not self._unknown and self._open and isinstance(self._open[-1], dict):
            node = self._open[-1]
            before = node.get("$text", "")
            if len(before) < MAX_TEXT:  # each piece copies those before it
                node["$text"] = before + text
