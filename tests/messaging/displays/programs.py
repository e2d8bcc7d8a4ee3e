"""The programs of deploy/displays, as they are started there: by themselves, with their own folder first."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

FOLDER = Path(__file__).parents[3] / "deploy" / "displays"


def program(name: str) -> ModuleType:
    """One of their modules; they import each other by their plain names."""
    sys.path.insert(0, str(FOLDER))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(FOLDER))


def end(display: Any) -> None:
    """Stop it and close paho's sockets, which would otherwise raise a ResourceWarning in some later test."""
    display.stop()
    display._client.reinitialise()
