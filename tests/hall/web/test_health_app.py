"""Health and metrics of a worker."""

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
    """A fake worker."""

    stuck: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    token = TOKEN

    def __init__(self) -> None:
        told = (lambda: self.stuck, lambda: self.missing, lambda: b"lamplight_hall_pages 3.0\n", lambda: self.token)
        self.client = Client(HealthApp(*told, nothing))

    def health(self, kind: str) -> tuple[int, list[str]]:
        answer = self.client.get(f"/health{kind}")
        assert answer.json is not None and answer.json["healthy"] == (answer.status_code == 200)
        return answer.status_code, answer.json["wrong"]


@pytest.fixture
def worker() -> Worker:
    return Worker()


def test_health_separates_restart_from_missing_connections(worker: Worker) -> None:
    assert [worker.health(kind) for kind in ("", "/ready", "/live")] == [(200, [])] * 3
    worker.missing = ("database", "broker")
    assert worker.health("/ready") == worker.health("") == (503, ["database", "broker"])
    assert worker.health("/live") == (200, [])
    worker.stuck, worker.missing = ("changes",), ("broker",)
    assert worker.health("/live") == (503, ["changes"])
    assert worker.health("/ready") == (503, ["changes", "broker"])


def test_metrics_need_the_token(worker: Worker) -> None:
    answer = worker.client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200 and answer.text == "lamplight_hall_pages 3.0\n"
    assert answer.headers["Cache-Control"] == "no-store"
    for given in ("", "Bearer", "Bearer ", "Bearer planted", "Bearer plänted-token", TOKEN + "x"):
        answer = worker.client.get("/metrics", headers={"Authorization": given})
        assert answer.status_code == 403 and b"lamplight_hall_pages" not in answer.data
    worker.token = ""  # grants no access
    assert worker.client.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 403
    assert worker.client.get("/").status_code == 404, "everything else is another's"
