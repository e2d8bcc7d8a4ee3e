"""Whole recordings through the live path with the real reader."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.examples import some
from vision.commands.watch import readings_of, tray_reader
from vision.stream.demo_camera import LAID, THROWS
from vision.stream.sources import open_source
from vision.stream.tray_watch import TrayReader

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

KITS = ("demo_mom_d8", "demo_token", "demo_nemesis_noise", "demo_nemesis_combat", "cards", "d6")
SPAN = ("settled_frame", "last_settled_frame_before_hand")


@pytest.fixture(scope="module")
def reader() -> TrayReader:
    return tray_reader(KITS)


def label_of(folder: Path) -> Mapping[str, Any]:
    label: Mapping[str, Any] = json.loads((folder / "label.json").read_text())
    return label


def spans(label: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [span for span in (label, label.get("second")) if span]


def is_in_time(told: list[dict[str, Any]], label: Mapping[str, Any]) -> bool:
    """Return whether each arrangement gave one reading, while it was present without a hand."""
    rests = [range(span[SPAN[0]], span[SPAN[1]] + 1) for span in spans(label)]
    return len(told) == len(rests) and all(one["frame"] in rest for one, rest in zip(told, rests, strict=True))


def values(objects: Iterable[Mapping[str, Any]]) -> Counter[tuple[str, str]]:
    return Counter((seen["kind"], seen["value"]) for seen in objects if seen["value"] is not None)


def test_sequences_are_read_once_at_rest(shared: Path, reader: TrayReader) -> None:
    folders = some(sorted((shared / "vision" / "rendered" / "sequences").iterdir()), 2)
    late = [f.name for f in folders if not is_in_time(readings_of(open_source(str(f), 10), reader), label_of(f))]
    assert folders
    assert not late


def is_whole(folder: Path) -> bool:
    """Return whether the recording is complete; brief ones are for the demo camera only (see test_demo)."""
    return bool(label_of(folder)["mode"] != LAID)


def test_demo_throws_are_read_in_time(reader: TrayReader) -> None:
    folders = some(sorted(path.parent for path in THROWS.glob("*/*/label.json") if is_whole(path.parent)), 2)
    told = {folder: readings_of(open_source(str(folder), 10), reader) for folder in folders}
    assert [f for f in folders if not is_in_time(told[f], label_of(f))] == []
    wrong = [f for f in folders if values(told[f][0]["objects"]) - values(label_of(f)["reading"])]
    right = [f for f in folders if values(told[f][0]["objects"]) == values(label_of(f)["reading"])]
    assert wrong == []
    assert len(right) >= 0.9 * len(folders)
