"""Metrics in the format of Prometheus. Most are read from the parts at each scrape; the path of a throw fills two histograms."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from prometheus_client import CollectorRegistry, Counter, Histogram, disable_created_metrics, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from companion.errors import LamplightError
from companion.schema import Reading
from companion.sessions import LogRow, RuleError
from companion.system.atomic_write import write_atomically

T = TypeVar("T")
BUCKETS = (0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.128, 0.256, 0.512, 1.0, 2.0, 4.0)  # s
SOURCE_KINDS = {"vision": "camera", "bridge": "serial", "virtual": "virtual"}
"""First part of an answer's source. Other answers were given by hand."""


@dataclass(frozen=True, slots=True)
class Gauge:
    """A number that is read at each scrape. A name that ends in `_total` is a counter."""

    name: str
    help: str
    ask: Callable[[], float | Mapping[str, float]]  # with `label`: by its values
    label: str = ""


class Metrics:
    """Metrics of one application, in a registry of their own. Thread-safe."""

    def __init__(self) -> None:
        disable_created_metrics()  # type: ignore[no-untyped-call]  # a second line for each counter, which nobody reads
        registry = self._registry = CollectorRegistry()
        self._answers = Counter("lamplight_answers", "Answers written to the log.", ["source"], registry=registry)
        self._entries = Counter("lamplight_entries", "Entries written to the log.", registry=registry)
        self._commits = Histogram(
            "lamplight_commit_seconds", "From begin to commit of one transaction.", buckets=BUCKETS, registry=registry
        )
        self._readings = Histogram(
            "lamplight_reading_seconds",
            "From a reading at the rules service to its commit.",
            buckets=BUCKETS,
            registry=registry,
        )
        self._responses = Counter("lamplight_http_responses", "By status code.", ["code"], registry=registry)
        self._lines = Counter("lamplight_log_lines", "Lines logged, by level.", ["level"], registry=registry)
        self._stumbles = Counter("lamplight_stumbles", "Rules that raised.", registry=registry)

    def ask(self, numbers: Sequence[Gauge]) -> None:
        """Add numbers to each scrape."""
        self._registry.register(_GaugeCollector(tuple(numbers)))

    def histogram(self, name: str, help: str) -> Callable[[float], None]:
        """Add a histogram of seconds. Return its `observe`."""
        return Histogram(name, help, buckets=BUCKETS, registry=self._registry).observe

    def text(self) -> bytes:
        """Return all metrics in the format of Prometheus."""
        return generate_latest(self._registry)

    def count_write(self, rows: Iterable[LogRow], seconds: float) -> None:
        """Count and time a transaction that is on disk."""
        self._commits.observe(seconds)
        for row in rows:
            self._entries.inc()
            if row.kind == "answer":
                self._answers.labels(source_of(row)).inc()

    def time_calls(self, take: Callable[[Reading], T]) -> Callable[[Reading], T]:
        """Return the same function, which times its calls that do not fail."""

        def measure(reading: Reading) -> T:
            began = time.perf_counter()
            outcome = take(reading)
            self._readings.observe(time.perf_counter() - began)
            return outcome

        return measure

    def count_response(self, code: int) -> None:
        """Count a response."""
        self._responses.labels(str(code)).inc()

    def count_record(self, record: logging.LogRecord) -> None:
        """Count a line of the log."""
        self._lines.labels(record.levelname.lower()).inc()
        if record.exc_info and isinstance(record.exc_info[1], RuleError):
            self._stumbles.inc()


class WarningCounter(logging.Handler):
    """Counts log records from WARNING on."""

    def __init__(self, metrics: Metrics) -> None:
        super().__init__(logging.WARNING)
        self._metrics = metrics

    def emit(self, record: logging.LogRecord) -> None:
        self._metrics.count_record(record)


class _GaugeCollector(Collector):
    """Read each number at the scrape."""

    def __init__(self, numbers: Sequence[Gauge]) -> None:
        self._numbers = numbers

    def describe(self) -> Iterator[Metric]:
        """Describe nothing: the parts do not exist yet."""
        return iter(())

    def collect(self) -> Iterator[Metric]:
        for gauge in self._numbers:
            labels = [gauge.label] if gauge.label else []
            family = CounterMetricFamily if gauge.name.endswith("_total") else GaugeMetricFamily
            metric = family(gauge.name.removesuffix("_total"), gauge.help, labels=labels)
            try:
                value = gauge.ask()
            except (OSError, LamplightError):  # the disk or the store is away: the others are wanted all the more
                continue
            for label, number in value.items() if isinstance(value, Mapping) else (("", value),):
                metric.add_metric([label] if labels else [], number)
            yield metric


def source_of(row: LogRow) -> str:
    """Return what gave an answer: a camera, a serial reader, virtual dice, or a hand."""
    answer = row.data["answer"]
    return SOURCE_KINDS.get(answer["source"].partition("/")[0], "hand") if answer.get("reading") else "hand"


TOKEN_FILE = "metrics-token"  # noqa: S105 - the name of the file that holds it


def metrics_token(data: Path) -> str:
    """Return the token for reading the metrics. Makes it at the first start, in a private file. Raises OSError."""
    path = data / TOKEN_FILE
    if not path.exists():
        write_atomically(path, f"{secrets.token_urlsafe(24)}\n", private=True)
    return path.read_text(encoding="ascii").strip()
