"""Where the evening stands: what the round owes, the track, the crew in lines, the end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.nemesis import GAME
from companion.games.nemesis.state import Result, Told
from companion.games.nemesis.views.evening import reminder, track
from companion.games.nemesis.views.seat_view import crew
from companion.schema import Cards, Odds, Roster, Steps, Story, Sum
from tests.games.nemesis.ship import ANN, BEN, state, with_character, with_intruder


def blocks(s, seat, kind):
    return [block for block in GAME.view(s, seat) if isinstance(block, kind)]


def test_what_the_round_owes_is_one_line():
    assert str(reminder(state())) == "Ann has 2 actions; then Ben; then the event phase: time, event and bag."


def test_who_has_passed_is_not_to_come_any_more():
    s = with_character(with_character(state(), BEN, passed=True), ANN, actions=1)
    assert str(reminder(s)) == "Ann has 1 action; then the event phase: time, event and bag."


def test_attacks_and_fire_are_owed_where_there_are_any():
    s = with_intruder(state(), "hall")
    s = replace(s, rooms={**s.rooms, "lab": replace(s.rooms["lab"], marks=("fire",))})
    assert str(reminder(s)).endswith("the event phase: time, attacks, fire, event and bag.")


def test_the_event_phase_says_what_is_still_to_come():
    s = replace(state(), phase="event", step="fire")
    assert str(reminder(s)).startswith("Still to come: fire, event and bag;")
    (steps,) = blocks(s, "table", Steps)
    assert [step.state for step in steps.steps] == ["done", "done", "now", "todo", "todo"]


def test_the_track_counts_down_and_shows_where_the_alarm_runs_out():
    s = replace(state(), turns=12, self_destruct=4)
    (row,) = track(s)
    assert (row.spaces[row.at], row.spaces[row.due or 0], str(row.word)) == ("12", "8", "self-destruction in 4 turns")


def test_everybody_sees_of_everybody_how_many_cards_and_what_hurts():
    s = with_character(state(), ANN, light_wounds=2, slime=True, larva=True, actions=1)
    ann = crew(s).members[0]
    assert {item.icon: item.value for item in ann.items} == {
        "action": 1,
        "cards": 4,
        "ammo": 2,
        "wound": 2,
        "slime": 1,
        "larva": 1,
    }
    assert (ann.state, crew(s).members[1].state) == ("now", "")


@pytest.mark.parametrize(("fate", "word"), [("dead", "dead"), ("pod", "in an escape pod"), ("asleep", "asleep")])
def test_who_does_not_act_any_more_is_told_in_a_word(fate, word):
    (_, ben) = crew(with_character(state(), BEN, fate=fate)).members
    assert (ben.state, str(ben.word), ben.items) == ("gone", word, ())


def test_the_card_that_was_turned_is_read_by_everybody():
    (story,) = blocks(replace(state(), told=Told("Dust", "The lamps go out.")), "table", Story)
    assert (story.title, story.text) == ("Dust", "The lamps go out.")


def test_at_the_end_everybody_reads_who_has_won_and_why():
    results = {ANN: Result(won=True, why="She slept."), BEN: Result(won=False, why="He did not.")}
    s = replace(state(), phase="over", ending="The ship jumps.", results=results)
    (fates, *_) = blocks(s, "table", Cards)
    assert [(str(card.text), str(card.note)) for card in fates.cards] == [
        ("Ann wins", "She slept."),
        ("Ben loses", "He did not."),
    ]
    assert not blocks(s, "table", Odds) and not blocks(s, "table", Sum)
    assert blocks(s, "table", Roster)


def test_in_combat_each_weapon_has_its_chance():
    (odds, *_) = blocks(with_intruder(state(), "hall"), "table", Odds)
    assert [str(bar.label) for bar in odds.bars] == ["Adult, pistol", "Adult, bare hands"]


def test_in_the_event_phase_a_token_says_what_it_does_to_the_bag():
    (odds,) = blocks(replace(state(), phase="event", step="bag"), "table", Odds)
    assert odds.chance is None
    assert [str(bar.note) for bar in odds.bars][:2] == ["one more adult comes in", "an adult comes in for it"]
