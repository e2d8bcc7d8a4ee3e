"""Run every command with nonsense arguments. Expect a sentence and an exit code of 1 or 2, never a traceback."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from companion import cli
from tests.command_line import all_commands, group_of
from tests.hostile.files import alarm, place

HANG = 60.0  # s
STARTS = frozenset({"demo", "serve", "check", "audit", "bench", "doctor", "prove", "torture"})
"""Commands that do something however they are called: of them only what cannot be meant is tried."""
WORDS = (
    "",
    "nowhere/nothing",
    "\x1b[2J",
    "\x9b2J\r\b\u202e",
    "x" * 5000,
    "-1",
    "../..",
    "\udcff",
    "é",
    "0",
    "nan",
    "9" * 400,
    "here",
    "noise",
    "null",
)
"""`here` is a folder, `noise` a file of noise, `null` a link to a device. Writing over that link would change the machine."""
NOT_MEANT: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "demo": (
        ("--port", "x"),
        ("--port", "-1"),
        ("--port", "99999"),
        ("--game", "none"),
        ("--game", "\x1b[2J"),
        ("more",),
    ),
    "serve": tuple(("--config", word) for word in WORDS),
    "check": (("more",), ("--more",)),
    "audit": (("more",), ("--more",)),
    "prove": (*((word,) for word in WORDS if word), ("--seed", "x"), ("--more",)),
    "torture": (("--steps", "0"), ("--steps", "x"), ("--seed", "nan"), ("more",)),
    "bench": tuple((word,) for word in WORDS if word != ""),
    "doctor": (("--config", "noise"), ("--config", "here"), ("--config", "nowhere"), ("--more",)),
}


@dataclass(frozen=True, slots=True)
class CallResult:
    """The result of one call."""

    words: tuple[str, ...]
    code: int
    text: str
    fault: str = ""  # an exception that is not ours


def calls() -> Iterator[tuple[str, ...]]:
    """Each command with each word in each place, the other places filled with what is nowhere."""
    for path, parser in all_commands().items():
        if path[0] in STARTS:
            yield from ((*path, *words) for words in NOT_MEANT[path[0]])
        elif parser.get_default("run") and not group_of(parser):  # commands of the script have their own tests
            yield from ((*path, *words) for words in odd_words(parser))


def odd_words(parser: argparse.ArgumentParser) -> Iterator[tuple[str, ...]]:
    yield ("--no-such-option",)
    for action in parser._actions:
        if action.dest != "help":
            yield from (tuple(filled(parser, action, word)) for word in WORDS)


def filled(parser: argparse.ArgumentParser, odd: argparse.Action, word: str) -> Iterator[str]:
    """A call in which one argument is this word."""
    for action in parser._actions:
        value = word if action is odd else "nowhere"
        if action is not odd and not action.required:
            continue
        yield from action.option_strings[:1]
        if action.nargs != 0:
            yield value


def call(words: tuple[str, ...], folder: Path) -> CallResult:
    """Run one call in this process and in a new folder with a file of noise."""
    (folder / "here").mkdir(exist_ok=True)
    (folder / "noise").write_bytes(bytes(range(256)) * 40)
    with suppress(FileExistsError):
        (folder / "null").symlink_to("/dev/null")
    before, out = Path.cwd(), io.StringIO()
    os.chdir(folder)
    try:
        with mock.patch.object(sys, "argv", ["table", *words]), redirect_stdout(out), redirect_stderr(out), alarm(HANG):
            cli.main()
        return CallResult(words, 0, out.getvalue())
    except SystemExit as error:
        return CallResult(words, error.code if isinstance(error.code, int) else 1, out.getvalue())
    except BaseException as error:  # noqa: BLE001  whatever it is, it is none of ours
        return CallResult(words, -1, out.getvalue(), f"{type(error).__name__}: {str(error)[:200]} at {place(error)}")
    finally:
        os.chdir(before)


def fault_of(result: CallResult) -> str:
    """Return the fault of a result, "" without one."""
    shown = " ".join(repr(word[:40]) for word in result.words)
    if result.fault:
        return f"{shown}: {result.fault}"
    if result.code not in (0, 1, 2):
        return f"{shown}: exit code {result.code}"
    if result.code and not result.text.strip():
        return f"{shown}: not a word"
    if any(letter in result.text for letter in "\x1b\x9b\x07\x08\r\x00\u202e"):
        return f"{shown}: letters for a terminal: {result.text[:200]!r}"
    return f"{shown}: {result.text[-300:]}" if "Traceback" in result.text else ""
