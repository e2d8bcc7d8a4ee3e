"""Frames of the PN532 on a serial line (user manual UM0701-02, 6.2): commands to the chip, its answers, ACK, NACK and its error frame.

00 00 FF LEN LCS TFI data DCS 00, where LEN + LCS and TFI + data + DCS are 0 modulo 256; the extended frame of more than 255 bytes has
FF FF in the place of LEN and LCS and a length of two bytes with its own LCS behind. TFI is D4 to the chip and D5 from it.
"""

from __future__ import annotations

from dataclasses import dataclass

START = b"\x00\xff"
TO_CHIP, FROM_CHIP, ERROR = 0xD4, 0xD5, 0x7F  # TFI; an error frame has its code there
EXTENDED = b"\xff\xff"
ACK, NACK = bytes.fromhex("0000ff00ff00"), bytes.fromhex("0000ffff0000")
LONGEST = 265  # bytes of TFI and data; the chip takes and gives no more (6.2.1.2)
HEAD = 3  # bytes: the zero in front and the start code


@dataclass(frozen=True, slots=True)
class Frame:
    """`kind`: "cmd", "rsp", "ack", "nack", "error". `body` without TFI: the code of a command or answer, and its data."""

    kind: str
    body: bytes = b""


class Damage(ValueError):  # a word of the table
    """What is wrong with a frame: "lcs", "dcs", "tfi", "length". `size`: bytes from the start code on that it took."""

    def __init__(self, what: str, size: int) -> None:
        super().__init__(what)
        self.size = size


class Framer:
    """Bytes of the line in, whole frames out; damage is counted, never raised."""

    def __init__(self) -> None:
        self.bad_frames = 0
        self._held = bytearray()

    def reset(self) -> None:
        """The line was opened anew: half a frame of before does not go on."""
        self._held.clear()

    def feed(self, data: bytes) -> list[Frame]:
        """The frames that are whole now. What is no frame is skipped up to the next start code."""
        self._held += data
        found = []
        while self._skip():
            try:
                whole = frame_in(bytes(self._held))
            except Damage:
                self.bad_frames += 1
                del self._held[: len(START)]  # the next start code may lie inside the damaged frame
                continue
            if whole is None:
                break
            frame, size = whole
            found.append(frame)
            del self._held[:size]
        return found

    def _skip(self) -> bool:
        """Let go of what is before the next start code; whether there is one. Its zero may be the last byte that came."""
        at = self._held.find(START)
        if at < 0:
            del self._held[: len(self._held) - self._held.endswith(START[:1])]
            return False
        del self._held[:at]
        return True


def frame_in(data: bytes) -> tuple[Frame, int] | None:
    """The frame that begins with this start code and its size without the zero behind it; None while it is not whole.

    Raises Damage.
    """
    if len(data) < 4:
        return None
    if data[2:4] in {b"\x00\xff", b"\xff\x00"}:
        return Frame("ack" if data[2] == 0 else "nack"), 4
    head, size = 4, data[2]
    if data[2:4] == EXTENDED:
        if len(data) < 7:
            return None
        head, size = 7, int.from_bytes(data[4:6], "big")
    if sum(data[2:4] if head == 4 else data[4:7]) & 0xFF:
        raise Damage("lcs", head)
    if not 1 <= size <= LONGEST:
        raise Damage("length", head)
    return body_in(data, head, size)


def body_in(data: bytes, head: int, size: int) -> tuple[Frame, int] | None:
    """TFI, data and DCS behind the head; None while they are not whole. Raises Damage."""
    if len(data) < head + size + 1:
        return None
    if sum(data[head : head + size + 1]) & 0xFF:
        raise Damage("dcs", head + size + 1)
    tfi, body = data[head], data[head + 1 : head + size]
    if size == 1 and tfi not in {TO_CHIP, FROM_CHIP}:
        return Frame("error", bytes([tfi])), head + size + 1
    if tfi not in {TO_CHIP, FROM_CHIP} or not body:
        raise Damage("tfi", head + size + 1)
    return Frame("cmd" if tfi == TO_CHIP else "rsp", body), head + size + 1


def encode(body: bytes, tfi: int = TO_CHIP) -> bytes:
    r"""The frame of a command (or with FROM_CHIP, of an answer); raises ValueError where it is too long.

    >>> encode(b"\\x02").hex()
    '0000ff02fed4022a00'
    """
    data = bytes([tfi]) + body
    if len(data) > LONGEST:
        raise ValueError(f"a frame of the PN532 carries at most {LONGEST - 1} bytes, not {len(body)}")
    if len(data) < 256:
        size = bytes([len(data), -len(data) & 0xFF])
    else:
        length = len(data).to_bytes(2, "big")
        size = EXTENDED + length + bytes([-sum(length) & 0xFF])
    return b"\x00" + START + size + data + bytes([-sum(data) & 0xFF, 0])


# What the frames say

STATUS = {0x41, 0x43, 0x45, 0x47, 0x4F, 0x51, 0x53, 0x55, 0x57, 0x17, 0x87, 0x89, 0x8F, 0x91, 0x93, 0x95}
"""Answers whose first byte is a status: 0 = all is well. In its lower six bits is the error, bit 6 says there is more."""
PN532 = 0x32
RATES = {0: 106, 1: 212, 2: 424}  # kbit/s


def decode(data: bytes) -> dict[str, object]:
    """The first frame of these bytes; where that is an ACK and more follows, what follows, with `acked`.

    `error`: "start" (no start code), "truncated", "lcs", "dcs", "tfi", "length".

    >>> decode(bytes.fromhex("0000ff02fed4022a00"))["data"]
    '02'
    """
    at = data.find(START)
    if at < 0:
        return {"error": "start"}
    try:
        whole = frame_in(data[at:])
    except Damage as damage:
        return {"error": str(damage)}
    if whole is None:
        return {"error": "truncated"}
    frame, size = whole
    rest = data[at + size :]
    if frame.kind == "ack" and START in rest:
        return {**decode(rest), "acked": True}
    return {"wakeup_zeros": zeros_before(data[:at]), "wakeup": data[: max(at - 1, 0)].hex(), **frame_said(frame)}


def zeros_before(lead: bytes) -> int:
    """How many zeros wake the chip up before the frame's own first one."""
    return max(len(lead) - len(lead.rstrip(b"\x00")) - 1, 0)


def frame_said(frame: Frame) -> dict[str, object]:
    said: dict[str, object] = {"type": frame.kind}
    if frame.kind == "error":
        return {**said, "code": frame.body[0]}
    if frame.kind == "cmd":
        return {**said, "tfi": TO_CHIP, "cmd": frame.body[0], "data": frame.body.hex()}
    if frame.kind == "rsp":
        return {**said, "tfi": FROM_CHIP, "cmd": frame.body[0], **answer_said(frame.body[0], frame.body[1:])}
    return said


def answer_said(code: int, data: bytes) -> dict[str, object]:
    """What an answer says; of one whose data are too short, the bytes alone."""
    if code in STATUS and data:
        return status_said(code, data)
    said: dict[str, object] = {"data": data.hex()}
    if code == 0x03 and len(data) == 4:
        return {**said, **dict(zip(("ic", "ver", "rev", "support"), data, strict=True))}
    if code == 0x05 and len(data) >= 3:
        return {**said, **general_status(data)}
    if code == 0x4B and data:
        return {**said, **targets_said(data)}
    if code == 0x8B and len(data) >= 2:
        return {**said, "state": data[0], "rates": rates(data[1])}
    return said


def status_said(code: int, data: bytes) -> dict[str, object]:
    """Status and what follows it; of an activation (47, 57) also the target's number."""
    said: dict[str, object] = {"status": data[0] & 0x3F, "more": bool(data[0] & 0x40), "data": data[1:].hex()}
    if code in {0x47, 0x57} and len(data) > 1:
        said |= {"tg": data[1]}
    return said


def general_status(data: bytes) -> dict[str, object]:
    """GetGeneralStatus: the last error, whether a field of another device is there, and what targets the chip has."""
    count = data[2]
    targets = [data[at : at + 4] for at in range(3, 3 + 4 * count, 4)]
    said: dict[str, object] = {"err": data[0], "field": bool(data[1]), "targets": count, "nbtg": count}
    if len(data) > 3 + 4 * count:
        said["sam_status"] = data[3 + 4 * count]
    if targets and len(targets[0]) == 4:
        tg, received, sent, modulation = targets[0]
        said |= {"tg": tg, "brrx": received, "brtx": sent, "modulation": modulation}
    return said


def rates(byte: int) -> list[int]:
    """The speeds of both directions, in kbit/s; 0 = none."""
    return [RATES.get(byte >> 4 & 7, 0), RATES.get(byte & 7, 0)]


def targets_said(data: bytes) -> dict[str, object]:
    """InListPassiveTarget: how many, the first one's fields, and all of them in `list`."""
    count, rest = data[0], data[1:]
    found: list[dict[str, object]] = []
    for _ in range(count):
        target, rest = target_in(rest)
        if not target:
            return {"targets": count, "list": found, "error": "truncated"}
        found.append(target)
    return {"targets": count, **(found[0] if found else {}), "list": found}


def target_in(data: bytes) -> tuple[dict[str, object], bytes]:
    """The first target of these bytes and what follows it; empty where it is cut off.

    The answer does not say what was asked for: FeliCa is known by its length and response code, type B by its 50, Topaz by its 0C00.
    """
    if len(data) >= 3 and data[1] in {0x12, 0x14} and data[2] == 0x01:
        return felica(data)
    if len(data) >= 14 and data[1] == 0x50:
        return type_b(data)
    if len(data) >= 7 and data[1:3] == b"\x0c\x00":
        return {"tg": data[0], "sens_res": data[1:3].hex(), "rid": data[3:7].hex()}, data[7:]
    return type_a(data)


def type_a(data: bytes) -> tuple[dict[str, object], bytes]:
    """Tg, SENS_RES, SEL_RES, length and id; with bit 5 of SEL_RES an ATS behind it that begins with its own length."""
    if len(data) < 5 or len(data) < 5 + data[4]:
        return {}, b""
    end = 5 + data[4]
    said: dict[str, object] = {
        "tg": data[0],
        "sens_res": data[1:3].hex(),
        "sel_res": data[3],
        "uid_len": data[4],
        "uid": data[5:end].hex(),
    }
    if data[3] & 0x20 and end < len(data) and 1 <= data[end] <= len(data) - end:
        said["ats"] = data[end : end + data[end]].hex()
        end += data[end]
    return said, data[end:]


def type_b(data: bytes) -> tuple[dict[str, object], bytes]:
    """Tg, ATQB of 12 bytes, and the answer to ATTRIB with its length."""
    said: dict[str, object] = {"tg": data[0], "sensb_res": data[1:13].hex(), "uid": data[2:6].hex()}
    end = 14 + data[13] if len(data) > 13 else 13
    return {**said, "attrib_res": data[14:end].hex()}, data[end:]


def felica(data: bytes) -> tuple[dict[str, object], bytes]:
    """Tg, then the answer to polling with its own length in front: code 01, id, parameters, and sometimes the system code."""
    end = 1 + data[1]
    if len(data) < end:
        return {}, b""
    said: dict[str, object] = {
        "tg": data[0],
        "sensf_res": data[2:end].hex(),
        "idm": data[3:11].hex(),
        "pmm": data[11:19].hex(),
    }
    return ({**said, "system": data[19:21].hex()} if data[1] == 0x14 else said), data[end:]
