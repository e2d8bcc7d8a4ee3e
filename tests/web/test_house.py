"""Health of the house for its page, machines and Prometheus."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.app import Application
from companion.errors import StoreError
from companion.messaging import MemoryBus
from companion.presentation.responses import ReaderSummary
from companion.schema import PublicState, codec, topics
from companion.settings import Settings
from companion.web.app import create_app
from companion.web.permissions import Role
from companion.web.request import cookie
from tests.web.house import OURS
from tests.web.planted import ELSEWHERE


class Lodge:
    """The whole house, without a broker and without its processes."""

    def __init__(self, folder: Path) -> None:
        self.bus = MemoryBus()
        self.house = Application(Settings(data=folder, broker=ELSEWHERE), bus=self.bus)
        self.house.connect()
        self.app = create_app(replace(self.house.services(), address=None))

    def device(self, role: Role) -> FlaskClient:
        """One that was let in."""
        devices, client = self.house.devices, self.app.test_client()
        _, key = devices.accept(devices.invite("", role))
        client.set_cookie(cookie(role, ""), key)
        return client

    def hurt(self) -> None:
        """Two things are wrong now: one grave, one hint."""
        gathered = self.house.health_monitor.health._gather()
        self.house.health_monitor.health._gather = lambda: replace(gathered, connected=False, is_old=True)
        self.house.health_monitor.health.look()


@pytest.fixture
def lodge(tmp_path: Path) -> Iterator[Lodge]:
    lodge = Lodge(tmp_path)
    yield lodge
    lodge.house.stop()


@pytest.mark.slow
def test_strangers_receive_health_codes_only(lodge: Lodge) -> None:
    answer = lodge.app.test_client().get("/health")
    assert (answer.status_code, answer.get_json()["healthy"], answer.get_json()["wrong"]) == (200, True, [])
    page = lodge.device("table").get("/api/house").get_json()
    assert (page["well"], page["wrong"], page["figures"]["tables"]) == (True, [], 0)
    lodge.hurt()
    answer = lodge.app.test_client().get("/health")
    assert (answer.status_code, answer.get_json()["wrong"]) == (503, ["broker", "restart"])
    assert set(answer.get_json()) == {"healthy", "assets", "wrong"}, "a stranger is told codes only"


@pytest.mark.slow
def test_the_numbers_are_for_the_keeper_or_for_the_token(lodge: Lodge, tmp_path: Path) -> None:
    token = (tmp_path / "metrics-token").read_text().strip()
    stranger = lodge.app.test_client()
    assert stranger.get("/metrics").status_code == 403
    assert stranger.get("/metrics", headers={"Authorization": f"Bearer {token[:-1]}"}).status_code == 403
    assert stranger.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 403
    read = stranger.get("/metrics", headers={"Authorization": f"Bearer {token}"})
    assert read.get_data(as_text=True).startswith("# HELP lamplight_")
    keeper = lodge.device("keeper")
    assert keeper.get("/metrics").status_code == 200
    assert lodge.device("wall").get("/metrics").status_code == 403


@pytest.mark.slow
def test_metrics_and_page_work_without_the_store(lodge: Lodge, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: object) -> None:
        raise StoreError("The database does not answer.")

    monkeypatch.setattr(lodge.house.log, "tables_put_away", away)
    monkeypatch.setattr(lodge.house.devices, "find", away)
    token = {"Authorization": f"Bearer {lodge.house.health_monitor.token}"}
    assert lodge.app.test_client().get("/metrics", headers=token).status_code == 200
    assert sample(lodge, "lamplight_tables_away 0.0")
    assert lodge.house.health_monitor.figures().away == 0


def sample(lodge: Lodge, line: str) -> bool:
    return f"\n{line}\n" in lodge.house.health_monitor.metrics().decode()


def records(device: FlaskClient) -> Any:
    return device.get("/api/records").get_json()


@pytest.mark.slow
def test_only_the_keeper_archives_and_restores_a_table(lodge: Lodge) -> None:
    keeper, wall = lodge.device("keeper"), lodge.device("wall")
    lodge.house.sessions.open("arkham")
    answer = keeper.post("/api/tables/t1/away", json={}, headers=OURS)
    assert (answer.status_code, answer.get_json()["code"]) == (422, "GAME_ON"), "it is under the lamp"
    lodge.house.sessions.open("arkham")
    assert wall.post("/api/tables/t1/away", json={}, headers=OURS).status_code in {403, 422}
    assert keeper.post("/api/tables/t1/away", json={}, headers=OURS).status_code == 200
    assert [one["table"] for one in records(keeper)["tables"]] == ["t2"]
    assert [(one["table"], one["title"]) for one in records(keeper)["away"]] == [("t1", "Arkham Horror: The Card Game")]
    assert keeper.post("/api/tables/t1/out", json={}, headers=OURS).status_code == 200
    assert records(keeper)["away"] == []


@pytest.mark.slow
def test_displays_receive_house_faults_without_reader_duplicates(lodge: Lodge) -> None:
    lodge.house.sessions.open("arkham")
    gathered = lodge.house.health_monitor.health._gather()
    away = ReaderSummary("vision-cam0", "Tray camera", "offline", "not running: answer by hand")
    lodge.house.health_monitor.health._gather = lambda: replace(
        gathered, free=10_000_000, is_old=True, senses=(away,), met=frozenset({"vision-cam0"})
    )
    lodge.house.health_monitor.health.look()
    state = codec.decode(PublicState, lodge.bus.broker.retained[topics.public_state("lamp")])
    assert [(one.kind, one.text) for one in state.alarms] == [("house", "Only 9 MB are free on the disk.")]
    lodge.house.health_monitor.health._gather = lambda: gathered
    lodge.house.health_monitor.health.look()
    state = codec.decode(PublicState, lodge.bus.broker.retained[topics.public_state("lamp")])
    assert state.alarms == ()
