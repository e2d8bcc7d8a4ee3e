"""Broker accounts of a hall."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.hall.broker_accounts import password_of, write_accounts
from companion.schema import TopicError
from tests.command_line import typed


def test_account_files_are_secret_in_a_traversable_folder(tmp_path: Path) -> None:
    folder = tmp_path / "hall"
    assert {path.name for path in write_accounts(folder).files} == {"passwords", "acl", "accounts.toml"}
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}
    assert folder.stat().st_mode & 0o777 == 0o711
    folder.chmod(0o750)  # an existing folder keeps its mode, whatever the umask
    write_accounts(folder)
    assert folder.stat().st_mode & 0o777 == 0o750


def test_table_account_has_its_rights_and_passwords_stay(tmp_path: Path) -> None:
    """Otherwise every table would need a new password."""
    write_accounts(tmp_path)
    before = password_of(tmp_path, "rules")
    assert "reader-lamp-1" in write_accounts(tmp_path, ("lamp-1",)).users
    assert password_of(tmp_path, "rules") == before
    own = (tmp_path / "acl").read_text().split("user reader-lamp-1\n")[1].split("user ")[0]
    assert "lamplight/v1/lamp-1/expect" in own and "+/expect" not in own
    with pytest.raises(TopicError):
        write_accounts(tmp_path, ("Lamp 1",))


def test_hall_accounts_prints_files_and_users_without_passwords(tmp_path: Path) -> None:
    told = typed("hall", "accounts", str(tmp_path), "--table", "lamp-1")
    assert told.exit_code == 0 and "passwords" in told.output and "reader-lamp-1" in told.output
    assert password_of(tmp_path, "rules") not in told.output


def test_metrics_token_is_made_once_and_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAMPLIGHT_HALL_DATA", str(tmp_path))
    first, second = (typed("hall", "metrics-token").output.strip() for _ in range(2))
    assert first == second and len(first) > 20
    monkeypatch.setenv("LAMPLIGHT_HALL_METRICS_TOKEN", "ours")
    assert typed("hall", "metrics-token").output.strip() == "ours"
