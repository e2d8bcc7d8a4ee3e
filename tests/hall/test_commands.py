"""`./table hall ...`: commands, their effect and their output."""

from __future__ import annotations

import signal
import socket
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Engine

from companion.errors import StoreError
from companion.hall.database.row_security import log_of_table
from companion.hall.database.table_registry import InvalidTableNameError, list_tables
from companion.hall.device_invitations import invite_staff, staff_devices
from companion.hall.table_deletion import TableRemovalError
from companion.hall.table_transfer import TableMoveError
from companion.ops.backup import BackupScheduler
from companion.sessions import DeviceRepository, Devices, InvitationError, SqlEventLog
from companion.settings import Settings
from tests.command_line import Typed as Said
from tests.command_line import typed as type_command
from tests.hall.conftest import ROW
from tests.hall.stage import whole
from tests.new_log import new_log

pytestmark = [pytest.mark.postgres, pytest.mark.slow]

PATIENCE = 30.0  # s
Typed = Callable[..., Said]


@pytest.fixture
def typed(hall: Engine, tmp_path: Path) -> Typed:
    config = tmp_path / "hall.toml"
    url = hall.url.render_as_string(hide_password=False)
    config.write_text(f'database = "{url}"\ndata = "{tmp_path / "hall"}"\ndomain = "cafe.example"\n')
    return lambda *words: type_command("hall", *words, "--config", str(config))


def opened(hall: Engine, lamp: str) -> SqlEventLog:
    """Open a game at a table."""
    log = log_of_table(hall, lamp)
    log.open("t1", "arkham", [ROW])
    return log


@pytest.mark.parametrize("words", ["add lamp-1", "take in.zip --as", "invite"])
@pytest.mark.parametrize("name", ["Lamp One", "+", "lamp-", "lamp.one"])
def test_hall_commands_refuse_invalid_table_names(typed: Typed, hall: Engine, words: str, name: str) -> None:
    assert isinstance(typed(*words.split(), name).exception, InvalidTableNameError)
    assert not list_tables(hall)


def test_hall_adds_lists_and_removes_unused_tables(typed: Typed, hall: Engine) -> None:
    assert "http://lamp-2.cafe.example/" in typed("add", "lamp-1", "lamp-2").output
    assert "lamp-1: played in the hall" in typed("list").output
    log = opened(hall, "lamp-2")
    assert "lamp-1 belongs to the hall no more" in typed("remove", "lamp-1").output
    assert isinstance(typed("remove", "lamp-1").exception, TableRemovalError)
    said = typed("remove", "lamp-2").exception
    assert isinstance(said, TableRemovalError) and "New group" in str(said)
    assert log.open_tables() and [name for name, _ in list_tables(hall)] == ["lamp-2"]


def test_hall_reports_a_rejected_database_login(hall: Engine, tmp_path: Path) -> None:
    config = tmp_path / "hall.toml"
    url = hall.url.set(username="nobody", password="wrong")
    config.write_text(f'database = "{url.render_as_string(hide_password=False)}"\n')
    said = type_command("hall", "list", "--config", str(config)).exception
    assert isinstance(said, StoreError)
    assert "PostgreSQL lets nobody in: " in str(said) and '"nobody"' in str(said) and "wrong" not in str(said)


def test_hall_invite_prints_the_settings_of_a_machine(typed: Typed) -> None:
    said = typed("invite", "lamp-7").output
    assert "the end of table.toml" in said and "/etc/lamplight/table.toml" in said  # missing in the installer's file
    assert '[hall]\nurl = "http://cafe.example"\nkey = "' in said and 'name = "lamp-7"' in said
    assert "lamp-7: played at its own machine" in typed("list").output


def test_hall_take_and_give_move_a_table(typed: Typed, tmp_path: Path) -> None:
    house = Settings(data=tmp_path / "house")
    log = new_log(house.data)
    log.open("t1", "arkham", [ROW])
    log.close()
    taken = typed("take", str(BackupScheduler(house).make_backup().path), "--as", "lamp-7").output
    assert "http://lamp-7.cafe.example/" in taken and "./table hall pair lamp-7" in taken
    assert "./table restore back.zip" in typed("give", "lamp-7", str(tmp_path / "back.zip")).output
    assert isinstance(typed("give", "lamp-8", str(tmp_path / "other.zip")).exception, TableMoveError)


def devices_at(hall: Engine, lamp: str) -> Devices:
    return Devices(DeviceRepository(log_of_table(hall, lamp).database), time.time)


@pytest.mark.parametrize("role", ["table", "keeper", "wall"])
def test_hall_pair_invites_a_device_to_one_table(typed: Typed, hall: Engine, role: str) -> None:
    typed("add", "lamp-8", "lamp-9")
    said = typed("pair", "lamp-8", "--role", role).output
    assert "http://lamp-8.cafe.example/join#" in said
    token = said.partition("#")[2].strip()
    with pytest.raises(InvitationError):
        devices_at(hall, "lamp-9").accept(token)
    device, _ = devices_at(hall, "lamp-8").accept(token)
    assert (device.role, device.table) == (role, "")


def test_hall_pair_refuses_tables_that_it_does_not_play(typed: Typed) -> None:
    typed("add", "lamp-8")
    typed("invite", "lamp-7")
    refused = {"lamp-5": "no table lamp-5", "lamp-7": "at its own machine", "lamp-8 --role cook": "no role 'cook'"}
    for words, why in refused.items():
        assert why in str(typed("pair", *words.split()).exception)


def test_hall_staff_invites_and_dismisses_devices(typed: Typed, hall: Engine) -> None:
    assert "http://cafe.example/#" in typed("staff").output
    devices = staff_devices(hall)
    _, key = devices.accept(invite_staff(hall))
    left = invite_staff(hall)
    assert "was sent away" in typed("staff", "--dismiss-all").output
    assert not devices.find([key])
    with pytest.raises(InvitationError):
        devices.accept(left)


def test_worker_ends_at_once_while_waiting_for_the_database(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        config, port = tmp_path / "hall.toml", silent.getsockname()[1]
        config.write_text(f'database = "postgresql+psycopg://hall@127.0.0.1:{port}/hall"\ndata = "{tmp_path}"\n')
        worker = whole(("hall", "worker", "--config", str(config), "--port", "0"), tmp_path / "worker.log")
        line, _ = silent.accept()
        with line:
            worker.terminate()
            assert worker.wait(PATIENCE) == -signal.SIGTERM
