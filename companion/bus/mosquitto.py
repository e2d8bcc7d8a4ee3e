"""The settings with which Mosquitto is started; each one that differs from its default says why."""

from __future__ import annotations

import getpass
import os
from pathlib import Path

from companion.bus.access import Accounts, mosquitto_acl, mosquitto_passwords, write_secret


def write(folder: Path, accounts: Accounts, bind: str, port: int) -> Path:
    """Write configuration, passwords and rights into `folder`; the path of the configuration."""
    write_secret(folder / "passwords", mosquitto_passwords(accounts))
    write_secret(folder / "acl", mosquitto_acl(accounts))
    path = folder / "mosquitto.conf"
    write_secret(path, config(folder, bind, port))
    return path


def config(folder: Path, bind: str, port: int) -> str:
    return "\n".join(
        [
            # one listener, so no per_listener_settings: with them, sessions kept from a start on another port lose their rights
            # as root it would change to a user that cannot read our 0600 files; the embedded broker is no more than its parent
            *([f"user {getpass.getuser()}"] if os.geteuid() == 0 else []),
            "persistence true",
            f"persistence_location {folder}/",
            # by default a kill loses half an hour; saving at every change made two hops 14 ms instead of 0.3 and wears out an SD
            # card. A second is enough: readings wait in their outbox, and every bus says again what it has retained
            "autosave_interval 1",
            "max_packet_size 65536",  # by default 256 MB are taken from anybody
            "max_inflight_messages 0",  # a message that a handler failed on must not hold up those behind it
            "max_queued_messages 0",  # by default the 1001st message for an absent client is dropped without a word
            "max_queued_bytes 16777216",
            # by default what waits for a display that was given away is kept, and saved every second, for ever; of ours none is
            # away so long, and what it misses it is told again
            "persistent_client_expiration 7d",
            "set_tcp_nodelay true",
            "log_dest stderr",
            "log_type error",
            "log_type warning",
            f"listener {port} {bind}",
            "allow_anonymous false",
            f"password_file {folder}/passwords",
            f"acl_file {folder}/acl",
            "",
        ]
    )
