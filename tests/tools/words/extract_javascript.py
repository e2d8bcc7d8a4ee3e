"""Babel's extractor of the page's scripts: t`${seat} waits`, and tn(n, "{n} card", "{n} cards") of core/text/i18n.js.

Holes of a tagged template are numbered: "{0} waits". Babel's own extractor fails on nested templates.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

CALL = re.compile(r"(?<![\w.$])(t`|tn\()")
REMARK = re.compile(r"^\s*//[^\n]*$|/\*\*.*?\*/", re.MULTILINE | re.DOTALL)
"""`/**` alone: "image/*" begins no remark."""
FORMS = re.compile(r"""\s*(["'])((?:\\.|(?!\1).)*)\1,\s*(["'])((?:\\.|(?!\3).)*)\3\s*[,)]""", re.DOTALL)
ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
HOLE = re.compile(r"\{\d+\}")
LETTERS = {"n": "\n", "t": "\t"}
PAIRS = {"{": "}", "(": ")", "[": "]"}


def extract(fileobj: Any, *_how: Any, **_options: Any) -> Iterator[Any]:
    """The messages of one file with their lines, in their order; those within the hole of another come after it."""
    code = REMARK.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), fileobj.read().decode())
    for found in CALL.finditer(code):
        line = code.count("\n", 0, found.start()) + 1
        if found[1] == "t`":
            key = _key(code, found.end())
            if HOLE.sub("", key).strip():
                yield line, None, key, []
        else:
            forms = FORMS.match(code, _end(code, found.end(), ",") + 1)
            if forms is None:
                raise ValueError(f"line {line}: tn needs two strings, written out: {code[found.start() :][:60]!r}")
            yield line, "ngettext", (_unescaped(forms[2]), _unescaped(forms[4])), []


def _unescaped(written: str) -> str:
    return ESCAPE.sub(lambda found: _meant(found[1]), written)


def _meant(letter: str) -> str:
    return chr(int(letter[1:], 16)) if len(letter) > 1 else LETTERS.get(letter, letter)


def _key(code: str, at: int) -> str:
    """The template that begins at `at`, behind its backtick, with numbers for its holes."""
    key, start, hole = "", at, 0
    while code[at] != "`":
        if code.startswith("${", at):
            key, hole = f"{key}{_unescaped(code[start:at])}{{{hole}}}", hole + 1
            at = start = _end(code, at + 2, "}") + 1
        else:
            at += 2 if code[at] == "\\" else 1
    return key + _unescaped(code[start:at])


def _end(code: str, at: int, last: str) -> int:
    """Return the end of the expression at `at`: this character, outside of brackets, strings and templates."""
    depth = 0
    while depth or code[at] != last:
        if code[at] in "\"'":
            at = _closed(code, at)
        elif code[at] == "`":
            at = _template_end(code, at + 1)
        depth += code[at] in PAIRS
        depth -= code[at] in PAIRS.values()
        at += 1
    return at


def _closed(code: str, at: int) -> int:
    """The closing quotation mark of the string that opens at `at`."""
    quote, at = code[at], at + 1
    while code[at] != quote:
        at += 2 if code[at] == "\\" else 1
    return at


def _template_end(code: str, at: int) -> int:
    """The closing backtick of a template."""
    while code[at] != "`":
        at = _end(code, at + 2, "}") + 1 if code.startswith("${", at) else at + (2 if code[at] == "\\" else 1)
    return at
