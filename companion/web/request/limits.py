"""How often a device may use a door, how much it may send there, and how many may send at once."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from functools import partial
from io import BytesIO
from types import MappingProxyType
from typing import Any

from flask import Flask, request
from flask_limiter import Limiter

from companion.errors import LamplightError
from companion.i18n import _
from companion.sessions import DATABASE_ERRORS
from companion.web.connection_limits import MOST_LARGE
from companion.web.request.app_dispatch import ServedApp, boot
from companion.web.request.context import is_let_in, parts, visitor
from companion.web.request.request_times import RequestTimes

MOST_OF_PHOTO = 16 * 1024 * 1024  # bytes; a photograph of a phone is 3 to 8 MB
MOST_OF_JSON = 64 * 1024
MOST_OF_TAP = 16 * 1024
MOST_OF_FORM = 2 * 1024 * 1024  # what a form may hold; its doors count more closely, and say why

TAP = "40 per 2 second"
_RATES: tuple[tuple[str, str], ...] = (
    ("20 per minute", "joining.join entering.claim"),
    ("30 per minute", "joining.invite entering.invite entering.send_away entering.send_all_away entering.call"),
    ("12 per minute", "forms.import_sheets record.bring record.keep teach.begin"),
    ("12 per minute", "tray.photo setup.photo teach.photo"),  # each keeps the camera's process busy for a second or two
    ("30 per minute", "setup.markers fairness.of_house fairness.sheet_of_house"),
    ("60 per minute", "forms.new_table forms.keep_sheet forms.drop_sheet teach.names teach.export fairness.of_table"),
    (TAP, "answers.answer answers.settle answers.decide answers.dismiss answers.virtual answers.source"),
    (TAP, "history.undo history.redo history.keep history.amend history.save history.forget"),
    (TAP, "history.past history.possible history.log"),
)
RATES: Mapping[str, str] = MappingProxyType({name: rate for rate, names in _RATES for name in names.split()})
"""Flask's name of a door -> how often one device may use it."""
PHOTO_OF_SEAT = "4 per minute"
"""How often a device that is no tablet may send a photograph to a table: it throws for itself alone."""
_SIZES: tuple[tuple[int, str], ...] = (
    (MOST_OF_PHOTO, "tray.photo setup.photo teach.photo teach.begin forms.import_sheets record.bring"),
    (MOST_OF_FORM, "forms.new_table forms.keep_sheet"),
    (MOST_OF_TAP, "answers.answer answers.settle answers.decide answers.dismiss answers.virtual answers.source"),
    (MOST_OF_TAP, "history.undo history.redo history.keep history.amend history.save joining.join entering.claim"),
)
SIZES: Mapping[str, int] = MappingProxyType({name: most for most, names in _SIZES for name in names.split()})
"""Flask's name of a door -> bytes of what is sent to it; two doors of files allow themselves more."""
FILES = frozenset({"tray.photo", "setup.photo", "teach.photo", "teach.begin", "forms.import_sheets", "record.bring"})
OWN_MOST = frozenset({"forms.import_sheets", "record.bring"})
"""Doors of files that allow themselves more: evenings and scenarios are larger than photographs."""


SENDERS = 4  # files that are taken in at once
SENDING = "lamplight.sending"


class TooManyUploadsError(LamplightError):
    """So many files are taken in already."""

    code = "BUSY"


def by_device() -> str:
    """Who is counted: the device, the address of one that was not let in. Each house counts for itself."""
    devices = visitor().devices
    return f"{boot()} {devices[0].id if devices else request.remote_addr}"


def by_address() -> str:
    """Of whoever comes in: who guesses has no key yet, or throws each away."""
    return f"{boot()} {request.remote_addr}"


_senders = threading.BoundedSemaphore(SENDERS)


def limit(app: Flask) -> None:
    """Give an app its limits; its doors are there already."""
    limiter = Limiter(by_device, app=app, strategy="moving-window", storage_uri=RequestTimes.URI)
    for name, rate in RATES.items():
        key = by_address if name in ("joining.join", "entering.claim") else by_device
        limited = limiter.limit(
            partial(rate_here, name) if name == "tray.photo" else rate,
            key_func=key,
            exempt_when=lambda: parts().trusts_this_machine,
        )
        view: Any = limited(app.view_functions[name])
        app.view_functions[name] = view
    app.before_request(not_too_much)
    app.teardown_request(_sent)


def rate_here(door: str) -> str:
    """How often this device may use a door of a table."""
    is_tablet = "table" in visitor().roles((request.view_args or {}).get("table", ""))
    return RATES[door] if is_tablet else PHOTO_OF_SEAT


def most_of(app: Flask | ServedApp, environ: Mapping[str, Any]) -> int:
    """Bytes that a request may bring, by its head: what its door takes of its device, 0 = nothing.

    The server's loop asks, for what is large alone. Whom the house cannot look up now is refused, and hears from the guards why.
    """
    one, asked = (app.app, app.meant(environ)) if isinstance(app, ServedApp) else (app, environ)
    with one.request_context({**asked, "wsgi.input": BytesIO()}):
        try:
            is_in = is_let_in()
        except (LamplightError, *DATABASE_ERRORS):
            return 0
        door = request.endpoint or ""
        return (MOST_LARGE if door in OWN_MOST else SIZES.get(door, MOST_OF_JSON)) if is_in else 0


def not_too_much() -> None:
    """What a door is sent has a most, and files come few at a time. Raises TooManyUploadsError."""
    door = request.endpoint or ""
    request.max_content_length = SIZES.get(door, MOST_OF_JSON)
    if door in FILES:
        if not _senders.acquire(blocking=False):
            raise TooManyUploadsError(_("Several files are taken in at this moment. Wait a little, and send it again."))
        request.environ[SENDING] = True


def _sent(_error: BaseException | None) -> None:
    if request.environ.pop(SENDING, False):
        _senders.release()
