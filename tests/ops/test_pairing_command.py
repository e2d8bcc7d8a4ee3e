"""Letting a device in from the machine's own shell."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from companion.ops.pairing_command import PairingError, pair
from companion.sessions import DeviceRepository, Devices
from companion.system.data_dir import lock_folder, note_port
from tests.new_log import new_log


@pytest.fixture
def config(tmp_path: Path) -> Path:
    file = tmp_path / "table.toml"
    file.write_text(f'port = 8123\ndata = "{tmp_path}"\n', encoding="utf-8")
    return file


def printed(config: Path, role: str, *, anew: bool = False) -> str:
    said: list[str] = []
    pair(config, role, said.append, anew=anew)
    return "\n".join(said)


def test_the_way_in_that_is_printed_lets_one_device_in(config: Path, tmp_path: Path) -> None:
    log = new_log(tmp_path)
    said = printed(config, "keeper")
    assert "the keeper's device, once and within 2 minutes" in said and ":8123/join#" in said
    device, _ = Devices(DeviceRepository(log.database), time.time).accept(said.partition("#")[2])
    assert (device.role, device.table) == ("keeper", "")
    log.close()


def test_address_has_the_port_that_the_house_took(config: Path, tmp_path: Path) -> None:
    """A demo takes a free one where its own is taken."""
    log = new_log(tmp_path)
    with lock_folder(tmp_path):
        note_port(tmp_path, 8124)
        assert ":8124/join#" in printed(config, "table")
    log.close()


def test_address_that_this_machine_alone_reaches_is_said_to_be_one(config: Path, tmp_path: Path) -> None:
    log = new_log(tmp_path)
    config.write_text(config.read_text() + 'bind = "127.0.0.1"\n', encoding="utf-8")
    said = printed(config, "table")
    assert "http://127.0.0.1:8123/join#" in said and "Only this machine reaches it" in said
    log.close()


def test_demo_that_runs_beside_it_is_named(config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    demo = tmp_path / "lamplight" / "demo"
    named = "A demo runs at port 8124; for that: "
    with lock_folder(demo):
        note_port(demo, 8124)
        with pytest.raises(PairingError, match=named):
            printed(config, "table")
        new_log(tmp_path).close()
        assert named in printed(config, "table")
    assert named not in printed(config, "table")


def test_who_begins_anew_sends_everybody_away_first(config: Path, tmp_path: Path) -> None:
    log = new_log(tmp_path)
    devices = Devices(DeviceRepository(log.database), lambda: 0.0)
    _, key = devices.claim()
    assert printed(config, "table", anew=True).startswith("Every device was sent away.")
    assert devices.find([key]) == () and devices.is_claimed
    log.close()


def test_a_house_that_never_was_and_a_role_that_is_none_are_named(config: Path, tmp_path: Path) -> None:
    with pytest.raises(PairingError, match=f"no house in {tmp_path}. .* --config FILE"):
        printed(config, "table")
    new_log(tmp_path).close()
    with pytest.raises(PairingError, match="no role '3'; there are table, keeper, wall"):
        printed(config, "3")
