"""The metrics that dashboard and alarms of a hall ask for are those of a worker; and the files of deploy/hall fit together."""

from __future__ import annotations

import http.client
import json
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from companion.hall.settings import load_hall_settings
from companion.hall.worker.worker import ALIVE
from tests.hall.stage import DOMAIN, Stage, WorkerProcess, whole
from tests.installing.units import settings
from tests.messaging.heard import wait_for
from tests.postgres import HASTY

ROOT = Path(__file__).resolve().parents[2]
HALL = ROOT / "deploy" / "hall"
NAME = re.compile(r"\blamplight_[a-z_]+\b")
OURS = ("_bucket", "_sum", "_count")
MOST_EXPOSED = 3.0  # of ten


def dashboard() -> Any:
    return json.loads((HALL / "grafana" / "lamplight.json").read_text())


def rules() -> list[dict[str, Any]]:
    groups = yaml.safe_load((HALL / "prometheus" / "rules.yml").read_text())["groups"]
    return [rule for group in groups for rule in group["rules"]]


def asked() -> set[str]:
    """By panels and alarms."""
    panels = [target["expr"] for panel in dashboard()["panels"] for target in panel["targets"]]
    return {name for words in (*panels, *(rule["expr"] for rule in rules())) for name in NAME.findall(words)}


class Worker:
    """A real one, asked by its address."""

    def __init__(self) -> None:
        self.stage = Stage(3, 1, ("pips",), *HASTY)
        self.stage.wait_ready()
        self.token = load_hall_settings(self.stage.config).token
        wait_for(lambda: _is_well(self))

    def get(self, path: str, token: str = "") -> tuple[int, str]:
        line = http.client.HTTPConnection("127.0.0.1", self.stage.workers[0].port, timeout=30)
        line.request("GET", path, headers={"Authorization": f"Bearer {token}"})
        answer = line.getresponse()
        found = answer.status, answer.read().decode()
        line.close()
        return found

    def page(self, lamp: str) -> int:
        """Status of a table's page."""
        line = http.client.HTTPConnection("127.0.0.1", self.stage.workers[0].port, timeout=30)
        line.request("GET", "/t/t1", headers={"Host": f"{lamp}.{DOMAIN}", "Cookie": self.stage.lamps[lamp]})
        found = line.getresponse().status
        line.close()
        return found

    def number(self, name: str) -> float:
        lines = self.get("/metrics", self.token)[1].splitlines()
        return next(float(line.split()[-1]) for line in lines if line.split()[0] == name)


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    made = Worker()
    yield made
    made.stage.stop()


@pytest.mark.postgres
@pytest.mark.broker
@pytest.mark.slow
def test_dashboard_and_alarms_ask_for_existing_metrics(worker: Worker) -> None:
    status, text = worker.get("/metrics", worker.token)
    families = {line.split()[2] for line in text.splitlines() if line.startswith("# TYPE")}
    told_of = families | {f"{family}{end}" for family in families for end in OURS}
    assert status == 200 and asked() and not asked() - told_of


@pytest.mark.postgres
@pytest.mark.broker
@pytest.mark.slow
def test_worker_metrics_are_true(worker: Worker) -> None:
    assert worker.page("lamp-1") == 200
    names = ("tables_at_hand", "tables_read_total", "pages", "messages_waiting", "database_up")
    assert worker.number("lamplight_hall_tables_at_hand") >= 1
    found = [worker.number(f"lamplight_hall_{name}") for name in names]
    assert found[0] == found[1] and found[2:] == [0, 0, 1]
    assert worker.number("lamplight_bus_connected") == 1
    assert worker.number("lamplight_hall_rounds_failed_total") == 0


@pytest.mark.postgres
@pytest.mark.broker
@pytest.mark.slow
def test_metrics_need_the_token(worker: Worker) -> None:
    assert worker.get("/metrics")[0] == 403


@pytest.mark.postgres
@pytest.mark.broker
@pytest.mark.slow
def test_worker_without_broker_is_live_and_not_ready(worker: Worker) -> None:
    worker.stage.broker.kill()
    wait_for(lambda: json.loads(worker.get("/health/ready")[1])["wrong"] == ["broker"])
    assert worker.get("/health/ready")[0] == 503 and worker.number("lamplight_bus_connected") == 0
    assert worker.get("/health/live")[0] == 200
    worker.stage.broker.start()
    wait_for(lambda: worker.get("/health/ready")[0] == 200)


@pytest.mark.postgres
@pytest.mark.broker
@pytest.mark.slow
def test_worker_notifies_systemd(worker: Worker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, heard = worker.stage.workers[0], ""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(tmp_path / "notify"))
        listener.settimeout(60)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        one.stop()
        begun = WorkerProcess(one.config, one.port, one.log, whole)
        try:
            while not {"READY=1", "WATCHDOG=1"} <= {*heard.split("\n")}:
                heard += "\n" + listener.recv(1000).decode()
        finally:
            begun.stop()
            one.start()
        while "STOPPING=1" not in heard:
            heard += "\n" + listener.recv(1000).decode()
    wait_for(lambda: _is_well(worker))
    assert f"STATUS=Its pages are at port {one.port}." in heard


def _is_well(worker: Worker) -> bool:
    try:
        return worker.get("/health/ready")[0] == 200
    except OSError:
        return False


def test_alarms_have_a_severity_and_a_remedy() -> None:
    for rule in rules():
        assert rule["labels"]["severity"] in {"page", "ticket"}, rule["alert"]
        assert rule["annotations"]["summary"].endswith("."), rule["alert"]
    assert len({rule["alert"] for rule in rules()}) == len(rules())


def test_panels_have_titles_and_do_not_overlap() -> None:
    panels = dashboard()["panels"]
    cells = [
        (x, y)
        for at in (panel["gridPos"] for panel in panels)
        for x in range(at["x"], at["x"] + at["w"])
        for y in range(at["y"], at["y"] + at["h"])
    ]
    assert len(cells) == len({*cells}) and all(panel["title"] for panel in panels)


def compose() -> Any:
    return yaml.safe_load((HALL / "compose.yaml").read_text())


def test_what_the_containers_mount_is_there() -> None:
    for name, service in compose()["services"].items():
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            is_there = source in compose()["volumes"] or "secrets" in source or (HALL / source).exists()
            assert is_there, f"{name} mounts {source}"


def test_containers_wait_for_some_that_are_there_and_have_images_of_a_version() -> None:
    services = compose()["services"]
    for name, service in services.items():
        assert set(service.get("depends_on", ())) <= set(services), name
        assert ":" in service["image"] or service["image"] == "lamplight-hall", name


def test_a_worker_may_write_in_its_data_alone() -> None:
    worker = compose()["services"]["worker"]
    assert worker["read_only"] and worker["cap_drop"] == ["ALL"]
    assert "USER lamplight" in (HALL / "Dockerfile").read_text()


def test_what_the_image_copies_is_there() -> None:
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", (HALL / "Dockerfile").read_text(), re.MULTILINE)
    assert copied and all((ROOT / name).exists() for line in copied for name in line.split())


def test_a_workers_driver_is_locked_as_the_tests_have_it() -> None:
    own = [line for line in (HALL / "requirements-hall.lock").read_text().splitlines() if not line.startswith("#")]
    tested = (ROOT / "requirements-test.lock").read_text().splitlines()
    assert own and {*own} <= {*tested} and any("--hash" in line for line in own)


def test_the_workers_unit_leaves_little_open() -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd-analyze is not here; it says how much of a machine a unit can reach.")
    unit = HALL / "lamplight-worker@.service"
    done = subprocess.run(
        [program, "security", "--offline=true", str(unit)], capture_output=True, text=True, check=False
    )
    found = re.search(r"Overall exposure level for \S+: ([0-9.]+)", done.stdout)
    assert found, done.stdout + done.stderr
    assert float(found[1]) < MOST_EXPOSED


def test_workers_unit_restarts_a_worker_that_hangs() -> None:
    """The worker feeds the watchdog every `ALIVE` s, and PostgreSQL lets its rows go within 5 s."""
    told = settings(HALL / "lamplight-worker@.service")
    assert told["Type"] == ["notify"] and told["Restart"] == ["always"]
    assert 3 * ALIVE <= float(told["WatchdogSec"][0]) <= 60


def test_containers_are_stopped_and_watched() -> None:
    worker = compose()["services"]["worker"]
    assert worker["restart"] == "unless-stopped" and worker["stop_grace_period"] == "30s"
    for told in (str(worker["healthcheck"]["test"]), (HALL / "Dockerfile").read_text()):
        assert "http://127.0.0.1:8090/health/ready'" in told


def test_nginx_may_have_as_many_files_open_as_its_pages_need() -> None:
    """Debian starts it with 1024; each page takes a connection to the tablet and one to the worker."""
    told = (HALL / "nginx.conf").read_text()
    files, lines = (
        int(re.findall(rf"{name} (\d+);", told)[0]) for name in ("worker_rlimit_nofile", "worker_connections")
    )
    assert files > lines


@pytest.mark.parametrize("name", ["prepare.sh", "database.sh"])
def test_the_scripts_are_shells(name: str) -> None:
    subprocess.run(["sh", "-n", str(HALL / name)], check=True)
    assert (HALL / name).stat().st_mode & 0o111
