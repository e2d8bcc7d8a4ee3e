"""Sync requests: the key is checked before the body is read."""

from __future__ import annotations

import io

import pytest
from flask.testing import FlaskClient
from sqlalchemy import Engine

from companion.hall.replication import create_key
from companion.hall.web.hall_app import create_replication_app

pytestmark = pytest.mark.postgres

DOOR = "/tables/lamp-7"
LINE = {"seq": 2, "at": 0, "kind": "setup", "name": "setup", "v": 1, "data": {}, "by": "", "rest": True, "sum": "0"}
HEAD = {"table": "t1", "game": "arkham", "opened_at": 0, "rev": 1, "closed": False, "lit": True}
PART = {**HEAD, "after": {"seq": 0, "sum": None}, "lines": [LINE]}


class Brought(io.RawIOBase):
    """A large invalid body that counts the bytes read."""

    def __init__(self) -> None:
        self.read_of_it = 0

    def readable(self) -> bool:
        return True

    def readinto(self, into: bytearray | memoryview) -> int:  # type: ignore[override]
        self.read_of_it += len(into)
        into[:] = b"[" * len(into)
        return len(into)


@pytest.fixture
def client(hall: Engine) -> FlaskClient:
    return create_replication_app(hall).test_client()


@pytest.fixture
def key(hall: Engine) -> str:
    return create_key(hall, "lamp-7")


def sent(client: FlaskClient, key: str) -> tuple[int, int]:
    """Status of the answer, and the number of bytes read."""
    brought = Brought()
    environ = {"wsgi.input": brought, "CONTENT_LENGTH": "5000000", "CONTENT_TYPE": "application/json"}
    answer = client.post(DOOR, headers={"Authorization": f"Bearer {key}"}, environ_overrides=environ)
    return answer.status_code, brought.read_of_it


def test_sync_route_reads_no_body_without_a_key(client: FlaskClient, key: str) -> None:
    assert sent(client, "guessed") == sent(client, "") == (403, 0)
    status, read = sent(client, key)
    assert status == 400 and read >= 5_000_000


def test_sync_route_answers_errors_in_the_expected_format(client: FlaskClient, key: str) -> None:
    for own, json, status, sentence in (
        ("guessed", {}, 403, "./table hall invite lamp-7"),
        (key, {"parts": 5}, 400, "Another version"),
        (key, {"parts": [PART]}, 422, "is not what was written"),
    ):
        answer = client.post(DOOR, headers={"Authorization": f"Bearer {own}"}, json=json)
        assert answer.status_code == status and sentence in answer.json["error"]["sentence"]
    answer = client.post(DOOR, headers={"Authorization": f"Bearer {key}"}, json={})
    assert answer.status_code == 200 and answer.json == {"marks": {}, "event": None, "wish": ""}
