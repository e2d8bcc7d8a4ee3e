"""A page in a real browser, before a server of samples."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pytest
from playwright.sync_api import Browser, Page

from companion.web.server import PageServer
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


@pytest.fixture
def samples() -> Iterator[SampleServer]:
    """A server of samples on a free port; `said` holds what the page sent."""
    served = SampleServer()
    server = PageServer(served.app, "127.0.0.1", 0, threads=8)
    served.port = server.port
    server.start()
    yield served
    server.stop()


@pytest.fixture
def page(browser: Browser, samples: SampleServer) -> Iterator[Page]:
    """A tablet's page; a complaint in its console fails the test."""
    # a name, not 127.0.0.1: that one counts as a secure context and hides what is missing on a LAN
    context = browser.new_context(
        viewport={"width": 1180, "height": 820}, base_url=f"http://table.local:{samples.port}"
    )
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.close()
    refused = "the server responded with a status of 4"  # the browser's own line for a refusal
    assert not [text for text in complaints if refused not in text]
