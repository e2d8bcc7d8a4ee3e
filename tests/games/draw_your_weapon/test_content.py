"""Shipped and typed content: faults name their place, and the first state is built from it."""

from __future__ import annotations

import contextlib
import copy
import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine import DECK, GameSetup, check_form
from companion.errors import ContentError
from companion.games.draw_your_weapon import GAME
from companion.games.draw_your_weapon.content import Rules, adventures, characters, table_rules, weapons
from companion.games.draw_your_weapon.content.adventures import SAMPLE
from companion.games.draw_your_weapon.forms.setup_form import SHEETS
from companion.games.draw_your_weapon.setup import setup
from companion.schema import TABLE

GUIDE = Path(__file__).parents[3] / "docs" / "draw-your-weapon.md"


def bell():
    """The one that ships, to be refusal_of."""
    return json.loads(json.dumps(dict(adventures.shipped()[SAMPLE])))


def refusal_of(change):
    record = copy.deepcopy(bell())
    change(record)
    with pytest.raises(ContentError) as no:
        adventures.proof(record)
    return str(no.value)


def scene(record, name):
    return next(one for one in record["scenes"] if one["id"] == name)


def test_bell_uses_all_its_figures():
    bell = adventures.adventures()[SAMPLE]
    met = {name for one in bell.scenes for name in one.figures}
    assert met == {figure.id for figure in bell.figures}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda r: scene(r, "lantern")["next"].append("cellar"), "scenes.0.next: there is no scene 'cellar'"),
        (lambda r: scene(r, "lantern")["figures"].append("ghost"), "scenes.0.figures: there is no figure 'ghost'"),
        (lambda r: scene(r, "lantern")["calls"][0].update(attribute="luck"), "scenes.0.calls.0.attribute: there is no"),
        (lambda r: scene(r, "lantern")["calls"][0].update(suit="X"), "scenes.0.calls.0.suit: there is no suit 'X'"),
        (lambda r: scene(r, "lantern")["calls"][0].update(required=0), "scenes.0.calls.0.required: a number from 1"),
        (lambda r: scene(r, "lantern")["calls"][0].update(kind="duel"), "kind"),
        (lambda r: scene(r, "dyke")["calls"][0].update(against=[]), "scenes.2.calls.0.against: whom is the Contest"),
        (lambda r: scene(r, "dyke")["calls"][0].update(required=4), "scenes.2.calls.0.required: a Contest needs no"),
        (lambda r: scene(r, "dyke")["calls"][1].update(against=["corrie"]), "scenes.2.calls.1.against: a Skill Test"),
        (lambda r: scene(r, "tower").update(id="lantern"), "scenes.1.id: 'lantern' stands there twice"),
        (lambda r: scene(r, "lock").update(next=["bell", "boats"]), "nothing leads to 'bargain'"),
        (lambda r: r.update(scenes=[]), "scenes: at least one scene is needed"),
        (lambda r: r.update(title=" "), "title: a name is needed"),
        (lambda r: r["figures"][0].update(weapons=["halberd"]), "figures.0.weapons.0: there is no weapon 'halberd'"),
        (lambda r: r.update(scnes=[]), "there is no 'scnes'"),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_adventure_fault_names_its_place(change, sentence):
    assert sentence in refusal_of(change)


def test_adventure_reports_several_faults_at_once():
    def two(record):
        scene(record, "lantern")["next"].append("cellar")
        scene(record, "tower")["calls"][0]["suit"] = "X"

    assert len(refusal_of(two).splitlines()) == 2


@pytest.mark.parametrize("upload", [b"title = ", b"\xff\xfe", b"a" * 5000 + b" = 1", b"a." * 200 + b"b = 1"])
def test_invalid_toml_is_refused_with_the_file_name(upload):
    with pytest.raises(ContentError, match=r"evening.toml: this is no TOML"):
        adventures.read("evening.toml", upload)


def test_guide_example_is_a_valid_adventure():
    text = GUIDE.read_text(encoding="utf-8")
    (written,) = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    assert str(adventures.read("guide.toml", written.encode()).report[1]) == "It can end in: The road at night."


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ("halberd", "weapons.0: there is no weapon 'halberd'"),
        ({"name": "Club", "low": 9, "high": 4}, "weapons.0.high: a value from 9 upwards is needed, not 4"),
        ({"name": "Club", "low": 0, "high": 4}, "weapons.0.low: a number from 1 to 40 is needed, not 0"),
        ({"name": "Club", "low": 1, "high": 4, "suits": ["X"]}, "weapons.0.suits: there is no suit 'X'"),
        ({"name": "Club", "low": 1, "high": 4, "hands": 3}, "weapons.0.hands: a number from 0 to 2"),
        ({"name": "Club", "low": 1, "high": 4, "reech": ""}, "there is no 'reech'"),
    ],
    ids=["unknown", "upside-down", "below", "suit", "hands", "misspelt"],
)
def test_a_weapon_is_refused_with_its_place(told, sentence):
    with pytest.raises(ContentError) as no:
        weapons.weapon(told, "weapons.0")
    assert sentence in str(no.value)


def test_a_feature_that_gives_a_condition_says_which():
    with pytest.raises(ContentError, match=r"features\.2\.effects\.0\.what: which condition"):
        weapons.feature({"name": "Trip", "effects": [{"do": "condition"}]}, "features.2")


MILLER = {"title": "A miller", "attributes": {"might": 2}, "hp": 12}


def test_shipped_characters_round_trip_through_the_form():
    for name, told in characters.shipped().items():
        check_form(SHEETS["character"].form.fields, told)
        assert characters.sheet(told, "") == characters.characters()[name]


def test_weapons_are_ticked_or_typed_in():
    own = {"name": "Flail", "low": 5, "high": 9, "suits": ["C"], "hands": 1, "text": ""}
    found = characters.sheet({**MILLER, "carries": ["oar"], "weapons": [own], "can": ["brace"], "features": []}, "")
    assert [one.name for one in found.weapons] == ["Oar", "Flail"]
    assert [one.name for one in found.features] == ["Brace"]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"hp": 0}, "hp: a number from 1 to 999 is needed, not 0"),
        ({"title": " "}, "title: a name is needed"),
        ({"attributes": {"might": 99}}, "attributes.might: a number from -5 to 15 is needed, not 99"),
        ({"guard": -1}, "guard: a number from 0 to 99 is needed, not -1"),
        ({"carries": ["halberd"]}, "weapons.0: there is no weapon 'halberd'"),
        ({"weapons": "oar"}, "weapons: a list is needed, not 'oar'"),
    ],
    ids=["dead", "nameless", "giant", "negative", "unknown", "no-list"],
)
def test_a_character_is_refused_with_its_place(change, sentence):
    with pytest.raises(ContentError) as no:
        characters.proof({**MILLER, **change})
    assert str(no.value).startswith(sentence)


def test_unknown_character_lists_the_known_ones():
    with pytest.raises(ContentError, match="there are sluice_hand"):
        characters.chosen("wizard")


def test_rules_default_to_the_first_set():
    assert table_rules.chosen("") == Rules()


def test_rule_sets_round_trip_through_the_form():
    for name, told in table_rules.shipped().items():
        check_form(SHEETS["table"].form.fields, told)
        assert table_rules.rules(told, "") == table_rules.sets()[name]


def test_cards_that_are_missing_are_written_in_one_line():
    assert table_rules.rules({"missing": "jh, 2C 10s"}, "").missing == ("2C", "JH", "10S")


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({"values": {"A": 1, "J": 11, "Q": 12}}, "values: what is K worth?"),
        ({"values": {"A": 1, "J": 11, "Q": 12, "K": 13, "Z": 1}}, "values: there is no rank 'Z'"),
        ({"values": {"A": 1, "J": 11, "Q": 12, "K": 99}}, "values.K: a number from 0 to 40"),
        ({"attributes": []}, "attributes: at least one is needed"),
        ({"attributes": [{"name": "might", "suit": "X"}]}, "attributes.might: there is no suit 'X'"),
        ({"attributes": [{"name": "might", "suit": "C"}] * 2}, "attributes.1.name: might stands there twice"),
        ({"associated": {"hp": "luck"}}, "associated.hp: there is no attribute 'luck'"),
        ({"associated": {"mana": "might"}}, "associated: there is no 'mana'"),
        ({"missing": "2X"}, "missing: there is no card '2X'"),
        ({"hand": 0}, "hand: a number from 1 to 10 is needed, not 0"),
        ({"dealer_hand": 11}, "dealer_hand: a number from 0 to 10"),
        ({"missing": " ".join(table_rules.DECK[:40])}, "missing: 40 cards are away"),
        ({"decks": "three"}, "decks"),
    ],
)
def test_rule_set_fault_names_its_place(told, sentence):
    with pytest.raises(ContentError) as no:
        table_rules.proof(told)
    assert sentence in str(no.value)


SEATS, NAMES = ("1", "2"), {"1": "Ann", "2": "Ben"}


def begun(**choices):
    return setup(GameSetup(SEATS, NAMES, choices))


def test_the_sample_is_the_adventure_that_ships():
    s = setup(GAME.sample)
    assert s.adventure is adventures.adventures()["bell"]
    assert s.scene == ""
    assert {"rusk", "hanne"} <= set(s.characters)


def test_seat_without_choice_gets_a_shipped_character():
    titles = [one.title for one in characters.characters().values()]
    assert [c.title for c in begun().characters.values() if c.is_player] == titles[:2]


def test_a_character_is_chosen_by_name_or_comes_in_full():
    s = begun(characters={"1": "singer", "2": {"title": "A miller", "attributes": {"might": 2}, "hp": 9, "guard": 3}})
    assert s.characters["1"].title == "The ballad singer"
    assert (s.characters["2"].hp, s.characters["2"].max_hp, s.characters["2"].guard) == (9, 9, 3)
    assert s.characters["2"].name == "Ben"


def test_an_adventure_may_bring_its_own_characters():
    bell = {**adventures.shipped()["bell"], "sheets": [{"title": "The mayor", "attributes": {"charm": 2}, "hp": 8}]}
    assert [c.title for c in begun(adventure=bell).characters.values() if c.is_player] == ["The mayor"] * 2


def test_the_hands_are_dealt_from_the_deck_in_use():
    assert begun().decks[TABLE].library == len(DECK) - 10
    assert begun(rules={"missing": "2C 3C", "hand": 4}).decks[TABLE].library == len(DECK) - 2 - 8


def test_character_with_an_unknown_attribute_is_refused():
    with pytest.raises(ContentError, match=r"characters.1.attributes: the rules of the table have no attribute 'luck'"):
        begun(characters={"1": {"title": "A gambler", "attributes": {"luck": 3}, "hp": 9}})


def test_adventure_with_an_unknown_attribute_is_refused():
    rows = [{"name": "brawn", "suit": "C"}]
    own = {"attributes": rows, "associated": {"hp": "brawn", "reserve": "brawn", "clout": "brawn"}}
    with pytest.raises(ContentError, match=r"adventure: lantern.missing: .* no attribute 'wits'"):
        begun(adventure="bell", rules=own)


def test_a_table_may_have_attributes_of_its_own():
    rows = [{"name": "Brawn", "suit": "C"}, {"name": "Luck", "suit": "H"}]
    own = {"attributes": rows, "associated": {"hp": "brawn", "reserve": "luck", "clout": "luck"}}
    typed = {
        "title": "A gambler",
        "attributes": {"might": 0},
        "hp": 9,
        "own_attributes": [{"name": "Luck", "value": 3}],
    }
    assert begun(rules=own, characters={"1": typed, "2": typed}).characters["1"].attributes["luck"] == 3


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
    """The ways to all that stands in a record."""
    inner = record.items() if isinstance(record, dict) else enumerate(record) if isinstance(record, list) else ()
    return [way, *(found for key, one in inner for found in places_in(one, (*way, key)))]


def mutated(record: Any, random: Random) -> Any:
    """The record with one thing in it changed, taken away or misspelt."""
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
def test_a_spoilt_sheet_is_read_or_refused_with_a_sentence(kind):
    record, proof = PROOFS[kind]
    random, told = Random(6), []
    for _ in range(250):
        try:
            proof(mutated(record, random))
        except ContentError as no:
            told.append(str(no).strip())
    assert all(told)
    assert len(told) > 100


@pytest.mark.parametrize("seed", range(40))
def test_choices_of_chance_begin_an_evening_or_are_refused(seed):
    random = Random(seed)
    choices = {
        "adventure": random.choice(["", "bell", "bel", mutated(PROOFS["adventure"][0], random)]),
        "characters": {"1": random.choice(["", "singer", "wizard", mutated(PROOFS["character"][0], random)])},
        "rules": random.choice(["", "own_decks", "none", mutated(PROOFS["table"][0], random)]),
    }
    with contextlib.suppress(ContentError):
        assert GAME.view(setup(GameSetup(("1", "2"), {}, choices)), "dealer")
