"""Files of fields: opened with care, parsed as TOML or JSON.

Files are not trusted: what kind of file it is, its size and the depth of its tables are
checked, and whatever is wrong is one sentence. Which format it is in is seen from its
content; the suffix only decides which error is told where it is neither.
"""

import os
from typing import Any, NoReturn

from mathhammer.core.errors import MathhammerError, quoted

#: The largest file that is read.
MAX_BYTES = 1 << 20
#: How deep tables and lists may be nested.
MAX_DEPTH = 64


def read_fields(path: str) -> dict[str, Any]:
    """Return the fields that a TOML or JSON file holds, unread.

    Parameters
    ----------
    path : str

    Returns
    -------
    dict

    Raises
    ------
    MathhammerError
        The file is missing, no regular file, too large, not text in UTF-8, neither TOML
        nor JSON, nested too deep, or no table of fields. The message doesn't name it.
    """
    return parse(read_text(path, "a scenario is a TOML or JSON file"), path)


def read_text(path: str, kind: str) -> str:
    """Return the text of a file, after looking at what kind of file it is.

    Parameters
    ----------
    path : str
    kind : str
        What is expected, for the message where it is no text.

    Raises
    ------
    MathhammerError
        The file is missing, no regular file, too large, or not text in UTF-8. The message
        doesn't name it.
    """
    return _decoded(read_bytes(path, kind), kind)


def read_bytes(path: str, kind: str, most: int = MAX_BYTES) -> bytes:
    """Return what a file holds, after looking at what kind of file it is.

    Parameters
    ----------
    path : str
    kind : str
        What is expected, for the message where the file is empty.
    most : int
        The largest size that is allowed.

    Raises
    ------
    MathhammerError
        The file is missing, no regular file, or too large. The message doesn't name it.
    """
    import stat

    try:
        status = os.stat(path)
        if stat.S_ISDIR(status.st_mode):
            raise MathhammerError("this is a folder, not a file")
        if not stat.S_ISREG(status.st_mode):
            raise MathhammerError("this is a device or a pipe, not a regular file")
        size = status.st_size
        if not size:
            # What the kernel makes up as it is read (/proc) has no size, and may never end.
            raise _empty(kind)
        if size <= most:
            with open(path, "rb") as file:
                content = file.read(most + 1)
            size = len(content)
    except FileNotFoundError:
        raise MathhammerError("there is no such file") from None
    except PermissionError:
        raise MathhammerError("no permission to read this file") from None
    except (OSError, ValueError) as error:
        if isinstance(error, MathhammerError):
            raise
        reason = getattr(error, "strerror", None) or str(error)
        raise MathhammerError(f"this file can't be read ({reason})") from None
    if size > most:
        raise MathhammerError(f"a file of {size} bytes; up to {most} are allowed")
    return content


def _decoded(content: bytes, kind: str) -> str:
    if b"\0" in content:
        raise MathhammerError(f"this is not a text file in UTF-8: {kind}")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise MathhammerError(
            f"this is not a text file in UTF-8: line {line} has the byte "
            f"0x{content[error.start]:02x}; save it as UTF-8"
        ) from None
    if not text.strip():
        raise _empty(kind)
    return text


def _empty(kind: str) -> MathhammerError:
    return MathhammerError(f"this file is empty: {kind}")


def parse(text: str, path: str = "") -> dict[str, Any]:
    """Return the fields of a text in TOML or JSON, unread.

    Parameters
    ----------
    text : str
    path : str, optional
        Its suffix decides which error is told where the text is neither.

    Returns
    -------
    dict

    Raises
    ------
    MathhammerError
        It is neither, is nested too deep, or is no table of fields.

    Examples
    --------
    >>> parse('target = "meq"') == parse('{"target": "meq"}')
    True
    """
    fields: Any = _from_json(text) if text.lstrip()[:1] == "{" else _from_either(text, path)
    if not isinstance(fields, dict):
        raise MathhammerError(
            f"the file holds {quoted(fields)}: a scenario is a table of fields, in TOML or JSON"
        )
    _check_depth(fields)
    return fields


def _from_either(text: str, path: str) -> Any:
    """Read TOML; where it is none, see whether it is JSON that is no table."""
    try:
        return _from_toml(text)
    except MathhammerError:
        try:
            return _from_json(text)
        except MathhammerError:
            if path.lower().endswith(".json"):
                raise
        raise


def _from_toml(text: str) -> Any:
    import re
    import tomllib

    # A dotted key of very many parts (a.b.c...) takes quadratic time.
    part = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+"""
    if text.count(".") >= MAX_DEPTH and re.search(rf"(?<![\w\"'-])(?:{part}){{{MAX_DEPTH}}}", text):
        raise _too_deep()
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise _too_deep() from None
    except tomllib.TOMLDecodeError as error:
        raise MathhammerError(f"this is not valid TOML: {error}") from None
    except ValueError:
        raise MathhammerError("this TOML file holds a number of too many digits") from None


def _from_json(text: str) -> Any:
    import json

    try:
        return json.loads(
            text,
            parse_constant=_no_constant,
            parse_int=_short_integer,
            object_pairs_hook=_without_doubles,
        )
    except RecursionError:
        raise _too_deep() from None
    except json.JSONDecodeError as error:
        raise MathhammerError(
            f"this is not valid JSON: {error.msg} (at line {error.lineno}, column {error.colno})"
        ) from None


def _no_constant(word: str) -> NoReturn:
    raise MathhammerError(f"this JSON file holds {word}, which is not a number a field can have")


def _short_integer(digits: str) -> int:
    if len(digits) > 100:
        raise MathhammerError("this JSON file holds a number of too many digits")
    return int(digits)


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise MathhammerError(f"the field {quoted(name)} is given twice in one table")
            seen.add(name)
    return made


def _too_deep() -> MathhammerError:
    return MathhammerError(f"tables and lists are nested too deep; up to {MAX_DEPTH} are allowed")


def _check_depth(fields: dict[str, Any]) -> None:
    level: list[Any] = [fields]
    for _ in range(MAX_DEPTH):
        inner: list[Any] = []
        for value in level:
            children = value.values() if isinstance(value, dict) else value
            inner += [child for child in children if isinstance(child, dict | list)]
        if not inner:
            return
        level = inner
    raise _too_deep()
