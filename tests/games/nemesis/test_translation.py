"""Translation of views and log lines, and completeness of the catalogues."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from babel.messages.pofile import read_po

from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import Tile
from companion.games.nemesis.content.ships import SAMPLE, ship_named
from companion.games.nemesis.facts import DoorSet, IntruderCame, ObjectGone, ObjectTaken, TokenAdded
from companion.games.nemesis.state import HeavyObject
from companion.i18n.catalogues import LOCALE
from companion.i18n.languages import Languages
from companion.schema import to_json
from tests.games.nemesis.ship import ANN, page, with_intruder
from tests.tools.words.template import template

SHIP = ship_named(SAMPLE)


@cache
def extracted() -> frozenset[object]:
    return frozenset(message.id for message in template("nemesis_content"))


def of_tile(tile: Tile) -> Iterator[str]:
    yield from (tile.title, tile.text, tile.action, *(section.text for section in tile.sections))


def of_ship() -> Iterator[str]:
    yield from (SHIP.title, SHIP.text, *SHIP.planets)
    for tile in SHIP.tiles:
        yield from of_tile(tile)
    for who in SHIP.crew:
        yield from (who.title, who.text, who.weapon, *who.items, *who.deck)
    for title, card in SHIP.cards.items():
        yield from (title, card.text, *(section.text for section in card.sections))
    for name, item in SHIP.items.items():
        yield from (name, item.text, *item.icons)
    for name, made in SHIP.crafted.items():
        yield from (name, *made.needs)
    for told in (*SHIP.attacks, *SHIP.events, *SHIP.objectives):
        yield from (told.title, told.text)


def test_catalogue_has_every_text_of_the_ship() -> None:
    assert sorted({text for text in of_ship() if text} - extracted()) == []


@pytest.mark.parametrize("domain", ["nemesis", "nemesis_content"])
def test_german_catalogues_are_complete(domain: str) -> None:
    with (LOCALE / "de" / "LC_MESSAGES" / f"{domain}.po").open("rb") as file:
        catalog = read_po(file, locale="de")
    said = {(message.id, message.context) for message in catalog if message.string and not message.fuzzy}
    assert {(message.id, message.context) for message in template(domain) if message.id} <= said


def test_view_is_rendered_in_two_languages() -> None:
    german = Languages().say("de", "nemesis")
    heading = GAME.view(page(), ANN)[0]
    assert to_json(heading, str)["subtitle"] == "2 actions left · 15 turns left"
    assert to_json(heading, german)["subtitle"] == "noch 2 Aktionen · noch 15 Runden"


@pytest.mark.parametrize(
    ("name", "kind", "takes", "is_gone"),
    [
        ("egg 1", "egg", "Ann hebt das Xenoei auf.", "Das Xenoei ist weg."),
        ("carcass of adult3", "intruder_carcass", "Ann hebt den Xenokadaver auf.", "Der Xenokadaver ist weg."),
        ("character corpse 1", "character_corpse", "Ann hebt die Leiche auf.", "Die Leiche ist weg."),
        ("corpse of Ben", "character_corpse", "Ann hebt die Leiche von Ben auf.", "Die Leiche von Ben ist weg."),
    ],
)
def test_german_heavy_object_has_its_article(name: str, kind: str, takes: str, is_gone: str) -> None:
    german = Languages().say("de", "nemesis")
    s = page(objects={name: HeavyObject(kind, "hall")})
    assert german(GAME.tell(s, ObjectTaken(ANN, name), ANN)) == takes
    assert german(GAME.tell(s, ObjectGone(name), ANN)) == is_gone


def test_german_sentence_inflects_names() -> None:
    s, german = with_intruder(page(), "hall"), Languages().say("de", "nemesis")
    came = GAME.tell(s, IntruderCame("adult", "adult", "hall"), ANN)
    assert (str(came), german(came)) == ("The adult is in the hall.", "Der Ausgewachsene ist im Raum hall.")
    token = GAME.tell(s, TokenAdded("larva-1"), ANN)
    assert (str(token), german(token)) == ("Larva 1 goes into the bag.", "Larve 1 kommt in den Beutel.")
    door = GAME.tell(s, DoorSet("c1", closed=True), ANN)
    assert str(door).startswith("The door between the ")
    assert german(door).startswith("Die Tür zwischen ")


def test_german_has_two_words_for_turn() -> None:
    german = Languages().say("de", "nemesis")
    assert german(GAME.where(page())) == "Züge der Crew · noch 15 Runden"
