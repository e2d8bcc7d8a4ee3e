"""What the page of a demo asks of a reader; a reader of a real table does not listen."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DemoCommand:
    """Play a recorded throw, or lay a tag; the other field stays empty."""

    throw: str = ""  # a kind with recorded throws: "d6", "token"
    tag: str = ""  # id of a tag: "62E3086CED"
