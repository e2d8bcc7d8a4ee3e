"""The doors of how the house is: a page for people, and two for machines."""

from __future__ import annotations

from hmac import compare_digest
from typing import Any

from flask import Blueprint, Response, abort, jsonify, render_template, request
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from companion.errors import own_command
from companion.i18n import _
from companion.presentation.responses import HealthPage
from companion.schema import TABLE, Refused
from companion.web.delivery import stream_of
from companion.web.permissions import KEEPS
from companion.web.request import assets, boot, parts, roles_here, spoken, watcher_here
from companion.web.services import HealthService

house = Blueprint("house", __name__)
HOUSE = "house/"  # the page's name towards the hub; no table is called so


def health_service() -> HealthService:
    """Who looks after this house. Raises Refused where nobody does."""
    found = parts().health
    if found is None:
        raise Refused("NOBODY_LOOKS", _("Nobody looks after this house."))
    return found


@house.get("/house")
def page() -> str:
    """The page itself."""
    return render_template("house.html")


@house.get("/api/house")
def once() -> Response:
    """All of it, once."""
    return jsonify(make())


@house.get("/api/house/stream")
def stream() -> Response:
    """All of it, at every change."""
    health_service()
    hub, watcher = parts().broadcaster, watcher_here()
    hub.look_for_room(watcher)
    return stream_of(hub.events(HOUSE, TABLE, make, watcher=watcher))


@house.get("/api/house/place")
def place() -> Response:
    """Why a stream does not open: an event stream cannot say it."""
    parts().broadcaster.look_for_room(watcher_here(comes_back=True))
    return jsonify({})


def make() -> dict[str, Any]:
    """The page as JSON."""
    found, version = health_service(), parts().broadcaster.version(HOUSE)
    name, wrong = f"{boot()}-{version}", found.wrong()
    well = all(one.severity == "hint" for one in wrong)
    made: dict[str, Any] = spoken(HealthPage(name, assets(), well, wrong, found.figures(), parts().broker))
    return made


@house.get("/health")
def health() -> tuple[Response, int]:
    """For machines: whether all is well, and what is not by its code; nothing that a stranger could use."""
    found = parts().health
    wrong = found.wrong() if found is not None else ()
    is_well = all(one.severity != "grave" for one in wrong)
    told = {"healthy": is_well, "assets": assets(), "wrong": [one.code for one in wrong]}
    return jsonify(told), 200 if is_well else 503


@house.get("/metrics")
def metrics() -> Response:
    """Numbers for Prometheus: for the keeper's device, or for whoever has the token of the data folder."""
    found = health_service()
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    has_token = bool(found.token) and compare_digest(given.encode(), found.token.encode())  # of an empty file: nobody
    if not (has_token or roles_here(KEEPS) & KEEPS):  # in this order: the numbers are wanted when the store is away
        abort(
            403,
            _(
                "The numbers of this house need the keeper's device, or the token that {command} shows.",
                command=own_command("metrics-token"),
            ),
        )
    response = Response(found.metrics(), content_type=CONTENT_TYPE_PLAIN_0_0_4)
    response.headers["Cache-Control"] = "no-store"
    return response
