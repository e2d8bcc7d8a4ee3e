"""The parts of a board: the real image for the ATmega328P with models of the connected parts, in simulated time."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from firmware_bridge.link.framing import LinkFrame, encode_frame
from firmware_bridge.link.messages import (
    VERSION,
    AnyEvent,
    BatteryEvent,
    ButtonEvent,
    Buzz,
    Counters,
    CountersReply,
    FrameType,
    HelloReq,
    Light,
    LoadEvent,
    Mood,
    Part,
    Ping,
    Question,
    Sound,
    State,
    StateReply,
    TagAt,
    TagAtReply,
    TagEvent,
    TowerEvent,
    TroubleEvent,
)
from tests.firmware_bridge.scripted import SESSION, Scripted, build

pytestmark = pytest.mark.firmware

FOUR, SEVEN, TEN = "04A1B2C3", "04112233445566", "0102030405060708090A"
OF_ALL_LENGTHS = (FOUR, SEVEN, TEN)
LAID = 150  # ms until a tag is reported, whatever other readers do
BAG = 500_000  # value of the load cell with the bag on it
LAMPS = 16
BATTERY = 0b100  # bit of HELLO's `others`
CYCLES_IN_MS = 16_000


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("script"))


@pytest.fixture
def board(program: Path) -> Iterator[Scripted]:
    """A running board in a session, with two empty readers."""
    with Scripted(program) as board:
        board.wait(200)
        board.meet()
        yield board


def laid(slot: int, uid: str) -> TagEvent:
    return TagEvent(slot, 1, bytes.fromhex(uid))


def taken(slot: int, uid: str) -> TagEvent:
    return TagEvent(slot, 0, bytes.fromhex(uid))


def state(board: Scripted) -> StateReply:
    reply = board.do(State())
    assert isinstance(reply, StateReply)
    return reply


def fields_clashed(board: Scripted) -> int:
    return int(board.say("clashes"))


class TestReaders:
    @pytest.mark.parametrize("reader", [0, 1, 3], ids=["MFRC522 first", "MFRC522 second", "PN532"])
    @pytest.mark.parametrize("uid", OF_ALL_LENGTHS, ids=["four", "seven", "ten"])
    def test_tag_is_reported_with_its_whole_id(self, board: Scripted, reader: int, uid: str) -> None:
        board.after("reader 3 on", 600)
        assert board.after(f"tag {reader} {uid}", LAID) == [laid(reader, uid)]
        assert board.after(f"tag {reader} -", LAID) == [taken(reader, uid)]

    def test_two_readers_never_have_both_fields_on(self, board: Scripted) -> None:
        board.say("reader 3 on")
        for slot, uid in ((0, FOUR), (1, SEVEN), (3, TEN)):
            board.say(f"tag {slot} {uid}")
        told = board.wait(1000)
        assert sorted(told, key=repr) == sorted([laid(0, FOUR), laid(1, SEVEN), laid(3, TEN)], key=repr)
        assert fields_clashed(board) == 0

    def test_tag_at_returns_the_current_tag(self, board: Scripted) -> None:
        board.after(f"tag 1 {SEVEN}", LAID)
        assert state(board).tags == 0b10
        assert board.do(TagAt(1)) == TagAtReply(bytes.fromhex(SEVEN))
        assert board.do(TagAt(0)) == TagAtReply(b"")

    def test_replaced_tag_is_one_removal_and_one_tag(self, board: Scripted) -> None:
        board.after(f"tag 0 {FOUR}", LAID)
        assert board.after(f"tag 0 {SEVEN}", LAID) == [taken(0, FOUR), laid(0, SEVEN)]

    def test_short_absence_of_a_tag_is_ignored(self, board: Scripted) -> None:
        board.after(f"tag 0 {FOUR}", LAID)
        board.after("tag 0 -", 10)
        assert board.after(f"tag 0 {FOUR}", 500) == []

    @pytest.mark.parametrize("reader", [0, 3], ids=["MFRC522", "PN532"])
    def test_damaged_id_is_read_again(self, board: Scripted, reader: int) -> None:
        board.after("reader 3 on", 600)
        board.say(f"garble {reader} 9")
        assert board.after(f"tag {reader} {SEVEN}", 1000) == [laid(reader, SEVEN)]

    def test_id_damaged_twice_alike_is_never_reported(self, board: Scripted) -> None:
        board.after("reader 3 on", 600)
        board.say("spoil 5")
        told = board.after(f"tag 3 {SEVEN}", 3000)
        assert [event for event in told if isinstance(event, TagEvent)] == [laid(3, SEVEN)]

    @pytest.mark.parametrize("reader", [0, 3], ids=["MFRC522", "PN532"])
    def test_two_tags_are_ignored_until_one_is_alone(self, board: Scripted, reader: int) -> None:
        board.after("reader 3 on", 600)
        assert board.after(f"tag {reader} {FOUR},04A1B2C4", 500) == []
        assert board.after(f"tag {reader} 04A1B2C4", LAID) == [laid(reader, "04A1B2C4")]

    def test_phone_with_changing_id_is_never_reported(self, board: Scripted) -> None:
        for name in range(60):
            assert board.after(f"tag 0 08{name:06X}", 15) == []

    def test_second_tag_on_the_first_does_not_remove_it(self, board: Scripted) -> None:
        board.after(f"tag 0 {FOUR}", LAID)
        assert board.after(f"tag 0 {FOUR},04A1B2C4", 500) == []
        assert state(board).tags == 1

    @pytest.mark.parametrize("reader", [0, 3], ids=["MFRC522", "PN532"])
    def test_disconnected_reader_is_trouble_until_it_answers(self, board: Scripted, reader: int) -> None:
        board.say("reader 3 on")
        board.after(f"tag {reader} {FOUR}", 1000)
        assert board.after(f"reader {reader} off", 1000) == [TroubleEvent(Part.NFC, reader, 1)]
        assert state(board).broken == 1 << reader
        assert state(board).tags == 1 << reader, "nobody has seen it taken away"
        assert board.after(f"reader {reader} on", 1500) == [TroubleEvent(Part.NFC, reader, 0)]
        assert state(board).broken == 0

    def test_tag_removed_without_reader_is_reported_later(self, board: Scripted) -> None:
        board.after(f"tag 0 {FOUR}", LAID)
        board.say("reader 0 off")
        board.after("tag 0 -", 1000)
        assert board.after("reader 0 on", 1500) == [TroubleEvent(Part.NFC, 0, 0), taken(0, FOUR)]


class TestReadersOverAReset:
    def test_reset_at_any_moment_reports_a_tag_once(self, board: Scripted) -> None:
        moments = random.Random(7)
        for _ in range(30):
            for line, event in ((f"tag 0 {FOUR}", laid(0, FOUR)), ("tag 0 -", taken(0, FOUR))):
                board.say(line)
                board.say(f"run {moments.randrange(100 * CYCLES_IN_MS)}")
                told = board.after("reset", 50)
                board.meet()
                assert told + board.wait(LAID) == [event]
        assert fields_clashed(board) == 0

    def test_tag_present_at_start_answers_no_question(self, program: Path) -> None:
        with Scripted(program) as board:
            board.say(f"tag 0 {FOUR}")
            board.meet()
            board.do(Question(9))
            board.wait(LAID)
            board.after(f"tag 1 {SEVEN}", LAID)
            assert [(told.event, told.question) for told in board.told] == [(laid(0, FOUR), 0), (laid(1, SEVEN), 9)]

    def test_tag_laid_during_a_reset_answers_no_question(self, board: Scripted) -> None:
        board.do(Question(9))
        board.say("reset")
        board.after(f"tag 0 {FOUR}", LAID)
        board.meet()
        board.wait(LAID)
        board.do(Question(9))
        board.after(f"tag 1 {SEVEN}", LAID)
        assert [(told.event, told.question) for told in board.told] == [(laid(0, FOUR), 0), (laid(1, SEVEN), 9)]

    def test_another_tag_than_at_start_answers_questions(self, board: Scripted) -> None:
        board.after(f"tag 0 {FOUR}", LAID)
        board.after("reset", 200)
        board.meet()
        board.do(Question(9))
        board.after(f"tag 0 {SEVEN}", LAID)
        assert [told.question for told in board.told if told.event == laid(0, SEVEN)] == [9]


class TestButtons:
    def test_press_is_reported_after_debounce(self, board: Scripted) -> None:
        for level in (0, 1, 0, 1, 0):
            board.say(f"pin D 2 {level}")
            board.say("wait 3")
        assert board.wait(5) == []
        assert board.wait(20) == [ButtonEvent(0, 1)]

    def test_buttons_report_separately(self, board: Scripted) -> None:
        for index, pin in enumerate((2, 4, 5)):
            assert board.after(f"pin D {pin} 0", 30) == [ButtonEvent(index, 1)]
        assert state(board).buttons == 0b111
        assert board.after("pin D 4 1", 30) == [ButtonEvent(1, 0)]

    def test_spark_is_not_a_press(self, board: Scripted) -> None:
        board.say("pin D 2 0")
        board.say("wait 4")
        assert board.after("pin D 2 1", 100) == []


class TestScale:
    @pytest.fixture
    def scale(self, board: Scripted) -> Scripted:
        assert board.after(f"scale {BAG}", 2000) == []
        return board

    def test_bag_is_lifted_and_put_back(self, scale: Scripted) -> None:
        assert state(scale).lifted == 0
        assert scale.after(f"scale {BAG - 100_000}", 300) == [LoadEvent(1, BAG - 100_000)]
        assert state(scale).lifted == 1
        assert scale.after(f"scale {BAG - 1_000}", 300) == [LoadEvent(0, BAG - 1_000)]

    def test_half_lifted_changes_nothing(self, scale: Scripted) -> None:
        """A hand on the bag stays between the two thresholds."""
        assert scale.after(f"scale {BAG - 6_000}", 200) == []
        scale.after(f"scale {BAG - 100_000}", 300)
        assert scale.after(f"scale {BAG - 6_000}", 200) == []

    def test_slow_drift_is_not_a_lift(self, scale: Scripted) -> None:
        for step in range(1, 40):
            assert scale.after(f"scale {BAG - 500 * step}", 500) == []
        assert [type(event) for event in scale.after(f"scale {BAG - 120_000}", 300)] == [LoadEvent]

    def test_how_far_it_drifted_outlives_a_reset(self, scale: Scripted) -> None:
        for step in range(1, 40):
            scale.after(f"scale {BAG - 500 * step}", 500)
        scale.after("reset", 200)
        scale.meet()
        assert scale.wait(1500) == []
        assert state(scale).lifted == 0

    def test_hand_in_the_bag_is_not_a_lift(self, scale: Scripted) -> None:
        for pressed in (60_000, 90_000, 40_000, 70_000) * 3:
            assert scale.after(f"scale {BAG + pressed}", 300) == []
        assert scale.after(f"scale {BAG}", 1000) == []
        assert scale.after(f"scale {BAG - 100_000}", 300) == [LoadEvent(1, BAG - 100_000)]

    def test_bag_on_an_empty_cell_can_be_lifted(self, board: Scripted) -> None:
        board.after("scale 20000", 2000)
        assert board.after(f"scale {BAG}", 3000) == []
        assert board.after("scale 20000", 300) == [LoadEvent(1, 20_000)]

    @pytest.mark.parametrize("wrong", ["8388607", "-8388608", "off", "low"], ids=["above", "below", "silent", "hangs"])
    def test_unreadable_cell_is_trouble(self, scale: Scripted, wrong: str) -> None:
        assert scale.after(f"scale {wrong}", 2000) == [TroubleEvent(Part.LOAD_CELL, 0, 1)]
        assert scale.after(f"scale {BAG}", 2000) == [TroubleEvent(Part.LOAD_CELL, 0, 0)]

    def test_lifted_bag_stays_lifted_over_a_reset(self, scale: Scripted) -> None:
        scale.after(f"scale {BAG - 100_000}", 300)
        scale.after("reset", 200)
        scale.meet()
        assert state(scale).lifted == 1
        scale.wait(1000)
        assert scale.after(f"scale {BAG}", 300) == [LoadEvent(0, BAG)]


class TestTower:
    def test_settling_pin_is_not_a_throw(self, program: Path) -> None:
        with Scripted(program) as board:
            for _ in range(3):
                board.say("wait 40")
                board.say("strike")
            board.meet()
            assert board.wait(300) == []

    def test_dice_that_rattle_are_one_throw(self, board: Scripted) -> None:
        told: list[AnyEvent] = []
        for _ in range(5):
            told += board.after("strike", 100)
        assert told == [TowerEvent(1)]


class TestBattery:
    def at(self, board: Scripted, millivolts: int) -> list[AnyEvent]:
        """Return the events at that battery voltage."""
        board.say(f"adc 3 {millivolts * 100 // 430}")
        return board.wait(2500)

    def test_open_input_is_not_a_battery(self, program: Path) -> None:
        with Scripted(program) as board:
            board.say("adc 3 5000")  # the pull-up's level at the start
            assert not board.meet().others & BATTERY
            assert self.at(board, 3900) == []
            assert state(board).percent == 255

    def test_battery_is_reported_every_five_percent(self, board: Scripted) -> None:
        assert [type(event) for event in self.at(board, 3800)] == [BatteryEvent]
        assert self.at(board, 3805) == []
        assert [type(event) for event in self.at(board, 3900)] == [BatteryEvent]

    def test_lamps_that_lower_the_voltage_are_ignored(self, board: Scripted) -> None:
        self.at(board, 3900)
        for _ in range(12):  # at varying parts of the second
            assert board.after(f"adc 3 {3700 * 100 // 430}", 100) == []
            assert board.after(f"adc 3 {3900 * 100 // 430}", 1000) == []


class TestLamps:
    def ring(self, board: Scripted) -> list[str]:
        board.wait(80)
        colours = board.say("lamps").split()[0]
        return [colours[at : at + 6] for at in range(0, len(colours), 6)]

    def test_light_colours_a_part_of_the_ring(self, board: Scripted) -> None:
        board.do(Light(4, 2, 255, 0, 16, Mood.CALM))
        ring = self.ring(board)
        assert ring[4:6] == ["800008", "800008"]
        assert ring[:4] + ring[6:] == ["000000"] * (LAMPS - 2)

    def test_asked_seat_breathes(self, board: Scripted) -> None:
        board.do(Light(0, 1, 255, 0, 0, Mood.ASKED))
        reds = [int(self.ring(board)[0][:2], 16) for _ in range(40)]
        assert max(reds) > 200
        assert 0 < min(reds) < 40
        assert all(abs(one - following) < 30 for one, following in pairwise(reds))

    def test_ring_frames_and_line_do_not_disturb_each_other(self, board: Scripted) -> None:
        """The ring is sent LED by LED with interrupts off: bytes of the line arrive in between."""
        board.do(Light(0, LAMPS, 255, 255, 255, Mood.ASKED))
        for _ in range(100):
            board.do(Ping(bytes(range(40))))
        words = board.say("lamps").split()
        assert int(words[words.index("frames") + 1]) > 5
        assert words[words.index("torn") + 1] == "0"
        assert int(words[words.index("pause_ns") + 1]) < 50_000
        line = board.do(Counters())
        assert isinstance(line, CountersReply)
        assert (line.overruns, line.bad_frames) == (0, 0)


class TestLine:
    def test_overrun_bytes_are_counted(self, board: Scripted) -> None:
        """Each HELLO is four times as long as its request."""
        asks = encode_frame(LinkFrame(FrameType.HELLO_REQ, 0, HelloReq(VERSION, SESSION).pack())) * 60
        board.after(f"send {asks.hex()}", 300)
        counters = board.do(Counters())
        assert isinstance(counters, CountersReply)
        assert counters.overruns > 0
        assert board.after("pin D 2 0", 50) == [ButtonEvent(0, 1)]


class TestBuzzer:
    def hertz(self, board: Scripted) -> int:
        return int(board.say("tone").split()[0])

    def test_buzzer_sounds_and_ends(self, board: Scripted) -> None:
        board.do(Buzz(Sound.READ))
        board.wait(20)
        assert self.hertz(board) == pytest.approx(1760, rel=0.01)
        board.wait(100)
        assert self.hertz(board) == 0
