"""A clean Debian in a folder. On this processor it boots with systemd; on an emulated one commands run one by one."""

from __future__ import annotations

import os
import platform
import shutil
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.installing.guest import wait_for
from tests.proofs.proof import ProofError

NATIVE = {"x86_64": "amd64", "aarch64": "arm64"}.get(platform.machine(), "")
MIRROR = "http://deb.debian.org/debian"
INCLUDED = "ca-certificates,systemd,systemd-sysv,dbus,udev,libpam-systemd,iproute2,python3"
"""Packages of every Raspberry Pi OS and ordinary Debian; the installer must install the rest."""
KEPT = "LAMPLIGHT_ROOTS"  # in the environment: a folder for clean systems, to be unpacked instead of made again
SOURCE = "/source"  # the path of the sources there
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
LONG = 3600.0  # s; on an emulated processor
OPEN = "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY"


@dataclass(frozen=True, slots=True)
class System:
    """A system on which Lamplight is installed."""

    suite: str
    arch: str

    def __str__(self) -> str:
        return f"{self.suite} {self.arch}"

    @property
    def is_native(self) -> bool:
        return self.arch == NATIVE


@dataclass
class Machine:
    """`root`: its disk; `bound`: folders of this machine that it can read; `environment`: for every command."""

    system: System
    root: Path
    source: Path
    bound: tuple[Path, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    _nspawn: subprocess.Popen[bytes] | None = None

    def make(self) -> None:
        """Make a clean system on the disk. Raises ProofError if tools are missing."""
        if missing := [tool for tool in ("mmdebstrap", "systemd-nspawn", "nsenter") if not shutil.which(tool)]:
            raise ProofError(
                f"{', '.join(missing)}: not here. sudo apt-get install mmdebstrap systemd-container qemu-user-static"
            )
        self.root.mkdir(parents=True)
        kept = Path(os.environ.get(KEPT) or self.root.parent) / f"{self.system.suite}-{self.system.arch}.tar"
        if not kept.exists():
            words = ("--mode=root", "--variant=minbase", f"--include={INCLUDED}", f"--arch={self.system.arch}")
            subprocess.run(["mmdebstrap", "-q", *words, self.system.suite, kept, MIRROR], check=True)
        subprocess.run(["tar", "-C", self.root, "-xf", kept], check=True)

    @contextmanager
    def running(self, *options: str) -> Iterator[None]:
        """Boot it for this block. Outside such a block each command runs alone."""
        self._boot(options)
        try:
            yield
        finally:
            self._halt()

    def run(
        self, *words: str, also: Mapping[str, str] | None = None, timeout: float = LONG
    ) -> subprocess.CompletedProcess[str]:
        """Run a command as root. The result has both outputs as one."""
        said = subprocess.PIPE
        return subprocess.run(
            self.command(words, also), stdout=said, stderr=subprocess.STDOUT, text=True, timeout=timeout, check=False
        )

    def must(self, *words: str, also: Mapping[str, str] | None = None) -> str:
        """The same; raises ProofError if the command fails."""
        done = self.run(*words, also=also)
        if done.returncode:
            raise ProofError(f"{self.system}: {' '.join(words)} ended with {done.returncode}: {done.stdout[-3000:]}")
        return done.stdout

    def command(self, words: Sequence[str], also: Mapping[str, str] | None = None) -> list[str]:
        """The command to start here to run these words there."""
        told = {"PATH": PATH, "HOME": "/root", "TERM": "dumb", **self.environment, **(also or {})}
        if self._nspawn is None:
            given = [f"--setenv={name}={value}" for name, value in told.items()]
            return ["systemd-nspawn", *self._place(), "--pipe", *given, "--", *words]
        entered = ["nsenter", "-t", str(self._first()), "-m", "-u", "-i", "-n", "-p", "-C", "-r", "-w"]
        return [*entered, "env", "-i", *(f"{name}={value}" for name, value in told.items()), *words]

    def _place(self) -> list[str]:
        shown = [f"--bind-ro={path}" for path in self.bound]
        return ["-q", "--register=no", "--keep-unit", "-D", str(self.root), f"--bind-ro={self.source}:{SOURCE}", *shown]

    def _boot(self, options: Sequence[str]) -> None:
        # access to devices is decided by a BPF program, which a container may not load by default
        allowed = ("--system-call-filter=bpf", "--capability=CAP_BPF,CAP_NET_ADMIN,CAP_SYS_ADMIN")
        command = ["systemd-nspawn", *self._place(), "--boot", "--console=pipe", *allowed, *options]
        quiet = subprocess.DEVNULL
        self._nspawn = subprocess.Popen(
            command, env={**os.environ, OPEN: "1"}, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True
        )
        wait_for(self._is_up, 120, f"{self.system} boots")

    def _is_up(self) -> bool:
        if not self._children():
            return False
        return self.run("systemctl", "is-system-running").stdout.strip() in {"running", "degraded"}

    def _children(self) -> list[str]:
        assert self._nspawn is not None, "it was started"
        pid = self._nspawn.pid
        return Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()

    def _first(self) -> int:
        """Its first process, by the number on this machine."""
        return int(self._children()[0])

    def _halt(self) -> None:
        assert self._nspawn is not None, "it was started"
        self._nspawn.send_signal(signal.SIGTERM)  # as its power button
        try:
            self._nspawn.wait(90)
        except subprocess.TimeoutExpired:
            self._nspawn.kill()
            self._nspawn.wait()
        self._nspawn = None
