"""What a condition does at a table without the printed cards: one sentence or two of ours."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from companion.engine.content import load
from companion.errors import ContentError

CONDITIONS = Path(__file__).parents[1] / "content" / "conditions.toml"


@cache
def meanings() -> Mapping[str, str]:
    """Condition -> what it does. Raises ContentError for what is no sentence."""
    told = load(CONDITIONS)
    for name, words in told.items():
        if not isinstance(words, str) or not words.strip():
            raise ContentError(f"{CONDITIONS}: {name}: a sentence is needed")
    return MappingProxyType(dict(told))


def meaning(name: str) -> str:
    """Of one condition; "" = only its printed card says."""
    return meanings().get(name, "")
