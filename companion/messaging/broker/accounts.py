"""Broker accounts by role and table, made at first start, and their rights."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import secrets
from collections.abc import Collection
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from companion.messaging.bus import BusError, matches
from companion.schema import topics
from companion.system.atomic_write import make_folder, write_atomically
from companion.system.data_dir import alone

Role: TypeAlias = Literal["rules", "reader", "display", "home"]
"""home: Home Assistant, which reads the same as a display and discovers the table by itself."""
Way: TypeAlias = Literal["read", "write"]
Rule: TypeAlias = Literal["read", "write", "deny"]
"""Rights of an account on a pattern. "deny" overrides the others."""
# messages of the rules service to a reader
TO_READER = ("ack", "demo", "photo", "teach", "correction", "ports", "look", "check")
# messages of a reader
FROM_READER = ("status", "description", "reading", "photo_result", "taught", "ports_told", "live", "sight")
Stamp: TypeAlias = tuple[int, int]
"""Modification time in ns and inode of a file: two writings can have the same time."""
NO_FILE: Stamp = (0, 0)
HASH_ROUNDS = 101  # as mosquitto_passwd. The passwords are 128 random bits, so a dictionary attack is pointless


@dataclass(frozen=True, slots=True)
class BrokerAccount:
    """One account. `table` is one table, or "+" for all.

    `name` is a display, or the one reader that it publishes for. "" = shared by the role.
    """

    role: Role
    table: str
    password: str
    name: str = ""

    @property
    def user(self) -> str:
        if self.name:
            return f"{self.role}_{self.name}"
        return self.role if self.table == topics.ANY else f"{self.role}-{self.table}"


def rights(access: BrokerAccount, taken: tuple[str, ...] = ()) -> tuple[tuple[Rule, str], ...]:
    """Return the patterns an account may read and write. Only the rules service reads readings; a display reads public
    topics.

    `taken`: readers with their own accounts. An account for all others cannot reach the topics of these.
    """
    if access.role in {"display", "home"}:
        return _display_rights(access)
    return _rules_service_rights(access) if access.role == "rules" else _reader_rights(access, taken)


def _display_rights(access: BrokerAccount) -> tuple[tuple[Rule, str], ...]:
    table = access.table
    public = f"{topics.ROOT}/{topics.segment(table)}/public/#"
    shown: tuple[tuple[Rule, str], ...] = (("read", topics.table_status(table)), ("read", public))
    return (
        shown if access.role == "display" else (*shown, ("read", discovery_pattern(table)), ("write", topics.birth()))
    )


def _reader_rights(access: BrokerAccount, taken: Collection[str]) -> tuple[tuple[Rule, str], ...]:
    table, reader = access.table, access.name or topics.ANY
    requests = tuple(topics.of_reader(table, reader, name) for name in TO_READER)
    shown = (topics.public_light(table, topics.ANY), topics.table_status(table))  # a reader with lamps shows them
    readable = (topics.expect(table), *shown, *requests)
    writable = tuple(topics.of_reader(table, reader, name) for name in FROM_READER)
    others = () if access.name else tuple(topics.of_reader(table, reader_name, "#") for reader_name in taken)
    return (*_pair_with("deny", others), *_pair_with("read", readable), *_pair_with("write", writable))


def _rules_service_rights(access: BrokerAccount) -> tuple[tuple[Rule, str], ...]:
    table = access.table
    readable = (*(topics.of_reader(table, topics.ANY, name) for name in FROM_READER), topics.birth())
    requests = tuple(topics.of_reader(table, topics.ANY, name) for name in TO_READER)
    shown = (topics.table_status(table), topics.public_state(table), topics.public_event(table))
    writable = (
        topics.expect(table),
        topics.public_light(table, topics.ANY),
        *shown,
        discovery_pattern(table),
        *requests,
    )
    return (*_pair_with("read", readable), *_pair_with("write", writable))


def _pair_with(rule: Rule, patterns: Collection[str]) -> tuple[tuple[Rule, str], ...]:
    return tuple((rule, pattern) for pattern in patterns)


def discovery_pattern(table: str) -> str:
    """Return the pattern of Home Assistant's discovery topics, for one table or all."""
    return topics.discovery(table) if table != topics.ANY else f"{topics.HOME_ASSISTANT}/device/+/config"


def permits(access: BrokerAccount, way: Way, topic: str, taken: tuple[str, ...] = ()) -> bool:
    """Return whether an account may read or write a topic (not a pattern). `taken` is as in `rights`."""
    fitting = {rule for rule, pattern in rights(access, taken) if matches(pattern, topic)}
    return way in fitting and "deny" not in fitting


class Accounts:
    """The accounts of a data folder, in a file that only its owner can read. Safe for threads and processes."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "accounts.json"
        make_folder(folder, 0o700)
        self.known: dict[str, BrokerAccount] = {}
        self._read = NO_FILE  # the file's stamp when it was read or written last
        self.reread()

    def of(self, role: Role, table: str = topics.ANY, name: str = "") -> BrokerAccount:
        """Return the account of a role at a table, or of a named display or reader. Creates it where it is missing.

        One with a name that was of another table is of this one from now on. Raises TopicError.
        """
        access = BrokerAccount(role, topics.segment(table), secrets.token_urlsafe(16), name and check_name(name))
        if not self._is_current(access):
            with alone(self.path.parent):  # two processes that add one each must not lose an account
                self._load_known()
                if not self._is_current(access):
                    before = self.known.get(access.user, access)
                    self._write({**self.known, access.user: replace(access, password=before.password)})
        return self.known[access.user]

    def _is_current(self, access: BrokerAccount) -> bool:
        return access.user in self.known and self.known[access.user].table == access.table

    def display_accounts(self) -> tuple[BrokerAccount, ...]:
        """Return the displays with accounts, in the order of their creation."""
        return tuple(access for access in self.known.values() if access.name and access.role != "reader")

    def reader_names(self, table: str) -> tuple[str, ...]:
        """Return the readers of a table with their own accounts."""
        others = (access for access in self.known.values() if access.role == "reader" and access.name)
        return tuple(access.name for access in others if topics.ANY in {table, access.table} or access.table == table)

    def remove(self, name: str) -> bool:
        """Delete the account of a display and disconnect it. Return False where there is no such display."""
        checked = check_name(name)
        with alone(self.path.parent):
            self._load_known()
            going = {access.user for access in self.display_accounts() if access.name == checked}
            kept = {user: access for user, access in self.known.items() if user not in going}
            is_there = bool(going)
            if is_there:
                self._write(kept)
        return is_there

    @property
    def is_stale(self) -> bool:
        """Whether another process has written the file since it was loaded. A missing file does not count."""
        return self._stamp() not in {NO_FILE, self._read}

    def reread(self) -> None:
        """Reload accounts that another process has added or removed. On BusError the known ones stay."""
        with alone(self.path.parent):
            self._load_known()

    def _load_known(self) -> None:
        self._read = self._stamp()
        self.known = self._load() if self._read != NO_FILE else {}

    def _write(self, known: dict[str, BrokerAccount]) -> None:
        write_secret(self.path, json.dumps([asdict(access) for access in known.values()], indent=1))
        self.known, self._read = known, self._stamp()

    def _stamp(self) -> Stamp:
        try:
            status = self.path.stat()
        except FileNotFoundError:
            return NO_FILE
        return status.st_mtime_ns, status.st_ino

    def _load(self) -> dict[str, BrokerAccount]:
        try:
            accounts = [BrokerAccount(**row) for row in json.loads(self.path.read_text(encoding="utf-8"))]
            if any(access.role not in get_args(Role) for access in accounts):
                raise ValueError("a role nobody knows")
        except (OSError, ValueError, TypeError) as error:
            raise BusError(
                f"the accounts in {self.path} cannot be read ({error}); remove the file, new ones are made"
            ) from error
        return {access.user: access for access in accounts}


def check_name(name: str) -> str:
    """Return a name that may be part of a user name. Raises TopicError, also for "" and "+"."""
    return topics.segment("" if name == topics.ANY else name)


def mosquitto_acl(accounts: Accounts) -> str:
    """Return the ACL file: the patterns that each user may read and write."""
    parts = []
    for access in accounts.known.values():
        parts.append(f"user {access.user}")
        parts += [f"topic {rule} {pattern}" for rule, pattern in rights(access, accounts.reader_names(access.table))]
    return "\n".join(parts) + "\n"


def mosquitto_passwords(accounts: Accounts) -> str:
    """Return the password file: PBKDF2 with SHA-512, the format `mosquitto_passwd` writes."""
    return "".join(
        f"{access.user}:{hash_password(access.password, os.urandom(12))}\n" for access in accounts.known.values()
    )


def hash_password(password: str, salt: bytes) -> str:
    """Return the hash of a password in Mosquitto's format."""
    digest = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, HASH_ROUNDS)
    return f"$7${HASH_ROUNDS}${base64.b64encode(salt).decode()}${base64.b64encode(digest).decode()}"


def write_secret(path: Path, text: str) -> None:
    """Write a file completely, readable by its owner alone (by the folder's owner, if root writes it)."""
    write_atomically(path, text, private=True)
