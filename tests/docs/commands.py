"""The commands that a page shows, and what kind each of them is."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any
from unittest import mock

from companion.commands import build_parser
from companion.commands.arguments import CommandParser
from tests.command_line import group_of
from tests.docs.pages import Page

OF_THE_SCRIPT = "test"
"""What ./table runs itself."""
OF_THE_TESTS = frozenset({OF_THE_SCRIPT, "prove", "torture", "install"})
"""Commands that no guide has to run: they take minutes and more."""
LINE = re.compile(r"(?:\$ )?(?:[A-Z][A-Z_]*=\S+ )*(?:sudo )?(?:\./table|lamplight)(?: (.*))?", re.DOTALL)
COMMENT = re.compile(r"(?: {2,}| # ).*")  # behind a command


@dataclass(frozen=True, slots=True)
class Shown:
    """One command as it stands on a page."""

    page: str
    words: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.page}: ./table {shlex.join(self.words)}"


@dataclass(frozen=True, slots=True)
class Parsed:
    """One command as the program understands it."""

    path: tuple[str, ...]
    options: tuple[str, ...]  # as they are written, sorted
    values: dict[str, Any]

    @property
    def kind(self) -> str:
        """What somebody has to have run once: "kit export", "demo --camera"."""
        verb = (
            (self.values["what"],)
            if isinstance(self.values.get("what"), str) and self.path[0] in {"kit", "bench"}
            else ()
        )
        return " ".join((*self.path, *verb, *self.options))


def shown(page: Page) -> Iterator[Shown]:
    """Of its blocks, line by line, and between its words."""
    lines = [line for block in page.blocks for line in block.text.replace("\\\n", " ").splitlines()]
    for text in (*lines, *page.inline()):
        if found := LINE.fullmatch(text.strip()):
            words = COMMENT.sub("", found[1] or "") if text in lines else found[1] or ""
            yield Shown(page.name, tuple(shlex.split(words)))


@cache
def parsed(words: tuple[str, ...]) -> Parsed:
    """Raises LookupError where a word or an option is wrong."""
    with mock.patch.object(CommandParser, "error", _raise):
        values = vars(build_parser().parse_args(words))
    return Parsed(
        tuple(_path(words)), tuple(sorted({word.partition("=")[0] for word in words if word.startswith("--")})), values
    )


def _path(words: tuple[str, ...]) -> Iterator[str]:
    """The words that name the command."""
    parser: Any = build_parser()
    for word in words:
        if word not in group_of(parser):
            return
        parser = group_of(parser)[word]
        yield word


def _raise(_parser: CommandParser, message: str) -> None:
    missing = "the following arguments are required"
    raise LookupError(f"Missing: {message}" if missing in message else message)


def is_mention(words: tuple[str, ...]) -> bool:
    """A name without what belongs behind it: "`./table cases` runs rule cases"."""
    return len(words) <= 2 and not any(word.startswith("-") for word in words)
