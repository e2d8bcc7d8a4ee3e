"""Pictures of doubtful readings are exported; invalid pictures are refused."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256

import cv2
import numpy as np
import pytest

from companion import games
from companion.archive import images
from companion.archive.file import READINGS
from companion.archive.images import is_doubtful
from companion.errors import LamplightError
from companion.schema import Reading, SeenObject, to_json
from companion.sessions import GameTable, ReceivedReading
from tests.archive.forger import forged, members_of
from tests.archive.houses import Place, kept, short

SURE, OPEN, COIN = SeenObject("d6", "3", 0.9), SeenObject("d6", None, 0.4, (("3", 0.4),)), SeenObject("unknown")


def drawn(ending: str, shade: int) -> bytes:
    return cv2.imencode(ending, np.full((8, 8, 3), shade, np.uint8))[1].tobytes()


def digest(content: bytes) -> str:
    return sha256(content).hexdigest()


@pytest.fixture
def here(here: Place) -> Place:
    here.crops.mkdir()
    return here


def thrown(place: Place, number: int, *seen: SeenObject, settled: bool = True) -> bytes:
    """A reading of which there is a picture."""
    picture = drawn(".jpg", number)
    (place.crops / f"r{number}.jpg").write_bytes(picture)
    reading = Reading(f"r{number}", "lamp", "vision/cam0", "e", number, "", "tray", seen, 0.0, f"r{number}.jpg")
    place.log.append("t1", [], ReceivedReading(reading, settled))
    return picture


@pytest.mark.parametrize(
    ("seen", "said", "doubtful"),
    [
        ((SURE,), ("3",), False),
        ((SURE,), ("4",), True),
        ((SURE, OPEN), None, True),
        ((SURE, COIN), ("3",), False),
        ((), None, False),
    ],
)
def test_uncertain_or_corrected_reading_is_doubtful(
    seen: tuple[SeenObject, ...], said: tuple[str, ...] | None, doubtful: bool
) -> None:
    assert is_doubtful(Reading("r", "lamp", "vision/cam0", "e", 1, objects=seen), said) is doubtful


@pytest.mark.slow
def test_pictures_of_doubtful_rolls_are_exported(here: Place, there: Place) -> None:
    here.lay(short("nemesis"))
    here.doubts.mkdir()
    seen = [drawn(".jpg", shade) for shade in (101, 102, 103)]
    for number, content in enumerate(seen, 1):
        (here.doubts / f"r{number}.jpg").write_bytes(content)
    shown = [thrown(here, 1, OPEN), thrown(here, 2, SURE), thrown(here, 3, SURE)]  # the newest is exported too
    content = here.desk.keep("t1")[1]
    there.desk.bring("x", content)
    readings = [(stored.reading.picture, stored.seen) for stored in there.hall.tables.export("t1").heard]
    assert readings == [(digest(shown[0]), digest(seen[0])), ("", ""), (digest(shown[2]), digest(seen[2]))]
    assert there.files() == sorted(f"brought/{digest(one)}.jpg" for one in (seen[0], seen[2], shown[0], shown[2]))
    assert there.desk.keep("t1")[1] == content


@pytest.mark.slow
def test_export_limits_its_pictures(here: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    here.lay(short("nemesis"))
    newest = [thrown(here, number, OPEN) for number in (1, 2, 3)][-1]
    monkeypatch.setattr(images, "MOST_PICTURES", 1)
    assert [name for name in members_of(here.desk.keep("t1")[1]) if "/" in name] == [f"pictures/{digest(newest)}.jpg"]
    (here.crops / "r3.jpg").unlink()  # pictures may be gone already
    assert not [name for name in members_of(here.desk.keep("t1")[1]) if "/" in name]
    monkeypatch.setattr(images, "MOST_PICTURES", 3)
    monkeypatch.setattr(images, "MOST_BYTES", dict.fromkeys(images.PICTURE_KINDS, 10))
    assert not [name for name in members_of(here.desk.keep("t1")[1]) if "/" in name]


@pytest.mark.slow
def test_pictures_of_custom_sheets_are_exported(here: Place, there: Place) -> None:
    picture, other = drawn(".png", 7), drawn(".png", 8)
    here.folders.kept.keep([("cover", picture), ("of another evening", other)])
    game = games.find("nemesis")
    here.lay(GameTable.begin(game, replace(game.sample, choices={"cover": digest(picture)})))
    there.desk.bring("x", here.desk.keep("t1")[1])
    assert there.files() == [f"kept/{digest(picture)}.png"]


SVG = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        (f"pictures/{digest(SVG)}.png", SVG),
        (f"pictures/{digest(SVG)}.jpg", SVG),
        (f"pictures/{digest(b'')}.jpg", b""),
        (f"pictures/{'0' * 64}.png", drawn(".png", 1)),
        (f"pictures/{digest(drawn('.png', 1))}.jpg", drawn(".png", 1)),
        (f"kept/{digest(drawn('.png', 1))}.png", drawn(".png", 1)),
        (f"pictures/{digest(drawn('.png', 1))}.png", drawn(".png", 1)),
        (f"doubts/{digest(drawn('.png', 1))}.png", drawn(".png", 1)),
    ],
)
def test_invalid_picture_is_refused(there: Place, name: str, content: bytes) -> None:
    before = there.left()
    with pytest.raises(LamplightError, match=r"picture|sheet|left out|reading"):
        there.desk.bring("x.lamplight", forged(kept("nemesis"), {name: content}))
    assert there.left() == before


def with_rolls(*shown: bytes) -> bytes:
    """Return an export with a reading for each of these pictures."""
    lines = b""
    for number, picture in enumerate(shown):
        seen = Reading(f"r{number}", "lamp", "vision/cam0", "e", number, "", "tray", (SURE,), 0.0, digest(picture))
        line = {"at": 1.0, "settled": True, "of": "", "reading": to_json(seen)}
        lines += json.dumps(line).encode() + b"\n"
    return forged(kept("nemesis"), {READINGS: lines, **{f"pictures/{digest(one)}.png": one for one in shown}})


def test_refused_import_keeps_existing_pictures(there: Place) -> None:
    mine, new = drawn(".png", 1), drawn(".png", 2)
    there.folders.brought.keep([("mine", mine)])
    before = there.left()
    record = with_rolls(mine, new)

    def refuse(*_: object) -> None:
        raise LamplightError("somebody was quicker.")

    there.hall.tables._archive.import_table = refuse  # type: ignore[method-assign]
    with pytest.raises(LamplightError, match="quicker"):
        there.desk.bring("x.lamplight", record)
    assert there.left() == before
