"""Meanings of tags: those of the file, taught ones, and their durability."""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.errors import ContentError
from companion.schema import Meaning
from companion.sessions import TagBook, TagEntry
from companion.sessions.tag_book import MOST_TAUGHT, TagBookError, TaughtMeaning

SKULL, CULTIST, QUEEN, GO = (
    Meaning("token", "skull"),
    Meaning("token", "cultist"),
    Meaning("card", "QS"),
    Meaning("deed", "go"),
)


def test_the_lines_say_where_each_meaning_comes_from() -> None:
    book = TagBook({"A": SKULL, "C": SKULL})
    book.assign("A", CULTIST)
    book.assign("B", QUEEN)
    assert book.lines() == (
        TagEntry("A", CULTIST, True, SKULL),
        TagEntry("C", SKULL, False, SKULL),
        TagEntry("B", QUEEN, True),
    )


def test_retract_removes_tags_of_an_answer() -> None:
    book = TagBook()
    book.assign("A", SKULL, reading="r1")
    book.assign("B", SKULL)
    assert book.taught_by("r1") == ("A",)
    assert book.retract(frozenset({"r1", ""})) == ("A",)
    assert book.now == {"B": SKULL}


@pytest.mark.parametrize("tag", ["", "A" * 65, "A\n"])
def test_assign_refuses_an_impossible_tag(tag: str) -> None:
    with pytest.raises(TagBookError, match="1 to 64 printable letters"):
        TagBook().assign(tag, SKULL)


def test_assign_raises_where_the_file_is_unwritable(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    book = TagBook(path=tmp_path / "file" / "tags.json")
    with pytest.raises(TagBookError, match=r"could not be kept in .*tags\.json"):
        book.assign("A", SKULL)
    assert book.now == {}


@pytest.mark.parametrize("text", ["{", '{"tags": {"A": {"meaning": {"kind": "smell", "value": "x"}}}}', "3"])
def test_a_damaged_file_is_not_begun_anew_over(tmp_path: Path, text: str) -> None:
    path = tmp_path / "tags.json"
    path.write_text(text)
    with pytest.raises(ContentError, match=r"tags\.json: what was taught .* cannot be read"):
        TagBook(path=path)
    assert path.read_text() == text


def test_a_full_book_takes_no_further_tag_and_says_so() -> None:
    book = TagBook()
    book._taught = {f"T{number}": TaughtMeaning(Meaning("token", "skull")) for number in range(MOST_TAUGHT)}
    with pytest.raises(TagBookError, match="forget some first"):
        book.assign("one more", Meaning("token", "-1"))
    book.assign("T1", Meaning("token", "-1"))  # a tag of the file may be taught
    assert book.now["T1"].value == "-1" and "one more" not in book.now


def two(folder: Path) -> tuple[TagBook, TagBook]:
    """As two processes have them that share the file."""
    path = folder / "tags.json"
    return TagBook({"F": SKULL}, path), TagBook({"F": SKULL}, path)


def test_refresh_loads_tags_of_another_process(tmp_path: Path) -> None:
    one, other = two(tmp_path)
    one.assign("A", QUEEN)
    assert other.now == {"F": SKULL}
    assert other.refresh() and other.now == one.now and other.version == one.version
    assert not other.refresh() and not one.refresh(), "what one has written itself is no news"
    one.unassign("A")
    assert other.refresh() and other.now == {"F": SKULL} and other.version == one.version


def test_tags_of_two_processes_are_merged(tmp_path: Path) -> None:
    one, other = two(tmp_path)
    one.assign("A", SKULL, "r1")
    other.assign("B", CULTIST)
    one.unassign("F")
    assert other.retract(frozenset({"r1"})) == ("A",), "it finds what the other was taught"
    one.assign("C", QUEEN)
    assert other.assign("C", GO) == QUEEN
    one.refresh()
    fresh = two(tmp_path)[0]
    assert one.now == other.now == fresh.now == {"B": CULTIST, "C": GO}
    assert one.version == other.version == fresh.version


@pytest.mark.slow
def test_two_that_teach_at_once_lose_nothing(tmp_path: Path) -> None:
    books = two(tmp_path)

    def teach(book: TagBook, who: str) -> None:
        for number in range(20):
            book.assign(f"{who}{number}", SKULL)

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(teach, books, "ab"))
    assert len(two(tmp_path)[0].now) == 41


def test_damaged_file_keeps_the_loaded_tags(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    book, path = two(tmp_path)[0], tmp_path / "tags.json"
    book.assign("A", SKULL)
    path.write_text("{")
    with caplog.at_level(logging.WARNING):
        assert not book.refresh() and not book.refresh()
    assert book.now["A"] == SKULL and len(caplog.records) == 1
    for change in (lambda: book.assign("B", SKULL), lambda: book.unassign("A"), lambda: book.retract(frozenset())):
        with pytest.raises(TagBookError, match=r"tags\.json: what was taught .* cannot be read"):
            change()
    assert path.read_text() == "{" and book.now == {"F": SKULL, "A": SKULL}
    path.unlink()
    book.assign("B", SKULL)
    assert two(tmp_path)[1].now == book.now == {"F": SKULL, "A": SKULL, "B": SKULL}, "what was known is written anew"
