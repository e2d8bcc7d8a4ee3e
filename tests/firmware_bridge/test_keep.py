"""State that survives a reset, with a reset at each byte written."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from firmware_bridge.link.messages import (
    Ack,
    ButtonEvent,
    Cmd,
    EventKind,
    FrameType,
    Part,
    Question,
    Reset,
    TroubleEvent,
)
from tests.firmware_bridge.core import SESSION, Core, begin, core, the_core

__all__ = ["core", "the_core"]

pytestmark = pytest.mark.firmware

QUEUE = 8
MOST_STORES = 400  # more than the bytes that one turn writes


def each_cut(core: Core, prepare: Callable[[Core], None]) -> Iterator[int]:
    """Repeat a turn with a reset after 0, 1, 2... bytes, until it runs to its end."""
    for stores in range(MOST_STORES):
        begin(core)
        prepare(core)
        if not core.cut_after(stores):
            assert stores > 50, "nothing was written that survives: this proves nothing"
            yield stores
            return
        yield stores
    raise AssertionError(f"a turn that writes more than {MOST_STORES} bytes")


def test_event_survives_a_reset_at_any_byte(core: Core) -> None:
    for stores in each_cut(core, Core.press):
        core.turns()
        hello, events = core.asked()
        assert (hello.oldest, hello.next, hello.dropped) == (1, 2, 0), stores
        assert [(event.number, event.kind, event.body) for event in events] == [
            (1, EventKind.BUTTON, ButtonEvent(0, 1).pack())
        ], stores


def test_acknowledgement_is_atomic_over_a_reset(core: Core) -> None:
    def prepare(core: Core) -> None:
        core.press(0b011)
        core.turns()
        hello, _ = core.asked()
        core.feed(FrameType.ACK, Ack(hello.epoch, 2).pack(), 2)

    seen = set()
    for stores in each_cut(core, prepare):
        hello, events = core.asked()
        assert hello.next == 3, stores
        assert [event.number for event in events] == list(range(hello.oldest, 3)), stores
        seen.add(hello.oldest)
    assert seen == {1, 2}


def test_question_survives_a_reset_at_any_byte(core: Core) -> None:
    def prepare(core: Core) -> None:
        core.asked()
        core.feed(FrameType.CMD, Cmd(SESSION, Question.code, Question(4711).pack()).pack(), 1)

    seen = set()
    for stores in each_cut(core, prepare):
        core.press()
        core.turns()
        _, (event,) = core.asked()
        assert event.question in {0, 4711}, stores
        seen.add(event.question)
    assert seen == {0, 4711}


@pytest.mark.parametrize("which", range(2), ids=["the older head", "the newer head"])
@pytest.mark.parametrize(
    "at", [0, 4, 8, 20, 86, 88, 90], ids=["epoch", "oldest", "next", "memory of parts", "turn", "crc", "mark"]
)
def test_decayed_memory_begins_a_new_epoch(core: Core, at: int, which: int) -> None:
    """The other head is valid, but it may be older than what a bridge received, which cannot be detected."""
    core.press()
    core.turns()
    before, _ = core.asked()
    kept = bytes(core.kept())
    epoch = before.epoch.to_bytes(4, "little")
    first = kept.index(epoch)
    place = [first, kept.index(epoch, first + 4)][which]
    core.kept()[place + at] ^= 1
    core.start(Reset.PIN, chance=0x4321)
    after, events = core.asked()
    assert after.epoch != before.epoch
    assert (after.next, events) == (1, [])


def test_decayed_event_is_trouble_under_its_number(core: Core) -> None:
    core.press()
    core.turns()
    core.press(0)
    core.turns()
    event = bytes([1, 0, 0, 0, 0, 0, EventKind.BUTTON, 2, 0, 1])  # number 1, no question, two bytes
    core.decay(event, len(event) - 1)
    core.start(Reset.PIN)
    _, events = core.asked()
    assert [(event.number, event.kind) for event in events] == [(1, EventKind.TROUBLE), (2, EventKind.BUTTON)]
    assert TroubleEvent.unpack(events[0].body) == TroubleEvent(Part.MEMORY, 0, 1)


def test_dropped_count_survives_a_reset(core: Core) -> None:
    for i in range(QUEUE + 3):
        core.press(1 - i % 2)
        core.turns()
    core.start(Reset.PIN)
    hello, _ = core.asked()
    assert (hello.oldest, hello.next, hello.dropped) == (1, QUEUE + 1, 3)
