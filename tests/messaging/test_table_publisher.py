"""Messages to displays: state, events and alarms."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion import games
from companion.i18n import Say, _
from companion.i18n.languages import Languages
from companion.messaging import MemoryBus
from companion.messaging.table_publisher import (
    CoveredEntries,
    SeatLightPublisher,
    TablePublisher,
    all_plain,
    publish_state,
)
from companion.presentation import expect_of
from companion.presentation.public_state import MOST_EVENTS
from companion.presentation.responses import ReaderSummary
from companion.schema import (
    Alarm,
    Answer,
    Cue,
    Expectation,
    Light,
    Paragraph,
    PublicState,
    Reading,
    SeenObject,
    Sum,
    codec,
    topics,
)
from tests.fakes import TOY, Rolled, Scored, State
from tests.messaging.displays.told import Told

CAMERA = _("Tray camera")
AWAY = ReaderSummary("cam0", CAMERA, "offline", _("not running: answer by hand"))
READY = ReaderSummary("cam0", CAMERA, "ready", "4 readings")
DARK = ReaderSummary("cam0", CAMERA, "ready", "4 readings", advice=("It is dark over the tray.",))
LUCK = ("heads", "heads", "tails")


def view(s: State, _seat: str) -> tuple[Any, ...]:
    if not s.coins:
        return (Paragraph(f"{s.points} points"),)
    return (Sum("Coins", (), s.coins.count("heads"), 2, "passed", "2 heads, 2 needed: passed", stamp="Lucky"),)


def cue(_s: State, event: object) -> Cue | None:
    return Cue("clue", "Coins", "good") if isinstance(event, Rolled) else None


SHOWN = replace(
    TOY, view=view, cue=cue, where=lambda _s: "Coins", round=lambda s: s.points + 1, danger=lambda _s, seat: seat == "2"
)


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Told]]:
    monkeypatch.setattr(games, "find", lambda _name: SHOWN)
    made: list[Told] = []

    def one(language: str = "") -> Told:
        made.append(Told(tmp_path, language))
        return made[-1]

    yield one
    for told in made:
        told.log.close()


@pytest.fixture
def told(make: Callable[..., Told]) -> Told:
    told = make()
    told.hall.open("toy")
    return told


def test_state_has_game_turn_and_phase(told: Told) -> None:
    state = told.state
    assert (state.table, state.game, state.title, state.language) == ("t1", "toy", "Toy", "en")
    assert (state.now, state.waits, state.whom) == ("Ann: what now?", ("1",), "Ann")
    assert (state.where, state.round, state.over, state.air) == ("Coins", 1, "", "calm")


def test_face_down_cards_are_published_together(told: Told) -> None:
    told.tap("cards")
    told.heard()
    told.tap("AS")
    assert told.heard() == []
    assert told.state.roll is None
    assert "AS" not in repr(told.state) and b"AS" not in told.bus.broker.retained[topics.expect("lamp")]
    told.tap("2S")
    assert told.heard() == ["Ann: Ace of Spades", "Ben: 2 of Spades", "Seat 1 shows AS.", "Seat 2 shows 2S."]


def test_event_next_to_a_hidden_card_is_published_once(told: Told) -> None:
    told.tap("cards")
    told.tap("AS")
    told.heard()
    for points in (1, 2):
        told.hall.history.correct("t1", Scored(points))
        assert told.heard() == [f"{points} points."]
    told.telling.publish_table("t1")
    assert told.heard() == []
    told.tap("2S")
    assert told.heard() == ["Ann: Ace of Spades", "Ben: 2 of Spades", "Seat 1 shows AS.", "Seat 2 shows 2S."]


def test_state_has_the_last_roll(told: Told) -> None:
    told.tap("coins")
    told.tap(*LUCK)
    roll = told.state.roll
    assert roll is not None
    assert (roll.seat, roll.name, roll.title, roll.object) == ("1", "Ann", "Ann: roll 3 coins", "coin")
    assert (roll.faces, roll.words, roll.source) == (LUCK, "Ann: heads, heads, tails", "hand")
    told.tap("2")
    assert told.state.roll == roll, "a count is no roll"


def test_events_are_published_once_in_order(told: Told) -> None:
    told.heard()
    told.tap("coins")
    told.tap(*LUCK)
    (answer, fact) = told.events
    assert (answer.text, answer.kind, answer.seat, answer.faces) == ("Ann: heads, heads, tails", "answer", "1", LUCK)
    assert (fact.text, fact.kind, fact.cue, fact.tone) == ("Ann rolls heads, heads, tails.", "fact", "clue", "good")
    assert answer.rev == fact.rev == told.state.rev
    told.heard()
    told.tap("2")
    assert told.heard() == ["2 points."]


def test_events_before_the_start_are_not_published(told: Told, tmp_path: Path) -> None:
    told.tap("coins")
    told.tap(*LUCK)
    told.heard()
    sense(told, READY)
    sense(told, AWAY)
    before = told.state.rev
    again = TablePublisher(told.hall, told.bus, Languages(), "")
    again.publish_initial()
    assert told.heard() == []
    assert told.state.rev > before, "also after alarms, which are in no log"


def test_undo_is_published_and_replayed_events_are_not(told: Told) -> None:
    told.tap("coins")
    told.tap(*LUCK)
    rolled = told.state.roll
    told.tap("2")
    told.heard()
    assert rolled is not None
    told.hall.history.amend("t1", rolled.seq, ("tails", "heads", "tails"))
    assert "2 points." not in told.heard()
    told.hall.history.undo("t1", 1)
    (text,) = told.heard()
    assert text.startswith("Taken back:")


@pytest.mark.slow
def test_long_history_is_published_in_limited_events(told: Told) -> None:
    told.telling._covered["t1"] = CoveredEntries(0, frozenset())
    for _number in range(MOST_EVENTS):
        for values in (("coins",), LUCK, ("0",)):
            told.tap(*values)
    told.telling._covered["t1"] = CoveredEntries(0, frozenset())
    told.heard()
    told.tap("coins")
    assert len(told.heard()) == MOST_EVENTS


def sense(told: Told, *senses: ReaderSummary) -> None:
    told.senses = senses
    told.telling.publish_alarms()


def test_lost_reader_is_an_alarm_until_it_returns(told: Told) -> None:
    sense(told, READY)
    before = told.state.rev
    sense(told, AWAY)
    assert told.state.alarms == (Alarm("reader", "not running: answer by hand", "Tray camera"),)
    sense(told, DARK)
    assert told.state.alarms == (Alarm("sight", "It is dark over the tray.", "Tray camera"),)
    sense(told)
    assert told.state.alarms == ()
    assert told.state.rev == before + 3


def test_publisher_collects_alarms_only_when_they_are_due(told: Told) -> None:
    sense(told, AWAY)
    assert told.state.alarms == (), "a reader that was never there is not missed"
    sense(told, READY)
    told.senses = (AWAY,)
    told.tap("coins")
    assert told.state.alarms == ()
    told.telling.expect_alarms()
    assert told.state.alarms == ()
    told.tap(*LUCK)
    assert [alarm.kind for alarm in told.state.alarms] == ["reader"]


def test_doubt_is_an_alarm_until_a_player_decides(told: Told) -> None:
    told.tap("coins")
    expect = expect_of(told.hall.snapshot("t1")).expect
    coins = (SeenObject("coin", "heads", 0.99), SeenObject("coin", "heads", 0.99), SeenObject("coin", None, 0.3))
    told.hall.readings.handle(Reading("r1", "lamp", "vision/cam0", "e1", 1, expect, "tray", coins))
    (alarm,) = told.state.alarms
    assert (alarm.kind, alarm.about) == ("doubt", "") and alarm.text
    told.hall.decisions.settle("t1", "r1", Answer("tap", told.hall.snapshot("t1").open[0].id, LUCK, "1"))
    assert told.state.alarms == ()


def test_displays_use_their_language_and_keep_names(make: Callable[..., Told]) -> None:
    told = make("de")
    assert told.state.now == "Unter der Lampe liegt kein Spiel."
    told.hall.open("toy")
    sense(told, READY)
    sense(told, AWAY)
    assert (told.state.language, told.state.whom) == ("de", "Ann")
    assert told.state.alarms[0].about == "Schalenkamera"


def test_closed_game_leaves_the_displays(told: Told) -> None:
    told.tap("coins")
    asked = told.bus.broker.retained[topics.expect("lamp")]
    told.hall.tables.put_away("t1")
    assert (told.state.table, told.state.now) == ("", "No game lies under the lamp.")
    assert told.bus.broker.retained[topics.expect("lamp")] != asked
    assert codec.decode(Expectation, told.bus.broker.retained[topics.expect("lamp")]) == Expectation()


def test_outdated_state_is_not_published(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    told.tap("coins")
    left: list[Callable[[], None]] = []
    monkeypatch.setattr(told.bus, "afterwards", left.append)
    told.tap(*LUCK)
    told.hall.history.undo("t1", 0)
    overtaken, newest = left
    newest()
    rev, now = told.state.rev, told.state.now
    overtaken()
    assert (told.state.rev, told.state.now) == (rev, now)


# Limits, languages and lights


def publish(*blocks: object, say: Say = str, **fields: Any) -> PublicState:
    """Publish a state and return what a new display receives."""
    bus = MemoryBus()
    bus.start()
    publish_state(bus, "lamp", PublicState(7, "t1", "toy", **fields), blocks, say)
    return codec.decode(PublicState, bus.broker.retained[topics.public_state("lamp")])


def test_large_state_leaves_out_its_view_then_its_fields() -> None:
    state = publish(Paragraph("x" * 20_000), now="Ann: roll")
    assert (state.cut, state.view, state.now) == (True, (), "Ann: roll")
    assert publish(now="x" * 20_000) == PublicState(7, "t1", "toy", cut=True)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("[i]Slowly[/i] it <color=red>turns</color>.", "Slowly it turns."),
        ("{success} Successes: 2", "Successes: 2"),
        ("Lay {elder_sign} aside", "Lay elder sign aside"),
        ("3 < 5 and 5 > 3", "3 < 5 and 5 > 3"),
    ],
)
def test_plain_text_has_no_marks(text: str, read: str) -> None:
    assert all_plain({"a": [text, 1, None]}) == {"a": [read, 1, None]}


def test_lights_of_an_earlier_game_are_put_out() -> None:
    bus, dealer, seat = MemoryBus(), topics.public_light("t1", "dealer"), topics.public_light("t1", "1")
    bus.start()
    SeatLightPublisher(bus, "t1").show({"dealer": Light("#f0e442")})
    assert bus.broker.retained.keys() == {dealer}
    SeatLightPublisher(bus, "t1").show({"1": Light("#56b4e9", "asked")})
    assert bus.broker.retained.keys() == {seat}
