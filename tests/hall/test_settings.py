"""Where settings are loaded from."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from companion.hall.settings import load_hall_settings
from companion.settings import SettingsError

SAMPLE = Path(__file__).parents[2] / "deploy" / "hall" / "hall.toml"


def test_sample_hall_settings_have_all_shared_values(tmp_path: Path) -> None:
    settings = load_hall_settings(SAMPLE, installed=tmp_path / "none.toml")
    assert settings.data == Path("/var/lib/lamplight-hall") and settings.database.startswith("postgresql+psycopg://")
    assert settings.account.user == "rules"
    assert (
        settings.bind == settings.proxy == "127.0.0.1"
    )  # nginx runs there, and no other client may reach the workers' ports


def test_hall_settings_fall_back_to_the_installed_file(tmp_path: Path) -> None:
    installed = tmp_path / "hall.toml"
    assert load_hall_settings(None, installed=installed).domain == "hall.local", "there is none: the defaults"
    installed.write_text('domain = "cafe.example"')
    assert load_hall_settings(None, installed=installed).domain == "cafe.example"
    other = tmp_path / "other.toml"
    other.write_text('domain = "club.example"')
    assert load_hall_settings(other, installed=installed).domain == "club.example"


class Shut(type(Path())):  # type: ignore[misc]
    """A file in another user's folder."""

    def stat(self, **_: object) -> None:  # type: ignore[override]
        raise PermissionError(errno.EACCES, "Permission denied", str(self))

    def open(self, *_: object, **_more: object) -> None:  # type: ignore[override]
        self.stat()


def test_unreadable_hall_settings_name_the_permitted_user(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"hall.toml: .*Permission denied.* sudo -u lamplight"):
        load_hall_settings(None, installed=Shut(tmp_path / "hall.toml"))
