#!/usr/bin/env python3
"""A program as small as one can be that an update takes for Lamplight: `table`, with a page, and a database in SQLite.

`version.json` beside it says what it is: "shape" of the database that it knows and makes, "words" that its table asks with, and
what is wrong with it.
"""

import fcntl
import json
import os
import shutil
import signal
import sqlite3
import sys
import threading
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VERSION = json.loads((ROOT / "version.json").read_text())
DATA = Path(os.environ["TOY_DATA"])
FILE = DATA / "log.db"


def opened(file: Path) -> sqlite3.Connection:
    """Brought to the shape of this version."""
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
        return {
            "data": str(DATA),
            "url": url,
            "is_running": is_running(),
            "is_file": not (DATA / "postgres").exists(),
            "free": 10**12,
            "size": size,
        }
    if what == "backup":
        return {"file": str(backup(words)) if size else ""}
    if what == "look":
        copy = DATA / "copy.db"
        shutil.copy(words[0] if words else FILE, copy)
        with closing(opened(copy)) as database:
            many = database.execute("SELECT count(*) FROM entries").fetchone()[0]
        asked = [["p1", "1", "roll", f"{VERSION['words']} {many}", "R1"]]
        return {
            "tables": {
                "t1": {"game": "toy", "shut": "gone wrong" if "shut" in VERSION["wrong"] else "", "asked": asked}
            }
        }
    if what == "since":
        more = entries(FILE) - entries(Path(words[0]))
        return {"lost": [f"Table t1 (toy): {more} entries since then"] if more > 0 else []}
    assert what == "restore", what
    shutil.copy(words[0], DATA / "log.part")
    (DATA / "log.part").replace(FILE)
    return {"told": []}


def entries(file: Path) -> int:
    with closing(sqlite3.connect(file)) as database:
        return int(database.execute("SELECT count(*) FROM entries").fetchone()[0])


def backup(words: tuple[str, ...]) -> Path:
    """As Lamplight makes one: each has a number of its own, and of those that are kept the ones beside it stay."""
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


class Page(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        said = json.dumps(
            {
                "healthy": "sick" not in VERSION["wrong"],
                "wrong": ["disk"] * ("sick" in VERSION["wrong"]),
                "name": VERSION["name"],
            }
        ).encode()
        self.send_response(503 if "sick" in VERSION["wrong"] else 200)
        self.end_headers()
        self.wfile.write(said)

    def log_message(self, *_: object) -> None:
        pass


def serve() -> None:
    if "import" in VERSION["wrong"]:
        raise ImportError("there is no such module")
    lock = (DATA / "lock").open("w")
    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    opened(FILE).close()
    ended = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: ended.set())
    if "no page" not in VERSION["wrong"]:
        server = ThreadingHTTPServer(("127.0.0.1", int(os.environ["TOY_PORT"])), Page)
        threading.Thread(target=server.serve_forever, daemon=True).start()
    ended.wait()


def main(words: list[str]) -> None:
    if words[0] == "install":
        venv = Path(os.environ.get("LAMPLIGHT_VENV") or ROOT / ".venv")
        if "packages" in VERSION["wrong"]:
            sys.exit("No matching distribution found")
        (venv / "bin").mkdir(parents=True, exist_ok=True)
        (venv / "pyvenv.cfg").write_text("home = /usr/bin\n")
        script = venv / "bin" / "python"
        script.write_text(
            f'#!/bin/sh\n[ "$3" = pip ] && echo "$@" >"{venv}/asked" && exit\n[ "$3" = companion.cli ] && shift 3 && exec {sys.executable} "$PYTHONPATH/table" "$@"\nexec {sys.executable} "$@"\n'
        )
        script.chmod(0o755)
        (venv / "lock").write_bytes((ROOT / "requirements.lock").read_bytes())
    elif words[0] == "update-step":
        print(json.dumps(step(*words[1:])))
    elif words[0] == "serve":
        serve()
    else:
        sys.exit(f"unknown: {words}")


if __name__ == "__main__":
    main(sys.argv[1:])
