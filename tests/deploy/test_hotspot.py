"""A network of the table's own: when it comes, when it goes, and who can read its passphrase."""

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

from tests.messaging.heard import wait_for

PROGRAM = Path(__file__).parents[2] / "deploy" / "network" / "hotspot.py"
TELLS = 'while read -r line; do echo "$line"; done <'
"""A file, without a program more: they are asked by the hundred."""
NMCLI = """#!/bin/sh
echo "$@" >> {world}/asked
test -e {world}/broken && {{ echo "Error: NetworkManager is not running." >&2; exit 8; }}
case "$*" in
  *" device") {tells}{world}/devices;;
  *"connection up"*) sed -i 's/^wlan0:.*/wlan0:wifi:connected:lamplight-hotspot/' {world}/devices;;
  *"connection down"*) sed -i 's/^wlan0:.*/wlan0:wifi:disconnected:/' {world}/devices;;
esac
"""
IW = """#!/bin/sh
test -e {world}/no-iw && exit 1
{tells}{world}/stations
"""
ALONE, HOME, OURS = "wifi:disconnected:", "wifi:connected:Home", "wifi:connected:lamplight-hotspot"


def loaded() -> ModuleType:
    spec = importlib.util.spec_from_file_location("hotspot", PROGRAM)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["hotspot"] = module  # its dataclasses look themselves up
    spec.loader.exec_module(module)
    return module


hotspot = loaded()


class World:
    """A machine whose networks a test says, with the programs that are asked for them."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.state, self.profiles = folder, folder / "state", folder / "loaded"
        self.now = 1000.0
        self.profiles.mkdir()
        for name, text in (("nmcli", NMCLI), ("iw", IW), ("dnsmasq", "#!/bin/sh\n")):
            (folder / name).write_text(text.format(world=folder, tells=TELLS))
            (folder / name).chmod(0o755)
        self.guests(0)
        self.is_so(ALONE)

    def is_so(self, wifi: str, wired: str = "ethernet:unavailable:") -> None:
        rows = (f"wlan0:{wifi}", f"eth0:{wired}", "lo:loopback:connected (externally):lo")
        (self.folder / "devices").write_text("\n".join(row for row in rows if not row.endswith(":none")) + "\n")

    def guests(self, count: int) -> None:
        (self.folder / "stations").write_text("Station 0a:0b (on wlan0)\n\tsignal: -40\n" * count)

    def say(self, wish: str) -> None:
        self.state.mkdir(mode=0o700, exist_ok=True)
        (self.state / "wish").write_text(wish)

    def watch(self) -> object:
        return hotspot.Watch(self.state, self.profiles, lambda: self.now)

    def after(self, watch: object, seconds: float) -> bool:
        """Whether it is there after so long, in looks of ten seconds."""
        for _ in range(round(seconds / 10)):
            watch.once()  # type: ignore[attr-defined]
            self.now += 10
        return "lamplight-hotspot" in (self.folder / "devices").read_text()

    @property
    def asked(self) -> str:
        return (self.folder / "asked").read_text()


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    return World(tmp_path)


def test_where_no_network_is_found_for_a_minute_there_is_one(world: World) -> None:
    watch = world.watch()
    assert not world.after(watch, 60)
    assert world.after(watch, 20)
    assert "connection up lamplight-hotspot ifname wlan0" in world.asked


@pytest.mark.parametrize(
    ("wifi", "wired"), [(HOME, "ethernet:unavailable:"), (ALONE, "ethernet:connected:Wired connection 1")]
)
def test_where_people_s_own_network_is_there_is_none(world: World, wifi: str, wired: str) -> None:
    world.is_so(wifi, wired)
    assert not world.after(world.watch(), 600) and "connection" not in world.asked.replace("CONNECTION", "")


def test_a_network_that_comes_back_in_time_is_waited_for(world: World) -> None:
    watch = world.watch()
    world.after(watch, 50)
    world.is_so(HOME)
    world.after(watch, 10)
    world.is_so(ALONE)
    assert not world.after(watch, 50)


@pytest.mark.slow
def test_while_somebody_is_in_it_it_stays_and_else_the_router_is_looked_for_again(world: World) -> None:
    watch = world.watch()
    world.guests(1)
    assert world.after(watch, 1200)
    world.guests(0)
    assert not world.after(watch, 320), "a router that starts later than a Pi is found then"
    assert world.after(watch, 80)


@pytest.mark.slow
def test_where_nobody_can_say_who_is_in_it_it_stays(world: World) -> None:
    (world.folder / "no-iw").touch()
    assert world.after(world.watch(), 3600)


@pytest.mark.parametrize(("wish", "wifi", "is_there"), [("on", HOME, True), ("off", ALONE, False), ("?", ALONE, True)])
def test_people_may_say_it(world: World, wish: str, wifi: str, is_there: bool) -> None:
    world.is_so(wifi)
    world.say(wish)
    assert world.after(world.watch(), 100) is is_there


def test_who_is_told_to_leave_it_off_takes_it_down(world: World) -> None:
    watch = world.watch()
    world.after(watch, 100)
    world.say("off")
    assert not world.after(watch, 10)


@pytest.mark.parametrize(
    ("wifi", "gone", "sentence"),
    [
        ("wifi:unavailable:", "", "Say in which country it is"),
        ("none", "", "There is no Wi-Fi in this machine"),
        (ALONE, "dnsmasq", "sudo apt-get install dnsmasq-base"),
    ],
)
def test_what_keeps_it_away_is_said_once_with_the_remedy(
    world: World, capsys: pytest.CaptureFixture[str], wifi: str, gone: str, sentence: str
) -> None:
    world.is_so(wifi)
    world.say("on")
    if gone:
        (world.folder / gone).unlink()
        if shutil.which(gone):
            pytest.skip(f"this machine has a {gone} of its own")
    world.after(world.watch(), 60)
    assert capsys.readouterr().out.count(sentence) == 1


def test_networkmanager_may_be_away_and_is_asked_again(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    (world.folder / "broken").touch()
    watch = world.watch()
    world.after(watch, 100)
    (world.folder / "broken").unlink()
    assert world.after(watch, 100)
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "NetworkManager refuses (Error: NetworkManager is not running.)."
    assert said[1].startswith("The network Lamplight-") and len(said) == 2


def test_name_and_passphrase_are_made_once_and_are_root_s_alone(world: World) -> None:
    first, again = hotspot.Own.of(world.state), hotspot.Own.of(world.state)
    assert first == again and re.fullmatch(r"Lamplight-[0-9a-f]{4}", first.ssid)
    assert re.fullmatch(r"([a-z2-9]{5}-){2}[a-z2-9]{5}", first.passphrase)
    assert stat.S_IMODE(world.state.stat().st_mode) == 0o700
    assert stat.S_IMODE((world.state / "network").stat().st_mode) == 0o600
    world.after(world.watch(), 100)
    (profile,) = world.profiles.iterdir()
    assert stat.S_IMODE(profile.stat().st_mode) == 0o600 and f"psk={first.passphrase}" in profile.read_text()
    assert first.passphrase not in world.asked, "who lists the machine's processes reads no passphrase"


def test_networkmanager_takes_the_profile_for_what_it_is_meant(tmp_path: Path) -> None:
    if not shutil.which("nmcli"):
        pytest.skip("there is no nmcli here: sudo apt-get install network-manager")
    own = hotspot.Own.of(tmp_path)
    words = ["nmcli", "--offline", "connection", "modify", "connection.autoconnect-priority", "0"]
    done = subprocess.run(words, input=own.profile, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for line in (f"ssid={own.ssid}", "mode=ap", f"psk={own.passphrase}", "key-mgmt=wpa-psk", "method=shared"):
        assert line in done.stdout.splitlines()


@pytest.mark.parametrize(("line", "fields"), [
    ("wlan0:wifi:connected:Caf\\:e", ["wlan0", "wifi", "connected", "Caf:e"]),
    ("eth0:ethernet:unavailable:", ["eth0", "ethernet", "unavailable", ""]),
    ("", ["", "", "", ""]),
])  # fmt: skip
def test_a_line_of_nmcli_is_four_fields(line: str, fields: list[str]) -> None:
    assert hotspot.split(line) == fields


def program(world: World, *words: str) -> list[str]:
    return [sys.executable, str(PROGRAM), *words, "--state", str(world.state), "--loaded", str(world.profiles)]


def test_the_program_shows_it_and_keeps_what_people_say(world: World) -> None:
    told = [
        subprocess.run(program(world, what), capture_output=True, text=True, check=True).stdout
        for what in ("show", "off", "auto", "on")
    ]
    own = hotspot.Own.of(world.state)
    assert all(own.passphrase in one and own.ssid in one for one in told)
    assert "It is there never." in told[1] and "It is there always." in told[3]
    assert hotspot.wish_in(world.state) == "on"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_who_is_not_root_is_told_so(world: World) -> None:
    world.state.mkdir()
    world.state.chmod(0)
    done = subprocess.run(program(world, "show"), capture_output=True, text=True, check=False)
    world.state.chmod(0o700)
    assert done.returncode == 1 and "sudo python3" in done.stderr


@pytest.mark.slow
def test_the_service_takes_it_down_when_it_ends(world: World) -> None:
    world.say("on")
    with subprocess.Popen([*program(world, "run"), "--every", "0.05"], stdout=subprocess.PIPE, text=True) as process:
        wait_for(lambda: "lamplight-hotspot" in (world.folder / "devices").read_text())
        process.terminate()
        assert process.wait(20) == 0
    assert (world.folder / "devices").read_text().startswith("wlan0:wifi:disconnected:\n")
