"""Whom a deed reaches, and how a refusal calls the room."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.nemesis.content.ship import Effect
from companion.games.nemesis.rules.effect_call import EffectCall, somewhere, whom
from tests.games.nemesis.doing import in_room
from tests.games.nemesis.ship import ANN, BEN, page, with_character


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
    dark = replace(s, rooms={**s.rooms, "hall": replace(s.rooms["hall"], explored=False)})
    assert str(somewhere(dark, EffectCall(ANN, Effect("fire"), "hall"))) == "the room"
