"""The app with its hall, and devices at a table of the toy game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from companion.schema import Reading, SeenObject
from companion.sessions import DeviceRepository, Devices, SessionManager, question_of
from companion.web.sse import SnapshotBroadcaster
from tests.fakes import TOY
from tests.listeners import OnChange
from tests.new_log import new_log
from tests.web.alike import FakeCamera, FakeDemo, app_of, services_of
from tests.web.house import OURS


class Page:
    """A device at the toy's table."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client

    def post(self, path: str, **body: Any) -> Any:
        return self.client.post(f"/api/{path}", json=body, headers=OURS)

    def snapshot(self) -> Any:
        return self.client.get("/api/tables/t1/snapshot").json

    def prompt(self, seat: str = "1") -> Any:
        return next(a["prompt"] for a in self.snapshot()["asked"] if a["prompt"]["seat"] == seat)

    def tap(self, *values: str, seat: str = "1", id: str = "") -> Any:
        prompt = self.prompt(seat)["id"]
        return self.post("tables/t1/answer", prompt=prompt, values=list(values), id=id or f"{prompt}{values}")


class Rig:
    """The app with its hall."""

    def __init__(self, folder: Path) -> None:
        demo, self.camera = FakeDemo("coin"), FakeCamera(is_there=False, sentence="This is no photograph.")
        self.thrown, self.framed = demo.thrown, self.camera.framed
        self.log = new_log(folder)
        self.hall = SessionManager(self.log, Random(3))
        self.now = 0.0
        hub = self.hub = SnapshotBroadcaster()
        self.hall.add_listener(OnChange(hub.touch))
        devices = Devices(DeviceRepository(self.log.database), lambda: self.now)
        parts = {"broadcaster": hub, "devices": devices, "games": (TOY,), "camera": self.camera, "demo": demo}
        self.app = app_of(services_of(folder, self.log, self.hall, **parts))

    def seat(self, seat: str) -> None:
        """Seat a phone."""
        devices = self.app.extensions["lamplight"].devices
        devices.accept(devices.invite("t1", seat))

    def page(self) -> Page:
        return Page(self.app.test_client())

    def throw(self, seq: int, *objects: SeenObject) -> None:
        expect = f"t1.{question_of(self.hall.snapshot('t1').open)}"
        self.hall.readings.handle(Reading(f"r{seq}", "lamp", "vision/cam0", "e", seq, expect, "tray", objects))


class Locked:
    """A house without trusted addresses and with routes that do nothing."""

    def __init__(self, rig: Rig) -> None:
        rig.hall.open("toy")
        self.rig = rig
        self.app = app_of(replace(rig.app.extensions["lamplight"], trusts_this_machine=False))
        self.devices = self.app.extensions["lamplight"].devices

    def behind_nothing(self) -> Flask:
        app = self.app
        app.view_functions = dict.fromkeys(app.view_functions, lambda **_: "in")
        return app

    def device(self, *held: tuple[str, str]) -> FlaskClient:
        """Let in with these roles, after all others."""
        self.rig.now += 1
        client = self.app.test_client()
        for table, role in held:
            if role:
                token = self.devices.invite(table, role)
                assert client.post("/api/join", json={"token": token}, headers=OURS).status_code == 200
        return client


def joined(rig: Rig, seat: str) -> Page:
    """A phone that took the invitation to a seat."""
    invited = rig.page().post("tables/t1/invite", seat=seat).json
    assert invited is not None and invited["svg"].startswith("<svg")
    phone = rig.page()
    assert phone.post("join", token=invited["url"].partition("#")[2]).json["seat"] == seat
    return phone
