"""A request that comes once more, because nobody heard what became of it: it counts once, and is told so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.schema import SeenObject
from tests.web.auth.test_permissions import Locked
from tests.web.rig import OURS, Page, Rig

UNSURE = SeenObject("coin", "tails", 0.6, (("heads", 0.35),))
COINS = (SeenObject("coin", "heads", 0.99), SeenObject("coin", "heads", 0.99), UNSURE)


def tapped(rig: Rig, page: Page) -> tuple[str, dict[str, Any]]:
    return "answer", {"prompt": page.prompt()["id"], "values": ["coins"], "id": "w1"}


def left_to_chance(rig: Rig, page: Page) -> tuple[str, dict[str, Any]]:
    page.tap("coins")
    return "virtual", {"prompt": page.prompt()["id"], "id": "w1"}


def settled(rig: Rig, page: Page) -> tuple[str, dict[str, Any]]:
    page.tap("coins")
    rig.throw(1, *COINS)
    values = ["heads", "heads", "tails"]
    return "doubt", {"reading": "r1", "prompt": page.prompt()["id"], "values": values, "id": "w1"}


def kept(rig: Rig, page: Page) -> tuple[str, dict[str, Any]]:
    page.tap("coins")
    page.tap("heads", "heads", "tails", id="w0")
    page.post("tables/t1/undo", to=page.snapshot()["undo"]["to"])
    return "keep", {"prompt": page.prompt()["id"], "aside": "w0", "id": "w1"}


@pytest.mark.parametrize("deed", [tapped, left_to_chance, settled, kept])
def test_what_is_sent_again_after_a_kill_counted_and_is_told_how_the_table_stands(
    rig: Rig, tmp_path: Path, deed: Any
) -> None:
    door, told = deed(rig, rig.page())
    assert rig.page().post(f"tables/t1/{door}", **told).status_code == 200
    rig.log.close()
    afresh = Rig(tmp_path)
    try:
        page, before = afresh.page(), afresh.hall.snapshot("t1")
        again = page.post(f"tables/t1/{door}", **told)
        assert (again.status_code, again.json["newest"]) == (200, before.moments[-1].entry.seq)
        assert afresh.hall.snapshot("t1").moments == before.moments
        assert page.post(f"tables/t1/{door}", **{**told, "id": "w2"}).status_code in (409, 422)
    finally:
        afresh.log.close()


def sent(phone: FlaskClient, prompt: str, id: str) -> Any:
    body = {"prompt": prompt, "values": ["coins"], "id": id}
    answer = phone.post("/api/tables/t1/answer", json=body, headers=OURS)
    return answer.status_code, answer.get_json().get("code")


def test_of_another_seats_answer_nobody_is_told(rig: Rig) -> None:
    locked = Locked(rig)
    ann, ben = locked.device(("t1", "1")), locked.device(("t1", "2"))
    prompt = rig.hall.snapshot("t1").open[0].id
    assert sent(ann, prompt, "w1") == (200, None)
    assert sent(ann, prompt, "w1") == (200, None)
    assert sent(ben, prompt, "w1") == sent(ben, prompt, "never") == (409, "NOT_OPEN")
