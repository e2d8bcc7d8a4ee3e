"""Deliver the page's files and responses: compressed, and cached by the browser under a versioned address."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from typing import Any

from flask import Blueprint, Flask, Response, abort, jsonify, request, stream_with_context

from companion.i18n import _
from companion.schema import TABLE
from companion.web.request import ANY_FILE, AS, EVENTS, declare, parts, watcher_here
from companion.web.static_files import files_of, load_static_files, sheets_of

YEAR = 365 * 24 * 3600  # s
LEAST_PACKED = 1000  # bytes of a response; one packet takes as much anyway
GZIP_LEVEL = 6  # gzip level: 40 kB take 1 ms
GZIP_WBITS = 31  # zlib's wbits: 32 kB of history, in a gzip frame
SCRIPT_TYPE = "text/javascript"
PACKED_TYPES = ("application/json", "text/html", "image/svg+xml")
ENTRIES = {
    "build": "setup/mount/page.js",
    "devices": "devices/page.js",
    "enter": "devices/enter-page.js",
    "fairness": "fairness/page.js",
    "house": "ops/health-page.js",
    "join": "devices/join.js",
    "kits": "kits/page.js",
    "mending": "ops/recovery-page.js",
    "new": "shelf/new-game-page.js",
    "readers": "readers/page.js",
    "record": "ops/archive-page.js",
    "setup": "setup/page.js",
    "shelf": "shelf/page.js",
    "staff": "staff/page.js",
    "table": "table/page.js",
    "tray": "setup/tray/page.js",
    "wall": "wall/page.js",
}
"""The module of each page, as app.js has it."""


def deliver(app: Flask) -> None:
    """Add the route of the page's files, the variables of its templates, and compressed responses."""
    load_static_files()  # before the first request

    @declare(sends=ANY_FILE)
    def file(version: str, name: str) -> Response:
        pack = load_static_files()
        packed_file = pack.files.get(name)
        if packed_file is None:
            abort(404, _("The page has no such file."))
        is_packed = packed_file.packed is not None and _takes_gzip()
        response = Response(packed_file.packed if is_packed else packed_file.plain, mimetype=packed_file.mime)
        if (
            packed_file.mime == SCRIPT_TYPE
        ):  # UTF-8 by definition; repeated in a hundred responses the charset takes 2 kB
            response.content_type = SCRIPT_TYPE
        response.headers["Vary"] = "Accept-Encoding"
        if is_packed:
            response.headers["Content-Encoding"] = "gzip"
        # an outdated page gets the current file, and must not cache it under the old address
        caching = f"max-age={YEAR}, immutable" if version == pack.version else "no-store"
        response.headers["Cache-Control"] = caching
        return response

    app.add_url_rule("/page/<version>/<path:name>", "page_file", file)
    app.after_request(_compress)
    app.context_processor(lambda: {**words(f"/page/{load_static_files().version}"), "styles": files_of})


def words(files: str) -> dict[str, Any]:
    """Return the variables of the templates: where the files are, which modules a page loads, and its style sheets."""
    return {
        "files": files,
        "modules": lambda page: load_static_files().modules("app.js", ENTRIES[page]),
        "styles": sheets_of,
    }


def encode_events(events: Generator[str, None, None]) -> Iterator[bytes]:
    """Compress events as one gzip stream, flushed after each: a snapshot costs only what changed since the previous one."""
    squeeze = zlib.compressobj(GZIP_LEVEL, zlib.DEFLATED, GZIP_WBITS)
    with closing(events):  # runs the generator's cleanup when the device hangs up
        for event in events:
            yield squeeze.compress(event.encode()) + squeeze.flush(zlib.Z_SYNC_FLUSH)


def stream_of(events: Generator[str, None, None]) -> Response:
    """Return a response of server-sent events that ends with the generator."""
    is_packed = _takes_gzip()
    sent = stream_with_context(encode_events(events) if is_packed else events)
    packing = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"} if is_packed else {}
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no", **packing}
    return Response(sent, content_type="text/event-stream", headers=headers)


def add_page_data(blueprint: Blueprint, topic: str, record: type, make: Callable[[], dict[str, Any]]) -> None:
    """Add the routes of a page's data below /api/`topic`: once, and as a stream.

    `topic` ends in a slash, so that it is not a valid table name at the broadcaster. `make` raises Refused where the page
    has no service.
    """

    @blueprint.get(f"/api/{topic}".removesuffix("/"))
    @declare(sends=record, query=AS)
    def once() -> Response:
        """Return all data once."""
        return jsonify(make())

    @blueprint.get(f"/api/{topic}stream")
    @declare(sends=EVENTS, query=AS)
    def stream() -> Response:
        """Stream all data at every change."""
        make()  # refuses before the stream begins
        hub, watcher = parts().broadcaster, watcher_here()
        hub.look_for_room(watcher)
        return stream_of(hub.events(topic, TABLE, make, watcher=watcher))

    @blueprint.get(f"/api/{topic}place")
    @declare(query=AS)
    def place() -> Response:
        """Return why a stream does not open: EventSource cannot read the error."""
        parts().broadcaster.look_for_room(watcher_here(comes_back=True))
        return jsonify({})


def _takes_gzip() -> bool:
    return request.accept_encodings["gzip"] > 0


def _compress(response: Response) -> Response:
    is_worth = (
        response.mimetype in PACKED_TYPES and not response.is_streamed and "Content-Encoding" not in response.headers
    )
    if is_worth and (response.content_length or 0) >= LEAST_PACKED and _takes_gzip():
        response.set_data(gzip.compress(response.get_data(), GZIP_LEVEL))
        response.headers["Content-Encoding"] = "gzip"
        response.headers["Vary"] = "Accept-Encoding"
    return response
