"""Our own German, read once for all tests that only speak it."""

from __future__ import annotations

from functools import cache

from companion.i18n.languages import Languages
from companion.i18n.translations import Translations


@cache
def german() -> Translations:
    """The catalogues that come with the house, without what people drop in."""
    loaded = Languages().of("de")
    assert loaded is not None
    return loaded
