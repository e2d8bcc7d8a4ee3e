"""TypeScript, ESLint and Prettier, which look at the page's scripts. The page itself needs no build.

`python -m tests.tools.node_tools` installs them through npm into this folder, as tests/tools/node/package-lock.json lists them.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent / "node"
REMEDY = "Get it with: python -m tests.tools.node_tools (it needs npm, and fetches 40 MB)"
ONCE_MORE = (
    "--fetch-timeout=20000",
    "--fetch-retries=1",
    "--fetch-retry-mintimeout=2000",
    "--fetch-retry-maxtimeout=2000",
)
"""Limit the time without a network, for which npm tries for minutes by default."""


def find(name: str, folder: Path = FOLDER) -> str | None:
    """The path of a program; None where it is not installed, or was in another version."""
    program = folder / "node_modules" / ".bin" / name
    return str(program) if is_whole(folder) and program.exists() else None


def is_whole(folder: Path = FOLDER) -> bool:
    """Return whether all locked packages are installed."""
    return _stamp(folder).is_file() and _stamp(folder).read_text() == _wanted(folder)


def fetch(folder: Path = FOLDER) -> None:
    """Install missing packages. Raises CalledProcessError or OSError if npm, its registry or the disk refuses."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        if not is_whole(folder):
            quiet = ("--silent", "--no-audit", "--no-fund", "--ignore-scripts")
            subprocess.run(["npm", "ci", *quiet, *ONCE_MORE], cwd=folder, check=True, stdout=subprocess.DEVNULL)
            _stamp(folder).write_text(_wanted(folder))
    finally:
        os.close(handle)


def _stamp(folder: Path) -> Path:
    """npm removes it first and brings none, so an installation that was cut off has none."""
    return folder / "node_modules" / ".lamplight"


def _wanted(folder: Path) -> str:
    return hashlib.sha256((folder / "package-lock.json").read_bytes()).hexdigest()


if __name__ == "__main__":
    try:
        fetch()
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"{error}\nTypeScript, ESLint and Prettier are not here. {REMEDY}")
