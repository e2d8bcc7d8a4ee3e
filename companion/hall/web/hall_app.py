"""Routes without a table: the page of the staff, and the sync of tables that play at their own machines."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable

from flask import Flask, Response, request
from sqlalchemy import Engine
from werkzeug.middleware.dispatcher import DispatcherMiddleware

from companion.errors import CodecError, LamplightError, StoreError
from companion.hall.device_invitations import staff_devices
from companion.hall.replication import ReplicationError, apply_sync, check_key, parse_request
from companion.hall.settings import HallSettings
from companion.hall.staff_service import HallStaff
from companion.i18n.languages import Languages
from companion.schema import to_json
from companion.web.staff_app import create_staff_app

logger = logging.getLogger(__name__)

MOST_SYNC_BYTES = 8 * 1024 * 1024
"""Largest request body of a sync message: `ROWS_AT_ONCE` rows take about a megabyte."""


def create_hall_app(engine: Engine, settings: HallSettings, languages: Languages) -> DispatcherMiddleware:
    """Return the staff's page at /, and /hall/tables/<name> for machines."""
    staff = HallStaff(engine, settings)
    pages = create_staff_app(staff, staff_devices(engine), languages, settings.language, frozenset({settings.domain}))
    return DispatcherMiddleware(pages, {"/hall": create_replication_app(engine)})


def create_replication_app(engine: Engine) -> Flask:
    """Routes for the machines of tables that play by themselves. Each has a key."""
    app = Flask(__name__)
    app.config.update(MAX_CONTENT_LENGTH=MOST_SYNC_BYTES)

    @app.post("/tables/<name>")
    def sync_table(name: str) -> Response:
        key = request.headers.get("Authorization", "").removeprefix("Bearer ")
        return _json_response(lambda: sync_checked(name, key))

    def sync_checked(name: str, key: str) -> object:
        """Check the key before reading the body."""
        check_key(engine, name, key)
        return apply_sync(engine, name, key, parse_request(request.get_data()))

    return app


def _json_response(do: Callable[[], object]) -> Response:
    try:
        return Response(json.dumps(to_json(do())), mimetype="application/json")
    except ReplicationError as error:
        return _error_response(403, "NOT_FOLLOWED", str(error))
    except StoreError as error:
        return _error_response(503, "STORE", str(error))
    except CodecError as error:
        return _error_response(400, "NOT_READ", f"Another version of Lamplight runs at the table: {error}")
    except LamplightError as error:
        logger.warning("what a table told is refused: %s", error)
        return _error_response(422, "REFUSED", str(error))


def _error_response(status: int, code: str, sentence: str) -> Response:
    """Return the error format of a single table, in English: a machine logs it."""
    body = json.dumps({"error": {"code": code, "sentence": sentence}})
    return Response(body, status, mimetype="application/json")
