"""Own folders of games: loading, removal and errors."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import games
from companion.games import BrokenGameError

GAME = """
from companion.games.{name}.state import START
from dataclasses import replace
from tests.fakes import TOY

GAME = replace(TOY, name={called!r}, title=START)
"""
HOUSE = games.names()


def written(folder: Path, name: str, called: str = "", text: str = GAME, title: str = "A toy") -> Path:
    (folder / name).mkdir(parents=True)
    (folder / name / "__init__.py").write_text(text.format(name=name, called=called or name))
    (folder / name / "state.py").write_text(f"START = {title!r}\n")
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "games"
    games.look_away(tmp_path / "games")
    assert games.names() == HOUSE


def test_own_games_are_listed_with_shipped_ones(folder):
    assert games.look_in(written(written(folder, "toy_a"), "toy_b")) == ("toy_a", "toy_b")
    assert set(games.names()) == {*HOUSE, "toy_a", "toy_b"}
    assert games.find("toy_b").name == "toy_b"


def test_own_game_is_reloaded_after_removal(folder, tmp_path):
    games.look_in(written(folder, "toy_a"))
    games.look_away(folder)
    other = written(tmp_path / "others", "toy_a", title="Another toy")
    games.look_in(other)
    assert games.find("toy_a").title == "Another toy"
    games.look_away(other)


def test_own_folder_that_is_missing_is_named(tmp_path):
    with pytest.raises(BrokenGameError, match="nowhere: there is no such folder"):
        games.look_in(tmp_path / "nowhere")


def test_own_game_cannot_replace_a_shipped_one(folder):
    with pytest.raises(BrokenGameError, match="nemesis: there is a game of that name already"):
        games.look_in(written(folder, "nemesis"))


@pytest.mark.parametrize(
    ("text", "called", "said"),
    [
        (GAME, "other", "GAME is to be a Game named 'toy_a'"),
        ("GAME = 3", "", "GAME is to be a Game"),
        ("from companion.games.{name}.state import NOTHING", "", "cannot be imported: ImportError"),
        ("x = 1", "", "cannot be imported: AttributeError"),
        ("def", "", "cannot be imported: SyntaxError"),
    ],
    ids=["another name", "no game", "a missing name", "no GAME", "no Python"],
)
def test_broken_game_is_named_and_hides_its_folder(folder, text, called, said):
    written(written(folder, "toy_z"), "toy_a", called, text)
    with pytest.raises(BrokenGameError, match=f"toy_a: .*{said}"):
        games.look_in(folder)
    assert games.names() == HOUSE
