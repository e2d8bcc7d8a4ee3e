"""A small part of `./table prove hostile_commands`: every argument gets a sentence."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.hostile.commands import NOT_MEANT, STARTS, Said, call, calls, wrong

pytestmark = pytest.mark.slow

SOME = 25


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def test_what_nobody_means_is_a_sentence_and_an_exit_code(tmp_path: Path) -> None:
    told = [words for words in calls() if "api" not in words[0]]  # the documents take a second each to be made
    some = Random(2).sample(told, SOME)
    assert [said for words in some if (said := wrong(call(words, tmp_path)))] == []


def test_no_command_says_letters_for_a_terminal_again(tmp_path: Path) -> None:
    told = [words for words in calls() if any(letter in word for word in words for letter in "\x1b\x9b")]
    assert len(told) > 50
    assert [said for words in told if (said := wrong(call(words, tmp_path)))] == []


def test_letters_for_a_terminal_in_a_file_are_not_printed(tmp_path: Path) -> None:
    quest = tmp_path / "odd"
    quest.mkdir()
    (quest / "quest.ini").write_text("[Quest]\nformat=11\ntype=MoM\n\x1b[2J=1\n[Event\x1b[2J]\ntext=\x1b[2J\n")
    for words in (("scenario", "check", "odd"), ("scenario", "check", "odd", "--json")):
        said = call(words, tmp_path)
        assert said.text.strip() and wrong(said) == ""


@pytest.mark.parametrize("words", NOT_MEANT["demo"], ids=" ".join)
def test_a_demo_does_not_begin_with_what_it_does_not_know(tmp_path: Path, words: tuple[str, ...]) -> None:
    said = call(("demo", *words), tmp_path)
    assert (wrong(said), said.code) == ("", 2 if words[0] != "--game" else 1)


def test_every_command_is_called() -> None:
    names = {words[0] for words in calls()}
    assert {"replay", "scenario", "record", "words", "display", "kit", "flash"} | STARTS <= names
    assert set(NOT_MEANT) == STARTS


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (Said(("a",), 1, ""), "not a word"),
        (Said(("a",), 3, "no"), "exit code 3"),
        (Said(("a",), 1, "\x1b[2J"), "letters for a terminal"),
        (Said(("a",), 1, "Traceback (most"), "Traceback"),
        (Said(("a",), -1, "", "KeyError: 'x'"), "KeyError"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_wrong_is_seen(said: Said, why: str) -> None:
    assert why in wrong(said)
    assert wrong(Said(("a",), 1, "There is no file a.")) == ""


def test_an_error_of_nobody_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(words: list[str]) -> None:
        raise KeyError("x")

    monkeypatch.setattr("companion.cli.run_command", fails)
    assert call(("replay",), tmp_path).fault.startswith("KeyError: 'x'")
