"""Build the OpenAPI document of the routes. The same code gives the same bytes. A test compares docs/openapi.json."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any, cast

from flask import Flask
from pydantic import TypeAdapter

from companion.web.app import create_app
from companion.web.permissions import ROLES_BY_ENDPOINT
from companion.web.request.plain_responses import EmptyResponse, ErrorResponse
from companion.web.request.route_models import Response
from tests.tools.asyncapi.schemas import CommentedSchema, Json, still_meant
from tests.tools.openapi.routes import RouteInfo, doors

PLACE = "#/components/schemas/{model}"
OURS, DEVICE = "page", "device"
REFUSED, FULL = "Refused", "Full"
TROUBLES: Mapping[HTTPStatus, str] = {
    HTTPStatus.BAD_REQUEST: "the body or an argument is invalid",
    HTTPStatus.FORBIDDEN: "this device has no permission, or the request comes from another origin",
    HTTPStatus.NOT_FOUND: "the table, picture or address does not exist",
    HTTPStatus.METHOD_NOT_ALLOWED: "the address does not have this method",
    HTTPStatus.CONFLICT: "another change came first",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "it is too large",
    HTTPStatus.UNPROCESSABLE_ENTITY: "the rules refuse it",
    HTTPStatus.TOO_MANY_REQUESTS: "too many requests of one device",
}
WHERE: Mapping[str, Json] = {
    "str": {"type": "string", "minLength": 1, "pattern": "^[^/]+$"},
    "path": {"type": "string", "minLength": 1},
    "int": {"type": "integer", "minimum": 0},
}
ASKED: Mapping[str, Json] = {"str": {"type": "string"}, "int": {"type": "integer"}}

DESCRIPTION = """The requests of Lamplight's page. Changes need the header X-Lamplight: 1 and come from the page's own origin. \
Oversized bodies are refused before they are read. Unknown fields are ignored. A refused request has changed nothing."""


def text() -> str:
    return json.dumps(document(create_app(None)), ensure_ascii=False, indent=1) + "\n"


def document(app: Flask) -> Json:
    """Return OpenAPI 3.1 as JSON values."""
    found = doors(app)
    schemas, shared = _schemas(found)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Lamplight",
            "version": "1",
            "description": DESCRIPTION,
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "jsonSchemaDialect": "https://json-schema.org/draft/2020-12/schema",
        "servers": [{"url": "/", "description": "The machine on which Lamplight runs."}],
        "paths": _paths(found, schemas),
        "components": {
            "schemas": shared,
            "responses": refusals(schemas),
            "securitySchemes": {
                OURS: {
                    "type": "apiKey",
                    "in": "header",
                    "name": "X-Lamplight",
                    "description": "1, which pages of other origins cannot send.",
                },
                DEVICE: {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": "lamplight.table",
                    "description": "The key of a device, also lamplight.keeper, lamplight.wall, and lamplight-TABLE for a seat at a table."
                    " The list has the roles that may use a route. One is enough. Without a keeper's device the tablet is the keeper.",
                },
            },
        },
    }


def _paths(found: Iterable[RouteInfo], schemas: Mapping[str, Json]) -> Json:
    paths: Json = {}
    for door in found:
        paths.setdefault(door.path, {})[door.method.lower()] = operation(door, schemas)
    return paths


def operation(door: RouteInfo, schemas: Mapping[str, Json]) -> Json:
    told: Json = {"operationId": door.name, "tags": [door.name.rpartition(".")[0] or "page"]}
    if door.words:
        told["summary"] = door.words
    if parameters := [*_inside(door), *_asked(door)]:
        told["parameters"] = parameters
    if sent := _sent(door, schemas):
        told["requestBody"] = {"required": True, "content": sent}
    told["responses"] = {
        "200": {"description": "The request succeeded.", "content": _answer(door, schemas)},
        "4XX": {"$ref": f"#/components/responses/{REFUSED}"},
        "503": {"$ref": f"#/components/responses/{FULL}"},
    }
    told["security"] = [{**_device(door), **({OURS: []} if door.method != "GET" else {})}]
    return told


def _device(door: RouteInfo) -> Json:
    """Return the roles that may use a route, empty for all devices."""
    who = ROLES_BY_ENDPOINT.get(door.name, frozenset())
    return {} if "stranger" in who else {DEVICE: sorted(who)}


def _inside(door: RouteInfo) -> list[Json]:
    return [{"name": n, "in": "path", "required": True, "schema": WHERE[kind]} for n, kind in door.inside.items()]


def _asked(door: RouteInfo) -> list[Json]:
    return [{"name": name, "in": "query", "schema": ASKED[kind]} for name, kind in door.asked.items()]


def _sent(door: RouteInfo, schemas: Mapping[str, Json]) -> Json:
    """Return the bodies that a route accepts: a record or any object, a form with a file."""
    found: Json = {}
    if door.body is not None:
        found["application/json"] = {"schema": schemas[_name_of(door.body)]}
    if door.raw:
        found["application/json"] = {"schema": {"type": "object"}}
    if door.file:
        form = {"type": "object", "required": [door.file], "properties": {door.file: FILE}}
        found["multipart/form-data"] = {"schema": form}
    return found


def _answer(door: RouteInfo, schemas: Mapping[str, Json]) -> Json:
    if isinstance(door.sends, str):
        return {door.sends: {}}
    found = [schemas[_name_of(one)] for one in _records(door.sends)]
    return {"application/json": {"schema": {"anyOf": found} if isinstance(door.sends, tuple) else found[0]}}


def _schemas(found: Iterable[RouteInfo]) -> tuple[Mapping[str, Json], Json]:
    """Return a reference to each record, and the schemas that are referenced."""
    bodies = {door.body for door in found if door.body is not None}
    sent = {EmptyResponse, ErrorResponse, *(one for door in found for one in _records(door.sends))}
    both = [(one, "validation") for one in bodies] + [(one, "serialization") for one in sent]
    told = sorted(both, key=lambda one: _name_of(one[0]))
    made, defined = TypeAdapter.json_schemas(
        [(_name_of(one), cast("Any", mode), TypeAdapter(one)) for one, mode in told],
        ref_template=PLACE,
        schema_generator=CommentedSchema,
    )
    schemas = {name: schema for (name, _), schema in made.items()}
    return schemas, dict(still_meant(defined["$defs"], schemas))


def _records(sends: Response) -> tuple[type, ...]:
    if isinstance(sends, str):
        return ()
    return sends if isinstance(sends, tuple) else (sends,)


def _name_of(record: type) -> str:
    """Return a unique name: two modules may have records of the same name."""
    return f"{record.__module__}.{record.__qualname__}"


def refusals(schemas: Mapping[str, Json]) -> Json:
    """Return the responses that every route may send instead."""
    content: Json = {"application/json": {"schema": schemas[_name_of(ErrorResponse)]}}
    paged = {**content, "text/html": {}}  # a page for devices that are not let in
    listed = "; ".join(f"{int(status)}: {words}" for status, words in TROUBLES.items())
    return {
        REFUSED: {"description": f"The request was refused. {listed}.", "content": paged},
        FULL: {
            "description": "The maximum of pages is open. Try again after the seconds in Retry-After.",
            "content": content,
        },
    }


FILE: Json = {"type": "string", "contentMediaType": "application/octet-stream"}
