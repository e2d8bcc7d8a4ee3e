"""Exploration, doors, markers, and the reach of effects."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import Deed, Effect, Exploration, Settings, Tile
from companion.games.nemesis.rules.effect_call import EffectCall, somewhere, whom
from companion.games.nemesis.rules.effect_handlers import DEEDS
from companion.games.nemesis.rules.effects import cannot, perform
from companion.games.nemesis.rules.map.exploration import explore
from companion.games.nemesis.state import Room, neighbours
from tests.games.course import alone, give
from tests.games.nemesis.doing import done, in_room
from tests.games.nemesis.ship import ANN, BEN, page, state, told, unasked, with_character, with_room

TILES = (Tile("den", "Den", nest=True), Tile("store", "Store"), Tile("loft", "Loft"))
TOKENS = (Exploration("malfunction", 2), Exploration("slime", 1), Exploration("fire", 3), Exploration("doors", 1))


def unknown(s, tile="store"):
    """Ann stands in the lab, which nobody knows."""
    lab = Room("", explored=False, tile=tile)
    return with_character(replace(s, rooms={**s.rooms, "lab": lab}), ANN, room="lab")


def explored(s, *answers):
    run = alone(GAME, s, lambda g: explore(g, ANN, "hall"))
    for answer in answers:
        give(run, answer)
    return run


def test_a_token_of_the_page_says_what_is_there_and_how_many_items():  # NEM-X-ENTER-1
    run = explored(unknown(page(tiles=TILES, explorations=TOKENS)), "malfunction-2")
    lab = run.state.rooms["lab"]
    assert (lab.title, lab.explored, lab.marks, lab.items) == ("Store", True, ("malfunction",), 2)


@pytest.mark.parametrize(
    ("token", "what"), [("slime-1", (True, ())), ("fire-3", (False, ("fire",))), ("doors-1", (False, ()))]
)
def test_what_the_token_says_happens(token, what):
    run = explored(unknown(page(tiles=TILES, explorations=TOKENS)), token)
    assert (run.state.characters[ANN].slime, run.state.rooms["lab"].marks) == what
    assert run.state.corridors["c1"].closed is (token == "doors-1")


def test_in_the_nest_nothing_is_found_and_nothing_breaks():
    run = explored(unknown(page(tiles=TILES, explorations=TOKENS), "den"), "malfunction-2")
    assert (run.state.rooms["lab"].items, run.state.rooms["lab"].marks) == (0, ())


@pytest.mark.parametrize(
    ("tile", "token", "title", "text"),
    [
        ("store", "malfunction-2", "Store", "Something is out of order here."),
        ("store", "slime-1", "Store", "Slime drips from above."),
        ("den", "malfunction-2", "Den", "Nothing else to see."),
        ("", "fire-3", "A new room", "Fire!"),
    ],
)
def test_what_was_found_everybody_reads(tile, token, title, text):
    run = explored(unknown(page(tiles=TILES, explorations=TOKENS), tile), token)
    assert told(run.state) == (title, text)


def test_a_room_of_the_box_that_has_a_name_is_not_named_again():
    s = unknown(state(settings=Settings(decks="box"), tiles=TILES), "")
    named = replace(s, rooms={**s.rooms, "lab": Room("lab", explored=False)})
    assert str(explored(named).open[0].title) == "this is the lab. What does its token say?"


def test_a_broken_door_does_not_close():
    s = unknown(page(tiles=TILES, explorations=TOKENS))
    broken = {**s.corridors, "c1": replace(s.corridors["c1"], broken=True)}
    assert not explored(replace(s, corridors=broken), "doors-1").state.corridors["c1"].closed


def test_a_tile_that_the_people_laid_unseen_they_name():
    s = unknown(state(settings=Settings(decks="box"), tiles=TILES), "")
    run = explored(s)
    assert str(run.open[0].title) == "turn the tile of unexplored room lab. Which room is it?"
    give(run, "loft")
    assert (run.state.rooms["lab"].title, run.state.rooms["lab"].tile) == ("Loft", "loft")
    assert str(run.open[0].title) == "this is the Loft. What does its token say?"


def test_a_known_room_has_no_token():
    s = with_character(page(explorations=TOKENS), ANN, room="lab")
    assert unasked(s, lambda g: explore(g, ANN, "hall")).facts == []


def in_the_lab(**doors):
    s = with_character(page(), ANN, room="lab")
    changed = {name: replace(s.corridors[name], **{state: True}) for name, state in doors.items()}
    return replace(s, corridors={**s.corridors, **changed})


def test_a_door_of_the_room_is_closed():
    run = done(in_the_lab(), "close_door", answers=("c2",))
    assert run.state.corridors["c2"].closed
    assert neighbours(run.state, "lab") == ("hall", "engine")


def test_a_broken_door_and_a_closed_one_are_not_closed():
    run = done(in_the_lab(c1="broken", c2="closed"), "close_door")
    assert run.state.corridors["c3"].closed


def test_a_technical_corridor_has_no_door():
    s = in_the_lab(c1="technical", c2="broken", c3="closed")
    assert cannot(s, ANN, (Effect("close_door"),)).code == "NO_OPEN_DOOR"


def test_a_closed_door_is_opened():
    assert not done(in_the_lab(c3="closed"), "open_door").state.corridors["c3"].closed


def test_without_a_closed_door_nothing_is_opened():
    assert cannot(in_the_lab(), ANN, (Effect("open_door"),)).code == "NO_CLOSED_DOOR"


def test_any_door_of_the_ship_may_be_meant():
    s = with_character(in_the_lab(c2="closed", c3="closed"), ANN, room="hall")
    assert cannot(s, ANN, (Effect("open_door"),)) is not None
    run = done(s, Effect("open_door", what="any"), answers=("c3",))
    assert [run.state.corridors[name].closed for name in ("c2", "c3")] == [True, False]


def test_a_door_far_away_is_called_by_its_rooms():
    s = with_character(in_the_lab(), ANN, room="hall")
    texts = [str(option.text) for option in done(s, Effect("close_door", what="any")).open[0].options]
    assert texts == ["Corridor 1 to the lab", "Lab - nest", "Lab - engine"]


def with_mark(s, room, mark):
    return with_room(s, room, marks=(mark,))


@pytest.mark.parametrize(("deed", "mark"), [("fire", "fire"), ("malfunction", "malfunction")])
def test_a_marker_is_put_and_never_a_second_one(deed, mark):
    run = done(page(), deed, deed)
    assert run.state.rooms["hall"].marks == (mark,)
    assert len(run.facts) == 1


@pytest.mark.parametrize(("deed", "mark"), [("extinguish", "fire"), ("discard_malfunction", "malfunction")])
def test_a_marker_is_taken(deed, mark):
    assert done(in_room(None, mark), deed).state.rooms["hall"].marks == ()


@pytest.mark.parametrize(
    ("deed", "sentence"),
    [("extinguish", "Nothing burns in the Hall."), ("discard_malfunction", "There is no malfunction in the Hall.")],
)
def test_where_no_marker_is_there_is_nothing_to_take(deed, sentence):
    assert str(cannot(in_room(), ANN, (Effect(deed),)).sentence) == sentence


def test_any_room_may_be_meant_and_is_chosen():
    s = with_mark(with_mark(page(), "nest", "fire"), "lab", "fire")
    run = done(s, Effect("extinguish", what="any"), answers=("nest",))
    assert [s.rooms[room].marks for room in ("nest", "lab")] == [("fire",), ("fire",)]
    assert [run.state.rooms[room].marks for room in ("nest", "lab")] == [(), ("fire",)]


def test_the_only_one_is_taken_without_a_question():
    run = done(with_mark(page(), "nest", "malfunction"), Effect("discard_malfunction", what="any"))
    assert run.state.rooms["nest"].marks == ()


def test_an_effect_may_name_the_tile_where_it_happens():
    run = done(in_room(), Effect("fire", where="hall"), seat="2")
    assert run.state.rooms["hall"].marks == ("fire",)


def test_nothing_happens_in_a_room_that_nobody_knows():
    s = in_room()
    dark = with_room(s, "hall", explored=False)
    assert done(dark, Effect("fire", where="hall")).facts == ()


@pytest.mark.parametrize(
    ("on", "room", "reached"),
    [("self", "hall", (ANN,)), ("here", "hall", (ANN,)), ("here", "lab", (BEN,)), ("all", "nest", (ANN, BEN))],
)
def test_a_deed_reaches_one_or_the_room_or_all(on, room, reached):
    s = with_character(page(), BEN, room="lab")
    assert whom(s, EffectCall(ANN, Effect("slime", on=on), room)) == reached


def test_nobody_who_is_not_aboard_is_reached():
    s = with_character(page(), ANN, fate="pod")
    assert [whom(s, EffectCall(ANN, Effect("slime", on=on), "hall")) for on in ("self", "here")] == [(), (BEN,)]


def test_an_event_is_of_nobody_and_reaches_nobody_in_particular():
    assert whom(page(), EffectCall("", Effect("slime"), "hall")) == ()


def test_a_room_that_nobody_knows_is_not_named():
    s = in_room(title="Galley")
    assert str(somewhere(s, EffectCall(ANN, Effect("fire"), "hall"))) == "the Galley"
    dark = with_room(s, "hall", explored=False)
    assert str(somewhere(dark, EffectCall(ANN, Effect("fire"), "hall"))) == "the room"


SEARCH_BESIDE_A_COMPUTER = (Effect("send_signal", where="computer"),)


def test_every_deed_of_a_ship_is_done_by_somebody():
    assert set(DEEDS) == set(get_args(Deed))


def test_effects_are_done_in_their_order():
    run = done(page(), "fire", "extinguish", "malfunction")
    assert run.state.rooms["hall"].marks == ("malfunction",)


def test_what_cannot_be_done_is_left_out():
    assert done(page(), "heal_light", "slime").state.characters[ANN].slime


def test_a_button_is_grey_where_nothing_of_it_can_be_done():
    assert cannot(page(), ANN, (Effect("heal_light"), Effect("clean"))).code == "NO_WOUND"
    assert cannot(with_character(page(), ANN, slime=True), ANN, (Effect("heal_light"), Effect("clean"))) is None


def test_the_price_of_a_deed_is_no_reason_to_do_it():
    assert cannot(page(), ANN, (Effect("light_wound"), Effect("clean"))).code == "NO_SLIME"
    assert cannot(page(), ANN, (Effect("light_wound"),)) is None


def test_whoever_died_does_nothing_any_more():
    s = with_character(page(), ANN, serious_wounds=3)
    run = done(s, "light_wound", "malfunction")
    assert run.state.characters[ANN].fate == "dead"
    assert run.state.rooms["hall"].marks == ()


def test_an_event_is_of_nobody_in_particular():
    run = alone(GAME, page(), lambda g: perform(g, "", (Effect("tell", what="read on"), Effect("slime", on="all"))))
    assert run.open[0].seat == "table"
    give(run, "go")
    assert all(c.slime for c in run.state.characters.values())


@pytest.mark.parametrize(("marks", "works"), [((), True), (("malfunction",), False)])
def test_a_computer_must_work(marks, works):
    assert (cannot(in_room(None, *marks, computer=True), ANN, SEARCH_BESIDE_A_COMPUTER) is None) == works


def test_elsewhere_there_is_no_computer():
    assert cannot(in_room(), ANN, SEARCH_BESIDE_A_COMPUTER).code == "NO_COMPUTER"
