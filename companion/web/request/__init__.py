"""One request: its app, device, language and permissions."""

from __future__ import annotations

from companion.web.request.access_log import browser, follow
from companion.web.request.app_dispatch import VISITOR, Environ, ServedApp, Start, assets, boot, host_name, house, parts
from companion.web.request.context import (
    PREVIEW,
    here,
    is_here,
    is_tray_hidden,
    keeps,
    look_at,
    may_answer,
    may_fetch,
    roles_here,
    seat_here,
    sits_at,
    visitor,
    was_given,
    watcher_here,
)
from companion.web.request.cookies import browser_here, cookie, has_keys, keep_cookies, set_key
from companion.web.request.error_answers import answer_errors, sentence_of_http
from companion.web.request.guards import error_response, guard, guard_page, refusal_response
from companion.web.request.language import language_here, language_of, say, speak, translate
from companion.web.request.limits import limit, most_of
from companion.web.request.plain_responses import (
    CurrentMeaning,
    EmptyResponse,
    ErrorResponse,
    HealthResponse,
    InvitationResponse,
    OneTable,
    PreviousMeaning,
    QrCodeResponse,
    SeatResponse,
    SheetKept,
    SheetsBrought,
)
from companion.web.request.route_models import ANY_FILE, AS, CSV, EVENTS, SVG, TEXT, declare
from companion.web.request.uploads import body, close_uploads, photograph, uploaded_file

__all__ = [
    "ANY_FILE", "AS", "CSV", "EVENTS", "PREVIEW", "SVG", "TEXT", "VISITOR", "CurrentMeaning", "EmptyResponse",
    "Environ", "ErrorResponse", "HealthResponse", "InvitationResponse", "OneTable", "PreviousMeaning",
    "QrCodeResponse", "SeatResponse", "ServedApp", "SheetKept", "SheetsBrought", "Start", "answer_errors", "assets",
    "body", "boot", "browser", "browser_here", "close_uploads", "cookie", "declare", "error_response", "follow",
    "guard", "guard_page", "has_keys", "here", "host_name", "house", "is_here", "is_tray_hidden", "keep_cookies",
    "keeps", "language_here", "language_of", "limit", "look_at", "may_answer", "may_fetch", "most_of", "parts",
    "photograph", "refusal_response", "roles_here", "say", "seat_here", "sentence_of_http", "set_key", "sits_at",
    "speak", "translate", "uploaded_file", "visitor", "was_given", "watcher_here"
]  # fmt: skip
