"""Write golden.json: `python -m tests.firmware_bridge.link.golden_make`. A changed line is a new version of the
link, or a bug.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from firmware_bridge.link import messages as m
from firmware_bridge.link.framing import LinkFrame, cobs_encode, encode_frame, sealed

GOLDEN = Path(__file__).with_name("golden.json")

HELLO = m.Hello(
    1, m.Board.RP2040, 0, 7, m.Reset.WATCHDOG, 0xBEEF, bytes(range(8)), 41, 0xC0FFEE00, 300, 305, 2, 2, 3, 15, 16
)
EVENTS: tuple[m.AnyEvent, ...] = (
    m.TagEvent(1, 1, bytes.fromhex("04A1B2C3D4E5F6")),
    m.TagEvent(0, 0, bytes.fromhex("00000000")),
    m.TagEvent(7, 1, bytes.fromhex("0102030405060708090A")),
    m.ButtonEvent(2, 1),
    m.LoadEvent(1, -8_388_608),
    m.LoadEvent(0, 8_388_607),
    m.TowerEvent(65535),
    m.BatteryEvent(80, 3712),
    m.TroubleEvent(m.Part.NFC, 1, 1),
    m.TestEvent(0x01000000),
)
ASKS: tuple[m.AnyAsk, ...] = (
    m.Ping(b""),
    m.Ping(bytes(44)),
    m.State(),
    m.TagAt(3),
    m.Question(4711),
    m.Light(4, 12, 255, 128, 0, m.Mood.ASKED),
    m.Buzz(m.Sound.YOUR_TURN),
    m.Counters(),
    m.Flood(2000),
    m.Restart(1),
)
REPLIES: tuple[m.AnyReply, ...] = (
    m.PingReply(b"\x00\xff"),
    m.StateReply(0b10, 0b01, 0b100, 255, 80),
    m.TagAtReply(b""),
    m.TagAtReply(bytes.fromhex("04A1B2C3")),
    m.QuestionReply(),
    m.CountersReply(1, 2, 3, 65535),
)


def frames() -> list[tuple[str, m.AnyFrame, int, m.AnyEvent | m.AnyAsk | m.AnyReply | None]]:
    """Name in C, the frame's record, its sequence byte and its content."""
    plain: list[tuple[str, m.AnyFrame, int, m.AnyEvent | m.AnyAsk | m.AnyReply | None]] = [
        ("hello_req", m.HelloReq(1, 0x1234), 0, None),
        ("hello", HELLO, 0, None),
        ("ack", m.Ack(0xC0FFEE00, 256), 0, None),
        ("nack", m.Nack(0, 0xFFFFFFFF), 255, None),
    ]
    events = [("event", m.Event(n, 4711 * (n % 2), e.code, e.pack()), n & 0xFF, e) for n, e in enumerate(EVENTS, 250)]
    asks = [("cmd", m.Cmd(0xBEEF, a.code, a.pack()), n, a) for n, a in enumerate(ASKS, 1)]
    replies = [("rsp", m.Rsp(0xBEEF, r.code, m.Result.DONE, r.pack()), n, r) for n, r in enumerate(REPLIES, 1)]
    return [*plain, *events, *asks, *replies]


def row(name: str, record: m.AnyFrame, seq: int, inner: m.AnyEvent | m.AnyAsk | m.AnyReply | None) -> dict[str, Any]:
    line = encode_frame(LinkFrame(record.code, seq, record.pack()))
    said = {"frame": name, "seq": seq, "fields": jsonable(record), "line": line.hex()}
    return said | ({"inner": type(inner).__name__, "inner_fields": jsonable(inner)} if inner is not None else {})


def jsonable(record: Any) -> dict[str, Any]:
    return {name: value.hex() if isinstance(value, bytes) else int(value) for name, value in asdict(record).items()}


BOOTLOADER = b"ets Jun  8 2016 00:22:57\r\n"


def damaged() -> dict[str, bytes]:
    """Damaged lines by their defect."""
    body = bytes([0x13, 1]) + b"\7" * (m.MOST_PAYLOAD + 1)
    return {
        "nothing but the zero": b"\0",
        "shorter than a header and a CRC": bytes.fromhex("0411022000"),
        "the high byte of the CRC stands first": bytes.fromhex("0211032d4d00"),
        "the CRC is wrong": bytes.fromhex("0211034e2d00"),
        "a zero inside of a block": bytes.fromhex("05110000"),
        "a block that is longer than the frame": bytes.fromhex("0a11034d2d00"),
        "a payload that is too long, with a good CRC": cobs_encode(sealed(body)) + b"\0",
        "text of a bootloader": BOOTLOADER + b"\0",
    }


def main() -> None:
    rows = ",\n  ".join(json.dumps(row(*frame)) for frame in frames())
    wrong = ",\n  ".join(json.dumps({"why": why, "line": line.hex()}) for why, line in damaged().items())
    GOLDEN.write_text(f'{{"frames": [\n  {rows}\n], "damaged": [\n  {wrong}\n]}}\n', encoding="utf-8")


if __name__ == "__main__":
    main()
