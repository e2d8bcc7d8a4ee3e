"""Marks in a text become words; where these hold marks without end, no more is put together than is shown."""

from __future__ import annotations

import re
from collections.abc import Callable


def replace_marks(mark: re.Pattern[str], told: Callable[[re.Match[str]], str], text: str, most: int) -> str:
    """The first `most` letters of the text with what is `told` of each mark in its place.

    >>> replace_marks(re.compile("n"), lambda _: "12345", "an n.", 8)
    'a12345 1'
    """
    parts, at, room = list[str](), 0, most
    for found in mark.finditer(text):
        for part in (text[at : found.start()], told(found)):
            parts.append(part[:room])
            room -= len(parts[-1])
        at = found.end()
        if not room:
            break
    return "".join((*parts, text[at : at + room]))
