"""What a client has said and must hold after a loss: the newest of what is retained, and what was never confirmed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MqttMessage:
    """Something that was said, or is to be."""

    topic: str
    payload: bytes
    retain: bool = False


class RetainedCache:
    """What one client has said. An empty retained payload is said until it is confirmed and then no more: later another client
    may say something of that topic. Not safe for threads.
    """

    def __init__(self) -> None:
        self._newest: dict[str, bytes] = {}  # of each retained topic

    def keep(self, words: MqttMessage, *, sent: bool) -> None:
        """Said now; `sent`: over a connection, which may still be lost before the broker has heard it."""
        if words.retain and (words.payload or not sent):
            self._newest[words.topic] = words.payload
        elif words.retain:
            self._newest.pop(words.topic, None)

    def newest(self, is_meant: Callable[[str], bool]) -> tuple[MqttMessage, ...]:
        """What is retained of the topics that are meant."""
        told = self._newest.items()
        return tuple(MqttMessage(topic, payload, retain=True) for topic, payload in told if payload and is_meant(topic))

    def forget(self, is_meant: Callable[[str], bool]) -> None:
        """Others say what is so of these topics from now on."""
        self._newest = {topic: payload for topic, payload in self._newest.items() if not is_meant(topic)}

    def again(self, left: Iterable[MqttMessage] = ()) -> tuple[MqttMessage, ...]:
        """What is to be said after a reconnect, in its order; `left`: sent on an earlier connection, and never confirmed.

        >>> RetainedCache().again([MqttMessage("light/1", b"red", True), MqttMessage("light/1", b"", True), MqttMessage("event", b"heard?")])
        (Words(topic='event', payload=b'heard?', retain=False), Words(topic='light/1', payload=b'', retain=True))
        """
        older = tuple(left)
        passing = tuple(words for words in older if not words.retain)
        unsure = {words.topic: words for words in older if words.retain and words.topic not in self._newest}
        newest = tuple(MqttMessage(topic, payload, retain=True) for topic, payload in self._newest.items())
        self._newest = {topic: payload for topic, payload in self._newest.items() if payload}
        return (*passing, *unsure.values(), *newest)
