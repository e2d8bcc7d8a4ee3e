"""The page's files as they travel, the doors through which they come, and their generated types."""

from __future__ import annotations

import gzip
import json
import re
import zlib
from typing import Any

import pytest

from companion.web.static_files import load_static_files, without_comments
from tests.web import types_of
from tests.web.rig import Rig

GZIP = {"Accept-Encoding": "gzip"}


@pytest.mark.parametrize(
    ("source", "sent"),
    [
        ("// why\nconst a = 1;\n", "\nconst a = 1;\n"),
        ("/** @type {string} */\nlet a;\n", "\nlet a;\n"),
        ("/**\n * Two lines.\n */\nlet a;\n", "\n\n\nlet a;\n"),
        ("const a = /** @type {Map<string, number>} */ (b);\n", "const a =(b);\n"),
        ('<input accept="image/*" capture="x" />\n', '<input accept="image/*" capture="x" />\n'),
        ("const url = `http://${host}`; // a name\n", "const url = `http://${host}`;\n"),
        ("say(`a; // b`);\n", "say(`a; // b`);\n"),
        ('a = ""; // "quoted"\n', 'a = ""; // "quoted"\n'),
    ],
    ids=["line", "block", "lines", "cast", "no comment", "behind code", "in a text", "with quotes"],
)
def test_comments_stay_at_home_and_every_line_keeps_its_number(source: str, sent: str) -> None:
    assert without_comments(source) == sent


@pytest.mark.slow
def test_versioned_file_is_compressed_and_cached(rig: Rig) -> None:
    client, version = rig.page().client, load_static_files().version
    answer = client.get(f"/page/{version}/table/table.js", headers=GZIP)
    assert answer.headers["Content-Encoding"] == "gzip"
    assert "immutable" in answer.headers["Cache-Control"]
    assert gzip.decompress(answer.data) == load_static_files().files["table/table.js"].plain
    assert client.get(f"/page/{version}/table/table.js").data == load_static_files().files["table/table.js"].plain

    older = client.get("/page/older/table/table.js")
    assert (older.status_code, older.headers["Cache-Control"]) == (200, "no-store")
    for name in ("../app.py", "types.d.ts", "README.md", "none.js"):
        assert client.get(f"/page/{version}/{name}").status_code == 404, name


def test_the_types_of_the_page_are_those_of_the_dataclasses() -> None:
    renewed = types_of.rendered()
    assert types_of.FILE.read_text(encoding="utf-8") == renewed, "renew them: python -m tests.web.types_of"


PAGES = (
    "/", "/t/t1", "/t/t1/wall", "/wall", "/t/t1/tray", "/join", "/kits", "/readers", "/record", "/new/toy"
)  # fmt: skip


@pytest.mark.slow
def test_every_page_asks_for_files_that_there_are(rig: Rig) -> None:
    client = rig.page().client
    for path in PAGES:
        text = client.get(path).text
        named = re.findall(r'(?:href|src)="(/page/[^"]+)"', text)
        assert len(named) > 10
        assert [name for name in named if client.get(name).status_code != 200] == [], path


@pytest.mark.slow
def test_only_long_responses_are_compressed(rig: Rig) -> None:
    client = rig.page().client
    long = client.get("/api/tables/t1/snapshot", headers=GZIP)
    assert json.loads(gzip.decompress(long.data))["table"] == "t1"
    assert "Content-Encoding" not in client.get("/api/lit", headers=GZIP).headers


def test_compressed_stream_flushes_every_event(rig: Rig) -> None:
    answer = rig.page().client.get("/api/tables/t1/stream", headers=GZIP)
    chunks, unpack = iter(answer.response), zlib.decompressobj(31)

    def event() -> Any:
        text = unpack.decompress(next(chunks)).decode()
        return json.loads(next(line for line in text.splitlines() if line.startswith("data: "))[6:])

    assert event()["table"] == "t1"
    rig.page().tap("coins")
    assert event()["asked"][0]["prompt"]["kind"] == "roll"
    answer.close()
