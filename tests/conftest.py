"""Fixtures of all tests."""

from __future__ import annotations

import gc
import logging
import os
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, sync_playwright

from tests.examples import EXAMPLES

if TYPE_CHECKING:
    from tests.postgres import Postgres

# thousands of tests are collected and stay: to look through them for garbage took a quarter of the start
gc.set_threshold(50_000, 20, 100)
settings.register_profile("lamplight", deadline=None, max_examples=EXAMPLES)  # a busy machine is not a failure
settings.load_profile("lamplight")


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder of shared test data. Skips with a reason without one."""
    folder = Path(os.environ.get("LAMPLIGHT_SHARED", Path(__file__).parents[2] / "shared"))
    if not folder.is_dir():
        pytest.skip(f"The shared test data is not at {folder}; set LAMPLIGHT_SHARED to where it lies.")
    return folder


EVEN = "--font-render-hinting=none"  # a browser without windows has letters as wide as one with them
# RenderDocument gives each page of the same site a new frame, with all renderers: a fifth of a page load. The last list
# counts, so Playwright's list is repeated.
WITHOUT = """
    RenderDocument AvoidUnnecessaryBeforeUnloadCheckSync DestroyProfileOnBrowserClose HttpsUpgrades HttpsFirstBalancedModeAutoEnable
    LensOverlay MediaRouter PaintHolding ThirdPartyStoragePartitioning AvoidCorsURLLoaderRestartOnRedirect OptimizationHints
    NetworkTimeServiceQuerying AimEnabled PreconnectToSearch
"""
# Debian's Chromium without windows comes first: it has a sixth less to do
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="session")
def launch() -> Iterator[Callable[..., Browser]]:
    """Starts a real Chromium with these flags, or another `program`. One driver for all folders: a second one in a process is refused."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    assert program, "Chromium is not installed. Get it with: sudo apt-get install chromium-headless-shell"
    always = [EVEN, f"--disable-features={','.join(WITHOUT.split())}"]
    with sync_playwright() as playwright:
        yield lambda flags, program=program: playwright.chromium.launch(executable_path=program, args=[*flags, *always])


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """Yield a server for all tests of this process; each test gets a separate database."""
    from tests.postgres import HASTY, Postgres  # which loads psycopg for them alone

    server = Postgres(*HASTY)
    server.keep_template()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def settled() -> None:
    """For tests that look for garbage: what lives by now, of thousands of other tests, is looked through once, not each time they look."""
    gc.collect()
    gc.freeze()


MASK = os.umask(0o022)
os.umask(MASK)


@pytest.fixture(autouse=True)
def process_as_it_was() -> Iterator[None]:
    """A command that was run in this process has turned its log, its last words, its signals, its mask, its collector
    and how often its threads take turns: the next test has its own.
    """
    collects, threshold, turns = gc.isenabled(), gc.get_threshold(), sys.getswitchinterval()
    root, told = logging.getLogger(), (signal.SIGINT, signal.SIGTERM)
    handlers, level = root.handlers[:], root.level
    hooks, signals = (sys.excepthook, threading.excepthook), [signal.getsignal(one) for one in told]
    yield
    for handler in set(root.handlers) - set(handlers):
        handler.close()
    root.handlers[:], root.level = handlers, level
    sys.excepthook, threading.excepthook = hooks
    for one, was in zip(told, signals, strict=True):
        if signal.getsignal(one) is not was:
            signal.signal(one, was)
    os.umask(MASK)
    (gc.enable if collects else gc.disable)()
    gc.set_threshold(*threshold)
    sys.setswitchinterval(turns)


SLOWER = ("browser", "broker", "firmware", "slow", "hardware", "postgres", "powerloss")


def pytest_collection_finish() -> None:
    """Exclude the collected tests from garbage collection."""
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test without special needs as `quick`."""
    for item in items:
        if not any(item.get_closest_marker(name) for name in SLOWER):
            item.add_marker("quick")
