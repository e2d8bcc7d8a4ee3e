"""Kits from labelled pictures, and as files."""

import io
import json
import zipfile
from contextlib import suppress
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from vision.enrolment import shots
from vision.enrolment.kit_archive import LARGEST_SHOT, pack_kit, unpack_kit
from vision.enrolment.kit_builder import build_kit
from vision.kit import KitError, KitShotImage, load_kit, own_kits


def labels(folder: Path, rows: list[tuple[str, str, str | None]], *, images: bool = False) -> Path:
    """A labels file with a drawn token for each (file, kind, value)."""
    place = folder / "images" if images else folder
    place.mkdir(parents=True, exist_ok=True)
    entries = []
    for number, (file, kind, value) in enumerate(rows):
        picture = np.full((224, 224, 3), (40, 90, 40), np.uint8)
        cv2.circle(picture, (112, 112), 37, (150, 190, 210), -1)
        cv2.putText(picture, str(number), (98, 126), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (20, 20, 40), 4)
        cv2.imwrite(str(place / file), picture)
        entries.append({"file": file, "objects": [{"kind": kind, "value": value, "box": [75, 75, 74, 74]}]})
    (folder / "labels.json").write_text(json.dumps(entries))
    return folder / "labels.json"


@pytest.mark.slow
def test_enrolling_again_replaces_the_kit(tmp_path: Path) -> None:
    build_kit("mine", labels(tmp_path, [("a.jpg", "token", "+1")]), "token")
    build_kit("mine", labels(tmp_path, [("a.jpg", "token", "skull"), ("b.jpg", "token", "0")]), "token")
    assert load_kit("mine").values == ("skull", "0")
    assert [path.name for path in own_kits().iterdir()] == ["mine"]


def test_a_kind_without_pictures_is_refused_and_leaves_nothing_behind(tmp_path: Path) -> None:
    told = labels(tmp_path, [("a.jpg", "token", "+1")])
    with pytest.raises(KitError, match="no picture of a single 'mom_d8'"):
        build_kit("mine", told, "mom_d8")
    assert not own_kits().exists()


def test_builder_failure_keeps_the_old_kit(tmp_path: Path) -> None:
    told = labels(tmp_path, [("a.jpg", "token", "+1"), ("b.jpg", "token", "0")])
    build_kit("mine", told, "token")
    (tmp_path / "b.jpg").write_bytes(b"nothing")
    with pytest.raises(KitError, match=r"b\.jpg is missing or is no picture"):
        build_kit("mine", told, "token")
    assert load_kit("mine").values == ("+1", "0")
    assert [path.name for path in own_kits().iterdir()] == ["mine"]


@pytest.mark.parametrize("name", ["", "../mine", ".mine", "a/b"])
def test_a_name_that_is_no_folder_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(KitError, match="cannot be the name"):
        build_kit(name, labels(tmp_path, [("a.jpg", "token", "+1")]), "token")


TOML = 'kind = "token"\nshape = "disc"\nvalues = ["+1"]\n[[shot]]\nvalue = "+1"\nfile = "000.jpg"\n'


def jpeg(side: int = 96) -> bytes:
    return cv2.imencode(".jpg", np.full((side, side, 3), 77, np.uint8))[1].tobytes()


def parcel(folder: Path, **files: bytes | str) -> Path:
    """A ZIP file; `__` in a name stands for a slash, `_dot_` for a dot."""
    place = folder / "theirs.zip"
    with zipfile.ZipFile(place, "w") as packed:
        for name, content in files.items():
            packed.writestr(name.replace("__", "/").replace("_dot_", "."), content)
    return place


def test_a_kit_that_is_given_away_is_the_same_elsewhere(tmp_path: Path) -> None:
    shots.create_kit("mine", "token", "disc", ("+1", "☠"))
    shots.add_shots("mine", (KitShotImage("+1", np.full((96, 96, 3), 40, np.uint8), origin="taught a"),))
    (tmp_path / "mine.zip").write_bytes(pack_kit("mine"))
    shots.remove_kit("mine")
    kit = unpack_kit(tmp_path / "mine.zip")
    assert (kit.name, kit.kind, kit.values) == ("mine", "token", ("+1", "☠"))
    assert [(shot.value, shot.origin) for shot in kit.shots] == [("+1", "taught a")]


def test_the_name_of_a_threshold_says_nothing_else(tmp_path: Path) -> None:
    name = 'sure = 0.5\n[[shot]]\nvalue = "never checked"\nfile = "000.jpg"\n[more]\nx'
    told = TOML + f"[thresholds]\n{shots.toml_string(name)} = 0.9\n"
    kit = unpack_kit(parcel(tmp_path, kit_dot_toml=told, shots__000_dot_jpg=jpeg()), "theirs")
    assert [shot.value for shot in kit.shots] == ["+1"]
    assert dict(kit.thresholds) == {name: 0.9}


def test_a_kit_of_ones_own_is_not_overwritten(tmp_path: Path) -> None:
    shots.create_kit("mine", "token", "disc", ())
    (tmp_path / "mine.zip").write_bytes(pack_kit("mine"))
    with pytest.raises(KitError, match="'mine' of yours already"):
        unpack_kit(tmp_path / "mine.zip")


BAD = {
    "a path out of the folder": ({"mine__kit_dot_toml": TOML.replace("000.jpg", "../../../etc/passwd")}, "is missing in this kit"),
    "no list": ({"mine__other": "x"}, "no kit.toml"),
    "a damaged list": ({"mine__kit_dot_toml": "kind = ["}, "cannot be read"),
    "a list of another shape": ({"mine__kit_dot_toml": 'values = "+1"\nkind = 7\nshot = 3'}, "cannot be"),
    "a missing shot": ({"mine__kit_dot_toml": TOML}, "is missing in this kit"),
    "a shot that is text": ({"mine__kit_dot_toml": TOML, "mine__shots__000_dot_jpg": "hello"}, "no JPEG picture of 96 by 96"),
    "an enormous shot": ({"mine__kit_dot_toml": TOML, "mine__shots__000_dot_jpg": bytes(LARGEST_SHOT + 1)}, "more than 128 kB"),
    "a shot of another size": ({"mine__kit_dot_toml": TOML, "mine__shots__000_dot_jpg": jpeg(128)}, "96 by 96"),
    "a damaged shot": ({"mine__kit_dot_toml": TOML, "mine__shots__000_dot_jpg": jpeg()[:300]}, "damaged|96 by 96"),
    "a hidden name": ({"_dot_mine__kit_dot_toml": TOML}, "cannot be the name of a kit"),
    "an unknown shape": ({"mine__kit_dot_toml": TOML.replace("disc", "pear")}, "shape 'pear' is of no use"),
    "cards": ({"mine__kit_dot_toml": TOML.replace("token", "card")}, "of no use"),
}  # fmt: skip


@pytest.mark.parametrize("what", BAD)
def test_invalid_kit_archive_is_refused(tmp_path: Path, own: Path, what: str) -> None:
    files, sentence = BAD[what]
    with pytest.raises(KitError, match=sentence):
        unpack_kit(parcel(tmp_path, **files))
    assert not own.exists() or not list(own.iterdir())


@pytest.mark.slow
def test_a_zip_bomb_is_not_unpacked(tmp_path: Path) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as bomb:
        bomb.writestr("mine/kit.toml", b"#" * (50 << 20))
    (tmp_path / "bomb.zip").write_bytes(packed.getvalue())
    with pytest.raises(KitError, match="more than 256 kB"):
        unpack_kit(tmp_path / "bomb.zip")


@pytest.mark.slow
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(at=st.integers(0, 3000), value=st.integers(0, 255))
def test_a_damaged_parcel_is_a_kit_or_a_sentence(tmp_path: Path, own: Path, at: int, value: int) -> None:
    data = bytearray(pack_kit("demo_mom_d8"))
    data[at] = value
    place = tmp_path / "damaged.zip"
    place.write_bytes(bytes(data))
    with suppress(KitError):
        shots.remove_kit(unpack_kit(place, "theirs").name)
    assert not own.exists() or not list(own.iterdir())


@pytest.mark.parametrize(
    ("box", "sentence"),
    [
        *((box, "is no labels file") for box in ("[1, 2, 3]", "[0, 0, 0, 0]", "[0, 0, Infinity, 40]", '"abcd"')),
        ("[1e9, 75, 74, 74]", r"a\.jpg has 224 x 224 pixels, and the box 1e\+09, 75, 74, 74 of"),
    ],
)
def test_builder_refuses_impossible_boxes(tmp_path: Path, box: str, sentence: str) -> None:
    told = labels(tmp_path, [("a.jpg", "token", "+1")])
    told.write_text(told.read_text().replace("[75, 75, 74, 74]", box))
    with pytest.raises(KitError, match=sentence):
        build_kit("mine", told, "token")
    assert not own_kits().exists()


@pytest.mark.parametrize("text", ['{"file": 1}', None], ids=["no labels", "missing"])
def test_builder_refuses_a_file_without_labels(tmp_path: Path, text: str | None) -> None:
    if text:
        (tmp_path / "labels.json").write_text(text)
    with pytest.raises(KitError, match="is no labels file"):
        build_kit("mine", tmp_path / "labels.json", "token")
