"""Every word of the page goes through the catalogue; other text would stay English."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest

import companion.web
from tests.tools.words.extract_javascript import extract

STATIC = Path(companion.web.__file__).parent / "static"
REMARK = re.compile(r"^\s*//[^\n]*$|/\*\*.*?\*/|(?<=[;{},)]) //[^\n]*$", re.MULTILINE | re.DOTALL)
TEMPLATE = re.compile(r"(?<![\w.$])html`")
HOLE = "\0"
TAG = re.compile(r"<[^<>]*>")
WORD = re.compile(r"[A-Za-zÄÖÜäöüß]{2,}")
READ = re.compile(
    r"""(?:aria-label|aria-description|title|alt|placeholder|label|words|waits|note)=(["'])([^"'\0]*?[A-Za-z]{2}[^"'\0]*?)\1"""
)
"""Attributes that people read or hear; ours of the same names hand sentences on."""
PLAIN = re.compile(r'(?<!=)(?<!\.js"\), )"((?:[^"\\\n]|\\.)*)"')
"""Strings, but for attributes and for what is taken out of a module that is loaded later."""
SENTENCE = re.compile(r"^[A-Z][a-z]+(?:[ ,.…?!’][^=;{}<>]*)?$|^[a-z]+(?:,? [a-z]+){2,}[.…?]?$")
"""A name for machines has no large letter at its beginning and no three words."""


def scripts() -> Iterator[Path]:
    return (path for path in sorted(STATIC.rglob("*.js")) if "vendor" not in path.parts)


def unsaid(source: str) -> list[str]:
    """Find untranslated text: words between tags, in labels, and sentences in quotes."""
    code = REMARK.sub("", source)
    found = []
    for begin in TEMPLATE.finditer(code):
        markup = "".join(_literal(code, begin.end()))
        found += [text.strip() for text in TAG.sub(HOLE, markup).split(HOLE) if WORD.search(text)]
        found += [words for _, words in READ.findall(markup)]
    plurals = {form for _, function, forms, _ in extract(BytesIO(source.encode())) if function for form in forms}
    return found + [text for text in PLAIN.findall(code) if SENTENCE.match(text) and text not in plurals]


def _literal(code: str, at: int) -> Iterator[str]:
    """The letters of a template from `at` on, each hole of it as one mark."""
    while code[at] != "`":
        if code.startswith("${", at):
            yield HOLE
            at = _behind(code, at + 2)
        else:
            yield code[at]
            at += 1


def _behind(code: str, at: int) -> int:
    """Behind the hole whose first letter is at `at`; templates and strings in it are passed over."""
    depth = 1
    while depth:
        letter = code[at]
        if letter in "\"'":
            at = code.index(letter, at + 1)
        elif letter == "`":
            at = _end(code, at + 1)
        depth += (letter == "{") - (letter == "}")
        at += 1
    return at


def _end(code: str, at: int) -> int:
    """The backtick that closes a template."""
    while code[at] != "`":
        at = _behind(code, at + 2) if code.startswith("${", at) else at + (2 if code[at] == "\\" else 1)
    return at


NAMES = {"Lamplight", "Enter", "Escape", "Tab", "Esc"}  # names of the house and of keys
TEMPLATES = STATIC.parent / "templates"


@pytest.mark.slow
def test_no_script_says_a_word_past_the_catalogue() -> None:
    found = {path.name: unsaid(path.read_text(encoding="utf-8")) for path in scripts()}
    assert {name: left for name, words in found.items() if (left := [one for one in words if one not in NAMES])} == {}


def test_templates_contain_only_the_house_name() -> None:
    machine = re.compile(r"{% block page %}.*?{% endblock %}|{[{%#].*?[}%#]}|<[^>]*>", re.DOTALL)
    texts = [machine.sub("\0", path.read_text(encoding="utf-8")) for path in sorted(TEMPLATES.glob("*.html"))]
    assert {part.strip() for text in texts for part in text.split("\0") if WORD.search(part)} == {"Lamplight"}
