"""What a request's files lie in while they come: closed with the request, also where what comes breaks off in their midst."""

from __future__ import annotations

from typing import IO

from flask import Flask, Request, request


class UploadRequest(Request):
    """Werkzeug closes the files that came whole, and leaves one that did not to whoever collects the garbage."""

    @property
    def opened(self) -> list[IO[bytes]]:
        """All that were begun."""
        found: list[IO[bytes]] = self.environ.setdefault("lamplight.opened", [])
        return found

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
    """After each request of an app."""
    app.request_class = UploadRequest
    app.teardown_request(_close)


def _close(_error: BaseException | None) -> None:
    for stream in request.environ.pop("lamplight.opened", ()):
        stream.close()
