"""The commands that a page shows, parsed."""

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

OF_THE_SCRIPT = "test"  # ./table runs it itself
OF_THE_TESTS = frozenset(
    {OF_THE_SCRIPT, "prove", "torture", "install"}
)  # they take minutes, so no guide has to run them
LINE = re.compile(r"(?:\$ )?(?:[A-Z][A-Z_]*=\S+ )*(?:sudo )?(?:\./table|lamplight)(?: (.*))?", re.DOTALL)
COMMENT = re.compile(r"(?: {2,}| # ).*")  # after a command


@dataclass(frozen=True, slots=True)
class Shown:
    """A command as the page prints it."""

    page: str
    words: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.page}: ./table {shlex.join(self.words)}"


@dataclass(frozen=True, slots=True)
class Parsed:
    """A command after parsing."""

    path: tuple[str, ...]
    options: tuple[str, ...]  # as they are written, sorted
    values: dict[str, Any]

    @property
    def kind(self) -> str:
        """Command and options without values, such as "kit export" or "demo --camera". A test runs each kind once."""
        verb = (
            (self.values["what"],)
            if isinstance(self.values.get("what"), str) and self.path[0] in {"kit", "bench"}
            else ()
        )
        return " ".join((*self.path, *verb, *self.options))


def shown(page: Page) -> Iterator[Shown]:
    """Yield the commands in blocks and in inline code."""
    lines = [line for block in page.blocks for line in block.text.replace("\\\n", " ").splitlines()]
    for text in (*lines, *page.inline()):
        if found := LINE.fullmatch(text.strip()):
            words = COMMENT.sub("", found[1] or "") if text in lines else found[1] or ""
            yield Shown(page.name, tuple(shlex.split(words)))


@cache
def parsed(words: tuple[str, ...]) -> Parsed:
    """Parse a command. Raises LookupError for an unknown word or option."""
    with mock.patch.object(CommandParser, "error", _raise):
        values = vars(build_parser().parse_args(words))
    return Parsed(
        tuple(_path(words)), tuple(sorted({word.partition("=")[0] for word in words if word.startswith("--")})), values
    )


def _path(words: tuple[str, ...]) -> Iterator[str]:
    """Yield the words that name the command."""
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
    """Return whether only the name appears, as in "`./table cases` runs rule cases"."""
    return len(words) <= 2 and not any(word.startswith("-") for word in words)
