"""Own folders of games: loading, page data, removal and errors. An own game is treated like a shipped one."""

import re
import textwrap
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

GAME = """
from companion.games.{name}.state import START
from dataclasses import replace
from tests.fakes import TOY

GAME = replace(TOY, name={called!r}, title=START, kinds=("coin",))
"""
PAGE = """
[[kinds]]
kind = "coin"
faces = ["heads", "tails"]
rest = "tails"
several = "old coins"
one = "{n} old coin"
many = "{n} old coins"
title = "Old coins"

[faces.heads]
word = "King's head"

[faces.tails]
word = "Ship"
sentence = "the ship"

[[readable]]
kind = "coin"
title = "Old coins"
least_px_per_mm = 1.1
"""
SHIPPED = games.names()


def written(folder, name="toy_a", called="", text=GAME, page="", title="A toy"):
    """Write a game into a folder of games."""
    (folder / name / "page").mkdir(parents=True)
    (folder / name / "__init__.py").write_text(text.format(name=name, called=called or name))
    (folder / name / "state.py").write_text(f"START = {title!r}\n")
    if page:
        (folder / name / "page" / "page.toml").write_text(page)
    return folder


@pytest.fixture
def folder(tmp_path):
    yield tmp_path / "games"
    games.look_away(tmp_path / "games")
    assert games.names() == SHIPPED


# --- folders ----------------------------------------------------------------------------------------------------------


def test_own_games_are_listed_with_shipped_ones(folder):
    assert games.look_in(written(written(folder, "toy_a"), "toy_b")) == ("toy_a", "toy_b")
    assert set(games.names()) == {*SHIPPED, "toy_a", "toy_b"}
    assert games.find("toy_b").name == "toy_b"


def test_own_game_is_reloaded_after_removal(folder, tmp_path):
    games.look_in(written(folder))
    games.look_away(folder)
    other = written(tmp_path / "others", title="Another toy")
    games.look_in(other)
    assert games.find("toy_a").title == "Another toy"
    games.look_away(other)


@pytest.mark.parametrize(
    ("name", "game", "said"),
    [
        ("toy_a", {"called": "other"}, "GAME is to be a Game named 'toy_a'"),
        ("toy_a", {"text": "GAME = 3"}, "GAME is to be a Game"),
        ("toy_a", {"text": "from companion.games.{name}.state import NOTHING"}, "cannot be imported: ImportError"),
        ("toy_a", {"text": "x = 1"}, "cannot be imported: AttributeError"),
        ("toy_a", {"text": "def"}, "cannot be imported: SyntaxError"),
        ("nemesis", {}, "there is a game of that name already"),
        ("toy_a", {"page": "tint = 3"}, r"page\.toml.*tint"),
        ("toy_a", {"page": "colour = 'red'"}, r"page\.toml.*there is no 'colour'"),
        ("toy_a", {"page": "[faces.heads]\nwrod = 'Head'"}, r"page\.toml.*faces.heads: there is no 'wrod'"),
        ("toy_a", {"page": "[[kinds]]\nkind = 'coin'\nshape = 'round'"}, r"page\.toml.*kinds.0.shape"),
        ("toy_a", {"page": "tint = ["}, r"page\.toml"),
    ],
)
def test_broken_game_is_named_and_hides_its_folder(folder, name, game, said):
    written(written(folder, "toy_z"), name, **game)
    with pytest.raises(BrokenGameError, match=f"{name}.*{said}"):
        games.look_in(folder)
    assert games.names() == SHIPPED


def test_own_folder_that_is_missing_is_named(tmp_path):
    with pytest.raises(BrokenGameError, match="nowhere: there is no such folder"):
        games.look_in(tmp_path / "nowhere")


# --- page data --------------------------------------------------------------------------------------------------------


def test_own_faces_and_kinds_are_worded_and_read(folder):
    games.look_in(written(folder, page=PAGE))
    assert [str(face_text(face)) for face in ("heads", "tails", "heads-2")] == [
        "king's head",
        "the ship",
        "king's head 2",
    ]
    with pytest.raises(Refused, match="the ship is not possible here"):
        check_answer(show("1", "Ann: show a coin", ("heads",), of=("coin",)), ("tails",))
    assert str(kind_words("coin")) == "old coins"
    assert things()[0].title == "Old coins", "what is read from farthest comes first"


def test_own_faces_add_up_if_counted(folder):
    lying = [SeenObject("coin", "2", 1.0), SeenObject("coin", "3", 1.0)]
    assert free_roll(lying).total is None
    games.look_in(written(folder, page=PAGE.replace("rest =", "is_counted = true\nrest =")))
    assert free_roll(lying).total == 5


@pytest.mark.slow
def test_own_page_changes_the_version(folder):
    before = load_static_files().version
    games.look_in(written(folder, page=PAGE))
    assert load_static_files().version != before
    games.look_away(folder)
    assert load_static_files().version == before


def test_documented_page_is_read(tmp_path):
    """Read the indented block of docs/adding-a-game.md with all keys."""
    document = (Path(__file__).parents[2] / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    _, _, after = document.partition("## Dice and tokens of a game\n")
    shown = re.match(r"[^#]*?\n((?:    .*\n|\n)+)", after)
    assert shown is not None
    page = read_page(written(tmp_path, page=textwrap.dedent(shown[1])) / "toy_a")
    assert page.kinds[0].faces == ("sun", "dead_tree", "blank_side")
    assert sentence_of(page.faces["dead_tree"]) == "the dead tree"
    assert page.ambience is not None


def test_shipped_faces_win_over_own_ones(folder):
    """The first of two games with the same face names it."""
    face = next(iter(games.pages()[SHIPPED[0]].faces))
    before = face_text(face)
    games.look_in(written(folder, page=f'[faces.{face}]\nword = "Something else"'))
    assert tuple(games.pages()) == (*SHIPPED, "toy_a")
    assert face_text(face) == before
