from __future__ import annotations

import base64
import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.messaging import BusError
from companion.messaging.broker.accounts import Accounts, BrokerAccount, hash_password, permits
from companion.schema import topics

READING = topics.reading("t1", "cam0")
CASES = [
    ("rules", "read", READING, True),
    ("rules", "write", topics.ack("t1", "cam0"), True),
    ("rules", "write", topics.public_light("t1", "2"), True),
    ("rules", "write", topics.demo("t1", "cam0"), True),
    ("reader", "write", READING, True),
    ("reader", "read", READING, False),
    ("reader", "read", topics.expect("t1"), True),
    ("reader", "read", topics.ack("t1", "cam0"), True),
    ("reader", "write", topics.ack("t1", "cam0"), False),
    ("reader", "write", topics.expect("t1"), False),
    ("reader", "write", topics.reading("t2", "cam0"), False),
    ("reader", "read", topics.expect("t2"), False),
    ("display", "read", topics.public_state("t1"), True),
    ("display", "read", topics.expect("t1"), False),
    ("display", "read", READING, False),
    ("display", "write", topics.public_state("t1"), False),
    ("display", "read", topics.public_state("t2"), False),
]


@pytest.mark.parametrize(("role", "way", "topic", "allowed"), CASES)
def test_role_reads_and_writes_topics_of_its_table(role: str, way: str, topic: str, allowed: bool) -> None:
    assert permits(BrokerAccount(role, "t1", ""), way, topic) is allowed  # type: ignore[arg-type]


def test_account_is_made_once_and_kept(tmp_path: Path) -> None:
    first = Accounts(tmp_path).of("reader", "t1")
    assert Accounts(tmp_path).of("reader", "t1") == first
    assert Accounts(tmp_path).of("reader", "t2").password != first.password
    assert len(first.password) >= 22  # 128 bits


def test_concurrent_accounts_are_all_kept(tmp_path: Path) -> None:
    houses = [Accounts(tmp_path) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda k: [houses[k].of("display", name=f"{k}-{number}") for number in range(8)], range(4)))
    assert len(Accounts(tmp_path).display_accounts()) == 32
    assert sorted(path.name for path in tmp_path.iterdir()) == ["accounts.json"]


def test_accounts_notice_a_write_within_a_clock_tick(tmp_path: Path) -> None:
    mine, other = Accounts(tmp_path), Accounts(tmp_path)
    mine.of("rules")
    assert other.is_stale and not mine.is_stale
    written = mine.path.stat().st_mtime_ns
    other.of("display", name="kitchen")
    os.utime(mine.path, ns=(written, written))
    assert mine.is_stale


@pytest.mark.skipif(os.geteuid() != 0, reason="Only root can write for another user.")
def test_accounts_written_by_root_belong_to_the_folder_owner(tmp_path: Path) -> None:
    os.chown(tmp_path, 1234, 1234)
    accounts = Accounts(tmp_path)
    accounts.of("display", name="kitchen")
    assert (accounts.path.stat().st_uid, stat.S_IMODE(accounts.path.stat().st_mode)) == (1234, 0o600)


def test_unreadable_account_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "accounts.json").write_text('[{"role": "king"}]')
    with pytest.raises(BusError, match="remove the file"):
        Accounts(tmp_path)


def test_password_hash_equals_mosquitto_passwd() -> None:
    known = "$7$101$a0AOviv5hSJBxYHk$ENIHjXC8kN7JgTn32APutdGQtN3z+jSVl7/zOtGp9vF34V1bYT0K+qFoOdPiB+e8+Xih07i6yUNPCl8ScClV8w=="
    assert hash_password("p", base64.b64decode("a0AOviv5hSJBxYHk")) == known


def test_reader_account_is_exclusive_for_its_reader(tmp_path: Path) -> None:
    accounts = Accounts(tmp_path)
    camera, bridge = accounts.of("reader", "t1", "vision-cam0"), accounts.of("reader", "t1")
    mine, others = topics.reading("t1", "vision-cam0"), topics.reading("t1", "bridge-bag")
    taken = accounts.reader_names("t1")
    assert [permits(one, "write", mine, taken) for one in (camera, bridge)] == [True, False]
    assert [permits(one, "write", others, taken) for one in (camera, bridge)] == [False, True]
    elsewhere = accounts.of("reader", "t2")
    assert permits(elsewhere, "write", topics.reading("t2", "vision-cam0"), accounts.reader_names("t2"))


def test_account_follows_a_renamed_table(tmp_path: Path) -> None:
    accounts = Accounts(tmp_path)
    before = accounts.of("display", "lamp", "kitchen")
    after = accounts.of("display", "attic", "kitchen")
    assert (after.user, after.password, after.table) == (before.user, before.password, "attic")
    assert Accounts(tmp_path).known == accounts.known
