"""List the routes of an app with the models that they declare."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from dataclasses import dataclass

from flask import Flask
from werkzeug.routing import Rule

from companion.web.request.route_models import ANY_FILE, Response, model_of

METHODS = ("GET", "POST", "PUT", "DELETE")
ARGUMENT = re.compile(r"<(?:(\w+)(?:\([^)]*\))?:)?(\w+)>")


@dataclass(frozen=True, slots=True)
class RouteInfo:
    """One method of one address."""

    name: str  # Flask's endpoint: "answers.answer"
    path: str  # "/api/tables/{table}/answer"
    method: str
    inside: Mapping[str, str]  # argument in the path -> converter: "str", "int" or "path"
    asked: Mapping[str, str]  # argument in the query -> "int" or "str"
    body: type | None  # record of the JSON body
    file: str  # name of the file in a form, "" without one
    raw: bool  # any JSON object
    sends: Response
    words: str  # first line of the docstring


def doors(app: Flask) -> tuple[RouteInfo, ...]:
    """Return all routes, sorted by address."""
    found = [_door(app, rule, m) for rule in app.url_map.iter_rules() for m in METHODS if m in (rule.methods or ())]
    return tuple(sorted(found, key=lambda one: (one.path, METHODS.index(one.method))))


def _door(app: Flask, rule: Rule, method: str) -> RouteInfo:
    view = app.view_functions[rule.endpoint]
    model = model_of(view)
    return RouteInfo(
        name=rule.endpoint,
        path=ARGUMENT.sub(r"{\2}", rule.rule),
        method=method,
        inside={name: kind or "str" for kind, name in sorted(ARGUMENT.findall(rule.rule), key=lambda found: found[1])},
        asked={name: kind.__name__ for name, kind in model.query.items()},
        body=model.body,
        file=model.file,
        raw=model.is_raw,
        sends=ANY_FILE if rule.endpoint == "static" else model.sends,
        words=(inspect.getdoc(view) or "").partition("\n")[0],
    )
