"""Checks of deploy/hall without running it."""

from __future__ import annotations

import re
import shutil
import subprocess
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml

from companion.hall.worker.worker import WATCHDOG_EVERY
from tests.installing.units import settings

ROOT = Path(__file__).parents[2]
HALL = ROOT / "deploy" / "hall"
MOST_EXPOSED = 3.0  # on systemd's scale to ten


@pytest.fixture(scope="module")
def compose() -> Any:
    return yaml.safe_load((HALL / "compose.yaml").read_text(encoding="utf-8"))


def test_nginx_address_is_reserved_and_trusted(compose: Any) -> None:
    (pool,) = compose["networks"]["hall"]["ipam"]["config"]
    nginx = ip_address(compose["services"]["nginx"]["networks"]["hall"]["ipv4_address"])
    assert nginx in ip_network(pool["subnet"]) and nginx not in ip_network(pool["ip_range"])
    assert ip_network(pool["ip_range"]).subnet_of(ip_network(pool["subnet"])) and f"{nginx}" != pool["gateway"]
    assert compose["services"]["worker"]["environment"]["LAMPLIGHT_HALL_PROXY"] == f"{nginx}"


def test_nginx_in_a_container_differs_in_its_workers_alone() -> None:
    """Tests run the other file."""

    def told(name: str) -> str:
        text = re.sub(r"upstream workers \{.*?\n    \}", "", (HALL / name).read_text(encoding="utf-8"), flags=re.DOTALL)
        return text[text.index("worker_processes") :]

    assert told("compose/nginx.conf") == told("nginx.conf")


def test_containers_mount_existing_files(compose: Any) -> None:
    for name, service in compose["services"].items():
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            is_there = source in compose["volumes"] or "secrets" in source or (HALL / source).exists()
            assert is_there, f"{name} mounts {source}"


def test_worker_driver_is_locked_as_in_tests() -> None:
    own = [line for line in (HALL / "requirements-hall.lock").read_text().splitlines() if not line.startswith("#")]
    tested = (ROOT / "requirements-test.lock").read_text().splitlines()
    assert own and {*own} <= {*tested} and any("--hash" in line for line in own)


def test_worker_unit_has_little_exposure() -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd-analyze is not here; it says how much of a machine a unit can reach.")
    unit = HALL / "lamplight-worker@.service"
    words = (program, "security", "--offline=true", str(unit))
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    found = re.search(r"Overall exposure level for \S+: ([0-9.]+)", done.stdout)
    assert found, done.stdout + done.stderr
    assert float(found[1]) < MOST_EXPOSED


def test_workers_unit_restarts_a_worker_that_hangs() -> None:
    """The worker feeds the watchdog every `WATCHDOG_EVERY` s, and PostgreSQL lets its rows go within 5 s."""
    told = settings(HALL / "lamplight-worker@.service")
    assert told["Type"] == ["notify"] and told["Restart"] == ["always"]
    assert 3 * WATCHDOG_EVERY <= float(told["WatchdogSec"][0]) <= 60
