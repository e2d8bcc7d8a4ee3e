"""Parts of the bus: topic patterns, retained messages, deferred callbacks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.messaging import BusError
from companion.messaging.bus import AfterPublishQueue, MqttMessage, RetainedCache, check_pattern, matches, overlap

LEVELS = st.lists(st.sampled_from("abc"), min_size=1, max_size=4).map("/".join)
PATTERNS = st.builds(
    lambda levels, end: "/".join([*levels, *end]),
    st.lists(st.sampled_from("ab+"), min_size=1, max_size=3),
    st.sampled_from([[], ["#"]]),
)


@pytest.mark.parametrize(
    ("pattern", "topic", "fits"),
    [("a/b", "a/b", True), ("a/+", "a/b", True), ("a/+", "a/b/c", False), ("a/#", "a", True), ("a/#", "a/b/c", True), ("+", "a/b", False),
     ("#", "$SYS/x", False), ("+/x", "$SYS/x", False), ("$SYS/#", "$SYS/x", True), ("a/+", "a/", True)],
)  # fmt: skip
def test_matches_follows_the_mqtt_standard(pattern: str, topic: str, fits: bool) -> None:
    assert matches(pattern, topic) is fits


@given(PATTERNS, PATTERNS, LEVELS)
def test_patterns_that_one_topic_fits_overlap(one: str, other: str, topic: str) -> None:
    assert not overlap("lamplight/v1/+/reader/+/reading", "lamplight/v1/+/reader/+/status")
    if matches(one, topic) and matches(other, topic):
        assert overlap(one, other)
        assert overlap(other, one)


@pytest.mark.parametrize("pattern", ["", "a/#/b", "a+/b", "a/b#", "a\0"])
def test_check_pattern_refuses_impossible_patterns(pattern: str) -> None:
    with pytest.raises(BusError, match="no pattern"):
        check_pattern(pattern)


RED, OUT, EVENT = (
    MqttMessage("light/1", b"red", retain=True),
    MqttMessage("light/1", b"", retain=True),
    MqttMessage("event", b"bang"),
)


@pytest.mark.parametrize(
    ("kept", "sent", "unconfirmed", "again"),
    [
        ((RED, EVENT), True, (), [(RED,), (RED,)]),
        ((RED, OUT), True, (RED, OUT), [(OUT,), ()]),  # what an earlier connection sent may be lost
        ((RED, OUT), True, (), [(), ()]),
        ((OUT,), False, (), [(OUT,), ()]),
        ((RED,), True, (EVENT, RED), [(EVENT, RED), (RED,)]),
    ],
    ids=["newest", "unconfirmed deletion", "confirmed deletion", "deletion offline", "unconfirmed event"],
)
def test_retained_cache_repeats_what_the_broker_may_lack(
    kept: tuple[MqttMessage, ...],
    sent: bool,
    unconfirmed: tuple[MqttMessage, ...],
    again: list[tuple[MqttMessage, ...]],
) -> None:
    cache = RetainedCache()
    for message in kept:
        cache.keep(message, sent=sent)
    assert [cache.to_republish(unconfirmed), cache.to_republish()] == again


class Writing:
    """A switch for unwritten data."""

    def __init__(self) -> None:
        self.left = True

    def __call__(self) -> bool:
        return self.left


def test_callback_that_publishes_delays_the_next() -> None:
    writing, done = Writing(), []
    afterwards = AfterPublishQueue(writing)

    def says() -> None:
        done.append("state")
        writing.left = True

    afterwards.put(says)
    afterwards.put(lambda: done.append("pages"))
    afterwards.go_on()
    assert not done
    writing.left = False
    afterwards.go_on()
    assert done == ["state"]
    afterwards.finish()
    assert done == ["state", "pages"]


def test_failing_callback_does_not_stop_others(caplog: pytest.LogCaptureFixture) -> None:
    done: list[str] = []
    afterwards = AfterPublishQueue(lambda: False)
    afterwards.put(lambda: done.remove("nothing"))
    afterwards.put(lambda: done.append("pages"))
    afterwards.go_on()
    assert done == ["pages"]
    assert "what was to be done after a message failed" in caplog.text
