"""Fixtures of the quick generator's tests, which need packages of the training group."""

import pytest


@pytest.fixture(autouse=True)
def packages() -> None:
    """The faces of dice are found by Qhull, and numerals are drawn with Pillow."""
    for name in ("scipy", "PIL"):
        pytest.importorskip(name, reason="scipy and Pillow come with the dependency group train")
