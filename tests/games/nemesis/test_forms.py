"""What is chosen and typed in, and what is shipped, as the forms have it."""

from __future__ import annotations

from dataclasses import fields

import pytest

from companion.engine import check_form
from companion.errors import ContentError
from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import Settings
from companion.games.nemesis.forms.sheets import boxes, crew, ships
from tests.games.nemesis.ship import begun


def test_a_ship_out_of_its_form_is_the_ship_of_its_file():
    assert begun(ship=dict(ships()["kittiwake"])).ship == begun().ship


def test_a_role_out_of_its_form_is_the_role_of_the_ship():
    s = begun(crew={"1": dict(crew()["medic"])})
    assert s.characters["1"].deck == begun(crew={"1": "medic"}).characters["1"].deck
    assert s.ship.cards == begun().ship.cards


def test_what_is_shipped_fits_its_form():
    for kind, told in (("ship", ships()), ("crew", crew()), ("box", boxes())):
        for data in told.values():
            check_form(GAME.sheets[kind].form.fields, data)


def test_the_defaults_of_the_form_are_an_evening():
    chosen = {field.name: field.default for field in GAME.form.fields if field.default is not None}
    check_form(GAME.form.fields, chosen)
    assert begun(2, **chosen).ship == begun(2).ship


def test_a_sheet_is_called_by_its_title_and_a_ship_is_known_by_its_size():
    titles = {kind: str(sheet.proof(next(iter(sheet.shipped().values())))) for kind, sheet in GAME.sheets.items()}
    assert titles == {"ship": "The Kittiwake", "crew": "Mate", "box": "Our defaults"}
    assert str(GAME.sheets["ship"].note(ships()["kittiwake"])) == "13 rooms · 15 turns · 1 to 5 players"


def test_what_the_cards_of_a_role_name_must_be_there():
    mate = dict(crew()["mate"])
    deck = [{"title": "Wish", "effects": [{"do": "gain", "what": "sword"}]}, *mate["deck"][1:]]
    with pytest.raises(ContentError, match=r"cards\.Wish: gain: there is no item 'sword'"):
        GAME.sheets["crew"].proof({**mate, "deck": deck})


def test_every_choice_of_the_text_that_is_open_has_its_flag():
    flags = {field.name: field.default for field in GAME.form.fields if field.kind == "flag"}
    ours = Settings()
    assert flags == {name: getattr(ours, name) for name in flags}
    assert {*flags, "decks", "hands"} == {field.name for field in fields(Settings)}
