from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.link import messages as m
from firmware_bridge.link.events import BoardEvent
from firmware_bridge.link.framing import LinkFrame, encode_frame
from firmware_bridge.link.greeting import GONE
from tests.firmware_bridge.link.pair import Pair, pair, up

__all__ = ["pair", "up"]


def test_silent_board_is_greeted_again_then_reported(up: Pair) -> None:
    up.link.send_command(m.Ping(b"?"))
    for _ in range(200):
        up.clock.now += 0.05
        up.link.to_send()
    assert not up.link.is_up
    assert up.link.trouble == GONE


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
def test_link_survives_any_bytes(noise: list[bytes]) -> None:
    pair = Pair()
    pair.talk()
    for piece in noise:
        pair.link.feed(piece)
        pair.link.to_send()
    pair.link.feed(b"\0")
    pair.board.event(m.TowerEvent(7))
    assert m.TowerEvent(7) in [one.event for one in pair.wait(4) if isinstance(one, BoardEvent)]


PAYLOADS = st.binary(max_size=m.MOST_PAYLOAD)


@given(
    st.lists(st.tuples(st.integers(0, 15), st.integers(0, 255), PAYLOADS, st.sampled_from([1, 1, 1, 2])), max_size=30)
)
def test_link_survives_any_frames(said: list[tuple[int, int, bytes, int]]) -> None:
    """Valid CRCs with any content, as from a defective board."""
    pair = Pair()
    pair.talk()
    for kind, seq, payload, version in said:
        pair.link.feed(encode_frame(LinkFrame(kind, seq, payload, version)))
        pair.clock.now += 0.05
        pair.link.to_send()
        assert pair.link.due >= 0
