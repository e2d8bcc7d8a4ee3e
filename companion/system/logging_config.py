"""Configure logging in the same way for all processes of an installation.

The format is for people on a terminal, and JSON for systemd and for the files of the data folder. Each line carries its context: the
table, the newest entry and the prompt, or the request. Secrets are redacted.
"""

from __future__ import annotations

import logging
import os
import re
import sys
import threading
from collections.abc import MutableMapping
from dataclasses import dataclass
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, TextIO, TypeAlias

import structlog
from structlog.stdlib import ProcessorFormatter

Level: TypeAlias = Literal["debug", "info", "warning", "error"]
Line: TypeAlias = MutableMapping[str, Any]

logger = logging.getLogger(__name__)

REDACTED = "***"
_KEY = r"(?:password|passwd|passphrase|pwd|psk|authorization)"
_WORD = r"(?:(?<![a-z])|(?:api|access|auth|client|private|refresh|session))(?:pass|pw|token|secret|cookie|key)"
"""Words that may also be part of an innocent word: a monkey contains no key."""
_PLAIN = r"[\"'(]*(?:[A-Z]?[a-z]+(?:[_-][a-z]+)*|[+-]?\d{1,3})(?![\w~+/=-])"
"""A word or a small number, which is never a generated secret."""
_VALUE = r"(?:\\?\"[^\"]*|'[^']*|(?:(?:basic|bearer|digest)\s+)?[^\s\"',;)}&\\]+)"
SECRETS = (
    (re.compile(r"(://[^\s/:@]*):\S{1,200}@"), rf"\1:{REDACTED}@"),  # a password in an address, as a network camera's
    (re.compile(r"((?:/join|://)[^\s#]{0,200}#)[^\s\"']+"), rf"\1{REDACTED}"),  # an invitation, the key of a page
    (re.compile(rf"\b((?i:bearer)\s+)(?!{_PLAIN})[\w.~+/=-]+"), rf"\1{REDACTED}"),
    (re.compile(r"(lamplight\.\w{1,32}=)[^\s\"',;]+"), rf"\1{REDACTED}"),  # a device's cookie
    (re.compile(rf"(?i)({_KEY}\\?[\"']?\s*[=:]\s*){_VALUE}"), rf"\1{REDACTED}"),
    (re.compile(rf"(?i)({_WORD}(?:\\?[\"']\s*[=:]|\s*=)\s*){_VALUE}"), rf"\1{REDACTED}"),  # as programs write it
    (re.compile(rf"((?i:{_WORD})\s*:\s*)(?!{_PLAIN})(?i:{_VALUE})"), rf"\1{REDACTED}"),  # as people do
)
"""Patterns of secrets, wherever they come from: the exception of a library may contain an address.

After an ambiguous word, as in "token: skull", a plain word stays. The repetitions are bounded: hostile input could take a minute.
"""
MOST_LETTERS = 16_000
"""Limit for one field of a line. An error of a library may contain a whole photograph."""
CURSOR = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
PRIORITIES = {"debug": 7, "info": 6, "warning": 4, "error": 3, "critical": 2}
"""Priorities of syslog: journald reads them from the start of a line."""
SILENT = {"waitress": logging.ERROR, "alembic": logging.WARNING}
"""Loggers of libraries with a higher level."""


@dataclass(frozen=True, slots=True)
class LogSettings:
    """Limits and folder of the log files."""

    folder: str = ""  # of the files; "" for none
    level: Level = "info"
    bytes: int = 5_000_000  # of one file
    files: int = 5  # of one process; the oldest goes


def configure_logging(process: str, written: LogSettings, stream: TextIO | None = None) -> None:
    """Configure the logging of this process. `process`: its name, as "house". `stream`: standard error by default."""
    root = logging.getLogger()
    for old in root.handlers[:]:
        root.removeHandler(old)
        old.close()
    root.setLevel(written.level.upper())
    root.addHandler(_stream_handler(stream or sys.stderr))
    if written.folder:
        root.addHandler(_file_handler(process, written))
    for name, level in SILENT.items():
        logging.getLogger(name).setLevel(level)
    sys.excepthook = _log_unforeseen
    threading.excepthook = lambda error: _log_unforeseen(error.exc_type, error.exc_value, error.exc_traceback)


def redact(text: str) -> str:
    """Return the text without secrets and without control characters; a long text is cut.

    >>> redact("rtsp://me:pw@cam/1 is away")
    'rtsp://me:***@cam/1 is away'
    >>> redact("token=abc")
    'token=***'
    """
    text = CURSOR.sub("\N{REPLACEMENT CHARACTER}", truncate(text))
    for pattern, instead in SECRETS:
        text = pattern.sub(instead, text)
    return text


def truncate(text: str) -> str:
    """Return the head and the end of what is too long: of an exception the end says what it was. The end begins with a
    whole word.

    >>> truncate("all is well")
    'all is well'
    """
    half = MOST_LETTERS // 2
    if len(text) <= 2 * half:
        return text
    end = text[-half:].partition(" ")[2]
    return f"{text[:half]} [{len(text) - half - len(end)} letters left out] {end}"


class TolerantFileHandler(RotatingFileHandler):
    """Count what a full disk cannot take, and go on."""

    faults = 0

    def handleError(self, _record: logging.LogRecord) -> None:  # noqa: N802 - as logging calls it
        self.faults += 1


def _log_unforeseen(kind: type[BaseException], error: BaseException | None, trace: TracebackType | None) -> None:
    """Log what ended a thread or the process: Python would print it unredacted."""
    if error is None or issubclass(kind, KeyboardInterrupt | SystemExit):
        return
    name = threading.current_thread().name
    logger.critical("%s has ended by a mistake of ours", name, exc_info=(kind, error, trace))


def _stream_handler(stream: TextIO) -> logging.Handler:
    """Return a handler for a terminal or the journal."""
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


def _file_handler(process: str, written: LogSettings) -> logging.Handler:
    folder = Path(written.folder)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = folder / f"{process}.log"
    handler = TolerantFileHandler(
        path, maxBytes=written.bytes, backupCount=written.files - 1, encoding="utf-8", delay=True
    )
    handler.setFormatter(_formatter(structlog.processors.JSONRenderer(ensure_ascii=False)))
    return handler


def _formatter(*rendered: Any, hour_alone: bool = False) -> ProcessorFormatter:
    """Make a formatter that turns a record into a line."""
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
        processors=(
            ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            _redact_fields,
            *rendered,
        ),
    )


def _redact_fields(_logger: object, _method: str, line: Line) -> Line:
    """Redact all fields, and indent further lines of the event: they must not look like lines of the log."""
    fields = {name: redact(value) if isinstance(value, str) else value for name, value in line.items()}
    return fields | {"event": str(fields.get("event", "")).replace("\n", "\n    ")}


def _with_priority(_logger: object, _method: str, line: str) -> str:
    match = re.search(r'"level": "(\w+)"', line)
    return f"<{PRIORITIES.get(match[1] if match else 'info', 6)}>{line}"
