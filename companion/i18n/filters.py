"""Filters of placeholders in rendered text: `{title.cap}`, `{story.plain.first}`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

TAG = re.compile(r"[<\[]/?[a-z]+(?:=[^>\]]*)?[>\]]")
SIGN = re.compile(r"\{(\w+)\}")
SENTENCE = re.compile(r".+?[.!?…](?=\s|$)", re.DOTALL)
LONGEST = 160  # letters of a first sentence
BRIEF = 120  # letters of a line of the log


def plain(text: str) -> str:
    """Remove tags and line breaks, and replace signs by words.

    >>> plain("<b>Test</b> your {will}")
    'Test your will'
    """
    return " ".join(SIGN.sub(r"\1", TAG.sub("", text)).split())


def first_sentence(text: str) -> str:
    """Return the first sentence, cut to fit the shelf.

    >>> first_sentence("The sea is quiet. You row home.")
    'The sea is quiet.'
    """
    sentence = next(iter(SENTENCE.findall(text)), text)
    return sentence if len(sentence) <= LONGEST else f"{sentence[: LONGEST - 1]}…"


FILTERS: Mapping[str, Callable[[str], str]] = MappingProxyType(
    {
        "cap": lambda text: text[:1].upper() + text[1:],
        "phrase": lambda text: text if text.endswith("..") else text.removesuffix("."),
        "plain": plain,
        "first": first_sentence,
        "brief": lambda text: text if len(text) <= BRIEF else f"{text[: BRIEF - 3]}…",
    }
)
