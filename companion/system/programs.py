"""Look for programs of this machine."""

from __future__ import annotations

import os
import shutil

SBIN = "/usr/sbin:/usr/local/sbin"


def find_program(name: str) -> str:
    """Return the path of a program, or "". Brokers are in folders that are not on the PATH of ordinary users."""
    return shutil.which(name, path=f"{os.environ.get('PATH', '')}:{SBIN}") or ""
