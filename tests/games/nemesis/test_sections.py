"""Sections split by [OR] (NEM-ACARD-5)."""

from __future__ import annotations

import pytest

from companion.games.nemesis.content.ship import ActionCard, Effect, Section
from companion.games.nemesis.facts import SectionDone
from companion.games.nemesis.rules.actions.printed_actions import card_text, no_section, section_words
from companion.schema import Refused
from tests.games.course import give
from tests.games.nemesis.doing import in_room, played
from tests.games.nemesis.ship import ANN, page, with_character

MEND = Section("mend", "Repair the room", (Effect("discard_malfunction"),))
DOUSE = Section("douse", "Put the fire out", (Effect("extinguish"),))
TURN = Section("repair", "Repair the engine", (Effect("repair_engine"),))
SPOIL = Section("spoil", "Break the engine", (Effect("break_engine"),))


def playing(*sections, marks=(), **tile):
    s = page(cards={"Work": ActionCard(0, sections=sections)})
    return with_character(in_room(s, *marks, **tile), ANN, hand=("Work",))


def test_a_section_that_can_do_nothing_is_grey():
    run = played(playing(MEND, DOUSE, marks=("fire",)), "action_card", "Work")
    with pytest.raises(Refused, match="There is no malfunction"):
        give(run, "mend")
    give(run, "douse")
    assert run.state.rooms["hall"].marks == ()


def test_a_card_of_which_no_section_can_be_done_stays_in_the_hand():
    assert no_section(playing(), ANN, (MEND, DOUSE)).code == "NO_MALFUNCTION"
    run = played(playing(MEND, DOUSE), "action_card")
    with pytest.raises(Refused, match="no malfunction"):
        give(run, "Work")


def test_the_only_section_is_not_asked_for():
    run = played(playing(DOUSE, marks=("fire",)), "action_card", "Work")
    assert run.over


def test_whether_an_engine_is_repaired_or_broken_is_chosen_in_secret_and_not_told():
    run = played(playing(TURN, SPOIL, engine="1"), "action_card", "Work")
    assert run.open[0].secret
    give(run, "spoil")
    assert not [fact for fact in run.facts if isinstance(fact, SectionDone)]


def test_a_section_without_a_text_is_called_by_its_name():
    assert str(section_words(Section("look_around"))) == "Look around"


def test_a_card_says_that_one_of_its_sections_is_done():
    assert str(card_text(ActionCard(sections=(MEND, DOUSE, TURN)))) == (
        "Repair the room, Put the fire out or Repair the engine"
    )


def test_a_room_may_have_sections_too():
    s = in_room(None, "fire", effects=(), sections=(MEND, DOUSE))
    run = played(s, "room_action:hall", ("Search", "Rest"))
    give(run, "douse")
    assert run.state.rooms["hall"].marks == ()
