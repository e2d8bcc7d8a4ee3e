"""The names and addresses of this machine."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from companion.system.network import address, nearby_address, own_names
from companion.web.request.guards import is_known_host


def test_own_names_are_known_hosts() -> None:
    own = f"{socket.gethostname().partition('.')[0].lower()}.local"
    assert own in own_names()
    assert all(is_known_host(name, frozenset()) for name in (own, "raspberrypi.local", "LAMPLIGHT.LOCAL", "10.42.0.1"))


def test_address_of_an_interface_with_a_device_is_found(tmp_path: Path) -> None:
    (tmp_path / "lo").mkdir()
    (tmp_path / "wlan9" / "device").mkdir(parents=True)
    assert nearby_address(tmp_path) == ""
    (tmp_path / "lo" / "device").mkdir()
    assert nearby_address(tmp_path) == "127.0.0.1"


def test_address_without_a_route_is_the_loopback() -> None:
    """A network namespace with a device but no route."""
    code = "from companion.system.network import address; print(address())"
    alone = ["unshare", "--user", "--net", sys.executable, "-c", code]
    done = subprocess.run(alone, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"no network namespace here: {done.stderr.strip()}")
    assert done.stdout.strip() == "127.0.0.1"
    assert address()
