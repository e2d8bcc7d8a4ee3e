"""The document of the doors is what the code makes, is valid, and knows every door of the app and no other."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from flask import Flask, request
from schemathesis.specs.openapi.definitions import OPENAPI_31_VALIDATOR  # the official schema, which it brings along

from companion.presentation import AnswerRequest
from companion.web.app import create_app
from companion.web.routes.play import answers, history
from tests.asyncapi.test_document import references
from tests.openapi import fits
from tests.tools.openapi.answers import ANSWERS
from tests.tools.openapi.document import document, text
from tests.tools.openapi.routes import METHODS, RouteInfo, doors, taken_by


@pytest.fixture(scope="module")
def app() -> Flask:
    return create_app(None)


@pytest.fixture(scope="module")
def made(app: Flask) -> Any:
    return document(app)


@pytest.fixture(scope="module")
def found(app: Flask) -> dict[str, RouteInfo]:
    return {door.name: door for door in doors(app)}


@pytest.mark.slow
def test_the_file_is_what_the_code_makes() -> None:
    assert fits.DOCUMENT.read_text(encoding="utf-8") == text(), (
        "a door or a record has changed: ./table openapi --out docs/openapi.json"
    )


def test_it_is_valid(made: Any) -> None:
    assert [error.message[:200] for error in OPENAPI_31_VALIDATOR.iter_errors(made)] == []


@pytest.mark.parametrize("gone", ["info", "paths"])
def test_the_official_schema_sees_what_is_missing_or_wrong(made: Any, gone: str) -> None:
    spoilt = copy.deepcopy(made)
    spoilt[gone] = 7
    assert list(OPENAPI_31_VALIDATOR.iter_errors(spoilt))


def test_every_door_of_the_app_is_told_and_none_is_invented(app: Flask, made: Any) -> None:
    told = {(one["operationId"], method.upper()) for path in made["paths"].values() for method, one in path.items()}
    there = {(rule.endpoint, m) for rule in app.url_map.iter_rules() for m in METHODS if m in (rule.methods or ())}
    assert told == there
    assert set(ANSWERS) <= {name for name, _ in there}


def test_every_argument_of_an_address_is_told(made: Any) -> None:
    for path, methods in made["paths"].items():
        for one in methods.values():
            inside = {p["name"] for p in one.get("parameters", ()) if p["in"] == "path"}
            assert all(f"{{{name}}}" in path for name in inside), path
            assert path.count("{") == len(inside), path


def test_every_reference_leads_somewhere_and_every_schema_is_referred_to(made: Any) -> None:
    met = set(references(made))
    for ref in met:
        place = made
        for name in ref.removeprefix("#/").split("/"):
            place = place[name]
    assert {ref.rpartition("/")[2] for ref in met if "/schemas/" in ref} == set(made["components"]["schemas"])


def test_what_changes_anything_needs_the_header_of_the_page(made: Any) -> None:
    for methods in made["paths"].values():
        assert [("page" in one["security"][0]) for one in methods.values()] == [method != "get" for method in methods]


def test_each_door_says_which_device_may_use_it(made: Any) -> None:
    told = {one["operationId"]: one["security"][0] for path in made["paths"].values() for one in path.values()}
    assert told["answers.answer"] == {"device": ["dealer", "seat", "table"], "page": []}
    assert told["joining.join"] == {"page": []}


def test_a_body_is_read_off_the_door(found: dict[str, RouteInfo]) -> None:
    assert found["answers.answer"].body is AnswerRequest
    assert found["history.amend"].body is not None
    assert found["tables.one_snapshot"].body is None


def test_what_a_door_has_read_for_it_counts_as_its_own(found: dict[str, RouteInfo]) -> None:
    assert found["tray.photo"].file == "photo", "photograph reads it"
    assert (found["teach.begin"].body is not None, found["teach.begin"].file) == (True, "kit"), "either of them"
    assert found["forms.keep_sheet"].raw, "a sheet is as its game has it"
    assert not found["forms.new_table"].raw, "it counts the bytes, and reads a record"


def test_what_is_asked_after_the_address_is_read_with_its_type(found: dict[str, RouteInfo]) -> None:
    asked = found["history.log"].asked
    assert {name: asked[name] for name in ("only", "before", "most", "find")} == {
        "only": "str",
        "before": "int",
        "most": "int",
        "find": "str",
    }
    assert found["fairness.picture"].asked.keys() == {"save"}
    assert "save" not in found["fairness.of_house"].asked, "a variable of the name of a door is no call"


def a_door() -> Any:
    """Reads what is not told by it."""
    return request.args.get("secretly", 0, type=int)


def test_a_function_that_is_none_of_the_servers_is_not_read() -> None:
    assert taken_by(a_door).asked == ()


def test_what_others_call_is_read_once() -> None:
    assert taken_by(answers.answer).bodies == (AnswerRequest,)
    assert taken_by(history.amend).asked == (("as", "str"),)
