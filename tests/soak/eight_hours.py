"""The long soak: its measurements, and their limits."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

from companion.system.logging_config import LogSettings, configure_logging
from tests.proofs.proof import Numbers, ProofError, Tell
from tests.soak import gauge
from tests.soak.gauge import Gauge
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
    """The measurements. Raises ProofError."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        configure_logging("house", LogSettings(str(data / "logs"), LOG.level, LOG.bytes, LOG.files), io.StringIO())
        gauge.limit_malloc()
        soak = Soak(data, seed)
        gauges, grown = _played(soak, answers, tell)
        soak.stop()
        start = seconds_to_start(data)
        turned = sorted(path.name for path in (data / "logs").iterdir())
    numbers = _numbers(soak, gauges, start, turned)
    _hold(numbers, gauges, seed, grown())
    return numbers


def _played(soak: Soak, answers: int, tell: Tell) -> tuple[list[Gauge], Callable[[], str]]:
    """A reading after each evening, and the growth since the warm-up."""
    gauges: list[Gauge] = []
    before = None
    for one in soak.play(answers):
        gauges.append(one)
        tell(
            f"{one.answers} answers, {one.memory / 1e6:.0f} MB, {one.handles} handles, {one.database / 1e6:.1f} MB on disk"
        )
        if before is None and one.answers >= WARM * answers:
            before = gauge.kinds()
    warm, after = before or gauge.kinds(), gauge.kinds()
    return gauges, lambda: gauge.most_grown(warm, after)


def _numbers(soak: Soak, gauges: Sequence[Gauge], start: float, turned: Sequence[str]) -> dict[str, object]:
    last, first = gauges[-1], gauges[0]
    early, late = _windows(gauges)
    return {
        "answers": last.answers,
        **{name.replace(" ", "_"): count for name, count in sorted(soak.player.counts.items())},
        "evenings": dict(soak.evenings),
        "snapshots": sum(viewer.snapshots for viewer in soak.viewers),
        "memory_mb_warm": round(early / 1e6, 1),
        "memory_mb_end": round(late / 1e6, 1),
        "memory_growth_percent": round(100 * (late / early - 1), 2),
        "handles": [min(one.handles for one in gauges), max(one.handles for one in gauges)],
        "handles_end": last.handles,
        "threads": [min(one.threads for one in gauges), max(one.threads for one in gauges)],
        "database_bytes_an_answer": round((last.database - first.database) / (last.answers - first.answers)),
        "database_mb": round(last.database / 1e6, 1),
        "wal_mb_most": round(max(one.wal for one in gauges) / 1e6, 1),
        "outbox_mb_most": round(max(one.outbox for one in gauges) / 1e6, 1),
        "log_mb_most": round(max(one.logs for one in gauges) / 1e6, 2),
        "log_files": list(turned),
        "pictures_most": max(one.pictures for one in gauges),
        "seconds_to_start_after": round(start, 2),
    }


def _windows(gauges: Sequence[Gauge]) -> tuple[float, float]:
    """Memory after the warm-up and at the end: the medians of two windows."""
    last = gauges[-1].answers
    early = [one.memory for one in gauges if WARM * last <= one.answers <= (WARM + WINDOW) * last]
    late = [one.memory for one in gauges if one.answers >= (1 - WINDOW) * last]
    return median(early), median(late)


def _hold(numbers: dict[str, object], gauges: Sequence[Gauge], seed: int, grown: str) -> None:
    """Check everything. Raises ProofError with the number that is wrong."""
    early, late = _windows(gauges)
    first, last = gauges[0], gauges[-1]
    warm = [one for one in gauges if one.answers <= (WARM + WINDOW) * last.answers]
    handles, threads = max(one.handles for one in warm), max(one.threads for one in warm)
    per_answer = (last.database - first.database) / (last.answers - first.answers)
    most_log = LOG.files * LOG.bytes
    wrong = (
        (abs(late / early - 1) > FLAT, f"memory went from {early:.0f} to {late:.0f} bytes; more than before: {grown}"),
        (last.handles > handles, f"{last.handles} handles, {handles} once it was warm"),
        (last.connections > POOL, f"{last.connections} connections to the database, {POOL} are kept at most"),
        (last.threads > threads, f"{last.threads} threads, {threads} once it was warm"),
        (per_answer > MOST_BYTES, f"{per_answer:.0f} bytes an answer in the database"),
        (max(one.wal for one in gauges) > MOST_WAL, "the write-ahead log is not taken over"),
        (max(one.outbox for one in gauges) > MOST_WAL, "the reader's outbox only grows"),
        (max(one.logs for one in gauges) > most_log, f"the log took more than {most_log} bytes"),
        (len(numbers["log_files"]) < LOG.files, "the log did not turn over"),  # type: ignore[arg-type]
        (max(one.pictures for one in gauges) > PICTURES_KEPT, "pictures are not let go of"),
        (numbers["seconds_to_start_after"] > MOST_START, "the next start takes too long"),  # type: ignore[operator]
    )
    for is_wrong, sentence in wrong:
        if is_wrong:
            raise ProofError(f"{sentence} (seed {seed})")
