"""Costs per answer: processor time by process, bytes on wire and disk, memory."""

from __future__ import annotations

import time
from collections.abc import Mapping

from tests.hall.measured import carried, children, memory, processor, processor_of_children
from tests.hall.stage import Stage


class Costs:
    """Measures from its construction on."""

    def __init__(self, stage: Stage) -> None:
        self._stage, self._began = stage, time.monotonic()
        self._before = self._now()

    def _now(self) -> Mapping[str, float]:
        stage = self._stage
        return {
            "workers": stage.spent() + sum(processor(worker.process.pid) for worker in stage.workers),
            "postgresql": processor_of_children(stage.postgres.pid),
            "broker": stage.broker.spent + processor(stage.broker.process.pid),
            "wire": stage.broker.carried + carried(stage.broker.process.pid),
            "wal": stage.wal(),
        }

    def of(self, answers: int) -> Mapping[str, object]:
        """Return the costs per answer."""
        now = self._now()
        took = {name: now[name] - self._before[name] for name in now}
        seconds, stage = time.monotonic() - self._began, self._stage
        processors = {name: took[name] for name in ("workers", "postgresql", "broker")}
        return {
            "ms of a processor an answer": {name: round(1000 * s / answers, 2) for name, s in processors.items()},
            "processors busy": round(sum(processors.values()) / seconds, 2),
            "bytes through the broker an answer": round(took["wire"] / answers),
            "bytes of write-ahead log an answer": round(took["wal"] / answers),
            "MB of memory": {
                "each worker": [round(memory(worker.process.pid) / 1e6) for worker in stage.workers],
                "postgresql": round(sum(map(memory, (stage.postgres.pid, *children(stage.postgres.pid)))) / 1e6),
                "broker": round(memory(stage.broker.process.pid) / 1e6),
            },
        }
