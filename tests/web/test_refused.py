"""Refused requests change nothing: no current table, no named moment, nothing endless kept."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest

from tests.web.rig import OURS, Rig


@pytest.fixture
def two(rig: Rig) -> Rig:
    """Two tables, the first one current."""
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
def test_refused_request_selects_no_table(two: Rig, door: str, told: dict[str, Any]) -> None:
    assert two.page().post(f"tables/t2/{door}", **told).status_code in (409, 422)
    assert two.hall.lit == "t1"


def test_accepted_answer_selects_its_table(two: Rig) -> None:
    prompt = two.hall.snapshot("t2").open[0]
    values = [option.id for option in prompt.options[: prompt.least]]
    assert two.page().post("tables/t2/answer", prompt=prompt.id, values=values, id="a").status_code == 200
    assert two.hall.lit == "t2"


@pytest.mark.parametrize("name", ["\x1b[2J", "two\nlines", "\u202eback to front", "x" * 61, " "])
def test_a_moment_has_a_name_that_can_be_shown(rig: Rig, name: str) -> None:
    answer = rig.page().post("tables/t1/saved", name=name)
    assert (answer.status_code, rig.hall.snapshot("t1").saved) == (422, ())


@pytest.mark.parametrize("id", ["x" * 161, "x" * 10_000, "two\nlines", "\x1b[2J", "é"])
def test_answer_with_long_or_odd_key_is_refused(rig: Rig, id: str) -> None:
    before = rig.hall.snapshot("t1").rev
    told = rig.page().tap("coins", id=id)
    assert (told.status_code, told.json["code"], rig.hall.snapshot("t1").rev) == (400, "CODECERROR", before)
    assert rig.page().tap("coins", id="x" * 160).status_code == 200


@pytest.mark.parametrize(("sent", "status"), [({}, 400), ({"photo": (BytesIO(b"dice"), "a.jpg")}, 200)])
def test_useless_photograph_selects_no_table(two: Rig, sent: dict[str, Any], status: int) -> None:
    assert two.page().client.post("/api/tables/t2/photo", data=sent, headers=OURS).status_code == status
    assert two.hall.lit == "t1"


@pytest.mark.parametrize("id", ["2147483648", "9" * 400])
def test_a_number_that_no_database_takes_names_nothing(rig: Rig, id: str) -> None:
    answer = rig.page().client.delete(f"/api/tables/t1/saved/{id}", headers=OURS)
    assert (answer.status_code, answer.get_json()["sentence"]) == (404, "There is nothing at this address.")


@pytest.mark.parametrize("name", ["%00", "t1%0a", "%e2%80%ae", "x" * 256])
def test_undecodable_letters_name_no_table(rig: Rig, name: str) -> None:
    answer = rig.page().client.get(f"/api/tables/{name}/snapshot")
    assert (answer.status_code, answer.get_json()["code"]) == (404, "NOTHING_THERE")
