"""A certificate for the broker, signed by its own authority: for displays on the network.

Runs the program `openssl`. The authority is made once and given to displays. The broker's certificate is made at
each start and at each new address, so it never contains an outdated address. Both are valid from long ago until far
in the future: a Raspberry Pi may start with the time of its last shutdown or 1970, and the clock of a display may be
wrong.
"""

from __future__ import annotations

import ipaddress
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.messaging.bus import BusError
from companion.system.atomic_write import PART_SUFFIX, write_atomically
from companion.system.data_dir import alone

AUTHORITY, SIGNING = "ca.pem", "ca.key"
VALID_FROM, VALID_TO = "20200101000000Z", "20491231235959Z"
"""When certificates are valid; with a later year some small displays cannot do anything."""
CURVE = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")
ROOM_PREFIX = ".making-"
ADDRESS_FILE = "address"  # a file
OPENSSL_SECONDS = 20.0  # time limit for a key, which usually takes 0.1 s
# it may sign server certificates only, and no further authorities
AUTHORITY_EXTENSIONS = """basicConstraints=critical,CA:TRUE,pathlen:0
keyUsage=critical,keyCertSign,cRLSign
subjectKeyIdentifier=hash
"""
SERVER_EXTENSIONS = """basicConstraints=critical,CA:FALSE
keyUsage=critical,digitalSignature
extendedKeyUsage=serverAuth
authorityKeyIdentifier=keyid
subjectAltName="""
CA_CONFIG = """[ca]
default_ca=house
[house]
database=index
new_certs_dir=.
rand_serial=yes
default_md=sha256
unique_subject=no
policy=any
[any]
commonName=supplied
"""
"""Settings of `openssl ca`, which must keep an index; ours is deleted."""


@dataclass(frozen=True, slots=True)
class BrokerCertificates:
    """Files in PEM: `authority` is public, `key` is secret."""

    authority: Path
    certificate: Path
    key: Path


def make_certificates(folder: Path, names: Iterable[str]) -> BrokerCertificates:
    """Make a certificate for the broker under these names and addresses. Raises BusError with the remedy."""
    folder = folder.absolute()  # openssl works in another one
    certificates = BrokerCertificates(authority(folder), folder / "broker.pem", folder / "broker.key")
    _sign(folder, certificates, sorted(set(names)))
    return certificates


def last_address(folder: Path, address: str) -> str:
    """Return this address. Without a network return the address of the last start with one."""
    file = folder / ADDRESS_FILE
    if ipaddress.ip_address(address).is_loopback:
        return file.read_text(encoding="utf-8") if file.is_file() else address
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    write_atomically(file, address.encode())
    return address


def authority(folder: Path) -> Path:
    """Return the certificate of this installation's authority, and create it where it is missing. Raises BusError."""
    if not shutil.which("openssl"):
        raise BusError("encryption needs the program openssl: sudo apt-get install openssl, or tls = false in [broker]")
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    folder = folder.absolute()
    signed, signing = folder / AUTHORITY, folder / SIGNING
    with alone(folder):  # a display that is added at a first start must not believe another one
        if not (signed.exists() and signing.exists()):
            _make_authority(signed, signing)
    return signed


def _make_authority(signed: Path, signing: Path) -> None:
    keys, made_now = _unfinished(signing), _unfinished(signed)
    _certify("/CN=Lamplight of this house", AUTHORITY_EXTENSIONS, keys, made_now, "-selfsign", "-keyfile", f"{keys}")
    # the key first: displays trust the certificate, which is useless without it
    for path in (signing, signed):
        write_atomically(path, _unfinished(path).read_bytes(), private=True)
        _unfinished(path).unlink()


def _unfinished(path: Path) -> Path:
    """Return the path while a file is made: half an authority after a power cut would be used from then on."""
    return path.with_name(f"{path.name}{PART_SUFFIX}")


def _sign(folder: Path, certificates: BrokerCertificates, names: Sequence[str]) -> None:
    by = ("-cert", f"{certificates.authority}", "-keyfile", f"{folder / SIGNING}")
    _certify(
        "/CN=Lamplight",
        f"{SERVER_EXTENSIONS}{','.join(map(_format_name, names))}\n",
        certificates.key,
        certificates.certificate,
        *by,
    )


def _certify(subject: str, extensions: str, key: Path, certificate: Path, *by: str) -> None:
    """Make a key and a certificate for it. Before OpenSSL 3.4 only `openssl ca` can set the start of validity."""
    with TemporaryDirectory(dir=key.parent, prefix=ROOM_PREFIX) as name:
        room = Path(name)
        config, request, extensions_file = room / "book.cnf", room / "wish.csr", room / "asked.ext"
        for path, text in ((config, CA_CONFIG), (extensions_file, extensions), (room / "index", "")):
            path.write_text(text, encoding="utf-8")
        _openssl("req", *CURVE, "-subj", subject, "-keyout", f"{key}", "-out", f"{request}")
        dates = ("-startdate", VALID_FROM, "-enddate", VALID_TO)
        files = (
            "-config",
            f"{config}",
            "-in",
            f"{request}",
            "-extfile",
            f"{extensions_file}",
            "-out",
            f"{certificate}",
        )
        _openssl("ca", "-batch", "-notext", *files, *dates, *by, folder=room)


def _format_name(name: str) -> str:
    """Return a name as a certificate writes it: addresses have a different type.

    >>> _format_name("lamp.local"), _format_name("192.168.1.5")
    ('DNS:lamp.local', 'IP:192.168.1.5')
    """
    try:
        return f"IP:{ipaddress.ip_address(name)}"
    except ValueError:
        return f"DNS:{name}"


def _openssl(*words: str, folder: Path | None = None) -> None:
    """Keys are for their owner alone from their first byte on."""
    try:
        done = subprocess.run(
            ["openssl", *words],
            capture_output=True,
            text=True,
            check=False,
            umask=0o077,
            timeout=OPENSSL_SECONDS,
            cwd=folder,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise BusError(f"openssl cannot make a certificate: {error}") from error
    if done.returncode:
        complaint = next((line for line in reversed(done.stderr.splitlines()) if line.strip()), "it said nothing")
        raise BusError(f"openssl cannot make a certificate: {complaint}")
