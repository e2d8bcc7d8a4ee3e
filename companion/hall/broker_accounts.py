"""Write the broker accounts of a hall server: users, passwords and rights. These files are secret."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.messaging.broker.accounts import (
    Accounts,
    BrokerAccount,
    Role,
    mosquitto_acl,
    mosquitto_passwords,
    write_secret,
)
from companion.schema import topics

HALL_ROLES: tuple[Role, ...] = ("rules", "reader", "display")
"""Shared accounts: workers, central readers and central displays."""
ACCOUNTS_FILE = "accounts.toml"
FILE_WRITERS: Mapping[str, Callable[[Accounts], str]] = {"passwords": mosquitto_passwords, "acl": mosquitto_acl}
"""Of Mosquitto."""


@dataclass(frozen=True, slots=True)
class WrittenAccounts:
    """Paths of the written files, and the users in them."""

    files: tuple[Path, ...]
    users: tuple[str, ...]


def write_accounts(folder: Path, tables: tuple[str, ...] = ()) -> WrittenAccounts:
    """Create the missing accounts and write all files, readable by their owner alone; existing accounts stay.

    `tables`: each gets an account for its readers, which cannot reach other tables. Raises TopicError, BusError and
    OSError.
    """
    is_new = not folder.exists()
    accounts = Accounts(folder)
    if is_new:
        folder.chmod(0o711)  # the broker runs as another user; it may enter the folder and read the files given to it
    for role in HALL_ROLES:
        accounts.of(role)
    for table in tables:
        accounts.of("reader", topics.segment(table))
    texts = {name: of(accounts) for name, of in FILE_WRITERS.items()} | {ACCOUNTS_FILE: _accounts_file(accounts)}
    for name, text in texts.items():
        write_secret(folder / name, text)
    return WrittenAccounts(tuple(folder / name for name in texts), tuple(accounts.known))


def password_of(folder: Path, user: str) -> str:
    """Return the password of a written account. Raises OSError, KeyError."""
    return str(tomllib.loads((folder / ACCOUNTS_FILE).read_text(encoding="utf-8"))[user]["password"])


def _accounts_file(accounts: Accounts) -> str:
    """Return the accounts file, from which people copy the settings of workers and tables."""
    head = "# Who may come to the hall's broker. Workers are `rules`; a table's own machine is `reader-<its name>`.\n"
    return head + "".join(_account_section(access) for access in accounts.known.values())


def _account_section(access: BrokerAccount) -> str:
    return f'\n[{access.user}]\nuser = "{access.user}"\npassword = "{access.password}"\n'
