"""The commands that a page shows, and what kind each of them is."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, NoReturn

from typer.main import get_command

from companion.cli import app
from companion.updating.__main__ import parser
from tests.docs.pages import Page

OF_THE_SCRIPT = "test"
"""What ./table runs itself."""
OF_THE_TESTS = frozenset({OF_THE_SCRIPT, "prove", "torture", "install"})
"""Commands that are the script's own, or modules of the tests: they have programs, and words, of their own."""
OF_AN_UPDATE = "update"
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
def program() -> Any:
    """Ours, with all its commands."""
    return get_command(app)


@cache
def parsed(words: tuple[str, ...]) -> Parsed:
    """Raises what the command line raises where a word or an option is wrong."""
    if words[0] == OF_AN_UPDATE:
        return _of_an_update(words)
    command, path, rest = program(), [], list(words)
    while hasattr(command, "commands"):
        if not rest and path and command.invoke_without_command:
            break
        if not rest:
            raise LookupError(f"Missing: which command of {' '.join(path)}")
        if rest[0] not in command.commands:
            raise LookupError(f"there is no command {' '.join([*path, rest[0]])}")
        path.append(rest.pop(0))
        command = command.commands[path[-1]]
    context = command.make_context(path[-1], list(rest))
    options = sorted({word.partition("=")[0] for word in rest if word.startswith("--")})
    return Parsed(tuple(path), tuple(options), dict(context.params))


def _of_an_update(words: tuple[str, ...]) -> Parsed:
    """It has words of its own: no package of ours is loaded for it."""
    told = parser()
    told.error = _raise  # type: ignore[method-assign]
    values = vars(told.parse_intermixed_args(["here", *words[1:]]))
    return Parsed((OF_AN_UPDATE,), tuple(sorted({word for word in words if word.startswith("--")})), values)


def _raise(message: str) -> NoReturn:
    raise LookupError(message)


def is_mention(words: tuple[str, ...]) -> bool:
    """A name without what belongs behind it: "`./table cases` runs rule cases"."""
    return len(words) <= 2 and not any(word.startswith("-") for word in words)
