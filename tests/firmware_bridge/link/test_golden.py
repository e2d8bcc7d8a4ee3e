"""Golden bytes of the protocol. test_core.py checks the C of the boards against the same.

A changed line is a new version of the link, or a bug. `encode_frame` makes the line of a new message.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.link import messages as m
from firmware_bridge.link.framing import LinkFrame, LinkFramer, encode_frame

GOLDEN = Path(__file__).with_name("golden.json")
ROWS: list[dict[str, Any]] = json.loads(GOLDEN.read_text(encoding="utf-8"))["frames"]
DAMAGED: list[dict[str, str]] = json.loads(GOLDEN.read_text(encoding="utf-8"))["damaged"]
TYPES = {kind.name.lower(): kind for kind in m.FrameType}


def named(row: Mapping[str, Any]) -> str:
    return f"{row['frame']} {row.get('inner', '')}".strip()


def jsonable(record: Any) -> dict[str, Any]:
    return {name: value.hex() if isinstance(value, bytes) else int(value) for name, value in asdict(record).items()}


@pytest.mark.parametrize("row", ROWS, ids=map(named, ROWS))
def test_golden_lines_decode_and_encode_unchanged(row: Mapping[str, Any]) -> None:
    line = bytes.fromhex(row["line"])
    (frame,) = LinkFramer().feed(line)
    record = m.FRAMES[frame.type].unpack(frame.payload)
    assert (frame.type, frame.seq, jsonable(record)) == (TYPES[row["frame"]], row["seq"], row["fields"])
    assert encode_frame(LinkFrame(record.code, row["seq"], record.pack())) == line


@pytest.mark.parametrize("row", [row for row in ROWS if "inner" in row], ids=named)
def test_golden_frames_decode_to_their_records(row: Mapping[str, Any]) -> None:
    inner = getattr(m, row["inner"]).unpack(bytes.fromhex(row["fields"]["body"]))
    assert jsonable(inner) == row["inner_fields"]
    assert inner.pack().hex() == row["fields"]["body"]


@pytest.mark.parametrize("row", DAMAGED, ids=lambda row: row["why"])
def test_damaged_golden_lines_are_dropped(row: Mapping[str, str]) -> None:
    framer = LinkFramer()
    assert framer.feed(bytes.fromhex(row["line"])) == []
    assert framer.bad_frames == (row["line"] != "00")


def test_golden_lines_cover_every_message() -> None:
    assert {row["frame"] for row in ROWS} == set(TYPES)
    inner = {row.get("inner") for row in ROWS}
    assert {kind.__name__ for kind in m.EVENTS.values()} <= inner
    assert {kind.__name__.removesuffix("Reply") for kind in m.REPLIES.values()} <= inner
