"""Parse PN532 responses (user manual UM0701-02, chapter 7)."""

from __future__ import annotations

STATUS_CODES = {0x41, 0x43, 0x45, 0x47, 0x4F, 0x51, 0x53, 0x55, 0x57, 0x17, 0x87, 0x89, 0x8F, 0x91, 0x93, 0x95}
"""Answers whose first byte is a status: 0 = success, lower six bits = error, bit 6 = more data follow."""
PN532 = 0x32
RATES = {0: 106, 1: 212, 2: 424}  # kbit/s


def decode_answer(code: int, data: bytes) -> dict[str, object]:
    """Parse a response. Where it is too short return the raw bytes."""
    if code in STATUS_CODES and data:
        return decode_status(code, data)
    fields: dict[str, object] = {"data": data.hex()}
    if code == 0x03 and len(data) == 4:
        return {**fields, **dict(zip(("ic", "ver", "rev", "support"), data, strict=True))}
    if code == 0x05 and len(data) >= 3:
        return {**fields, **general_status(data)}
    if code == 0x4B and data:
        return {**fields, **decode_targets(data)}
    if code == 0x8B and len(data) >= 2:
        return {**fields, "state": data[0], "rates": rates(data[1])}
    return fields


def decode_status(code: int, data: bytes) -> dict[str, object]:
    """Status and data; of an activation (47, 57) also the target's number."""
    fields: dict[str, object] = {"status": data[0] & 0x3F, "more": bool(data[0] & 0x40), "data": data[1:].hex()}
    if code in {0x47, 0x57} and len(data) > 1:
        fields |= {"tg": data[1]}
    return fields


def general_status(data: bytes) -> dict[str, object]:
    """GetGeneralStatus: the last error, whether another device's field is present, and the chip's targets."""
    count = data[2]
    targets = [data[at : at + 4] for at in range(3, 3 + 4 * count, 4)]
    fields: dict[str, object] = {"err": data[0], "field": bool(data[1]), "targets": count, "nbtg": count}
    if len(data) > 3 + 4 * count:
        fields["sam_status"] = data[3 + 4 * count]
    if targets and len(targets[0]) == 4:
        tg, received, sent, modulation = targets[0]
        fields |= {"tg": tg, "brrx": received, "brtx": sent, "modulation": modulation}
    return fields


def rates(byte: int) -> list[int]:
    """Return the speeds of both directions, in kbit/s; 0 = none."""
    return [RATES.get(byte >> 4 & 7, 0), RATES.get(byte & 7, 0)]


def decode_targets(data: bytes) -> dict[str, object]:
    """InListPassiveTarget: the number of targets, the first one's fields, and all of them in `list`."""
    count, rest = data[0], data[1:]
    targets: list[dict[str, object]] = []
    for _ in range(count):
        target, rest = target_in(rest)
        if not target:
            return {"targets": count, "list": targets, "error": "truncated"}
        targets.append(target)
    return {"targets": count, **(targets[0] if targets else {}), "list": targets}


def target_in(data: bytes) -> tuple[dict[str, object], bytes]:
    """Return the first target of these bytes and the rest; empty if it is cut off.

    The response does not name its target type. FeliCa is recognized by length and response code, type B by 50, Topaz
    by 0C00.
    """
    if len(data) >= 3 and data[1] in {0x12, 0x14} and data[2] == 0x01:
        return felica(data)
    if len(data) >= 14 and data[1] == 0x50:
        return type_b(data)
    if len(data) >= 7 and data[1:3] == b"\x0c\x00":
        return {"tg": data[0], "sens_res": data[1:3].hex(), "rid": data[3:7].hex()}, data[7:]
    return type_a(data)


def type_a(data: bytes) -> tuple[dict[str, object], bytes]:
    """Parse Tg, SENS_RES, SEL_RES, length and id. With bit 5 of SEL_RES an ATS follows, which begins with its
    length.
    """
    if len(data) < 5 or len(data) < 5 + data[4]:
        return {}, b""
    end = 5 + data[4]
    fields: dict[str, object] = {
        "tg": data[0],
        "sens_res": data[1:3].hex(),
        "sel_res": data[3],
        "uid_len": data[4],
        "uid": data[5:end].hex(),
    }
    if data[3] & 0x20 and end < len(data) and 1 <= data[end] <= len(data) - end:
        fields["ats"] = data[end : end + data[end]].hex()
        end += data[end]
    return fields, data[end:]


def type_b(data: bytes) -> tuple[dict[str, object], bytes]:
    """Tg, ATQB of 12 bytes, and the answer to ATTRIB with its length."""
    fields: dict[str, object] = {"tg": data[0], "sensb_res": data[1:13].hex(), "uid": data[2:6].hex()}
    end = 14 + data[13] if len(data) > 13 else 13
    return {**fields, "attrib_res": data[14:end].hex()}, data[end:]


def felica(data: bytes) -> tuple[dict[str, object], bytes]:
    """Tg, then the answer to polling after its own length: code 01, id, parameters, and sometimes the system code."""
    end = 1 + data[1]
    if len(data) < end:
        return {}, b""
    fields: dict[str, object] = {
        "tg": data[0],
        "sensf_res": data[2:end].hex(),
        "idm": data[3:11].hex(),
        "pmm": data[11:19].hex(),
    }
    return ({**fields, "system": data[19:21].hex()} if data[1] == 0x14 else fields), data[end:]
