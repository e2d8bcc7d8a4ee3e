"""The examples in the docstrings of the ledger hold."""

from __future__ import annotations

import doctest
import importlib

import pytest

MODULES = ("evidence", "familywise_error", "verdict_text", "csv_export", "throws")


@pytest.mark.parametrize(
    "module", [*(f"companion.fairness.{name}" for name in MODULES), "companion.presentation.pages.fairness"]
)
def test_each_example_holds(module: str) -> None:
    done = doctest.testmod(importlib.import_module(module))
    assert done.attempted > 0
    assert done.failed == 0
