"""Revisions of the public state rise, also after a restart."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from companion import games
from companion.i18n.languages import ENGLISH, Languages
from companion.messaging import MemoryBus, Message
from companion.messaging.table_publisher import AlarmSource, TablePublisher
from companion.presentation.responses import ReaderSummary
from companion.schema import topics
from companion.sessions import SessionManager
from tests.fakes import TOY
from tests.listeners import OnChange
from tests.new_log import new_log

THERE, AWAY = (ReaderSummary("cam0", "Tray camera", state, "") for state in ("ready", "offline"))


class Evenings:
    """One installation, restarted several times, and the revisions that its displays received."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.said = folder, list[int]()
        self.senses: Sequence[ReaderSummary] = ()
        self.bus = MemoryBus()
        display = self.bus.peer()
        display.subscribe(topics.public_state("lamp"), self._hear)
        display.start()
        self.bus.start()
        self.again()

    def again(self) -> None:
        self.hall = SessionManager(new_log(self.folder), Random(1))
        self.telling = TablePublisher(
            self.hall, self.bus, Languages(self.folder), ENGLISH, AlarmSource(lambda: self.senses)
        )
        self.hall.add_listener(OnChange(self.telling.publish_table))
        self.telling.publish_initial()

    def sense(self, *senses: ReaderSummary) -> None:
        self.senses = senses
        self.telling.publish_alarms()

    def _hear(self, message: Message) -> None:
        if not message.retain:
            self.said.append(json.loads(message.payload)["rev"])


@pytest.fixture
def evenings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Evenings:
    monkeypatch.setattr(games, "find", lambda _name: TOY)
    return Evenings(tmp_path)


def test_revisions_rise_after_alarms_and_restarts(evenings: Evenings) -> None:
    evenings.hall.open("toy")
    evenings.sense(THERE)
    for _ in range(3):
        evenings.again()
        evenings.sense(THERE)
        for _ in range(4):
            evenings.sense(AWAY)
            evenings.sense(THERE)
    assert evenings.said == sorted(set(evenings.said))
