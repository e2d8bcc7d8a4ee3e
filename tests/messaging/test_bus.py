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
    if matches(one, topic) and matches(other, topic):
        assert overlap(one, other)
        assert overlap(other, one)


def test_patterns_of_different_names_do_not_overlap() -> None:
    assert not overlap("lamplight/v1/+/reader/+/reading", "lamplight/v1/+/reader/+/status")


@pytest.mark.parametrize("pattern", ["", "a/#/b", "a+/b", "a/b#", "a\0"])
def test_check_pattern_refuses_impossible_patterns(pattern: str) -> None:
    with pytest.raises(BusError, match="no pattern"):
        check_pattern(pattern)


RED, OUT, EVENT = (
    MqttMessage("light/1", b"red", retain=True),
    MqttMessage("light/1", b"", retain=True),
    MqttMessage("event", b"bang"),
)


def said(*words: MqttMessage, sent: bool = True) -> RetainedCache:
    found = RetainedCache()
    for one in words:
        found.keep(one, sent=sent)
    return found


def test_retained_cache_repeats_the_newest() -> None:
    client = said(RED, EVENT)
    assert [client.again(), client.again()] == [(RED,), (RED,)]


def test_retained_cache_repeats_an_unconfirmed_deletion() -> None:
    """A message sent before a lost connection may be lost, and the light would stay on."""
    client = said(RED, OUT)
    assert client.again([RED, OUT]) == (OUT,)


def test_retained_cache_forgets_a_confirmed_deletion() -> None:
    assert said(RED, OUT).again() == ()


def test_retained_cache_deletes_once_after_connecting() -> None:
    client = said(OUT, sent=False)
    assert [client.again(), client.again()] == [(OUT,), ()]


def test_retained_cache_repeats_unconfirmed_events_first() -> None:
    assert said(RED).again([EVENT, RED]) == (EVENT, RED)


class Writing:
    """A switch for unwritten data."""

    def __init__(self) -> None:
        self.left = True

    def __call__(self) -> bool:
        return self.left


def test_callback_waits_for_unwritten_messages() -> None:
    writing, done = Writing(), []
    afterwards = AfterPublishQueue(writing)
    afterwards.put(lambda: done.append("state"))
    afterwards.go_on()
    assert not done
    writing.left = False
    afterwards.go_on()
    assert done == ["state"]


def test_callback_that_publishes_delays_the_next() -> None:
    writing, done = Writing(), []
    afterwards = AfterPublishQueue(writing)

    def says() -> None:
        done.append("state")
        writing.left = True

    afterwards.put(says)
    afterwards.put(lambda: done.append("pages"))
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
