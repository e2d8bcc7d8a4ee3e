from __future__ import annotations

from companion.messaging.bus import MqttMessage, RetainedCache

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


def test_the_newest_of_what_is_retained_is_said_again_each_time() -> None:
    client = said(RED, EVENT)
    assert [client.again(), client.again()] == [(RED,), (RED,)]


def test_what_was_cleared_is_cleared_again_where_the_broker_may_not_have_heard_it() -> None:
    """A message sent before the connection broke may be lost, and the light stayed on."""
    client = said(RED, OUT)
    assert client.again([RED, OUT]) == (OUT,)


def test_what_was_cleared_and_confirmed_is_another_client_s_from_then_on() -> None:
    assert said(RED, OUT).again() == ()


def test_what_is_cleared_out_of_reach_is_cleared_once_there_is_a_connection() -> None:
    client = said(OUT, sent=False)
    assert [client.again(), client.again()] == [(OUT,), ()]


def test_what_passes_is_said_again_where_it_was_never_confirmed_and_before_what_stays() -> None:
    assert said(RED).again([EVENT, RED]) == (EVENT, RED)
