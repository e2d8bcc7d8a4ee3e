"""Settings from a file and the environment, and the messages about mistakes in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.settings import SettingsError, load


def written(folder: Path, text: str) -> Path:
    path = folder / "lamplight.toml"
    path.write_text(text)
    return path


def test_a_file_overrides_the_defaults(tmp_path: Path) -> None:
    settings = load(written(tmp_path, 'port = 9000\n[camera]\nsource = "0"\nkits = ["d6"]\n'))
    assert (settings.port, settings.camera.source, settings.camera.kits) == (9000, "0", ("d6",))


def test_the_environment_names_the_file_of_an_installed_house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAMPLIGHT_CONFIG", str(written(tmp_path, "port = 9000")))
    assert load().port == 9000
    (tmp_path / "other.toml").write_text("port = 9001")
    assert load(tmp_path / "other.toml").port == 9001, "who names a file means that one"


def test_missing_settings_file_of_installation_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAMPLIGHT_CONFIG", str(tmp_path / "nowhere.toml"))
    with pytest.raises(SettingsError, match="nowhere"):
        load()


def test_the_environment_reaches_into_sections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAMPLIGHT_CAMERA__SOURCE", "http://cam.local/stream")
    assert load().camera.source == "http://cam.local/stream"


@pytest.mark.parametrize("value", ["[[1", "[" * 5000, "\\ud83d"], ids=["half", "too deep", "no letter"])
@pytest.mark.parametrize("name", ["LAMPLIGHT_BROKER", "LAMPLIGHT_HOSTS"])
def test_malformed_environment_value_is_named(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError, match=r"^The environment: "):
        load()


def test_log_default_is_in_the_data_folder(tmp_path: Path) -> None:
    assert load(written(tmp_path, f'data = "{tmp_path}"')).database_url == f"sqlite:///{tmp_path}/log.db"
    assert load(written(tmp_path, 'database = "postgresql://x"')).database_url == "postgresql://x"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("port = 99999", "port"),
        ("prot = 8080", "there is no setting 'prot'"),
        ("[camera]\nkit = 3", "camera.kit"),
        ('place = "My Table"', "place"),
        ('[broker]\nbind = ""', "broker.bind"),
        ('[broker]\nbind = "0.0.0.0\\nallow_anonymous true"', "broker.bind"),
        ("port = ", "lamplight.toml"),
    ],
    ids=["range", "unknown", "unknown in a section", "pattern", "no address", "more than an address", "not TOML"],
)
def test_a_mistake_is_named(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(SettingsError, match=said.replace(".", r"\.")):
        load(written(tmp_path, text))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            '[bridge]\nport = "/dev/a"\n[[bridge.readers]]\nport = "/dev/b"\nreader = "bag"',
            "bridge: two readers are named 'bag'",
        ),
        (
            '[[bridge.readers]]\nport = "/dev/a"\nreader = "p"\n[[bridge.readers]]\nport = "/dev/a"\nreader = "q"',
            "bridge: two readers are at /dev/a",
        ),
        ('[[bridge.readers]]\nport = "/dev/a"\nreader = "A b"', "bridge.readers.0.reader"),
    ],
)
def test_readers_with_equal_names_are_refused(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "own.toml").write_text(text)
    with pytest.raises(SettingsError, match=rf"own\.toml: {said}"):
        load(tmp_path / "own.toml")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="nowhere"):
        load(tmp_path / "nowhere.toml")
