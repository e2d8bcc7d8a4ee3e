"""The settings with which Mosquitto is started; each one that differs from its default says why."""

from __future__ import annotations

import getpass
import os
from collections.abc import Sequence
from pathlib import Path

from companion.messaging.broker.accounts import Accounts, mosquitto_acl, mosquitto_passwords, write_secret
from companion.messaging.broker.certificates import BrokerCertificates
from companion.system.programs import find_program

MOST_CONNECTIONS = (
    256  # at each listener; 2.0.11 counts one that is taken over twice when it leaves: a few more may come
)


def program() -> str:
    """Path of Mosquitto; "" = it is not installed."""
    return find_program("mosquitto")


def write(folder: Path, accounts: Accounts, listeners: Sequence[str]) -> Path:
    """Write configuration, passwords and rights into `folder`; the path of the configuration."""
    (folder / "mosquitto.db").unlink(missing_ok=True)  # an earlier version saved retained messages and sessions
    write_secret(folder / "passwords", mosquitto_passwords(accounts))
    write_secret(folder / "acl", mosquitto_acl(accounts))
    path = folder / "mosquitto.conf"
    write_secret(path, config(folder, listeners))
    return path


def listener(bind: str, port: int, encrypted: BrokerCertificates | None = None) -> str:
    """Where it takes connections, and how many: a table has ten, and each open file costs whoever else comes."""
    lines = [f"listener {port} {bind}", f"max_connections {MOST_CONNECTIONS}"]
    if encrypted is not None:
        lines += [f"certfile {encrypted.certificate}", f"keyfile {encrypted.key}", "tls_version tlsv1.2"]
    return "\n".join(lines)


def config(folder: Path, listeners: Sequence[str]) -> str:
    return "\n".join(
        [
            # no per_listener_settings: with them, sessions kept from a start on another port lose their rights. All listeners
            # ask for the same passwords
            # as root it would change to a user that cannot read our 0600 files; the embedded broker is no more than its parent
            *([f"user {getpass.getuser()}"] if os.geteuid() == 0 else []),
            # nothing is saved: a file that is written every second wears out an SD card. Readings wait in their outbox until the
            # rules have acknowledged them, and every client publishes its retained messages again after a restart of the broker
            "persistence false",
            "max_packet_size 65536",  # by default 256 MB are taken from anybody
            # a message that a handler failed on must not hold up those behind it; but without any limit whoever acknowledges
            # nothing would fill the memory: beyond these bytes it is queued, and the queue has an end
            "max_inflight_messages 0",
            "max_inflight_bytes 4194304",
            # by default the 1001st message for an absent client is dropped without a word; 0, which is to mean "no limit", has
            # 2.0.21 throw out whoever is sent anything
            "max_queued_messages 65000",
            "max_queued_bytes 16777216",
            # by default the session of a client that is away is kept for ever, and an account may open thousands of them. Of ours
            # none is away so long, and what it misses is published again
            "persistent_client_expiration 1h",
            "set_tcp_nodelay true",
            "sys_interval 0",  # nobody here may read what it would say of itself every 10 s
            "log_dest stderr",
            "log_type error",
            "log_type warning",
            "allow_anonymous false",
            f"password_file {folder}/passwords",
            f"acl_file {folder}/acl",
            *listeners,
            "",
        ]
    )
