#!/usr/bin/python3
"""A network of the table's own, where there is none: a Raspberry Pi on a journey is found by phones all the same.

    sudo python3 hotspot.py show      its name and passphrase, to write down before they are needed
    sudo python3 hotspot.py on        from now on, also where a network is known
    sudo python3 hotspot.py off       never
    sudo python3 hotspot.py auto      as at first: where no network has been found for a minute
    python3 hotspot.py run            what lamplight-hotspot.service starts

For systems whose networks NetworkManager keeps, as Raspberry Pi OS from 12 (bookworm) on. Under the system's Python, from 3.11 on,
with the standard library alone. It changes no network that people have made: it adds one of its own, which is gone after a restart.

Whoever can read STATE or NetworkManager's folder may come in: both are root's.
"""

from __future__ import annotations

import argparse
import os
import secrets
import shutil
import signal
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

NAME = "lamplight-hotspot"  # of the connection, for NetworkManager
STATE = Path(os.environ.get("STATE_DIRECTORY", "/var/lib/lamplight-hotspot"))
LOADED = Path("/run/NetworkManager/system-connections")  # gone after a restart of the machine
LOOK_S = 10.0  # s between two looks
PATIENCE_S = 60.0  # s without a network before there is one of our own
EMPTY_S = 300.0  # s with nobody in ours, after which a known one is looked for again: a router starts later than a Pi
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that is taken for another one
PROFILE = """[connection]
id={name}
uuid={uuid}
type=wifi
autoconnect=false

[wifi]
mode=ap
band=bg
ssid={ssid}

[wifi-security]
key-mgmt=wpa-psk
proto=rsn;
pairwise=ccmp;
group=ccmp;
psk={passphrase}

[ipv4]
method=shared

[ipv6]
method=disabled
"""


class HotspotError(Exception):
    """A sentence for people, with the remedy."""


@dataclass(frozen=True)
class Own:
    """The network of this table. Made once: phones remember it."""

    ssid: str
    passphrase: str

    @classmethod
    def of(cls, folder: Path) -> Own:
        """The one that was made at first. Raises OSError."""
        kept = folder / "network"
        if not kept.exists():
            groups = ("".join(secrets.choice(LETTERS) for _ in range(5)) for _ in range(3))
            words = f"Lamplight-{secrets.token_hex(2)}\n{'-'.join(groups)}\n"
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            write(kept, words)
        ssid, passphrase = kept.read_text(encoding="utf-8").split()
        return cls(ssid, passphrase)

    @property
    def profile(self) -> str:
        """As NetworkManager keeps it."""
        number = uuid.uuid5(uuid.NAMESPACE_DNS, self.ssid)
        return PROFILE.format(name=NAME, uuid=number, ssid=self.ssid, passphrase=self.passphrase)


@dataclass(frozen=True)
class Seen:
    """How the machine's networks are."""

    radio: str = ""  # the Wi-Fi device, "" = there is none
    is_usable: bool = False  # it may send
    is_ours_up: bool = False
    is_other_up: bool = False  # on a cable, or a Wi-Fi that people have made
    guests: int | None = None  # devices in ours; None = nobody can say


@dataclass
class Mind:
    """Whether there shall be a network of our own, from what was seen since the start. Knows no clock but the one it is told."""

    alone_since: float | None = None
    empty_since: float | None = None

    def wants(self, seen: Seen, wish: str, now: float) -> bool:
        """`wish`: auto, on or off; `now`: s, monotonic."""
        self.alone_since = self._since(self.alone_since, now, holds=not seen.is_ours_up and not seen.is_other_up)
        self.empty_since = self._since(self.empty_since, now, holds=seen.is_ours_up and seen.guests == 0)
        if wish != "auto" or not seen.radio:
            return wish == "on"
        if seen.is_ours_up:
            return self.empty_since is None or now - self.empty_since < EMPTY_S
        return self.alone_since is not None and now - self.alone_since >= PATIENCE_S

    @staticmethod
    def _since(before: float | None, now: float, *, holds: bool) -> float | None:
        if not holds:
            return None
        return now if before is None else before


def look() -> Seen:
    """Ask NetworkManager. Raises HotspotError."""
    rows = [split(line) for line in nmcli("-t", "-f", "DEVICE,TYPE,STATE,CONNECTION", "device").splitlines()]
    radio = next(((device, state) for device, kind, state, _ in rows if kind == "wifi"), ("", ""))
    up = [connection for _, kind, state, connection in rows if kind in {"wifi", "ethernet"} and state == "connected"]
    return Seen(
        radio=radio[0],
        is_usable=radio[1] not in {"", "unavailable", "unmanaged"},
        is_ours_up=NAME in up,
        is_other_up=any(connection != NAME for connection in up),
        guests=guests(radio[0]) if NAME in up else None,
    )


def split(line: str) -> list[str]:
    """The four fields of a line of nmcli, which puts a backslash before a colon that belongs to a name."""
    fields = line.replace("\\:", "\0").split(":")
    return [field.replace("\0", ":") for field in (*fields, "", "", "", "")[:4]]


def guests(radio: str) -> int | None:
    """How many devices are in our network; None where nobody can say."""
    try:
        told = subprocess.run(
            ["iw", "dev", radio, "station", "dump"], capture_output=True, text=True, timeout=10, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return sum(line.startswith("Station ") for line in told.stdout.splitlines())


def nmcli(*words: str) -> str:
    """What it says. Raises HotspotError."""
    if not shutil.which("nmcli"):
        raise HotspotError("NetworkManager is not installed: sudo apt-get install network-manager")
    try:
        done = subprocess.run(["nmcli", *words], capture_output=True, text=True, timeout=60, check=False)
    except subprocess.TimeoutExpired as error:
        raise HotspotError("NetworkManager does not answer: sudo systemctl restart NetworkManager") from error
    if done.returncode:
        raise HotspotError(f"NetworkManager refuses ({done.stderr.strip() or done.stdout.strip()}).")
    return done.stdout


def begin(own: Own, seen: Seen, loaded: Path) -> None:
    """Our network is there. Raises HotspotError, OSError."""
    if not seen.radio:
        raise HotspotError("There is no Wi-Fi in this machine, and so no network of its own.")
    if not seen.is_usable:
        raise HotspotError(
            "The Wi-Fi of this machine may not send. Say in which country it is, as in: sudo raspi-config nonint do_wifi_country DE"
        )
    if not shutil.which("dnsmasq"):
        raise HotspotError(
            "Phones get no address in a network of this machine: sudo apt-get install dnsmasq-base (while it is in another one)"
        )
    loaded.mkdir(mode=0o700, exist_ok=True)
    profile = loaded / f"{NAME}.nmconnection"
    write(profile, own.profile)
    nmcli("connection", "load", str(profile))
    nmcli("--wait", "40", "connection", "up", NAME, "ifname", seen.radio)


def end() -> None:
    """Our network is gone; NetworkManager looks for the known ones by itself. Raises HotspotError."""
    nmcli("connection", "down", NAME)


def write(path: Path, text: str) -> None:
    """For root alone from its first byte on, whole or not at all. Raises OSError."""
    half = path.with_name(f".{path.name}.half")
    half.unlink(missing_ok=True)
    with os.fdopen(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    half.replace(path)


def wish_in(folder: Path) -> str:
    """What people have said: on, off, or auto."""
    try:
        said = (folder / "wish").read_text(encoding="utf-8").strip()
    except OSError:
        return "auto"
    return said if said in {"on", "off"} else "auto"


class Watch:
    """Looks every few seconds, until it is told to end."""

    def __init__(self, folder: Path, loaded: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self.folder, self.loaded, self.clock = folder, loaded, clock
        self.own, self.mind = Own.of(folder), Mind()
        self.said = ""

    def once(self) -> None:
        """One look, and what follows from it. What goes wrong is said once, and tried again."""
        try:
            seen = look()
            wants = self.mind.wants(seen, wish_in(self.folder), self.clock())
            if wants and not seen.is_ours_up:
                begin(self.own, seen, self.loaded)
                self.say(
                    f"The network {self.own.ssid} is there; the page is at http://10.42.0.1:8080 or by this machine's name."
                )
            elif seen.is_ours_up and not wants:
                end()
                self.say(f"The network {self.own.ssid} is gone; a known one is looked for.")
        except (HotspotError, OSError) as trouble:
            self.say(str(trouble))

    def say(self, sentence: str) -> None:
        if sentence != self.said:
            print(sentence, flush=True)
        self.said = sentence

    def run(self, ended: threading.Event, every_s: float) -> None:
        while not ended.wait(every_s):
            self.once()
        try:
            if look().is_ours_up:
                end()
        except HotspotError as trouble:
            self.say(str(trouble))


def tell(folder: Path) -> None:
    """Name and passphrase, and what they are for. Raises OSError."""
    own, wish = Own.of(folder), wish_in(folder)
    print(f"Network:    {own.ssid}\nPassphrase: {own.passphrase}")
    how = {"auto": "where no network is found for a minute", "on": "always", "off": "never"}[wish]
    print(
        f"It is there {how}. The page is then at http://10.42.0.1:8080, or at this machine's name with .local behind it."
    )
    print(f"As a code for phones, for any program that draws one: WIFI:T:WPA;S:{own.ssid};P:{own.passphrase};;")


def main(arguments: list[str] | None = None) -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("what", choices=("show", "on", "off", "auto", "run"))
    asked.add_argument("--state", type=Path, default=STATE, help="the folder in which it is kept")
    asked.add_argument("--loaded", type=Path, default=LOADED, help=argparse.SUPPRESS)
    asked.add_argument("--every", type=float, default=LOOK_S, help=argparse.SUPPRESS)
    given = asked.parse_args(arguments)
    try:
        if given.what == "run":
            ended = threading.Event()
            signal.signal(signal.SIGTERM, lambda *_: ended.set())
            Watch(given.state, given.loaded).run(ended, given.every)
            return 0
        if given.what != "show":
            given.state.mkdir(mode=0o700, parents=True, exist_ok=True)
            write(given.state / "wish", f"{given.what}\n")
        tell(given.state)
    except PermissionError:
        print(f"{given.state} is root's: sudo python3 {sys.argv[0]} {given.what}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"The network could not be kept in {given.state}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
