"""Examples in docstrings hold, in every module."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("companion", "vision", "firmware_bridge")
TRAINING = "vision/training"  # needs what is not installed


def with_examples() -> list[str]:
    paths = [path.relative_to(ROOT) for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    shown = [path for path in paths if ">>> " in (ROOT / path).read_text(encoding="utf-8")]
    return [".".join(path.with_suffix("").parts) for path in shown if not path.as_posix().startswith(TRAINING)]


@pytest.mark.slow
@pytest.mark.parametrize("module", with_examples())
def test_examples_hold(module: str) -> None:
    result = doctest.testmod(importlib.import_module(module))
    assert result.attempted > 0, "an example that nobody runs: is it in a docstring?"
    assert result.failed == 0
