"""The app with its hall, and devices at a table of the toy game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from companion.engine import Game
from companion.presentation import ReaderStates
from companion.schema import Answer, ReaderDescription, ReaderStatus, Reading, SeenObject, codec, topics
from companion.sessions import DeviceRepository, Devices, SessionManager, TagBook, question_of
from companion.web.sse import SnapshotBroadcaster
from tests.fakes import TOY
from tests.listeners import OnChange
from tests.new_log import new_log
from tests.web.alike import OURS, FakeCamera, FakeDemo, app_of, services_of

TRAY = ("vision/cam0", "tray")


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

    def __init__(self, folder: Path, game: Game[Any, Any] = TOY, tags: TagBook | None = None, **parts: Any) -> None:
        self.demo, self.camera = FakeDemo("coin"), FakeCamera(is_there=False, sentence="This is no photograph.")
        self.log, self.now = new_log(folder), 0.0
        self.hall, self.hub = SessionManager(self.log, Random(3), tags=tags), SnapshotBroadcaster()
        self.hall.add_listener(OnChange(self.hub.touch))
        self.devices = Devices(DeviceRepository(self.log.database), lambda: self.now)
        self.readers = ReaderStates(lambda: None)
        own = {"broadcaster": self.hub, "devices": self.devices, "games": (game,), "readers": self.readers}
        parts = {**own, "camera": self.camera, "demo": self.demo, **parts}
        self.app = app_of(services_of(folder, self.log, self.hall, **parts))

    def seat(self, seat: str) -> None:
        """Seat a phone."""
        self.devices.accept(self.devices.invite("t1", seat))

    def page(self) -> Page:
        return Page(self.app.test_client())

    def throw(self, seq: int, *objects: SeenObject, at: tuple[str, str] = TRAY, picture: str = "") -> None:
        source, zone = at
        asked = f"t1.{question_of(self.hall.snapshot('t1').open)}" if self.hall.ids() else ""
        told = Reading(f"r{seq}", "lamp", source, "e", seq, asked, zone, objects, picture=picture)
        self.hall.readings.handle(told)

    def play_out(self, table: str) -> None:
        """Two rounds of coins end the toy with six points or more."""
        while not self.hall.snapshot(table).over:
            for values in (("coins",), ("heads", "heads", "tails"), ("3",)):
                prompt = self.hall.snapshot(table).open[0]
                self.hall.answer(table, Answer(f"{table}{prompt.id}", prompt.id, values, "1"))

    def says(self, reader: str, record: ReaderStatus | ReaderDescription) -> None:
        name = "status" if isinstance(record, ReaderStatus) else "description"
        self.readers.update(topics.of_reader("lamp", reader, name), codec.encode(record))


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


def joined(rig: Rig, seat: str, table: str = "t1") -> Page:
    """A phone that took the invitation to a seat."""
    invited = rig.page().post(f"tables/{table}/invite", seat=seat).json
    assert invited is not None and invited["svg"].startswith("<svg")
    phone = rig.page()
    assert phone.post("join", token=invited["url"].partition("#")[2]).json["seat"] == seat
    return phone


def entering(*, was_in: bool = False, claimable: bool = False) -> dict[str, Any]:
    """What a browser that is not inside is told of itself."""
    return {"inside": False, "claimable": claimable, "lamp": "", "was_in": was_in, "demo": False}
