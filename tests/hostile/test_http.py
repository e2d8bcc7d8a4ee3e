"""A small part of `./table prove hostile_http`: spoilt requests to every door by devices of every kind."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
import schemathesis
from schemathesis import GenerationMode
from werkzeug.test import TestResponse

from tests.hostile import http
from tests.hostile.judge import Judge, is_plain
from tests.hostile.request import Request
from tests.hostile.stand import Stand, open_stand
from tests.openapi import fits
from tests.tools.openapi.routes import doors

pytestmark = pytest.mark.slow

SLOW = 10.0  # s on a busy test machine. A proof is stricter
SOME = frozenset({"history.log", "readers.teach"})


@pytest.fixture(scope="module")
def stand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stand]:
    with open_stand(tmp_path_factory.mktemp("house")) as stand:
        yield stand


def test_spoilt_requests_to_every_door_are_answered_and_change_nothing(stand: Stand) -> None:
    judge = Judge(stand, SLOW)
    http.spoil_doors(judge, 2, Random(4))
    assert judge.found == []
    assert judge.asked.keys() == {door.name for door in doors(stand.app)}
    assert judge.statuses[200] and judge.statuses[400] and judge.statuses[403]


def test_routes_survive_schemathesis(stand: Stand) -> None:
    judge, schema = Judge(stand, SLOW), schemathesis.openapi.from_path(fits.DOCUMENT)
    for operation in (
        http.described_whole(result) for result in schema.include(operation_id=sorted(SOME)).get_all_operations()
    ):
        name = operation.definition.raw["operationId"]
        for mode in GenerationMode:
            for case in http.cases(operation, mode, 4, 1, {"table": "t1"} if "{table}" in operation.path else {}):
                judge.ask("table", name, case)
    assert judge.found == []
    assert judge.asked.keys() == SOME


@pytest.mark.parametrize(
    ("answer", "wrong"),
    [
        ((500, {"code": "X", "sentence": "It broke."}), "status 500"),
        ((422, {"code": "X", "sentence": ""}), "without a sentence"),
        ((422, {"code": "X", "sentence": "a\x1b[2J"}), "without a sentence"),
        ((404, "<html>"), "without a sentence"),
        ((422, {"code": "X", "sentence": "No."}), "something was changed"),
    ],
    ids=["an error of ours", "no words", "letters for a terminal", "a page of the framework", "a change"],
)
def test_the_judge_sees(stand: Stand, monkeypatch: pytest.MonkeyPatch, answer: tuple[int, Any], wrong: str) -> None:
    status, told = answer

    def send(_client: object, request: Request) -> TestResponse:
        if wrong == "something was changed":
            stand.hall.history.save("t1", "a name")
        made = stand.app.response_class(told) if isinstance(told, str) else stand.app.json.response(told)
        return TestResponse(made.response, f"{status} X", made.headers, request)  # type: ignore[arg-type, attr-defined]

    judge = Judge(stand, SLOW)
    monkeypatch.setattr("tests.hostile.judge.send", send)
    judge.ask("table", "shelf.lit", Request("GET", "/api/lit"))
    assert [wrong in found for found in judge.found] == [True]


def test_a_sentence_is_plain_or_it_is_none() -> None:
    assert is_plain("There is no table 't9'.")
    assert not any(map(is_plain, ("", " ", "\x07", "x" * 2001, "Traceback (most recent call last)")))
