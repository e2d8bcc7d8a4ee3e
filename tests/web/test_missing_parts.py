"""A house without a part refuses its routes with a code and a reason."""

from __future__ import annotations

import pytest

from tests.web.rig import Rig


@pytest.mark.parametrize(
    ("method", "path", "body", "code"),
    [
        ("get", "readers/ports", {}, "NO_READERS"),
        ("get", "setup", {}, "NO_SETUP"),
        ("get", "kits", {}, "NO_TEACHER"),
        ("post", "staff", {}, "NO_STAFF"),
        ("post", "event", {"event": 1, "total": 1, "version": 1}, "NO_EVENT"),
        ("post", "readers/demo", {"tag": "no tag"}, "NO_TAG"),
        ("post", "tables/t1/record", {"hidden": True}, "NO_RECORDS"),
        ("post", "tables/t1/unseat", {"seat": "9"}, "NO_SUCH_SEAT"),
    ],
)
def test_missing_part_is_refused_with_code(
    rig: Rig, method: str, path: str, body: dict[str, object], code: str
) -> None:
    client = rig.page()
    answer = client.post(path, **body) if method == "post" else client.client.get(f"/api/{path}")
    assert (answer.status_code, answer.json["code"]) == (422, code) and answer.json["sentence"]
