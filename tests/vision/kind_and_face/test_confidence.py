"""One calibrated probability of what the readers say about an object."""

import json
import math
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.kind_and_face.confidence import (
    ANY,
    FILE,
    FREE,
    PARTS,
    ConfidenceError,
    ConfidenceModel,
    FaceEvidence,
    confidence,
    load_models,
    weights_of,
)

GOOD = FaceEvidence(
    heat=0.95, score=0.999, shape=0.999, level=0.99, cocked=0.005, aside=0.005, share=0.999, radius=30.0,
    likeness=0.97, match=0.8, match_lead=0.3, lean=0.02, print=0.99,
)  # fmt: skip
SHARE = st.floats(0, 1)
SIGNED = st.floats(-1, 1)
ANYTHING = st.builds(
    FaceEvidence, heat=SHARE, score=SHARE, shape=SHARE, level=SHARE, cocked=SHARE, aside=SHARE, share=SHARE,
    likeness=st.none() | SIGNED, pips=st.none() | SHARE, radius=st.floats(0, 2000), match=st.none() | SIGNED, match_lead=st.none() | SIGNED,
    lean=st.none() | SHARE, print=st.none() | SHARE,
)  # fmt: skip
WORSE = {
    "heat": 0.1, "score": 0.5, "shape": 0.3, "level": 0.4, "cocked": 0.5, "aside": 0.4, "likeness": 0.6, "share": 0.4,
    "radius": 5.0, "match": 0.1, "match_lead": -0.2, "lean": 0.3,  "print": 0.1,
}  # fmt: skip


def test_shipped_confidence_weights_are_monotonic() -> None:
    told = [column for row in load_models(FILE).values() for part in row.parts.values() for column in part.items()]
    assert all(weight >= 0 for name, weight in told if name not in FREE)


@pytest.mark.parametrize("name", WORSE)
def test_worse_evidence_of_any_sort_is_never_believed_more(name: str) -> None:
    worse = replace(GOOD, **{name: WORSE[name]})
    assert all(row.probability(worse) <= row.probability(GOOD) for row in load_models(FILE).values())


@given(ANYTHING)
def test_probability_stays_below_the_ceiling(evidence: FaceEvidence) -> None:
    assert 0 <= confidence("mom_d8", evidence) <= weights_of("mom_d8").ceiling < 1


def test_clear_face_does_not_outweigh_a_lean() -> None:
    leans = replace(GOOD, level=0.05, cocked=0.94, lean=0.4)
    clearest = replace(leans, heat=1.0, score=1.0, likeness=1.0, match=1.0, match_lead=1.0, share=1.0, print=1.0)
    assert confidence("mom_d8", clearest) < confidence("mom_d8", leans) + 0.1


def test_confidence_file_must_be_there_and_complete(tmp_path: Path) -> None:
    with pytest.raises(ConfidenceError, match=r"vision\.training\.measures\.calibrate"):
        load_models(tmp_path / "confidence.json")
    told = json.loads(FILE.read_text(encoding="utf-8"))
    told["kinds"][ANY]["face"]["colour"] = 1.0
    path = tmp_path / "confidence.json"
    path.write_text(json.dumps(told), encoding="utf-8")
    with pytest.raises(ConfidenceError, match=r"its face is told by .*colour"):
        load_models(path)
    told = json.loads(FILE.read_text(encoding="utf-8"))
    path = tmp_path / "confidence.json"
    path.write_text(json.dumps({**told, "kinds": {"d6": told["kinds"]["d6"]}}), encoding="utf-8")
    with pytest.raises(ConfidenceError, match="no row 'any'"):
        load_models(path)


def test_second_reader_has_weights_of_its_own() -> None:
    parts = {name: dict.fromkeys(columns, 0.0) for name, columns in PARTS.items()}
    for name, odds in (("kind", 1.0), ("kind_twice", 2.0), ("face", 3.0), ("face_twice", 4.0)):
        parts[name]["bias"] = odds
    model = ConfidenceModel(parts, 0.999, 0.9)

    def odds(matched: float | None) -> list[float]:
        chances = model.chances(replace(GOOD, match=matched))
        return [round(math.log(chance / (1 - chance)), 6) for chance in (chances.kind, chances.face)]

    assert (odds(None), odds(0.8)) == ([1.0, 3.0], [2.0, 4.0])
