"""Interruptions lose nothing. ../test_mansions.py covers a power cut."""

from __future__ import annotations

import json
import os
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.lamp import Lamp
from tests.e2e.situations.evening import Device, Evening

pytestmark = [pytest.mark.browser, pytest.mark.broker, pytest.mark.slow]

MOST_STREAMS = 40
A_WHILE = 20_000  # ms, for a process to begin


def test_lost_camera_is_replaced_by_hand(evening: Evening, tablet: Device) -> None:
    with lost(evening.lamp, "vision"):
        expect(tablet("senses")).to_have_text("Tray camera: offline")
        tablet.shows("lay", "Give it by hand")
        tablet.tap("lay", "count-success-1", "confirm")
        tablet.judges("failed")
        evening.asks_for_three_dice()
    expect(tablet("senses")).to_have_text("Table live", timeout=A_WHILE)
    tablet.tap("throw")
    expect(tablet("from")).to_contain_text("camera", timeout=A_WHILE)
    assert len(evening.lamp.read(evening.table)) == 1


@contextmanager
def lost(lamp: Lamp, module: str) -> Iterator[None]:
    """Kill a child process, and hold up its restart, which would otherwise come at any time."""
    dead = lamp.process_of(module)
    os.kill(dead, signal.SIGKILL)
    lamp.until(lambda: lamp.process_of(module) not in (0, dead))
    new = lamp.process_of(module)
    os.kill(new, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(new, signal.SIGCONT)


def test_page_reload_keeps_a_half_entered_pool(evening: Evening, tablet: Device) -> None:
    page = tablet.page
    newer: list[Route] = []

    def of_a_newer_house(route: Route) -> None:
        """Serve one snapshot with other page files, then the real ones again."""
        if newer:
            return route.continue_()
        newer.append(route)
        told = json.dumps({**evening.lamp.snapshot(evening.table), "assets": "newer", "id": "other-1"})
        return route.fulfill(content_type="text/event-stream", body=f"event: snapshot\ndata: {told}\n\n")

    tablet.tap("by-hand", "face-success", "face-blank")
    page.route("**/stream*", of_a_newer_house)
    page.evaluate("window.before = true")
    page.evaluate("dispatchEvent(new Event('online'))")  # the stream reconnects
    page.wait_for_function("() => !window.before")
    expect(page.locator(".tile-count")).to_have_text(["1", "1"])
    tablet.tap("face-success", "confirm")
    tablet.judges("passed")
    evening.has_counted(("success", "blank", "success"))


def test_the_language_is_changed_in_the_middle_of_a_prompt(
    evening: Evening, tablet: Device, visit: Callable[..., Page], phone: Page
) -> None:
    other = Device(visit(evening.table, phone))
    tablet.tap("by-hand", "face-success", "menu", "language-de")
    expect(tablet.page.locator("html")).to_have_attribute("lang", "de")
    tablet.asks("Ann: Wirf 3 Würfel")
    expect(tablet.page.locator(".tile-count")).to_have_text("1")
    other.asks("Ann: roll 3 dice")
    tablet.tap("face-success", "confirm")
    tablet.judges("passed")
    expect(tablet("verdict").first).to_contain_text("Geschafft")
    other.judges("passed")
    expect(other("verdict").first).to_contain_text("Passed")


@pytest.fixture
def full_house(evening: Evening) -> Iterator[list[socket.socket]]:
    """Forty streams are open, all of them ours."""
    evening.over_the_tray("moving")  # a player who left is missing
    streams: list[socket.socket] = []
    evening.lamp.until(lambda: fill(evening, streams))
    evening.over_the_tray("still")
    yield streams
    for stream in streams:
        stream.close()


def fill(evening: Evening, streams: list[socket.socket]) -> bool:
    """Open as many pages as there is room for. Each sees the others. Return whether there are forty."""
    new = [socket.create_connection(("127.0.0.1", evening.lamp.port)) for _ in range(MOST_STREAMS - len(streams))]
    for stream in new:
        stream.sendall(f"GET /api/tables/{evening.table}/stream HTTP/1.1\r\nHost: table.local\r\n\r\n".encode())
    for stream in new:
        if b" 200 " in stream.recv(20):
            streams.append(stream)
        else:
            stream.close()
    return len(streams) == MOST_STREAMS


def test_forty_first_page_waits_for_a_place(evening: Evening, full_house: list[socket.socket], page: Page) -> None:
    page.goto(f"http://table.local:{evening.lamp.port}/t/{evening.table}")
    expect(page.get_by_text("Too many pages are open. Close one on another device.")).to_be_visible()
    full_house.pop().close()
    evening.says("roll 3 dice", "success", "success", "blank")  # the others play on meanwhile
    tablet = Device(page)
    tablet.shows_dice("success", "success", "blank")
