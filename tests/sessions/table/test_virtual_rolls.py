"""Prompts that chance can answer."""

from __future__ import annotations

from random import Random

import pytest

from companion.engine import write
from companion.schema import Refused
from companion.sessions import roll_virtually


def test_words_are_never_left_to_chance() -> None:
    with pytest.raises(Refused, match="Ann: which card\\?”: this cannot be left to chance"):
        roll_virtually(write("1", "Ann: which card?", ("Machete",)), Random(1))
