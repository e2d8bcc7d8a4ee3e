"""Programs of this machine."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

SBIN = "/usr/sbin:/usr/local/sbin"


def find_program(name: str) -> str:
    """Path of a program, "" when there is none; brokers live where ordinary users do not look."""
    return shutil.which(name, path=f"{os.environ.get('PATH', '')}:{SBIN}") or ""


NAME = "LAMPLIGHT_COMMAND"
"""In the environment: how the program is called that was started, where it is not `./table`."""


def own_command(words: str = "") -> str:
    """Return a command of ours as it is typed on this machine: "./table pair", or "lamplight pair" where it is installed."""
    name = os.environ.get(NAME) or ("lamplight" if Path(sys.argv[0]).name == "lamplight" else "./table")
    return f"{name} {words}".rstrip()
