"""Mutated army lists: whatever a file holds is read, or refused in one sentence, and soon.

To fuzz for longer than the tests do, ten minutes say, from the seed 1, with the lists of a
folder among those that are mutated:

    PYTHONPATH=.:tests python tests/support/fuzzed_rosters.py 600 1 [FOLDER]
"""

from __future__ import annotations

import copy
import io
import json
import random
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from support.rosters import FORMATS, as_json, as_xml, as_zip, patrol, spearhead, zipped

from mathhammer import MathhammerError, Roster
from mathhammer.show.pages.roster import roster_page
from mathhammer.show.terminal.page import Page

TEXT = (
    "Watch (200 Points)\n\nStrike Force (2000 Points)\n\nCHARACTERS\n\nCaptain (90 Points)\n"
    "  \u2022 1x Spear\n\nOTHER DATASHEETS\n\nWardens (110 Points)\n  \u2022 9x Warden\n"
    "     \u25e6 9x Gun\n\nExported with App Version: v1\n"
).encode()
#: What a field of a list may hold that it shouldn't.
ODD: tuple[Any, ...] = (
    None, True, 0, -1, 10**40, 1.5, "", "-", "*", "N/A", "D6+D3+2", "99999999999", "2D6\"", "7+",
    "\x00\x1b[31m", "\u202e\u2028", "\ud800", "x" * 5_000, "(" * 300, "4+ " * 200, [], {}, [[]],
    {"$text": 1}, "Anti-Anti-X 4+", "Feel No Pain 99+", "Invulnerable Save (", "WARD (9+)",
    "D" * 50,
    "10000d6", "0D6", "model", "unit", "upgrade", "Champion",
)  # fmt: skip
#: The longest that a list may take, in seconds of the processor, and the most memory that
#: all may, in MB.
SECONDS, MEGABYTES = 2.0, 200


def nodes(value: Any, found: list[Any]) -> list[Any]:
    """Return all tables and lists within a node."""
    stack = [value]
    while stack:
        one = stack.pop()
        if isinstance(one, dict | list):
            found.append(one)
            stack += one.values() if isinstance(one, dict) else one
    return found


def mutated_tree(root: dict[str, Any], draw: random.Random) -> dict[str, Any]:
    """Return a list with some of its fields changed, doubled, moved or nested."""
    root = copy.deepcopy(root)
    for _ in range(draw.randint(1, 6)):
        found = nodes(root, [])
        node = draw.choice(found)
        if not node:
            continue
        key = draw.choice(list(node)) if isinstance(node, dict) else draw.randrange(len(node))
        way = draw.randrange(6)
        if way == 0:
            node[key] = draw.choice(ODD)
        elif way == 1:
            del node[key]
        elif way == 2:
            node[key] = copy.deepcopy(draw.choice(found))
        elif way == 3 and isinstance(node, list):
            node += [copy.deepcopy(node[key]) for _ in range(draw.choice((1, 3, 300)))]
        elif way == 4 and isinstance(node, dict):
            node[str(draw.choice(ODD))[:40]] = node[key]
        elif isinstance(node[key], dict):
            for _ in range(draw.choice((2, 40, 90))):
                node[key] = {"selections": [node[key]], "forces": [node[key]], "name": "n"}
                if len(nodes(node[key], [])) > 50:
                    node[key]["forces"] = []
    return root


def mutated_bytes(content: bytes, draw: random.Random) -> bytes:
    """Return bytes with some of them changed, cut, doubled or put in."""
    made = bytearray(content)
    for _ in range(draw.randint(1, 12)):
        at = draw.randrange(len(made) + 1)
        end = min(len(made), at + draw.choice((1, 2, 8, 64, 1024)))
        way = draw.randrange(5)
        if way == 0 and at < len(made):
            made[at] = draw.randrange(256)
        elif way == 1:
            del made[at:end]
        elif way == 2:
            made[at:at] = made[at:end] * draw.choice((1, 2, 50))
        elif way == 3:
            made[at:at] = draw.choice(
                (b"<", b">", b"&", b'"', b"{", b"[", b"]}", b"\0", b"\xff", b"<!DOCTYPE a>",
                 b"&#x0;", b"<![CDATA[", b"<selections>", b"\xe2\x9e\xa4", b"1e999", b"\\u0000")
            )  # fmt: skip
        else:
            made = made[: max(at, 1)] if draw.random() < 0.2 else made
    return bytes(made)


def _xml(root: dict[str, Any]) -> bytes:
    """Return a mutated list as XML, where it can be written so."""
    try:
        return as_xml(root)
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        return as_json(root)


def samples(folder: Path | None = None) -> list[bytes]:
    """Return the lists that are mutated."""
    made = [write(army()) for army in (patrol, spearhead) for write in FORMATS.values()]
    made.append(TEXT)
    if folder:
        made += [path.read_bytes() for path in sorted(folder.iterdir())]
    return made


def cases(seed: int, folder: Path | None = None) -> Iterator[tuple[str, bytes]]:
    """Yield mutated lists without end, each with how it was made."""
    draw = random.Random(seed)
    plain = samples(folder)
    trees = [patrol(), spearhead()]
    for content in plain:
        if content.lstrip()[:1] == b"{":
            root = json.loads(content)
            trees.append(root.get("roster", root) if isinstance(root, dict) else {})
    while True:
        kind = draw.choice(("bytes", "xml", "json", "zip", "nested zip"))
        if kind == "bytes":
            yield kind, mutated_bytes(draw.choice(plain), draw)
            continue
        root = mutated_tree(draw.choice(trees), draw)
        if kind == "xml":
            yield kind, _xml(root)
        elif kind == "json":
            yield kind, json.dumps({"roster": root}).encode()
        elif kind == "zip":
            yield kind, mutated_bytes(as_zip(draw.choice(trees[:2])), draw)
        else:
            names = draw.sample(("a.ros", "b.ROS", "../c.ros", "d/", "__MACOSX/a.ros", ""), 2)
            yield kind, zipped({name: mutated_bytes(_xml(root), draw) for name in names if name})


def tried(content: bytes) -> str:
    """Read a list and make its page; return "read" or "refused"."""
    try:
        roster = Roster.read(content)
    except MathhammerError as error:
        assert str(error).isprintable() and len(str(error)) < 1_000, str(error)
        return "refused"
    json.dumps(roster.to_dict(), allow_nan=False)
    page = Page(io.StringIO())
    page.put(roster_page(roster))
    assert all(line.isprintable() for line in page.text().splitlines())
    return "read"


def fuzz(seed: int, more: Callable[[int], bool], folder: Path | None = None) -> Counter[str]:
    """Try mutated lists while `more` of their number says so; return how many were read."""
    counts: Counter[str] = Counter()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for i, (kind, content) in enumerate(cases(seed, folder)):
        if not more(i):
            break
        start = time.process_time()  # others may have the processor
        try:
            outcome = tried(content)
        except BaseException:
            Path(f"fuzzed-{seed}-{i}.list").write_bytes(content)
            raise
        took = time.process_time() - start
        assert took < SECONDS, f"{kind} {i} of seed {seed} takes {took:.1f} s"
        counts[f"{kind}: {outcome}"] += 1
        counts["slowest, ms"] = max(counts["slowest, ms"], round(1000 * took))
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024
    assert grown < MEGABYTES, f"{grown} MB more than before"
    counts["MB more"] = grown
    return counts


if __name__ == "__main__":
    seconds, seed = float(sys.argv[1]), int(sys.argv[2])
    end = time.monotonic() + seconds
    where = Path(sys.argv[3]) if len(sys.argv) > 3 else None
    print(dict(fuzz(seed, lambda _: time.monotonic() < end, where)))
