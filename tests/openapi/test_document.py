"""The OpenAPI document is up to date, valid and complete."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from schemathesis.specs.openapi.definitions import OPENAPI_31_VALIDATOR  # the official schema

from companion.presentation import AnswerRequest
from companion.web.app import create_app
from companion.web.request import body, declare
from tests.asyncapi.test_document import references
from tests.openapi import fits
from tests.tools.openapi.document import document, text
from tests.tools.openapi.routes import METHODS, doors


@pytest.fixture(scope="module")
def app() -> Flask:
    return create_app(None)


@pytest.fixture(scope="module")
def made(app: Flask) -> Any:
    return document(app)


@pytest.mark.slow
def test_openapi_file_is_up_to_date() -> None:
    assert fits.DOCUMENT.read_text(encoding="utf-8") == text(), (
        "a route or a record has changed: ./table openapi --out docs/openapi.json"
    )


def test_openapi_is_valid(made: Any) -> None:
    assert [error.message[:200] for error in OPENAPI_31_VALIDATOR.iter_errors(made)] == []


@pytest.mark.slow
def test_openapi_lists_exactly_the_routes_of_the_app(app: Flask, made: Any) -> None:
    listed = {(one["operationId"], method.upper()) for path in made["paths"].values() for method, one in path.items()}
    assert listed == {(rule.endpoint, m) for rule in app.url_map.iter_rules() for m in METHODS if m in rule.methods}  # type: ignore[operator]  # never None here


def test_openapi_describes_every_path_argument(made: Any) -> None:
    for path, methods in made["paths"].items():
        for one in methods.values():
            inside = {p["name"] for p in one.get("parameters", ()) if p["in"] == "path"}
            assert all(f"{{{name}}}" in path for name in inside), path
            assert path.count("{") == len(inside), path


@pytest.mark.slow
def test_openapi_references_lead_to_all_schemas(made: Any) -> None:
    met = set(references(made))
    for ref in met:
        place = made
        for name in ref.removeprefix("#/").split("/"):
            place = place[name]
    assert {ref.rpartition("/")[2] for ref in met if "/schemas/" in ref} == set(made["components"]["schemas"])


def test_openapi_requires_the_page_header_for_changes(made: Any) -> None:
    for methods in made["paths"].values():
        assert [("page" in one["security"][0]) for one in methods.values()] == [method != "get" for method in methods]


def test_openapi_lists_the_roles_of_a_route(made: Any) -> None:
    security = {one["operationId"]: one["security"][0] for path in made["paths"].values() for one in path.values()}
    assert security["answers.answer"] == {"device": ["dealer", "seat", "table"], "page": []}
    assert security["joining.join"] == {"page": []}


def test_routes_carry_body_file_and_query(app: Flask) -> None:
    found = {door.name: door for door in doors(app)}
    assert found["answers.answer"].body is AnswerRequest
    assert (found["teach.begin"].body is not None, found["teach.begin"].file) == (True, "kit")
    assert found["forms.keep_sheet"].raw and not found["forms.new_table"].raw
    assert found["history.log"].asked == {"only": "str", "before": "int", "most": "int", "find": "str", "as": "str"}


def test_body_refuses_a_record_that_its_route_does_not_declare() -> None:
    app = Flask(__name__)
    app.testing = True  # an error reaches the test

    @app.post("/declared")
    @declare(AnswerRequest)
    def declared() -> str:
        return body(AnswerRequest).prompt

    @app.post("/bare")
    def bare() -> str:
        return body(AnswerRequest).prompt

    sent = {"id": "a", "prompt": "p1", "values": ["6"]}
    assert app.test_client().post("/declared", json=sent).text == "p1"
    with pytest.raises(TypeError, match="bare does not declare AnswerRequest"):
        app.test_client().post("/bare", json=sent)
