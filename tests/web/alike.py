"""Copies of one prebuilt app: working out all routes anew for each test takes too long."""

from __future__ import annotations

import copy
import secrets
from functools import cache
from pathlib import Path
from typing import Any

from flask import Flask

from companion.presentation import ReaderStates
from companion.presentation.responses import DemoOffers
from companion.sessions import DeviceRepository, Devices, SessionManager, SheetLibrary, SqlEventLog
from companion.web.app import create_app
from companion.web.services import PageImages, Services
from companion.web.sse import SnapshotBroadcaster

OURS = {"X-Lamplight": "1"}


def app_of(parts: Services) -> Flask:
    """Create an app like `create_app`: routes of the template, own house and settings."""
    app = copy.copy(_pattern())
    app.extensions = {**app.extensions, "lamplight": parts}
    app.config = copy.copy(app.config)
    app.config["BOOT"] = secrets.token_hex(4)
    return app


def services_of(folder: Path, log: SqlEventLog, hall: SessionManager, **others: Any) -> Services:
    """Return the services of a house that trusts its machine; `others` replace the defaults."""
    defaults = {
        "trusts_this_machine": True, "sessions": hall, "broadcaster": SnapshotBroadcaster(), "games": (),
        "devices": Devices(DeviceRepository(log.database), lambda: 0.0), "readers": readers(), "broker": "None runs.",
        "library": SheetLibrary(log.database, log.clock), "images": PageImages(folder), "camera": FakeCamera(),
    }  # fmt: skip
    return Services(**{**defaults, **others})


@cache
def _pattern() -> Flask:
    return create_app(None, frozenset({"table.local"}))


class FakeCamera:
    """A camera that tests look through: notes what the page wishes."""

    def __init__(self, is_there: bool = True, sentence: str = "") -> None:
        self.is_there, self.sentence = is_there, sentence
        self.framed: list[object] = []
        self.looks = 0

    def look_again(self) -> None:
        self.looks += 1

    def read_photograph(self, photograph: bytes, sender: str, expect: object) -> str:  # noqa: ARG002
        return "" if photograph == b"dice" else self.sentence

    def set_corners(self, corners: object) -> None:
        self.framed.append(corners)


class FakeDemo:
    """Recorded throws: notes those that are played."""

    def __init__(self, *throws: str) -> None:
        self.offers, self.recorded = DemoOffers(throws, ()), ()
        self.thrown: list[str] = []
        self.laid: list[str] = []

    def throw(self, kind: str, _sender: str) -> None:
        self.thrown.append(kind)

    def lay(self, tag: str, _sender: str) -> None:
        self.laid.append(tag)


def readers() -> ReaderStates:
    """Readers that have said nothing."""
    return ReaderStates(lambda: None)
