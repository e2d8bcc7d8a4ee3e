"""Decks of the page."""

from __future__ import annotations

from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import AttackCard, Exploration, Item
from companion.games.nemesis.rules.decks import draw_cards, left, written
from companion.schema import HOUSE
from tests.games.course import alone, give
from tests.games.nemesis.ship import ANN, page, unasked, with_character

CLAW = AttackCard("claw", "Claw", ("adult",), (), 2, count=2)
BITE = AttackCard("bite", "Bite", ("adult",), (), 3)
ITEMS = {"tape": Item(store="tools", count=2), "saw": Item(store="tools"), "key": Item()}


def drawing(state, deck, number=1):
    return alone(GAME, state, lambda g: draw_cards(g, deck, number))


def test_chance_draws_any_card_that_is_left():
    run = drawing(page(attacks=(CLAW, BITE)), "attacks")
    (prompt,) = run.open
    assert (prompt.seat, prompt.kind, [option.id for option in prompt.options]) == (
        HOUSE,
        "draw",
        ["claw", "claw", "bite"],
    )
    give(run, "claw")
    assert left(run.state, "attacks") == ("claw", "bite")


def test_a_deck_that_is_too_small_is_shuffled_in_between():
    s = page(attacks=(CLAW, BITE), drawn={"attacks": ("claw", "bite")})
    run = drawing(s, "attacks", 2)
    give(run, "claw")
    assert [option.id for option in run.open[0].options] == ["claw", "bite"]  # one claw is out, in the hand
    give(run, "bite")
    assert run.state.drawn["attacks"] == ("claw", "bite")


def test_an_empty_deck_gives_nothing_and_asks_nobody():
    assert unasked(page(), lambda g: draw_cards(g, "attacks")).facts == []


def test_a_token_of_a_room_is_what_it_says_and_how_many_items():
    s = page(explorations=(Exploration("fire", 2, count=2), Exploration("silence", 1)))
    assert written(s, "explorations") == ("fire-2", "fire-2", "silence-1")


def test_items_that_somebody_has_or_used_up_are_in_no_deck():
    s = with_character(page(items=ITEMS, item_discard=("saw",)), ANN, items=("tape",))
    assert left(s, "items:tools") == ("tape",)


def test_an_item_that_was_drawn_and_is_held_counts_once():
    s = page(items=ITEMS, drawn={"items:tools": ("tape",)})
    assert left(with_character(s, ANN, items=("tape",)), "items:tools") == ("tape", "saw")


def test_a_shuffle_brings_no_item_back_that_somebody_has():
    s = page(items=ITEMS, drawn={"items:tools": ("tape", "tape", "saw")})
    run = drawing(with_character(s, ANN, items=("tape", "saw")), "items:tools")
    assert [option.id for option in run.open[0].options] == ["tape"]
