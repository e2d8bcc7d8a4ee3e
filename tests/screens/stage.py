"""The server of all screens, and the browser that opens them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from flask import Flask
from playwright.sync_api import Page, ViewportSize, expect

from companion import games
from companion.archive.images import ImageFolders
from companion.archive.service import ArchiveService
from companion.i18n.languages import Languages
from companion.ops.recovery import faults_of
from companion.ops.recovery_service import RecoveryService
from companion.presentation import ReaderStates
from companion.schema import CameraHealth, ReaderDescription, ReaderStatus, codec, topics
from companion.sessions import DeviceRepository, Devices, ImageStore, SessionManager, SheetLibrary, SqlEventLog, to_row
from companion.web.app import create_app
from companion.web.recovery_app import create_mending_app
from companion.web.server import PageServer
from companion.web.services import PageImages, Services
from companion.web.sse import SnapshotBroadcaster
from tests.listeners import OnChange
from tests.ops.recovery.houses import damaged
from tests.screens.devices_and_health import NOW, ShownHealth, let_in, nobody_yet, outside
from tests.screens.moment import AnyTable, Begun
from tests.screens.screen import Screen, Size
from tests.screens.seen import ShownSettingUp, try_out
from tests.screens.teacher import ShownTeacher
from tests.screens.trays import lay_out
from tests.tab import BARE, Tab, remember
from tests.web.alike import FakeCamera
from tests.web.test_readers import FakePorts

DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
SEEN = "() => [...document.images].every((one) => one.complete && one.naturalWidth)"
RESTS = (
    "() => document.getAnimations().every((one) => one.playState !== 'running' || one.effect.target.closest('.ring'))"
)
BOOK = """async () => !document.querySelector("[data-testid=table]") || (await import("/static/rules/book.js")).book.value !== null"""
PATIENCE_MS = 10_000
READERS = {
    "cam0": ReaderDescription("camera", "C920", "vision/cam0", "e"),
    "bag": ReaderDescription("pn532", "PN532", "bridge/bag", "e", ("tag",), "bag"),
}

SAYS = {
    "cam0": ReaderStatus("online", True, 4, health=CameraHealth(blur=1.2, light=190, markers=4, px_per_mm=1.7)),
    "bag": ReaderStatus("online", True, 2),
}


class Stage:
    """A server with a table for each screen that needs one."""

    def __init__(self, folder: Path, screens: Iterable[Screen]) -> None:
        pictures = folder / "pictures"
        pictures.mkdir()
        lay_out(pictures)
        self.log = SqlEventLog(f"sqlite:///{folder / 'log.db'}", lambda: 0.0)
        self._open({screen.name: screen for screen in screens if screen.begun})
        self.hall = SessionManager(self.log, Random(3))
        self._lit = self.hall.lit  # as long as no screen shows another one
        self.hub = SnapshotBroadcaster()
        self.hall.add_listener(OnChange(self.hub.touch))
        self._is_tried_out = False
        self.setting_up = ShownSettingUp(folder, pictures)
        self.caring = ShownHealth()
        self._happened: set[str] = set()
        self.app = create_app(self._parts(folder, pictures), frozenset({"table.local"}))
        self.app.wsgi_app = beside(self.app.wsgi_app, cache(lambda: failed_house(folder / "failed")))  # type: ignore[method-assign]
        self.app.wsgi_app = outside(self.app.wsgi_app)  # type: ignore[method-assign]
        self.server = PageServer(self.app, "127.0.0.1", 0)
        self.server.start()

    @property
    def url(self) -> str:
        """A name, not 127.0.0.1: that one counts as a secure context and hides what is missing on a LAN."""
        return f"http://table.local:{self.server.port}"

    def close(self) -> None:
        self.hub.close()
        self.server.stop()
        self.log.close()

    def address(self, screen: Screen) -> str:
        """Return the address that a device opens. Invite a phone first."""
        self.setting_up.see(screen.sees)
        self.caring.is_ill = screen.path.endswith("#ill")
        if screen.begun is None:
            self._try_out()
            if screen.path.startswith("/setup"):
                self._end_the_evening()
            elif self._lit:
                self.hall.light(self._lit)
            screen.happens(self.hall, "")
            self._who_is_in(screen.path)
            return self.url + screen.path
        self._happens(screen)
        if screen.device != "phone":
            return f"{self.url}/t/{screen.name}{screen.path}"
        return f"{self.url}/join#{self.app.extensions['lamplight'].devices.invite(screen.name, screen.seat)}"

    def _try_out(self) -> None:
        """Prepare test throws on pages without a table: at a table they would be on its tray."""
        if not self._is_tried_out:
            self._is_tried_out = True
            try_out(self.hall)

    def _end_the_evening(self) -> None:
        """Select no table, because set-up shows less during a game."""
        self.hall._shelf.lit = ""  # as before the first game

    def _who_is_in(self, path: str) -> None:
        """Fill the list of devices. Pages for strangers need a new server."""
        if path == "/devices":
            let_in(self.log)
        elif path == "/enter":
            nobody_yet(self.log)

    def _open(self, screens: dict[str, Screen]) -> None:
        """As if they were left like this on an evening before; one that several screens show is played once."""
        played: dict[Begun, AnyTable] = {}
        for name, screen in screens.items():
            assert screen.begun is not None
            if screen.begun not in played:
                played[screen.begun] = screen.begun()
            table = played[screen.begun]
            self.log.open(name, table.game.name, [to_row(entry) for entry in table.log])

    def _happens(self, screen: Screen) -> None:
        self.hall.light(screen.name)
        if screen.name not in self._happened:
            screen.happens(self.hall, screen.name)
            self._happened.add(screen.name)

    def _parts(self, folder: Path, pictures: Path) -> Services:
        senses = ReaderStates(lambda: None)
        for name, description in READERS.items():
            for topic, record in (("description", description), ("status", SAYS[name])):
                senses.update(topics.of_reader("lamp", name, topic), codec.encode(record))
        return Services(
            trusts_this_machine=True,
            sessions=self.hall,
            broadcaster=self.hub,
            devices=Devices(DeviceRepository(self.log.database), lambda: NOW),
            library=SheetLibrary(self.log.database, self.log.clock),
            games=tuple(map(games.find, games.names())),
            readers=senses,
            broker="The broker runs on this machine.",
            images=PageImages(pictures, sheets=ImageStore(folder / "kept")),
            camera=FakeCamera(),
            kits=ShownTeacher(pictures),
            ports=FakePorts(),
            setup=self.setting_up,
            health=self.caring,
            records=ArchiveService(
                self.hall,
                ImageFolders(pictures, folder / "doubts", ImageStore(folder / "brought"), ImageStore(folder / "kept")),
            ),
        )


def failed_house(folder: Path) -> Flask:
    """Start another server, with a damaged database."""
    folder.mkdir()
    settings = damaged(folder)
    mending = RecoveryService(settings, settings.data / "log.db", faults_of(settings))
    return create_mending_app(mending, mending.key, Languages(folder / "words"), "", frozenset({"table.local"}))


def beside(app: Any, mending: Callable[[], Flask]) -> Any:
    """The page of that one at /mending, as if it were of the same house."""

    def serve(environ: Any, start: Any) -> Any:
        if environ["PATH_INFO"] == "/mending":
            return mending()({**environ, "PATH_INFO": "/"}, start)
        return (mending() if environ["PATH_INFO"] == "/api/mending" else app)(environ, start)

    return serve


@contextmanager
def looked_at(tab: Tab, stage: Stage, screen: Screen) -> Iterator[Page]:
    """Open the screen on a fresh device, at rest, at the first of its sizes."""
    try:
        with tab.lent(patience=PATIENCE_MS / 1000) as page:
            _bring(page, stage, screen)
            yield page
    except Exception:
        tab.close()  # the next screen gets another one
        raise


def _bring(page: Page, stage: Stage, screen: Screen) -> None:
    page.set_viewport_size(_viewport(next(iter(screen.files.values()))))
    page.context.add_cookies([{"name": "lamplight-language", "value": screen.language, "url": stage.url}])
    if screen.settings:
        page.goto(stage.url + BARE)
        remember(page, **screen.settings)
    page.goto(stage.address(screen))
    for tap in screen.taps:
        _tap(page, tap)
    expect(page.get_by_test_id(screen.shows).first).to_be_visible(timeout=PATIENCE_MS)
    if screen.top:
        page.get_by_test_id(screen.top).first.scroll_into_view_if_needed()
    settle(page)


def resized(page: Page, size: Size) -> None:
    page.set_viewport_size(_viewport(size))
    settle(page)


def settle(page: Page) -> None:
    """All letters, pictures and rules are there, and nothing moves."""
    expect(page.locator("html:not([data-coming])")).to_have_count(1)
    page.evaluate("document.fonts.ready")
    page.wait_for_function(BOOK)
    page.wait_for_function(SEEN)
    page.wait_for_function(RESTS)
    page.evaluate(DRAWN)


def _tap(page: Page, tap: str) -> None:
    if tap.startswith("#"):
        page.locator(tap.removeprefix("#")).first.click()
    else:
        page.get_by_test_id(tap).first.click()


def _viewport(size: Size) -> ViewportSize:
    return {"width": size[0], "height": size[1]}
