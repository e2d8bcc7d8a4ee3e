from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.link.receiver import ResumeMark, parse_mark

NUMBERS = st.integers(0, 0xFFFF_FFFF)


@given(st.builds(ResumeMark, NUMBERS, NUMBERS, NUMBERS))
def test_mark_parses_as_written(mark: ResumeMark) -> None:
    assert parse_mark(str(mark)) == mark


@pytest.mark.parametrize("text", ["", "7", "7:", ":41", "7:x", "7:41:0:1", "-7:41", "\u00b2:41", "7.0:41"])
def test_invalid_mark_is_none(text: str) -> None:
    assert parse_mark(text) is None
