"""Which fields of a record people read: these are said in a device's language, all others are names for machines."""

from __future__ import annotations

from typing import Annotated, TypeAlias

WORDS = "words"

Words: TypeAlias = Annotated[str, WORDS]
"""A sentence, title or word as people read it, in English; what stands under such a field is translated on its way to a device."""
