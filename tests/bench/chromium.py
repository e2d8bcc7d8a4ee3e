"""A page in a real browser, whose own clock says when something was painted."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from companion.errors import LamplightError

if TYPE_CHECKING:
    from playwright.sync_api import Page

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
)
TOUCH = 80  # ms that a finger stays
LOOKS = 30  # at the page's clock; the quickest counts
PAINTED = "(act) => requestAnimationFrame(() => setTimeout(act))"
"""A drawing is painted when the task after the next frame runs."""


class BrowserUnavailableError(LamplightError):
    """No browser can be driven here."""


@contextmanager
def browsing() -> Iterator[Page]:
    """One page of a tablet's size. Raises BrowserUnavailableError with the remedy."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        raise BrowserUnavailableError("Chromium is not installed. Get it with: sudo apt-get install chromium")
    try:
        from playwright.sync_api import sync_playwright  # one of the test tools, not needed to play
    except ImportError as error:
        raise BrowserUnavailableError(
            "The test tools are not installed. Get them with: ./table test -m quick"
        ) from error
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        try:
            yield browser.new_page(viewport={"width": 1180, "height": 820}, bypass_csp=True)  # scripts read the clock
        finally:
            browser.close()


def behind(page: Page) -> float:
    """Milliseconds that the page's clock is ahead of `time.time`, found by asking it many times."""
    found: list[tuple[float, float]] = []
    for _ in range(LOOKS):
        before = time.time() * 1000
        told = float(page.evaluate("performance.timeOrigin + performance.now()"))
        after = time.time() * 1000
        found.append((after - before, told - (before + after) / 2))
    return min(found)[1]


def slowed(page: Page, times: float) -> None:
    """The page's processor is so many times slower from now on."""
    session: Any = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": times})


def taps(page: Page, marks: Sequence[str], times: int) -> list[float]:
    """Milliseconds from a finger on something to the paint after it, in turn on each of these selectors."""
    page.evaluate(
        f"""() => {{ window.felt = []; addEventListener("pointerdown", (event) =>
        ({PAINTED})(() => felt.push(performance.now() - event.timeStamp)), true); }}"""
    )
    for tap in range(times):
        page.locator(marks[tap % len(marks)]).first.click(delay=TOUCH)
        page.wait_for_function("(many) => felt.length > many", arg=tap)
    return [float(sample) for sample in page.evaluate("felt")]
