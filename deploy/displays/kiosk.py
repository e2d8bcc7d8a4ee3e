#!/usr/bin/python3
"""Show the page /wall of a table in Chromium, full screen, from the start of the machine.

    python3 kiosk.py run                                        the program of lamplight-kiosk.service
    sudo python3 kiosk.py join 'http://192.168.1.50:8080/join#...'   once: pair this screen with the table

LAMPLIGHT_WALL is the address of the page, as in /etc/lamplight/kiosk.env. The default is http://127.0.0.1:8080/wall, the table of this
machine. Make the invitation on the table's tablet, Menu, Devices, "A screen on the wall", or on its machine with
`lamplight pair --role wall`; it is valid for two minutes. The cookie of the screen is kept in STATE, also over a restart.

Runs under the system's Python, from 3.11 on, with the standard library alone. Needs the packages cage and chromium.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import os
import secrets
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from pathlib import Path

STATE = Path(os.environ.get("STATE_DIRECTORY", "/var/lib/lamplight-kiosk"))
CACHE = Path(os.environ.get("CACHE_DIRECTORY", "/var/cache/lamplight-kiosk"))
WALL = os.environ.get("LAMPLIGHT_WALL", "http://127.0.0.1:8080/wall")
UNIT = "lamplight-kiosk.service"
INVITATION = "join"  # the file with the invitation, deleted when used
FRESH_S = 120.0  # s that an invitation counts
LOOK_S, ANSWER_S = 2.0, 5.0  # s between two requests to the page, and their timeout
PROGRAMS = ("chromium", "chromium-browser")
NEEDED = ("cage", "Xwayland")
"""The cage of Debian 12 needs Xwayland, but its package does not depend on it."""
FLAGS = (
    "--kiosk",
    "--no-first-run",
    "--no-default-browser-check",
    "--noerrdialogs",
    "--hide-crash-restore-bubble",
    "--disable-session-crashed-bubble",
    "--disable-features=Translate,MediaRouter",
    "--disable-component-update",
    "--disable-background-networking",
    "--disable-sync",
    "--disable-pinch",
    "--overscroll-history-navigation=0",
    "--autoplay-policy=no-user-gesture-required",
    "--password-store=basic",
    "--disk-cache-size=50000000",
)
"""Suppress questions, bubbles and bars, allow sounds without a tap, and load nothing from elsewhere."""


def origin(url: str) -> str:
    """Return the origin of a page, as "http://192.168.1.50:8080". Raises SystemExit for another address."""
    try:
        parts = urllib.parse.urlsplit(url)
    except ValueError:
        parts = urllib.parse.urlsplit("")
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        sys.exit(f"{url} is no address of a page. It looks like this: LAMPLIGHT_WALL=http://192.168.1.50:8080/wall")
    return f"{parts.scheme}://{parts.netloc}"


def answers(url: str) -> bool:
    """Return whether the server answers, with any status."""
    try:
        with urllib.request.urlopen(f"{origin(url)}/health", timeout=ANSWER_S):  # noqa: S310 - a page's, see there
            return True
    except urllib.error.HTTPError as error:
        error.close()
        return True
    except (OSError, http.client.HTTPException):
        return False


def wait(url: str, is_there: Callable[[str], bool] = answers, pause: Callable[[float], None] = time.sleep) -> None:
    """Wait until the server answers: the error page of a browser would stay on the wall."""
    if is_there(url):
        return
    print(f"{url} does not answer yet; it is waited for.", flush=True)
    while not is_there(url):
        pause(LOOK_S)


def first_page(url: str, state: Path, now: float) -> str:
    """Return the page, or the URL of a new invitation, which is deleted."""
    file = state / INVITATION
    try:
        age, token = now - file.stat().st_mtime, file.read_text(encoding="utf-8").strip()
        file.unlink()
    except OSError:
        return url
    return f"{origin(url)}/join#{token}" if 0 <= age <= FRESH_S and token else url


def tidy(profile: Path) -> None:
    """Delete the locks of a browser that a power cut ended: Chromium would not start."""
    for name in ("SingletonLock", "SingletonCookie", "SingletonSocket"):
        with contextlib.suppress(FileNotFoundError):
            (profile / name).unlink()


def command(page: str, state: Path, cache: Path, *, bare: bool, more: tuple[str, ...] = ()) -> list[str]:
    """Return the command. `bare`: in a window of the present session. Raises SystemExit if a program is missing."""
    browser = next((found for name in PROGRAMS if (found := shutil.which(name))), "")
    if not browser:
        sys.exit("Chromium is not installed: sudo apt-get install chromium")
    missing = [] if bare else [name for name in NEEDED if not shutil.which(name)]
    if missing:
        sys.exit(f"{' and '.join(missing)} cannot be found: sudo apt-get install cage xwayland")
    where = () if bare else ("cage", "-d", "-s", "--")
    drawn = () if bare else ("--ozone-platform=wayland",)
    places = (f"--user-data-dir={state / 'profile'}", f"--disk-cache-dir={cache}")
    return [*where, browser, *FLAGS, *drawn, *places, *more, page]


def join(link: str, state: Path) -> str:
    """Store the invitation for the browser, and return the hint for the user. Raises SystemExit for another link."""
    token = urllib.parse.urlsplit(link).fragment
    if not token or "/join#" not in link:
        sys.exit(f"{link} is no invitation. It looks like http://192.168.1.50:8080/join#..., in quotation marks.")
    try:
        put(state, token + "\n")
    except OSError as error:
        sys.exit(
            f"The invitation could not be kept in {state} ({error.strerror}). Is {UNIT} installed, and are you root (sudo)?"
        )
    return "The screen takes it when it starts: within two minutes."


def put(state: Path, text: str) -> None:
    """Write the invitation into the browser's folder, owned by the browser. Raises OSError.

    The folder's user could put a link there to mislead root, so it is a new file with a random name, renamed.
    """
    owner, half = state.stat(), state / f"{INVITATION}.{secrets.token_hex(8)}"
    handle = os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        os.fchown(handle, owner.st_uid, owner.st_gid)
        file.write(text)
    half.replace(state / INVITATION)


def main(arguments: list[str] | None = None) -> None:
    """Run the kiosk, or join a table."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("what", choices=("run", "join"))
    asked.add_argument("link", nargs="?", default="", help="the invitation, for join")
    asked.add_argument("--url", default=WALL, help="of the page, instead of LAMPLIGHT_WALL")
    asked.add_argument("--state", type=Path, default=STATE, help="where it is kept that this screen was let in")
    asked.add_argument("--cache", type=Path, default=CACHE, help="where pictures of the page are kept")
    asked.add_argument("--bare", action="store_true", help="in a window of the screen that there is, to try it out")
    asked.add_argument("--flag", action="append", default=[], help="one more for Chromium: --flag=--headless=new")
    given = asked.parse_args(arguments)
    if given.what == "join":
        print(join(given.link, given.state))
        subprocess.run(["systemctl", "restart", UNIT], check=False)
        return
    origin(given.url)
    given.state.mkdir(parents=True, exist_ok=True)
    wait(given.url)
    tidy(given.state / "profile")
    words = command(
        first_page(given.url, given.state, time.time()),
        given.state,
        given.cache,
        bare=given.bare,
        more=tuple(given.flag),
    )
    if own := os.environ.get("RUNTIME_DIRECTORY"):  # the session's own folder is not accessible in the unit
        os.environ["XDG_RUNTIME_DIR"] = own
    os.execvp(words[0], words)  # noqa: S606 - what is started is the screen, and ends with it


if __name__ == "__main__":
    main()
