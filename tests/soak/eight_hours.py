"""The long soak: its measurements, and their limits."""

from __future__ import annotations

import ctypes
import io
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median

from companion.system.logging_config import LogSettings, configure_logging
from tests.proofs.proof import Numbers, ProofError, Tell
from tests.soak.gauge import Gauge, count_kinds
from tests.soak.soak import PICTURES_KEPT, Soak, seconds_to_start

ANSWERS = 20_000
WARM = 0.2  # share of the answers after which everything is loaded
WINDOW = 0.2  # share of the answers in one average of the memory
FLAT = 0.05  # allowed change of the memory, as a share
MOST_BYTES = 4_000  # of the database, per answer
MOST_WAL = 8_000_000  # bytes
POOL = 5  # connections to the database that SQLAlchemy keeps open
MOST_START = 5.0  # s
LOG = LogSettings(level="debug", bytes=200_000, files=3)
"""Small enough to turn over during the soak, with every message."""


def soaked(seed: int, answers: int, tell: Tell) -> Numbers:
    """Return the measurements. Raises ProofError."""
    with tempfile.TemporaryDirectory() as folder:
        data, gauges, warm = Path(folder), list[Gauge](), Counter[str]()
        configure_logging("house", replace(LOG, folder=str(data / "logs")), io.StringIO())
        limit_malloc()
        soak = Soak(data, seed)
        for gauge in soak.play(answers):
            gauges.append(gauge)
            tell(f"{gauge.answers} answers, {gauge.memory / 1e6:.0f} MB, {gauge.handles} handles")
            if not warm and gauge.answers >= WARM * answers:
                warm = count_kinds()
        grown = ", ".join(f"{kind} +{count}" for kind, count in (count_kinds() - warm).most_common(8))
        soak.stop()
        start = seconds_to_start(data)
        logs = sorted(path.name for path in (data / "logs").iterdir())
    if faults := _faults(gauges, start, logs, grown):
        raise ProofError(f"{'; '.join(faults)} (seed {seed})")
    return _numbers(soak, gauges, start, logs)


def limit_malloc() -> None:
    """Have glibc keep as little free memory as with the environment of deploy/systemd/lamplight.service."""
    library = ctypes.CDLL(None)
    for key, value in ((-1, 262144), (-3, 262144), (-8, 2)):  # M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX
        library.mallopt(key, value)


def _numbers(soak: Soak, gauges: Sequence[Gauge], start: float, logs: Sequence[str]) -> Numbers:
    early, late = _windows(gauges)
    return {
        "answers": gauges[-1].answers,
        **{name.replace(" ", "_"): count for name, count in sorted(soak.player.counts.items())},
        "evenings": dict(soak.evenings),
        "snapshots": sum(viewer.snapshots for viewer in soak.viewers),
        "memory_mb_warm": round(early / 1e6, 1),
        "memory_mb_end": round(late / 1e6, 1),
        "memory_growth_percent": round(100 * (late / early - 1), 2),
        "handles": [min(one.handles for one in gauges), max(one.handles for one in gauges)],
        "handles_end": gauges[-1].handles,
        "threads": [min(one.threads for one in gauges), max(one.threads for one in gauges)],
        "database_bytes_an_answer": round(_bytes_an_answer(gauges)),
        "database_mb": round(gauges[-1].database / 1e6, 1),
        "wal_mb_most": round(max(one.wal for one in gauges) / 1e6, 1),
        "outbox_mb_most": round(max(one.outbox for one in gauges) / 1e6, 1),
        "log_mb_most": round(max(one.logs for one in gauges) / 1e6, 2),
        "log_files": list(logs),
        "pictures_most": max(one.pictures for one in gauges),
        "seconds_to_start_after": round(start, 2),
    }


def _bytes_an_answer(gauges: Sequence[Gauge]) -> float:
    return (gauges[-1].database - gauges[0].database) / (gauges[-1].answers - gauges[0].answers)


def _windows(gauges: Sequence[Gauge]) -> tuple[float, float]:
    """Return the memory after the warm-up and at the end, as the medians of two windows."""
    last = gauges[-1].answers
    early = [one.memory for one in gauges if WARM * last <= one.answers <= (WARM + WINDOW) * last]
    late = [one.memory for one in gauges if one.answers >= (1 - WINDOW) * last]
    return median(early), median(late)


def _faults(gauges: Sequence[Gauge], start: float, logs: Sequence[str], grown: str) -> list[str]:
    """Return what is beyond its limit, a clause each."""
    (early, late), last = _windows(gauges), gauges[-1]
    warm = [one for one in gauges if one.answers <= (WARM + WINDOW) * last.answers]
    handles, threads = max(one.handles for one in warm), max(one.threads for one in warm)
    most_log = LOG.files * LOG.bytes
    checks = (
        (abs(late / early - 1) <= FLAT, f"memory went from {early:.0f} to {late:.0f} bytes; more than before: {grown}"),
        (last.handles <= handles, f"{last.handles} handles, {handles} once it was warm"),
        (last.connections <= POOL, f"{last.connections} connections to the database, {POOL} are kept at most"),
        (last.threads <= threads, f"{last.threads} threads, {threads} once it was warm"),
        (_bytes_an_answer(gauges) <= MOST_BYTES, f"{_bytes_an_answer(gauges):.0f} bytes an answer in the database"),
        (max(one.wal for one in gauges) <= MOST_WAL, "the write-ahead log is not taken over"),
        (max(one.outbox for one in gauges) <= MOST_WAL, "the reader's outbox only grows"),
        (max(one.logs for one in gauges) <= most_log, f"the log took more than {most_log} bytes"),
        (len(logs) >= LOG.files, "the log did not turn over"),
        (max(one.pictures for one in gauges) <= PICTURES_KEPT, "pictures are not let go of"),
        (start <= MOST_START, "the next start takes too long"),
    )
    return [clause for holds, clause in checks if not holds]
