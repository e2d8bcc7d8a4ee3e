"""Finds the LLVM library by which the renderer compiles its kernels."""

import os
import re
from collections.abc import Iterable, MutableMapping
from pathlib import Path

from companion.errors import LamplightError

VARIABLE = "DRJIT_LIBLLVM_PATH"
PLACES = (
    "/usr/lib/*-linux-gnu/libLLVM*.so*",
    "/usr/lib/llvm-*/lib/libLLVM*.so*",
    "/usr/lib64/libLLVM*.so*",
    "/usr/local/lib/libLLVM*.so*",
    "/opt/homebrew/opt/llvm*/lib/libLLVM*.dylib",
)
CRASHING = (15,)
"""Versions whose kernels crash."""
KNOWN = 19
"""The version with which this was tried."""


class LlvmNotFoundError(LamplightError):
    """No usable libLLVM on this machine."""


def use_llvm(environment: MutableMapping[str, str] = os.environ) -> str:
    """Point the renderer to the library, unless already set. Raises `LlvmNotFoundError`. Call before importing mitsuba."""
    if not environment.get(VARIABLE):
        root = Path("/")
        environment[VARIABLE] = str(best(path for pattern in PLACES for path in root.glob(pattern.lstrip("/"))))
    return environment[VARIABLE]


def best(libraries: Iterable[Path]) -> Path:
    """Return the library of the version that is known to work, else the newest that is not known to crash."""
    versions = {path: version_of(path) for path in libraries}
    usable = {path: version for path, version in versions.items() if version and version not in CRASHING}
    if not usable:
        found = ", ".join(sorted({str(version) for version in versions.values() if version})) or "none"
        raise LlvmNotFoundError(
            f"Rendering needs libLLVM (found: version {found}; 15 crashes). On Debian: sudo apt-get install libllvm{KNOWN}, "
            f"or name a library in {VARIABLE}."
        )
    return max(usable, key=lambda path: (usable[path] == KNOWN, usable[path], str(path)))


def version_of(library: Path) -> int | None:
    """19 of `libLLVM-19.so`, `libLLVM.so.19.1` and `llvm-19/lib/libLLVM.so`; None where the name does not say."""
    found = re.search(r"libLLVM-(\d+)", library.name) or re.search(r"\.so\.(\d+)", library.name)
    found = found or re.search(r"llvm[-@](\d+)", str(library.parent))
    return int(found[1]) if found else None
