"""A small part of `./table prove hostile_commands`: every argument gets a sentence."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.hostile.commands import NOT_MEANT, STARTS, call, calls, fault_of

pytestmark = pytest.mark.slow

SOME = 25


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def test_commands_answer_nonsense_with_a_sentence(tmp_path: Path) -> None:
    told = [words for words in calls() if "api" not in words[0]]  # the documents take a second each to be made
    escapes = [words for words in told if any(letter in word for word in words for letter in "\x1b\x9b")]
    some = Random(2).sample(told, SOME) + Random(2).sample(escapes, SOME)
    assert [result for words in some if (result := fault_of(call(words, tmp_path)))] == []


def test_letters_for_a_terminal_in_a_file_are_not_printed(tmp_path: Path) -> None:
    quest = tmp_path / "odd"
    quest.mkdir()
    (quest / "quest.ini").write_text("[Quest]\nformat=11\ntype=MoM\n\x1b[2J=1\n[Event\x1b[2J]\ntext=\x1b[2J\n")
    for words in (("scenario", "check", "odd"), ("scenario", "check", "odd", "--json")):
        result = call(words, tmp_path)
        assert result.text.strip() and fault_of(result) == ""


@pytest.mark.parametrize("words", NOT_MEANT["demo"], ids=" ".join)
def test_demo_refuses_unknown_arguments(tmp_path: Path, words: tuple[str, ...]) -> None:
    result = call(("demo", *words), tmp_path)
    assert (fault_of(result), result.code) == ("", 2 if words[0] != "--game" else 1)


def test_every_command_is_called() -> None:
    names = {words[0] for words in calls()}
    assert {"replay", "scenario", "record", "words", "display", "kit", "flash"} | STARTS <= names
    assert set(NOT_MEANT) == STARTS
