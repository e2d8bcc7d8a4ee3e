"""What the doctor finds, and that each finding that is not good says its remedy."""

import json
import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.commands.parser import own_version
from companion.i18n import _
from companion.ops.doctor import cameras, doctor, installation, machine, programs
from companion.schema import CameraFinding, CameraHealth
from companion.sessions import SetupChoiceStore
from companion.settings import data_home
from tests.new_log import new_log


@pytest.fixture(autouse=True)
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No upstream is asked for a newer version."""
    monkeypatch.setattr(machine, "ROOT", tmp_path)


def test_an_old_python_is_bad() -> None:
    assert programs.python((3, 9, 2)).result == "bad"


def test_a_missing_broker_is_a_note_because_the_demo_has_its_own() -> None:
    found = programs.broker("")
    assert found.result == "note"
    assert "apt-get install mosquitto" in found.remedy


def test_a_camera_that_may_not_be_opened_is_bad_and_named(tmp_path: Path) -> None:
    found = cameras.cameras([str(tmp_path / "video0")])
    assert found.result == "bad"
    assert "video0" in found.sentence


def test_no_camera_is_no_fault() -> None:
    assert cameras.cameras([]).result == "note"


@pytest.mark.parametrize(
    ("source", "result"), [("http://ann:sesame@127.0.0.1:8080/", "bad"), ("http://192.168.77.9/video", "ok")]
)
def test_a_camera_that_the_page_has_chosen_is_looked_at(tmp_path: Path, source: str, result: str) -> None:
    (tmp_path / "table.toml").write_text(f'data = "{tmp_path}"\n')
    SetupChoiceStore(tmp_path / "setup.json").change(way="stream", source=source)
    (found,) = cameras.chosen(tmp_path / "table.toml")
    assert found.result == result and "sesame" not in str(found)
    assert ("this_machine = true" in found.remedy) == (result == "bad")


def test_a_data_folder_that_cannot_be_made_is_bad(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert installation.data_folder(tmp_path / "file" / "lamplight").result == "bad"


def test_a_language_that_cannot_be_read_is_named_with_its_file(tmp_path: Path) -> None:
    (tmp_path / "words" / "fr").mkdir(parents=True)
    (tmp_path / "words" / "fr" / "mine.po").write_text('msgid "no end')
    there, fault = installation.words(tmp_path)
    assert "Français" in there.sentence
    assert fault.result == "note"
    assert "mine.po" in fault.sentence


def test_a_port_that_somebody_listens_on_is_noted() -> None:
    with socket.create_server(("0.0.0.0", 0)) as taken, ThreadPoolExecutor(1) as somebody:
        somebody.submit(lambda: taken.accept()[0].close())  # who speaks no HTTP
        assert installation.port(taken.getsockname()[1]).result == "note"


def test_a_free_disk_is_measured_where_the_folder_will_be(tmp_path: Path) -> None:
    assert str(tmp_path) in installation.disk(tmp_path / "not" / "yet").sentence


def test_this_machine_has_one_opencv() -> None:
    assert programs.opencv().result == "ok"


@pytest.mark.slow
@pytest.mark.parametrize("as_json", [True, False], ids=["json", "sentences"])
def test_every_finding_is_one_line(as_json: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    told: list[str] = []
    doctor.run(as_json, told.append)
    assert not [line for line in told if "\n" in line]
    if as_json:
        assert {"name", "result", "sentence", "remedy"} == set(json.loads(told[0]))


def test_whatever_is_not_good_says_what_to_do() -> None:
    silent = [finding for finding in doctor.look() if finding.result != "ok" and not finding.remedy]
    assert not silent


def test_a_camera_that_is_named_is_looked_through() -> None:
    picture = Path(__file__).parents[2] / "pictures" / "nemesis_combat__adult.adult.creeper__burgundy_warm_lamp.jpg"
    found = cameras.sight(str(picture))
    assert found.result == "ok"
    assert found.sentence.startswith("4 of 4 markers")


def test_what_a_camera_sees_badly_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = CameraHealth(
        findings=(CameraFinding("dark", _("It is dark."), grave=True), CameraFinding("blurred", _("It is blurred.")))
    )
    looked = SimpleNamespace(check_camera=lambda _camera: seen)
    monkeypatch.setattr(cameras.importlib, "import_module", lambda _name: looked)
    found = cameras.sight("0")
    assert (found.result, found.remedy) == ("note", "It is dark. It is blurred.")


def test_a_camera_that_gives_nothing_is_bad(tmp_path: Path) -> None:
    found = cameras.sight(str(tmp_path / "nowhere"))
    assert found.result == "bad"
    assert "is no camera" in found.sentence


def test_the_port_and_the_data_folder_of_a_file_are_looked_at(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text(f'port = 9123\ndata = "{tmp_path / "evening"}"\n')
    assert installation.place(config) == (tmp_path / "evening", 9123)
    config.write_text('port = "many"')
    assert installation.place(config) == (data_home(), installation.PORT), "what is wrong with it another finding says"


def test_version_is_said_first() -> None:
    found = next(doctor.look())
    assert found.name == "lamplight" and found.sentence.startswith(own_version())


def test_data_of_the_demo_is_looked_at_when_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    new_log(tmp_path / "lamplight" / "demo").close()
    told = ["\n".join(map(str, doctor.look(demo=demo))) for demo in (False, True)]
    assert f"{tmp_path}/lamplight/demo/log.db is sound" not in told[0]
    assert f"{tmp_path}/lamplight/demo/log.db is sound" in told[1]
    assert "Make one: ./table backup now --demo" in told[1]
