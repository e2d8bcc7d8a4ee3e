"""The table's own network: when it starts and stops, and who can read its passphrase."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

PROGRAM = Path(__file__).parents[2] / "deploy" / "network" / "hotspot.py"
ECHO = 'while read -r line; do echo "$line"; done <'
"""Prints a file without another program: they are called a hundred times."""
NMCLI = """#!/bin/sh
echo "$@" >> {world}/asked
test -e {world}/broken && {{ echo "Error: NetworkManager is not running." >&2; exit 8; }}
case "$*" in
  *" device") {echo}{world}/devices;;
  *"connection up"*) sed -i 's/^wlan0:.*/wlan0:wifi:connected:lamplight-hotspot/' {world}/devices;;
  *"connection down"*) sed -i 's/^wlan0:.*/wlan0:wifi:disconnected:/' {world}/devices;;
esac
"""
IW = """#!/bin/sh
test -e {world}/no-iw && exit 1
{echo}{world}/stations
"""
ALONE, HOME, UNPLUGGED = "wifi:disconnected:", "wifi:connected:Home\\: upstairs", "ethernet:unavailable:"


def loaded() -> ModuleType:
    spec = importlib.util.spec_from_file_location("hotspot", PROGRAM)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


hotspot = loaded()


class World:
    """A machine whose networks a test sets, and its hotspot."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.state, self.profiles = folder, folder / "state", folder / "loaded"
        self.now = 1000.0
        for name, text in (("nmcli", NMCLI), ("iw", IW), ("dnsmasq", "#!/bin/sh\n")):
            (folder / name).write_text(text.format(world=folder, echo=ECHO))
            (folder / name).chmod(0o755)
        self.set_guests(0)
        self.set_networks(ALONE)
        self.hotspot = hotspot.Hotspot(self.state, self.profiles)

    def set_networks(self, wifi: str, wired: str = UNPLUGGED) -> None:
        rows = [f"wlan0:{wifi}"] * (wifi != "none") + [f"eth0:{wired}", "lo:loopback:connected (externally):lo"]
        (self.folder / "devices").write_text("\n".join(rows) + "\n")

    def set_guests(self, count: int) -> None:
        (self.folder / "stations").write_text("Station 0a:0b (on wlan0)\n\tsignal: -40\n" * count)

    def set_wish(self, wish: str) -> None:
        (self.state / "wish").write_text(wish)

    def is_up_after(self, seconds: float) -> bool:
        for _ in range(round(seconds / 10)):
            self.hotspot.look(self.now)
            self.now += 10
        return "lamplight-hotspot" in (self.folder / "devices").read_text()

    @property
    def asked(self) -> str:
        return (self.folder / "asked").read_text()


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    return World(tmp_path)


def test_hotspot_starts_after_a_minute_without_network(world: World) -> None:
    world.is_up_after(50)
    world.set_networks(HOME)
    world.is_up_after(10)
    world.set_networks(ALONE)
    assert not world.is_up_after(60), "a network that came back starts the minute again"
    assert world.is_up_after(20)
    assert "connection up lamplight-hotspot ifname wlan0" in world.asked


@pytest.mark.parametrize(("wifi", "wired"), [(HOME, UNPLUGGED), (ALONE, "ethernet:connected:Wired connection 1")])
def test_hotspot_stays_down_next_to_another_network(world: World, wifi: str, wired: str) -> None:
    world.set_networks(wifi, wired)
    assert not world.is_up_after(200) and "connection " not in world.asked


@pytest.mark.slow
def test_hotspot_stays_while_used_then_looks_for_router(world: World) -> None:
    world.set_guests(1)
    assert world.is_up_after(400)
    world.set_guests(0)
    assert not world.is_up_after(320)
    assert world.is_up_after(80)
    (world.folder / "no-iw").touch()
    assert world.is_up_after(400), "without iw nothing says that it is empty"


@pytest.mark.slow
@pytest.mark.parametrize(("wish", "wifi", "is_up"), [("on", HOME, True), ("off", ALONE, False), ("?", ALONE, True)])
def test_hotspot_follows_the_wish(world: World, wish: str, wifi: str, is_up: bool) -> None:
    world.set_networks(wifi)
    world.set_wish(wish)
    assert world.is_up_after(100) is is_up
    world.set_wish("off")
    assert not world.is_up_after(10)


@pytest.mark.parametrize(
    ("wifi", "gone", "sentence"),
    [
        ("wifi:unavailable:", "", "Say in which country it is"),
        ("none", "", "There is no Wi-Fi in this machine"),
        (ALONE, "dnsmasq", "sudo apt-get install dnsmasq-base"),
    ],
)
def test_hotspot_prints_an_obstacle_once(
    world: World, capsys: pytest.CaptureFixture[str], wifi: str, gone: str, sentence: str
) -> None:
    world.set_networks(wifi)
    world.set_wish("on")
    if gone:
        (world.folder / gone).unlink()
        if shutil.which(gone):
            pytest.skip(f"this machine has a {gone} of its own")
    world.is_up_after(60)
    assert capsys.readouterr().out.count(sentence) == 1


def test_hotspot_retries_after_networkmanager_fails(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    (world.folder / "broken").touch()
    world.is_up_after(100)
    (world.folder / "broken").unlink()
    assert world.is_up_after(100)
    first, second = capsys.readouterr().out.splitlines()
    assert first == "NetworkManager refuses (Error: NetworkManager is not running.)."
    assert second.startswith("The network Lamplight-")


def test_hotspot_credentials_are_made_once_for_root(world: World) -> None:
    ssid, passphrase = hotspot.credentials(world.state)
    assert (ssid, passphrase) == (world.hotspot.ssid, world.hotspot.passphrase)
    assert re.fullmatch(r"Lamplight-[0-9a-f]{4}", ssid) and re.fullmatch(r"([a-z2-9]{5}-){2}[a-z2-9]{5}", passphrase)
    assert stat.S_IMODE(world.state.stat().st_mode) == 0o700
    assert stat.S_IMODE((world.state / "network").stat().st_mode) == 0o600
    world.is_up_after(100)
    (profile,) = world.profiles.iterdir()
    assert stat.S_IMODE(profile.stat().st_mode) == 0o600 and f"psk={passphrase}" in profile.read_text()
    assert passphrase not in world.asked, "the list of processes shows no passphrase"


def test_networkmanager_accepts_the_hotspot_profile() -> None:
    if not shutil.which("nmcli"):
        pytest.skip("there is no nmcli here: sudo apt-get install network-manager")
    words = ["nmcli", "--offline", "connection", "modify", "connection.autoconnect-priority", "0"]
    text = hotspot.profile("Lamplight-1234", "some-words")
    done = subprocess.run(words, input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for line in ("ssid=Lamplight-1234", "mode=ap", "psk=some-words", "key-mgmt=wpa-psk", "method=shared"):
        assert line in done.stdout.splitlines()


def program(world: World, what: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(PROGRAM), what, "--state", str(world.state), "--loaded", str(world.profiles)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_hotspot_program_shows_credentials_and_keeps_the_wish(world: World) -> None:
    printed = [program(world, what).stdout for what in ("off", "on")]
    assert all(world.hotspot.passphrase in one and world.hotspot.ssid in one for one in printed)
    assert "It is there never." in printed[0] and "It is there always." in printed[1]
    assert hotspot.wish_in(world.state) == "on"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_hotspot_program_names_sudo_to_other_users(world: World) -> None:
    world.state.chmod(0)
    done = program(world, "show")
    world.state.chmod(0o700)
    assert done.returncode == 1 and "sudo python3" in done.stderr
