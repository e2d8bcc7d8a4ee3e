"""Parse the body of a request: a record, a photograph, an upload.

Temporary files are closed with the request, even if the upload breaks off in the middle of a file.
"""

from __future__ import annotations

import json
from typing import IO, TypeVar

from flask import Flask, Request, current_app, request
from werkzeug.datastructures import FileStorage

from companion.errors import CodecError
from companion.i18n import _
from companion.schema import from_json, no_number
from companion.web.request.route_models import model_of

T = TypeVar("T")


class UploadRequest(Request):
    """Tracks temporary files. Werkzeug closes complete ones, and leaves an incomplete one to the garbage collector."""

    @property
    def opened(self) -> list[IO[bytes]]:
        files: list[IO[bytes]] = self.environ.setdefault("lamplight.opened", [])
        return files

    def _get_file_stream(
        self,
        total_content_length: int | None,
        content_type: str | None,
        filename: str | None = None,
        content_length: int | None = None,
    ) -> IO[bytes]:
        stream = super()._get_file_stream(total_content_length, content_type, filename, content_length)
        self.opened.append(stream)
        return stream


def close_uploads(app: Flask) -> None:
    """Close the temporary files after each request."""
    app.request_class = UploadRequest
    app.teardown_request(_close)


def _close(_error: BaseException | None) -> None:
    for stream in request.environ.pop("lamplight.opened", ()):
        stream.close()


def body(cls: type[T]) -> T:
    """Return the JSON body as a record. Raises CodecError with the wrong field, TypeError where the route declares another record."""
    if request.endpoint is None or model_of(current_app.view_functions[request.endpoint]).body is not cls:
        raise TypeError(f"{request.endpoint} does not declare {cls.__name__}")
    try:
        data = json.loads(request.get_data(), parse_constant=no_number)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise CodecError(_("The request has no JSON object."))
    return from_json(cls, data)


def uploaded_file(field: str) -> FileStorage:
    """Return an uploaded file. Raises CodecError."""
    upload = request.files.get(field)
    if upload is None:
        raise CodecError(_("No file came. Choose one and send it again."))
    return upload


def photograph() -> bytes:
    """Return the uploaded photograph. Raises CodecError."""
    upload = request.files.get("photo")
    if upload is None:
        raise CodecError(_("No photograph came. Choose one and send it again."))
    content: bytes = upload.read()
    return content
