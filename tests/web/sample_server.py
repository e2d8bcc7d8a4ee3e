"""A server of samples, to look at the page without a table: `python -m tests.web.sample_server 8123`, then /t/rolling."""

from __future__ import annotations

import json
import mimetypes
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from flask import Flask, Response, jsonify, render_template, request
from waitress import serve

import companion.web
from companion import games
from companion.engine import Rulebook
from companion.engine.rulebook import load_rulebook
from companion.i18n.languages import ENGLISH, Languages
from companion.presentation.responses import AmendableAnswer, AmendmentPreview, LogPage
from companion.schema import Option, to_json
from companion.web.delivery import words
from companion.web.request.guards import CONTENT_POLICY
from companion.web.request.language import COOKIE
from companion.web.static_files import game_files
from tests.web.samples import EVENING, LOG, SAMPLES, SHELF, THEN

LANGUAGES = Languages()
CHANGE = AmendmentPreview(
    gone=("Ann: 2 successes, 2 needed: passed.",), come=("Ann: 1 success, 2 needed: failed.",),
    verdict=("passed", "failed"), replayed=2, dropped=("Ben: roll 1 die, will",), kept=1,
    asks="Ben: choose what to do", later=3, newest=12,
    words="Ann: 2 successes, 2 needed: passed. → Ann: 1 success, 2 needed: failed.",
)  # fmt: skip
BEAT = b"event: beat\ndata: {}\n\n"
OLDER = "boot-0"  # than each sample


class SampleServer:
    """Answers the page's doors with samples, and keeps what the page said."""

    def __init__(self) -> None:
        self.said: list[tuple[str, object]] = []  # path, body
        self.refusal: tuple[int, str] | None = None  # status and sentence of the next answers
        self.faces: list[str] = []  # possible faces of any answer; empty: all of its kind
        self.tells_again = False  # the same as something new, to each stream that a page opens once more
        self._due: set[str] = set()  # tables with a page opened and no snapshot sent yet
        self.port = 0
        folder = Path(companion.web.__file__).parent
        self.app = Flask("companion.web", root_path=str(folder))
        self._pages()
        self._doors()

    def _pages(self) -> None:
        self.app.add_url_rule("/", "shelf", lambda: render_template("index.html", table=""))
        self.app.add_url_rule("/t/<table>", "table", lambda table: self._opened("index", table))
        self.app.add_url_rule("/join", "join", lambda: render_template("join.html"))
        self.app.add_url_rule("/t/<table>/wall", "wall", lambda table: self._opened("wall", table))
        self.app.add_url_rule("/t/<table>/tray", "tray", lambda table: self._opened("tray", table))
        for name, content in game_files().items():
            mime = mimetypes.guess_type(name)[0]
            self.app.add_url_rule(f"/static/{name}", name.replace(".", "_"), partial(Response, content, mimetype=mime))
        self.app.after_request(_with_policy)
        self.app.context_processor(lambda: words("/static"))  # unpacked: what is edited is seen at once
        self.app.context_processor(_of_language)

    def _doors(self) -> None:
        self.app.add_url_rule("/words/<language>.json", "words", _words)
        self.app.add_url_rule("/api/shelf", "api_shelf", lambda: jsonify(_spoken(SHELF)))
        self.app.add_url_rule("/api/tables/<table>/stream", "stream", self._stream)
        self.app.add_url_rule("/api/tables/<table>/invite", "invite", _invite, methods=["POST"])
        self.app.add_url_rule("/api/tables/<table>/possible/<int:seq>", "possible", self._possible)
        here = "/api/tables/<table>"
        self.app.add_url_rule(f"{here}/past", "past", lambda table: jsonify(_spoken(replace(THEN, table=table))))
        self.app.add_url_rule(f"{here}/steps", "steps", lambda table: jsonify(_spoken(EVENING)))
        self.app.add_url_rule(f"{here}/log", "log", lambda table: jsonify(_spoken(LogPage((), False))))
        self.app.add_url_rule("/api/rules/<game>", "rules", _rules)
        self.app.add_url_rule("/api/<path:path>", "post", self._hear, methods=["POST"])

    def _opened(self, page: str, table: str) -> str:
        self._due.add(table)
        return render_template(f"{page}.html", table=table)

    def _stream(self, table: str) -> Response:
        """Ends after its picture, and the page opens another in some seconds: that one's is older than what a test has shown it by then."""
        is_first, sample = table in self._due or self.tells_again, SAMPLES.get(table, SAMPLES["rolling"])
        self._due.discard(table)
        sample = replace(sample, table=table, id=sample.id if is_first else OLDER)
        return Response(_events(sample.id, _spoken(sample)), content_type="text/event-stream")

    def _possible(self, table: str, seq: int) -> Response:  # noqa: ARG002  the place in its address
        line = next((one for one in LOG if one.amend == seq), LOG[3])
        likely = tuple((("investigation", 0.21),) for _ in line.values) if line.object else ()
        options = () if line.object else (Option("test", "Test a skill"), Option("move", "Move"))
        kind = "roll" if line.object else "choose"
        faces = tuple(self.faces)
        return jsonify(
            _spoken(AmendableAnswer(seq, line.text, kind, line.object, line.values, faces, options, 1, 1, likely))
        )

    def _hear(self, path: str) -> tuple[Response, int]:
        body = request.get_json(silent=True)
        self.said.append((path, body))
        if self.refusal:
            status, sentence = self.refusal
            return jsonify({"code": "REFUSED", "sentence": sentence}), status
        dry = isinstance(body, dict) and body.get("dry")
        return jsonify(_spoken(CHANGE) if dry else {"table": "rolling"}), 200


def _language() -> str:
    """Return the language of the asking device."""
    return request.cookies.get(COOKIE, ENGLISH)


def _of_language() -> dict[str, str]:
    there = {one.id: {"name": one.name, "finished": one.is_finished} for one in LANGUAGES.there()}
    where = "" if _language() == ENGLISH else f"/words/{_language()}.json"
    return {"language": _language(), "words": where, "languages": json.dumps(there)}


def _words(language: str) -> Response:
    page = LANGUAGES.page(language)
    return Response(page or "{}", mimetype="application/json")


def _spoken(record: object) -> Any:
    """A record in the language of the device that asks."""
    return spoken(record, _language(), getattr(record, "game", ""))


def spoken(record: object, language: str, game: str = "") -> Any:
    """A record in a language, as it is spoken in a game; the people of the samples keep their names."""
    return to_json(record, LANGUAGES.say(language, game))


def _with_policy(response: Response) -> Response:
    response.headers["Content-Security-Policy"] = CONTENT_POLICY
    return response


def _rules(game: str) -> Response:
    """The book of the game that a sample is of; a made-up one has none."""
    path = games.find(game).book if game in games.names() else None
    return jsonify(spoken(load_rulebook(path) if path else Rulebook(()), _language(), game))


def _events(name: str, sample: Any) -> Iterator[bytes]:
    """One snapshot; the page opens the stream again when it ends."""
    yield f"event: snapshot\nid: {name}\ndata: {json.dumps(sample)}\n\n".encode()
    yield BEAT


def _invite(table: str) -> Response:
    square = '<svg width="29" height="29"><path fill="#f7efe0" d="M0 0h29v29h-29z"/><path stroke="#14161a" d="M2 2.5h7M2 8.500h7"/></svg>'
    other = {"url": f"http://192.0.2.7/join#{table}", "svg": square}
    seat = request.get_json()["seat"]
    return jsonify({"url": f"http://table.local/join#{table}", "svg": square, "seat": seat, "other": other})


if __name__ == "__main__":
    serve(SampleServer().app, port=int(sys.argv[1]), threads=8)
