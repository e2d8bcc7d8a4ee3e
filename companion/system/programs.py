"""Programs of this machine."""

from __future__ import annotations

import os
import shutil

SBIN = "/usr/sbin:/usr/local/sbin"


def find_program(name: str) -> str:
    """Path of a program, "" when there is none; brokers live where ordinary users do not look."""
    return shutil.which(name, path=f"{os.environ.get('PATH', '')}:{SBIN}") or ""
