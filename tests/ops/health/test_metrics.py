"""Metrics have Prometheus's usual names, and are counted at once or read at the scrape."""

from __future__ import annotations

import logging

import pytest
from prometheus_client.parser import text_string_to_metric_families as parsed

from companion.errors import StoreError
from companion.ops.health.metrics import Gauge, Metrics, WarningCounter, source_of
from companion.schema import Reading
from companion.sessions import LogRow, RuleError


def read(metrics: Metrics) -> dict[str, float]:
    """Return each sample by its name and labels."""
    families = parsed(metrics.text().decode())
    return {f"{s.name}{sorted(s.labels.values()) or ''}": s.value for family in families for s in family.samples}


def answer(reading: str = "", source: str = "") -> LogRow:
    return LogRow(3, "answer", "roll", {"answer": {"reading": reading, "source": source}}, "1", rest=False)


def test_transaction_is_counted_and_timed() -> None:
    metrics = Metrics()
    metrics.count_write([answer("r1", "vision/cam0"), LogRow(4, "event", "Rolled", {}, "", rest=True)], 0.003)
    found = read(metrics)
    assert found["lamplight_answers_total['camera']"] == 1
    assert found["lamplight_entries_total"] == 2
    assert (found["lamplight_commit_seconds_count"], found["lamplight_commit_seconds_bucket['0.004']"]) == (1, 1)
    assert found["lamplight_commit_seconds_bucket['0.002']"] == 0
    rows = (answer(), answer("r1", "vision/cam0"), answer("r1", "bridge/bag"), answer("a1", "virtual"))
    assert [source_of(row) for row in rows] == ["hand", "camera", "serial", "virtual"]


def test_reading_is_timed_unless_it_fails() -> None:
    metrics = Metrics()

    def take(reading: Reading) -> str:
        if reading.seq == 2:
            raise OSError("full")
        return "committed"

    timed = metrics.time_calls(take)
    assert timed(Reading("r", "lamp", "vision/cam0", "e", 1)) == "committed"
    with pytest.raises(OSError, match="full"):
        timed(Reading("r", "lamp", "vision/cam0", "e", 2))
    assert read(metrics)["lamplight_reading_seconds_count"] == 1


def test_gauges_are_read_at_the_scrape() -> None:
    def fail() -> float:
        raise StoreError("The database does not answer.")

    metrics, waiting = Metrics(), {"vision-cam0": 3.0}
    metrics.ask(
        (
            Gauge("lamplight_away", "Away.", fail),
            Gauge("lamplight_readings_waiting", "Kept.", lambda: dict(waiting), "reader"),
            Gauge("lamplight_bus_reconnects_total", "Again.", lambda: 2),
        )
    )
    waiting["bridge-bag"] = 1.0
    found = read(metrics)
    assert found["lamplight_readings_waiting['bridge-bag']"] == 1
    assert found["lamplight_bus_reconnects_total"] == 2
    assert "lamplight_away" not in found, "one that fails is left out"


def test_warnings_and_rule_errors_are_counted() -> None:
    metrics = Metrics()
    logger = logging.getLogger("tests.metrics")
    logger.addHandler(handler := WarningCounter(metrics))
    logger.propagate = False
    try:
        logger.warning("look")
        try:
            raise RuleError("a rule's own mistake")
        except RuleError:
            logger.exception("a rule raised")
    finally:
        logger.removeHandler(handler)
        logger.propagate = True
    found = read(metrics)
    assert found["lamplight_log_lines_total['warning']"] == 1
    assert (found["lamplight_log_lines_total['error']"], found["lamplight_stumbles_total"]) == (1, 1)
