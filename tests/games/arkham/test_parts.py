"""Bounds and links of content, and the forms of sheets."""

from __future__ import annotations

from dataclasses import fields

import pytest

from companion.engine import GameSetup, check_form, record
from companion.errors import ContentError
from companion.games.arkham import GAME, state
from companion.games.arkham import content as c
from companion.games.arkham.content.lint import ambiguous_names, check_bounds
from companion.games.arkham.content.lint.bounds import ALLOWED_VALUES, NUMBER_RANGES
from companion.games.arkham.content.lint.links import RESERVED_NAMES
from companion.games.arkham.forms import form_values
from companion.games.arkham.forms.setup_form import (
    SHEETS,
    card_fields,
    investigator_form,
    symbol_fields,
)
from companion.games.arkham.names import NAMELESS, UNKNOWN
from companion.games.arkham.rules.actions.tools import BARE_HANDS
from companion.games.arkham.rules.card_play import OTHER_CARD
from companion.games.arkham.rules.skill_test.steps import FIRST

CLASSES = {
    cls.__name__: cls
    for module in (c.effects, c.cards, state, c.library)
    for cls in vars(module).values()
    if hasattr(cls, "__dataclass_fields__")
}


def fault(told: object) -> str:
    with pytest.raises(ContentError) as wrong:
        check_bounds(told, "here")
    return str(wrong.value)


@pytest.mark.parametrize("key", [*NUMBER_RANGES, *ALLOWED_VALUES])
def test_every_bound_is_of_a_field_that_there_is(key):
    name, _, field = key.partition(".")
    assert field in {one.name for one in fields(CLASSES[name])}


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        (c.Effect(cards=11), "cards: a number from -10 to 10 is needed, not 11."),
        (c.Effect(actions=-6), "actions: a number from -5 to 5 is needed, not -6."),
        (c.Effect(damage=-21), "damage: a number from -20 to 20 is needed, not -21."),
        (c.Effect(by=-1), "by: a number from 0 to 20 is needed, not -1."),
        (c.Effect(times=c.Counted("doom", each=6)), "times.each: a number from -5 to 5 is needed, not 6."),
        (c.Effect(condition=c.Condition("doom", least=21)), "condition.least: a number from 0 to 20 is needed, not 21."),
        (c.SymbolEffect(reveal=4), "reveal: a number from 0 to 3 is needed, not 4."),
        (c.SymbolEffect(modifier=-21), "modifier: a number from -20 to 20 is needed, not -21."),
        (c.SymbolEffect(counts=(c.Counted("doom"),) * 7), "counts: 6 entries at most, 7 came."),
        (c.Ability("X", actions=6), "actions: a number from 0 to 5 is needed, not 6."),
        (c.Ability("X", skill="luck"), "skill: there is no skill 'luck'; there are willpower, intellect, combat, agility."),
        (c.Ability(""), "title: 1 to 100 letters are needed, 0 came."),
        (c.Strike("fight", "luck"), "skill: there is no skill 'luck'; there are willpower, intellect, combat, agility."),
        (c.Card("treasure"), "type: there is no type 'treasure'; there are skill, event, asset."),
        (c.Card(cost=-1), "cost: a number from 0 to 20 is needed, not -1."),
        (c.Card(icons=("wild",) * 11), "icons: 10 entries at most, 11 came."),
        (c.Card(traits=("a\nb",)), "traits.0: '\\n' is no letter that can be read in one line."),
        (c.Card(text="a\x00b"), "text: '\\x00' is no letter that can be read."),
        (c.Card(text="x" * 2001), "text: 2,000 letters at most, 2,001 came."),
        (c.Copies("X", c.Card(), 0), "count: a number from 1 to 10 is needed, not 0."),
        (c.Encounter("X", skill="luck"), "skill: there is no skill 'luck'; there are willpower, intellect, combat, agility."),
        (c.Location("X", x=float("nan")), "x: a number from 0 to 20 is needed, not nan."),
        ({"": c.Card()}, ": '' is no name for an entry."),
    ],
    ids=str,
)  # fmt: skip
def test_bounds_name_the_value_that_is_too_large(told, sentence):
    assert fault(told) == f"here: {sentence}"


def test_bounds_report_a_limited_number_of_faults():
    lines = fault(tuple(c.Effect(cards=99) for _ in range(50))).splitlines()
    assert len(lines) == 12
    assert lines[1] == "here: 1.cards: a number from -10 to 10 is needed, not 99."


def test_every_word_beside_the_names_of_cards_is_kept_free():
    assert {FIRST, OTHER_CARD, BARE_HANDS, NAMELESS} == set(RESERVED_NAMES)
    assert tuple(ambiguous_names([f"{UNKNOWN}2"]))


@pytest.mark.parametrize(
    "name", [*RESERVED_NAMES, "First", " other ", "icons:x", "icons:2", "Knife: sharp", "Either/or"]
)
def test_a_card_is_not_called_as_something_else(name):
    (fault,) = ambiguous_names(["Lamp", name])
    assert str(fault).startswith("deck.1.name: ")


def test_setup_accepts_the_default_choices():
    defaults = {f.name: f.default for f in GAME.form.fields if f.default is not None}
    check_form(GAME.form.fields, defaults)
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


@pytest.mark.parametrize("name", c.library.references())
def test_unchanged_reference_card_round_trips(name):
    told = c.library.references()[name]
    assert c.library.read_reference(form_values.reference(told), "form") == told


def test_typed_entries_keep_fields_without_form():
    changed = {**form_values.reference(c.library.references()["the_gathering"])}
    changed["easy"] = {**changed["easy"], "cultist": {**changed["easy"]["cultist"], "modifier": -3, "fail_damage": 1}}
    cultist = c.library.read_reference(changed, "form").easy["cultist"]
    assert (cultist.modifier, [effect.damage + effect.horror for effect in cultist.effects]) == (-3, [1, 1])


def symbol(each: int = -1, **data) -> c.SymbolEffect:
    return record(c.SymbolEffect, c.parsing.symbol(data, "here", each), "here")


def copies(**data) -> c.Copies:
    return record(c.Copies, c.parsing.copies({"name": "X", **data}, "here"), "here")


@pytest.mark.parametrize(
    ("data", "wanted"),
    [
        ({"modifier": -3}, c.SymbolEffect(-3)),
        ({"reveal": 2}, c.SymbolEffect(reveal=2)),
        ({"auto": "fail"}, c.SymbolEffect(auto="fail")),
        ({"x": "doom"}, c.SymbolEffect(counts=(c.Counted("doom", "", -1),))),
        ({"x": "enemies_here", "of": "Ghoul"}, c.SymbolEffect(counts=(c.Counted("enemies_here", "Ghoul", -1),))),
        ({"fail_damage": 1}, c.SymbolEffect(effects=(c.Effect("failure", damage=1),))),
        ({"fail_horror": 2}, c.SymbolEffect(effects=(c.Effect("failure", horror=2),))),
        ({"fail_text": "Draw it."}, c.SymbolEffect(effects=(c.Effect("failure", text="Draw it."),))),
        (
            {"if": "enemies_here", "if_of": "Ghoul", "if_modifier": -2, "if_damage": 1, "if_horror": 1},
            c.SymbolEffect(
                effects=(c.Effect(condition=c.Condition("enemies_here", "Ghoul"), modifier=-2, damage=1, horror=1),)
            ),
        ),
        ({"win_cards": 1, "win_resources": 2, "win_text": "Well."}, c.SymbolEffect(effects=(c.Effect("success", cards=1, resources=2, text="Well."),))),
        ({"text": "Look."}, c.SymbolEffect(effects=(c.Effect(text="Look."),))),
        ({"modifier": None, "x": "", "of": None, "fail_damage": 0}, c.SymbolEffect()),
    ],
    ids=str,
)  # fmt: skip
def test_symbol_is_read_from_the_form(data, wanted):
    assert symbol(**data) == wanted


@pytest.mark.parametrize(
    ("data", "wanted"),
    [
        ({}, c.Copies("X", c.Card())),
        ({"count": 3}, c.Copies("X", c.Card(), 3)),
        ({"type": "event", "cost": 2, "fast": True}, c.Copies("X", c.Card("event", cost=2, fast=True))),
        ({"type": "asset", "health": 2, "sanity": 1}, c.Copies("X", c.Card("asset", health=2, sanity=1))),
        ({"combat": 2, "wild": 1}, c.Copies("X", c.Card(icons=("combat", "combat", "wild")))),
        ({"type": "asset", "weapon_add": 1, "weapon_damage": 1}, c.Copies("X", c.Card("asset", strike=c.Strike("fight", add=1, damage=1)))),
        ({"type": "asset", "weapon_uses": 4}, c.Copies("X", c.Card("asset", uses=4, strike=c.Strike("fight", uses=True)))),
    ],
    ids=str,
)  # fmt: skip
def test_card_is_read_from_the_form(data, wanted):
    assert copies(**data) == wanted


def test_every_field_of_the_forms_is_understood():
    """A form may be filled in to the last field, and nothing of it is unknown or lost."""
    sides = {"modifier": -1, "reveal": 1, "x": "doom", "auto": "", "if": "damage"}
    everything = {f.name: sides.get(f.name, 1 if f.kind == "number" else "Words") for f in symbol_fields()}
    told = symbol(**everything)
    assert (told.modifier, told.reveal, told.counts) == (-1, 1, (c.Counted("doom", "Words", -1),))
    assert [effect.when for effect in told.effects] == ["now", "failure", "now"]
    sign = {f.name for field in investigator_form().fields if field.name == "elder_sign" for f in field.fields}
    assert sign <= c.parsing.SYMBOL_KEYS
    assert {f.name for f in card_fields()} == c.parsing.CARD_KEYS | set(c.parsing.ICONS)
