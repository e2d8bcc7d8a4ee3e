"""Output of a start, and errors that stop it early."""

from __future__ import annotations

import errno
import tempfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion import main
from companion.settings import Settings
from companion.system.data_dir import DataDirReadOnlyError, lock_folder, must_be_writable, note_port, port_in_use
from companion.system.network import address, page_host


def house(tmp_path: Path, **settings: Any) -> Any:
    """Return the few parts of a house that a start prints."""
    devices = SimpleNamespace(is_claimed=False, invite=lambda table, role: "ABCD")
    told = Settings(data=tmp_path, **settings)
    return SimpleNamespace(settings=told, port=8123, devices=devices, broker_description="A broker.")


def test_demo_prints_its_first_code_into_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main._welcome(house(tmp_path), main.DemoOptions(open_page=False))
    assert f"http://{address()}:8123/join#ABCD" in capsys.readouterr().out


@pytest.mark.parametrize("start", [main._say_where, lambda one: main._welcome(one, main.DemoOptions(open_page=False))])
def test_local_only_page_is_announced_as_such(tmp_path: Path, capsys: pytest.CaptureFixture[str], start: Any) -> None:
    start(house(tmp_path, bind="127.0.0.1"))
    said = capsys.readouterr().out
    assert "http://127.0.0.1:8123" in said and address() not in said.replace("127.0.0.1", "")
    assert 'Only this machine reaches the page: the settings say bind = "127.0.0.1"' in said
    start(house(tmp_path))
    assert "Only this machine" not in capsys.readouterr().out


@pytest.mark.parametrize(("bind", "host"), [("0.0.0.0", address()), ("::", address()), ("[::1]", "[::1]")])
def test_page_host_fits_a_url(bind: str, host: str) -> None:
    assert page_host(bind) == host


def test_data_folder_below_a_file_is_named_with_the_remedy(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DataDirReadOnlyError, match=r"file/data cannot be written: .*LAMPLIGHT_DATA=FOLDER"):
        must_be_writable(tmp_path / "file" / "data")


def test_read_only_data_folder_stops_a_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(tempfile, "TemporaryFile", refuse)
    monkeypatch.setenv("LAMPLIGHT_DATA", str(tmp_path / "data"))
    with pytest.raises(DataDirReadOnlyError, match=f"The data folder {tmp_path}/data cannot be written: "):
        main.run_server(None)
    assert list((tmp_path / "data").iterdir()) == []


def test_port_in_use_is_that_of_the_house_that_runs(tmp_path: Path) -> None:
    note_port(tmp_path, 8123)
    assert port_in_use(tmp_path) is None, "it does not run"
    with lock_folder(tmp_path):
        assert port_in_use(tmp_path) is None, "that of the last start"
        note_port(tmp_path, 8124)
        assert port_in_use(tmp_path) == 8124
