"""The package index of this machine's pip, for a system without one. Nothing is written there."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

PATH = re.compile(r"(?:file://)?(/[^\s'\"]+)")
GONE = "http://127.0.0.1:9/"  # nothing listens there


def environment() -> dict[str, str]:
    """Pip's settings as environment variables. The environment wins over pip's files."""
    told = subprocess.run([sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=True)
    pairs = [line.partition("=") for line in told.stdout.splitlines()]
    files = {variable(name): " ".join(str(ast.literal_eval(value)).split()) for name, _, value in pairs}
    return files | {name: value for name, value in os.environ.items() if name.startswith("PIP_")}


def variable(name: str) -> str:
    """The environment variable of a setting.

    >>> variable("global.extra-index-url"), variable(":env:.cert")
    ('PIP_EXTRA_INDEX_URL', 'PIP_CERT')
    """
    return f"PIP_{name.rpartition('.')[2].replace('-', '_').upper()}"


def folders(settings: dict[str, str]) -> tuple[Path, ...]:
    """Files and folders on this machine that the settings name. An index may lie beside the files it names."""
    found = {
        Path(path).parent if name.endswith("INDEX_URL") else Path(path)
        for name, value in settings.items()
        for path in PATH.findall(value)
        if "://" not in value or "file://" in value
    }
    there = {path for path in found if path.exists() and path != Path("/")}
    return tuple(sorted(path for path in there if not there & set(path.parents)))


def out_of_reach() -> dict[str, str]:
    """Settings without a network, for apt and for pip."""
    nobody = dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), GONE)
    return {**nobody, "PIP_INDEX_URL": GONE, "PIP_EXTRA_INDEX_URL": "", "PIP_FIND_LINKS": "", "PIP_RETRIES": "0"}
