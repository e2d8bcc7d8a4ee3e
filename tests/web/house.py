"""A house with one device and a game that has a form and sheets."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random
from typing import Any

from flask.testing import FlaskClient

from companion.engine import Game
from companion.schema import Answer
from companion.sessions import ImageStore, SessionManager, SheetLibrary
from companion.web.services import PageImages
from companion.web.sse import SnapshotBroadcaster
from tests.fakes import FORMED
from tests.listeners import OnChange
from tests.new_log import new_log
from tests.web.alike import FakeCamera, app_of, services_of

OURS = {"X-Lamplight": "1"}
SHEETS = "/api/games/toy/sheets/hero"


class House:
    """A hall with its log, library and page; `games.find` must be patched to the game."""

    def __init__(self, folder: Path, game: Game[Any, Any] = FORMED) -> None:
        self.log = new_log(folder)
        self.hall = SessionManager(self.log, Random(3))
        self.library = SheetLibrary(self.log.database, self.log.clock)
        self.kept = ImageStore(folder / "kept")
        self.hub = SnapshotBroadcaster()
        self.hall.add_listener(OnChange(self.hub.touch))
        images = PageImages(folder, folder / "memory", self.kept)
        self.app = app_of(
            services_of(
                folder,
                self.log,
                self.hall,
                broadcaster=self.hub,
                library=self.library,
                games=(game,),
                images=images,
                camera=FakeCamera(is_there=False),
            )
        )
        self.client: FlaskClient = self.app.test_client()

    def get(self, path: str) -> Any:
        return self.client.get(path)

    def put(self, name: str, data: Any) -> Any:
        return self.client.put(f"{SHEETS}/{name}", json=data, headers=OURS)

    def send(self, file: str, content: str | bytes) -> Any:
        content = content.encode() if isinstance(content, str) else content
        upload = {"sheet": (io.BytesIO(content), file)}
        return self.client.post(f"{SHEETS}/import", data=upload, headers=OURS)

    def begin(self, **told: Any) -> Any:
        return self.client.post("/api/tables", json={"game": "toy", **told}, headers=OURS)

    def play_out(self, table: str) -> None:
        """Two rounds of coins end it with six points or more."""
        while not self.hall.snapshot(table).over:
            for values in (("coins",), ("heads", "heads", "tails"), ("3",)):
                prompt = self.hall.snapshot(table).open[0]
                self.hall.answer(table, Answer(f"{table}{prompt.id}", prompt.id, values, "1"))
