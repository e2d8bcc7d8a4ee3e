"""Records to JSON and back: what does not have the shape is a sentence, whatever its shape."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from companion.errors import CodecError
from companion.schema import from_json, to_json


@dataclass(frozen=True, slots=True)
class Note:
    text: Any
    times: int = 1


def test_a_record_comes_back_as_it_went() -> None:
    assert from_json(Note, to_json(Note([1, "a"], 3))) == Note([1, "a"], 3)


def test_unknown_keys_are_left_alone() -> None:
    assert from_json(Note, {"text": "a", "tmes": 3}) == Note("a")


def test_codec_reports_deep_nesting() -> None:
    deep: Any = []
    for _ in range(5_000):
        deep = [deep]
    with pytest.raises(CodecError, match=r"^Note: "):
        from_json(Note, {"text": deep})


@pytest.mark.parametrize("times", ["1", 1.5, True, None])
def test_a_number_is_no_word(times: Any) -> None:
    with pytest.raises(CodecError, match=r"^Note: times: "):
        from_json(Note, {"text": "", "times": times})
