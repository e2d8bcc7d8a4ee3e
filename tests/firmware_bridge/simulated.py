"""A board that runs its real program in a simulator, with a line and inputs that a test controls.

`with Simulated() as board:` or the fixture `board` (import it into a conftest). Tests that use either carry the marker `firmware`.
"""

from __future__ import annotations

import fcntl
import functools
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest

FIRMWARE = Path(__file__).parents[2] / "firmware_bridge" / "firmware"
SIMULATOR = Path(__file__).with_name("simulator")
IMAGE = FIRMWARE / "build" / "avr" / "lamplight.elf"
SIMBOARD = SIMULATOR / "build" / "simboard"
CORE = FIRMWARE / "build" / "host" / "libcore.so"

UID = "4C616D706C743031"
PINS = {"button0": "D 2", "button1": "D 4", "button2": "D 5", "tower": "D 3"}  # low is pressed


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Let parallel test workers build one after the other: simultaneous builds would delete each other's files."""
    (folder / "build").mkdir(exist_ok=True)
    with (folder / "build" / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def make(folder: Path, *targets: str) -> None:
    """Build targets that are missing or outdated."""
    with alone(folder):
        done = subprocess.run(
            ["make", "-s", "-C", str(folder), *targets], capture_output=True, text=True, check=False, timeout=300
        )
    assert done.returncode == 0, f"{folder.name} was not built:\n{done.stdout}{done.stderr}"


@functools.cache
def build() -> None:
    make(FIRMWARE, "avr")
    make(SIMULATOR)


@functools.cache
def symbol(name: str) -> int:
    """Return the address of a variable of the image in the board's memory."""
    lines = subprocess.run(["avr-nm", str(IMAGE)], capture_output=True, text=True, check=True).stdout.splitlines()
    addresses = {words[2]: int(words[0], 16) for words in map(str.split, lines) if len(words) == 3}
    return addresses[name] & 0xFFFF  # the linker numbers memory from 0x800000


class Simulated:
    """One simulated board. `port` is its line. The simulator ends with `stop` or with this process."""

    def __init__(self, uid: str = UID, *, resets_when_opened: bool = False, bootloader: int = 0, tcp: int = 0) -> None:
        """`uid`: 8 bytes, "" = a factory-fresh EEPROM. `bootloader`: ms that it listens silently after a reset by
        the pin.
        """
        build()
        self._folder = tempfile.TemporaryDirectory(prefix="board")
        self.port = str(Path(self._folder.name) / "tty")
        command = [str(SIMBOARD), str(IMAGE), "--pty", self.port]
        command += ["--uid", uid] if uid else []
        command += ["--dtr"] if resets_when_opened else []
        command += ["--bootloader", str(bootloader)] if bootloader else []
        command += ["--tcp", str(tcp)] if tcp else []
        self._log = (Path(self._folder.name) / "log").open("w+")
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._log, text=True, bufsize=1
        )
        try:
            self.tell("stat")  # it answers once it runs
        except AssertionError:
            self.stop()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """End it by closing its input; a second call is harmless."""
        if self._process.stdin and not self._process.stdin.closed:
            self._process.stdin.close()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout:
            self._process.stdout.close()
        self._log.close()
        self._folder.cleanup()

    def tell(self, line: str) -> str:
        """Send one line as in simulator/control.h and simulator/models/models.h; return the text after "ok"."""
        assert self._process.stdin
        assert self._process.stdout
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
            answer = self._process.stdout.readline().strip()
        except BrokenPipeError:
            answer = ""
        if not answer.startswith("ok"):
            self._log.seek(0)
            raise AssertionError(f"the simulator was told {line!r} and said {answer!r}; its log:\n{self._log.read()}")
        return answer[3:]

    def press(self, button: int) -> None:
        self.tell(f"pin {PINS[f'button{button}']} 0")

    def let_go(self, button: int) -> None:
        self.tell(f"pin {PINS[f'button{button}']} 1")

    def lay(self, slot: int, uid: str) -> None:
        """Put a tag on a reader; several ids are separated by commas."""
        self.tell(f"tag {slot} {uid}")

    def take(self, slot: int) -> None:
        """Remove all tags from a reader."""
        self.tell(f"tag {slot} -")

    def reset(self, cause: str = "pin", after: int = 0) -> None:
        """`cause` is pin, watchdog, brownout or unknown. `after` is in cycles of 62.5 ns. Memory stays."""
        self.tell(f"reset {cause} {after}".strip())

    def lose_power(self, cause: str = "") -> None:
        """Cut and restore power, which randomizes memory. The line stays, as with a separately powered chip. `cause`
        is unknown where a bootloader hides it.
        """
        self.tell(f"power {cause}".strip())

    def unplug(self) -> None:
        self.tell("unplug")

    def plug(self) -> None:
        self.tell("plug")

    def noise(self, rate: float, seed: int = 1) -> None:
        """Flip a bit in this share (0..1) of all bytes, both ways."""
        self.tell(f"noise {rate} {seed}")

    def stat(self) -> dict[str, int]:
        """cycle, resets, sent, received, unheard, flipped, opened."""
        return {name: int(value) for name, value in (word.split("=") for word in self.tell("stat").split())}

    def peek(self, address: int, count: int) -> bytes:
        return bytes.fromhex(self.tell(f"peek {address} {count}"))

    def poke(self, address: int, data: bytes) -> None:
        self.tell(f"poke {address} {data.hex()}")


@pytest.fixture
def board() -> Iterator[Simulated]:
    """A board just powered on."""
    with Simulated() as simulated:
        yield simulated
