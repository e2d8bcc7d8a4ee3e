"""Texts of community scenarios in several languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.mansions.content.valkyrie.localization import (
    MOST_LINES,
    best,
    is_localization,
    language_of,
    read_texts,
)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("A.text,Come in.", "Come in."),
        ("A.text,One, two, three", "One, two, three"),
        ('A.text,"She says ""no"", and goes."', 'She says "no", and goes.'),
        ('A.text,"""No"""', '"No"'),
        ('A.text,|||He "sighs", and goes.|||', 'He "sighs", and goes.'),
        ("A.text,One\\n\\nTwo", "One\n\nTwo"),
        ("A.text,", ""),
        ('A.text,5 o"clock', '5 o"clock'),
        ("A.text,{action} Search", "{action} Search"),
        (" A.text ,Come in.", "Come in."),
    ],
)
def test_texts_are_read_by_key(line: str, text: str) -> None:
    assert read_texts(f".,English\n{line}") == {"A.text": text}


@pytest.mark.parametrize(("opens", "closes"), [('"', '"'), ("|||", "|||")])
def test_texts_may_span_lines(opens: str, closes: str) -> None:
    told = f".,English\nA.text,{opens}One\nTwo, three{closes}\nB.text,Four"
    assert read_texts(told) == {"A.text": "One\nTwo, three", "B.text": "Four"}


@pytest.mark.parametrize("fence", ["|||", '"'])
def test_texts_survive_a_missing_end_quote(fence: str) -> None:
    assert read_texts(f".,English\nA.text,{fence}One\nB.text,Two\nC.text,Three")["C.text"] == "Three"


def test_texts_keep_the_first_and_skip_comments() -> None:
    assert read_texts(".,English\nA,1\nA,2\n//B,3\nno comma here\n,4") == {"A": "1"}


@pytest.mark.parametrize(
    ("path", "text", "language"),
    [
        ("Localization.Polish.txt", ".,Polish\nA,1", "Polish"),
        ("Localization.Polish.txt", "A,1", "Polish"),
        ("texts.txt", ".,German\nA,1", "German"),
        ("Localization.txt", "A,1", "English"),
        ("Localization.French.txt", '.,"Français"\n', "Français"),
        ("Localization.French.txt", ".,<b>\n", "French"),
    ],
)
def test_language_comes_from_first_line_or_name(path: str, text: str, language: str) -> None:
    assert language_of(path, text) == language


def test_localization_is_found_by_its_name() -> None:
    assert is_localization("Localization.Czech.txt") and is_localization("texts/localization.german.TXT")
    assert not is_localization("readme.txt") and not is_localization("MyLocalization.txt")


LANGUAGES = {
    "German": {"a": "eins", "b": "", "d": ""},
    "French": {"a": "un", "b": "deux", "d": "quatre"},
    "English": {"a": "one", "b": "two", "c": "three"},
}


def test_best_text_falls_back_through_languages() -> None:
    assert best(LANGUAGES, "German", "French") == {"a": "eins", "b": "deux", "c": "three", "d": "quatre"}
    assert best(LANGUAGES, "", "English") == {"a": "one", "b": "two", "c": "three", "d": "quatre"}
    assert best(LANGUAGES, "german", "")["a"] == "eins"
    assert best(LANGUAGES, "Klingon", "Klingon")["a"] == "one"
    assert best({}, "English", "English") == {}


def test_texts_limit_the_search_for_an_end() -> None:
    lines = "\n".join(f"K{n},x" for n in range(MOST_LINES))
    assert read_texts(f"A.text,|||open\n{lines}\nend|||")["A.text"] == "open"


@given(st.text(max_size=300))
def test_texts_accept_any_file(text: str) -> None:
    assert all(key and isinstance(value, str) for key, value in read_texts(text).items())
