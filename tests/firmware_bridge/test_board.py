from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.schema import Expectation, ExpectedAnswer, Light, Mood
from firmware_bridge.drivers.boards.board import BoardDriver
from firmware_bridge.drivers.boards.light_ring import LightRing
from firmware_bridge.drivers.driver import Sighting
from firmware_bridge.link import messages as m
from firmware_bridge.link.framing import LinkFrame, encode_frame
from tests.firmware_bridge.fakes import english
from tests.firmware_bridge.link.fake_board import Clock, FakeBoard

UID = bytes.fromhex("04A1B2C3D4E5F6")
DRAW = Expectation("p41", (ExpectedAnswer("p41.0", ("token", "tag"), ("skull",), zone="bag"),))
ROLL = Expectation("p42", (ExpectedAnswer("p42.0", ("mom_d8",), count=3, zone="tray"),))


class Bench:
    """A driver and a board at a lossless line. `hello` are fields of the board's HELLO."""

    def __init__(self, zones: tuple[str, ...] = (), **hello: int) -> None:
        self.clock = Clock()
        self.board = FakeBoard(self.clock)
        self.board.hello = replace(self.board.hello, **hello)  # type: ignore[arg-type]
        self.driver = BoardDriver(self.clock, zones=zones, choose=iter(range(7, 60000)).__next__)

    def talk(self, rounds: int = 12) -> list[Sighting]:
        seen: list[Sighting] = []
        for _ in range(rounds):
            self.board.feed(self.driver.to_send())
            seen += self.driver.feed(self.board.take())
        return seen

    def report(self, *events: m.AnyEvent) -> list[Sighting]:
        for event in events:
            self.board.event(event)
        return self.talk()

    def ask(self, expect: Expectation, token: int) -> None:
        self.driver.set_question(expect, token)
        self.talk()

    def light(self, seat: str, colour: str, mood: Mood = "calm") -> None:
        self.driver.set_light(seat, Light(colour, mood))
        self.talk()

    def asked(self, kind: type[m.AnyAsk]) -> list[m.AnyAsk]:
        return [ask for ask in self.board.done if isinstance(ask, kind)]

    @property
    def inputs(self) -> dict[str, str]:
        return english(self.driver.inputs)


@pytest.fixture
def bench() -> Bench:
    bench = Bench()
    bench.talk()
    return bench


def test_board_model_is_known_after_hello() -> None:
    bench = Bench()
    assert (str(bench.driver.model), str(bench.driver.uid)) == ("Lamplight board", "")
    bench.talk()
    assert str(bench.driver.model) == "Lamplight board, Arduino Uno or Nano, firmware 0.1"
    assert bench.driver.uid == "010101010101012A"
    assert (bench.driver.reads, bench.driver.bad_frames, bench.driver.resends) == (("tag", "press"), 0, 0)


def test_tag_is_a_sighting_in_its_reader_zone() -> None:
    bench = Bench(zones=("bag", "pile"))
    bench.talk()
    (seen,) = bench.report(m.TagEvent(1, 1, UID))
    assert (seen.kind, seen.value, seen.zone) == ("tag", "04A1B2C3D4E5F6", "pile")
    assert bench.inputs["reader 2"] == "04A1B2C3D4E5F6"


def test_button_press_is_a_sighting_and_release_is_not(bench: Bench) -> None:
    seen = bench.report(m.ButtonEvent(0, 1), m.ButtonEvent(0, 0), m.ButtonEvent(2, 1))
    assert [(one.kind, one.value) for one in seen] == [("press", "0101012A:b1"), ("press", "0101012A:b3")]


def test_button_keeps_its_id_after_reset_and_replug(bench: Bench) -> None:
    (before,) = bench.report(m.ButtonEvent(0, 1))
    bench.driver.acknowledge(before)
    bench.board.power_loss()
    bench.driver.on_opened()
    (after,) = bench.report(m.ButtonEvent(0, 1))
    assert after.value == before.value


def test_board_parts_are_shown_without_reading(bench: Bench) -> None:
    seen = bench.report(m.LoadEvent(1, -5), m.TowerEvent(4), m.BatteryEvent(80, 3712))
    assert seen == []
    assert bench.inputs == {"bag": "lifted", "dice tower": "4 fell through", "battery": "80 % (3.7 V)"}
    assert bench.board.memory.oldest == 4
    bench.report(m.LoadEvent(0, 900))
    assert bench.inputs["bag"] == "lies"


def test_silent_part_is_trouble_until_it_answers(bench: Bench) -> None:
    bench.report(m.TroubleEvent(m.Part.NFC, 1, 1))
    assert str(bench.driver.trouble) == "NFC reader 2 of the board does not answer: check its wires and its 3.3 V"
    bench.report(m.TroubleEvent(m.Part.LOAD_CELL, 0, 1), m.TroubleEvent(m.Part.NFC, 1, 0))
    assert str(bench.driver.trouble) == "the load cell of the board does not answer: check its wires"
    bench.report(m.TroubleEvent(m.Part.LOAD_CELL, 0, 0))
    assert bench.driver.trouble == ""


def test_tag_present_before_is_shown_without_reading() -> None:
    bench = Bench()
    bench.board.tags[1] = UID
    assert bench.talk() == []
    assert bench.inputs["reader 2"] == "04A1B2C3D4E5F6"
    assert bench.asked(m.TagAt) == [m.TagAt(1)]


def test_inputs_are_polled_in_each_session(bench: Bench) -> None:
    bench.report(m.TagEvent(0, 1, UID), m.LoadEvent(1, 0), m.TroubleEvent(m.Part.LOAD_CELL, 0, 1))
    assert set(bench.inputs) == {"reader 1", "bag"}
    bench.board.state = m.StateReply(0, 0b10, 0b1, 0, 55)
    bench.driver.on_opened()
    bench.talk()
    assert bench.inputs == {"bag": "lies", "battery": "55 %", "button 1": "down"}
    assert str(bench.driver.trouble) == "NFC reader 2 of the board does not answer: check its wires and its 3.3 V"


def test_event_without_reading_waits_for_earlier_acks(bench: Bench) -> None:
    press, other = bench.report(m.ButtonEvent(0, 1), m.ButtonEvent(0, 0), m.ButtonEvent(1, 1))
    assert bench.board.memory.oldest == 1
    bench.driver.acknowledge(press)
    bench.talk()
    assert bench.board.memory.oldest == 3
    bench.driver.acknowledge(other)
    bench.talk()
    assert bench.board.memory.oldest == 4


# Questions


def test_sighting_carries_the_question_of_its_time(bench: Bench) -> None:
    bench.ask(DRAW, 300)
    bench.board.event(m.TagEvent(0, 1, UID))
    bench.driver.set_question(ROLL, 301)  # before the board's event has arrived
    (seen,) = bench.talk()
    assert seen.question == "p41"


def test_board_remembers_a_limited_number_of_questions(bench: Bench) -> None:
    for token in range(1, 200):
        bench.driver.set_question(Expectation(f"p{token}"), token)
    bench.talk()
    first, last = m.Event(1, 1, m.EventKind.TAG, b"\0\1" + UID), m.Event(2, 199, m.EventKind.TAG, b"\0\1" + UID)
    bench.board.memory.events, bench.board.memory.next = {1: first, 2: last}, 3
    assert [seen.question for seen in bench.talk()] == ["", "p199"]


def test_tag_before_this_process_answers_no_question() -> None:
    bench = Bench()
    bench.board.memory.question = 300
    bench.board.event(m.TagEvent(0, 1, UID))
    bench.driver.set_question(DRAW, 300)  # the same token, by chance
    (seen,) = bench.talk()
    assert seen.question == ""


# Sounds


def test_question_for_tags_sounds_once(bench: Bench) -> None:
    bench.ask(DRAW, 300)
    bench.ask(DRAW, 300)
    assert bench.asked(m.Buzz) == [m.Buzz(m.Sound.YOUR_TURN)]


def test_board_without_buzzer_gets_no_sound() -> None:
    bench = Bench(others=0)
    bench.talk()
    bench.ask(DRAW, 300)
    assert bench.asked(m.Buzz) == []


# Lights


def ring(board: FakeBoard) -> list[tuple[int, int, int]]:
    """The colours of the LEDs after all LIGHT commands."""
    lamps = [(1, 1, 1)] * board.hello.lamps
    for ask in board.done:
        if isinstance(ask, m.Light):
            colour = (0, 0, 0) if ask.mood == m.Mood.OFF else (ask.red, ask.green, ask.blue)
            lamps[ask.first : ask.first + ask.count] = [colour] * ask.count
    return lamps


RED, BLUE = (255, 0, 0), (0, 0, 255)


def test_ring_is_divided_among_lit_seats(bench: Bench) -> None:
    bench.light("1", "#ff0000", "asked")
    assert ring(bench.board) == [RED] * 12
    bench.light("2", "#0000ff")
    assert ring(bench.board) == [RED] * 6 + [BLUE] * 6
    assert bench.asked(m.Light)[-2:] == [m.Light(0, 6, 255, 0, 0, m.Mood.ASKED), m.Light(6, 6, 0, 0, 255, m.Mood.CALM)]


@given(st.lists(st.tuples(st.sampled_from("123456"), st.sampled_from(["#ff0000", "#00ff00", ""])), max_size=20))
def test_ring_ends_right_after_concurrent_changes(changes: list[tuple[str, str]]) -> None:
    bench = Bench()
    bench.talk()
    for seat, colour in changes:
        bench.driver.set_light(seat, Light(colour))
        bench.talk(1)
    bench.talk(40)
    whole = LightRing()
    for seat, colour in changes:
        whole.set_light(seat, Light(colour))
    fresh = FakeBoard(bench.clock)
    fresh.done = list(whole.lights(12))
    assert ring(bench.board) == ring(fresh)


def test_blink_lights_the_ring_for_a_second(bench: Bench) -> None:
    bench.light("1", "#ff0000")
    bench.driver.blink()
    bench.talk()
    assert ring(bench.board) == [(255, 255, 255)] * 12
    assert bench.asked(m.Buzz) == [m.Buzz(m.Sound.YOUR_TURN)]
    bench.light("1", "#0000ff")
    assert ring(bench.board) == [(255, 255, 255)] * 12
    assert 0 < bench.driver.wait() <= 1.0
    bench.clock.now += 1.1
    bench.talk()
    assert ring(bench.board) == [BLUE] * 12


# Bad input


def test_unknown_command_is_reported_with_the_remedy(bench: Bench) -> None:
    bench.driver.set_question(DRAW, 300)
    bench.driver.to_send()
    rsp = m.Rsp(bench.board.session, m.CommandCode.QUESTION, m.Result.UNKNOWN_COMMAND, b"")
    bench.driver.feed(encode_frame(LinkFrame(m.FrameType.RSP, bench.board.last_seq + 1, rsp.pack())))
    assert str(bench.driver.trouble) == "the board does not know the command QUESTION: flash it with ./table flash"


@given(st.lists(st.binary(max_size=80), max_size=20))
def test_random_bytes_make_no_sighting_and_break_nothing(noise: list[bytes]) -> None:
    bench = Bench()
    bench.talk()
    assert [seen for piece in noise for seen in bench.driver.feed(piece)] == []
    bench.driver.feed(b"\0")
    assert [seen.value for seen in bench.report(m.TagEvent(0, 1, UID))] == ["04A1B2C3D4E5F6"]


@given(
    st.lists(
        st.builds(m.Event, st.just(0), st.integers(0, 65535), st.integers(0, 7), st.binary(max_size=12)), max_size=8
    )
)
def test_events_of_any_shape_break_nothing(events: list[m.Event]) -> None:
    bench = Bench()
    bench.talk()
    memory = bench.board.memory
    for event in events:
        memory.events[memory.next] = replace(event, number=memory.next)
        memory.next += 1
    for _ in range(6):
        for seen in bench.talk():
            assert seen.kind in {"tag", "press"}
            bench.driver.acknowledge(seen)
    assert memory.oldest == len(events) + 1
    assert bench.driver.inputs is not None


def test_board_without_working_readers_is_reported() -> None:
    bench = Bench(slots=0)
    assert bench.inputs == {}
    bench.talk()
    assert "check their wires" in bench.inputs["NFC readers"]
    bench.report(m.TagEvent(0, 1, UID))  # a reader plugged in later
    assert bench.inputs == {"reader 1": "04A1B2C3D4E5F6"}


def test_impossible_reader_slots_are_limited(bench: Bench) -> None:
    for slot in range(256):
        bench.report(m.TagEvent(slot, 1, UID[:3]))  # an id of this length makes no reading
    assert len(bench.inputs) == 32
    assert bench.inputs["reader 256"] == "04A1B2"
