"""A typed command, run in this process."""

from __future__ import annotations

import argparse
import io
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from unittest import mock

from companion import cli
from companion.commands import build_parser


@dataclass(frozen=True, slots=True)
class Typed:
    """Its result."""

    exit_code: int
    output: str
    exception: Exception | None = None  # for the command line to say as a sentence


def typed(*words: str, answers: str = "", catches: bool = True) -> Typed:
    """Run a command. `answers`: lines typed at its prompts; `catches`: errors become a message instead of an exception."""
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(out), mock.patch("sys.stdin", io.StringIO(answers)):
        try:
            cli.run_command(words)
        except SystemExit as ended:
            return Typed(ended.code if isinstance(ended.code, int) else 1, out.getvalue())
        except Exception as error:
            if not catches:
                raise
            return Typed(1, out.getvalue(), error)
    return Typed(0, out.getvalue())


def all_commands() -> dict[tuple[str, ...], argparse.ArgumentParser]:
    """The parser of each command and group, by its words."""
    return dict(_below((), build_parser()))


def _below(
    path: tuple[str, ...], parser: argparse.ArgumentParser
) -> Iterator[tuple[tuple[str, ...], argparse.ArgumentParser]]:
    for name, inner in group_of(parser).items():
        yield (*path, name), inner
        yield from _below((*path, name), inner)


def group_of(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """The commands directly below this one, by name."""
    groups = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    return dict(groups[0].choices) if groups else {}


def listed(parser: argparse.ArgumentParser) -> dict[str, str]:
    """The commands directly below this one that its help lists, with their sentences."""
    groups = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    return {one.dest: one.help or "" for group in groups for one in group._choices_actions}
