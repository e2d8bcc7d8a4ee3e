"""Shipped and typed content: faults name their place, and the first state is built from it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine import DECK, GameSetup, check_form
from companion.errors import ContentError
from companion.games.draw_your_weapon.content import adventures, characters, table_rules, weapons
from companion.games.draw_your_weapon.content.adventures import SAMPLE
from companion.games.draw_your_weapon.forms.setup_form import SHEETS
from companion.games.draw_your_weapon.setup import setup
from companion.schema import TABLE

GUIDE = Path(__file__).parents[3] / "docs" / "draw-your-weapon.md"
MILLER = {"title": "A miller", "attributes": {"might": 2}, "hp": 12}


def club(**changes):
    return weapons.weapon({"name": "Club", "low": 1, "high": 4, **changes}, "weapons.0")


def miller(**changes):
    return characters.proof({**MILLER, **changes})


def table(**changes):
    return table_rules.proof(changes)


def feature(*effects, **changes):
    return weapons.feature({"name": "Trip", "effects": effects, **changes}, "features.2")


@pytest.mark.parametrize(
    ("read", "told", "sentence"),
    [
        (club, {"low": 9}, "weapons.0.high: a value from 9 upwards is needed, not 4"),
        (club, {"low": 0}, "weapons.0.low: a number from 1 to 40 is needed, not 0"),
        (club, {"high": 41}, "weapons.0.high: a number from 1 to 40 is needed, not 41"),
        (club, {"suits": ["X"]}, "weapons.0.suits: there is no suit 'X'"),
        (club, {"hands": 3}, "weapons.0.hands: a number from 0 to 2"),
        (club, {"reech": ""}, "there is no 'reech'"),
        (feature, {"low": 5}, "features.2.high: a number from 1 to 40"),
        (miller, {"hp": 0}, "hp: a number from 1 to 999 is needed, not 0"),
        (miller, {"title": " "}, "title: a name is needed"),
        (miller, {"attributes": {"might": 16}}, "attributes.might: a number from -5 to 15 is needed, not 16"),
        (miller, {"attributes": {"might": -6}}, "attributes.might: a number from -5 to 15 is needed, not -6"),
        (miller, {"guard": -1}, "guard: a number from 0 to 99 is needed, not -1"),
        (miller, {"guard": 100}, "guard: a number from 0 to 99 is needed, not 100"),
        (miller, {"carries": ["halberd"]}, "weapons.0: there is no weapon 'halberd'"),
        (miller, {"weapons": "oar"}, "weapons: a list is needed, not 'oar'"),
        (table, {"values": {"A": 1, "J": 11, "Q": 12}}, "values: what is K worth?"),
        (table, {"values": {"A": 1, "J": 11, "Q": 12, "K": 13, "Z": 1}}, "values: there is no rank 'Z'"),
        (table, {"values": {"A": 1, "J": 11, "Q": 12, "K": 41}}, "values.K: a number from 0 to 40"),
        (table, {"attributes": []}, "attributes: at least one is needed"),
        (table, {"attributes": [{"name": "might", "suit": "X"}]}, "attributes.might: there is no suit 'X'"),
        (table, {"attributes": [{"name": "might", "suit": "C"}] * 2}, "attributes.1.name: might stands there twice"),
        (table, {"attributes": [{"name": "2x", "suit": "C"}]}, "attributes: '2x' is no name for one"),
        (table, {"associated": {"hp": "luck"}}, "associated.hp: there is no attribute 'luck'"),
        (table, {"associated": {"mana": "might"}}, "associated: there is no 'mana'"),
        (table, {"missing": "2X"}, "missing: there is no card '2X'"),
        (table, {"hand": 0}, "hand: a number from 1 to 10 is needed, not 0"),
        (table, {"hand": 11}, "hand: a number from 1 to 10 is needed, not 11"),
        (table, {"dealer_hand": 11}, "dealer_hand: a number from 0 to 10"),
        (table, {"missing": " ".join(DECK[:33])}, "missing: 33 cards are away"),
        (table, {"decks": "three"}, "decks"),
    ],
)
def test_typed_content_is_refused_with_its_place(read, told, sentence):
    with pytest.raises(ContentError) as no:
        read(**told)
    assert sentence in str(no.value)


@pytest.mark.parametrize(
    ("read", "told"),
    [
        (club, {"low": 4, "hands": 0}),
        (club, {"high": 40, "hands": 2}),
        (miller, {"attributes": {"might": -5, "wits": 15}, "hp": 999, "guard": 99}),
        (table, {"hand": 10, "dealer_hand": 10, "missing": " ".join(DECK[:32])}),
        (feature, {}),
    ],
)
def test_content_at_its_bounds_is_read(read, told):
    assert read(**told)


def test_a_feature_that_gives_a_condition_says_which():
    with pytest.raises(ContentError, match=r"features\.2\.effects\.0\.what: which condition"):
        feature({"do": "condition"})


def bell_refusal(*changes):
    record = json.loads(json.dumps(dict(adventures.shipped()[SAMPLE])))
    for change in changes:
        change(record)
    with pytest.raises(ContentError) as no:
        adventures.proof(record)
    return str(no.value)


def scene(record, name):
    return next(one for one in record["scenes"] if one["id"] == name)


def call(record, name, place=0):
    return scene(record, name)["calls"][place]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda r: scene(r, "lantern")["next"].append("cellar"), "scenes.0.next: there is no scene 'cellar'"),
        (lambda r: scene(r, "lantern")["figures"].append("ghost"), "scenes.0.figures: there is no figure 'ghost'"),
        (lambda r: scene(r, "lantern").update(title=" "), "scenes.0.title: a name is needed"),
        (lambda r: scene(r, "lantern").update(calls=[call(r, "lantern")] * 13), "scenes.0.calls: at most 12 are read"),
        (lambda r: call(r, "lantern").update(attribute="luck"), "scenes.0.calls.0.attribute: there is no"),
        (lambda r: call(r, "lantern").update(suit="X"), "scenes.0.calls.0.suit: there is no suit 'X'"),
        (lambda r: call(r, "lantern").update(required=0), "scenes.0.calls.0.required: a number from 1"),
        (lambda r: call(r, "lantern").update(required=31), "scenes.0.calls.0.required: a number from 1 to 30"),
        (lambda r: call(r, "lantern").update(title=""), "scenes.0.calls.0.title: a name is needed"),
        (lambda r: call(r, "lantern").update(kind="duel"), "kind"),
        (lambda r: call(r, "dyke").update(against=[]), "scenes.2.calls.0.against: whom is the Contest"),
        (lambda r: call(r, "dyke").update(against=["ghost"]), "scenes.2.calls.0.against: there is no figure"),
        (lambda r: call(r, "dyke").update(required=4), "scenes.2.calls.0.required: a Contest needs no"),
        (lambda r: call(r, "dyke", 1).update(against=["corrie"]), "scenes.2.calls.1.against: a Skill Test"),
        (lambda r: scene(r, "tower").update(id="lantern"), "scenes.1.id: 'lantern' stands there twice"),
        (lambda r: scene(r, "lock").update(next=["bell", "boats"]), "nothing leads to 'bargain'"),
        (lambda r: r.update(scenes=[]), "scenes: at least one scene is needed"),
        (lambda r: r.update(title=" "), "title: a name is needed"),
        (lambda r: r.update(figures=r["figures"] * 9), "figures: at most 40 are read"),
        (lambda r: r["figures"][0].update(weapons=["halberd"]), "figures.0.weapons.0: there is no weapon 'halberd'"),
        (lambda r: r.update(scnes=[]), "there is no 'scnes'"),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_adventure_fault_names_its_place(change, sentence):
    assert sentence in bell_refusal(change)


def test_adventure_reports_several_faults_at_once():
    faults = bell_refusal(
        lambda r: scene(r, "lantern")["next"].append("cellar"), lambda r: call(r, "tower").update(suit="X")
    )
    assert len(faults.splitlines()) == 2


@pytest.mark.parametrize("upload", [b"title = ", b"\xff\xfe", b"a" * 5000 + b" = 1", b"a." * 200 + b"b = 1"])
def test_invalid_toml_is_refused_with_the_file_name(upload):
    with pytest.raises(ContentError, match=r"evening.toml: this is no TOML"):
        adventures.read("evening.toml", upload)


def test_guide_example_is_a_valid_adventure():
    (written,) = re.findall(r"```toml\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    assert str(adventures.read("guide.toml", written.encode()).report[1]) == "It can end in: The road at night."


def test_shipped_content_round_trips_through_the_form():
    for name, told in characters.shipped().items():
        check_form(SHEETS["character"].form.fields, told)
        assert characters.sheet(told, "") == characters.characters()[name]
    for name, told in table_rules.shipped().items():
        check_form(SHEETS["table"].form.fields, told)
        assert table_rules.rules(told, "") == table_rules.sets()[name]


def test_weapons_are_ticked_or_typed_in():
    own = {"name": "Flail", "low": 5, "high": 9, "suits": ["C"], "hands": 1, "text": ""}
    sheet = characters.sheet({**MILLER, "carries": ["oar"], "weapons": [own], "can": ["brace"], "features": []}, "")
    assert [weapon.name for weapon in sheet.weapons] == ["Oar", "Flail"]
    assert [one.name for one in sheet.features] == ["Brace"]


def test_unknown_character_lists_the_known_ones():
    with pytest.raises(ContentError, match="there are sluice_hand"):
        characters.chosen("wizard")


def begun(**choices):
    return setup(GameSetup(("1", "2"), {"1": "Ann", "2": "Ben"}, choices))


def titles(s):
    return [c.title for c in s.characters.values() if c.is_player]


def test_seat_without_choice_gets_a_character():
    assert titles(begun()) == [one.title for one in characters.characters().values()][:2]
    bell = {**adventures.shipped()["bell"], "sheets": [{"title": "The mayor", "attributes": {"charm": 2}, "hp": 8}]}
    assert titles(begun(adventure=bell)) == ["The mayor"] * 2


def test_a_character_is_chosen_by_name_or_comes_in_full():
    s = begun(characters={"1": "singer", "2": {**MILLER, "guard": 3}})
    ben = s.characters["2"]
    assert titles(s) == ["The ballad singer", "A miller"]
    assert (ben.name, ben.hp, ben.max_hp, ben.guard) == ("Ben", 12, 12, 3)


def test_the_hands_are_dealt_from_the_deck_in_use():
    assert begun().decks[TABLE].library == len(DECK) - 10
    assert begun(rules={"missing": "2C, 3c", "hand": 4}).decks[TABLE].library == len(DECK) - 2 - 8


BRAWN = {
    "attributes": [{"name": "brawn", "suit": "C"}, {"name": "Luck", "suit": "H"}],
    "associated": {"hp": "brawn", "reserve": "luck", "clout": "luck"},
}
GAMBLER = {**MILLER, "attributes": {"might": 0}, "own_attributes": [{"name": "Luck", "value": 3}]}


def test_attributes_must_be_those_of_the_table():
    with pytest.raises(ContentError, match=r"characters.1.attributes: the rules of the table have no attribute 'luck'"):
        begun(characters={"1": {**MILLER, "attributes": {"luck": 3}}})
    with pytest.raises(ContentError, match=r"adventure: lantern.missing: .* no attribute 'wits'"):
        begun(adventure="bell", rules=BRAWN)
    assert begun(rules=BRAWN, characters={"1": GAMBLER, "2": GAMBLER}).characters["1"].attributes["luck"] == 3


STRANGE: tuple[Any, ...] = (
    *(None, True, -1, 10**9, 0.5, "", " ", "x" * 5000, "\u202e", "[b]", "C"),
    *([], {}, [[]], [None], ["C", "C"], {"id": "x"}, [{"name": 1}], [{}] * 70),
)
PROOFS = {
    "adventure": (adventures.shipped()["bell"], adventures.proof),
    "character": (characters.shipped()["smuggler"], characters.proof),
    "table": (table_rules.shipped()["one_deck"], table_rules.proof),
}


def places_in(record: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the ways to all values of a record."""
    inner = record.items() if isinstance(record, dict) else enumerate(record) if isinstance(record, list) else ()
    return [way, *(place for key, one in inner for place in places_in(one, (*way, key)))]


def mutated(record: Any, random: Random) -> Any:
    """Return the record with one value changed, or its key misspelt."""
    copy = json.loads(json.dumps(dict(record)))
    *way, last = random.choice([way for way in places_in(copy) if way])
    at = copy
    for key in way:
        at = at[key]
    if isinstance(at, dict) and random.random() < 0.2:
        at[f"{last}x"] = at.pop(last)
    else:
        at[last] = random.choice(STRANGE)
    return copy


@pytest.mark.slow
@pytest.mark.parametrize("kind", PROOFS)
def test_mutated_sheet_is_read_or_refused_with_a_sentence(kind):
    (record, proof), random, refusals = PROOFS[kind], Random(6), []
    for _ in range(250):
        try:
            proof(mutated(record, random))
        except ContentError as no:
            refusals.append(str(no).strip())
    assert all(refusals)
    assert len(refusals) > 100
