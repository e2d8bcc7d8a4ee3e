"""Kill workers one after another and the broker once, and check that no reading is lost."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.errors import LamplightError
from tests.hall.aged import AGED
from tests.hall.measured import Span
from tests.hall.stage import Stage, WorkerProcess, answered

BROKER_AWAY = 1.0
"""s until a supervisor restarts the broker."""
CONNECTING = 3.0
"""Seconds in which readers and workers reconnect: paho waits one and then two."""
RESTART = 2.0
"""s until a supervisor restarts a worker."""
LOOKS = 0.1
TOLD = 2.0
"""Seconds after the last answer within which the broker has the newest state."""


class LostReadingError(LamplightError):
    """A reading was lost or counted twice, or a table was left dark."""


@dataclass(slots=True)
class Deaths:
    """Killed processes and times."""

    workers: list[float] = field(default_factory=list)  # s, monotonic
    broker: list[Span] = field(default_factory=list)


def killing(stage: Stage, every: float, broker_at: float, over: threading.Event, tell: Callable[[str], None]) -> Deaths:
    """Kill a worker every so many seconds, and the broker once, until `over`."""
    deaths, began, broker = Deaths(), time.monotonic(), False
    following = began + every
    while not over.wait(LOOKS):
        now = time.monotonic()
        if now >= following:
            following += every
            kill_one(stage.workers[len(deaths.workers) % len(stage.workers)], deaths)
            tell(f"{now - began:.0f} s: a worker killed")
        if not broker and now - began >= broker_at:
            broker = True
            deaths.broker.append(_restart_broker(stage))
            tell(f"{now - began:.0f} s: the broker killed and started")
    return deaths


def kill_one(worker: WorkerProcess, deaths: Deaths) -> None:
    """Kill a worker. A supervisor restarts it."""
    deaths.workers.append(time.monotonic())
    worker.kill()
    worker.start_later(RESTART)


def _restart_broker(stage: Stage) -> Span:
    began = time.monotonic()
    stage.broker.kill()
    time.sleep(BROKER_AWAY)
    stage.broker.start()
    return Span(began, time.monotonic() + CONNECTING)


def check(stage: Stage, said: Mapping[str, Any], away: Sequence[Span] = ()) -> Mapping[str, int]:
    """Check that each reading is known once and none was answered twice. Raises LostReadingError.

    `away` has the times when a broker was coming back, or a worker died before it published a commit. An older
    question is current for a moment then, and a reading for it becomes a stray, as at any table.
    """
    laid = said["laid"]
    waiting = [one["id"] for one in laid if not one["acked"]]
    if waiting:
        raise LostReadingError(f"{len(waiting)} readings were never acknowledged, as {waiting[0]}.")
    counts = {name: times for name, times in answered(stage.engine, stage.lamps).items() if not name.startswith(AGED)}
    known, doubtful = stage.known(), stage.asked_about()
    twice = [name for name, times in counts.items() if times > 1]
    missing = [one["id"] for one in laid if known.get(one["id"]) != 1]
    strays = [one for one in laid if one["sure"] and one["id"] not in counts and one["id"] not in doubtful]
    unanswered = [one["id"] for one in strays if not any(span.has(one["at"]) for span in away)]
    for what, found in (("twice", twice), ("not in the inbox", missing), ("not answered", unanswered)):
        if found:
            at = {one["id"]: one["at"] for one in laid}
            raise LostReadingError(f"{len(found)} readings are {what}, as {found[0]}, laid at {at.get(found[0])}.")
    for what, found in (("gaps in a log", stage.gaps()), ("readings out of order", stage.disorder())):
        if found:
            raise LostReadingError(f"{what}: {', '.join(found[:5])}.")
    asked = len(laid) - len(counts) - len(strays)
    return {"laid": len(laid), "answered": len(counts), "asked about": asked, "for an older question": len(strays)}


def check_told(stage: Stage) -> None:
    """Check that the broker has the newest state of each table some seconds after the last answer. Raises
    LostReadingError.
    """
    time.sleep(TOLD)
    if behind := stage.untold():
        raise LostReadingError(f"The broker keeps something older than the log of {', '.join(behind[:5])}.")
