"""Attach the models of request and response to a route. The OpenAPI document is made of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar

from companion.web.request.plain_responses import EmptyResponse

Response: TypeAlias = type | str | tuple[type, ...]
"""A record, one of several records, or a media type other than JSON."""
View = TypeVar("View", bound=Callable[..., Any])

EVENTS, CSV, SVG, TEXT, ANY_FILE = "text/event-stream", "text/csv", "image/svg+xml", "text/plain", "*/*"
AS: Mapping[str, type] = MappingProxyType({"as": str})
"""The query of routes that draw or act for a seat."""
MODEL_ATTRIBUTE = "lamplight_model"


@dataclass(frozen=True, slots=True)
class RouteModel:
    """The models of a route's request and response."""

    body: type | None = None  # record of the JSON body
    sends: Response = EmptyResponse
    file: str = ""  # name of the file in a form, "" without one
    query: Mapping[str, type] = field(default_factory=dict)
    is_raw: bool = False  # any JSON object: the game defines its shape


def declare(
    body: type | None = None,
    *,
    sends: Response = EmptyResponse,
    file: str = "",
    query: Mapping[str, type] = MappingProxyType({}),
    is_raw: bool = False,
) -> Callable[[View], View]:
    """Attach the models. `uploads.body` refuses any record that the route does not declare."""

    def attach(view: View) -> View:
        view.__dict__[MODEL_ATTRIBUTE] = RouteModel(body, sends, file, query, is_raw)
        return view

    return attach


def model_of(view: Callable[..., Any]) -> RouteModel:
    """Return the models of a view. A view without a declaration sends HTML if it returns a string, else an empty record."""
    default = RouteModel(sends="text/html") if view.__annotations__.get("return") == "str" else RouteModel()
    model: RouteModel = view.__dict__.get(MODEL_ATTRIBUTE, default)
    return model
