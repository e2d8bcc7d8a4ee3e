"""An account for a display, as somebody makes one at a desk."""

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


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data of a newcomer."""
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


def test_an_account_is_made_kept_and_shown_again(home: Path) -> None:
    first = table("add", "kitchen")
    assert table("add", "kitchen") == first
    assert 'user = "display_kitchen"' in first
    assert known(home) == ["display_kitchen"]
    assert table("list") == "kitchen  (display_kitchen)\n"


def test_what_is_written_is_what_the_programs_in_deploy_read(home: Path) -> None:
    out = home / "kitchen.toml"
    said = table("add", "kitchen", "--out", str(out), "--config", settings(home, OPEN))
    told = tomllib.loads(out.read_text(encoding="utf-8"))
    assert told["password"] not in said, "it stands in the file alone"
    assert (told["port"], told["user"], told["place"]) == (1883, "display_kitchen", "attic")
    assert told["host"] == address()
    assert len(told["password"]) > 16
    assert out.stat().st_mode & 0o077 == 0, "nobody else may read a password"


def test_whoever_could_not_connect_is_told_what_to_set(home: Path) -> None:
    said = table("add", "kitchen")
    assert 'bind = "0.0.0.0"' in said and "port = 1883" in said
    assert "settings" not in table("add", "kitchen", "--config", settings(home, OPEN))


def test_the_port_of_a_broker_that_runs_is_told(home: Path) -> None:
    assert "port = 1883" in table("add", "kitchen"), "it never ran: as it is to be set"
    broker = EmbeddedBroker(home / "lamplight" / "table" / "broker")
    assert f"port = {broker.port}" in table("add", "kitchen")


def test_a_broker_at_one_address_is_reached_there_alone(home: Path) -> None:
    assert 'host = "192.168.7.7"' in table(
        "add", "kitchen", "--config", settings(home, 'bind = "192.168.7.7"\nport = 1\n')
    )


@pytest.mark.parametrize(
    ("where", "why"), [("nowhere/kitchen.toml", "there is no such folder"), (".", "it is a folder")]
)
def test_a_file_that_cannot_be_written_is_told_and_nothing_is_left(where: str, why: str, home: Path) -> None:
    (home / "mine").mkdir()
    with pytest.raises(LamplightError, match=rf"cannot be written \({why}\); the account is made"):
        table("add", "kitchen", "--out", str(home / "mine" / where))
    assert list((home / "mine").iterdir()) == []


def test_a_demo_has_displays_of_its_own(home: Path) -> None:
    table("add", "kitchen", "--demo")
    assert (known(home), known(home, "demo")) == ([], ["display_kitchen"])


def test_a_display_that_is_removed_has_no_account(home: Path) -> None:
    table("add", "kitchen")
    table("remove", "kitchen")
    assert known(home) == []
    assert "No display has an account yet" in table("list")
    assert typed("display", "remove", "kitchen").exit_code == 1


def test_the_accounts_of_the_house_have_no_names_and_stay(home: Path) -> None:
    accounts = Accounts(home / "lamplight" / "table" / "broker")
    accounts.of("rules")
    table("add", "kitchen")
    accounts.reread()
    assert accounts.remove("kitchen")
    assert list(accounts.known) == ["rules"]


@pytest.mark.parametrize("name", ["Küche", "", "+", "a/b", "x" * 33])
def test_a_name_that_cannot_be_one_is_refused_with_a_sentence(name: str, home: Path) -> None:
    with pytest.raises(TopicError, match="cannot be part of a topic"):
        table("add", name)
    assert known(home) == []


def seen(config: str | None = None) -> str:
    (finding,) = look(Path(config) if config else None)
    return str(finding)


def test_the_doctor_says_who_may_connect_and_what_keeps_them_from_it(home: Path) -> None:
    assert seen() == "note displays: none has an account. Make one: ./table display add NAME"
    assert not (home / "lamplight").exists(), "a look changes nothing"
    table("add", "kitchen")
    assert seen().startswith("note displays: kitchen may connect from this machine alone. ")
    assert "at another port after each start. The broker takes" in seen(settings(home, 'bind = "0.0.0.0"\n'))
    assert seen(settings(home, OPEN)) == "ok   displays: kitchen may connect at port 1883."
    assert seen(settings(home, 'kind = "external"\nhost = "nas"\n')) == "ok   displays: they come to the broker at nas."


def test_accounts_that_cannot_be_read_do_not_end_the_doctor_s_look(home: Path) -> None:
    table("add", "kitchen")
    (home / "lamplight" / "table" / "broker" / "accounts.json").write_text("{", encoding="utf-8")
    assert re.fullmatch(
        r"bad  displays: the accounts in .* cannot be read .*; remove the file, new ones are made\.", seen()
    )


def test_the_doctor_leaves_broken_settings_to_those_who_tell_of_them(home: Path) -> None:
    assert list(look(home / "nowhere.toml")) == []


def test_at_another_s_broker_the_account_is_made_there(home: Path) -> None:
    with pytest.raises(ForeignBrokerError, match=r"lamplight/v1/attic/status and lamplight/v1/attic/public/#"):
        table("add", "kitchen", "--config", settings(home, 'kind = "external"\nhost = "nas"\n'))


def test_a_display_by_name_reads_what_is_public_and_says_nothing() -> None:
    access = BrokerAccount("display", "+", "", "kitchen")
    assert permits(access, "read", topics.public_state("lamp")) and permits(access, "read", topics.table_status("lamp"))
    for topic in (topics.expect("lamp"), topics.reading("lamp", "cam0"), topics.discovery("lamp"), topics.birth()):
        assert not permits(access, "read", topic)
    assert not any(permits(access, "write", topic) for topic in (topics.public_state("lamp"), topics.birth()))


def test_a_home_assistant_finds_tables_and_says_that_it_started(home: Path) -> None:
    assert 'user = "home_ha"' in table("add", "ha", "--home-assistant")
    access = BrokerAccount("home", "+", "", "ha")
    for topic in (topics.discovery("lamp"), topics.public_event("lamp"), topics.public_light("lamp", "1")):
        assert permits(access, "read", topic) and not permits(access, "write", topic)
    assert permits(access, "write", topics.birth())
    assert not permits(access, "read", topics.reading("lamp", "cam0"))


def test_no_name_can_be_taken_for_that_of_a_table(home: Path) -> None:
    accounts = Accounts(home)
    users = {
        accounts.of("display", "a").user,
        accounts.of("display", name="a").user,
        accounts.of("home", name="a").user,
    }
    assert len(users) == 3
    assert mosquitto_acl(accounts).count("\nuser ") == 2
