"""What is refused changes nothing: no lamp moves, no moment has a name, nothing endless is kept."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.rig import Rig


@pytest.fixture
def two(rig: Rig) -> Rig:
    """Two tables, the first one under the lamp."""
    rig.hall.open("toy")
    rig.hall.light("t1")
    return rig


@pytest.mark.parametrize(
    ("door", "told"),
    [
        ("answer", {"prompt": "p9", "values": ["heads"], "id": "a"}),
        ("answer", {"prompt": "p1", "values": ["no such face"], "id": "a"}),
        ("look", {}),
        ("demo", {"throw": "no such throw"}),
    ],
    ids=["not asked", "no face", "no camera", "no recording"],
)
def test_what_is_refused_moves_no_lamp(two: Rig, door: str, told: dict[str, Any]) -> None:
    assert two.page().post(f"tables/t2/{door}", **told).status_code in (409, 422)
    assert two.hall.lit == "t1"


def test_what_is_answered_moves_it(two: Rig) -> None:
    prompt = two.hall.picture("t2").open[0]
    values = [option.id for option in prompt.options[: prompt.least]]
    assert two.page().post("tables/t2/answer", prompt=prompt.id, values=values, id="a").status_code == 200
    assert two.hall.lit == "t2"


@pytest.mark.parametrize("name", ["\x1b[2J", "two\nlines", "\u202eback to front", "x" * 61, " "])
def test_a_moment_has_a_name_that_can_be_shown(rig: Rig, name: str) -> None:
    answer = rig.page().post("tables/t1/saved", name=name)
    assert (answer.status_code, rig.hall.picture("t1").saved) == (422, ())
