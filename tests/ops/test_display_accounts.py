"""Accounts for displays, made by a command."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from companion.errors import LamplightError
from companion.messaging.broker.accounts import Accounts, BrokerAccount, mosquitto_acl, permits
from companion.messaging.broker.embedded import EmbeddedBroker
from companion.ops.display_accounts import ForeignBrokerError, look
from companion.schema import TopicError, topics
from companion.system.network import address
from tests.command_line import typed

OPEN = 'bind = "0.0.0.0"\nport = 1883\n'
EXTERNAL = 'kind = "external"\nhost = "nas"\n'


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("LAMPLIGHT_PLACE", "attic")
    return tmp_path


def settings(folder: Path, broker: str) -> str:
    path = folder / "table.toml"
    path.write_text(f"[broker]\n{broker}", encoding="utf-8")
    return str(path)


def table(*words: str) -> str:
    done = typed("display", *words, catches=False)
    assert done.exit_code == 0
    return done.output


def known(home: Path, part: str = "table") -> list[str]:
    return [access.user for access in Accounts(home / "lamplight" / part / "broker").display_accounts()]


@pytest.mark.slow
def test_display_account_is_made_listed_and_removed(home: Path) -> None:
    first = table("add", "kitchen")
    assert table("add", "kitchen") == first and 'user = "display_kitchen"' in first
    assert known(home) == ["display_kitchen"]
    assert table("list") == "kitchen  (display_kitchen)\n"
    table("remove", "kitchen")
    assert known(home) == []
    assert "No display has an account yet" in table("list")
    assert typed("display", "remove", "kitchen").exit_code == 1
    table("add", "kitchen", "--demo")
    assert (known(home), known(home, "demo")) == ([], ["display_kitchen"])


def test_display_account_file_is_private_and_complete(home: Path) -> None:
    out = home / "kitchen.toml"
    said = table("add", "kitchen", "--out", str(out), "--config", settings(home, OPEN))
    told = tomllib.loads(out.read_text(encoding="utf-8"))
    assert len(told["password"]) > 16 and told["password"] not in said
    assert (told["port"], told["user"], told["place"]) == (1883, "display_kitchen", "attic")
    assert told["host"] == address()
    assert out.stat().st_mode & 0o077 == 0


def test_display_account_names_missing_settings(home: Path) -> None:
    said = table("add", "kitchen")
    assert 'bind = "0.0.0.0"' in said and "port = 1883" in said, "the port to be set"
    assert "settings" not in table("add", "kitchen", "--config", settings(home, OPEN))
    one = settings(home, 'bind = "192.168.7.7"\nport = 1\n')
    assert 'host = "192.168.7.7"' in table("add", "kitchen", "--config", one)
    broker = EmbeddedBroker(home / "lamplight" / "table" / "broker")
    assert f"port = {broker.port}" in table("add", "kitchen"), "the port that the broker takes"


@pytest.mark.parametrize(
    ("where", "why"), [("nowhere/kitchen.toml", "there is no such folder"), (".", "it is a folder")]
)
def test_display_account_file_that_fails_leaves_nothing(where: str, why: str, home: Path) -> None:
    (home / "mine").mkdir()
    with pytest.raises(LamplightError, match=rf"cannot be written \({why}\); the account is made"):
        table("add", "kitchen", "--out", str(home / "mine" / where))
    assert list((home / "mine").iterdir()) == []


@pytest.mark.parametrize("name", ["Küche", "", "+", "a/b", "x" * 33])
def test_display_account_refuses_a_bad_name(name: str, home: Path) -> None:
    with pytest.raises(TopicError, match="cannot be part of a topic"):
        table("add", name)
    assert known(home) == []


def test_display_account_refuses_an_external_broker(home: Path) -> None:
    with pytest.raises(ForeignBrokerError, match=r"lamplight/v1/attic/status and lamplight/v1/attic/public/#"):
        table("add", "kitchen", "--config", settings(home, EXTERNAL))


def seen(config: str | None = None) -> str:
    (finding,) = look(Path(config) if config else None)
    return str(finding)


def test_doctor_names_displays_and_obstacles(home: Path) -> None:
    assert seen() == "note displays: none has an account. Make one: ./table display add NAME"
    assert not (home / "lamplight").exists(), "a look changes nothing"
    table("add", "kitchen")
    assert seen().startswith("note displays: kitchen may connect from this machine alone. ")
    assert "at another port after each start. The broker takes" in seen(settings(home, 'bind = "0.0.0.0"\n'))
    assert seen(settings(home, OPEN)) == "ok   displays: kitchen may connect at port 1883."
    assert seen(settings(home, EXTERNAL)) == "ok   displays: they come to the broker at nas."
    assert list(look(home / "nowhere.toml")) == [], "another finding names broken settings"
    (home / "lamplight" / "table" / "broker" / "accounts.json").write_text("{", encoding="utf-8")
    damaged = r"bad  displays: the accounts in .* cannot be read .*; remove the file, new ones are made\."
    assert re.fullmatch(damaged, seen())


def test_home_assistant_may_discover_tables(home: Path) -> None:
    assert 'user = "home_ha"' in table("add", "ha", "--home-assistant")
    access = BrokerAccount("home", "+", "", "ha")
    for topic in (topics.discovery("lamp"), topics.public_event("lamp"), topics.public_light("lamp", "1")):
        assert permits(access, "read", topic) and not permits(access, "write", topic)
    assert permits(access, "write", topics.birth())
    assert not permits(access, "read", topics.reading("lamp", "cam0"))


def test_account_names_of_roles_are_distinct(home: Path) -> None:
    accounts = Accounts(home)
    roles = (accounts.of("display", "a"), accounts.of("display", name="a"), accounts.of("home", name="a"))
    assert len({access.user for access in roles}) == 3
    assert mosquitto_acl(accounts).count("\nuser ") == 2
