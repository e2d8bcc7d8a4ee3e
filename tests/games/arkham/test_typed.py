"""Form entries become records of cards."""

from __future__ import annotations

import pytest

from companion.engine import record
from companion.games.arkham.content import (
    Card,
    Condition,
    Copies,
    Counted,
    Effect,
    Strike,
    SymbolEffect,
    parsing,
    reference,
)
from companion.games.arkham.forms.setup_form import card_fields, investigator_form, symbol_fields


def symbol(each: int = -1, **data) -> SymbolEffect:
    return record(SymbolEffect, parsing.symbol(data, "here", each), "here")


def copies(**data) -> Copies:
    return record(Copies, parsing.copies({"name": "X", **data}, "here"), "here")


@pytest.mark.parametrize(
    ("data", "wanted"),
    [
        ({"modifier": -3}, SymbolEffect(-3)),
        ({"reveal": 2}, SymbolEffect(reveal=2)),
        ({"auto": "fail"}, SymbolEffect(auto="fail")),
        ({"x": "doom"}, SymbolEffect(counts=(Counted("doom", "", -1),))),
        ({"x": "enemies_here", "of": "Ghoul"}, SymbolEffect(counts=(Counted("enemies_here", "Ghoul", -1),))),
        ({"fail_damage": 1}, SymbolEffect(effects=(Effect("failure", damage=1),))),
        ({"fail_horror": 2}, SymbolEffect(effects=(Effect("failure", horror=2),))),
        ({"fail_text": "Draw it."}, SymbolEffect(effects=(Effect("failure", text="Draw it."),))),
        (
            {"if": "enemies_here", "if_of": "Ghoul", "if_modifier": -2, "if_damage": 1, "if_horror": 1},
            SymbolEffect(
                effects=(Effect(condition=Condition("enemies_here", "Ghoul"), modifier=-2, damage=1, horror=1),)
            ),
        ),
        (
            {"win_cards": 1, "win_resources": 2, "win_text": "Well."},
            SymbolEffect(effects=(Effect("success", cards=1, resources=2, text="Well."),)),
        ),
        ({"text": "Look."}, SymbolEffect(effects=(Effect(text="Look."),))),
        ({"modifier": None, "x": "", "of": None, "fail_damage": 0}, SymbolEffect()),
    ],
    ids=str,
)
def test_symbol_is_read_from_the_form(data, wanted):
    assert symbol(**data) == wanted


def test_a_record_of_a_file_keeps_what_it_says():
    told = {"counts": [{"what": "doom", "each": 2}], "effects": [{"damage": 1}], "modifier": 1}
    assert symbol(**told) == SymbolEffect(1, (Counted("doom", "", 2),), effects=(Effect(damage=1),))
    assert copies(card={"type": "event", "cost": 2}) == Copies("X", Card("event", cost=2))


def test_typed_entries_are_added_to_a_record():
    told = symbol(counts=[{"what": "doom", "each": 1}], x="horror", fail_damage=1)
    assert [counted.what for counted in told.counts] == ["doom", "horror"]
    assert told.effects == (Effect("failure", damage=1),)
    assert copies(card={"type": "event", "cost": 2, "icons": ["wild"]}, cost=3, combat=1).card == Card(
        "event", ("combat",), cost=3
    )


@pytest.mark.parametrize(
    ("data", "wanted"),
    [
        ({}, Copies("X", Card())),
        ({"count": 3}, Copies("X", Card(), 3)),
        ({"type": "event", "cost": 2, "fast": True}, Copies("X", Card("event", cost=2, fast=True))),
        ({"type": "asset", "health": 2, "sanity": 1}, Copies("X", Card("asset", health=2, sanity=1))),
        ({"combat": 2, "wild": 1}, Copies("X", Card(icons=("combat", "combat", "wild")))),
        (
            {"type": "asset", "weapon_add": 1, "weapon_damage": 1},
            Copies("X", Card("asset", strike=Strike("fight", add=1, damage=1))),
        ),
        (
            {"type": "asset", "weapon_uses": 4},
            Copies("X", Card("asset", uses=4, strike=Strike("fight", uses=True))),
        ),
    ],
    ids=str,
)
def test_card_is_read_from_the_form(data, wanted):
    assert copies(**data) == wanted


def test_a_symbol_that_was_left_open_has_no_ability():
    """AH-ST-4-4."""
    card = reference({"title": "Mine", "easy": {"skull": {"modifier": 0}, "tablet": {"modifier": -1}}}, "here")
    assert dict(card.easy) == {"tablet": SymbolEffect(-1)}


def test_every_field_of_the_forms_is_understood():
    """A form may be filled in to the last field, and nothing of it is unknown or lost."""
    sides = {"modifier": -1, "reveal": 1, "x": "doom", "auto": "", "if": "damage"}
    everything = {f.name: sides.get(f.name, 1 if f.kind == "number" else "Words") for f in symbol_fields()}
    told = symbol(**everything)
    assert (told.modifier, told.reveal, told.counts) == (-1, 1, (Counted("doom", "Words", -1),))
    assert [effect.when for effect in told.effects] == ["now", "failure", "now"]
    sign = {f.name for field in investigator_form().fields if field.name == "elder_sign" for f in field.fields}
    assert sign <= parsing.SYMBOL
    assert {f.name for f in card_fields()} == parsing.CARD | set(parsing.ICONS)
