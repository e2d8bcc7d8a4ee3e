"""A newcomer, from `./table serve` to a finished set-up, following only the page."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.lamp import Lamp
from tests.e2e.stand import CameraStand
from tests.e2e.test_teach import alone, name_all
from tests.tab import HALF
from tests.vision import taught

pytestmark = [pytest.mark.browser, pytest.mark.broker, pytest.mark.slow, pytest.mark.timeout(240)]
PATIENCE_MS = 60_000
FIVE_MINUTES = 300.0  # s


class Served(Lamp):
    """The real thing, as `./table serve` starts it."""

    def begin(self) -> None:
        """A newcomer's house makes its own."""

    def start(self) -> None:
        environment = {**os.environ, "LAMPLIGHT_DATA": str(self.folder / "data"), "LAMPLIGHT_PORT": str(self.port)}
        environment["LAMPLIGHT_CAMERA__THIS_MACHINE"] = "true"  # where the test's camera is
        command = [sys.executable, "-m", "companion.cli", "serve"]
        with (self.folder / "demo.log").open("ab") as log:
            self.process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        self.until(lambda: self.get("/health")["healthy"])


@pytest.fixture
def stand(tmp_path: Path) -> Iterator[CameraStand]:
    stand = CameraStand(taught.FOLDER / "tokens_empty.jpg")
    yield stand
    stand.stop()


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "xdg"))
    served = Served(tmp_path)
    yield served
    served.stop()


def darkened(file: str, folder: Path) -> Path:
    """Return the same tray without light."""
    cv2.imwrite(str(folder / "dark.jpg"), (taught.picture(file) * 0.16).astype("uint8"))
    return folder / "dark.jpg"


def at(page: Page, step: str) -> Any:
    """The step as it stands."""
    return expect(page.get_by_test_id(f"step-{step}"))


def correct(page: Page, file: str, boxes: list[list[float]]) -> int:
    """Say of each thing of a test throw what it is where it was read otherwise; how many taps that took."""
    taps = 0
    for place, truth in enumerate(taught.names_of_boxes(file, boxes)):
        thing = page.get_by_test_id("thing").nth(place)
        if thing.get_attribute("data-value") == truth:
            continue
        thing.click()
        page.get_by_test_id(f"face-{truth}" if truth else "none-of-them").click()
        taps += 2
    return taps


def test_a_newcomer_is_set_up_in_five_minutes(served: Served, stand: CameraStand, page: Page, tmp_path: Path) -> None:
    began = time.monotonic()
    stand.show(darkened("tokens_empty.jpg", tmp_path))
    served.until(lambda: f":{served.port}/setup" in (served.folder / "demo.log").read_text())  # the command says where
    page.goto(f"http://table.local:{served.port}/")
    page.get_by_test_id("claim").click()
    page.get_by_test_id("set-up").click()
    page.get_by_test_id("way-stream").click()
    page.get_by_test_id("address").fill(stand.url)
    page.get_by_test_id("use-address").click()
    page.get_by_test_id("advice-dark").wait_for(timeout=PATIENCE_MS)
    at(page, "camera").to_have_attribute("data-state", "look")
    stand.show(taught.FOLDER / "tokens_empty.jpg")
    page.get_by_test_id("sees-well").wait_for(timeout=PATIENCE_MS)
    at(page, "tray").to_have_attribute("data-state", "done")
    page.get_by_test_id("onwards").click()
    page.get_by_test_id("teach-tokens").click()
    page.get_by_test_id("begin").click()
    page.get_by_test_id("lesson").wait_for()
    for file in ("tokens_0.jpg", "tokens_1.jpg"):
        stand.show(taught.FOLDER / file)
        name_all(page, file)
    page.get_by_test_id("finish").click()
    page.get_by_test_id("home").click()
    at(page, "dice").to_have_attribute("data-state", "done", timeout=PATIENCE_MS)
    stand.show(taught.FOLDER / "tokens_empty.jpg")
    page.get_by_test_id("onwards").click()
    page.get_by_test_id("throw-ask").wait_for()
    stand.rest()
    stand.show(alone("elder_sign", "tokens_3.jpg", tmp_path))
    expect(page.get_by_test_id("thing")).to_have_attribute("data-value", "elder_sign", timeout=PATIENCE_MS)
    page.get_by_test_id("judge").click()
    page.get_by_test_id("overall").wait_for()
    assert page.get_by_test_id("graded").get_by_test_id("grade").get_attribute("data-grade") in {"very_good", "good"}
    stand.show(taught.FOLDER / "tokens_4.jpg")
    expect(page.get_by_test_id("thing")).to_have_count(16, timeout=PATIENCE_MS)
    cookies = "; ".join(f"{one['name']}={one['value']}" for one in page.context.cookies())
    served.key = {"Cookie": cookies, **page.evaluate(f"({{{HALF}}})")}
    seen = served.get("/api/setup")["trials"]["throws"][0]["things"]
    taps = correct(page, "tokens_4.jpg", [one["seen"]["box"] for one in seen])
    page.get_by_test_id("judge").click()
    at(page, "throw").to_have_attribute("data-state", "done")
    page.get_by_test_id("onwards").click()
    page.get_by_test_id("game-arkham").wait_for()
    assert page.get_by_test_id("set-up").count() == 0, "nobody is reminded of what is done"
    print(f"{time.monotonic() - began:.0f} s, {taps} taps to mend 16 tokens")
    assert time.monotonic() - began < FIVE_MINUTES
