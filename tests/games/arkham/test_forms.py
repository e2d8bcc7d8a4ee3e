"""What people choose before a scenario, and what they type in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.engine import GameSetup, check_form
from companion.errors import ContentError
from companion.games.arkham import GAME
from companion.games.arkham.content import SYMBOLS, library
from companion.games.arkham.forms.setup_form import SHEETS, reference_form
from companion.schema import Field

FORM = GAME.form


def field(name: str) -> Field:
    return next(f for f in FORM.fields if f.name == name)


def all_fields(fields) -> Iterator[Field]:
    for one in fields:
        yield one
        yield from all_fields(one.fields)


def fault(**choices) -> str:
    with pytest.raises(ContentError) as wrong:
        check_form(FORM.fields, choices, ("1", "2"))
    return str(wrong.value)


@pytest.mark.parametrize(
    ("name", "possible"),
    [("scenario", library.boxes()), ("difficulty", library.DIFFICULTIES), ("campaign", ("", *library.bags()))],
)
def test_everything_that_is_shipped_can_be_chosen(name, possible):
    assert [pick.id for pick in field(name).options] == list(possible)


def test_every_choice_has_words():
    for one in all_fields(FORM.fields):
        assert one.label
        assert all(pick.text for pick in one.options)


def test_what_is_chosen_when_nobody_chooses_can_be_set_up():
    defaults = {f.name: f.default for f in FORM.fields if f.default is not None}
    check_form(FORM.fields, defaults)
    assert GAME.setup(GameSetup(("1",), {}, defaults)).difficulty == "standard"


@pytest.mark.parametrize("name", [f.name for f in FORM.fields if f.kind in ("choice", "choices")])
def test_an_unknown_choice_is_refused_by_name_with_what_is_possible(name):
    wrong = ["the_moon"] if field(name).kind == "choices" else "the_moon"
    sentence = fault(**{name: wrong})
    assert "there is no choice 'the_moon'; there are " in sentence
    assert sentence.startswith(name)
    assert all(pick.id in sentence for pick in field(name).options)


def test_an_investigator_is_chosen_for_seats_that_there_are():
    assert fault(investigators={"9": "the_archivist"}).startswith("investigators: there is no seat '9'")
    check_form(FORM.fields, {"investigators": {"1": "the_archivist"}}, ("1",))


@pytest.mark.parametrize("kind", SHEETS)
def test_every_shipped_sheet_passes_its_own_form_and_proof(kind):
    sheet = SHEETS[kind]
    assert sheet.shipped()
    for data in sheet.shipped().values():
        assert sheet.proof(data)


@pytest.mark.parametrize("kind", SHEETS)
def test_a_shipped_sheet_can_be_chosen_by_name_and_in_full(kind):
    choice = {"investigator": "investigators", "reference": "reference"}[kind]
    for name, data in SHEETS[kind].shipped().items():
        by_name, in_full = (
            GAME.setup(GameSetup(("1",), {}, {choice: {"1": told} if kind == "investigator" else told}))
            for told in (name, data)
        )
        assert by_name == in_full


def test_the_reference_form_asks_for_every_symbol_on_both_sides():
    sides = {f.name: [one.name for one in f.fields] for f in reference_form().fields if f.fields}
    assert sides == {"easy": list(SYMBOLS), "hard": list(SYMBOLS)}


@pytest.mark.parametrize(
    ("kind", "data", "words"),
    [
        ("investigator", {"name": "Ann"}, "The investigator"),
        ("investigator", {"name": "", "willpower": "x"}, "The investigator"),
        ("reference", {"title": "Mine", "easy": {"moon": {}}}, "there is no symbol 'moon'; there are skull, cultist"),
    ],
)
def test_a_sheet_that_cannot_be_is_told_by_its_fault(kind, data, words):
    with pytest.raises(ContentError, match=words):
        SHEETS[kind].proof(data)


@pytest.mark.parametrize(
    ("kind", "data", "place"),
    [
        ("investigator", {"combat": 12}, "combat: a number from 0 to 9 is needed, not 12."),
        ("investigator", {"deck": [{"name": "X", "count": 9}]}, "deck.0.count"),
        ("reference", {"easy": {"skull": {"modifier": -99}}}, "easy.skull.modifier"),
        ("reference", {"easy": {"skull": {"x": "moons"}}}, "easy.skull.x: there is no choice 'moons'"),
    ],
)
def test_a_value_out_of_range_is_told_with_its_place(kind, data, place):
    with pytest.raises(ContentError, match=place):
        check_form(SHEETS[kind].form.fields, data)


def test_the_title_of_a_sheet_is_its_name():
    figures, cards = SHEETS["investigator"], SHEETS["reference"]
    assert str(figures.proof(figures.shipped()["the_archivist"])) == library.figures()["the_archivist"].name
    assert str(cards.proof(cards.shipped()["the_gathering"])) == "The Gathering"
