"""A page in a real browser, before a server of samples."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, ConsoleMessage, Page

from companion import games
from companion.engine import Game
from companion.web.server import PageServer, ServerLimits
from tests.fakes import TOY
from tests.tab import TABLET, Tab, heard
from tests.web.planted import Evening
from tests.web.rig import Locked, Rig
from tests.web.sample_server import SampleServer

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--host-resolver-rules=MAP table.local 127.0.0.1",
]


@pytest.fixture(scope="session")
def browser(launch: Callable[[Sequence[str]], Browser]) -> Iterator[Browser]:
    """Chromium, as the system has it."""
    chromium = launch(FLAGS)
    yield chromium
    chromium.close()


FOR_LONG = ("Cache-Control", "max-age=86400")


class Stage:
    """One address, at which one app after the other is shown."""

    def __init__(self) -> None:
        self.app: Flask | None = None
        self.server = PageServer(self, "127.0.0.1", 0, limits=ServerLimits(threads=12))  # type: ignore[arg-type]

    def __call__(self, environ: Any, start_response: Any) -> Any:
        assert self.app is not None, "nothing is shown"

        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            """The page's own files are fetched once, not by each test."""
            if environ["PATH_INFO"].startswith("/static/"):
                headers = [*(header for header in headers if header[0] != "Cache-Control"), FOR_LONG]
            return start_response(status, headers, *more)

        return self.app(environ, start)

    @property
    def url(self) -> str:
        """A name, not 127.0.0.1: that one counts as a secure context and hides what is missing on a LAN."""
        return f"http://table.local:{self.server.port}"


@pytest.fixture(scope="session")
def stage() -> Iterator[Stage]:
    stage = Stage()
    stage.server.start()
    yield stage
    stage.server.stop()


@pytest.fixture(scope="session")
def tab(browser: Browser, stage: Stage) -> Iterator[Tab]:
    """A tablet that looks at what is on the stage."""
    tab = Tab(browser, base_url=stage.url)
    yield tab
    tab.close()


@pytest.fixture
def samples(stage: Stage) -> SampleServer:
    """A server of samples on the stage; `said` holds what the page sent."""
    served = SampleServer()
    served.port = stage.server.port
    stage.app = served.app
    return served


@pytest.fixture
def page(tab: Tab, samples: SampleServer) -> Iterator[Page]:
    """A tablet's page; a complaint in its console fails the test."""
    with tab.lent(complains) as page:
        yield page


@pytest.fixture
def lone_page(browser: Browser, stage: Stage, samples: SampleServer) -> Iterator[Page]:
    """Yield a separate tab for clocks and scripts that cannot be undone in a shared one."""
    context = browser.new_context(viewport=TABLET, base_url=stage.url)
    page = context.new_page()
    with heard(page, complains):
        yield page
        context.close()


def complains(message: ConsoleMessage) -> bool:
    """Is it an error, and not the browser's own line for a refusal, or for what a test cuts off itself?

    A header that the browser does not know is only a warning, on each page.
    """
    is_ours = "the server responded with a status of 4" in message.text or "net::ERR_FAILED" in message.text
    return (message.type == "error" and not is_ours) or "Permissions-Policy" in message.text


@pytest.fixture
def begin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Evening]]:
    """Return a function that opens an evening of any game in a house of its own."""
    evenings: list[Evening] = []

    def open_(game: Game[Any, Any], **how: Any) -> Evening:
        monkeypatch.setattr(games, "find", lambda _name: game)
        evenings.append(Evening(tmp_path / f"house{len(evenings)}", game, **how))
        return evenings[-1]

    yield open_
    for evening in evenings:
        evening.close()


Opening = Callable[..., Any]


@pytest.fixture
def opening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Opening]:
    """Return a function that opens a house with one game."""
    opened: list[Rig] = []

    def open_(game: Game[Any, Any], kind: type[Rig] = Rig, **more: Any) -> Rig:
        monkeypatch.setattr(games, "find", lambda _name: game)
        opened.append(kind(tmp_path, game, **more))
        return opened[-1]

    yield open_
    for one in opened:
        one.hub.close()
        one.log.close()


@pytest.fixture
def rig(opening: Opening) -> Rig:
    """The app with one table of the toy."""
    rig: Rig = opening(TOY)
    rig.hall.open("toy")
    return rig


@pytest.fixture
def locked(rig: Rig) -> Locked:
    return Locked(rig)
