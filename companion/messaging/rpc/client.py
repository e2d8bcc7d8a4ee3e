"""Questions to the process of a reader, over the bus: each waits in the thread that asks, until its answer comes."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from companion.messaging.bus import Bus, Message
from companion.schema import codec

MOST_WAITING = 8


class RpcReply(Protocol):
    """An answer names its question."""

    @property
    def id(self) -> str: ...


T = TypeVar("T", bound=RpcReply)


class RpcClient(Generic[T]):
    """Safe for threads."""

    def __init__(self, bus: Bus, pattern: str, kind: type[T]) -> None:
        """`pattern`: the topics of the answers; `kind`: what an answer is."""
        self._bus, self._kind = bus, kind
        self._waiting: dict[str, threading.Event] = {}
        self._answers: dict[str, T] = {}
        bus.subscribe(pattern, self._hear)

    @property
    def is_busy(self) -> bool:
        """Whether as many wait as may."""
        return len(self._waiting) >= MOST_WAITING

    def ask(self, topic: str, question: Callable[[str], object], patience: float) -> T | None:
        """The answer to a question that is made with the id it gets here; None where none came within `patience` s."""
        name = secrets.token_hex(8)
        answered = self._waiting[name] = threading.Event()
        try:
            self._bus.publish(topic, codec.encode(question(name)))
            answered.wait(patience)
            return self._answers.get(name)
        finally:
            del self._waiting[name]
            self._answers.pop(name, None)

    def _hear(self, message: Message) -> None:
        message.ack()
        answer = codec.decode(
            self._kind, message.payload
        )  # one that is none answers nobody: who waits is told after a while
        waiting = self._waiting.get(answer.id)
        if waiting is not None:
            self._answers[answer.id] = answer
            waiting.set()
