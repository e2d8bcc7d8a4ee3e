"""Settings of the started Mosquitto, with a reason for each non-default value."""

from __future__ import annotations

import getpass
import os
from collections.abc import Sequence
from pathlib import Path

from companion.messaging.broker.accounts import Accounts, mosquitto_acl, mosquitto_passwords, write_secret
from companion.messaging.broker.certificates import BrokerCertificates
from companion.system.supervised_process import find_program

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
    """Return a listener section. A table has ten clients, and each open file costs memory."""
    lines = [f"listener {port} {bind}", f"max_connections {MOST_CONNECTIONS}"]
    if encrypted is not None:
        lines += [f"certfile {encrypted.certificate}", f"keyfile {encrypted.key}", "tls_version tlsv1.2"]
    return "\n".join(lines)


def config(folder: Path, listeners: Sequence[str]) -> str:
    """Return the configuration of Mosquitto."""
    return "\n".join(
        [
            # no per_listener_settings: with them, sessions from a start on another port lose their rights. All
            # listeners ask for the same passwords. As root Mosquitto would change to a user that cannot read our 0600
            # files, so the broker keeps the user of its parent
            *([f"user {getpass.getuser()}"] if os.geteuid() == 0 else []),
            # no saved state: a file written every second wears out an SD card. Readings stay in their outbox until the
            # rules service acknowledges them, and every client publishes its retained messages again after the broker
            # restarts
            "persistence false",
            "max_packet_size 65536",  # by default 256 MB are taken from anybody
            # a message whose handler failed must not block later ones. But without a limit a client that never
            # acknowledges would fill the memory. Beyond these bytes messages are queued, and the queue is limited
            "max_inflight_messages 0",
            "max_inflight_bytes 4194304",
            # by default the 1001st message for an absent client is dropped silently. With 0, documented as "no limit",
            # 2.0.21 disconnects clients that get any message
            "max_queued_messages 65000",
            "max_queued_bytes 16777216",
            # by default sessions of absent clients never expire, and an account may open thousands. Our clients are
            # never absent so long, and retained messages are published again
            "persistent_client_expiration 1h",
            "set_tcp_nodelay true",
            "sys_interval 0",  # no account may read its statistics, published every 10 s
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
