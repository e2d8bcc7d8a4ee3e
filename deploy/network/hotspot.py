#!/usr/bin/python3
"""A Wi-Fi network of the table's own, for places without one: phones find the page there.

    sudo python3 hotspot.py show      print its name and passphrase
    sudo python3 hotspot.py on        keep it up, also where a network is known
    sudo python3 hotspot.py off       never start it
    sudo python3 hotspot.py auto      start it after a minute without any network (the default)
    python3 hotspot.py run            the program of lamplight-hotspot.service

It loads one profile into NetworkManager, which Raspberry Pi OS uses from 12 (bookworm) on, and starts and stops that. Autoconnect
of the profile itself would not do: NetworkManager would start it next to a cable, and never leave it for a router that starts later.
It changes no other network, and its profile is gone after a restart. STATE and the folder of NetworkManager hold the passphrase;
only root can read them. Runs under the system's Python, from 3.11 on, with the standard library alone.
"""

from __future__ import annotations

import argparse
import os
import secrets
import shutil
import subprocess
import sys
import time
import uuid
from pathlib import Path

NAME = "lamplight-hotspot"  # of the connection in NetworkManager
STATE = Path(os.environ.get("STATE_DIRECTORY", "/var/lib/lamplight-hotspot"))
LOADED = Path("/run/NetworkManager/system-connections")  # gone after a restart of the machine
LOOK_S = 10.0  # s between two looks
ALONE_S = 60.0  # s without a network before ours starts
EMPTY_S = 300.0  # s without a device in ours before it stops: a router may start later than a Raspberry Pi
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # without those that look alike
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
NO_RADIO = "There is no Wi-Fi in this machine, and so no network of its own."
BLOCKED = "The Wi-Fi of this machine may not send. Say in which country it is, as in: sudo raspi-config nonint do_wifi_country DE"
NO_DNSMASQ = (
    "Phones get no address in a network of this machine: sudo apt-get install dnsmasq-base (while it is in another one)"
)


class HotspotError(Exception):
    """A sentence for people, with the remedy."""


def credentials(folder: Path) -> tuple[str, str]:
    """Return name and passphrase. They are made once, because phones remember them. Raises OSError."""
    kept = folder / "network"
    if not kept.exists():
        groups = ("".join(secrets.choice(LETTERS) for _ in range(5)) for _ in range(3))
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write(kept, f"Lamplight-{secrets.token_hex(2)}\n{'-'.join(groups)}\n")
    ssid, passphrase = kept.read_text(encoding="utf-8").split()
    return ssid, passphrase


def profile(ssid: str, passphrase: str) -> str:
    """Return the network as a keyfile of NetworkManager."""
    return PROFILE.format(name=NAME, uuid=uuid.uuid5(uuid.NAMESPACE_DNS, ssid), ssid=ssid, passphrase=passphrase)


def wish_in(folder: Path) -> str:
    """Return "on", "off" or "auto"."""
    try:
        wish = (folder / "wish").read_text(encoding="utf-8").strip()
    except OSError:
        return "auto"
    return wish if wish in {"on", "off"} else "auto"


def nmcli(*words: str) -> str:
    """Return the output of nmcli. Raises HotspotError."""
    if not shutil.which("nmcli"):
        raise HotspotError("NetworkManager is not installed: sudo apt-get install network-manager")
    try:
        done = subprocess.run(["nmcli", *words], capture_output=True, text=True, timeout=60, check=False)
    except subprocess.TimeoutExpired as error:
        raise HotspotError("NetworkManager does not answer: sudo systemctl restart NetworkManager") from error
    if done.returncode:
        raise HotspotError(f"NetworkManager refuses ({done.stderr.strip() or done.stdout.strip()}).")
    return done.stdout


def is_empty(radio: str) -> bool:
    """Return whether no device is in our network. False where `iw` cannot tell."""
    command = ["iw", "dev", radio, "station", "dump"]
    try:
        listed = subprocess.run(command, capture_output=True, text=True, timeout=10, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return False
    return not any(line.startswith("Station ") for line in listed.splitlines())


def write(path: Path, text: str) -> None:
    """Write a file that only root can read, whole or not at all. Raises OSError."""
    half = path.with_name(f".{path.name}.half")
    half.unlink(missing_ok=True)
    with os.fdopen(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    half.replace(path)


class Hotspot:
    """Starts and stops our network. `look` is called every few seconds with the monotonic time."""

    def __init__(self, folder: Path, loaded: Path) -> None:
        self.folder, self.loaded = folder, loaded
        self.ssid, self.passphrase = credentials(folder)
        self.phase, self.since = "", 0.0  # "alone": without any network; "empty": ours, without a device
        self.printed = ""

    def look(self, now: float) -> None:
        """Look once and act. A failure is printed once, and tried again."""
        try:
            self._act(now)
        except (HotspotError, OSError) as error:
            self.print(str(error))

    def print(self, sentence: str) -> None:
        if sentence != self.printed:
            print(sentence, flush=True)
        self.printed = sentence

    def _act(self, now: float) -> None:
        rows = [line.split(":", 3) for line in nmcli("-t", "-f", "DEVICE,TYPE,STATE,CONNECTION", "device").splitlines()]
        radio, state = next(((row[0], row[2]) for row in rows if row[1] == "wifi"), ("", ""))
        up = {row[3] for row in rows if row[1] in {"wifi", "ethernet"} and row[2] == "connected"}
        is_up = NAME in up
        phase = ("empty" if is_empty(radio) else "") if is_up else "" if up else "alone"
        if phase != self.phase:
            self.phase, self.since = phase, now
        wants = self._wants(wish_in(self.folder), bool(radio), is_up, now - self.since)
        if wants and not is_up:
            self._start(radio, state)
        elif is_up and not wants:
            nmcli("connection", "down", NAME)  # NetworkManager looks for known networks then
            self.print(f"The network {self.ssid} is gone; a known one is looked for.")

    def _wants(self, wish: str, has_radio: bool, is_up: bool, seconds: float) -> bool:
        if wish != "auto" or not has_radio:
            return wish == "on"
        if is_up:
            return self.phase != "empty" or seconds < EMPTY_S
        return self.phase == "alone" and seconds >= ALONE_S

    def _start(self, radio: str, state: str) -> None:
        if not radio:
            raise HotspotError(NO_RADIO)
        if state in {"unavailable", "unmanaged"}:
            raise HotspotError(BLOCKED)
        if not shutil.which("dnsmasq"):
            raise HotspotError(NO_DNSMASQ)
        self.loaded.mkdir(mode=0o700, exist_ok=True)
        file = self.loaded / f"{NAME}.nmconnection"
        write(file, profile(self.ssid, self.passphrase))
        nmcli("connection", "load", str(file))
        nmcli("--wait", "40", "connection", "up", NAME, "ifname", radio)
        self.print(f"The network {self.ssid} is there; the page is at http://10.42.0.1:8080 or by this machine's name.")


def describe(folder: Path) -> None:
    """Print name and passphrase, and when the network is there. Raises OSError."""
    (ssid, passphrase), wish = credentials(folder), wish_in(folder)
    how = {"auto": "where no network is found for a minute", "on": "always", "off": "never"}[wish]
    print(f"Network:    {ssid}\nPassphrase: {passphrase}")
    print(
        f"It is there {how}. The page is then at http://10.42.0.1:8080, or at this machine's name with .local behind it."
    )
    print(f"As a code for phones, for any program that draws one: WIFI:T:WPA;S:{ssid};P:{passphrase};;")


def main(arguments: list[str] | None = None) -> int:
    """Run a command of the hotspot."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("show", "on", "off", "auto", "run"))
    parser.add_argument("--state", type=Path, default=STATE, help="the folder in which it is kept")
    parser.add_argument("--loaded", type=Path, default=LOADED, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    try:
        if given.what == "run":
            hotspot = Hotspot(given.state, given.loaded)
            while True:  # until the unit ends it, and then the network
                time.sleep(LOOK_S)
                hotspot.look(time.monotonic())
        if given.what != "show":
            given.state.mkdir(mode=0o700, parents=True, exist_ok=True)
            write(given.state / "wish", f"{given.what}\n")
        describe(given.state)
    except PermissionError:
        print(f"{given.state} is root's: sudo python3 {sys.argv[0]} {given.what}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"The network could not be kept in {given.state}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
