"""How often a device may do something, how much it may send, and how many may send at once.

Play is never slowed down: a family that hammers on its phones stays far below. What is counted is counted by device, and by
address where no device was let in yet.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from flask import Flask, current_app, request
from flask_limiter import Limiter

from companion.errors import LamplightError
from companion.web.visit import parts, visitor

MOST_OF_PHOTO = 16 * 1024 * 1024  # bytes; a photograph of a phone is 3 to 8 MB
MOST_OF_JSON = 64 * 1024
MOST_OF_TAP = 16 * 1024
MOST_OF_FORM = 2 * 1024 * 1024  # what a form may hold; its doors count more closely, and say why
SENDERS = 4  # files that are taken in at once

TAP = "40 per 2 second"
_RATES: tuple[tuple[str, str], ...] = (
    ("20 per minute", "joining.join entering.claim"),
    ("30 per minute", "joining.invite entering.invite entering.send_away entering.send_all_away entering.call"),
    ("12 per minute", "forms.import_sheets record.bring record.keep teach.begin"),
    ("30 per minute", "tray.photo setup.photo teach.photo setup.markers fairness.of_house fairness.sheet_of_house"),
    ("60 per minute", "forms.new_table forms.keep_sheet forms.drop_sheet teach.names teach.export fairness.of_table"),
    (TAP, "answers.answer answers.settle answers.decide answers.dismiss answers.virtual answers.source"),
    (TAP, "history.undo history.redo history.keep history.amend history.save history.forget"),
    (TAP, "history.past history.possible history.log"),
)
RATES: Mapping[str, str] = MappingProxyType({name: rate for rate, names in _RATES for name in names.split()})
"""Flask's name of a door -> how often one device may use it."""
_SIZES: tuple[tuple[int, str], ...] = (
    (MOST_OF_PHOTO, "tray.photo setup.photo teach.photo teach.begin forms.import_sheets record.bring"),
    (MOST_OF_FORM, "forms.new_table forms.keep_sheet"),
    (MOST_OF_TAP, "answers.answer answers.settle answers.decide answers.dismiss answers.virtual answers.source"),
    (MOST_OF_TAP, "history.undo history.redo history.keep history.amend history.save joining.join entering.claim"),
)
SIZES: Mapping[str, int] = MappingProxyType({name: most for most, names in _SIZES for name in names.split()})
"""Flask's name of a door -> bytes of what is sent to it; two doors of files allow themselves more."""
FILES = frozenset({"tray.photo", "setup.photo", "teach.photo", "teach.begin", "forms.import_sheets", "record.bring"})
SENDING = "lamplight.sending"


class Busy(LamplightError):
    """So many files are taken in already."""


def by_device() -> str:
    """Who is counted: the device, the address of one that was not let in. Each house counts for itself."""
    devices = visitor().devices
    return f"{current_app.config['BOOT']} {devices[0].id if devices else request.remote_addr}"


def by_address() -> str:
    """Of whoever comes in: who guesses has no key yet, or throws each away."""
    return f"{current_app.config['BOOT']} {request.remote_addr}"


_senders = threading.BoundedSemaphore(SENDERS)


def limit(app: Flask) -> None:
    """Give an app its limits; its doors are there already."""
    limiter = Limiter(by_device, app=app, strategy="moving-window", storage_uri="memory://")
    for name, rate in RATES.items():
        key = by_address if name in ("joining.join", "entering.claim") else by_device
        limited = limiter.limit(rate, key_func=key, exempt_when=lambda: parts().at_home)
        view: Any = limited(app.view_functions[name])
        app.view_functions[name] = view
    app.before_request(not_too_much)
    app.teardown_request(_sent)


def not_too_much() -> None:
    """What a door is sent has a most, and files come few at a time. Raises Busy."""
    door = request.endpoint or ""
    request.max_content_length = SIZES.get(door, MOST_OF_JSON)
    if door in FILES:
        if not _senders.acquire(blocking=False):
            raise Busy("Several files are taken in at this moment. Wait a little, and send it again.")
        request.environ[SENDING] = True


def _sent(_error: BaseException | None) -> None:
    if request.environ.pop(SENDING, False):
        _senders.release()
