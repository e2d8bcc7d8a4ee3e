"""What a worker answers of itself: to the proxy before it, and to Prometheus."""

from __future__ import annotations

from typing import Any

import pytest
from werkzeug.test import Client

from companion.hall.web.health_app import HealthApp

TOKEN = "planted-token"


def nothing(_environ: Any, start: Any) -> list[bytes]:
    start("404 Not Found", [])
    return []


class Worker:
    """What is asked of one."""

    def __init__(self) -> None:
        self.stuck: tuple[str, ...] = ()
        self.missing: tuple[str, ...] = ()
        self.token = TOKEN
        numbers = b"lamplight_hall_pages 3.0\n"
        self.client = Client(
            HealthApp(lambda: self.stuck, lambda: self.missing, lambda: numbers, lambda: self.token, nothing)
        )

    def health(self, kind: str) -> tuple[int, list[str]]:
        answer = self.client.get(f"/health{kind}")
        assert answer.json is not None and answer.json["healthy"] == (answer.status_code == 200)
        return answer.status_code, answer.json["wrong"]


@pytest.fixture
def worker() -> Worker:
    return Worker()


def test_a_worker_that_serves_says_so(worker: Worker) -> None:
    assert [worker.health(kind) for kind in ("", "/ready", "/live")] == [(200, [])] * 3


def test_one_that_cannot_serve_is_not_ready_and_no_start_would_mend_it(worker: Worker) -> None:
    worker.missing = ("database", "broker")
    assert worker.health("/ready") == worker.health("") == (503, ["database", "broker"])
    assert worker.health("/live") == (200, [])


def test_one_that_hangs_is_neither(worker: Worker) -> None:
    worker.stuck, worker.missing = ("changes",), ("broker",)
    assert worker.health("/live") == (503, ["changes"])
    assert worker.health("/ready") == (503, ["changes", "broker"])


def test_the_numbers_are_for_who_has_the_token(worker: Worker) -> None:
    answer = worker.client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200 and answer.text == "lamplight_hall_pages 3.0\n"
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("given", ["", "Bearer", "Bearer ", "Bearer planted", "Bearer plänted-token", TOKEN + "x"])
def test_nobody_else_reads_them(worker: Worker, given: str) -> None:
    answer = worker.client.get("/metrics", headers={"Authorization": given})
    assert answer.status_code == 403 and b"lamplight_hall_pages" not in answer.data


def test_an_empty_token_lets_nobody_in(worker: Worker) -> None:
    worker.token = ""
    assert worker.client.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 403


def test_everything_else_is_anothers(worker: Worker) -> None:
    assert worker.client.get("/").status_code == 404
