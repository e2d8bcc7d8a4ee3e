import json
from pathlib import Path

import numpy as np
import pytest

from tests.vision.training.trays.studio import Studio
from vision.training.trays.sequences import write_sequence


@pytest.fixture
def bullet() -> None:
    pytest.importorskip("pybullet", reason="pybullet comes with the dependency group train")


@pytest.mark.usefixtures("bullet")
def test_a_sequence_tells_what_is_read_and_what_remains(studio: Studio, tmp_path: Path) -> None:
    count = write_sequence(studio, tmp_path, np.random.default_rng(2), 0, ("d6",))
    label = json.loads((tmp_path / "label.json").read_text())
    assert label["frames"] == count == len(list(tmp_path.glob("frame_*.jpg"))) == len(label["per_frame"])
    states = [frame["state"] for frame in label["per_frame"]]
    assert states[0] == "empty"
    assert states[label["settled_frame"] - 1] == "moving"
    assert states[label["settled_frame"]] == "rest"
    assert "hand" not in states[: label["last_settled_frame_before_hand"] + 1]
    assert all(len(told["normal"]) == 3 for told in label["reading"])
    assert label["camera"]["f"] > 500
