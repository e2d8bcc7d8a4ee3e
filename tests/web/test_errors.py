"""Errors over HTTP: their codes are an interface, a page gets a sentence and a way on, a disk its remedy."""

from __future__ import annotations

import errno
import io
import logging
import re
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

from companion.errors import LamplightError, StoreError
from companion.schema import Refused
from companion.sessions import Devices
from tests.fakes import FORMED
from tests.web.alike import FakeCamera
from tests.web.conftest import Opening
from tests.web.house import OURS, House
from tests.web.rig import Rig

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("companion", "vision", "firmware_bridge")
SUBCLASS = re.compile(r"^class \w+\(\w*(Error|StoreFails)\)", re.MULTILINE)
CODES = [
    "BACKUPERROR", "BROKENGAME", "BUSERROR", "BUSY", "CAMERAERROR", "CANNOTMOVE", "CLAIMED", "CODECERROR",
    "CONFIDENCEERROR", "CONTENTERROR", "DAMAGED", "DAMAGEDDATABASE", "ELSEWHERE", "FLASHERROR", "FOREIGNREADING",
    "FULL", "INUSE", "KITERROR", "LAMPLIGHTERROR", "NEWER", "NOADDRESS", "NODIGEST", "NOEVENT", "NOHOUSE", "NOLENS",
    "NONAME", "NOTCHOSEN", "NOTDIVIDED", "NOTFOLLOWED", "NOTINVITED", "NOTKEPT", "NOTOURS", "NOTPOSTGRESQL",
    "NOTREMOVED", "NOTSETUP", "NOTTAUGHT", "OUTBOXERROR", "PATTERNERROR", "PICTUREERROR", "PLANEERROR", "PORTTAKEN",
    "READONLY", "ROSTERERROR", "SETTINGSERROR", "SETTINGSERROR", "STALE", "STOREFAILS", "STUMBLED", "TOPICERROR",
    "UNKNOWNEVENT", "UNKNOWNGAME", "UNKNOWNTABLE", "UNREACHED", "UPDATEERROR"
]  # fmt: skip


def import_errors() -> None:
    """Import every module that defines an error; the training scripts never serve a page."""
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            if SUBCLASS.search(path.read_text(encoding="utf-8")) and "training" not in path.parts:
                import_module(".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"))


def subclasses(kind: type[LamplightError]) -> Iterator[type[LamplightError]]:
    yield kind
    for each in kind.__subclasses__():
        yield from subclasses(each)


def error_classes() -> list[type[LamplightError]]:
    import_errors()
    return [
        kind
        for kind in subclasses(LamplightError)
        if kind.__module__.split(".")[0] in PACKAGES and ".training" not in kind.__module__ and kind is not Refused
    ]


def test_each_error_class_has_its_own_code() -> None:
    assert [kind for kind in error_classes() if "code" not in vars(kind)] == []


def test_error_codes_stay_as_in_version_0_1_0() -> None:
    assert sorted(kind.code for kind in error_classes()) == CODES


BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def test_an_address_that_leads_nowhere_leads_to_the_games(rig: Rig) -> None:
    answer = rig.app.test_client().get("/nothing/there", headers=BROWSER)
    assert (answer.status_code, answer.mimetype) == (404, "text/html")
    assert 'href="/"' in answer.text and "core/retry.js" not in answer.text
    assert rig.app.test_client().get("/nothing/there").json["code"] == "HTTP"


@pytest.mark.parametrize(
    ("number", "says"),
    [(errno.ENOSPC, "free some space"), (errno.EROFS, "writable again"), (errno.EIO, "broken or pulled out")],
    ids=["full", "write-protected", "broken"],
)
def test_disk_error_names_its_remedy(
    opening: Opening, caplog: pytest.LogCaptureFixture, number: int, says: str
) -> None:
    caplog.set_level(logging.CRITICAL)
    house = opening(FORMED, House)

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


def test_error_page_retries_while_the_store_is_away(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object) -> None:
        raise StoreError("The store cannot be reached <now>.")

    monkeypatch.setattr(Devices, "find", gone)
    answer = rig.app.test_client().get("/house", headers=BROWSER)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "The store cannot be reached &lt;now&gt;." in answer.text
    assert "core/retry.js" in answer.text
