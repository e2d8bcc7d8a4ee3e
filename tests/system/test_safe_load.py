"""Files of others: read whole, or an error with a reason, at once and in little memory."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.errors import MOST_SAID, plainly
from companion.system.safe_load import bytes_of, json_in, json_of, text_of, toml_in, toml_of


def test_file_is_read_without_its_byte_order_mark(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"\xef\xbb\xbfa = 1\r\n")
    assert (bytes_of(tmp_path / "a", 10), text_of(tmp_path / "a"), toml_of(tmp_path / "a")) == (
        b"\xef\xbb\xbfa = 1\r\n",
        "a = 1\r\n",
        {"a": 1},
    )


def test_file_beyond_the_limit_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x" * 11)
    assert len(bytes_of(tmp_path / "a", 11)) == 11
    with pytest.raises(OSError, match="more than 1e-05 MB"):
        bytes_of(tmp_path / "a", 10)


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo, lambda path: path.symlink_to("/dev/zero")])
def test_folder_pipe_and_device_are_refused(tmp_path: Path, make: Callable[[Path], None]) -> None:
    make(tmp_path / "a")
    with pytest.raises(OSError, match="a folder, a pipe or a device"):
        text_of(tmp_path / "a")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a = " + "[" * 5000, "too deep"),
        ("a = " + "{b = " * 5000, "too deep"),
        (".".join("a" * 30_000) + " = 1", "more parts"),
        ("a = {b = 0x" + "f" * 5000 + "}", "64 bits"),
        ("a = {b = 9223372036854775808}", "64 bits"),
        ("a = [[-9223372036854775809]]", "64 bits"),
    ],
    ids=["arrays", "tables", "parts of a key", "digits", "one too large", "one too small"],
)
def test_hostile_toml_is_refused_at_once(text: str, why: str) -> None:
    began = time.process_time()
    with pytest.raises(ValueError, match=why):
        toml_in(text)
    assert time.process_time() - began < 0.5


def test_ordinary_toml_and_json_are_accepted(tmp_path: Path) -> None:
    assert toml_in('a = """' + "He went. " * 1000 + '"""')["a"].count(".") == 1000
    assert toml_in("a = 9223372036854775807")["a"] == 2**63 - 1
    assert json_in("[[1]]") == [[1]]
    (tmp_path / "a").write_text("[" * 100_000)
    with pytest.raises(ValueError, match="too deep"):
        json_of(tmp_path / "a")


def test_sentence_is_printable_and_bounded() -> None:
    assert plainly("two\nlines, \x1b]0;a\x07 \u202eb") == "two\nlines, \ufffd]0;a\ufffd \ufffdb"
    assert len(plainly("x" * 100_000)) == MOST_SAID
