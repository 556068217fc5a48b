"""Zipped lists (`.rosz`) and packed links: unpacked in memory, never onto a disk."""

from __future__ import annotations

import base64
import binascii
import io
import zipfile
import zlib

from mathhammer.core.errors import MathhammerError
from mathhammer.rosters.limits import MAX_UNPACKED


def unzipped(content: bytes) -> bytes:
    """Return the one list in a zip.

    Parameters
    ----------
    content : bytes

    Raises
    ------
    MathhammerError
        It is broken or encrypted, holds no list or several, or one that is too large.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            files = [
                one for one in archive.infolist()
                if not one.is_dir() and not one.filename.startswith("__MACOSX/")
            ]  # fmt: skip
            lists = [one for one in files if one.filename.lower().endswith(".ros")] or files
            if len(lists) != 1:
                raise MathhammerError(
                    f"this zip holds {len(lists)} files that could be the army list: one is "
                    "expected, ending in .ros"
                )
            if lists[0].flag_bits & 1:
                raise MathhammerError("this zip is encrypted: export the list without a password")
            with archive.open(lists[0]) as file:
                found = file.read(MAX_UNPACKED + 1)
    except MathhammerError:
        raise
    except (
        zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError,
        ValueError, OverflowError, LookupError,
    ) as error:  # fmt: skip
        raise MathhammerError(f"this zip is broken ({type(error).__name__})") from None
    except Exception as error:  # what unpackers of rarer methods raise
        if type(error).__module__ not in ("_lzma", "lzma", "struct"):
            raise
        raise MathhammerError(f"this zip is broken ({type(error).__name__})") from None
    if len(found) > MAX_UNPACKED:
        raise _too_large()
    return found


def unpacked(payload: str) -> bytes:
    """Return what the payload of a share link holds: gzip, written in base64.

    Parameters
    ----------
    payload : str

    Raises
    ------
    MathhammerError
        It is broken, or too large.

    Examples
    --------
    >>> import base64, gzip
    >>> unpacked(base64.urlsafe_b64encode(gzip.compress(b"{}")).decode())
    b'{}'
    """
    plain = "".join(payload.split()).replace("-", "+").replace("_", "/").rstrip("=")
    try:
        packed = base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True)
    except (binascii.Error, ValueError):
        raise MathhammerError("the payload of this link is not base64: copy all of it") from None
    return gunzipped(packed)


def gunzipped(packed: bytes) -> bytes:
    """Return what a gzip holds."""
    reader = zlib.decompressobj(31)
    try:
        found = reader.decompress(packed, MAX_UNPACKED + 1)
    except zlib.error:
        raise MathhammerError("what this holds can't be unpacked: it is broken or cut") from None
    if len(found) > MAX_UNPACKED:
        raise _too_large()
    if not reader.eof:
        raise MathhammerError("what this holds can't be unpacked: its end is missing")
    return found


def _too_large() -> MathhammerError:
    return MathhammerError(f"the list has over {MAX_UNPACKED} bytes when it is unpacked")
