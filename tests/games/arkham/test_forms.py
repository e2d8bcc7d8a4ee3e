"""The setup form, and the forms of sheets."""

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


@pytest.mark.parametrize(
    ("name", "possible"),
    [("scenario", library.boxes()), ("difficulty", library.DIFFICULTIES), ("campaign", ("", *library.bags()))],
)
def test_everything_that_is_shipped_can_be_chosen(name, possible):
    assert [pick.id for pick in field(name).options] == list(possible)


def test_setup_accepts_the_default_choices():
    defaults = {f.name: f.default for f in FORM.fields if f.default is not None}
    check_form(FORM.fields, defaults)
    assert GAME.setup(GameSetup(("1",), {}, defaults)).difficulty == "standard"


@pytest.mark.parametrize("kind", SHEETS)
def test_every_shipped_sheet_passes_its_own_form_and_proof(kind):
    sheet = SHEETS[kind]
    assert sheet.shipped()
    for data in sheet.shipped().values():
        assert sheet.proof(data)


@pytest.mark.parametrize("kind", SHEETS)
def test_shipped_sheet_can_be_chosen_by_name_or_record(kind):
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
    ("kind", "data", "place"),
    [
        ("investigator", {"combat": 12}, "combat: a number from 0 to 9 is needed, not 12."),
        ("investigator", {"deck": [{"name": "X", "count": 9}]}, "deck.0.count"),
        ("reference", {"easy": {"skull": {"modifier": -99}}}, "easy.skull.modifier"),
        ("reference", {"easy": {"skull": {"x": "moons"}}}, "easy.skull.x: there is no choice 'moons'"),
    ],
)
def test_value_out_of_range_names_its_place(kind, data, place):
    with pytest.raises(ContentError, match=place):
        check_form(SHEETS[kind].form.fields, data)
