"""Print common to all sets."""

from __future__ import annotations

import pytest

from vision.detect.onnx_session import session
from vision.kind_and_face.face_embedding import OTHER, PRINTED, print_of


@pytest.mark.parametrize(
    ("kind", "value", "shows"),
    [
        ("d6", "5", "pips 5"),
        ("d20", "5", "5"),
        ("token", "-3", "-3"),
        ("mom_d8", "blank", "blank"),
        ("token", "skull", OTHER),
    ],
)
def test_a_face_shows_what_is_printed_on_it(kind: str, value: str, shows: str) -> None:
    assert print_of(kind, value) == shows


def test_the_face_net_tells_as_many_prints_as_there_are() -> None:
    assert session("faces").get_outputs()[1].shape[1] == len(PRINTED)
