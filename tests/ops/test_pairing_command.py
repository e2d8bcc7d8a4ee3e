"""Pairing a device from the shell of the machine."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.ops.pairing_command import PairingError, pair
from companion.sessions import DeviceRepository, Devices, SqlEventLog
from companion.system.data_dir import lock_folder, note_port
from tests.new_log import new_log


@pytest.fixture
def config(tmp_path: Path) -> Path:
    file = tmp_path / "table.toml"
    file.write_text(f'port = 8123\ndata = "{tmp_path}"\n', encoding="utf-8")
    return file


@pytest.fixture
def log(tmp_path: Path) -> Iterator[SqlEventLog]:
    log = new_log(tmp_path)
    yield log
    log.close()


def printed(config: Path, role: str = "table", *, anew: bool = False) -> str:
    said: list[str] = []
    pair(config, role, said.append, anew=anew)
    return "\n".join(said)


def test_pair_prints_an_invitation_for_one_device(config: Path, log: SqlEventLog) -> None:
    said = printed(config, "keeper")
    assert "the keeper's device, once and within 2 minutes" in said and ":8123/join#" in said
    device, _ = Devices(DeviceRepository(log.database), time.time).accept(said.partition("#")[2])
    assert (device.role, device.table) == ("keeper", "")


def test_pair_prints_the_address_of_the_page(config: Path, log: SqlEventLog, tmp_path: Path) -> None:
    with lock_folder(tmp_path):
        note_port(tmp_path, 8124)  # as a demo does whose port is taken
        assert ":8124/join#" in printed(config)
    config.write_text(config.read_text() + 'bind = "127.0.0.1"\n', encoding="utf-8")
    said = printed(config)
    assert "http://127.0.0.1:8123/join#" in said and "Only this machine reaches it" in said


def test_pair_names_a_running_demo(config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    demo = tmp_path / "lamplight" / "demo"
    named = "A demo runs at port 8124; for that: "
    with lock_folder(demo):
        note_port(demo, 8124)
        with pytest.raises(PairingError, match=named):
            printed(config)
        new_log(tmp_path).close()
        assert named in printed(config)
    assert named not in printed(config)


def test_pair_anew_dismisses_all_devices(config: Path, log: SqlEventLog) -> None:
    devices = Devices(DeviceRepository(log.database), lambda: 0.0)
    _, key = devices.claim()
    assert printed(config, anew=True).startswith("Every device was sent away.")
    assert devices.find([key]) == () and devices.is_claimed


def test_pair_refuses_missing_data_and_unknown_roles(config: Path, tmp_path: Path) -> None:
    with pytest.raises(PairingError, match=f"no house in {tmp_path}. .* --config FILE"):
        printed(config)
    new_log(tmp_path).close()
    with pytest.raises(PairingError, match="no role '3'; there are table, keeper, wall"):
        printed(config, "3")
