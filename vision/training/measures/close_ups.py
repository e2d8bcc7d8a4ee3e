"""Photographs of one die each, in runs of one face: enrolled from the first run of a face, read on the others."""

import json
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vision.enrolment import kit_of_labels
from vision.kit import Kit

NAME, KIND = "d20_lurig", "d20"
SHOTS = 3
"""Pictures of the first run of a face that are enrolled."""


@dataclass(frozen=True, slots=True)
class CloseUps:
    """Entries of a labels file."""

    shown: tuple[dict[str, Any], ...]
    """Those to enrol, `SHOTS` of each face that has another run."""
    rest: tuple[dict[str, Any], ...]
    """Those of the other runs."""


def close_ups(folder: Path) -> CloseUps:
    """Return the runs of a set of photographs. Faces with one run are left out: nothing is left to read."""
    runs: dict[str, dict[str, list[dict[str, Any]]]] = defaultdict(lambda: defaultdict(list))
    for entry in json.loads((folder / "labels.json").read_text(encoding="utf-8")):
        runs[str(entry["objects"][0]["value"])][entry["group"]].append(entry)
    faces = [list(of.values()) for _, of in sorted(runs.items()) if len(of) > 1]
    shown = [entry for first, *_ in faces for entry in first[:: max(1, len(first) // SHOTS)][:SHOTS]]
    return CloseUps(tuple(shown), tuple(entry for _, *others in faces for run in others for entry in run))


def enrolled(folder: Path, shown: Sequence[dict[str, Any]]) -> Kit:
    """Return a kit of these photographs. Raises KitError."""
    rows = [
        {"file": str((folder / "images" / entry["file"]).absolute()), "objects": [{**entry["objects"][0], "box": None}]}
        for entry in shown
    ]
    with tempfile.TemporaryDirectory() as place:
        labels = Path(place) / "labels.json"
        labels.write_text(json.dumps(rows), encoding="utf-8")
        return kit_of_labels(NAME, labels, KIND)
