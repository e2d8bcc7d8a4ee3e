"""What things are called."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from companion.games.nemesis.rules.names import asked, name_of, room_words
from tests.games.nemesis.ship import ANN, page


def test_an_unknown_room_has_a_number_and_no_name():
    s = page()
    unknown = replace(s.rooms["lab"], explored=False)
    s = replace(s, rooms=MappingProxyType({"r7": unknown, "hall": s.rooms["hall"]}))
    assert (str(room_words(s, "r7")), str(room_words(s, "hall"))) == ("unexplored room 7", "the hall")


def test_nobody_in_particular_is_everybody_at_the_table():
    assert (str(name_of(page(), ANN)), str(name_of(page(), ""))) == ("Ann", "Everybody")
    assert (asked(page(), ANN), asked(page(), "")) == (ANN, "table")
