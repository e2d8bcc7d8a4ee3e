"""A house with one device and a game that has a form and sheets."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

from companion.engine import Game
from companion.sessions import ImageStore, SheetLibrary
from companion.web.services import PageImages
from tests.fakes import FORMED
from tests.web.rig import OURS, Rig

SHEETS = "/api/games/toy/sheets/hero"


class House(Rig):
    """A hall with its log, library and page; `games.find` must be patched to the game."""

    def __init__(self, folder: Path, game: Game[Any, Any] = FORMED) -> None:
        self.kept = ImageStore(folder / "kept")
        super().__init__(folder, game, images=PageImages(folder, folder / "memory", self.kept))
        self.library: SheetLibrary = self.app.extensions["lamplight"].library
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
