"""Play with debug logs of all processes: no log contains a secret."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion import games
from companion.app import Application
from companion.messaging.broker.accounts import Accounts
from companion.settings import CameraSettings, Settings, UpkeepSettings
from companion.web.app import create_app
from tests.messaging.displays.told import play_by_chance
from tests.messaging.heard import wait_for
from tests.web.house import OURS
from tests.web.planted import planted_adventure, planted_ship

pytestmark = [pytest.mark.broker, pytest.mark.slow]
WORD = re.compile(r"Zq\w+")
STEPS = 12  # answers per game
CAMERA = "http://ann:Zqsesame@127.0.0.1:9/video"  # closed port, which is logged


class Lines(logging.Handler):
    """Record log lines before secrets are masked."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(logging.Formatter("%(name)s %(message)s"))
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(self.format(record))


@pytest.fixture
def lines() -> Iterator[Lines]:
    root, lines = logging.getLogger(), Lines()
    before = root.level
    root.addHandler(lines)
    root.setLevel(logging.DEBUG)
    yield lines
    root.setLevel(before)
    root.removeHandler(lines)


class Evening:
    """A whole application, and devices that join as people's do."""

    def __init__(self, folder: Path, game: Any, *, whole: bool) -> None:
        """`whole` adds page, camera and bridge."""
        self.folder, self.random, self.secrets = folder, Random(5), set[str]()
        camera, upkeep = CameraSettings(source=CAMERA), UpkeepSettings(log_level="debug")
        self.house = Application(Settings(data=folder, bind="127.0.0.1", port=0, camera=camera, upkeep=upkeep))
        (self.house.start if whole else self.house.connect)()
        self.whole = whole
        self.hall = self.house.sessions
        self.app = create_app(replace(self.house.services(), address=None, trusts_this_machine=True))
        self.hall.open(game.name)
        self.tablet = self.app.test_client()
        seats = [*self.hall.snapshot("t1").setup.seats, *(["dealer"] if game.dealer else [])]
        self.phones = {seat: self._comes(seat) for seat in seats}

    def _comes(self, seat: str) -> FlaskClient:
        url = self.tablet.post("/api/tables/t1/invite", json={"seat": seat}, headers=OURS).get_json()["url"]
        token, phone = url.partition("#")[2], self.app.test_client()
        for spoilt in (token[:-1], token):
            answer = phone.post("/api/join", json={"token": spoilt}, headers=OURS)
        cookies = [line.partition("=")[2].partition(";")[0] for line in answer.headers.getlist("Set-Cookie")]
        assert answer.status_code == 200 and cookies
        self.secrets |= {token, *cookies}
        return phone

    def play(self, steps: int) -> None:
        shown: set[str] = set()
        hidden: set[str] = set()
        for _ in range(steps):
            for phone in self.phones.values():
                phone.get("/api/tables/t1/snapshot")
            shown |= set(WORD.findall(self.tablet.get("/api/tables/t1/snapshot?as=wall").get_data(as_text=True)))
            hidden |= set(WORD.findall(repr(self.hall.snapshot("t1").state)))
            play_by_chance(self.hall, self.random, 1)
        assert hidden - shown, "there was something to hide"
        self.secrets |= hidden - shown

    def end(self) -> None:
        if self.whole:
            wait_for(lambda: len(self.house.reader_states.details()) >= 1)  # the camera has reported a closed port
        self.secrets |= {access.password for access in Accounts(self.folder / "broker").known.values()}
        self.secrets |= {path.read_text().strip() for path in self.folder.glob("*token")} | {"Zqsesame"}
        self.house.stop()


@pytest.mark.parametrize(
    ("planted", "whole"), [(planted_ship, True), (planted_adventure, False)], ids=["ship", "adventure"]
)
def test_logs_contain_no_password_key_token_or_hidden_card(
    planted: Any,
    whole: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    lines: Lines,
    capfd: pytest.CaptureFixture[str],
) -> None:
    game = planted()
    monkeypatch.setattr(games, "find", lambda _name: game)
    evening = Evening(tmp_path, game, whole=whole)
    evening.play(STEPS)
    evening.end()
    files = [path for path in tmp_path.rglob("*") if path.is_file() and ".log" in path.name and path.name != "log.db"]
    written = "\n".join((*lines.said, *capfd.readouterr(), *(path.read_text(errors="replace") for path in files)))
    assert len(lines.said) >= STEPS and len(evening.secrets) > 20  # at least one line per answer
    assert [secret for secret in evening.secrets if len(secret) > 5 and secret in written] == []
