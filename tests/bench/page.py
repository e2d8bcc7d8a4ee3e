"""Measure the page: from a reading on MQTT to its face on the screen, and from a tap to its effect.

A whole server runs in a temporary folder, and a real browser shows its table. The floor is an empty page of the same server
that only stores the same snapshot, or the tap.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from companion.messaging import Outbox, OutboxSender
from companion.presentation import expect_of
from companion.schema import Reading, SeenObject
from companion.sessions.table import prompts
from companion.settings import BrokerSettings, Settings
from tests.bench.chromium import PAINTED, behind, browsing, slowed, taps
from tests.bench.evening import COOKIE, KIND, BenchEvening, client, evening, until
from tests.bench.line import BenchLine, make_line, p95

if TYPE_CHECKING:
    from playwright.sync_api import Page

READINGS = 200
FLOORS = 60
TAPS = 60
THROTTLE = 6.0  # a cheap tablet compared with a desktop machine
OPENS = ("[data-testid=log]", "[data-testid=close]", "[data-testid=menu]", "[data-testid=close]")
SNAPSHOTS = """() => { window.drawn = []; const own = EventSource.prototype.addEventListener;
    EventSource.prototype.addEventListener = function (kind, act, ...more) { return own.call(this, kind, kind !== "snapshot" ? act
        : (event) => { const start = performance.now(); act(event); queueMicrotask(() => queueMicrotask(() => drawn.push(performance.now() - start))); }, ...more); }; }"""
"""Notes how long each snapshot takes from its arrival until it stands in the document."""
FACES = f"""() => {{ for (const one of document.querySelectorAll("[data-testid=filled]")) one.dataset.seen = "1"; window.at = 0;
    const look = () => document.querySelector("[data-testid=filled]:not([data-seen])") && (watch.disconnect(), ({PAINTED})(() => {{ at = performance.timeOrigin + performance.now(); }}));
    const watch = new MutationObserver(look); watch.observe(document.body, {{ childList: true, subtree: true, attributes: true }}); }}"""
BARE = f"""([url, after]) => {{ window.at = 0; const source = new EventSource(url); source.addEventListener("snapshot", (event) => {{
    const told = JSON.parse(event.data); document.body.textContent = told.now; if (told.rev > after) ({PAINTED})(() => {{ at = performance.timeOrigin + performance.now(); }}); }}); }}"""


def lines() -> Iterator[BenchLine]:
    """Reading to face, snapshot to document, finger to feedback; median and 95 %."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        settings = Settings(data=folder / "table", bind="127.0.0.1", port=0, broker=BrokerSettings())
        play = stack.enter_context(evening(settings))
        page = stack.enter_context(browsing())
        throw = stack.enter_context(throwing(play, folder))
        page.context.add_cookies([{"name": COOKIE, "value": play.key(), "domain": "127.0.0.1", "path": "/"}])
        floor = [echoed(play, page, throw) for _ in range(FLOORS)]
        page.add_init_script(f"({SNAPSHOTS})()")
        faces = [drawn(play, page, throw) for _ in range(READINGS)]
        yield make_line("page.reading_to_face", "ms", faces, floor)
        yield make_line("page.reading_to_face_p95", "ms", faces, floor, p95)
        snapshots = [float(sample) for sample in page.evaluate("drawn")]
        yield make_line("page.snapshot_to_document_p95", "ms", snapshots, floor, p95)
        slowed(page, THROTTLE)
        felt = taps(page, OPENS, TAPS)
        page.goto("about:blank")
        page.set_content("<button style='width:200px;height:200px'>tap</button>")
        bare = taps(page, ("button",), TAPS)
        yield make_line("page.tap_to_feedback_slowed", "ms", felt, bare)
        yield make_line("page.tap_to_feedback_slowed_p95", "ms", felt, bare, p95)


@contextmanager
def throwing(play: BenchEvening, folder: Path) -> Iterator[Callable[[], float]]:
    """Return a function that publishes the reading of the open roll and returns the time (s, `time.time`)."""
    assert play.house.broker is not None
    bus = client(play.house.broker, "reader", "bench")
    outbox = Outbox(folder / "bench.db")
    sender = OutboxSender(bus, outbox, play.house.settings.place, "vision-bench", time.monotonic)

    def throw() -> float:
        until(lambda: not outbox.waiting)  # people throw again when the last throw is long acknowledged
        picture = play.house.sessions.snapshot(play.table)
        prompt = next(one for one in picture.open if KIND in one.of)
        seen = tuple(SeenObject(KIND, face, 0.99) for face in prompts.roll_virtually(prompt, play.random))
        reading = Reading(
            "", play.house.settings.place, "vision/bench", "", 0, expect_of(picture).expect, prompt.zone, seen
        )
        start = time.time()
        sender.put(reading)
        return start

    yield throw
    bus.stop()
    outbox.close()


def drawn(play: BenchEvening, page: Page, throw: Callable[[], float]) -> float:
    """Milliseconds from a reading to the paint of its first face on the table's page."""
    prompt = play.roll()
    url = f"http://127.0.0.1:{play.house.port}/t/{play.table}"
    if page.url != url:
        page.goto(url)
    page.locator(f"[data-prompt='{prompt.id}']").wait_for()
    page.evaluate(FACES)
    return painted(page, throw)


def echoed(play: BenchEvening, page: Page, throw: Callable[[], float]) -> float:
    """The same on an empty page that writes down the Now line alone."""
    play.roll()
    here = f"http://127.0.0.1:{play.house.port}"
    page.goto(f"{here}/health")
    page.evaluate(BARE, [f"{here}/api/tables/{play.table}/stream", play.house.sessions.snapshot(play.table).rev])
    page.wait_for_function("() => document.body.textContent.length > 0")
    return painted(page, throw)


def painted(page: Page, throw: Callable[[], float]) -> float:
    """Measure from the throw until the page notes that it was painted."""
    ahead = behind(page)
    start = throw()
    page.wait_for_function("() => at > 0")
    return float(page.evaluate("at")) - ahead - 1000 * start
