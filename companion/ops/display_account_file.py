"""An account of a display as a file of TOML, as the programs in deploy/displays read it."""

from __future__ import annotations

from pathlib import Path

from companion.errors import LamplightError
from companion.messaging.broker.accounts import BrokerAccount, write_secret
from companion.messaging.broker.certificates import authority
from companion.messaging.broker.embedded import port_in
from companion.settings import Settings
from companion.system.atomic_write import explain_os_error
from companion.system.network import ALL_ADDRESSES, address

LOOPBACK = ("127.0.0.1", "localhost", "::1")  # as settings may write it
PORT = 1883  # the usual port, for displays


def account_text(settings: Settings, access: BrokerAccount) -> str:
    """Return an account as the programs in deploy/displays read it: TOML. Raises BusError."""
    bind = settings.broker.bind
    host = "127.0.0.1" if bind in LOOPBACK else address() if bind in ALL_ADDRESSES else bind
    port = settings.broker.port or port_in(settings.data / "broker") or PORT
    if settings.broker.tls:
        port = settings.broker.tls_port
    lines = (
        f'host = "{host}"',
        f"port = {port}",
        f'user = "{access.user}"',
        f'password = "{access.password}"',
        f'place = "{settings.place}"',
    )
    text = "".join(f"{line}\n" for line in lines)
    if settings.broker.tls:  # with the certificate of the authority that signed the broker's
        pem = authority(settings.data / "broker" / "tls").read_text(encoding="ascii")
        text += f'ca = """\n{pem}"""\n'
    return text


def write_account(path: Path, text: str) -> None:
    """Write a file that only its owner can read: it contains a password."""
    try:
        path.parent.stat()  # a folder that was mistyped is not made
        write_secret(path, text)
    except OSError as error:
        raise LamplightError(
            f"{path} cannot be written ({explain_os_error(error)}); the account is made all the same."
        ) from error
