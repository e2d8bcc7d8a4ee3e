"""Encrypted displays trust only this installation's authority."""

from __future__ import annotations

import os
import socket
import ssl
import stat
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.app import Application
from companion.messaging import BrokerCredentials, BusError, MqttBus
from companion.messaging.broker import certificates
from companion.messaging.broker.accounts import Accounts
from companion.messaging.broker.certificates import BrokerCertificates, make_certificates
from companion.messaging.broker.embedded import LOOPBACK, EmbeddedBroker, TlsListener, free_port
from companion.messaging.mqtt_bus import make_tls_context
from companion.ops.display_account_file import account_text
from companion.settings import BrokerSettings, Settings
from tests.messaging.displays.programs import end, program
from tests.messaging.heard import wait_for

pytestmark = pytest.mark.broker
NAMES = ("localhost", "lamp.local", LOOPBACK)


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[EmbeddedBroker]:
    accounts = Accounts(tmp_path)
    accounts.of("display", "lamp", "kitchen")
    encrypted = TlsListener(LOOPBACK, free_port(LOOPBACK), make_certificates(tmp_path / "tls", NAMES))
    broker = EmbeddedBroker(tmp_path, tables=("lamp",), encrypted=encrypted)
    broker.start()
    yield broker
    broker.stop()


def encrypted(broker: EmbeddedBroker) -> TlsListener:
    assert broker.encrypted is not None
    return broker.encrypted


def test_display_connects_encrypted_and_parts_unencrypted(broker: EmbeddedBroker) -> None:
    ca, plain = str(encrypted(broker).certificates.authority), broker.account("display", "lamp", "kitchen")
    for account in (
        plain,
        BrokerCredentials(LOOPBACK, encrypted(broker).port, plain.user, plain.password, tls=True, ca=ca),
    ):
        bus = MqttBus(account, f"{account.user}.x")
        bus.start()
        bus.wait_connected(30)
        bus.stop()


def test_display_sends_no_password_to_a_foreign_broker(broker: EmbeddedBroker, tmp_path: Path) -> None:
    other, place = make_certificates(tmp_path / "other", NAMES).authority, (LOOPBACK, encrypted(broker).port)
    ours = encrypted(broker).certificates.authority
    for authority, name in ((other, LOOPBACK), (ours, "another.local")):
        with (
            socket.create_connection(place) as line,
            pytest.raises(ssl.SSLCertVerificationError),
            make_tls_context(str(authority)).wrap_socket(line, server_hostname=name),
        ):
            pass


def test_keys_are_private_and_the_authority_stays(tmp_path: Path) -> None:
    first = make_certificates(tmp_path / "tls", NAMES)
    before = first.authority.read_bytes(), first.certificate.read_bytes()
    make_certificates(tmp_path / "tls", (*NAMES, "192.168.7.7"))
    assert first.authority.read_bytes() == before[0], "displays need no other file"
    assert first.certificate.read_bytes() != before[1]
    said = text_of(first)
    assert "IP Address:192.168.7.7" in said and "DNS:lamp.local" in said and "CA:FALSE" in said
    assert {stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "tls").iterdir()} == {0o600}


def test_half_an_authority_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "openssl").write_text(
        '#!/bin/sh\nfor word; do case $word in *ca.*) echo half > "$word";; esac; done; exit 1\n'
    )
    (tmp_path / "openssl").chmod(0o700)
    with monkeypatch.context() as cut:
        cut.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
        with pytest.raises(BusError, match="it said nothing"):
            certificates.authority(tmp_path / "tls")
    assert "CA:FALSE" in text_of(make_certificates(tmp_path / "tls", NAMES))
    assert {path.name for path in (tmp_path / "tls").glob("ca.*")} == {"ca.key", "ca.pem"}


def test_concurrent_starts_share_one_authority(tmp_path: Path) -> None:
    with ThreadPoolExecutor(2) as both:
        one, other = both.map(lambda _: make_certificates(tmp_path / "tls", NAMES), range(2))
    assert one.authority == other.authority
    signed = ["openssl", "verify", "-CAfile", str(one.authority), str(one.certificate)]
    assert subprocess.run(signed, capture_output=True, check=False).returncode == 0


def test_certificates_without_network_or_openssl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    addresses = [certificates.last_address(tmp_path, address) for address in (LOOPBACK, "192.168.7.7", LOOPBACK)]
    assert addresses == [LOOPBACK, "192.168.7.7", "192.168.7.7"], "the last one stays"
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BusError, match=r"needs the program openssl: sudo apt-get install openssl"):
        make_certificates(tmp_path / "tls", NAMES)


def test_they_are_valid_whatever_the_clock_says(tmp_path: Path) -> None:
    """The table's clock may have been wrong, even in 1970, when the certificates were made."""
    house = make_certificates(tmp_path / "tls", NAMES)
    for year in (2021, 2026, 2049):
        at = f"{datetime(year, 6, 1, tzinfo=UTC).timestamp():.0f}"
        signed = ["openssl", "verify", "-attime", at, "-CAfile", str(house.authority), str(house.certificate)]
        assert subprocess.run(signed, capture_output=True, check=False).returncode == 0, year


def text_of(made: BrokerCertificates) -> str:
    words = ["openssl", "x509", "-in", str(made.certificate), "-noout", "-text"]
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def test_application_with_tls_separates_accounts_and_encrypts_displays(tmp_path: Path) -> None:
    given = BrokerSettings(bind="0.0.0.0", tls=True, tls_port=free_port("0.0.0.0"))
    settings = Settings(data=tmp_path, broker=given, place="attic")
    access = Accounts(tmp_path / "broker").of("display", "attic", "kitchen")
    house = Application(settings)
    house.connect()
    file = tmp_path / "kitchen.toml"
    file.write_text(account_text(settings, access))
    display = program("table").Table(program("table").Account.read(file))
    display.start()
    wait_for(lambda: display.shown.is_open)
    end(display)
    assert house.broker is not None and house.broker.bind == LOOPBACK, "what is not encrypted is for this machine"
    users = [
        told["account"]["user"] for told in (house.sensors.camera_configuration(), house.sensors.bridge_configuration())
    ]
    assert users == ["reader_vision-cam0", "reader-attic"]
    assert house.bus.account.user == "rules-attic"  # type: ignore[attr-defined]
    house.stop()
