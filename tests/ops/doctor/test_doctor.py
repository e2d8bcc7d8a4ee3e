"""The findings of the doctor, each with a remedy unless it is good."""

import json
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.commands.parser import own_version
from companion.ops.doctor import cameras, doctor, installation, machine, programs
from companion.ops.finding import DoctorFinding
from companion.sessions import SetupChoiceStore
from companion.settings import data_home
from tests.new_log import new_log

PICTURE = Path(__file__).parents[2] / "pictures" / "nemesis_combat__adult.adult.creeper__burgundy_warm_lamp.jpg"


@pytest.fixture(autouse=True)
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask no upstream for a newer version."""
    monkeypatch.setattr(machine, "ROOT", tmp_path)


@pytest.mark.parametrize(
    ("look", "result", "words"),
    [
        (lambda _: programs.python((3, 9, 2)), "bad", "3.9.2 is too old"),
        (lambda _: programs.broker(""), "note", "apt-get install mosquitto"),
        (lambda _: programs.opencv(), "ok", ""),
        (lambda _: cameras.cameras([]), "note", "none is plugged in"),
        (lambda here: cameras.cameras([str(here / "video0")]), "bad", "video0 may not be opened"),
        (lambda _: cameras.sight(str(PICTURE)), "ok", "4 of 4 markers"),
        (lambda here: cameras.sight(str(here / "nowhere")), "bad", "is no camera"),
        (lambda here: installation.data_folder(here / "file" / "lamplight"), "bad", "cannot be written"),
        (lambda here: installation.disk(here / "not" / "yet"), "ok", "GB free at /"),
    ],
)
def test_finding_has_result_and_words(
    tmp_path: Path, look: Callable[[Path], DoctorFinding], result: str, words: str
) -> None:
    (tmp_path / "file").touch()
    found = look(tmp_path)
    assert (found.result, words in str(found)) == (result, True), found


@pytest.mark.parametrize(
    ("source", "result"), [("http://ann:sesame@127.0.0.1:8080/", "bad"), ("http://192.168.77.9/video", "ok")]
)
def test_chosen_camera_must_be_another_machine(tmp_path: Path, source: str, result: str) -> None:
    (tmp_path / "table.toml").write_text(f'data = "{tmp_path}"\n')
    SetupChoiceStore(tmp_path / "setup.json").change(way="stream", source=source)
    (found,) = cameras.chosen(tmp_path / "table.toml")
    assert found.result == result and "sesame" not in str(found)
    assert ("this_machine = true" in found.remedy) == (result == "bad")


def test_unreadable_language_is_named_with_its_file(tmp_path: Path) -> None:
    (tmp_path / "words" / "fr").mkdir(parents=True)
    (tmp_path / "words" / "fr" / "mine.po").write_text('msgid "no end')
    there, fault = installation.words(tmp_path)
    assert "Français" in there.sentence
    assert fault.result == "note" and "mine.po" in fault.sentence


def test_port_of_another_program_is_a_note() -> None:
    with socket.create_server(("0.0.0.0", 0)) as taken, ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: taken.accept()[0].close())  # speaks no HTTP
        assert installation.port(taken.getsockname()[1]).result == "note"


def test_place_of_settings_is_checked(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text(f'port = 9123\ndata = "{tmp_path / "evening"}"\n')
    assert installation.place(config) == (tmp_path / "evening", 9123)
    config.write_text('port = "many"')
    assert installation.place(config) == (data_home(), installation.PORT), "another finding names the error"


@pytest.mark.slow
def test_doctor_prints_a_line_for_each_finding(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    printed = list[str]()
    doctor.run(True, printed.append)
    findings = [DoctorFinding(**json.loads(line)) for line in printed]
    assert findings[0].name == "lamplight" and findings[0].sentence.startswith(own_version())
    assert not [one for one in findings if (one.result != "ok" and not one.remedy) or "\n" in str(one)]


def test_doctor_checks_the_demo_on_request(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    new_log(tmp_path / "lamplight" / "demo").close()
    table, demo = ("\n".join(map(str, doctor.look(demo=demo))) for demo in (False, True))
    assert f"{tmp_path}/lamplight/demo/log.db is sound" not in table
    assert f"{tmp_path}/lamplight/demo/log.db is sound" in demo
    assert "Make one: ./table backup now --demo" in demo
