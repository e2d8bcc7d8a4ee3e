from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.link import messages as m
from firmware_bridge.link.framing import Frame, Framer, encode_frame
from firmware_bridge.link.greeting import GONE, NOBODY
from firmware_bridge.link.link import Link
from firmware_bridge.link.told import Answered, Greeted, Happened, Told
from tests.firmware_bridge.link.fake_board import Clock, FakeBoard


class Pair:
    """A link and a board, and a line that loses nothing."""

    def __init__(self, mark: str = "", clock: Clock | None = None, board: FakeBoard | None = None) -> None:
        self.clock = clock or Clock()
        self.board = board or FakeBoard(self.clock)
        self.link = Link(self.clock, mark, choose=iter(range(100, 60000)).__next__)

    def talk(self, rounds: int = 6) -> list[Told]:
        """To and fro without a tick of the clock."""
        told: list[Told] = []
        for _ in range(rounds):
            self.board.feed(self.link.to_send())
            told += self.link.feed(self.board.take())
        return told

    def wait(self, seconds: float, step: float = 0.05) -> list[Told]:
        told = []
        for _ in range(round(seconds / step)):
            self.clock.now += step
            told += self.talk(2)
        return told


def events(told: list[Told]) -> list[int]:
    return [one.number for one in told if isinstance(one, Happened)]


def frames(data: bytes) -> list[Frame]:
    return Framer().feed(data)


@pytest.fixture
def pair() -> Pair:
    return Pair()


@pytest.fixture
def up(pair: Pair) -> Pair:
    told = pair.talk()
    assert [type(one) for one in told] == [Greeted]
    return pair


def hello_reqs(link: Link, clock: Clock, seconds: float) -> Iterator[float]:
    """When one was sent, in s from now."""
    start = clock.now
    while clock.now < start + seconds:
        if any(frame.type == m.FrameType.HELLO_REQ for frame in frames(link.to_send())):
            yield round(clock.now - start, 2)
        clock.now += 0.01


# Greeting


def test_a_board_is_asked_often_for_four_seconds_and_then_seldom() -> None:
    clock = Clock()
    times = list(hello_reqs(Link(clock), clock, 12))
    gaps = [b - a for a, b in pairwise(times)]
    assert all(0.14 < gap < 0.17 for gap in gaps[:20])
    assert all(1.9 < gap < 2.1 for gap in gaps[-3:])
    assert 24 <= sum(time < 4 for time in times) <= 28


def test_where_nobody_speaks_it_is_said_after_four_seconds_with_what_to_look_for() -> None:
    clock = Clock()
    link = Link(clock)
    list(hello_reqs(link, clock, 3.9))
    assert link.trouble == ""
    list(hello_reqs(link, clock, 0.5))
    assert link.trouble == NOBODY
    assert NOBODY == "nothing on this line speaks as a Lamplight board: is it flashed, is the speed 250000?"


def test_each_greeting_begins_with_a_zero_so_that_noise_before_it_is_no_part_of_it(pair: Pair) -> None:
    assert pair.link.to_send()[0] == 0


def test_a_board_that_answers_is_told_with_what_it_is(pair: Pair) -> None:
    assert pair.talk() == [Greeted(replace(pair.board._hello()))]
    assert pair.link.is_up
    assert pair.link.trouble == ""


def test_a_board_that_comes_late_ends_the_trouble(pair: Pair) -> None:
    list(hello_reqs(pair.link, pair.clock, 10))
    assert pair.link.trouble == NOBODY
    pair.wait(3)
    assert pair.link.is_up
    assert pair.link.trouble == ""


def test_a_second_answer_to_the_same_greeting_begins_nothing(up: Pair) -> None:
    up.board._say(m.FrameType.HELLO, 0, up.board._hello().pack())
    assert up.talk() == []


def test_the_answer_to_a_greeting_of_before_is_not_ours(pair: Pair) -> None:
    old = replace(pair.board._hello(), session=9)
    assert pair.link.feed(encode_frame(Frame(m.FrameType.HELLO, 0, old.pack()))) == []
    assert not pair.link.is_up


def test_nothing_before_the_greeting_is_believed(pair: Pair) -> None:
    event = m.Event(1, 0, m.EventKind.BUTTON, m.ButtonEvent(0, 1).pack())
    assert pair.link.feed(encode_frame(Frame(m.FrameType.EVENT, 1, event.pack()))) == []
    assert events(pair.talk()) == []


@pytest.mark.parametrize(
    ("version", "remedy"), [(2, "update Lamplight"), (15, "update Lamplight"), (0, "flash it with ./table flash")]
)
def test_another_version_is_said_with_both_and_the_remedy_and_nothing_is_made_of_it(version: int, remedy: str) -> None:
    pair = Pair()
    pair.board.version = version
    pair.board.hello = replace(pair.board.hello, version=version)
    pair.board.event(m.TagEvent(0, 1, b"abcd"))
    assert pair.talk() == []
    assert pair.link.trouble == f"the board speaks version {version} of the link and this bridge version 1: {remedy}"
    pair.wait(5)
    assert remedy in pair.link.trouble


def test_of_another_version_nothing_but_the_version_is_read(pair: Pair) -> None:
    assert pair.link.feed(encode_frame(Frame(m.FrameType.HELLO, 0, b"\x07 and whatever", version=7))) == []
    assert "version 7" in pair.link.trouble
    assert pair.link.bad_frames == 0


def test_a_board_of_an_unknown_kind_is_said_and_nothing_is_made_of_it(pair: Pair) -> None:
    pair.board.hello = replace(pair.board.hello, board=99)
    pair.board.event(m.TagEvent(0, 1, b"abcd"))
    assert pair.talk() == []
    assert pair.link.trouble.startswith("the board is of kind 99, which this bridge does not know (firmware 0.1)")


def test_a_board_that_was_flashed_meanwhile_is_taken(pair: Pair) -> None:
    pair.board.hello = replace(pair.board.hello, board=99)
    pair.wait(5)
    pair.board.hello = replace(pair.board.hello, board=m.Board.RP2040)
    pair.board.reset()
    pair.wait(3)
    assert pair.link.is_up
    assert pair.link.trouble == ""


def test_a_hello_that_is_too_short_is_damage(pair: Pair) -> None:
    pair.link.feed(encode_frame(Frame(m.FrameType.HELLO, 0, b"\1\1")))
    pair.link.feed(encode_frame(Frame(m.FrameType.HELLO, 0)))
    assert pair.link.bad_frames == 2
    assert not pair.link.is_up


# Events


def test_events_are_told_once_in_order_and_acknowledged_when_they_are_kept(up: Pair) -> None:
    for index in range(3):
        up.board.event(m.ButtonEvent(index, 1))
    told = up.talk()
    assert events(told) == [1, 2, 3]
    assert up.board.memory.oldest == 1
    for one in told:
        assert isinstance(one, Happened)
        up.link.keep(one.mark)
    up.talk()
    assert up.board.memory.oldest == 4


def test_an_event_is_acknowledged_only_when_all_before_it_are_kept(up: Pair) -> None:
    for index in range(3):
        up.board.event(m.ButtonEvent(index, 1))
    first, second, third = [one for one in up.talk() if isinstance(one, Happened)]
    up.link.keep(third.mark)
    up.talk()
    assert up.board.memory.oldest == 1
    up.link.keep(first.mark)
    up.talk()
    assert up.board.memory.oldest == 2
    up.link.keep(second.mark)
    up.talk()
    assert up.board.memory.oldest == 4


def test_what_is_sent_again_is_not_told_again_and_is_acknowledged_again(up: Pair) -> None:
    up.board.event(m.TowerEvent(1))
    (told,) = [one for one in up.talk() if isinstance(one, Happened)]
    up.link.keep(told.mark)
    up.link.to_send()  # the acknowledgement is lost
    assert events(up.wait(0.3)) == []
    assert up.board.memory.oldest == 2
    assert up.link.resends == 1


def test_a_gap_is_told_to_the_board_once_and_again_only_after_a_while(up: Pair) -> None:
    for index in range(4):
        up.board.event(m.ButtonEvent(index, 1))
    first, *rest = frames(up.board.take())
    nacks = []
    for frame in rest:
        up.link.feed(encode_frame(frame))
        nacks += [m.Nack.unpack(f.payload).next for f in frames(up.link.to_send()) if f.type == m.FrameType.NACK]
    assert nacks == [1]
    up.clock.now += 0.2
    up.link.feed(encode_frame(rest[0]))
    assert [f.type for f in frames(up.link.to_send())] == [m.FrameType.NACK]
    assert events(up.link.feed(encode_frame(first))) == [1]


def test_a_nack_never_acknowledges_what_is_told_and_not_kept(up: Pair) -> None:
    for index in range(3):
        up.board.event(m.ButtonEvent(index, 1))
    first, _, third = frames(up.board.take())
    (told,) = up.link.feed(encode_frame(first) + encode_frame(third))
    assert isinstance(told, Happened)
    assert frames(up.link.to_send()) == []
    up.link.keep(told.mark)
    assert [(f.type, m.Nack.unpack(f.payload).next) for f in frames(up.link.to_send())] == [(m.FrameType.NACK, 2)]


def test_after_a_restart_the_bridge_goes_on_behind_its_mark(up: Pair) -> None:
    up.board.event(m.TowerEvent(1))
    up.board.event(m.TowerEvent(2))
    first, _ = [one for one in up.talk() if isinstance(one, Happened)]
    again = Pair(first.mark, up.clock, up.board)  # the mark is on disk, the acknowledgement was never sent
    assert events(again.talk()) == [2]
    assert again.link.lost == 0


def test_what_the_bridge_of_before_acknowledged_without_a_reading_is_not_lost(up: Pair) -> None:
    for count in range(3):
        up.board.event(m.TowerEvent(count))
    told = [one for one in up.talk() if isinstance(one, Happened)]
    for one in told:
        up.link.keep(one.mark)
    up.talk()
    again = Pair(told[0].mark, up.clock, up.board)
    again.talk()
    assert again.link.lost == 0
    up.board.event(m.TowerEvent(9))
    assert events(again.talk()) == [4]


def test_what_goes_missing_after_the_first_session_of_a_process_is_lost(up: Pair) -> None:
    up.board.event(m.TowerEvent(1))
    (told,) = [one for one in up.talk() if isinstance(one, Happened)]
    again = Pair(told.mark, up.clock, up.board)
    again.talk()
    up.board.event(m.TowerEvent(2))
    up.board.event(m.TowerEvent(3))
    up.board.memory.oldest = 3
    up.board.reset()
    assert events(again.talk()) == [3]
    assert again.link.lost == 1


def test_a_line_that_is_opened_anew_tells_nothing_twice(up: Pair) -> None:
    up.board.event(m.TowerEvent(1))
    (told,) = [one for one in up.talk() if isinstance(one, Happened)]
    up.link.opened()
    assert events(up.talk()) == []
    up.link.keep(told.mark)  # the disk was slow
    up.talk()
    assert up.board.memory.oldest == 2


@pytest.mark.parametrize(
    ("cause", "words"),
    [
        (m.Reset.WATCHDOG, "was reset by its watchdog"),
        (m.Reset.PIN, "was reset by its button or by opening its line"),
        (m.Reset.SOFTWARE, "restarted itself"),
        (77, "was reset"),
    ],
)
def test_a_reset_is_said_with_its_cause(up: Pair, cause: int, words: str) -> None:
    up.board.event(m.TowerEvent(1))
    up.board.reset(cause)
    assert events(up.talk()) == [1]
    assert up.link.news == f"the board {words}; nothing was lost"
    assert up.link.trouble == ""


def test_a_reset_whose_word_was_damaged_is_found_within_seconds(up: Pair) -> None:
    up.board.reset()
    up.board.take()  # nobody hears it
    up.board.event(m.TowerEvent(1))
    assert events(up.wait(0.3)) == [1]


def test_a_reset_of_which_no_word_came_is_found_within_seconds(up: Pair) -> None:
    up.board.reset()
    up.board.take()
    up.board.hellos = 0
    up.board.event(m.TowerEvent(1))
    assert events(up.wait(1)) == []
    assert events(up.wait(4)) == [1]


def test_events_that_are_gone_are_counted_and_said(up: Pair) -> None:
    for count in range(3):
        up.board.event(m.TowerEvent(count))
    up.board.memory.oldest = 3  # two of them were damaged
    up.board.reset()
    assert events(up.talk()) == [3]
    assert up.link.lost == 2
    assert up.link.trouble == "the board was reset by its watchdog; 2 events were lost"


def test_what_is_missing_behind_what_is_not_yet_kept_does_not_stop_the_acknowledgements(up: Pair) -> None:
    up.board.event(m.TowerEvent(0))
    (first,) = [one for one in up.talk() if isinstance(one, Happened)]
    for count in range(3):
        up.board.event(m.TowerEvent(count))
    up.board.take()
    up.board.memory.oldest = 4
    up.board.reset()
    (last,) = [one for one in up.talk() if isinstance(one, Happened)]
    assert (last.number, up.link.lost) == (4, 2)
    up.link.keep(first.mark)
    up.link.keep(last.mark)
    up.talk()
    assert up.board.memory.oldest == 5


def test_power_that_was_away_is_said_and_the_numbers_begin_anew(up: Pair) -> None:
    up.board.event(m.TowerEvent(1))
    up.talk()
    up.board.power_loss()
    up.board.event(m.TowerEvent(2))
    assert events(up.talk()) == [1]
    assert up.link.trouble == "the board was switched on; what it had not sent is lost"


def test_a_full_queue_is_counted_as_lost_and_said(up: Pair) -> None:
    up.link.opened()
    for count in range(11):
        up.board.event(m.TowerEvent(count))
    up.talk()
    assert up.link.lost == 3
    assert up.link.trouble == "3 events were lost because the board's memory was full"


def test_a_queue_that_fills_in_a_session_is_counted_within_seconds(up: Pair) -> None:
    for count in range(9):
        up.board.event(m.TowerEvent(count))
    up.wait(2.5)
    assert up.link.lost == 1
    assert up.link.trouble == "1 event was lost because the board's memory was full"


def test_what_was_dropped_before_the_last_reading_is_not_said_again_after_a_restart(up: Pair) -> None:
    for count in range(9):
        up.board.event(m.TowerEvent(count))
    up.link.opened()
    (told, *_) = [one for one in up.talk() if isinstance(one, Happened)]
    assert up.link.lost == 1
    again = Pair(told.mark, up.clock, up.board)
    again.talk()
    assert again.link.lost == 0


def test_an_event_that_was_damaged_in_the_boards_memory_counts_as_lost(up: Pair) -> None:
    up.board.event(m.TroubleEvent(m.Part.MEMORY, 0, 1))
    assert events(up.talk()) == [1]
    assert up.link.lost == 1
    assert "damaged in the board's memory" in up.link.trouble


def test_an_event_of_a_newer_firmware_is_told_without_a_meaning_and_does_not_stop_the_others(up: Pair) -> None:
    up.board.event(m.TowerEvent(1))
    up.board.memory.events[1] = m.Event(1, 0, 99, b"??")
    up.board.event(m.TowerEvent(2))
    first, second = [one for one in up.talk() if isinstance(one, Happened)]
    assert (first.event, second.event) == (None, m.TowerEvent(2))
    assert "update Lamplight" in up.link.trouble


def test_a_frame_of_another_version_in_a_session_is_damage(up: Pair) -> None:
    event = m.Event(1, 0, m.EventKind.TOWER, m.TowerEvent(1).pack())
    assert up.link.feed(encode_frame(Frame(m.FrameType.EVENT, 1, event.pack(), version=2))) == []
    assert up.link.bad_frames == 1


def test_a_board_that_says_what_only_a_bridge_says_is_damage(up: Pair) -> None:
    assert up.link.feed(encode_frame(Frame(m.FrameType.ACK, 1, m.Ack(1, 1).pack()))) == []
    assert up.link.bad_frames == 1


def test_an_event_whose_two_numbers_differ_is_damage(up: Pair) -> None:
    event = m.Event(1, 0, m.EventKind.TOWER, m.TowerEvent(1).pack())
    assert up.link.feed(encode_frame(Frame(m.FrameType.EVENT, 2, event.pack()))) == []
    assert up.link.bad_frames == 1


def test_another_board_at_the_line_is_said_and_the_first_goes_on_where_it_was(up: Pair) -> None:
    first = up.board
    first.event(m.TowerEvent(1))
    (told,) = [one for one in up.talk() if isinstance(one, Happened)]
    up.link.keep(told.mark)  # and before it is acknowledged
    up.board = FakeBoard(up.clock, seed=9)
    up.board.hello = replace(up.board.hello, uid=b"another!")
    up.link.opened()
    up.talk()
    assert up.link.news == "another board is on this line now"
    assert up.link.trouble == ""
    up.board = first
    first.event(m.TowerEvent(2))
    up.link.opened()
    assert events(up.talk()) == [2]


# Questions


def test_an_event_carries_the_question_that_was_in_force_on_the_board(up: Pair) -> None:
    up.link.ask(m.Question(5))
    up.talk()
    up.board.event(m.TowerEvent(1))
    (told,) = [one for one in up.talk() if isinstance(one, Happened)]
    assert told.question == 5


def test_what_happened_before_this_process_carries_no_question(up: Pair) -> None:
    up.link.ask(m.Question(5))
    up.talk()
    up.board.event(m.TowerEvent(1))
    again = Pair("", up.clock, up.board)
    (told,) = [one for one in again.talk() if isinstance(one, Happened)]
    assert told.question == 0


def test_what_happened_while_the_line_was_away_keeps_its_question(up: Pair) -> None:
    up.link.ask(m.Question(5))
    up.talk()
    up.board.event(m.TowerEvent(1))
    up.board.take()
    up.link.opened()
    (told,) = [one for one in up.talk() if isinstance(one, Happened)]
    assert told.question == 5


# Commands


def test_a_command_is_answered(up: Pair) -> None:
    up.link.ask(m.Ping(b"hello"))
    assert up.talk() == [Answered(m.Ping(b"hello"), m.Result.DONE, m.PingReply(b"hello"))]


def test_a_command_whose_answer_was_lost_is_done_once(up: Pair) -> None:
    up.link.ask(m.Buzz(m.Sound.READ))
    up.board.feed(up.link.to_send())
    up.board.take()  # the answer, lost
    assert [type(one) for one in up.wait(0.3)] == [Answered]
    assert up.board.done == [m.Buzz(m.Sound.READ)]
    assert up.link.resends == 1


def test_commands_are_done_in_their_order_one_at_a_time(up: Pair) -> None:
    asked = [m.Ping(n.to_bytes(2, "big")) for n in range(300)]  # the sequence byte wraps
    for ask in asked:
        up.link.ask(ask)
    assert len(frames(up.link.to_send())) == 1
    up.wait(40, step=0.1)
    assert [ask for ask in up.board.done if isinstance(ask, m.Ping)] == asked


def test_of_what_waits_under_one_name_the_newest_alone_is_asked(up: Pair) -> None:
    up.link.ask(m.Ping(b"on its way"))
    up.link.to_send()
    for token in range(1, 9):
        up.link.ask(m.Question(token), once=m.Question)
    up.wait(0.3)
    assert [ask for ask in up.board.done if isinstance(ask, m.Question)] == [m.Question(8)]


def test_an_answer_of_another_session_or_command_is_nobodys(up: Pair) -> None:
    up.link.ask(m.Ping(b"x"))
    up.link.to_send()
    for rsp in (m.Rsp(9, 1, 0, b"x"), m.Rsp(up.board.session, 2, 0, b"\0" * 5)):
        assert up.link.feed(encode_frame(Frame(m.FrameType.RSP, 1, rsp.pack()))) == []
    wrong_seq = m.Rsp(up.board.session, 1, 0, b"x")
    assert up.link.feed(encode_frame(Frame(m.FrameType.RSP, 2, wrong_seq.pack()))) == []


def test_what_is_asked_while_no_session_runs_is_dropped_and_nobody_is_kept_busy(up: Pair) -> None:
    up.link.opened()
    up.link.ask(m.Ping(b"late"))
    up.link.to_send()
    assert up.link.due > 0.1
    up.talk()
    assert up.board.done == []


def test_half_a_frame_of_before_the_line_was_opened_does_not_hide_the_first_of_now(up: Pair) -> None:
    up.link.feed(b"\x30half")
    up.link.opened()
    up.board.feed(up.link.to_send())
    assert [type(one) for one in up.link.feed(up.board.take())] == [Greeted]


def test_a_refused_command_is_told_with_its_result(up: Pair) -> None:
    up.link.ask(m.Buzz(1))
    up.link.to_send()
    rsp = m.Rsp(up.board.session, m.CommandCode.BUZZ, m.Result.NOT_FITTED, b"")
    told = up.link.feed(encode_frame(Frame(m.FrameType.RSP, 1, rsp.pack())))
    assert told == [Answered(m.Buzz(1), m.Result.NOT_FITTED, None)]


def test_a_board_that_answers_no_command_is_greeted_anew_and_then_said_to_be_gone(up: Pair) -> None:
    up.link.ask(m.Ping(b"?"))
    for _ in range(200):
        up.clock.now += 0.05
        up.link.to_send()
    assert not up.link.is_up
    assert up.link.trouble == GONE


def test_a_silent_line_is_asked_now_and_then_and_costs_little(up: Pair) -> None:
    assert 1.9 < up.link.due <= 2.0
    sent = 0
    for _ in range(600):
        up.clock.now += 0.1
        said = up.link.to_send()
        sent += len(said)
        up.board.feed(said)
        up.link.feed(up.board.take())
    assert 0 < sent < 60 * 20  # bytes in a minute
    assert up.link.is_up


def test_damage_that_the_board_saw_is_counted_with_ours(up: Pair) -> None:
    up.board.framer.bad_frames = 3
    up.wait(2.5)
    assert up.link.bad_frames == 3
    up.wait(2.5)
    assert up.link.bad_frames == 3
    up.board.reset()
    up.board.framer.bad_frames = 2
    up.wait(2.5)
    assert up.link.bad_frames == 5


@given(st.lists(st.binary(max_size=60), max_size=30))
def test_no_bytes_break_a_link_and_it_works_after_them(noise: list[bytes]) -> None:
    pair = Pair()
    pair.talk()
    for piece in noise:
        pair.link.feed(piece)
        pair.link.to_send()
    pair.link.feed(b"\0")
    pair.board.event(m.TowerEvent(7))
    assert m.TowerEvent(7) in [one.event for one in pair.wait(4) if isinstance(one, Happened)]


PAYLOADS = st.binary(max_size=m.MOST_PAYLOAD)


@given(
    st.lists(st.tuples(st.integers(0, 15), st.integers(0, 255), PAYLOADS, st.sampled_from([1, 1, 1, 2])), max_size=30)
)
def test_no_frames_break_a_link(said: list[tuple[int, int, bytes, int]]) -> None:
    """Good CRCs and any contents: a board that has gone mad."""
    pair = Pair()
    pair.talk()
    for kind, seq, payload, version in said:
        pair.link.feed(encode_frame(Frame(kind, seq, payload, version)))
        pair.clock.now += 0.05
        pair.link.to_send()
        assert pair.link.due >= 0


def test_a_loss_is_said_for_some_minutes_and_counted_for_ever(up: Pair) -> None:
    up.board.power_loss()
    up.talk()
    assert up.link.trouble
    up.wait(301, step=1)
    assert up.link.trouble == ""
    assert up.link.news == "the board was switched on; what it had not sent is lost"


@pytest.mark.parametrize(("oldest", "following"), [(5, 4), (0, 1), (5, 5000)])
def test_a_hello_whose_numbers_cannot_be_is_damage(pair: Pair, oldest: int, following: int) -> None:
    hello = replace(pair.board._hello(), session=pair.link._greeting.session, oldest=oldest, next=following)
    assert pair.link.feed(encode_frame(Frame(m.FrameType.HELLO, 0, hello.pack()))) == []
    assert (pair.link.bad_frames, pair.link.is_up) == (1, False)


def test_numbers_that_have_gone_far_ahead_take_no_time(up: Pair) -> None:
    up.board.event(m.TowerEvent(1))
    up.talk()
    memory = up.board.memory
    memory.events.clear()
    memory.oldest = memory.next = 0xFFFF_FFF0
    up.board.reset()
    up.talk()
    assert up.link.lost == 0xFFFF_FFF0 - 2
