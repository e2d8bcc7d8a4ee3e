"""Limit how often a device uses a route, how much it sends there, and how many uploads run at once."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Mapping
from io import BytesIO
from time import monotonic
from types import MappingProxyType
from typing import Any, ClassVar

from flask import Flask, request
from flask_limiter import Limiter
from limits.storage import MemoryStorage

from companion.errors import LamplightError
from companion.i18n import _
from companion.sessions import DATABASE_ERRORS
from companion.web.connection_limits import MOST_LARGE
from companion.web.request.app_dispatch import SERVED_APP_KEY, ServedApp, boot, parts
from companion.web.request.context import is_let_in, visitor

PRUNE_EVERY = 1000  # requests


class RequestTimes(MemoryStorage):
    """Storage of Flask-Limiter, in memory. Thread-safe.

    The library's own storage starts a thread after nearly every request, which looks at every device. Two concurrent requests may start
    the same thread twice, and the second attempt raises.
    """

    STORAGE_SCHEME = ["request-times"]  # noqa: RUF012 - as the library has it
    URI: ClassVar[str] = "request-times://"

    def __init__(self, uri: str | None = None, **options: Any) -> None:
        super().__init__(uri, **options)
        self._lock, self._requests = threading.Lock(), 0
        # by device and route: window in s, and times of a monotonic clock in s
        self._times: dict[str, tuple[int, deque[float]]] = {}

    def acquire_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        """Count a request if fewer than `limit` were counted in the last `expiry` s."""
        now = monotonic()
        with self._lock:
            self._requests += 1
            if self._requests % PRUNE_EVERY == 0:
                self._prune(now)
            _, times = self._times.setdefault(key, (expiry, deque()))
            _drop_old(times, now - expiry)
            if len(times) + amount > limit:
                return False
            times.extend([now] * amount)
            return True

    def get_moving_window(self, key: str, limit: int, expiry: int) -> tuple[float, int]:  # noqa: ARG002 - the library asks so
        """Return the beginning of the window (s, Unix), and how many requests it contains."""
        now = monotonic()
        with self._lock:
            _, times = self._times.get(key, (expiry, deque[float]()))
            _drop_old(times, now - expiry)
            return time.time() - (now - times[0] if times else 0.0), len(times)

    def clear(self, key: str) -> None:
        with self._lock:
            self._times.pop(key, None)

    def reset(self) -> int:
        """Forget all keys; return how many there were."""
        with self._lock:
            known, self._times = len(self._times), {}
            return known

    def _prune(self, now: float) -> None:
        self._times = {
            key: (span, times) for key, (span, times) in self._times.items() if times and times[-1] > now - span
        }


def _drop_old(times: deque[float], until: float) -> None:
    while times and times[0] <= until:
        times.popleft()


MOST_OF_PHOTO = 16 * 1024 * 1024  # bytes; a photograph of a phone has 3 to 8 MB
MOST_OF_JSON = 64 * 1024
MOST_OF_TAP = 16 * 1024
MOST_OF_FORM = 2 * 1024 * 1024  # bytes; its routes check more precisely and explain it

TAP_RATE = "40 per 2 second"
_RATES: tuple[tuple[str, str], ...] = (
    ("20 per minute", "joining.join entering.claim"),
    ("30 per minute", "joining.invite entering.invite entering.send_away entering.send_all_away entering.call"),
    ("12 per minute", "forms.import_sheets record.bring record.keep teach.begin"),
    ("12 per minute", "tray.photo setup.photo teach.photo"),  # each keeps the camera's process busy for a second or two
    ("30 per minute", "setup.markers fairness.of_house fairness.sheet_of_house"),
    ("60 per minute", "forms.new_table forms.keep_sheet forms.drop_sheet teach.names teach.export fairness.of_table"),
    (TAP_RATE, "answers.answer answers.settle answers.decide answers.dismiss answers.virtual answers.source"),
    (TAP_RATE, "history.undo history.redo history.keep history.amend history.save history.forget"),
    (TAP_RATE, "history.past history.possible history.log"),
)
RATES: Mapping[str, str] = MappingProxyType({name: rate for rate, names in _RATES for name in names.split()})
"""Rate limit of a device by Flask endpoint."""
PHOTO_OF_SEAT = "4 per minute"
"""Rate of photographs from a device that is not a tablet: it throws for itself alone."""
_SIZES: tuple[tuple[int, str], ...] = (
    (MOST_OF_PHOTO, "tray.photo setup.photo teach.photo teach.begin forms.import_sheets record.bring"),
    (MOST_OF_FORM, "forms.new_table forms.keep_sheet"),
    (MOST_OF_TAP, "answers.answer answers.settle answers.decide answers.dismiss answers.virtual answers.source"),
    (MOST_OF_TAP, "history.undo history.redo history.keep history.amend history.save joining.join entering.claim"),
)
SIZES: Mapping[str, int] = MappingProxyType({name: most for most, names in _SIZES for name in names.split()})
"""Bytes of a body by Flask endpoint; two upload routes allow themselves more."""
UPLOAD_ENDPOINTS = frozenset(
    {"tray.photo", "setup.photo", "teach.photo", "teach.begin", "forms.import_sheets", "record.bring"}
)
OWN_LIMIT_ENDPOINTS = frozenset({"forms.import_sheets", "record.bring"})
"""Upload routes that allow themselves more: archived tables and scenarios are larger than photographs."""


MOST_SENDERS = 4  # concurrent uploads
SENDER_KEY = "lamplight.sending"


class TooManyUploadsError(LamplightError):
    """Too many uploads are running."""

    code = "BUSY"


def by_device() -> str:
    """Return the rate limit's key: the device, or the address of one that was not let in. Each installation counts separately."""
    devices = visitor().devices
    return f"{boot()} {devices[0].id if devices else request.remote_addr}"


def by_address() -> str:
    """Return the address as the key of a login: an attacker has no device yet, or discards each."""
    return f"{boot()} {request.remote_addr}"


_senders = threading.BoundedSemaphore(MOST_SENDERS)


def limit(app: Flask) -> None:
    """Install the limits, after all routes."""
    limiter = Limiter(by_device, app=app, strategy="moving-window", storage_uri=RequestTimes.URI)
    for name, rate in RATES.items():
        limited = limiter.limit(
            rate_of_photographs if name == "tray.photo" else rate,
            key_func=by_address if name in ("joining.join", "entering.claim") else by_device,
            exempt_when=lambda: parts().trusts_this_machine,
        )
        view: Any = limited(app.view_functions[name])
        app.view_functions[name] = view
    app.before_request(check_upload)
    app.teardown_request(_forget_sender)


def rate_of_photographs() -> str:
    """Return the rate limit of this device's photographs at a table."""
    is_tablet = "table" in visitor().roles((request.view_args or {}).get("table", ""))
    return RATES["tray.photo"] if is_tablet else PHOTO_OF_SEAT


def most_of(app: Flask | ServedApp, environ: Mapping[str, Any]) -> int:
    """Return how many bytes the body of a request may have, by its head; 0 = none.

    The server's loop calls this for large bodies. If the store fails, the request is refused and the guards explain it.
    """
    flask_app, environ_of_app = (
        (app.app, {**environ, SERVED_APP_KEY: app}) if isinstance(app, ServedApp) else (app, environ)
    )
    with flask_app.request_context({**environ_of_app, "wsgi.input": BytesIO()}):
        try:
            is_in = is_let_in()
        except (LamplightError, *DATABASE_ERRORS):
            return 0
        door = request.endpoint or ""
        return (MOST_LARGE if door in OWN_LIMIT_ENDPOINTS else SIZES.get(door, MOST_OF_JSON)) if is_in else 0


def check_upload() -> None:
    """Limit the size of the body and the number of concurrent uploads. Raises TooManyUploadsError."""
    door = request.endpoint or ""
    request.max_content_length = SIZES.get(door, MOST_OF_JSON)
    if door in UPLOAD_ENDPOINTS:
        if not _senders.acquire(blocking=False):
            raise TooManyUploadsError(_("Several files are taken in at this moment. Wait a little, and send it again."))
        request.environ[SENDER_KEY] = True


def _forget_sender(_error: BaseException | None) -> None:
    if request.environ.pop(SENDER_KEY, False):
        _senders.release()
