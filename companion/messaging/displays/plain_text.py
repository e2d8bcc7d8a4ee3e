"""Words without marks, for displays that draw letters and nothing else."""

from __future__ import annotations

import re
from typing import Any

TAG = re.compile(r"</?[a-zA-Z]+(?:=[^<>]*)?>|\[/?[bi]\]")
SIGN = re.compile(r"\{([a-z_]+)\}(\s*)(\w*)")
BLANKS = re.compile(r"[ \t]{2,}")


def plain(text: str) -> str:
    """A text as it is read out: what slants and thickens is gone, a sign is its word, unless that follows anyway.

    >>> plain("<b>Test</b> {lore}: 2 {success} successes")
    'Test lore: 2 successes'
    """
    return BLANKS.sub(" ", SIGN.sub(_word, TAG.sub("", text)))


def all_plain(made: Any) -> Any:
    """The same of every text in JSON values."""
    match made:
        case str():
            return plain(made)
        case list():
            return [all_plain(one) for one in made]
        case dict():
            return {key: all_plain(one) for key, one in made.items()}
        case _:
            return made


def _word(found: re.Match[str]) -> str:
    sign, blank, after = found.groups()
    word = sign.replace("_", " ")
    return after if after.lower().startswith(word) else f"{word}{blank}{after}"
