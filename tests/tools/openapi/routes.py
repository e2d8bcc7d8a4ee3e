"""What a door takes, read off its own source: the record of its body, its files, what it asks of the address.

Nobody writes it down a second time, so nobody can forget to. What a door sends is in `answers`.
"""

from __future__ import annotations

import ast
import dis
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from textwrap import dedent
from types import CodeType, FunctionType
from typing import Any, TypeAlias

from flask import Flask
from werkzeug.routing import Rule

METHODS = ("GET", "POST", "PUT", "DELETE")
SERVER = "companion.web"  # where doors live; what they call elsewhere knows no request

Json: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class RouteInfo:
    """One method of one address."""

    name: str  # as Flask has it: "answers.answer"
    path: str  # "/api/tables/{table}/answer"
    method: str
    inside: Mapping[str, str]  # of the address: its converter, "default", "int" or "path"
    asked: Mapping[str, str]  # after the "?": "int" or "str"
    body: type | None  # record of the JSON that is sent
    file: str  # name of the file in a form, "" = none is taken
    raw: bool  # any JSON object is read: its shape is a game's
    words: str  # what it is for
    page: bool  # it sends HTML


@dataclass(frozen=True, slots=True)
class RequestInputs:
    """What one function takes of a request."""

    bodies: tuple[type, ...] = ()
    files: tuple[str, ...] = ()
    asked: tuple[tuple[str, str], ...] = ()
    raw: bool = False


def doors(app: Flask) -> tuple[RouteInfo, ...]:
    """All doors of an app, sorted by address."""
    found = [door(app, rule, method) for rule in app.url_map.iter_rules() for method in METHODS if _has(rule, method)]
    return tuple(sorted(found, key=lambda one: (one.path, METHODS.index(one.method))))


def door(app: Flask, rule: Rule, method: str) -> RouteInfo:
    """One of them."""
    view: Any = inspect.unwrap(app.view_functions[rule.endpoint])  # without what counts its visits
    taken = taken_by(view)
    return RouteInfo(
        name=rule.endpoint,
        path="".join(part if is_fixed else f"{{{part}}}" for is_fixed, part in _parts(rule)),
        method=method,
        inside={name: _converter(rule, name) for name in sorted(rule.arguments)},
        asked=dict(taken.asked),
        body=taken.bodies[0] if taken.bodies else None,
        file=taken.files[0] if taken.files else "",
        raw=taken.raw and not taken.bodies,
        words=_first_line(view),
        page=view.__annotations__.get("return") == "str",
    )


def taken_by(view: Callable[..., Any]) -> RequestInputs:
    """What a view and all that it calls in the server take of the request."""
    whole = [_taken(function) for function in reached(view)]
    return RequestInputs(
        tuple(dict.fromkeys(body for one in whole for body in one.bodies)),
        tuple(dict.fromkeys(file for one in whole for file in one.files)),
        tuple(dict.fromkeys(asked for one in whole for asked in one.asked)),
        any(one.raw for one in whole),
    )


def reached(view: Callable[..., Any]) -> tuple[FunctionType, ...]:
    """The view, and the functions of the server that it calls, near ones first."""
    found: dict[FunctionType, None] = {}
    waiting = [view]
    while waiting:
        function = waiting.pop(0)
        if isinstance(function, FunctionType) and function.__module__.startswith(SERVER) and function not in found:
            found[function] = None
            waiting += [function.__globals__.get(name) for name in _called(function.__code__)]  # type: ignore[misc]  # others are passed over
    return tuple(found)


@cache
def _taken(function: FunctionType) -> RequestInputs:
    if function.__name__ == "body":
        return RequestInputs()  # whoever calls it says what it reads
    bodies: list[type] = []
    files: list[str] = []
    asked: list[tuple[str, str]] = []
    raw = False
    for node in ast.walk(_tree(function)):
        match node:
            case ast.Call(func=ast.Name(id="body"), args=[ast.Name(id=record)]):
                bodies.append(function.__globals__[record])
            case ast.Call(func=ast.Attribute(value=value, attr="get"), args=[ast.Constant(value=str(name)), *_]):
                match ast.unparse(value):
                    case "request.files":
                        files.append(name)
                    case "request.args":
                        asked.append((name, _type(node)))
            case ast.Compare(left=ast.Constant(value=str(name)), comparators=[within]) if _is_args(within):
                asked.append((name, "str"))
            case ast.Call(func=ast.Attribute(attr="get_data", value=ast.Name(id="request"))):
                raw = True
    return RequestInputs(tuple(bodies), tuple(files), tuple(asked), raw)


def _is_args(node: ast.expr) -> bool:
    return ast.unparse(node) == "request.args"


def _type(call: ast.Call) -> str:
    return next((ast.unparse(word.value) for word in call.keywords if word.arg == "type"), "str")


def _called(code: CodeType) -> Iterator[str]:
    """Names of a module that are called, or handed on to be called; a variable may be called like one of them."""
    yield from (step.argval for step in dis.get_instructions(code) if step.opname == "LOAD_GLOBAL")
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _called(inner)


@cache
def _tree(function: FunctionType) -> ast.AST:
    return ast.parse(dedent(inspect.getsource(function)))


def _first_line(view: Callable[..., Any]) -> str:
    return (inspect.getdoc(view) or "").partition("\n")[0]


def _has(rule: Rule, method: str) -> bool:
    return method in (rule.methods or ())


def _parts(rule: Rule) -> Iterable[tuple[bool, str]]:
    """Each piece of the address with whether it is fixed."""
    for is_argument, part in rule._trace:
        yield not is_argument, part.strip("|")  # between host and path stands a bar


def _converter(rule: Rule, name: str) -> str:
    kind = type(rule._converters[name]).__name__
    return {"IntegerConverter": "int", "PathConverter": "path"}.get(kind, "str")
