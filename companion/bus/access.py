"""Who may say and hear what: accounts by role and table, made at first start, and the rules both brokers keep."""

from __future__ import annotations

import base64
import fcntl
import hashlib
import json
import os
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from companion.bus.bus import BusError
from companion.bus.patterns import matches
from companion.wire import topics

Role: TypeAlias = Literal["rules", "reader", "display", "home"]
"""home: a Home Assistant, which hears what a display hears and finds the table by itself."""
Way: TypeAlias = Literal["read", "write"]
ASKED = ("ack", "demo", "photo", "teach", "correction", "ports", "look", "check")  # of a reader, by the rules service
SAID = ("status", "description", "reading", "photo_result", "taught", "ports_told", "live", "sight")  # by a reader
DISCOVERED = f"{topics.HOME_ASSISTANT}/device/+/config"
Stamp: TypeAlias = tuple[int, int]
"""When a file was written, ns, and which one it is: a clock ticks too slowly to tell two writings apart."""
NO_FILE: Stamp = (0, 0)
HASH_ROUNDS = 101  # as mosquitto_passwd; the passwords are 128 random bits, no dictionary holds them


@dataclass(frozen=True, slots=True)
class Access:
    """An account. `table` is one table, or "+" for all of a house; `name`: of one display, "" = whoever has the role."""

    role: Role
    table: str
    password: str
    name: str = ""

    @property
    def user(self) -> str:
        if self.name:
            return f"{self.role}_{self.name}"
        return self.role if self.table == topics.ANY else f"{self.role}-{self.table}"


def rights(access: Access) -> tuple[tuple[Way, str], ...]:
    """The patterns an account may read and write. Only the rules service reads readings; a display reads what is public."""
    table = access.table
    public = f"{topics.ROOT}/{topics.segment(table)}/public/#"
    shown: tuple[tuple[Way, str], ...] = (("read", topics.table_status(table)), ("read", public))
    if access.role == "display":
        return shown
    if access.role == "home":
        return (*shown, ("read", DISCOVERED), ("write", topics.birth()))
    asked = tuple(topics.of_reader(table, topics.ANY, name) for name in ASKED)
    seats = topics.public_light(table, topics.ANY)  # a reader with lamps shows them
    heard: tuple[str, ...] = (topics.expect(table), seats, *asked)
    said: tuple[str, ...] = tuple(topics.of_reader(table, topics.ANY, name) for name in SAID)
    if access.role == "rules":
        told = (topics.public_state(table), topics.public_event(table))
        heard, said = (*said, topics.birth()), (*heard, topics.table_status(table), *told, DISCOVERED)
    return tuple(("read", pattern) for pattern in heard) + tuple(("write", pattern) for pattern in said)


def permits(access: Access, way: Way, topic: str) -> bool:
    """Whether an account may read or write a topic (no pattern)."""
    return any(allowed == way and matches(pattern, topic) for allowed, pattern in rights(access))


class Accounts:
    """The accounts of a data folder, in a file that its owner alone can read. Safe for threads and processes."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "accounts.json"
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.known: dict[str, Access] = {}
        self._read = NO_FILE  # the file's stamp when it was read or written last
        self.reread()

    def of(self, role: Role, table: str = topics.ANY, name: str = "") -> Access:
        """The account of a role at a table, or of a display with a name; made and kept where there is none yet. Raises TopicError."""
        access = Access(role, topics.segment(table), secrets.token_urlsafe(16), name and a_name(name))
        if access.user not in self.known:
            with self._alone():
                self._look()
                if access.user not in self.known:
                    self._keep({**self.known, access.user: access})
        return self.known[access.user]

    def named(self) -> tuple[Access, ...]:
        """Those that have names of their own, in the order in which they were made."""
        return tuple(access for access in self.known.values() if access.name)

    def remove(self, name: str) -> bool:
        """Who has that name may connect no more; False where there is nobody."""
        gone = a_name(name)
        with self._alone():
            self._look()
            kept = {user: access for user, access in self.known.items() if access.name != gone}
            is_there = len(kept) < len(self.known)
            if is_there:
                self._keep(kept)
        return is_there

    @property
    def is_stale(self) -> bool:
        """Whether another process has written the file since it was read here. One that is gone was taken away to make new ones."""
        return self._stamp() not in {NO_FILE, self._read}

    def reread(self) -> None:
        """Take over what another process has added or removed. Raises BusError; what was known stays then."""
        with self._alone():
            self._look()

    def _look(self) -> None:
        self._read = self._stamp()
        self.known = self._load() if self._read != NO_FILE else {}

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Nobody else reads or writes: of two who add one each at the same moment, none may lose the other's."""
        handle = os.open(self.path.parent, os.O_RDONLY)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            os.close(handle)

    def _keep(self, known: dict[str, Access]) -> None:
        write_secret(self.path, json.dumps([asdict(access) for access in known.values()], indent=1))
        self.known, self._read = known, self._stamp()

    def _stamp(self) -> Stamp:
        try:
            told = self.path.stat()
        except FileNotFoundError:
            return NO_FILE
        return told.st_mtime_ns, told.st_ino

    def _load(self) -> dict[str, Access]:
        try:
            found = [Access(**row) for row in json.loads(self.path.read_text(encoding="utf-8"))]
            if any(access.role not in get_args(Role) for access in found):
                raise ValueError("a role nobody knows")
        except (OSError, ValueError, TypeError) as error:
            raise BusError(
                f"the accounts in {self.path} cannot be read ({error}); remove the file, new ones are made"
            ) from error
        return {access.user: access for access in found}


def a_name(name: str) -> str:
    """What may be part of a user's name; raises TopicError, for no name and for "+" too."""
    return topics.segment("" if name == topics.ANY else name)


def mosquitto_acl(accounts: Accounts) -> str:
    """The ACL file: per user what it may read and write, and nothing for anybody else."""
    parts = []
    for access in accounts.known.values():
        parts.append(f"user {access.user}")
        parts += [f"topic {way} {pattern}" for way, pattern in rights(access)]
    return "\n".join(parts) + "\n"


def mosquitto_passwords(accounts: Accounts) -> str:
    """The password file: PBKDF2 with SHA-512, the format `mosquitto_passwd` writes."""
    return "".join(f"{access.user}:{hashed(access.password, os.urandom(12))}\n" for access in accounts.known.values())


def hashed(password: str, salt: bytes) -> str:
    digest = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, HASH_ROUNDS)
    return f"$7${HASH_ROUNDS}${base64.b64encode(salt).decode()}${base64.b64encode(digest).decode()}"


def write_secret(path: Path, text: str) -> None:
    """Write a file whole, readable by its owner alone: by the folder's, where it is root who writes."""
    handle, fresh = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")  # new, 0600, and nobody's link
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            if os.geteuid() == 0:  # with sudo, at a table that runs as an ordinary user
                owner = path.parent.stat()
                os.fchown(handle, owner.st_uid, owner.st_gid)
            file.write(text)
            file.flush()
            os.fsync(handle)
        Path(fresh).replace(path)
    except OSError:
        Path(fresh).unlink()
        raise
