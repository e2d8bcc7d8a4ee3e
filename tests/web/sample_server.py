"""A server of samples, to look at the page without a table: `python -m tests.web.sample_server 8123`, then /t/rolling."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from flask import Flask, Response, jsonify, render_template, request
from waitress import serve

import companion.web
from companion.web.app import POLICY
from companion.web.snapshot import Snapshot
from companion.wire.codec import to_json
from tests.web.samples import SAMPLES, SHELF

BEAT = b"event: beat\ndata: {}\n\n"


class SampleServer:
    """Answers the page's doors with samples, and keeps what the page said."""

    def __init__(self) -> None:
        self.said: list[tuple[str, object]] = []  # path, body
        self.refusal: tuple[int, str] | None = None  # status and sentence of the next answers
        self.faces: list[str] = []  # that any answer could have been; none: all of its kind
        self.port = 0
        folder = Path(companion.web.__file__).parent
        self.app = Flask("companion.web", root_path=str(folder))
        self._pages()
        self._doors()

    def _pages(self) -> None:
        self.app.add_url_rule("/", "shelf", lambda: render_template("index.html", table=""))
        self.app.add_url_rule("/t/<table>", "table", lambda table: render_template("index.html", table=table))
        self.app.add_url_rule("/join", "join", lambda: render_template("join.html"))
        self.app.after_request(_with_policy)

    def _doors(self) -> None:
        self.app.add_url_rule("/api/shelf", "api_shelf", lambda: jsonify(to_json(SHELF)))
        self.app.add_url_rule("/api/tables/<table>/stream", "stream", _stream)
        self.app.add_url_rule("/api/tables/<table>/invite", "invite", _invite)
        self.app.add_url_rule("/api/tables/<table>/possible/<int:seq>", "possible", self._possible)
        self.app.add_url_rule("/api/<path:path>", "post", self._hear, methods=["POST"])

    def _possible(self, table: str, seq: int) -> Response:  # noqa: ARG002  the place in its address
        return jsonify({"faces": self.faces})

    def _hear(self, path: str) -> tuple[Response, int]:
        body = request.get_json(silent=True)
        self.said.append((path, body))
        if self.refusal:
            status, sentence = self.refusal
            return jsonify({"code": "REFUSED", "sentence": sentence}), status
        dry = isinstance(body, dict) and body.get("dry")
        return jsonify(
            {"words": "Passed → Failed; 2 steps are gone through again."} if dry else {"table": "rolling"}
        ), 200


def _with_policy(response: Response) -> Response:
    response.headers["Content-Security-Policy"] = POLICY
    return response


def _stream(table: str) -> Response:
    """A silent one gives its picture once and is never heard again."""
    sample: Snapshot = replace(SAMPLES.get(table, SAMPLES["rolling"]), table=table)
    return Response(_events(sample), content_type="text/event-stream")


def _events(sample: Snapshot) -> Iterator[bytes]:
    """One snapshot; the page opens the stream again when it ends."""
    yield f"event: snapshot\nid: {sample.id}\ndata: {json.dumps(to_json(sample))}\n\n".encode()
    yield BEAT


def _invite(table: str) -> Response:
    square = '<svg width="29" height="29"><path fill="#f7efe0" d="M0 0h29v29h-29z"/><path stroke="#14161a" d="M2 2.5h7M2 8.500h7"/></svg>'
    return jsonify({"url": f"http://table.local/join#{table}", "svg": square, "seat": request.args["seat"]})


if __name__ == "__main__":
    serve(SampleServer().app, port=int(sys.argv[1]), threads=8)
