"""Turn errors into a sentence with the remedy, and a status. Errors of the database bring their own, see `sessions.store.database`."""

from __future__ import annotations

import errno
import logging

from flask import Flask, Response, request
from flask_limiter import RateLimitExceeded
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from companion.errors import CodecError, LamplightError, StoreError
from companion.i18n import NOTHING, Text, _
from companion.schema import Refused
from companion.sessions import AlreadyClaimedError, InvitationError, RuleError, UnknownTableError
from companion.web.request.guards import NOTHING_THERE, error_response, refusal_response
from companion.web.request.limits import TooManyUploadsError
from companion.web.sse import TooManyStreamsError

logger = logging.getLogger(__name__)

STATUS: tuple[tuple[type[Exception], int], ...] = (
    (UnknownTableError, 404),
    (InvitationError, 403),
    (AlreadyClaimedError, 403),
    (CodecError, 400),
    (RuleError, 500),
    (TooManyStreamsError, 503),
    (StoreError, 503),
    (TooManyUploadsError, 503),
)
LATE = frozenset({"NOT_OPEN", "MEANWHILE"})  # another answer came first
FULL = _("The disk is full: free some space, then do it again. Nothing was changed.")
READ_ONLY = _(
    "The disk may not be written: make it and its folders writable again, then do it once more. Nothing was changed."
)
FAILS = _("The disk fails: look whether it is broken or pulled out. Nothing was changed.")
UNSAID = {404: NOTHING_THERE, 405: _("This address takes no such request.")}
"""Sentences for a status that came without one of ours."""
NOT_UNDERSTOOD = _("This request was not understood. Load the page again.")
FAULT = _("Something went wrong in Lamplight itself. Do it again; its log says more.")
SENTENCES = {
    errno.ENOSPC: FULL,
    errno.EDQUOT: FULL,
    errno.EFBIG: FULL,
    errno.EROFS: READ_ONLY,
    errno.EACCES: READ_ONLY,
    errno.EPERM: READ_ONLY,
    errno.EIO: FAILS,
    errno.ENODEV: FAILS,
    errno.ENXIO: FAILS,
}


def sentence(error: OSError) -> Text:
    """Return the sentence for an error of the disk, `NOTHING` for another.

    >>> bool(sentence(ConnectionResetError()))
    False
    """
    return SENTENCES.get(error.errno or 0, NOTHING)


def sentence_of_http(error: HTTPException) -> Text:
    """Return our own sentence if the error has one; Werkzeug's are English."""
    said: object = error.description  # `abort` accepts any object
    if isinstance(said, Text):
        return said
    status = error.code or 500
    return UNSAID.get(status) or (FAULT if status >= 500 else NOT_UNDERSTOOD)


def _too_large(most: int) -> Text:
    if most >> 20:
        return _("That is more than {n} MB. Take a smaller photograph or file.", n=most >> 20)
    return _("That is more than {n} kB. Take a smaller photograph or file.", n=most >> 10)


def answer_errors(app: Flask) -> None:
    """Install handlers that answer each error with a sentence and a fitting status."""

    @app.errorhandler(LamplightError)
    def ours(error: LamplightError) -> tuple[Response, int]:
        if isinstance(error, Refused):
            return refusal_response(409 if error.code in LATE else 422, error.code, error.sentence, error.rule)
        status = next((status for kind, status in STATUS if isinstance(error, kind)), 422)
        response, status = error_response(status, error)
        if status == 503:
            response.headers["Retry-After"] = "5"
        return response, status

    @app.errorhandler(RequestEntityTooLarge)
    def too_large(_error: RequestEntityTooLarge) -> tuple[Response, int]:
        most = request.max_content_length or 0
        return refusal_response(413, "TOO_LARGE", _too_large(most))

    @app.errorhandler(RateLimitExceeded)
    def too_often(error: RateLimitExceeded) -> tuple[Response, int]:
        wait = error.limit.limit.get_expiry()
        response, status = refusal_response(
            429, "TOO_OFTEN", _("That was too often. Wait {wait} s, and try again.", wait=wait)
        )
        response.headers["Retry-After"] = str(wait)
        return response, status

    @app.errorhandler(OSError)
    def disk(error: OSError) -> tuple[Response, int]:
        """Report a failed write. Files are written atomically, so no half of one remains."""
        said = sentence(error)
        if not said:
            raise error
        logger.warning("%s %s: %s", request.method, request.path, error)
        response, status = refusal_response(507, "DISK", said)
        response.headers["Retry-After"] = "30"
        return response, status

    @app.errorhandler(HTTPException)
    def http(error: HTTPException) -> tuple[Response, int]:
        return refusal_response(error.code or 500, "HTTP", sentence_of_http(error))
