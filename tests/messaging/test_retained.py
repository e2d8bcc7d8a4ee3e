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


def test_retained_cache_repeats_the_newest() -> None:
    client = said(RED, EVENT)
    assert [client.again(), client.again()] == [(RED,), (RED,)]


def test_retained_cache_repeats_an_unconfirmed_deletion() -> None:
    """A message sent before the connection broke may be lost, and the light stayed on."""
    client = said(RED, OUT)
    assert client.again([RED, OUT]) == (OUT,)


def test_retained_cache_forgets_a_confirmed_deletion() -> None:
    assert said(RED, OUT).again() == ()


def test_retained_cache_deletes_once_after_connecting() -> None:
    client = said(OUT, sent=False)
    assert [client.again(), client.again()] == [(OUT,), ()]


def test_retained_cache_repeats_unconfirmed_events_first() -> None:
    assert said(RED).again([EVENT, RED]) == (EVENT, RED)
