"""What is wrong with a ship is said before anybody boards it, with its place."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.errors import ContentError
from companion.games.nemesis.content.lint.faults import checked, faults
from companion.games.nemesis.content.ship import Condition, Effect, Tokens
from companion.games.nemesis.content.ships import ship_named, ship_of, shipped
from tests.games.nemesis.ship import WRITTEN_SHIP

SHIP = ship_named("kittiwake")


def said(**changes):
    return tuple(str(fault) for fault in faults(replace(SHIP, **changes)))


def changed(entries, name, **changes):
    return tuple(replace(one, **changes) if one.id == name else one for one in entries)


def table(entries, name, **changes):
    return {**entries, name: replace(entries[name], **changes)}


def corridors(name, **changes):
    return {"corridors": changed(SHIP.corridors, name, **changes)}


def places(name, **changes):
    return {"places": changed(SHIP.places, name, **changes)}


def tiles(name, **changes):
    return {"tiles": changed(SHIP.tiles, name, **changes)}


def item(**changes):
    return {"items": table(SHIP.items, "bandage", **changes)}


def effect(do, **words):
    return item(effects=(Effect(do, **words),))


def objective(test, **words):
    return {"objectives": changed(SHIP.objectives, "promise", needs=(Condition(test, **words),))}


BROKEN = {
    "start: there is no place 'r99'": {"start": "r99"},
    "start: r2 must be explored": {"start": "r2"},
    "places: 'r1' stands there 2 times": {"places": (*SHIP.places, SHIP.places[0])},
    "corridors.0: corridor c1: there is no place 'r99'": corridors("c1", ends=("r1", "r99")),
    "corridors.0: corridor c1: it leads back": corridors("c1", ends=("r1", "r1")),
    "corridors.0: corridor c1: a corridor has two ends, not 3": corridors("c1", ends=("r1", "r2", "r3")),
    "corridors.0: corridor c1: numbers stand at 'r9'": corridors("c1", numbers={"r9": ("1",)}),
    "corridors.0: corridor c1: no face of the noise die is '7'": corridors("c1", numbers={"r1": ("7",)}),
    "places.1: place r2: the number 2 stands at no corridor": corridors("c1", numbers={"r1": ("2",)}),
    "places.0: place r1: the number 4 stands at 2 corridors": corridors("c1", numbers={"r1": ("2", "4"), "r2": ("2",)}),
    "places.12: place r13: no corridor leads there from r6": {
        "corridors": tuple(w for w in SHIP.corridors if w.id != "c17")
    },
    "places.0: place r1: there is no tile 'ballroom'": places("r1", tile="ballroom"),
    "places.1: place r2: it is explored, so a tile": places("r2", explored=True),
    "places: 'bridge' stands there 2 times": places("r2", tile="bridge"),
    "places.1: place a:b: an id needs letters": places("r2", id="a:b"),
    "pods: there is no tile 'balloon'": {"pods": ("balloon",)},
    "tiles: 8 places wait for a tile": {"tiles": tuple(t for t in SHIP.tiles if not t.store)[:12]},
    "tiles: 17 are aboard always, but only 8": {"tiles": tuple(replace(t, always=True) for t in SHIP.tiles)},
    "tiles: '1' stands there 2 times": tiles("main_drive", engine="1"),
    "tiles.13: room galley: its action needs a title": tiles("galley", action=""),
    "crew: nobody is aboard": {"crew": ()},
    "crew.mate: deck: 9 Action cards": {"crew": changed(SHIP.crew, "mate", deck=SHIP.crew[0].deck[1:])},
    "cards.Hush: 'quiet' stands there 2 times": {
        "cards": table(SHIP.cards, "Hush", sections=SHIP.cards["Hush"].sections * 2)
    },
    "crafted.fire lance: 1 icon stands on it": {"crafted": table(SHIP.crafted, "fire lance", needs=("fuel",))},
    "crafted.fire lance: no item shows the icon 'moon'": {
        "crafted": table(SHIP.crafted, "fire lance", needs=("fuel", "moon"))
    },
    "attacks.claws: an attack does not 'sleep'": {
        "attacks": changed(SHIP.attacks, "claws", effects=(Effect("sleep"),))
    },
    "events.drips: there is no corridor number '9'": {"events": changed(SHIP.events, "drips", number="9")},
    "home: 'Mars' is none of the planets": {"home": "Mars"},
    "infected: 30 of 27": {"infected": 30},
    "costs: craft is missing": {"costs": {k: v for k, v in SHIP.costs.items() if k != "craft"}},
    "costs: there is no action 'dance'": {"costs": {**SHIP.costs, "dance": 1}},
    "dice.noise: there is no face '9'": {"dice": replace(SHIP.dice, noise=("1", "2", "3", "4", "9"))},
    "dice.combat: a die needs at least one face": {"dice": replace(SHIP.dice, combat=())},
    "bag.tokens: 'adult' is no token": {"bag": Tokens(("adult",))},
    "bag.tokens: the bag is empty": {"bag": Tokens(())},
    "items.bandage: gain: there is no item 'sword'": effect("gain", what="sword"),
    "items.bandage: search: there is no store 'cellar'": effect("search", what="cellar"),
    "items.bandage: spawn: there is no kind 'cat'": effect("spawn", what="cat"),
    "items.bandage: token: 'cat-1' is no token": effect("token", what="cat-1"),
    "items.bandage: tell: it says nothing": effect("tell"),
    "items.bandage: look_engine: there is no drive '9'": effect("look_engine", what="9"),
    "items.bandage: fire: there is no tile 'attic'": effect("fire", where="attic"),
    "items.bandage.count: a number from 1 to 99 is needed, not 0": item(count=0),
    "items.bandage.text: 2,000 letters stand there": item(text="x" * 2000),
    "objectives.promise: there is no planet 'Mars'": objective("course", what="Mars"),
    "objectives.promise: nothing is called 'cat'": objective("carries", what="cat"),
    "objectives.promise: there is no kind 'cat'": objective("killed", what="cat"),
    "objectives.promise: 50 rooms are asked for": objective("explored", n=50),
}


@pytest.mark.parametrize("name", shipped())
def test_what_is_shipped_has_no_fault(name):
    assert list(faults(ship_named(name))) == []


@pytest.mark.parametrize(("sentence", "changes"), BROKEN.items(), ids=list(BROKEN))
def test_a_fault_is_a_sentence_that_begins_with_its_place(sentence, changes):
    assert any(one.startswith(sentence) and one.endswith(".") for one in said(**changes)), said(**changes)


def test_all_faults_are_told_at_once():
    with pytest.raises(ContentError) as caught:
        checked(replace(SHIP, start="r99", home="Mars"), "The ship")
    assert str(caught.value).startswith("The ship: start: there is no place")
    assert "home" in str(caught.value)


def test_of_a_ship_that_is_too_large_nothing_else_is_looked_through():
    places = tuple(replace(SHIP.places[0], id=f"p{number}", tile="") for number in range(500))
    assert said(places=places) == ("places: 500 entries stand there, 120 at most.",)


def test_a_ship_of_ones_own_is_looked_over_before_it_is_boarded():
    with pytest.raises(ContentError, match=r"places\.0: place r1: there is no tile 'cellar'"):
        ship_of(
            {**WRITTEN_SHIP, "places": [{**WRITTEN_SHIP["places"][0], "tile": "cellar"}, *WRITTEN_SHIP["places"][1:]]}
        )
