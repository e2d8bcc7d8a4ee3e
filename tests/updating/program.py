"""The smallest program that the updater takes for Lamplight: `table`, with a page, and a database in SQLite.

`version.json` describes it: "shape" of its database, "words" of its prompt, and "wrong", its faults. Tests start it a hundred times, so
it imports little, and comes from a compiled file.
"""

import fcntl
import json
import os
import signal
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

ROOT = Path(sys.argv[0]).resolve().parent
VERSION = json.loads((ROOT / "version.json").read_text())
DATA = Path(os.environ["TOY_DATA"])
FILE = DATA / "log.db"

PYTHON = """#!/bin/sh
[ "$3" = pip ] && echo "$@" >"${{0%/*}}/../asked" && exit
[ "$3" = companion.cli ] && shift 3 && exec "$PYTHONPATH/table" "$@"
exec {python} -S "$@"
"""


def opened(file: Path) -> sqlite3.Connection:
    """Open the database and migrate it to this version."""
    database = sqlite3.connect(file, isolation_level=None)
    shape = database.execute("PRAGMA user_version").fetchone()[0]
    if shape > VERSION["shape"]:
        sys.exit("written by a newer one")
    if shape < VERSION["shape"]:
        if "migration raises" in VERSION["wrong"]:
            raise ValueError("this migration is wrong")
        database.execute("CREATE TABLE IF NOT EXISTS entries (n INTEGER)")
        database.execute(f"PRAGMA user_version = {VERSION['shape']}")
    return database


def step(what: str, *words: str) -> dict[str, object]:
    size = FILE.stat().st_size if FILE.exists() else 0
    if what == "facts":
        url = f"http://127.0.0.1:{os.environ['TOY_PORT']}"
        is_file = not (DATA / "postgres").exists()
        told = {"data": str(DATA), "url": url, "is_running": is_running(), "is_file": is_file}
        return {**told, "free": 10**12, "size": size}
    if what == "backup":
        return {"file": str(backup(words)) if size else ""}
    if what == "look":
        copy = DATA / "copy.db"
        copy.write_bytes(Path(words[0] if words else FILE).read_bytes())
        with closing(opened(copy)) as database:
            many = database.execute("SELECT count(*) FROM entries").fetchone()[0]
        asked = [["p1", "1", "roll", f"{VERSION['words']} {many}", VERSION["words"]]]
        shut = "gone wrong" if "shut" in VERSION["wrong"] else ""
        return {"tables": {"t1": {"game": "toy", "shut": shut, "asked": asked}}}
    if what == "since":
        more = entries(FILE) - entries(Path(words[0]))
        return {"lost": [f"Table t1 (toy): {more} entries since then"] if more > 0 else []}
    assert what == "restore", what
    (DATA / "log.part").write_bytes(Path(words[0]).read_bytes())
    (DATA / "log.part").replace(FILE)
    return {"told": []}


def entries(file: Path) -> int:
    with closing(sqlite3.connect(file)) as database:
        return int(database.execute("SELECT count(*) FROM entries").fetchone()[0])


def backup(words: tuple[str, ...]) -> Path:
    """Make a numbered backup. Of the backups of updates only those named by --beside stay."""
    kept = DATA / ("saved" if "--keep" in words else "other")
    kept.mkdir(exist_ok=True)
    there = {int(path.stem) for path in DATA.glob("*/*.db")}
    if "--keep" in words:
        for path in kept.iterdir():
            if f"--beside={path}" not in words:
                path.unlink()
    into_file = kept / f"{max(there, default=0) + 1}.db"
    with closing(sqlite3.connect(FILE)) as source, closing(sqlite3.connect(into_file)) as into:
        source.backup(into)
    return into_file


def is_running() -> bool:
    with (DATA / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def page() -> bytes:
    is_sick = "sick" in VERSION["wrong"]
    told = {"healthy": not is_sick, "wrong": ["disk"] * is_sick, "name": VERSION["name"]}
    return b"HTTP/1.0 %s\r\n\r\n%s" % (b"503 Sick" if is_sick else b"200 OK", json.dumps(told).encode())


def serve() -> None:
    """Serve until SIGTERM."""
    if "import" in VERSION["wrong"]:
        raise ImportError("there is no such module")
    lock = (DATA / "lock").open("w")
    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    opened(FILE).close()
    if "no page" in VERSION["wrong"]:
        signal.pause()
    import socket  # needed only here

    with socket.create_server(("127.0.0.1", int(os.environ["TOY_PORT"]))) as door:
        while True:
            caller, _address = door.accept()
            with caller:
                caller.recv(4096)
                caller.sendall(page())


def main(words: list[str]) -> None:
    if words[0] == "install":
        venv = Path(os.environ.get("LAMPLIGHT_VENV") or ROOT / ".venv")
        if "packages" in VERSION["wrong"]:
            sys.exit("No matching distribution found")
        (venv / "bin").mkdir(parents=True, exist_ok=True)
        (venv / "pyvenv.cfg").write_text("home = /usr/bin\n")
        script = venv / "bin" / "python"
        script.write_text(PYTHON.format(python=sys.executable))
        script.chmod(0o755)
        (venv / "lock").write_bytes((ROOT / "requirements.lock").read_bytes())
    elif words[0] == "update-step":
        print(json.dumps(step(*words[1:])))
    elif words[0] == "serve":
        serve()
    else:
        sys.exit(f"unknown: {words}")
