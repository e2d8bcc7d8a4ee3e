"""The programs of deploy/displays, started as there: alone, with their own folder first on the path."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

FOLDER = Path(__file__).parents[3] / "deploy" / "displays"


def program(name: str) -> ModuleType:
    """Import one of their modules, which import each other by plain names."""
    sys.path.insert(0, str(FOLDER))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(FOLDER))


def end(display: Any) -> None:
    """Stop it and close paho's sockets, which would otherwise raise a ResourceWarning in some later test."""
    display.stop()
    display._client.reinitialise()
