"""A disk that cannot is a sentence on the page, with the remedy, and never a bare error."""

from __future__ import annotations

import errno
import io
import logging
from dataclasses import replace
from pathlib import Path

import pytest

from companion import games
from tests.fakes import FORMED
from tests.web.alike import FakeCamera
from tests.web.house import OURS, House


@pytest.mark.parametrize(
    ("number", "says"),
    [(errno.ENOSPC, "free some space"), (errno.EROFS, "writable again"), (errno.EIO, "broken or pulled out")],
    ids=["full", "write-protected", "broken"],
)
def test_disk_error_names_its_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, number: int, says: str
) -> None:
    monkeypatch.setattr(games, "find", lambda _name: FORMED)
    caplog.set_level(logging.CRITICAL)
    house = House(tmp_path)

    class FullDisk(FakeCamera):
        def read_photograph(self, *_sent: object) -> str:
            raise OSError(number, "as the system says it")

    house.app.extensions["lamplight"] = replace(house.app.extensions["lamplight"], camera=FullDisk())
    name = house.hall.open("toy")
    answer = house.client.post(
        f"/api/tables/{name}/photo", data={"photo": (io.BytesIO(b"\xff\xd8\xff"), "a.jpg")}, headers=OURS
    )
    assert (answer.status_code, answer.headers["Retry-After"]) == (507, "30")
    assert says in answer.get_json()["sentence"]
