"""Page data of games. An own game is treated like a shipped one."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import games
from companion.engine import check_answer, face_text, read_page, sentence_of, show
from companion.fairness.verdict_text import kind_words
from companion.games import BrokenGameError
from companion.presentation.mount.outlook import things
from companion.schema import Refused, SeenObject
from companion.sessions import free_roll
from companion.web.static_files import load_static_files
from tests.games.own_page import PAGE, written

ROOT = Path(__file__).parents[2]
OURS = games.names()


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path
    games.look_away(tmp_path)


@pytest.fixture
def own(folder: Path) -> Path:
    games.look_in(written(folder))
    return folder


@pytest.mark.usefixtures("own")
def test_own_faces_are_worded_in_sentences() -> None:
    told = [str(face_text(face)) for face in ("heads", "tails", "heads-2")]
    assert told == ["king's head", "the ship", "king's head 2"]
    with pytest.raises(Refused, match="the ship is not possible here"):
        check_answer(show("1", "Ann: show a coin", ("heads",), of=("coin",)), ("tails",))


@pytest.mark.usefixtures("own")
def test_own_kinds_are_worded_and_read() -> None:
    assert str(kind_words("coin")) == "old coins"
    assert things()[0].title == "Old coins", "what is read from farthest comes first"


def test_own_faces_add_up_if_counted(folder: Path) -> None:
    lying = [SeenObject("coin", "2", 1.0), SeenObject("coin", "3", 1.0)]
    assert free_roll(lying).total is None
    games.look_in(written(folder, PAGE.replace('kind = "coin"\npaint', 'kind = "coin"\nis_counted = true\npaint')))
    assert free_roll(lying).total == 5


def test_own_page_changes_the_version(folder: Path) -> None:
    before = load_static_files().version
    games.look_in(written(folder))
    assert load_static_files().version != before
    games.look_away(folder)
    assert load_static_files().version == before


@pytest.mark.parametrize(
    ("page", "told"),
    [
        ("tint = 3", "tint"),
        ("colour = 'red'", "there is no 'colour'"),
        ("[faces.heads]\nwrod = 'Head'", "faces.heads: there is no 'wrod'"),
        ("[[kinds]]\nkind = 'coin'\nshape = 'round'", "kinds.0.shape"),
        ("tint = [", "page.toml"),
    ],
    ids=["type", "key", "face", "shape", "no toml"],
)
def test_broken_page_is_named_and_its_game_skipped(folder: Path, page: str, told: str) -> None:
    with pytest.raises(BrokenGameError, match=r"page\.toml") as refused:
        games.look_in(written(folder, page))
    assert told in str(refused.value)
    assert games.names() == OURS


def test_documented_page_is_read(tmp_path: Path) -> None:
    """Read the indented block of docs/adding-a-game.md with all keys."""
    document = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    _, _, after = document.partition("## Dice and tokens of a game\n")
    shown = re.match(r"[^#]*?\n((?:    .*\n|\n)+)", after)
    assert shown is not None
    page = read_page(written(tmp_path, textwrap.dedent(shown[1])) / "tosses")
    assert page.kinds[0].faces == ("sun", "dead_tree", "blank_side")
    assert sentence_of(page.faces["dead_tree"]) == "the dead tree"
    assert page.ambience is not None


def test_shipped_faces_win_over_own_ones(folder: Path) -> None:
    """The first of two games with the same face names it."""
    face = next(iter(games.pages()[OURS[0]].faces))
    before = face_text(face)
    games.look_in(written(folder, f'[faces.{face}]\nword = "Something else"'))
    assert tuple(games.pages()) == (*OURS, "tosses")
    assert face_text(face) == before
