"""A certificate for the broker, signed by an authority of this house alone: for displays that come over the network.

The program `openssl` makes them. The authority is made once and given to displays; the broker's own certificate is made
anew at each start, for the names and addresses of that day, so that none runs out and none is of an old address.
"""

from __future__ import annotations

import ipaddress
import os
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.alone import alone
from companion.bus.bus import BusError
from companion.files import HALF, write_whole

AUTHORITY, SIGNING = "ca.pem", "ca.key"
AUTHORITY_DAYS, BROKER_DAYS = 7300, 825
CURVE = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")
SECONDS = 20.0  # that a key may take; it is there within 0.1
# it may sign certificates of servers and nothing else: no further authorities below it
MAY_SIGN = ("basicConstraints=critical,CA:TRUE,pathlen:0", "keyUsage=critical,keyCertSign,cRLSign")
SERVER = "basicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature\nextendedKeyUsage=serverAuth\n"


@dataclass(frozen=True, slots=True)
class Certificates:
    """Files in PEM: `authority` is for everybody, `key` for the broker alone."""

    authority: Path
    certificate: Path
    key: Path


def made(folder: Path, names: Iterable[str]) -> Certificates:
    """The house's, a fresh one for the broker under these names and addresses. Raises BusError with what is to be done."""
    found = Certificates(authority(folder), folder / "broker.pem", folder / "broker.key")
    _sign(folder, found, sorted(set(names)))
    return found


def authority(folder: Path) -> Path:
    """The certificate of the house's authority; made where there is none yet. Raises BusError."""
    if not shutil.which("openssl"):
        raise BusError("encryption needs the program openssl: sudo apt-get install openssl, or tls = false in [broker]")
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    signed, signing = folder / AUTHORITY, folder / SIGNING
    with alone(folder):  # a display that is added at a first start must not believe another one
        if not (signed.exists() and signing.exists()):
            _make_authority(signed, signing)
    return signed


def _make_authority(signed: Path, signing: Path) -> None:
    extensions = [word for line in MAY_SIGN for word in ("-addext", line)]
    subject = ("-subj", "/CN=Lamplight of this house", "-days", f"{AUTHORITY_DAYS}")
    keys, made_now = _half(signing), _half(signed)
    _openssl("req", "-x509", *CURVE, *subject, *extensions, "-keyout", f"{keys}", "-out", f"{made_now}")
    # the key first: the displays believe the other one, and it is good for nothing without
    for path in (signing, signed):
        write_whole(path, _half(path).read_bytes(), private=True)
        _half(path).unlink()


def _half(path: Path) -> Path:
    """Where a file lies while it is made: half an authority that a power cut has left would be taken for one for ever."""
    return path.with_name(f"{path.name}{HALF}")


def _sign(folder: Path, found: Certificates, names: Sequence[str]) -> None:
    wish, extensions = folder / "broker.csr", folder / "broker.ext"
    write_whole(extensions, f"{SERVER}subjectAltName={','.join(map(_named, names))}\n", private=True)
    _openssl("req", *CURVE, "-subj", "/CN=Lamplight", "-keyout", f"{found.key}", "-out", f"{wish}")
    by = ("-CA", f"{found.authority}", "-CAkey", f"{folder / SIGNING}", "-set_serial", f"0x{os.urandom(16).hex()}")
    for_days = ("-days", f"{BROKER_DAYS}", "-extfile", f"{extensions}")
    _openssl("x509", "-req", "-in", f"{wish}", *by, *for_days, "-out", f"{found.certificate}")


def _named(name: str) -> str:
    """As a certificate writes it: an address is none of a name.

    >>> _named("lamp.local"), _named("192.168.1.5")
    ('DNS:lamp.local', 'IP:192.168.1.5')
    """
    try:
        return f"IP:{ipaddress.ip_address(name)}"
    except ValueError:
        return f"DNS:{name}"


def _openssl(*words: str) -> None:
    """Keys are for their owner alone from their first byte on."""
    try:
        done = subprocess.run(
            ["openssl", *words], capture_output=True, text=True, check=False, umask=0o077, timeout=SECONDS
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise BusError(f"openssl cannot make a certificate: {error}") from error
    if done.returncode:
        said = next((line for line in reversed(done.stderr.splitlines()) if line.strip()), "it said nothing")
        raise BusError(f"openssl cannot make a certificate: {said}")
