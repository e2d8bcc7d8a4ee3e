"""The ship that comes along: whole, and all of it does something."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.engine import GameSetup
from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import CONTAMINATION, KINDS
from companion.games.nemesis.content.ships import ship_named
from companion.games.nemesis.rules.effects import cannot, perform
from companion.games.nemesis.state import Course, Engine, Intruder, Pod
from companion.schema import Answer
from tests.games.course import alone, possible
from tests.games.nemesis.ship import ANN, BEN, with_character

SHIP = ship_named("kittiwake")
ROOM, NEXT = "r3", "r4"  # where it happens, and a room next door that nobody knows
LONGEST = 11  # letters of a word that fits a room of the map


def parts():
    """Everything with effects: what it is, how it may be used, the tile where somebody stands."""
    for title, card in SHIP.cards.items():
        for section in card.sections:
            tile = "main_drive" if "engine" in section.effects[0].do else "galley"
            yield pytest.param(section.effects, card.allowed, tile, id=f"{title}, {section.id}")
    for name, item in SHIP.items.items():
        if item.effects:
            tile = "main_drive" if "engine" in item.effects[0].do else "galley"
            yield pytest.param(item.effects, item.allowed, tile, id=name)
    for tile in SHIP.tiles:
        for section in tile.sections:
            yield pytest.param(section.effects, tile.allowed, tile.id, id=f"{tile.title}, {section.id}")
        if tile.effects:
            yield pytest.param(tile.effects, tile.allowed, tile.id, id=tile.title)


def in_trouble(tile, *, combat):
    """Ann and Ben in one room of the last turns: it burns, something is broken, both are hurt."""
    s = GAME.setup(GameSetup((ANN, BEN), {ANN: "Ann", BEN: "Ben"}))
    free = [one.id for one in SHIP.tiles if one.id not in {r.tile for r in s.rooms.values()} and one.id != tile]
    rooms = {name: replace(r, tile=r.tile or free.pop(0)) for name, r in s.rooms.items()}
    rooms[ROOM] = replace(rooms[ROOM], explored=True, tile=tile, items=3, marks=("fire", "malfunction"))
    corridors = {name: replace(c, noise=name == "c6", closed=name == "c2") for name, c in s.corridors.items()}
    if SHIP.tiles and tile in SHIP.pods:
        pods = {"A": Pod(tile, locked=False), "B": Pod(tile)}
    else:
        pods = {"A": Pod("fore_pods"), "B": Pod("aft_pods", locked=False)}
    s = replace(
        s, phase="players", turns=3, pods=pods, rooms=rooms,
        corridors=corridors, engines={n: Engine(works=False) for n in "123"},
        course=Course(dict(zip("ABCD", SHIP.planets, strict=True))),
        intruders=({"adult1": Intruder("adult", ROOM)} if combat else {}),
    )  # fmt: skip
    for seat, c in s.characters.items():
        weapon = replace(c.weapons[0], ammo=0)
        s = with_character(
            s, seat, room=ROOM, hand=(*c.deck[:4], CONTAMINATION), deck=c.deck[4:], slime=True, larva=True,
            light_wounds=2, serious_wounds=1, weapons=(weapon,),
        )  # fmt: skip
    return s


@pytest.mark.parametrize(("effects", "allowed", "tile"), tuple(parts()))
def test_every_card_item_and_room_does_something_where_it_fits(effects, allowed, tile):
    s = in_trouble(tile, combat=allowed == "in_combat" or "injure" in {effect.do.split("_")[0] for effect in effects})
    if effects[0].do == "stop_self_destruct":
        s = replace(s, self_destruct=3)
    assert cannot(s, ANN, effects) is None
    assert done(s, effects)


@pytest.mark.parametrize("event", [one for one in SHIP.events if one.effects], ids=lambda one: one.id)
def test_every_event_does_something_where_its_room_is_known(event):
    s = with_character(in_trouble("galley", combat=True), ANN, slime=False)
    known = {name: replace(room, explored=True) for name, room in s.rooms.items()}
    known[ROOM] = replace(known[ROOM], marks=())
    assert done(replace(s, rooms=known), event.effects)


def done(s, effects):
    """The facts of it, whatever chance and the people answer."""
    random, run = Random(1), alone(GAME, s, lambda g: perform(g, ANN, effects))
    for number in range(60):
        if not run.open:
            break
        prompt = run.open[0]
        run.answer(Answer(f"a{number}", prompt.id, possible(prompt, random), prompt.seat))
    assert run.over
    return run.facts


def test_every_action_card_of_the_crew_is_written_down_and_has_an_owner():
    dealt = {card for crew in SHIP.crew for card in crew.deck}
    assert dealt == set(SHIP.cards)
    for crew in SHIP.crew:
        assert len(set(crew.deck)) == 10
        assert crew.weapon in SHIP.items


def test_half_of_a_deck_is_everybodys_and_half_is_ones_own():  # NEM-ACARD-1
    first, *others = (set(crew.deck) for crew in SHIP.crew)
    assert len(first.intersection(*others)) == 5


def test_a_corridor_has_the_same_numbers_at_both_ends():
    assert all(len(set(way.numbers.values())) == 1 for way in SHIP.corridors if not way.technical)


def test_names_fit_into_the_rooms_of_the_map():
    assert [tile.title for tile in SHIP.tiles if max(map(len, tile.title.split())) > LONGEST] == []


def test_rooms_of_the_map_do_not_touch_each_other():
    for one in SHIP.places:
        for other in SHIP.places:
            assert one == other or abs(one.x - other.x) >= 20 or abs(one.y - other.y) >= 16


def test_what_everybody_needs_is_aboard_in_every_evening():
    always = {tile.id for tile in SHIP.tiles if tile.always} | {place.tile for place in SHIP.places}
    deeds = {
        effect.do
        for tile in SHIP.tiles
        if tile.id in always
        for part in (tile.effects, *(section.effects for section in tile.sections))
        for effect in part
    }
    assert {"set_course", "look_engine", "sleep", "unlock_pod", "enter_pod", "send_signal", "take_egg"} <= deeds
    assert any(tile.nest for tile in SHIP.tiles if tile.id in always)


def test_every_kind_of_intruder_can_be_hit_by_an_attack_card_but_a_larva():
    assert {kind for card in SHIP.attacks for kind in card.hits} == set(KINDS) - {"larva"}
