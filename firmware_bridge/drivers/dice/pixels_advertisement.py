"""Parse a Pixels die's advertisement, sent once a second: type, battery and upper face.

A roll may end between two advertisements, so they list dice and never count as rolls.
"""

from __future__ import annotations

from firmware_bridge.drivers.dice.pixels_messages import BY_LEDS, Fields, face_of, read_fields, with_names

COMPANY = 0x0D39
MANUFACTURER_SIZE, SERVICE_SIZE = 5, 8  # bytes
MANUFACTURER: Fields = (("led_count", 1), ("design", 1), ("roll_state", 1), ("face_index", 1), ("battery", 1))
SERVICE: Fields = (("pixel_id", 4), ("build", 4))


def decode(data: bytes) -> dict[str, object]:
    """Decode manufacturer data of five bytes, with or without the company's two in front, and the optional eight
    bytes of service data after them.

    `error`: "length", "company".

    >>> decode(bytes.fromhex("1470010350"))["face"]
    4
    """
    if len(data) in {MANUFACTURER_SIZE + 2, MANUFACTURER_SIZE + 2 + SERVICE_SIZE}:
        if int.from_bytes(data[:2], "little") != COMPANY:
            return {"error": "company"}
        data = data[2:]
    if len(data) not in {MANUFACTURER_SIZE, MANUFACTURER_SIZE + SERVICE_SIZE}:
        return {"error": "length"}
    fields = read_fields(MANUFACTURER, data)
    design, battery = data[1], data[4]
    fields |= {
        "die_type": design >> 4,
        "colorway": design & 0x0F,
        "battery": battery & 0x7F,
        "charging": bool(battery & 0x80),
    }
    with_names(fields)
    if fields["die_type"] == "unknown":
        fields["die_type"] = BY_LEDS.get(data[0], "unknown")
    fields["face"] = face_of(str(fields["die_type"]), data[3])
    return {**fields, **read_fields(SERVICE, data[MANUFACTURER_SIZE:])}
