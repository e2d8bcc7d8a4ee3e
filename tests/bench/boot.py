"""From `./table serve` to a page and to a question on it, and the memory of all its processes while a camera reads.

The floor is a Python that loads three of the same libraries and ends. Cold: nothing of the disk is in memory, where this
machine lets us forget it.
"""

from __future__ import annotations

import os
import secrets
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

from companion.errors import LamplightError
from companion.messaging.broker.embedded import LOOPBACK, free_port
from companion.schema import TABLE
from companion.sessions import DeviceRepository, Devices, SessionManager, SqlEventLog
from companion.web.request import cookie
from tests.bench.http_page import StreamPage
from tests.bench.line import BenchLine, make_line

ROOT = Path(__file__).resolve().parents[2]
THROW = ROOT / "vision" / "throws" / "d6" / "4_0"
FORGET = Path("/proc/sys/vm/drop_caches")
SERVE = (str(ROOT / "table"), "serve")
FLOOR = (sys.executable, "-c", "import flask, cv2, sqlalchemy")
GAME = "mansions"
TIMES = 3
PATIENCE = 120.0  # s
READINGS = 3  # of the camera, before the memory counts
TICK = os.sysconf("SC_CLK_TCK")
LIMIT = 400.0  # MB of all processes, which docs/health.md promises


class StartError(LamplightError):
    """The server did not come up, or its camera read nothing."""


@dataclass(frozen=True, slots=True)
class Boot:
    """One start."""

    page: float  # s until the page answered
    asked: float  # s until a question stood on it
    cpu: float  # s of all its processes until then


@dataclass(frozen=True, slots=True)
class BenchInstallation:
    """A data folder with an open game, and a device that is let in."""

    data: Path
    table: str
    key: str
    port: int

    @property
    def printed(self) -> Path:
        """Return the output of the command, both streams."""
        return self.data / "serve.out"

    def environment(self, camera: str = "") -> dict[str, str]:
        told = {"LAMPLIGHT_DATA": str(self.data), "LAMPLIGHT_PORT": str(self.port), "LAMPLIGHT_VENV": sys.prefix}
        without = {name: value for name, value in os.environ.items() if not name.startswith("LAMPLIGHT_")}
        return {**without, **told, **({"LAMPLIGHT_CAMERA__SOURCE": camera} if camera else {})}


def lines() -> Iterator[BenchLine]:
    """Warm starts, cold ones where they can be had, and the memory."""
    with tempfile.TemporaryDirectory() as folder:
        house = make_installation(Path(folder))
        for kind, forget in (("warm", None), ("cold", drop_disk_cache)):
            if forget is None or forget():
                yield from _starts(house, kind, forget)
        yield _memory(house)


def _starts(house: BenchInstallation, kind: str, forget: Callable[[], bool] | None) -> Iterator[BenchLine]:
    boots, floor, floor_cpu = [], [], []
    for _ in range(TIMES):  # in turn: what else the machine does meets both alike
        if forget is not None:
            forget()
        began, used = time.perf_counter(), os.times().children_user + os.times().children_system
        subprocess.run(FLOOR, check=True)
        floor.append(time.perf_counter() - began)
        floor_cpu.append(os.times().children_user + os.times().children_system - used)
        if forget is not None:
            forget()
        boots.append(start(house))
    yield make_line(f"boot.{kind}.page", "s", [one.page for one in boots], floor).explained("until the page answers")
    asked = make_line(f"boot.{kind}.asked", "s", [one.asked for one in boots], floor)
    yield asked.explained("until a question stands on it")
    cpu = make_line(f"boot.{kind}.cpu", "s", [one.cpu for one in boots], floor_cpu)
    yield cpu.explained("of the processor, all processes")


def _memory(house: BenchInstallation) -> BenchLine:
    """The most that all processes held at once, each page of memory that they share counted once."""
    alone = subprocess.Popen([*FLOOR[:2], f"{FLOOR[2]}; input()"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    time.sleep(2)  # it is loaded then, and reports nothing
    floor = memory_of(alone.pid)
    alone.communicate(b"\n")
    with run_server(house, str(THROW)) as process:
        wait_until(lambda: is_served(house), "The page did not answer", process)
        page = open_page(house)
        most = [memory_of(process.pid)]
        wait_until(lambda: has_read_enough(process.pid, most, house), "The camera read nothing")
        most.extend(memory_of(process.pid) for _ in range(10))
        page.close()
    line = make_line("boot.memory", "MB", [max(most)], [floor])
    return line.limited(LIMIT / floor).explained("house, camera, bridge and broker")


def has_read_enough(pid: int, most: list[float], house: BenchInstallation) -> bool:
    """Return whether the camera has read enough. Note the memory meanwhile."""
    most.append(memory_of(pid))
    return count_readings(house) >= READINGS


def make_installation(folder: Path) -> BenchInstallation:
    """With a game that waits."""
    log = SqlEventLog(f"sqlite:///{folder / 'log.db'}", time.time)
    table = SessionManager(log, Random(1)).open(GAME)
    devices = Devices(DeviceRepository(log.database), time.time)
    key = devices.accept(devices.invite("", TABLE))[1]
    log.close()
    return BenchInstallation(folder, table, key, free_port(LOOPBACK))


def start(house: BenchInstallation) -> Boot:
    """One, from the command to a question. Raises StartError."""
    began = time.perf_counter()
    with run_server(house) as process:
        wait_until(lambda: is_served(house), "The page did not answer", process)
        page = time.perf_counter() - began
        open_page(house).close()
        return Boot(page, time.perf_counter() - began, cpu_of(process.pid))


@contextmanager
def run_server(house: BenchInstallation, camera: str = "") -> Iterator[subprocess.Popen[bytes]]:
    """`./table serve`, until the block ends. A StartError of the block tells the command's last words."""
    with house.printed.open("wb") as printed:
        process = subprocess.Popen(
            SERVE, env=house.environment(camera), stdin=subprocess.DEVNULL, stdout=printed, stderr=printed
        )
    try:
        yield process
    except StartError as error:
        raise StartError(f"{error} {house.printed.read_text(errors='replace')[-2000:]}") from error
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)


def is_served(house: BenchInstallation) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{house.port}/health", timeout=PATIENCE):
            return True
    except urllib.error.HTTPError:
        return True  # not well, and there
    except OSError:
        return False


def open_page(house: BenchInstallation) -> StreamPage:
    """Return a page with an open prompt. Raises SnapshotError."""
    page = StreamPage(house.port, house.table, f"{cookie(TABLE, '')}={house.key}")
    page.wait_without(secrets.token_hex(4))
    return page


def count_readings(house: BenchInstallation) -> int:
    with closing(sqlite3.connect(house.data / "log.db")) as database:
        found: int = database.execute("SELECT count(*) FROM inbox").fetchone()[0]
        return found


def pids_of(pid: int) -> list[int]:
    """A process and all that it has started."""
    there = [int(path.name) for path in Path("/proc").glob("[0-9]*")]
    parents = {one: parent_of(one) for one in there}
    found = [pid]
    for one in found:
        found.extend(child for child, parent in parents.items() if parent == one)
    return found


def parent_of(pid: int) -> int:
    return int(stat_of(pid)[1]) if stat_of(pid) else 0


def stat_of(pid: int) -> list[str]:
    """After the name, which may hold anything; [] = it has ended."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return []


def cpu_of(pid: int) -> float:
    """Seconds that a process and its children have used, and what they have waited for."""
    return sum(map(own_cpu_of, pids_of(pid)))


def own_cpu_of(pid: int) -> float:
    """Seconds that one process has used, and what it has waited for; 0 = it has ended."""
    return sum(map(int, stat_of(pid)[11:15])) / TICK


def memory_of(pid: int) -> float:
    """MB of a process and its children, shared pages counted once among all that share them."""
    return sum(map(own_memory_of, pids_of(pid)))


def own_memory_of(pid: int) -> float:
    """MB of one process; of a shared page its part. 0 = it has ended."""
    with suppress(OSError):
        told = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        return sum(int(line.split()[1]) * 1024 for line in told if line.startswith("Pss:")) / 1e6
    return 0.0


def drop_disk_cache() -> bool:
    """Drop the disk cache. Return False if this user may not."""
    os.sync()
    try:
        FORGET.write_text("3")
    except OSError:
        return False
    return True


def wait_until(
    is_so: Callable[[], object],
    trouble: str,
    process: subprocess.Popen[bytes] | None = None,
    patience: float = PATIENCE,
) -> None:
    """Raises StartError."""
    ends = time.monotonic() + patience
    while not is_so():
        if process is not None and process.poll() is not None:
            raise StartError(f"{trouble}: the command ended with {process.returncode}.")
        if time.monotonic() > ends:
            raise StartError(f"{trouble} within {patience:g} s.")
        time.sleep(0.02)
