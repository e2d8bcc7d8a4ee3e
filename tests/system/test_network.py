"""The names and addresses of this machine."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from companion.system.network import address, names, nearby
from companion.web.request.guards import is_known_host


def test_names_are_known_hosts_of_the_page() -> None:
    own = socket.gethostname().partition(".")[0].lower()
    assert f"{own}.local" in names() and is_known_host(f"{own}.local", frozenset())


@pytest.mark.parametrize("name", ["raspberrypi.local", "LAMPLIGHT.LOCAL", "10.42.0.1"])
def test_avahi_name_is_a_known_host(name: str) -> None:
    assert is_known_host(name, frozenset())


def test_interface_without_device_or_address_is_ignored(tmp_path: Path) -> None:
    (tmp_path / "lo").mkdir()
    (tmp_path / "wlan9" / "device").mkdir(parents=True)
    assert nearby(tmp_path) == ""


def test_interface_with_an_address_is_found(tmp_path: Path) -> None:
    (tmp_path / "lo" / "device").mkdir(parents=True)
    assert nearby(tmp_path) == "127.0.0.1"


def test_address_without_a_route_is_the_loopback() -> None:
    """A network namespace with a device but no route."""
    alone = [
        "unshare",
        "--user",
        "--net",
        sys.executable,
        "-c",
        "from companion.system.network import address; print(address())",
    ]
    done = subprocess.run(alone, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"no namespace of its own can be had here: {done.stderr.strip()}")
    assert done.stdout.strip() == "127.0.0.1"
    assert address()
