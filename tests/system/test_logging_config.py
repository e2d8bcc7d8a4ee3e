"""Logging: JSON in rotating files, readable lines in a terminal, no secrets in either."""

from __future__ import annotations

import io
import json
import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from structlog.contextvars import bound_contextvars, clear_contextvars

from companion import games
from companion.schema import Answer
from companion.sessions import RuleError, SessionManager
from companion.system.logging_config import MOST_LETTERS, LogSettings, TolerantFileHandler, configure_logging, redact
from tests.fakes import TOY
from tests.new_log import new_log

logger = logging.getLogger("tests.logs")


@pytest.fixture(autouse=True)
def own_root() -> None:
    """The root logger is restored after every test."""
    logging.getLogger().handlers.clear()
    clear_contextvars()  # left by a request of another test in this thread


@pytest.fixture
def lines(tmp_path: Path) -> Callable[[], list[dict[str, Any]]]:
    """Lines of the log of a process called "house"."""
    configure_logging("house", LogSettings(str(tmp_path / "logs")), io.StringIO())
    return lambda: [json.loads(line) for line in (tmp_path / "logs" / "house.log").read_text().splitlines()]


def test_line_has_level_logger_and_context(lines: Callable[[], list[dict[str, Any]]]) -> None:
    with bound_contextvars(table="t1", seq=418, prompt="p41"):
        logger.warning("%s readings wait", 3)
    logger.debug("a detail")
    logger.info("calm")
    told, calm = lines()
    assert (told["event"], told["level"], told["logger"]) == ("3 readings wait", "warning", "tests.logs")
    assert (told["table"], told["seq"], told["prompt"]) == ("t1", 418, "p41")
    assert told["timestamp"].endswith("Z")
    assert "table" not in calm


def test_files_rotate_within_their_size(tmp_path: Path) -> None:
    configure_logging("house", LogSettings(str(tmp_path), bytes=2_000, files=3), io.StringIO())
    for number in range(200):
        logger.info("line %s", number)
    files = sorted(tmp_path.iterdir())
    assert [path.name for path in files] == ["house.log", "house.log.1", "house.log.2"]
    assert all(path.stat().st_size <= 2_000 for path in files)
    assert "line 199" in files[0].read_text()


def test_unwritable_file_only_counts_faults(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging("house", LogSettings(str(tmp_path / "logs")), io.StringIO())
    (tmp_path / "logs" / "house.log").mkdir()
    logger.warning("nobody hears it")
    (file,) = (handler for handler in logging.getLogger().handlers if isinstance(handler, TolerantFileHandler))
    assert (file.faults, capsys.readouterr().err) == (1, "")


def test_line_fits_terminal_and_journal(monkeypatch: pytest.MonkeyPatch) -> None:
    said = io.StringIO()
    configure_logging("house", LogSettings(), said)
    with bound_contextvars(table="t1"):
        logger.warning("The camera is away.")
    assert all(part in said.getvalue() for part in ("[warning", "The camera is away.", "table=t1"))
    monkeypatch.setenv("JOURNAL_STREAM", "8:1234")
    said = io.StringIO()
    configure_logging("house", LogSettings(), said)
    logger.warning("The camera is away.")
    assert said.getvalue().startswith('<4>{"event": "The camera is away."')


SECRETS = (
    "opening rtsp://admin:hunter2@192.168.1.7/stream",
    "GET http://192.168.1.5:8080/join#hunter2",
    "Authorization: Bearer hunter2",
    "password=hunter2",
    "{'password': 'hunter2', 'user': 'rules'}",
    'the cookie: "hunter2"',
    "token: hunter2",
    "camera_password=hunter2",
    "LAMPLIGHT_BROKER__PASSWORD=hunter2",
    'password="open hunter2 open"',
    "rtsp://admin:at@slash/hunter2@192.168.1.7/stream",
    "http://192.168.1.7/video?user=admin&pwd=hunter2",
    "Authorization: Basic hunter2",
    "Cookie: a=b; lamplight.table=hunter2",
    "choose at http://192.168.1.5:8080/#hunter2",
    "api_key: hunter2",
    "accessToken=hunter2",
    "GET /video?key=hunter2",
    "{'secret': 'hunter2'}",
    'said {\\"token\\": \\"hunter2\\"}',
    "the key: hunter2hunter2hunter2",
    "a bearer hunter2",
)
ORDINARY = (
    "the token: skull, and a second one",
    "a token: elder_thing",
    "Monkey: it eats the turkey = 3 times",
    "the key: brass, for the door of the cellar",
    "compass: north",
    "a secret: behind the bookcase",
    "Cookie: half a biscuit",
    "key: 12",
    "the bearer of bad news",
    "KeyError: 'seat'",
    "tokens: 3",
    "The token reader: it is away.",
    "table=t1 seq=418 prompt=p41: the reader at /dev/ttyUSB0 draws a token, and http://lamp.local:8080/setup is open",
)


@pytest.mark.parametrize("text", SECRETS)
def test_secret_is_redacted(text: str, lines: Callable[[], list[dict[str, Any]]]) -> None:
    try:
        raise OSError(text)
    except OSError:
        logger.exception("it failed: %s", text)
    (told,) = lines()
    assert "hunter2" not in json.dumps(told)


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_words_are_not_redacted(text: str) -> None:
    assert redact(text) == text


@pytest.mark.parametrize("said", ["/join", "://a:", "key=", "bearer ", "lamplight.", "x"])
def test_hostile_line_is_cut_quickly(said: str, lines: Callable[[], list[dict[str, Any]]], tmp_path: Path) -> None:
    began = time.process_time()
    logger.warning("it came: %s", said * 200_000)
    assert time.process_time() - began < 1
    assert (tmp_path / "logs" / "house.log").stat().st_size < 4 * MOST_LETTERS
    assert "letters left out" in lines()[0]["event"]


@pytest.mark.slow
def test_cut_text_shows_no_half_secret() -> None:
    secret = "hunter2" * 10
    for before in range(MOST_LETTERS // 2 - 200, MOST_LETTERS // 2 + 10):
        text = "x" * MOST_LETTERS + f" password={secret} " + "y" * before
        assert "hunter2" not in redact(text)


def test_terminal_line_is_redacted_and_cannot_forge_others() -> None:
    said = io.StringIO()
    configure_logging("house", LogSettings(), said)
    try:
        raise OSError(SECRETS[0])
    except OSError:
        logger.exception("it failed")
    assert "OSError" in said.getvalue() and "hunter2" not in said.getvalue()
    said.seek(0)
    said.truncate()
    logger.warning("a topic \x1b[2J\x9b2J\r\u202e of mine\n12:00:00 [info     ] all is well")
    assert not {"\x1b", "\x9b", "\r", "\u202e"} & set(said.getvalue())
    first, second = said.getvalue().splitlines()
    assert first[2] == ":"
    assert second.startswith("    12:00:00")


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_thread_exception_is_logged_and_redacted(lines: Callable[[], list[dict[str, Any]]]) -> None:
    def end() -> None:
        raise OSError(SECRETS[0])

    thread = threading.Thread(target=end, name="the bus")
    thread.start()
    thread.join(20)
    (told,) = lines()
    assert (told["event"], told["level"]) == ("the bus has ended by a mistake of ours", "critical")
    assert "OSError" in told["exception"]
    assert "hunter2" not in json.dumps(told)


def test_rule_error_is_logged_with_table_and_prompt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "find", lambda _name: TOY)
    configure_logging("house", LogSettings(str(tmp_path / "logs"), "debug"), io.StringIO())
    log = new_log(tmp_path)
    hall = SessionManager(log, Random(1))
    hall.open("toy")
    asked = hall.snapshot("t1").open[0]
    with pytest.raises(RuleError):
        hall.answer("t1", Answer("a", asked.id, ("stumble",), "1"))
    log.close()
    told = [json.loads(line) for line in (tmp_path / "logs" / "house.log").read_text().splitlines()]
    (stumbled,) = (line for line in told if line["level"] == "error")
    assert (stumbled["table"], stumbled["seq"], stumbled["prompt"]) == ("t1", 1, asked.id)
    assert "a rule's own mistake" in stumbled["exception"]
