"""Links, files and programs that a page names exist."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.docs.pages import GUIDES, PAGES, ROOT, Link, name_of, page

TOP = ("companion", "deploy", "docs", "firmware_bridge", "tests", "vision")
CODE = (".py", ".js", ".c", ".h", ".css", ".html", ".md", ".sh")
SHORT = (
    "companion",
    "companion/web",
    "companion/web/static",
    "companion/games",
    "firmware_bridge",
    "firmware_bridge/firmware",
)
"""Pages may name files relative to these folders, such as `schema/prompt.py`."""
TO_BE_MADE: Mapping[str, str] = {
    "tests/games/pips/": "the reader makes it",
    "companion/i18n/fr/*.po": "the reader makes it",
    "vision/doubts": "in the data folder",
    "vision/seen": "in the data folder",
}
OF_THE_READER = {"docs/adding-a-game.md": "pips/"}  # page -> what its reader writes
FILE = re.compile(r"[\w.{}*<>-]+(/[\w.{}*<>-]+)+/?")
PROGRAM = re.compile(r"(?:python3?|\.venv/bin/python) ((?:\S+/)*\w+\.py)\b(.*)")
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")


def away(link: Link) -> bool:
    return "://" in link.target or link.target.startswith("mailto:")


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_links_lead_to_files_and_headings(path: Path) -> None:
    for link in (link for link in page(path).links() if not away(link)):
        target, _, anchor = link.target.partition("#")
        file = (path.parent / target).resolve() if target else path
        assert file.exists(), f"{name_of(path)}: {link.target}"
        assert not anchor or anchor in page(file).anchors(), f"{name_of(path)}: {link.target}"


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_pages_name_only_existing_files(path: Path) -> None:
    assert [code for code in named(path) if not found(code, path)] == []


def named(path: Path) -> Iterator[str]:
    """Yield the source files and folders that a page names."""
    for code in page(path).inline():
        is_ours = code.partition("/")[0] in TOP or code.endswith(CODE)
        if (
            FILE.fullmatch(code)
            and is_ours
            and code not in TO_BE_MADE
            and not code.startswith(OF_THE_READER.get(name_of(path), "?"))
        ):
            yield code


def found(code: str, path: Path) -> bool:
    pattern = re.sub(r"<\w+>|\b[A-Z]{3,}\b", "*", code.rstrip("/"))
    return any(any(place.glob(pattern)) for place in (*(ROOT / short for short in ("", *SHORT)), path.parent))


@pytest.mark.parametrize("path", GUIDES, ids=name_of)
def test_pages_show_existing_programs_and_options(path: Path) -> None:
    lines = [line for block in page(path).blocks for line in block.text.splitlines()]
    for text in (*lines, *page(path).inline()):
        for program, rest in PROGRAM.findall(text):
            files = [place / program for place in (ROOT, path.parent) if (place / program).is_file()]
            assert files, f"{name_of(path)}: {text}"
            near = "\n".join(file.read_text(encoding="utf-8") for file in files[0].parent.parent.rglob("*.py"))
            assert [option for option in OPTION.findall(rest) if f'"{option}"' not in near] == [], text
