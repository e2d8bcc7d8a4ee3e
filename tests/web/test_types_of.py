"""The page's types are the ones that are sent."""

from __future__ import annotations

from tests.web.types_of import FILE, rendered


def test_the_types_of_the_page_are_those_of_the_dataclasses() -> None:
    assert FILE.read_text(encoding="utf-8") == rendered(), "renew them: python -m tests.web.types_of"
