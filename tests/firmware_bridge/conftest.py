"""A real broker for the process of the bridge, and a port."""

from __future__ import annotations

import os
import pty
from collections.abc import Iterator

import pytest

from tests.messaging.conftest import join, mosquitto

__all__ = ["join", "mosquitto"]


@pytest.fixture
def port() -> Iterator[str]:
    """A pseudo-terminal without other users."""
    ours, theirs = pty.openpty()
    name = os.ttyname(theirs)
    os.close(theirs)
    yield name
    os.close(ours)
