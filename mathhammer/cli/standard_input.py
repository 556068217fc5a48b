"""Texts from standard input: `-` in place of the weapons, or of a target."""

import argparse
import sys

from mathhammer.core.errors import MathhammerError
from mathhammer.games.text.rows import MAX_BLOCK


def put_in(options: argparse.Namespace, sign: str) -> None:
    """Put what standard input holds in place of the one `sign` among weapons and targets.

    Raises
    ------
    MathhammerError
        There are several, or it holds nothing, too much, or no text in UTF-8.
    """
    found = [words for words in (options.what, options.at) for word in words if word == sign]
    if not found:
        return
    if len(found) > 1:
        raise MathhammerError(
            "standard input is read once: give '-' for the weapons, or as one --at, and the rest "
            "as texts"
        )
    words = found[0]
    words[words.index(sign)] = _read()


def _read() -> str:
    if sys.stdin is None:
        raise MathhammerError("there is no standard input to read '-' from")
    content = sys.stdin.buffer.read(4 * MAX_BLOCK + 1)
    if len(content) > 4 * MAX_BLOCK:
        raise MathhammerError(f"standard input: more than {MAX_BLOCK} characters are not allowed")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise MathhammerError("standard input is not text in UTF-8") from None
    if not text.strip():
        raise MathhammerError("standard input is empty, and '-' reads it")
    return text
