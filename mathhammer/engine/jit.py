"""How kernels are compiled: at their first call.

The result is cached on disk; the first compilation is announced, with its seconds, and
other processes that need the same kernel wait for it instead of compiling it too. Numba
keeps what it compiled beside the source, or in a folder of the user, or in that of
the environment variable NUMBA_CACHE_DIR. Where none of them can be written to, or what
lies there can't be read, a kernel is compiled again by each process, and says so.
"""

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache as cache_once
from pathlib import Path
from threading import current_thread, main_thread
from typing import Any, TypeVar, cast

import numpy as np

from mathhammer.core.errors import MissingPackageError
from mathhammer.core.progress import busy, say

try:
    import numba
    from numba.core import caching, types
    from numba.extending import intrinsic

    import filelock  # isort: skip
except ImportError as error:
    package = error.name or "numba"
    raise MissingPackageError(
        f"Monte Carlo needs the package {package}, which is not installed "
        f"(python -m pip install {package}); the exact engine works without it"
    ) from None

#: Numba has no types for these.
_CACHE: Any = caching.FunctionCache
_NO_CACHE: Any = caching.NullCache

Function = TypeVar("Function", bound=Callable[..., object])


#: Numba compiles a function once more for each literal that it is called with.
ZERO: Any = np.int64(0)
ONE: Any = np.int64(1)

#: How many seconds a process waits for another that compiles the same kernel: one that is
#: stopped in the middle holds up nobody for good.
MAX_WAIT = 120.0

#: Goes through a tuple whose values may be of different types.
unrolled: Any = numba.literal_unroll


class _Kept:
    """A cache that says when something is compiled, and how long it takes.

    Parameters
    ----------
    cache : numba.core.caching.FunctionCache or None
        None where there is no folder to keep anything in.
    """

    def __init__(self, cache: Any) -> None:
        self._cache = _NO_CACHE() if cache is None else cache
        self._kept = cache is not None
        self._since = 0.0
        self._lock: filelock.BaseFileLock | None = None
        self._line, self._later = ExitStack(), ExitStack()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cache, name)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return what was compiled before, None where it has to be compiled now."""
        found = self._load(sig, target_context)
        if found is None and self._kept:
            self._acquire()
            found = self._load(sig, target_context)  # what another process has compiled
            if found is not None:
                self._release()
        if found is None:
            self._later.enter_context(interrupts_later())
            say("compiling the kernels, which is done once (`mathhammer warm` does all of it) ...")
            self._line.enter_context(busy("compiling the kernels"))
            self._since = time.perf_counter()
        return found

    def compiling(self, compile_one: Callable[[Any], Any]) -> Callable[[Any], Any]:
        """Return what compiles for a signature and leaves no line and no lock behind."""

        def compiled(signature: Any) -> Any:
            with self._later:  # from where it is really compiled: waiting for others may end
                try:
                    return compile_one(signature)
                finally:
                    self._line.close()
                    self._release()

        return compiled

    def _load(self, sig: Any, target_context: Any) -> Any:
        try:
            return self._cache.load_overload(sig, target_context)
        except Exception:  # what lies there may be of another version, or cut off
            with suppress(Exception):
                self._cache.flush()
        return None

    def _acquire(self) -> None:
        """Wait until no other process compiles this kernel."""
        index = Path(self._cache._cache_file._index_path)
        self._lock = filelock.FileLock(index.with_suffix(".lock"))
        # A folder without locks or without leave to write: each process compiles for itself.
        with suppress(filelock.Timeout, OSError, NotImplementedError):
            self._lock.acquire(timeout=MAX_WAIT)

    def _release(self) -> None:
        if self._lock is not None:
            with suppress(OSError):
                self._lock.release(force=True)
            self._lock = None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled."""
        seconds = time.perf_counter() - self._since
        if self._kept:
            try:
                self._cache.save_overload(sig, data)
            except Exception:
                self._kept = False
        self._release()
        self._line.close()
        more = "" if self._kept else (
            "; it can't be kept, because no folder for it can be written to (NUMBA_CACHE_DIR "
            "names another)"
        )  # fmt: skip
        say(f"compiled in {seconds:.1f} s{more}")


@contextmanager
def interrupts_later() -> Iterator[None]:
    """Remember Ctrl-C, and raise it at the end: numba would take it for a fault of the code."""
    if current_thread() is not main_thread():  # where none arrives
        yield
        return
    came = []
    before = signal.signal(signal.SIGINT, lambda *_: came.append(True))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if came:
        raise KeyboardInterrupt


def _compiler(keep: bool = False, **options: Any) -> Callable[[Function], Function]:
    """Return a decorator that compiles a function at its first call.

    Parameters
    ----------
    keep : bool
        Whether it is kept on disk; what kernels call is kept as a part of them.
    **options
        Those of numba.
    """

    def compiled(function: Function) -> Function:
        compiler: Any = numba.njit(nogil=True, error_model="numpy", **options)
        return cast(
            Function, _keeping(compiler(function), function) if keep else compiler(function)
        )

    return compiled


#: For a function that is called from Python.
entry = _compiler(keep=True)
#: The same where it makes no arrays: nothing counts references, which takes long.
bare_entry = _compiler(keep=True, _nrt=False)
#: For a function that kernels call; the same where it makes no arrays.
inner = _compiler()
bare = _compiler(_nrt=False)
#: Puts a function's code where it is called.
inlined = _compiler(inline="always", _nrt=False)


class _Record:
    """A row of numbers read by name, where the compiler is switched off."""

    __slots__ = ("_at", "_names", "_numbers")

    def __init__(self, numbers: Any, names: tuple[str, ...], at: Any) -> None:
        self._numbers, self._names, self._at = numbers, names, at

    def __getitem__(self, name: str) -> Any:
        return self._numbers[self._at + self._names.index(name)]


def reads(kind: np.dtype[np.void]) -> Any:
    """Return a function that reads a row of an int64 array as a record, without a copy.

    Parameters
    ----------
    kind : dtype
        Fields of int64.

    Returns
    -------
    callable
        For kernels: takes the array and the place of the row.
    """
    if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
        names = kind.names
        assert names is not None
        return lambda numbers, at: _Record(numbers, names, at)
    record: Any = numba.from_dtype(kind)

    def read(_: Any, numbers: Any, at: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            array = context.make_array(signature.args[0])(context, builder, given[0])
            place = context.cast(builder, given[1], signature.args[1], types.intp)
            row = builder.gep(array.data, [place])
            return builder.bitcast(row, context.get_value_type(record))

        return record(numbers, at), code

    return intrinsic(read)


@cache_once
def _stamp() -> tuple[tuple[str, int, int], ...]:
    """Return what tells whether anything that is compiled was changed since.

    Numba looks at the file of the entry alone, and kernels call those of other files.
    """
    stamps = []
    folder = Path(__file__).parent
    for path in [
        Path(__file__),
        folder / "packing.py",
        folder / "montecarlo" / "layout.py",
        *sorted((folder / "montecarlo" / "kernels").glob("*.py")),
        folder / "many" / "layout.py",
        *sorted((folder / "many").glob("*kernels.py")),
    ]:
        found = path.stat()
        stamps.append((path.name, found.st_mtime_ns, found.st_size))
    return tuple(stamps)


def _keeping(made: Any, function: Callable[..., object]) -> Any:
    if hasattr(made, "enable_caching"):  # else the compiler is switched off
        try:
            cache = _CACHE(function)
            cache._cache_file._source_stamp = cache._cache_file._source_stamp, _stamp()
        except (RuntimeError, OSError, AttributeError):  # the last: numba keeps in another way
            cache = None
        made._cache = _Kept(cache)
        made.compile = made._cache.compiling(made.compile)
    return made
