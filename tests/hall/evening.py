"""An evening in a hall where things die: workers one after the other, the broker once, and nobody at a table loses anything."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.errors import LamplightError
from tests.hall.measured import Span
from tests.hall.stage import Stage, WorkerProcess, answered

TAKE_OVER = 1.0
"""s after a kill in which readings may wait: within it the tables are served again."""
BROKER_AWAY = 1.0
"""s until whoever looks after the broker has started it again."""
CONNECTING = 3.0
"""s in which readers and workers reach it again: paho waits one and then two."""
RESTART = 2.0
"""s until whoever looks after a worker has started it again."""
LOOKS = 0.02


class LostReadingError(LamplightError):
    """A reading was lost or counted twice, or a table was left dark."""


@dataclass(slots=True)
class Deaths:
    """What was killed, and how long it was until somebody else served its tables."""

    take_overs: list[float] = field(default_factory=list)  # s until the dead worker had no table any more
    spans: list[Span] = field(default_factory=list)
    broker: list[Span] = field(default_factory=list)
    workers: int = 0


def killing(stage: Stage, every: float, broker_at: float, over: threading.Event, tell: Callable[[str], None]) -> Deaths:
    """Kill a worker every so many seconds, and the broker once, until it is over. Raises LostReadingError."""
    deaths, began, broker = Deaths(), time.monotonic(), False
    following = began + every
    while not over.wait(0.1):
        now = time.monotonic()
        if now >= following:
            following += every
            killed(stage, stage.workers[deaths.workers % len(stage.workers)], deaths)
            tell(f"{now - began:.0f} s: a worker killed, its tables taken over in {deaths.take_overs[-1]:.2f} s")
        if not broker and now - began >= broker_at:
            broker = True
            deaths.broker.append(_restart_broker(stage))
            tell(f"{now - began:.0f} s: the broker killed and started")
    return deaths


def killed(stage: Stage, worker: WorkerProcess, deaths: Deaths) -> None:
    number = stage.number_of(worker)
    began = time.monotonic()
    worker.kill()
    while number in stage.served():
        if time.monotonic() > began + 30:
            raise LostReadingError(f"Nobody takes over the tables of worker {number}.")
        time.sleep(LOOKS)
    deaths.take_overs.append(time.monotonic() - began)
    deaths.spans.append(Span(began, began + TAKE_OVER))
    deaths.workers += 1
    worker.start_later(RESTART)


def _restart_broker(stage: Stage) -> Span:
    began = time.monotonic()
    stage.broker.kill()
    time.sleep(BROKER_AWAY)
    stage.broker.start()
    return Span(began, time.monotonic() + CONNECTING)


def check(stage: Stage, said: Mapping[str, Any], away: Sequence[Span] = ()) -> Mapping[str, int]:
    """Each reading that was laid is known once, and none was answered twice. Raises LostReadingError.

    `away`: when a broker that had been killed was just coming back: it hands out an older question for a moment, and what is laid
    for that one is shown as a stray, as it is at any table.
    """
    laid = said["laid"]
    waiting = [one["id"] for one in laid if not one["acked"]]
    if waiting:
        raise LostReadingError(f"{len(waiting)} readings were never acknowledged, as {waiting[0]}.")
    counts, known, doubtful = answered(stage.engine, stage.lamps), stage.known(), stage.asked_about()
    twice = [name for name, times in counts.items() if times > 1]
    missing = [one["id"] for one in laid if known.get(one["id"]) != 1]
    strays = [one for one in laid if one["sure"] and one["id"] not in counts and one["id"] not in doubtful]
    unanswered = [one["id"] for one in strays if not any(span.has(one["at"]) for span in away)]
    for what, found in (("twice", twice), ("not in the inbox", missing), ("not answered", unanswered)):
        if found:
            raise LostReadingError(f"{len(found)} readings are {what}, as {found[0]}.")
    asked = len(laid) - len(counts) - len(strays)
    return {"laid": len(laid), "answered": len(counts), "asked about": asked, "for an older question": len(strays)}
