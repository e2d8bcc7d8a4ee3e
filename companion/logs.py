"""What the processes of a house write down for a keeper: one shape for all of them, and where it goes.

In a terminal a line is to be read by a person; under systemd, and in the files of the data folder, it is JSON. Each line
carries what was bound around it: the table, the newest entry and the prompt, or the request. No secret gets through.
"""

from __future__ import annotations

import logging
import os
import re
import sys
from collections.abc import MutableMapping
from dataclasses import dataclass
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any, Literal, TextIO, TypeAlias

import structlog
from structlog.stdlib import ProcessorFormatter

Level: TypeAlias = Literal["debug", "info", "warning", "error"]
Line: TypeAlias = MutableMapping[str, Any]

HIDDEN = "***"
SECRETS = (
    (re.compile(r"(://[^\s/:@]*):[^\s/@]+@"), rf"\1:{HIDDEN}@"),  # a password in an address, as a network camera's
    (re.compile(r"(/join\S*#)[^\s\"']+"), rf"\1{HIDDEN}"),  # an invitation
    (re.compile(r"(?i)\b(bearer\s+)[\w.~+/=-]+"), rf"\1{HIDDEN}"),
    (
        re.compile(r"(?i)\b((?:password|passwd|token|secret|cookie|key)\"?'?\s*[=:]\s*\"?'?)[^\s\"',;)}]+"),
        rf"\1{HIDDEN}",
    ),
)
"""What a secret looks like, wherever it comes from: an exception of a library may have an address in it."""
PRIORITIES = {"debug": 7, "info": 6, "warning": 4, "error": 3, "critical": 2}
"""Of syslog: journald takes them from the head of a line."""
SILENT = {"waitress": logging.ERROR, "alembic": logging.WARNING}
"""Loggers of libraries that are told less of."""


@dataclass(frozen=True, slots=True)
class Written:
    """How much is written, and where. The files' lines say all that was said, beside the terminal's."""

    folder: str = ""  # of the files; "" = there are none
    level: Level = "info"
    bytes: int = 5_000_000  # of one file
    files: int = 5  # of one process; the oldest goes


def write_down(process: str, written: Written, stream: TextIO | None = None) -> None:
    """From now on, all that this process logs. `process`: its name, "house"; `stream`: else standard error."""
    root = logging.getLogger()
    for old in root.handlers[:]:
        root.removeHandler(old)
        old.close()
    root.setLevel(written.level.upper())
    root.addHandler(_spoken(stream or sys.stderr))
    if written.folder:
        root.addHandler(_file(process, written))
    for name, level in SILENT.items():
        logging.getLogger(name).setLevel(level)


def veiled(text: str) -> str:
    """A text without what looks like a secret.

    >>> veiled("rtsp://me:pw@cam/1 is away; token=abc")
    'rtsp://me:***@cam/1 is away; token=***'
    """
    for pattern, instead in SECRETS:
        text = pattern.sub(instead, text)
    return text


class LastingFile(RotatingFileHandler):
    """A file that a full disk does not make loud: what cannot be written is counted, and the house goes on."""

    faults = 0

    def handleError(self, _record: logging.LogRecord) -> None:  # noqa: N802 - as logging calls it
        self.faults += 1


def _spoken(stream: TextIO) -> logging.Handler:
    """To whoever looks on: a person, or the system's journal."""
    handler = logging.StreamHandler(stream)
    is_service = "JOURNAL_STREAM" in os.environ
    made: tuple[Any, ...] = (structlog.processors.JSONRenderer(ensure_ascii=False), _with_priority)
    if not is_service:
        colours = stream.isatty()
        made = (
            structlog.dev.ConsoleRenderer(
                colors=colours, pad_event_to=0, pad_level=False, exception_formatter=structlog.dev.plain_traceback
            ),
        )
    handler.setFormatter(_formatter(*made, hour_alone=not is_service))
    return handler


def _file(process: str, written: Written) -> logging.Handler:
    folder = Path(written.folder)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = folder / f"{process}.log"
    handler = LastingFile(path, maxBytes=written.bytes, backupCount=written.files - 1, encoding="utf-8", delay=True)
    handler.setFormatter(_formatter(structlog.processors.JSONRenderer(ensure_ascii=False)))
    return handler


def _formatter(*rendered: Any, hour_alone: bool = False) -> ProcessorFormatter:
    """From a record of the standard library to a line."""
    stamp = structlog.processors.TimeStamper(
        fmt="%H:%M:%S" if hour_alone else "iso", utc=not hour_alone, key="timestamp"
    )
    before = (
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        stamp,
    )
    return ProcessorFormatter(
        foreign_pre_chain=before,
        processors=(ProcessorFormatter.remove_processors_meta, structlog.processors.format_exc_info, _veil, *rendered),
    )


def _veil(_logger: object, _method: str, line: Line) -> Line:
    return {name: veiled(value) if isinstance(value, str) else value for name, value in line.items()}


def _with_priority(_logger: object, _method: str, line: str) -> str:
    found = re.search(r'"level": "(\w+)"', line)
    return f"<{PRIORITIES.get(found[1] if found else 'info', 6)}>{line}"
