"""Records against their form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.engine import (
    check_form,
    check_names,
    fault_lines,
    require_list,
    require_number,
    require_record,
    short,
    unprintable,
)
from companion.errors import ContentError
from companion.i18n import _, joined
from tests.fakes import CHOICES, HERO

GOOD = {
    "title": "Ann",
    "health": 20,
    "skills": {"brains": 9},
    "sign": "minus",
    "traits": ["wet", "dry"],
    "items": [{"name": "Rope", "worth": 0}],
    "notes": "Line one\nline two",
}


def test_a_record_that_fits_passes() -> None:
    check_form(HERO.fields, GOOD)


def test_form_ignores_missing_and_unknown_keys() -> None:
    check_form(HERO.fields, {"secret": [1, {"x": None}]})


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("title", "", "title: 1 to 40 letters are needed, 0 came."),
        ("title", 3, "title: words are needed, not 3."),
        ("notes", "x" * 401, "notes: 400 letters at most, 401 came."),
        ("health", 21, "health: a number from 1 to 20 is needed, not 21."),
        ("health", True, "health: a number from 1 to 20 is needed, not True."),
        ("health", 7.5, "health: a number from 1 to 20 is needed, not 7.5."),
        ("skills", [], "skills: a record is needed, not []."),
        ("skills", {"brains": -1}, "skills.brains: a number from 0 to 9 is needed, not -1."),
        ("sign", "zero", "sign: there is no choice 'zero'; there are minus, plus."),
        ("traits", ["wet", "hot"], "traits.1: there is no choice 'hot'; there are dry, wet."),
        ("traits", "wet", "traits: a list is needed, not 'wet'."),
        ("title", "A" + " " * 40, "title: 1 to 40 letters are needed, 41 came."),
        ("title", "A\nB", "title: '\\n' is no letter that can be read in one line."),
        ("title", "A\x00", "title: '\\x00' is no letter that can be read in one line."),
        ("title", "A\u202eB", "title: '\\u202e' is no letter that can be read in one line."),
        ("notes", "A\u202eB", "notes: '\\u202e' is no letter that can be read."),
        ("traits", ["wet", "wet"], "traits.1: 'wet' was chosen before."),
        ("items", [{}] * 4, "items: 3 entries at most, 4 came."),
        ("items", [{}, {"worth": "much"}], "items.1.worth: a number from 0 to 60 is needed, not 'much'."),
    ],
)
def test_form_names_place_and_options_of_a_fault(name: str, value: Any, sentence: str) -> None:
    with pytest.raises(ContentError) as fault:
        check_form(HERO.fields, {**GOOD, name: value})
    assert str(fault.value) == sentence


def test_yes_or_no_is_no_word() -> None:
    with pytest.raises(ContentError) as fault:
        check_form(CHOICES.fields, {"dark": "maybe"})
    assert str(fault.value) == "dark: yes or no is needed (true or false), not 'maybe'."


def test_form_lists_one_fault_per_line() -> None:
    with pytest.raises(ContentError) as fault:
        check_form(HERO.fields, {**GOOD, "title": "", "items": [{"worth": -1}] * 4})
    places = [line.partition(":")[0] for line in str(fault.value).splitlines()]
    assert places == ["title", "items", *(f"items.{n}.worth" for n in range(4))]


def test_form_field_per_seat_is_a_mapping() -> None:
    check_form(CHOICES.fields, {"hero": {"1": "bold", "2": {"title": "Ann"}}}, ("1", "2"))
    for hero, place in (
        ({"3": "bold"}, "hero: there is no seat '3'"),
        ({"1": 4}, "hero.1: "),
        ("bold", "hero: a value for each seat"),
    ):
        with pytest.raises(ContentError, match=place):
            check_form(CHOICES.fields, {"hero": hero}, ("1", "2"))


def test_faults_without_end_are_not_told() -> None:
    with pytest.raises(ContentError) as fault:
        check_form(HERO.fields, {**GOOD, "traits": ["hot"] * 10_000})
    assert len(str(fault.value).splitlines()) == 40


def test_a_list_that_is_too_long_is_not_looked_through() -> None:
    with pytest.raises(ContentError) as fault:
        check_form(HERO.fields, {**GOOD, "items": [{"worth": -1}] * 10_000})
    assert len(str(fault.value).splitlines()) == 1 + 4


def test_only_what_the_form_names_is_chosen() -> None:
    check_names(CHOICES.fields, {"mood": "calm"})
    with pytest.raises(ContentError, match="There is no choice 'won'; there are mood, hero, rival, points, dark"):
        check_names(CHOICES.fields, {"mood": "calm", "won": 1})


@pytest.mark.parametrize("text", ["Zoë Łuk 夜", "Ça va\u00a0?", "-2", ""])
def test_letters_of_any_script_can_be_read(text: str) -> None:
    assert not unprintable(text)


def test_several_lines_are_read_where_they_are_asked_for() -> None:
    assert not unprintable("One\n\tTwo\r\n", lines=True)
    assert unprintable("One\nTwo")


def test_form_shortens_long_values() -> None:
    assert short("x" * 10_000) == "'" + "x" * 38 + "…"


@pytest.mark.parametrize(
    ("read", "value", "sentence"),
    [
        (require_record, [], "mine: a record is needed, not []."),
        (require_list, {}, "mine: a list is needed, not {}."),
        (lambda value, place: require_number(value, place, 9), True, "mine: a number from 0 to 9 is needed, not True."),
        (lambda value, place: require_number(value, place, 9, 1), 0, "mine: a number from 1 to 9 is needed, not 0."),
    ],
)
def test_input_without_form_names_the_place(read: Callable[[Any, str], Any], value: Any, sentence: str) -> None:
    with pytest.raises(ContentError) as no:
        read(value, "mine")
    assert str(no.value) == sentence


def test_missing_record_and_list_are_empty() -> None:
    assert (require_record(None, "mine"), require_list(None, "mine"), require_number(None, "mine", 9, 1)) == ({}, [], 1)


@pytest.mark.parametrize("made", [require_record, require_list])
def test_no_words_are_a_record_or_a_list(made: Any) -> None:
    with pytest.raises(ContentError, match="is needed, not ''"):
        made("", "mine")


@pytest.mark.parametrize(
    ("sentence", "lines"),
    [
        (joined("\n", (_("a"), _("b"))), [_("a"), _("b")]),
        (_("one fault"), [_("one fault")]),
        (_("one fault\nin two lines"), [_("one fault\nin two lines")]),
        ("a\nb", ["a", "b"]),
    ],
)
def test_error_names_its_faults_one_each(sentence: Any, lines: list[Any]) -> None:
    assert list(fault_lines(ContentError(sentence))) == lines
