"""What a worker answers of itself: to the proxy before it, and to Prometheus."""

from __future__ import annotations

from typing import Any

import pytest
from werkzeug.test import Client

from companion.hall.worker.health_app import HealthApp

TOKEN = "planted-token"


def nothing(_environ: Any, start: Any) -> list[bytes]:
    start("404 Not Found", [])
    return []


class Worker:
    """What is asked of one."""

    def __init__(self) -> None:
        self.wrong: tuple[str, ...] = ()
        self.token = TOKEN
        self.client = Client(
            HealthApp(lambda: self.wrong, lambda: b"lamplight_hall_tables 3.0\n", lambda: self.token, nothing)
        )


@pytest.fixture
def worker() -> Worker:
    return Worker()


def test_a_worker_that_serves_says_so(worker: Worker) -> None:
    answer = worker.client.get("/health")
    assert answer.status_code == 200 and answer.json == {"healthy": True, "wrong": []}


def test_one_that_cannot_serve_says_why(worker: Worker) -> None:
    worker.wrong = ("roll", "broker")
    answer = worker.client.get("/health")
    assert answer.status_code == 503 and answer.json == {"healthy": False, "wrong": ["roll", "broker"]}


def test_the_numbers_are_for_who_has_the_token(worker: Worker) -> None:
    answer = worker.client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200 and answer.text == "lamplight_hall_tables 3.0\n"
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("given", ["", "Bearer", "Bearer ", "Bearer planted", "Bearer plänted-token", TOKEN + "x"])
def test_nobody_else_reads_them(worker: Worker, given: str) -> None:
    answer = worker.client.get("/metrics", headers={"Authorization": given})
    assert answer.status_code == 403 and b"lamplight_hall_tables" not in answer.data


def test_an_empty_token_lets_nobody_in(worker: Worker) -> None:
    worker.token = ""
    assert worker.client.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 403


def test_everything_else_is_anothers(worker: Worker) -> None:
    assert worker.client.get("/").status_code == 404
