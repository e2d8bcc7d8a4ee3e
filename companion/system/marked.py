"""The mark of words that become text above this package: `companion.i18n` has the same one, and stands above it."""

from __future__ import annotations


def N_(words: str) -> str:  # noqa: N802 - gettext's own name for it
    """Marks a literal that becomes text later, with `from_data`."""
    return words
