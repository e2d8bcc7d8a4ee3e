"""Everything that devices and displays are sent of a table, as JSON."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.archive.proofs import LONE_DEVICE
from companion.presentation import LogReader, acts_for, build_snapshot, expect_of, line_texts, seats, state_of
from companion.schema import DEALER, TABLE, Seat, to_json
from companion.sessions import WALL, SessionManager, TableSnapshot

PAST = 5  # moments of an evening that are looked back at
FLAT_PROMPT = {"least": 1, "most": 1, "of": [], "zone": "", "locked": [], "sides": [], "at": ""}
"""Fields that version 0.1.0 sent with every prompt. A prompt now sends only the fields that its kind uses."""


def shown(hall: SessionManager, name: str) -> dict[str, Any]:
    """Return the current output for each seat, display and reader, and a digest of the seats' earlier views."""
    picture = replace(hall.snapshot(name), rev=0)
    return {
        "seats": {seat: sent_to(picture, seat) for seat in devices(picture)},
        "log": {
            seat: [to_json(line, str) for line in line_texts(picture, reader(picture, seat))]
            for seat in devices(picture)
        },
        "public": to_json(state_of(picture, 0, (), "en"), str),
        "expect": to_json(expect_of(picture), str),
        "past": {f"{at}": digests(replace(hall.history.snapshot_at(name, at), rev=0)) for at in moments(picture)},
    }


def sent_to(picture: TableSnapshot, seat: Seat) -> Any:
    """Return the snapshot of a seat as JSON, prompts in the flat form of version 0.1.0."""
    return with_flat_prompts(to_json(build_snapshot(picture, seat, LONE_DEVICE), str))


def with_flat_prompts(value: Any) -> Any:
    if isinstance(value, list):
        return [with_flat_prompts(item) for item in value]
    if not isinstance(value, dict):
        return value
    fields = {name: with_flat_prompts(item) for name, item in value.items()}
    return {**FLAT_PROMPT, **fields} if {"seat", "title", "options", "secret"} <= fields.keys() else fields


def devices(picture: TableSnapshot) -> Iterator[Seat]:
    """Every seat that a device can show."""
    dealer = (DEALER,) if picture.game.dealer else ()
    yield from (TABLE, WALL, *dealer, *seats(picture))


def reader(picture: TableSnapshot, seat: Seat) -> LogReader:
    return LogReader(TABLE if seat == WALL else seat, acts_for(seat, picture, frozenset()))


def moments(picture: TableSnapshot) -> list[int]:
    """Yield entries spread over the game."""
    there = [moment.entry.seq for moment in picture.moments]
    return there[:: max(1, len(there) // PAST)]


def digests(picture: TableSnapshot) -> dict[Seat, str]:
    """SHA-256 of the snapshot of each seat."""
    sent = {seat: json.dumps(sent_to(picture, seat), sort_keys=True) for seat in devices(picture)}
    return {seat: hashlib.sha256(text.encode()).hexdigest()[:16] for seat, text in sent.items()}
