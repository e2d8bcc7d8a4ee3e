"""What people read in a script of the page: the sentences tagged with t, as core/text/i18n.js makes their keys."""

from __future__ import annotations

import re
from collections.abc import Iterator

TAG = re.compile(r"(?<![\w.$])t`")
REMARK = re.compile(r"^\s*//[^\n]*$|/\*\*.*?\*/", re.MULTILINE | re.DOTALL)
"""`/**` alone: "image/*" begins no remark."""
ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
HOLE = re.compile(r"\{\d+\}")
LETTERS = {"n": "\n", "t": "\t"}
PAIRS = {"{": "}", "(": ")", "[": "]"}


def texts(source: str) -> Iterator[str]:
    """The msgids of one file, in their order; those within the hole of another come after it."""
    code = REMARK.sub("", source)
    for found in TAG.finditer(code):
        key = _key(code, found.end())
        if any(letter.isalpha() for letter in HOLE.sub("", key)):
            yield key  # a sum or a name alone is the same in every language


def _key(code: str, at: int) -> str:
    """The template that begins at `at`, behind its backtick."""
    key, hole = "", 0
    while code[at] != "`":
        if code.startswith("${", at):
            at = _behind(code, at + 2)
            key, hole = f"{key}{{{hole}}}", hole + 1
        elif code[at] == "\\":
            found = ESCAPE.match(code, at)
            if found is None:
                raise ValueError(f"a backslash at the end of {code[-40:]!r}")
            key, at = key + _meant(found[1]), found.end()
        else:
            key, at = key + code[at], at + 1
    return key


def _meant(letter: str) -> str:
    return chr(int(letter[1:], 16)) if len(letter) > 1 else LETTERS.get(letter, letter)


def _behind(code: str, at: int) -> int:
    """Where the hole ends whose first character is at `at`: behind its closing brace."""
    depth = 0
    while depth or code[at] != "}":
        if code[at] in "\"'":
            at = _closed(code, at)
        elif code[at] == "`":
            at = _template_end(code, at + 1) - 1
        depth += code[at] in PAIRS
        depth -= code[at] in PAIRS.values()
        at += 1
    return at + 1


def _closed(code: str, at: int) -> int:
    """The closing quotation mark of the string that opens at `at`."""
    quote, at = code[at], at + 1
    while code[at] != quote:
        at += 2 if code[at] == "\\" else 1
    return at


def _template_end(code: str, at: int) -> int:
    """Behind the closing backtick of a template."""
    while code[at] != "`":
        at = _behind(code, at + 2) if code.startswith("${", at) else at + (2 if code[at] == "\\" else 1)
    return at + 1
