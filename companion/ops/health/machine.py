"""Read figures of this process and this machine. Each read is cheap; 0 stands for an unknown figure."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from companion.system.atomic_write import explain_os_error

PAGE = os.sysconf("SC_PAGE_SIZE")  # bytes
HEAT = "sys/class/thermal/thermal_zone*/temp"
VOLTAGE = "sys/devices/platform/soc/*firmware/get_throttled"
FAULTS = "sys/fs/ext4/*/errors_count"
WEAR = "sys/block/mmcblk*/device/pre_eol_info"
CARD_FRESH = 1  # of it: 2 = most of the spare blocks are used, 3 = nearly all
SLOWED_BITS = 0b1110  # bits of the voltage's file: capped, throttled, or the soft limit of heat
WEAK_BITS = 0x1_0001  # bits of it: too little voltage now, or since the start


@dataclass(frozen=True, slots=True)
class MachineInfo:
    """`root`: the system's root folder; another one in tests."""

    root: Path = Path("/")

    @property
    def memory(self) -> int:
        """Resident, in bytes."""
        words = self._read("proc/self/statm").split()
        return int(words[1]) * PAGE if len(words) > 1 else 0

    @property
    def handles(self) -> int:
        """Open files and sockets."""
        with suppress(OSError):
            return sum(1 for _ in (self.root / "proc/self/fd").iterdir())
        return 0

    @property
    def heat(self) -> float:
        """Degrees Celsius of the hottest sensor."""
        sensors = (self._number(path) for path in self.root.glob(HEAT))
        return max(sensors, default=0) / 1000

    @property
    def is_weak(self) -> bool:
        """Return whether a Raspberry Pi noticed too little voltage since its start."""
        return any(self._number(path, 16) & WEAK_BITS for path in self.root.glob(VOLTAGE))

    @property
    def is_slowed(self) -> bool:
        """Return whether a Raspberry Pi is slowed down now by heat or voltage."""
        return any(self._number(path, 16) & SLOWED_BITS for path in self.root.glob(VOLTAGE))

    @property
    def whole_memory(self) -> int:
        """Memory of the machine in bytes."""
        return self._kilobytes("MemTotal")

    @property
    def free_memory(self) -> int:
        """Memory that a program could get now, in bytes."""
        return self._kilobytes("MemAvailable")

    @property
    def disk_faults(self) -> tuple[str, ...]:
        """Disks whose ext4 file systems have counted faults."""
        return tuple(sorted(path.parent.name for path in self.root.glob(FAULTS) if self._number(path)))

    @property
    def worn(self) -> tuple[str, ...]:
        """Built-in cards (eMMC) that report wear. A removable memory card reports none."""
        return tuple(
            sorted(path.parents[1].name for path in self.root.glob(WEAR) if self._number(path, 16) > CARD_FRESH)
        )

    def _kilobytes(self, name: str) -> int:
        lines = self._read("proc/meminfo").splitlines()
        words = next((line.split() for line in lines if line.startswith(f"{name}:")), [])
        return int(words[1]) * 1024 if len(words) > 1 else 0

    def _read(self, name: str) -> str:
        with suppress(OSError):
            return (self.root / name).read_text(encoding="ascii", errors="replace")
        return ""

    def _number(self, path: Path, base: int = 10) -> int:
        with suppress(OSError, ValueError):
            return int(path.read_text(encoding="ascii", errors="replace").strip(), base)
        return 0


def free(folder: Path) -> int:
    """Return the bytes that are free on the disk of a folder. Raises OSError."""
    return shutil.disk_usage(folder).free


def write_fault(folder: Path) -> str:
    """Write one byte into a folder, unsynced. Return why that fails, or ""."""
    probe = folder / ".written"
    try:
        probe.write_bytes(b".")
        probe.unlink()
    except OSError as error:
        return explain_os_error(error)
    return ""
