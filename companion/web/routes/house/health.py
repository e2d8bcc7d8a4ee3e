"""Routes of the installation's health: a page for people, two endpoints for machines."""

from __future__ import annotations

from hmac import compare_digest
from typing import Any

from flask import Blueprint, Response, abort, jsonify, render_template, request
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from companion.errors import own_command
from companion.i18n import _
from companion.presentation.responses import HealthPage
from companion.schema import Refused
from companion.web.delivery import add_page_data
from companion.web.permissions import KEEPS
from companion.web.request import (
    AS,
    TEXT,
    HealthResponse,
    assets,
    boot,
    declare,
    parts,
    roles_here,
    translate,
)
from companion.web.services import HealthService

house = Blueprint("house", __name__)
HOUSE = "house/"  # the page's topic at the broadcaster; not a valid table name


def health_service() -> HealthService:
    """Return the health service. Raises Refused without one."""
    service = parts().health
    if service is None:
        raise Refused("NOBODY_LOOKS", _("Nobody looks after this house."))
    return service


@house.get("/house")
def page() -> str:
    """Show the page."""
    return render_template("house.html")


def make() -> dict[str, Any]:
    """Return the page's data as JSON values."""
    service, version = health_service(), parts().broadcaster.version(HOUSE)
    name, wrong = f"{boot()}-{version}", service.wrong()
    well = all(problem.severity == "hint" for problem in wrong)
    page_data: dict[str, Any] = translate(HealthPage(name, assets(), well, wrong, service.figures(), parts().broker))
    return page_data


add_page_data(house, HOUSE, HealthPage, make)


@house.get("/health")
@declare(sends=HealthResponse)
def health() -> tuple[Response, int]:
    """Report health to machines: the codes of problems, nothing that a stranger could use."""
    service = parts().health
    wrong = service.wrong() if service is not None else ()
    is_well = all(problem.severity != "grave" for problem in wrong)
    answer = {"healthy": is_well, "assets": assets(), "wrong": [problem.code for problem in wrong]}
    return jsonify(answer), 200 if is_well else 503


@house.get("/metrics")
@declare(sends=TEXT, query=AS)
def metrics() -> Response:
    """Return metrics for Prometheus, to a keeper's device or with the token from the data folder."""
    service = health_service()
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    # an empty token file matches nothing
    has_token = bool(service.token) and compare_digest(given.encode(), service.token.encode())
    if not (has_token or roles_here(KEEPS) & KEEPS):  # checked in this order: metrics are needed when the store fails
        abort(
            403,
            _(
                "The numbers of this house need the keeper's device, or the token that {command} shows.",
                command=own_command("metrics-token"),
            ),
        )
    response = Response(service.metrics(), content_type=CONTENT_TYPE_PLAIN_0_0_4)
    response.headers["Cache-Control"] = "no-store"
    return response
