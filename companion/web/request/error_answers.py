"""Answer an error with an HTTP status and a sentence that names the remedy.

Errors of the database bring their own sentences, see `sessions.store.database`.
"""

from __future__ import annotations

import errno
import logging

from flask import Flask, Response, request
from flask_limiter import RateLimitExceeded
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from companion.errors import CodecError, LamplightError, StoreError
from companion.i18n import Text, _
from companion.schema import Refused
from companion.sessions import AlreadyClaimedError, InvitationError, RuleError, UnknownTableError
from companion.web.request.guards import NOTHING_THERE, error_response, refusal_response
from companion.web.request.limits import TooManyUploadsError
from companion.web.sse import TooManyStreamsError

logger = logging.getLogger(__name__)

STATUS_BY_ERROR: tuple[tuple[type[LamplightError], int], ...] = (
    (UnknownTableError, 404),
    (InvitationError, 403),
    (AlreadyClaimedError, 403),
    (CodecError, 400),
    (RuleError, 500),
    (TooManyStreamsError, 503),
    (StoreError, 503),
    (TooManyUploadsError, 503),
)
ANSWERED_EARLIER = frozenset({"NOT_OPEN", "MEANWHILE"})  # codes of Refused: another answer came first
RETRY_UNAVAILABLE, RETRY_DISK = 5, 30  # s until a client tries again

DISK_FULL = _("The disk is full: free some space, then do it again. Nothing was changed.")
READ_ONLY = _(
    "The disk may not be written: make it and its folders writable again, then do it once more. Nothing was changed."
)
DISK_FAILS = _("The disk fails: look whether it is broken or pulled out. Nothing was changed.")
SENTENCE_BY_ERRNO = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), DISK_FULL),
    **dict.fromkeys((errno.EROFS, errno.EACCES, errno.EPERM), READ_ONLY),
    **dict.fromkeys((errno.EIO, errno.ENODEV, errno.ENXIO), DISK_FAILS),
}

SENTENCE_BY_STATUS = {404: NOTHING_THERE, 405: _("This address takes no such request.")}
NOT_UNDERSTOOD = _("This request was not understood. Load the page again.")
FAULT = _("Something went wrong in Lamplight itself. Do it again; its log says more.")


def answer_errors(app: Flask) -> None:
    """Install handlers that answer each error with a sentence and a fitting status."""
    app.register_error_handler(LamplightError, _answer_own_error)
    app.register_error_handler(RequestEntityTooLarge, _answer_too_large)
    app.register_error_handler(RateLimitExceeded, _answer_too_often)
    app.register_error_handler(OSError, _answer_disk_error)
    app.register_error_handler(
        HTTPException, lambda error: refusal_response(error.code or 500, "HTTP", sentence_of_http(error))
    )


def _answer_own_error(error: LamplightError) -> tuple[Response, int]:
    if isinstance(error, Refused):
        return refusal_response(409 if error.code in ANSWERED_EARLIER else 422, error.code, error.sentence, error.rule)
    status = next((status for kind, status in STATUS_BY_ERROR if isinstance(error, kind)), 422)
    response, status = error_response(status, error)
    if status == 503:
        response.headers["Retry-After"] = str(RETRY_UNAVAILABLE)
    return response, status


def _answer_too_large(_error: RequestEntityTooLarge) -> tuple[Response, int]:
    most = request.max_content_length or 0
    if most >> 20:
        sentence = _("That is more than {n} MB. Take a smaller photograph or file.", n=most >> 20)
    else:
        sentence = _("That is more than {n} kB. Take a smaller photograph or file.", n=most >> 10)
    return refusal_response(413, "TOO_LARGE", sentence)


def _answer_too_often(error: RateLimitExceeded) -> tuple[Response, int]:
    wait = error.limit.limit.get_expiry()
    response, status = refusal_response(
        429, "TOO_OFTEN", _("That was too often. Wait {wait} s, and try again.", wait=wait)
    )
    response.headers["Retry-After"] = str(wait)
    return response, status


def _answer_disk_error(error: OSError) -> tuple[Response, int]:
    """Report a failed write; raise any other error again. Files are written atomically, so no half of one remains."""
    sentence = SENTENCE_BY_ERRNO.get(error.errno or 0)
    if sentence is None:
        raise error
    logger.warning("%s %s: %s", request.method, request.path, error)
    response, status = refusal_response(507, "DISK", sentence)
    response.headers["Retry-After"] = str(RETRY_DISK)
    return response, status


def sentence_of_http(error: HTTPException) -> Text:
    """Return the translated sentence passed to `abort`, else one for the status. Werkzeug's own are English only."""
    description: object = error.description  # `abort` accepts any object
    if isinstance(description, Text):
        return description
    status = error.code or 500
    return SENTENCE_BY_STATUS.get(status) or (FAULT if status >= 500 else NOT_UNDERSTOOD)
