"""What others call this machine."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from companion.system.network import address, names, nearby
from companion.web.request.guards import is_known_host


def test_its_names_are_names_that_the_page_answers_to() -> None:
    own = socket.gethostname().partition(".")[0].lower()
    assert f"{own}.local" in names() and is_known_host(f"{own}.local", frozenset())


@pytest.mark.parametrize("name", ["raspberrypi.local", "LAMPLIGHT.LOCAL", "10.42.0.1"])
def test_a_pi_is_opened_by_the_name_that_avahi_tells_and_by_its_number_in_its_own_network(name: str) -> None:
    assert is_known_host(name, frozenset())


def test_an_interface_that_is_no_plug_and_one_without_an_address_are_none(tmp_path: Path) -> None:
    (tmp_path / "lo").mkdir()
    (tmp_path / "wlan9" / "device").mkdir(parents=True)
    assert nearby(tmp_path) == ""


def test_an_interface_with_an_address_is_found(tmp_path: Path) -> None:
    (tmp_path / "lo" / "device").mkdir(parents=True)
    assert nearby(tmp_path) == "127.0.0.1"


def test_where_no_way_leads_out_the_house_has_an_address_all_the_same() -> None:
    """In a network of its own that has a device and no route, which a namespace of the system is."""
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
