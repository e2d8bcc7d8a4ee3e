"""From where pip gets packages on this machine, for a system that knows nothing of it: nothing is written there."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

PATH = re.compile(r"(?:file://)?(/[^\s'\"]+)")
GONE = "http://127.0.0.1:9/"  # nobody listens there


def environment() -> dict[str, str]:
    """Pip's settings as it takes them from the environment: those of the environment win over those of its files."""
    told = subprocess.run([sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=True)
    pairs = [line.partition("=") for line in told.stdout.splitlines()]
    files = {variable(name): " ".join(str(ast.literal_eval(value)).split()) for name, _, value in pairs}
    return files | {name: value for name, value in os.environ.items() if name.startswith("PIP_")}


def variable(name: str) -> str:
    """What a setting is called in the environment.

    >>> variable("global.extra-index-url"), variable(":env:.cert")
    ('PIP_EXTRA_INDEX_URL', 'PIP_CERT')
    """
    return f"PIP_{name.rpartition('.')[2].replace('-', '_').upper()}"


def folders(settings: dict[str, str]) -> tuple[Path, ...]:
    """What of it lies on this machine, and has to be shown to the other one. An index may lie beside the files it names."""
    found = {
        Path(path).parent if name.endswith("INDEX_URL") else Path(path)
        for name, value in settings.items()
        for path in PATH.findall(value)
        if "://" not in value or "file://" in value
    }
    there = {path for path in found if path.exists() and path != Path("/")}
    return tuple(sorted(path for path in there if not there & set(path.parents)))


def out_of_reach() -> dict[str, str]:
    """As if there were no network, neither for apt nor for pip."""
    nobody = dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), GONE)
    return {**nobody, "PIP_INDEX_URL": GONE, "PIP_EXTRA_INDEX_URL": "", "PIP_FIND_LINKS": "", "PIP_RETRIES": "0"}
