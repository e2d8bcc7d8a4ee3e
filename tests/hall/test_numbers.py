"""Dashboard and alarms use metrics that a worker has."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from companion.hall.settings import load_hall_settings
from tests.hall.conftest import real
from tests.hall.proxy import DEPLOYED, ask
from tests.hall.stage import DOMAIN, Stage, WorkerProcess
from tests.messaging.heard import wait_for
from tests.postgres import HASTY

NAME = re.compile(r"\blamplight_[a-z_]+\b")
OURS = ("_bucket", "_sum", "_count")


def dashboard() -> Any:
    return json.loads((DEPLOYED / "grafana" / "lamplight.json").read_text())


def rules() -> list[dict[str, Any]]:
    groups = yaml.safe_load((DEPLOYED / "prometheus" / "rules.yml").read_text())["groups"]
    return [rule for group in groups for rule in group["rules"]]


def asked() -> set[str]:
    """Metrics that panels and alarms use."""
    panels = [target["expr"] for panel in dashboard()["panels"] for target in panel["targets"]]
    return {name for words in (*panels, *(rule["expr"] for rule in rules())) for name in NAME.findall(words)}


class Worker:
    """A real worker."""

    def __init__(self) -> None:
        self.stage = Stage(3, 1, ("pips",), *HASTY)
        self.stage.wait_ready()
        self.token = load_hall_settings(self.stage.config).token

    def get(self, path: str, **head: str) -> tuple[int, str]:
        status, told = ask(self.stage.workers[0].port, path, head)
        return status, told.decode()

    @property
    def metrics(self) -> str:
        status, told = self.get("/metrics", Authorization=f"Bearer {self.token}")
        assert status == 200
        return told

    def number(self, name: str) -> float:
        return next(float(line.split()[-1]) for line in self.metrics.splitlines() if line.split()[0] == name)


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    made = Worker()
    yield made
    made.stage.stop()


@real
def test_dashboard_and_alarms_ask_for_existing_metrics(worker: Worker) -> None:
    families = {line.split()[2] for line in worker.metrics.splitlines() if line.startswith("# TYPE")}
    told_of = families | {f"{family}{end}" for family in families for end in OURS}
    assert asked() and not asked() - told_of


@real
def test_worker_metrics_are_true(worker: Worker) -> None:
    worker.stage.wait_told()  # afterwards it reads no table by itself
    assert worker.get("/t/t1", Host=f"lamp-1.{DOMAIN}", Cookie=worker.stage.lamps["lamp-1"])[0] == 200
    names = ("tables_at_hand", "tables_read_total", "pages", "messages_waiting", "database_up")
    assert worker.number("lamplight_hall_tables_at_hand") >= 1
    found = [worker.number(f"lamplight_hall_{name}") for name in names]
    assert found[0] == found[1] and found[2:] == [0, 0, 1]
    assert worker.number("lamplight_bus_connected") == 1
    assert worker.number("lamplight_hall_rounds_failed_total") == 0


@real
def test_worker_without_broker_is_live_and_not_ready(worker: Worker) -> None:
    worker.stage.broker.kill()
    wait_for(lambda: json.loads(worker.get("/health/ready")[1])["wrong"] == ["broker"])
    assert worker.get("/health/ready")[0] == 503 and worker.number("lamplight_bus_connected") == 0
    assert worker.get("/health/live")[0] == 200
    worker.stage.broker.start()
    wait_for(lambda: worker.get("/health/ready")[0] == 200)


@real
def test_worker_notifies_systemd(worker: Worker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, heard = worker.stage.workers[0], ""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(tmp_path / "notify"))
        listener.settimeout(60)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        one.stop()
        begun = WorkerProcess(one.config, one.port, one.log)
        try:
            while not {"READY=1", "WATCHDOG=1"} <= {*heard.split("\n")}:
                heard += "\n" + listener.recv(1000).decode()
        finally:
            begun.stop()
            one.start()
        while "STOPPING=1" not in heard:
            heard += "\n" + listener.recv(1000).decode()
    wait_for(one.is_ready)
    assert f"STATUS=Its pages are at port {one.port}." in heard
