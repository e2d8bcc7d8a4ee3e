"""Runs of one face: the first is enrolled, the others are read."""

import json
from pathlib import Path

from vision.training.measures.close_ups import SHOTS, close_ups


def test_first_run_of_a_face_is_shown_and_the_others_are_read(tmp_path: Path) -> None:
    entries = [
        {"file": f"{value}_{group}_{number}.jpg", "group": group, "objects": [{"kind": "d20", "value": value}]}
        for value, group, count in ((7, "a", 9), (7, "b", 4), (7, "c", 2), (12, "d", 5))
        for number in range(count)
    ]
    (tmp_path / "labels.json").write_text(json.dumps(entries), encoding="utf-8")
    found = close_ups(tmp_path)
    assert [entry["file"] for entry in found.shown] == ["7_a_0.jpg", "7_a_3.jpg", "7_a_6.jpg"]
    assert len(found.shown) == SHOTS
    assert {entry["group"] for entry in found.rest} == {"b", "c"}
    assert len(found.rest) == 6
