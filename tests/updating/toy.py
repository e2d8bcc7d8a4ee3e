"""A toy program in a clone of a real repository, with a database, and its updates."""

from __future__ import annotations

import io
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import closing, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from companion.messaging.broker.embedded import LOOPBACK, free_port
from companion.updating.__main__ import main

ROOT = Path(__file__).resolve().parents[2]
TABLE = f"""#!{Path(sys.executable).resolve()} -IS
import gc, os, sys
gc.disable()
sys.path.append({str(ROOT)!r})
from tests.updating.program import main
main(sys.argv[1:])
sys.stdout.flush()
os._exit(0)
"""
"""Names its Python, skips environments and the clean-up at exit: each takes as long as the toy itself."""
COMMON = ("--patience", "20", "--unreleased")
LOCK = "one==1 --hash=sha256:0\n"
PYPROJECT = """[project]
version = "1"
[project.optional-dependencies]
hall = ["psycopg[binary]>=3.2,<4"]
dice = ["bleak>=1,<4"]
"""
GIT = (
    *("git", "-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"),
    *("-c", "init.defaultBranch=main", "-c", "init.templateDir=", "-c", "maintenance.auto=false"),
)


@dataclass(frozen=True, slots=True)
class Ended:
    """The result of an update."""

    code: int
    said: str


@dataclass(frozen=True, slots=True)
class Toy:
    """`upstream`: the repository of versions. `root`: the clone that is updated. `data`: its data folder."""

    upstream: Path
    root: Path
    data: Path
    port: int

    def write(
        self,
        name: str,
        folder: Path | None = None,
        *,
        shape: int = 1,
        words: str = "Roll",
        wrong: Sequence[str] = (),
        lock: str = LOCK,
    ) -> Path:
        """Write the files of a version, with a folder that no other version has."""
        into = folder or self.upstream
        into.mkdir(parents=True, exist_ok=True)
        for old in into.glob("only-*"):
            shutil.rmtree(old)
        told = {"name": name, "shape": shape, "words": words, "wrong": list(wrong)}
        (into / "version.json").write_text(json.dumps(told))
        (into / "requirements.lock").write_text(lock)
        (into / "pyproject.toml").write_text(PYPROJECT)
        (into / ".gitignore").write_text(".venv*\n.update/\n__pycache__/\n")
        (into / "table").write_text(f"{TABLE}# {name}\n")
        (into / "table").chmod(0o755)
        for package in ("companion", f"only-{name}"):
            (into / package).mkdir(exist_ok=True)
            (into / package / "part.py").write_text(f"NAME = {name!r}\n")
        return into

    def release(self, name: str, tag: str = "", **how: object) -> None:
        """Commit a version upstream."""
        self.write(name, **how)  # type: ignore[arg-type]
        git(self.upstream, "add", "-A")
        git(self.upstream, "commit", "-qm", name)
        if tag:
            git(self.upstream, "tag", tag)

    def update(self, *words: str, path: str = "") -> Ended:
        """Run the updater in this process. `path`: folder of a systemctl."""
        said = io.StringIO()
        with pytest.MonkeyPatch.context() as patch, redirect_stderr(said), redirect_stdout(said):
            patch.setattr(sys, "stdin", io.StringIO())
            patch.delenv("LAMPLIGHT_VENV", raising=False)
            for name, value in self.environment(path).items():
                patch.setenv(name, value)
            code = main([str(self.root), *COMMON, *words])
        return Ended(code, said.getvalue())

    def must_update(self, *words: str, path: str = "") -> str:
        """Update, and return what was printed."""
        ended = self.update(*words, path=path)
        assert ended.code == 0, ended.said
        return ended.said

    def must_refuse(self, *words: str, path: str = "") -> str:
        """Start an update that fails, and return what was printed."""
        ended = self.update(*words, path=path)
        assert ended.code == 1, ended.said
        return ended.said

    def update_apart(
        self, *words: str, launcher: Sequence[str] = ("-m", "companion.updating"), path: str = ""
    ) -> Ended:
        """Run the updater in its own process, as `./table update` does."""
        engine = [sys.executable, "-P", *launcher, str(self.root), *COMMON, *words]
        how: dict[str, Any] = {"stdin": subprocess.DEVNULL, "capture_output": True, "text": True, "timeout": 100}
        done = subprocess.run(engine, env=self.environment(path), check=False, **how)
        return Ended(done.returncode, done.stderr + done.stdout)

    def environment(self, path: str = "") -> dict[str, str]:
        toy = {"TOY_DATA": str(self.data), "TOY_PORT": str(self.port), "PYTHONPATH": str(ROOT)}
        told = {**os.environ, **toy, "PYTHONDONTWRITEBYTECODE": "1"}
        told.pop("LAMPLIGHT_VENV", None)
        return {**told, "PATH": f"{path}:{os.environ['PATH']}" if path else os.environ["PATH"]}

    @property
    def name(self) -> str:
        """Return the name of the version, after comparing all its files."""
        told = json.loads((self.root / "version.json").read_text())["name"]
        said = {(self.root / "companion" / "part.py").read_text(), (self.root / f"only-{told}" / "part.py").read_text()}
        assert said == {f"NAME = {told!r}\n"}
        assert (self.root / "table").read_text().endswith(f"# {told}\n")
        return str(told)

    @property
    def packages(self) -> str:
        """The lock file of the environment."""
        return (self.root / ".venv" / "lock").read_text()

    @property
    def house(self) -> tuple[int, int]:
        """Schema and number of entries of the database."""
        with closing(sqlite3.connect(self.data / "log.db")) as database:
            shape = database.execute("PRAGMA user_version").fetchone()[0]
            return shape, database.execute("SELECT count(*) FROM entries").fetchone()[0]

    def entries_in(self, file: Path) -> int:
        """Count the entries of a copy of the database."""
        with closing(sqlite3.connect(file)) as database:
            return int(database.execute("SELECT count(*) FROM entries").fetchone()[0])

    def play(self) -> None:
        with closing(sqlite3.connect(self.data / "log.db", isolation_level=None)) as database:
            database.execute("INSERT INTO entries VALUES (1)")

    def is_whole(self, name: str) -> bool:
        """Return whether exactly this version is installed, also for git, without an unfinished update."""
        is_clean = not git(self.root, "status", "--porcelain")
        is_alone = [path.name for path in self.root.glob("only-*")] == [f"only-{name}"]
        return self.name == name and is_clean and is_alone and not (self.root / ".update" / "journal.json").exists()

    def copied(self, folder: Path) -> Toy:
        """Copy the toy with its upstream."""
        copy = Toy(folder / "upstream", folder / "here", folder / "data", free_port(LOOPBACK))
        shutil.copytree(self.upstream.parent, folder, symlinks=True, dirs_exist_ok=True)
        config = copy.root / ".git" / "config"
        config.write_text(config.read_text().replace(str(self.upstream), str(copy.upstream)))
        return copy


def made(folder: Path) -> Toy:
    """Install version "one", with two entries in its database."""
    toy = Toy(folder / "upstream", folder / "here", folder / "data", free_port(LOOPBACK))
    toy.upstream.mkdir()
    git(toy.upstream, "init", "-q")
    toy.release("one")
    git(folder, "clone", "-q", str(toy.upstream), str(toy.root))
    git(toy.root, "config", "maintenance.auto", "false")  # saves time after each fetch
    toy.data.mkdir()
    subprocess.run([toy.root / "table", "install"], env=toy.environment(), check=True)
    with closing(sqlite3.connect(toy.data / "log.db", isolation_level=None)) as database:
        database.executescript(
            "CREATE TABLE entries (n INTEGER); INSERT INTO entries VALUES (1), (2); PRAGMA user_version = 1"
        )
    return toy


def git(folder: Path, *words: str) -> str:
    return subprocess.run((*GIT, *words), cwd=folder, capture_output=True, text=True, check=True).stdout.strip()


SYSTEMCTL = """#!/bin/sh
alive() {{ [ -s {pid} ] && read -r number <{pid} && kill -0 "$number" 2>/dev/null; }}
case "$1 $2" in
is-active*) alive && echo active && exit; echo inactive; exit 3 ;;
*ActiveState*) alive && echo active || echo inactive ;;
show*) echo "{{ path={root}/table ; argv[]={root}/table serve ; }}" ;;
stop*) alive && kill -TERM "$number" && while alive; do sleep 0.02; done ;;
start*)
    rm -f {pid}
    (setsid {root}/table serve & echo $! >{pid}; wait) </dev/null >/dev/null 2>&1 &
    until [ -s {pid} ]; do sleep 0.01; done ;;
esac
true
"""
"""The shell that starts the process waits for it: a zombie would look alive."""


def with_unit(toy: Toy, folder: Path) -> Generator[str, None, None]:
    """Make a systemctl for PATH that runs one process, and start it."""
    folder.mkdir()
    pid = folder / "pid"
    script = folder / "systemctl"
    script.write_text(SYSTEMCTL.format(pid=pid, root=toy.root))
    script.chmod(0o755)
    subprocess.run([script, "start"], env=toy.environment(), check=True)
    try:
        yield str(folder)
    finally:
        with suppress(ProcessLookupError):
            os.kill(int(pid.read_text()), signal.SIGKILL)
