"""All samples on one page in turn: loading it anew for each takes too long."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Self

from playwright.sync_api import Page, expect

from companion.web.request.language import COOKIE
from tests.barriers import EVERYWHERE, barriers, sideways, too_small
from tests.tab import TABLET
from tests.web.conftest import Stage
from tests.web.sample_server import SampleServer, spoken
from tests.web.samples import SAMPLES

STILL = "async () => { (await import('/static/core/settings.js')).changeSettings({ calm: true, drama: 'off' }); }"
HAS_STATE = "() => 'tableState' in window"
FIND_STATE = "async () => { window.tableState = await import('/static/core/state.js'); }"
"""Once for a page: Chromium's debugger holds a promise that it awaits weakly, and of hundreds of imports it sometimes lost one."""
SHOW = """(snapshot) => {
    window.tableState.heardAt.value = performance.now();
    window.tableState.present.value = snapshot;
}"""
REST = """async () => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    const isComing = () => "coming" in document.documentElement.dataset || document.fonts.status === "loading" || [...document.images].some((one) => !one.complete || !one.naturalWidth);
    await frame();
    for (let left = 600; isComing(); left -= 1) { if (!left) throw new Error("something never comes"); await frame(); }
    await frame();
    await frame();
}"""


MEASURED = """async () => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    await frame(); // its letters are asked for when it is laid out
    await document.fonts.ready;
    for (let left = 3; left; left -= 1) await frame();
}"""


def until(page: Page, holds: Callable[[], bool]) -> None:
    """Wait for the condition; events of the page arrive meanwhile."""
    for _ in range(500):
        if holds():
            return
        page.wait_for_timeout(20)
    raise AssertionError("it did not come about in 10 s")


def opened(page: Page, stage: Stage, language: str = "en") -> Page:
    """A table in this language; from now on its samples come from the test alone."""
    page.context.add_cookies([{"name": COOKIE, "value": language, "url": stage.url}])
    page.goto("/t/rolling")
    expect(page.get_by_test_id("table")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.evaluate(STILL)
    return page


def shown(page: Page, sample: str, language: str = "en") -> None:
    """The page shows this sample, and all that comes later has come."""
    snapshot = SAMPLES[sample]
    if not page.evaluate(HAS_STATE):
        page.evaluate(FIND_STATE)
    page.evaluate(SHOW, spoken(snapshot, language, snapshot.game))
    page.evaluate(REST)


def resized(page: Page, width: int, height: int) -> None:
    """Resize and wait until scripts have measured anew."""
    if page.viewport_size == {"width": width, "height": height}:
        return
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(REST)


def seen(page: Page, sample: str) -> Page:
    page.goto(f"/t/{sample}")
    expect(page.get_by_test_id("table")).to_be_visible()
    expect(page.locator("html:not([data-coming])")).to_have_count(1)  # what comes later has come
    page.evaluate(MEASURED)
    return page


def tap(page: Page, *names: str) -> None:
    for name in names:
        page.get_by_test_id(name).first.click()


def sent(samples: SampleServer, page: Page, path: str, before: int = 0) -> dict[str, Any]:
    """The body of the first request to that door, after so many."""
    for _ in range(500):
        found = [body for door, body in samples.said if door.endswith(path)][before:]
        if found:
            assert isinstance(found[0], dict)
            return found[0]
        page.wait_for_timeout(20)
    raise AssertionError(f"the page sent nothing to {path}: {samples.said}")


def misfits(page: Page, *checks: Callable[[Page], list[str]]) -> list[str]:
    """Check a page as it stands at every screen size; axe-core looks at it once."""
    found = barriers(page)
    for name, (width, height) in EVERYWHERE.items():
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{name}: {fault}" for check in (sideways, too_small, *checks) for fault in check(page)]
    page.set_viewport_size({**TABLET})
    return found


class Miniature:
    """A page that is measured by script and never tapped: laid out as large as ever, and painted a tenth as large."""

    SCALE = 0.1

    def __init__(self, page: Page) -> None:
        self.page = page
        self._session = page.context.new_cdp_session(page)
        size = page.viewport_size or TABLET
        self._size = size["width"], size["height"]

    def at(self, sizes: Mapping[str, tuple[int, int]], names: Collection[str] = ()) -> Iterator[str]:
        """Return the sizes, or those named, nearest first, to lay out as little as possible."""
        now = self._size[0]
        for name in sorted(names or sizes, key=lambda name: abs(sizes[name][0] - now)):
            self._resize(*sizes[name])
            yield name

    def _resize(self, width: int, height: int) -> None:
        """Resize and wait until scripts have measured anew."""
        if self._size != (width, height):
            self._size = width, height
            self._lay_out()
            self.page.evaluate(REST)

    def _lay_out(self) -> None:
        width, height = self._size
        told = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False, "scale": self.SCALE}
        self._session.send("Emulation.setDeviceMetricsOverride", told)

    def __enter__(self) -> Self:
        self._lay_out()
        return self

    def __exit__(self, *_: object) -> None:
        self._session.detach()
        self.page.set_viewport_size({**TABLET, "width": 1})  # what Playwright has set already it does not set again
        self.page.set_viewport_size({**TABLET})
