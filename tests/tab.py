"""A tab of a real browser that is lent to one test after the other: to open another one costs more than most tests do in it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page

TABLET = {"width": 1180, "height": 820}
BARE = "/static/icon.svg"  # a document of the same origin in which nothing runs
DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
HALF = "'X-Lamplight-Half': localStorage.getItem('lamplight.half')"  # headers of the page's requests, as an object
FORGET = "localStorage.clear(); sessionStorage.clear()"

Mishears = Callable[[ConsoleMessage], bool]


class Tab:
    """Nothing of a test is left in it for the next; where that fails a new one is opened."""

    def __init__(self, browser: Browser, **options: Any) -> None:
        self.browser, self.options = browser, {"viewport": TABLET, **options}
        self._context: BrowserContext | None = None

    @contextmanager
    def lent(self, complains: Mishears = lambda message: False, patience: float = 30) -> Iterator[Page]:
        """Yield the tab for one test. Fails on a page error, or a console line that `complains`.

        `patience`: s until an action of the test fails.
        """
        page = self._page()
        page.set_default_timeout(patience * 1000)
        with heard(page, complains):
            yield page
            self._clear(page)

    def close(self) -> None:
        if self._context is not None:
            self._context.close()
            self._context = None

    def _page(self) -> Page:
        if self._context is None:
            self._context = self.browser.new_context(**self.options)
        return self._context.pages[0] if self._context.pages else self._context.new_page()

    def _clear(self, page: Page) -> None:
        """Leave the page first: it may store data on leaving, and routes cannot be removed while a page loads."""
        try:
            is_of_ours = page.url.startswith("http")
            if is_of_ours:
                bare(page)
            page.unroute_all(behavior="ignoreErrors")
            if is_of_ours:
                page.evaluate(FORGET)
            page.mouse.up()
            page.mouse.move(0, 0)
            page.set_viewport_size(self.options["viewport"])
            page.context.clear_cookies()
            for other in page.context.pages[1:]:
                other.close()
        except Error:  # its server is gone, or it has crashed
            self.close()


@contextmanager
def heard(page: Page, complains: Mishears) -> Iterator[None]:
    """An error of the page, or a line of its console that `complains`, fails the test."""
    said: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if complains(message):
            said.append(message.text)

    def break_(error: Error) -> None:
        said.append(str(error))

    page.on("console", hear)
    page.on("pageerror", break_)
    yield
    page.remove_listener("console", hear)
    page.remove_listener("pageerror", break_)
    assert not said, said


def bare(page: Page) -> None:
    """Leave what is shown for an empty document of the same server."""
    address = page.url.split("/")
    page.goto("/".join(address[:3]) + BARE if page.url.startswith("http") else BARE)


def remember(page: Page, **settings: object) -> None:
    """Store settings as an earlier visit would."""
    bare(page)
    page.evaluate("settings => localStorage.setItem('lamplight', settings)", json.dumps(settings))


def resize(page: Page, width: int, height: int) -> None:
    """And what the page itself does about it is done."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(DRAWN)


def stopped(page: Page) -> None:
    """Stop the page's clock, except for explicit runs: otherwise seconds of a slow machine count as well."""
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 60"))  # it is not later than that by now
