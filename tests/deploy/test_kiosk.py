"""The screen on the wall, which starts by itself."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.messaging.displays.programs import FOLDER, program

kiosk = program("kiosk")
WALL = "http://192.168.1.50:8080/wall"
LINK = "http://lamp.local:8080/join#VEkT14ja2I6NCdE83GjYRQ"


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """A machine with these programs; each writes down its arguments."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")

    def have(*names: str) -> Path:
        for name in names:
            (folder / name).write_text(f'#!/bin/sh\nprintf "%s\\n" "$0" "$@" > {tmp_path}/started\n')
            (folder / name).chmod(0o755)
        monkeypatch.setattr(kiosk.shutil, "which", lambda name: str(folder / name) if name in names else None)
        return tmp_path / "started"

    return have


@pytest.fixture
def house() -> Iterator[Callable[[int], str]]:
    """The address of a server that answers its health check with this status."""
    servers: list[ThreadingHTTPServer] = []

    def answering(code: int) -> str:
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(code if self.path == "/health" else 404)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Log nothing."""

        servers.append(ThreadingHTTPServer(("127.0.0.1", 0), Handler))
        threading.Thread(target=servers[-1].serve_forever, args=(0.01,)).start()
        return f"http://127.0.0.1:{servers[-1].server_port}/wall"

    yield answering
    for server in servers:
        server.shutdown()
        server.server_close()


def test_kiosk_waits_for_any_answer(house: Callable[[int], str], capsys: pytest.CaptureFixture[str]) -> None:
    assert kiosk.answers(house(200))
    assert kiosk.answers(house(503)), "something is wrong, and the page says what"
    assert not kiosk.answers("http://127.0.0.1:9/wall") and not kiosk.answers("http://no-such-house.invalid/wall")
    looks, pauses = iter([False, False, False, True]), list[float]()
    kiosk.wait(WALL, lambda _url: next(looks), pauses.append)
    assert len(pauses) == 2 and capsys.readouterr().out.count("waited for") == 1


def test_kiosk_command_shows_only_the_page(programs: Callable[..., Path], tmp_path: Path) -> None:
    programs("cage", "Xwayland", "chromium")
    words = kiosk.command(WALL, tmp_path, tmp_path / "cache", bare=False)
    assert words[:4] == ["cage", "-d", "-s", "--"] and words[4].endswith("/chromium") and words[-1] == WALL
    assert {"--kiosk", "--no-first-run", "--noerrdialogs", "--ozone-platform=wayland"} <= set(words)
    assert f"--user-data-dir={tmp_path}/profile" in words and "--no-sandbox" not in words


@pytest.mark.parametrize(
    ("there", "sentence"),
    [
        (("cage", "Xwayland"), "sudo apt-get install chromium"),
        (("chromium", "Xwayland"), "cage cannot be found: sudo apt-get install cage xwayland"),
        (("chromium-browser",), "cage and Xwayland cannot be found"),
    ],
)
def test_kiosk_names_missing_programs(
    programs: Callable[..., Path], tmp_path: Path, there: tuple[str, ...], sentence: str
) -> None:
    programs(*there)
    with pytest.raises(SystemExit, match=sentence):
        kiosk.command(WALL, tmp_path, tmp_path, bare=False)


def test_kiosk_uses_a_fresh_invitation_once(tmp_path: Path) -> None:
    """Its cookie belongs to that address: at another name of the same server it is a stranger."""
    kiosk.join(LINK, tmp_path)
    now = (tmp_path / "join").stat().st_mtime
    assert (tmp_path / "join").stat().st_mode & 0o777 == 0o600
    assert kiosk.first_page(WALL, tmp_path, now + 5) == "http://192.168.1.50:8080/join#VEkT14ja2I6NCdE83GjYRQ"
    assert kiosk.first_page(WALL, tmp_path, now + 6) == WALL
    kiosk.join(LINK, tmp_path)
    assert kiosk.first_page(WALL, tmp_path, (tmp_path / "join").stat().st_mtime + 121) == WALL
    assert not (tmp_path / "join").exists()


def test_kiosk_join_follows_no_link(tmp_path: Path) -> None:
    """Root hands over the invitation, and the folder belongs to the browser: its programs must not lead root elsewhere."""
    (tmp_path / "shadow").write_text("root's own")
    (tmp_path / "shadow").chmod(0o640)
    state = tmp_path / "state"
    state.mkdir()
    (state / "join").symlink_to(tmp_path / "shadow")
    kiosk.join(LINK, state)
    assert (tmp_path / "shadow").read_text() == "root's own"
    assert (tmp_path / "shadow").stat().st_mode & 0o777 == 0o640
    assert not (state / "join").is_symlink() and (state / "join").read_text() == "VEkT14ja2I6NCdE83GjYRQ\n"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
def test_kiosk_invitation_belongs_to_the_browser(tmp_path: Path) -> None:
    os.chown(tmp_path, 12345, 12346)
    kiosk.join(LINK, tmp_path)
    (told,) = [path.stat() for path in tmp_path.iterdir()]
    assert (told.st_uid, told.st_gid, told.st_mode & 0o777) == (12345, 12346, 0o600)


@pytest.mark.parametrize("link", ["", WALL, "http://lamp.local/join", "http://lamp.local/join#"])
def test_kiosk_refuses_other_links_and_a_missing_unit(tmp_path: Path, link: str) -> None:
    with pytest.raises(SystemExit, match="is no invitation"):
        kiosk.join(link, tmp_path)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(SystemExit, match=r"Is lamplight-kiosk\.service installed"):
        kiosk.join(LINK, tmp_path / "nowhere")


def test_kiosk_removes_browser_locks(tmp_path: Path) -> None:
    (tmp_path / "SingletonLock").symlink_to("oldname-4711")
    (tmp_path / "Cookies").touch()
    kiosk.tidy(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["Cookies"]


@pytest.mark.slow
def test_kiosk_starts_the_browser(house: Callable[[int], str], programs: Callable[..., Path], tmp_path: Path) -> None:
    started, url = programs("chromium"), house(200)
    environment = {**os.environ, "RUNTIME_DIRECTORY": str(tmp_path)}
    words = [
        sys.executable,
        str(FOLDER / "kiosk.py"),
        "run",
        "--bare",
        "--url",
        url,
        "--state",
        str(tmp_path / "state"),
    ]
    subprocess.run(words, check=True, env=environment)
    told = started.read_text().splitlines()
    assert told[-1] == url and "--kiosk" in told and (tmp_path / "state").is_dir()


@pytest.mark.parametrize("url", ["", "file:///etc/passwd", "192.168.1.50:8080/wall", "http://[::1", "http:///wall"])
def test_kiosk_refuses_a_bad_address(tmp_path: Path, url: str) -> None:
    with pytest.raises(SystemExit, match="is no address of a page"):
        kiosk.main(["run", "--url", url, "--state", str(tmp_path)])
