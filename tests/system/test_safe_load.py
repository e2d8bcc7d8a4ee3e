"""Files that come from elsewhere: whole, or an error that says why, at once and without much memory."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.errors import MOST_SAID, plainly
from companion.system.safe_load import bytes_of, json_in, json_of, text_of, toml_in, toml_of


def test_a_file_is_read_whole_and_a_mark_at_its_beginning_is_none_of_its_letters(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"\xef\xbb\xbfa = 1\r\n")
    assert (bytes_of(tmp_path / "a", 10), text_of(tmp_path / "a"), toml_of(tmp_path / "a")) == (
        b"\xef\xbb\xbfa = 1\r\n",
        "a = 1\r\n",
        {"a": 1},
    )


def test_a_file_may_have_so_many_bytes_and_no_more(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x" * 11)
    assert len(bytes_of(tmp_path / "a", 11)) == 11
    with pytest.raises(OSError, match="more than 1e-05 MB"):
        bytes_of(tmp_path / "a", 10)


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo, lambda path: path.symlink_to("/dev/zero")])
def test_what_is_no_file_is_not_waited_at(tmp_path: Path, make: Callable[[Path], None]) -> None:
    make(tmp_path / "a")
    with pytest.raises(OSError, match="a folder, a pipe or a device"):
        text_of(tmp_path / "a")


@pytest.mark.parametrize("deep", ["a = " + "[" * 5000, "a = " + "{b = " * 5000])
def test_toml_that_is_nested_without_end_is_no_value(deep: str) -> None:
    with pytest.raises(ValueError, match="too deep"):
        toml_in(deep)


def test_json_that_is_nested_without_end_is_no_value(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("[" * 100_000)
    with pytest.raises(ValueError, match="too deep"):
        json_of(tmp_path / "a")
    assert json_in("[[1]]") == [[1]]


def test_a_key_of_thousands_of_parts_is_refused_before_it_takes_minutes() -> None:
    began = time.process_time()
    with pytest.raises(ValueError, match="more parts"):
        toml_in(".".join("a" * 30_000) + " = 1")
    assert time.process_time() - began < 0.5


def test_a_long_story_is_no_key() -> None:
    assert toml_in('a = """' + "He went. " * 1000 + '"""')["a"].count(".") == 1000


@pytest.mark.parametrize("number", ["0x" + "f" * 5000, "9223372036854775808", "[[-9223372036854775809]]"])
def test_a_whole_number_that_python_could_not_say_is_none(number: str) -> None:
    with pytest.raises(ValueError, match="64 bits"):
        toml_in(f"a = {{b = {number}}}")
    assert toml_in("a = 9223372036854775807")["a"] == 2**63 - 1


def test_a_sentence_has_printable_letters_lines_and_an_end() -> None:
    assert plainly("two\nlines, \x1b]0;a\x07 \u202eb") == "two\nlines, \ufffd]0;a\ufffd \ufffdb"
    assert len(plainly("x" * 100_000)) == MOST_SAID
