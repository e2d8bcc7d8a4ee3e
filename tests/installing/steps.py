"""The steps on one clean system, in order; each records its result or raises ProofError."""

from __future__ import annotations

import json
import os
import pty
import re
import shlex
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.messaging.broker.embedded import LOOPBACK, free_port
from tests.installing import registry, tree
from tests.installing.guest import Guest, wait_for
from tests.installing.machine import SOURCE, Machine, System
from tests.proofs.proof import ROOT, ProofError, Tell

INSTALL = f"{SOURCE}/deploy/install.sh"
DATA, SETTINGS, PROGRAM = "var/lib/lamplight", "etc/lamplight", "opt/lamplight"
UNIT = "etc/systemd/system/lamplight.service"
BEGUN = "installing the packages of requirements.lock"
SHORT = 15.0  # s that a start may take, for once
FEW = 12  # names that a new environment has among its packages, and some more
SPOILT = (
    "rm -rf /opt/lamplight/companion/web /usr/local/bin/lamplight /opt/lamplight/.venv/lib/python3*/site-packages/flask;"
    "echo junk > /opt/lamplight/vision/junk.py; echo '# junk' >> /etc/systemd/system/lamplight.service;"
    "chmod 600 /etc/udev/rules.d/60-lamplight-readers.rules; chown -R root:root /var/lib/lamplight;"
    "chmod -x /opt/lamplight/table; chown games /opt/lamplight/deploy/table.toml; chmod 600 /etc/lamplight/table.toml;"
    "gpasswd -d lamplight video"
)
"""Mishaps, of those that happen to people with sudo."""
DEVICES = (
    "mknod /dev/ttyS77 c 4 64; mknod /dev/memory c 1 1; chown lamplight /dev/ttyS77 /dev/memory;"
    "for line in ttyS77 memory; do systemd-run --wait --pipe -q -p User=lamplight {} timeout 10 sh -c"
    ' ": < /dev/$line && echo opened $line"; done; rm /dev/ttyS77 /dev/memory'
)


SUITES = ("bookworm", "trixie")
"""Debian 12 and 13, and Raspberry Pi OS of the same names."""


def all_proven(systems: Iterable[System], seed: int, tell: Tell) -> dict[str, object]:
    """Install on clean systems. Raises ProofError."""
    settings, found = registry.environment(), dict[str, object]()
    with TemporaryDirectory(prefix="lamplight-roots-") as folder:
        for system in systems:
            began = time.monotonic()
            root = Path(folder) / f"{system.suite}-{system.arch}"
            machine = Machine(system, root, ROOT, registry.folders(settings), settings)
            machine.make()
            tell(f"{system}: a clean system after {time.monotonic() - began:.0f} s")
            found[f"{system}"] = Installed(machine, seed, tell).proven()
    return found


class Installed:
    """One system, from clean to clean."""

    def __init__(self, machine: Machine, seed: int, tell: Tell) -> None:
        self.machine, self.seed, self.tell = machine, seed, tell
        self.port = free_port(LOOPBACK)
        self.found: dict[str, object] = {}

    def proven(self) -> dict[str, object]:
        """Everything that can be done to it. Raises ProofError."""
        (self.machine.root / SETTINGS).mkdir(parents=True)
        # it shares the network of this machine, where 8080 may be taken; existing settings must stay
        (self.machine.root / SETTINGS / "table.toml").write_text(f"port = {self.port}\n", encoding="utf-8")
        if self.machine.system.is_native:
            self.on_its_own_systemd()
        else:
            self.imitated()
        return self.found

    def on_its_own_systemd(self) -> None:
        with self.machine.running():
            clean = self._look()
            self.without_a_network()
            self.killed_in_the_middle()
            self.installed()
            self.plays()
            self.restrained()
            self.sees()
            self.again()
            self.mended()
            self.brought_back()
            self.watched()
        with self.machine.running(*self._overlaid()):
            self.read_only()
        with self.machine.running():
            self.gone(clean)

    def imitated(self) -> None:
        """On an emulated processor, command by command: install, play, install again, and remove with both answers."""
        clean = self._look()
        self.installed()
        self.plays()
        self.again()
        self.machine.must(INSTALL, "--uninstall", "--keep-data")
        self.kept(clean)
        self._answered("yes")
        self.left_nothing(clean)

    def _look(self) -> dict[str, tree.Entry]:
        """The files of the system without those that a running server writes."""
        return tree.look(self.machine.root, (DATA, *(str(path).lstrip("/") for path in self.machine.bound)))

    def _require(self, holds: object, sentence: str) -> None:
        if not holds:
            raise ProofError(f"{self.machine.system}: {sentence}")

    def without_a_network(self) -> None:
        done = self.machine.run(INSTALL, also=registry.out_of_reach())
        told = next((line for line in done.stdout.splitlines() if "could not be fetched" in line), "")
        self._require(done.returncode == 1 and told, f"without a network: {done.stdout}")
        self.found["without a network"] = told

    def killed_in_the_middle(self) -> None:
        """As by a power cut, while packages are unpacked."""
        process = subprocess.Popen(
            self.machine.command((INSTALL,)),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        assert process.stdout is not None
        while BEGUN not in (line := process.stdout.readline()):
            self._require(line, "it ended before it installed a package")
        said: list[str] = []
        hearer = threading.Thread(target=said.extend, args=(process.stdout,))  # so that it never blocks on its output
        hearer.start()
        wait_for(
            lambda: self._unpacked() > FEW + self.seed or process.poll() is not None, 1800, "packages are unpacked"
        )
        self._require(process.poll() is None, f"it ended before it could be killed: {said[-20:]}")
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        hearer.join(60)
        stamp = self.machine.root / PROGRAM / ".venv" / "stamp-run"
        self._require(not stamp.exists(), "it was ready before it could be killed")
        self.found["killed"] = f"when {self._unpacked()} files and folders of packages were there"

    def _unpacked(self) -> int:
        """The number of names among the packages, also of an unfinished environment next to its place."""
        return len(list((self.machine.root / PROGRAM).glob(".venv*/lib/python3*/site-packages/*")))

    def installed(self) -> None:
        began = time.monotonic()
        self.machine.must(INSTALL)
        self.found["installed, s"] = round(time.monotonic() - began, 1)
        root = self.machine.root
        self.found["program, MB"] = tree.megabytes(root / PROGRAM)
        self.found["of it packages, MB"] = tree.megabytes(root / PROGRAM / ".venv")
        settings = (root / SETTINGS / "table.toml").read_text(encoding="utf-8")
        self._require(settings == f"port = {self.port}\n", "the settings were overwritten")
        self.tell(f"{self.machine.system}: installed after {self.found['installed, s']} s")

    def plays(self) -> None:
        """The page answers, the doctor finds no fault, and a prompt can be answered."""
        with self._serving():
            guest = Guest(self.port)
            wait_for(guest.is_healthy, 300, "the page answers, and all is well")
            guest.post("/api/claim")
            self._require("<html" in guest.page(), "the page is none")
            table = guest.post("/api/tables", game="arkham")["table"]
            self.found["asked after an answer"] = guest.answer(table)
            self.doctor()
            owner = (self.machine.root / DATA).stat()
            self._require(owner.st_mode & 0o777 == 0o700, "others may look into the data")

    def doctor(self) -> None:
        said = self.machine.must("lamplight", "doctor", "--json")
        results = {json.loads(line)["name"]: json.loads(line)["result"] for line in said.splitlines()}
        self._require(results["data"] == results["broker"] == results["kits"] == "ok", said)
        self.found["doctor"] = results
        self._require("/join#" in self.machine.must("lamplight", "pair"), "nobody is let in from the shell")
        self.machine.must("lamplight", "backup", "now")

    @contextmanager
    def _serving(self) -> Iterator[None]:
        """Systemd runs the service. Without systemd its command runs as its user with its environment."""
        if self.machine.system.is_native:
            yield
            return
        unit = (self.machine.root / UNIT).read_text(encoding="utf-8")
        lines = dict(line.partition("=")[::2] for line in unit.splitlines() if line.startswith("ExecStart="))
        given = [word for line in re.findall(r"^Environment=(.*)$", unit, re.MULTILINE) for word in line.split()]
        who = ("setpriv", "--reuid", "lamplight", "--regid", "lamplight", "--init-groups", "--")
        command = self.machine.command(("env", *given, *who, *shlex.split(lines["ExecStart"])))
        said = self.machine.root.with_suffix(".said")
        with said.open("ab") as file:
            process = subprocess.Popen(command, stdout=file, stderr=file)
        try:
            yield
        except OSError as error:
            raise ProofError(f"{self.machine.system}: {error}: {said.read_text(encoding='utf-8')[-3000:]}") from error
        finally:
            process.terminate()
            process.wait(60)

    def restrained(self) -> None:
        """The unit's restrictions work: it can open a serial line, but not the memory."""
        score = self.machine.must("systemd-analyze", "security", "--no-pager", "lamplight").strip().splitlines()[-1]
        self.found["exposure"] = float(score.split(":")[1].split()[0])
        unit = (self.machine.root / UNIT).read_text(encoding="utf-8")
        properties = re.findall(r"^Device(?:Policy|Allow)=.*$", unit, re.MULTILINE)
        said = self.machine.run("sh", "-c", DEVICES.format(" ".join(f"-p '{one}'" for one in properties))).stdout
        self._require("opened ttyS77" in said and "opened memory" not in said, f"devices: {said}")
        status = self.machine.must("sh", "-c", "cat /proc/$(systemctl show -p MainPID --value lamplight)/status")
        told = dict(line.split(":\t")[:2] for line in status.splitlines() if ":\t" in line)
        self._require(told["CapEff"].strip("0") == "" and told["NoNewPrivs"] == "1" and told["Seccomp"] == "2", status)

    def sees(self) -> None:
        """The camera process reads dice under the unit's restrictions."""
        trays = self.machine.root / DATA / "trays"
        shutil.copytree(ROOT / "vision" / "throws" / "d6" / "2_0", trays)
        self.machine.must("chown", "-R", "lamplight:", f"/{DATA}/trays")
        place = "/run/systemd/system/lamplight.service.d"
        line = f"[Service]\\nEnvironment=LAMPLIGHT_CAMERA__SOURCE=/{DATA}/trays\\n"
        begin = f"mkdir -p {place}; printf '{line}' > {place}/camera.conf; systemctl daemon-reload; systemctl restart lamplight"
        self.machine.must("sh", "-c", begin)
        cut = self.machine.root / DATA / "table" / "pictures"
        wait_for(
            lambda: [path for path in cut.glob("*.jpg") if path.stem != "preview"], 120, "dice are cut out of a picture"
        )
        self.found["dice read in the service's room"] = True

    def again(self) -> None:
        """Nothing changes the second time, and no game is interrupted."""
        before, pid = self._look(), self._pid()
        began = time.monotonic()
        self.machine.must(INSTALL)
        self.found["again, s"] = round(time.monotonic() - began, 1)
        changed = tree.differing(before, self._look())
        self._require(not changed, f"the second time changed {changed[:20]}")
        self._require(pid == self._pid(), "the second time started the service again")
        self.found["files compared"] = len(before)

    def _pid(self) -> str:
        if not self.machine.system.is_native:
            return ""
        return self.machine.must("systemctl", "show", "-p", "MainPID", "--value", "lamplight")

    def mended(self) -> None:
        before = self._look()
        self.machine.must("sh", "-c", SPOILT)
        self.machine.must(INSTALL)
        after = self._look()
        modes = [{path: (one.mode, one.owner) for path, one in look.items()} for look in (before, after)]
        lost = sorted(path for path in {*before, *after} if modes[0].get(path) != modes[1].get(path))
        lost = [
            path for path in lost if path != f"{SETTINGS}/table.toml"
        ]  # its mode differs, but the service can read it
        self._require(not lost, f"not mended: {lost[:20]}")
        groups = self.machine.must("id", "-nG", "lamplight").split()
        self._require("video" in groups, f"the user is in {groups}")
        with self._serving():
            wait_for(Guest(self.port).is_healthy, 300, "the mended house is well")
        self.found["mended"] = "a package, sources, a foreign file, unit, rules, command, owner and group"

    def brought_back(self) -> None:
        """After a system upgrade with another Python, root reinstalls the packages at the next start, even beyond the time limit of a
        start. Root runs nothing from the home of the service.
        """
        version = self.machine.must("python3", "-c", "import sys; print('python%d.%d' % sys.version_info[:2])").strip()
        root, home = self.machine.root, self.machine.root / DATA / ".local"
        left, ran = home / "lib" / version / "site-packages" / "left.pth", root / "root" / "ran"
        left.parent.mkdir(parents=True)
        left.write_text("import os; os.geteuid() or os.close(os.open('/root/ran', os.O_CREAT))\n", encoding="utf-8")
        self.machine.must("env", f"HOME=/{DATA}", "python3", "-c", "")
        self._require(ran.exists(), "what lies in its own home root does not run either: nothing would be proven")
        ran.unlink()
        place = "/run/systemd/system/lamplight.service.d/short.conf"
        lines = f"[Service]\\nTimeoutStartSec={SHORT:.0f}\\n"
        self.machine.must("sh", "-c", f"printf '{lines}' > {place}; systemctl daemon-reload; rm -rf /{PROGRAM}/.venv")
        told = [f"{name}={value}" for name, value in self.machine.environment.items()]  # from where pip gets them here
        if told:
            self.machine.must("systemctl", "set-environment", *told)
        began = time.time()
        self.machine.must("systemctl", "restart", "lamplight")
        took = (root / PROGRAM / ".venv" / "stamp-run").stat().st_mtime - began
        wait_for(Guest(self.port).is_healthy, 300, "a house whose packages came back is well")
        self._require(not ran.exists(), "root has run what the service left in its home")
        shutil.rmtree(home)
        self.machine.must("sh", "-c", f"rm -f {place}; systemctl daemon-reload")
        self.found[f"packages brought back at a start that may take {SHORT:.0f} s, s"] = round(took, 1)

    def watched(self) -> None:
        """Systemd restarts a stuck server; the watchdog is shortened for this."""
        more = (
            "mkdir -p /run/systemd/system/lamplight.service.d; printf '[Service]\\nWatchdogSec=15\\n' > {0}; {1}; {2}"
        )
        place = "/run/systemd/system/lamplight.service.d/soon.conf"
        self.machine.must("sh", "-c", more.format(place, "systemctl daemon-reload", "systemctl restart lamplight"))
        before = self._pid()
        began = time.monotonic()
        self.machine.must("sh", "-c", "kill -STOP $(systemctl show -p MainPID --value lamplight)")
        wait_for(lambda: self._pid() not in {before, "0\n"}, 120, "systemd starts a house again that stands still")
        wait_for(Guest(self.port).is_healthy, 120, "it is well again")
        self.found["stood still for 15 s, there again after, s"] = round(time.monotonic() - began, 1)

    def _overlaid(self) -> tuple[str, ...]:
        """Everything in memory except the data folder, as with the overlay of a protected SD card."""
        return ("--volatile=overlay", f"--bind={self.machine.root / DATA}:/{DATA}")

    def read_only(self) -> None:
        """A table plays on, and keeps its evening; nothing else is written."""
        before = tree.look(self.machine.root, (DATA,))
        guest = Guest(self.port)
        wait_for(guest.is_healthy, 120, "a house whose system's disk is only read is well")
        token = re.search(r"/join#(\S+)", self.machine.must("lamplight", "pair"))
        assert token is not None
        guest.post("/api/join", token=token[1])
        table = guest.get("/api/shelf")["tables"][0]["table"]
        self.found["asked with a disk that is only read"] = guest.answer(table)
        self.machine.must("systemctl", "stop", "lamplight")
        changed = tree.differing(before, tree.look(self.machine.root, (DATA,)))
        self._require(not changed, f"written outside of {DATA}: {changed[:20]}")

    def gone(self, clean: dict[str, tree.Entry]) -> None:
        """Without an answer nothing is removed; with either answer all the rest."""
        asked = self.machine.run(INSTALL, "--uninstall")
        self._require(asked.returncode == 1 and "--keep-data or --delete-data" in asked.stdout, asked.stdout)
        said = self._answered("perhaps")
        self._require("neither yes nor no" in said and (self.machine.root / PROGRAM / "table").exists(), said)
        self._answered("no")
        self.kept(clean)
        self.machine.must(INSTALL)
        with self._serving():
            wait_for(Guest(self.port).is_healthy, 300, "a house that came back to its evenings is well")
        self.machine.must(INSTALL, "--uninstall", "--keep-data")
        self.kept(clean)
        self._answered("yes")
        self.left_nothing(clean)

    def left_nothing(self, clean: dict[str, tree.Entry]) -> None:
        left = self._ours(clean)
        self._require(not left, f"left of it: {left[:20]}")
        self._require(not (self.machine.root / SETTINGS).exists(), "the settings are left")
        for what in ("passwd", "group"):
            self._require(self.machine.run("getent", what, "lamplight").returncode, f"the {what} entry is left")
        self.found["left, data deleted"] = left

    def _answered(self, answer: str) -> str:
        """Remove it, with an answer on a terminal. Returns the output."""
        ours, its = pty.openpty()
        os.write(ours, f"{answer}\n".encode())
        try:
            command = self.machine.command((INSTALL, "--uninstall"))
            done = subprocess.run(
                command,
                stdin=its,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                timeout=600,
                check=False,
            )
        finally:
            os.close(ours)
            os.close(its)
        return done.stdout

    def kept(self, clean: dict[str, tree.Entry]) -> None:
        """The data and the settings are there, and nothing else."""
        left = self._ours(clean)
        self._require(all(path.startswith((SETTINGS, DATA)) for path in left), f"left of it: {left[:20]}")
        self._require((self.machine.root / DATA / "table" / "log.db").exists(), "the evenings are gone")
        self.found["left, data kept"] = sorted({"/".join(path.split("/")[:3]) for path in left})

    def _ours(self, clean: dict[str, tree.Entry]) -> list[str]:
        """Added files with our name or in root's home. Installed packages of the system may stay."""
        now = tree.look(self.machine.root, tuple(str(path).lstrip("/") for path in self.machine.bound))
        return [path for path in tree.come(clean, now) if is_ours(path)]


def is_ours(path: str) -> bool:
    """Whether it has our name or lies in root's home."""
    return "lamplight" in path.lower() or path.startswith("root/")
