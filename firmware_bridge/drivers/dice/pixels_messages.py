"""Messages of Pixels dice over Bluetooth. The first byte is the type; numbers are little-endian.

Numbers are from the maker's public library. Firmware before 2023 calls roll state 1 "on face". Since then 1 is a
proper roll and 5 a die at rest without a roll.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

WORDS = """
none who_are_you i_am_a_die roll_state telemetry bulk_setup bulk_setup_ack bulk_data bulk_data_ack
transfer_animation_set transfer_animation_set_ack transfer_animation_set_finished transfer_settings
transfer_settings_ack transfer_settings_finished unused_15 unused_16 unused_17 debug_log play_animation
play_animation_event stop_animation remote_action request_roll_state request_animation_set request_settings
request_telemetry program_default_animation_set program_default_animation_set_finished blink blink_ack
request_default_animation_set_color default_animation_set_color request_battery_level battery_level request_rssi
rssi calibrate calibrate_face notify_user notify_user_ack test_hardware store_value store_value_ack
set_top_level_state program_default_parameters program_default_parameters_finished set_design_and_color
set_design_and_color_ack set_current_behavior set_current_behavior_ack set_name set_name_ack power_operation
exit_validation transfer_instant_animation_set transfer_instant_animation_set_ack
transfer_instant_animation_set_finished play_instant_animation stop_all_animations request_temperature temperature
set_battery_controller_mode unused_63 discharge blink_id blink_id_ack transfer_test transfer_test_ack
transfer_test_finished clear_settings clear_settings_ack
"""
NAMES = tuple(WORDS.split())
WHO_ARE_YOU, I_AM_A_DIE, ROLL_STATE, TELEMETRY, BATTERY_LEVEL, RSSI = 1, 2, 3, 4, 34, 36
ROLL_STATES = ("unknown", "rolled", "handling", "rolling", "crooked", "on_face")
BATTERY_STATES = ("ok", "low", "charging", "done", "bad_charging", "error")
DIE_TYPES = ("unknown", "d4", "d6", "d8", "d10", "d00", "d12", "d20", "d6pipped", "d6fudge")
BY_LEDS = {4: "d4", 6: "d6", 8: "d8", 10: "d10", 12: "d12", 20: "d20", 21: "d6pipped"}
LEGACY_SIZE = 22  # bytes of I_AM_A_DIE before it was made of chunks
WRONG_NORMALS = range(1700179200, 1700265600)  # s, Unix: firmware of 2023-11-17, whose d4 and d6 name wrong faces

Fields = tuple[tuple[str, int], ...]  # name and bytes; negative = signed


def fields_of(text: str) -> Fields:
    """Parse "name:bytes" of each field."""
    return tuple((name, int(size)) for name, _, size in (word.partition(":") for word in text.split()))


FIELDS: Mapping[int, Fields] = {
    kind: fields_of(text)
    for kind, text in {
        ROLL_STATE: "state:1 face_index:1",
        BATTERY_LEVEL: "level:1 state:1",
        RSSI: "rssi:-1",
        5: "size:2",
        7: "size:1 offset:2",
        8: "offset:2",
        10: "result:1",
        22: "action_id:2",
        26: "mode:1 min_interval:2",
        29: "count:1 duration:2 color:4 face_mask:4 fade:1 loop_count:1",
        35: "mode:1 min_interval:2",
        42: "value:4",
        43: "result:1 index:1",
        47: "die_type:1 colorway:1",
        53: "operation:1",
        56: "ack_type:1",
        58: "animation:1 face_index:1 loop_count:1",
        61: "mcu_temperature:2 battery_temperature:2",
        64: "current_ma:1",
        65: "brightness:1 loop_count:1",
    }.items()
}
LEGACY = fields_of(
    """
    led_count:1 colorway:1 die_type:1 data_set_hash:4 pixel_id:4 available_flash:2 build:4 roll_state:1 face_index:1
    battery:1 batt_state:1
    """
)
VERSIONS = fields_of("firmware_version:2 build:4 settings_version:2 standard_api:2 extended_api:2 management_api:2")
DIE = fields_of("pixel_id:4 chip:1 die_type:1 led_count:1 colorway:1 run_mode:1")
SETTINGS = fields_of("data_set_hash:4 available_flash:4 total_flash:4")
STATUS = fields_of("battery:1 batt_state:1 roll_state:1 face_index:1")
# The last two fields of these since 2024-12-30.
TELEMETRY_FIELDS = fields_of(
    """
    acc_x:-2 acc_y:-2 acc_z:-2 face_confidence:-4 time_ms:4 roll_state:1 face_index:1 battery:1 batt_state:1
    batt_controller_state:1 voltage_times_50:1 v_coil_times_50:1 rssi:-1 channel:1 mcu_temperature:2
    battery_temperature:2 internal_charge:1 batt_controller_mode:1 led_current:1 v_coil_min_times_50:1
    v_coil_max_times_50:1
    """
)
TELEMETRY_LEAST = 17  # bytes without type, up to the battery's state; older firmware ends somewhere behind


def name_of(names: tuple[str, ...], number: int) -> str:
    """Return a name of a list, "unknown" for an unlisted number."""
    return names[number] if number < len(names) else "unknown"


def read_fields(fields: Fields, data: bytes) -> dict[str, object]:
    """Return the fields that these bytes contain completely, in order."""
    values: dict[str, object] = {}
    at = 0
    for name, width in fields:
        size = abs(width)
        if at + size > len(data):
            break
        values[name] = int.from_bytes(data[at : at + size], "little", signed=width < 0)
        at += size
    return values


def size_of(fields: Fields) -> int:
    """Return the size of fields, bytes."""
    return sum(abs(width) for _, width in fields)


def with_names(values: dict[str, object]) -> dict[str, object]:
    """Return the same with the names of roll state and die in the place of their numbers."""
    if isinstance(state := values.get("roll_state"), int):
        values["roll_state"] = name_of(ROLL_STATES, state)
    if isinstance(kind := values.get("die_type"), int):
        values["die_type_index"] = kind
        values["die_type"] = name_of(DIE_TYPES, kind)
    return values


def decode(data: bytes) -> dict[str, object]:
    """Decode one message; return the bytes of an undocumented type. `error`: "truncated", "unknown", "length".

    >>> decode(bytes.fromhex("030113"))["state"]
    'rolled'
    """
    if not data:
        return {"error": "truncated"}
    if data[0] >= len(NAMES):
        return {"error": "unknown"}
    values: dict[str, object] = {"type": data[0], "message": NAMES[data[0]]}
    reader = READERS.get(data[0])
    if reader is not None:
        return {**values, **reader(data[1:])}
    if data[0] in FIELDS:
        return {**values, **decode_fields(data[0], data[1:])}
    return {**values, "data": data[1:].hex()}


def decode_fields(kind: int, body: bytes) -> dict[str, object]:
    """Return a message of fixed fields."""
    fields = FIELDS[kind]
    if len(body) < size_of(fields):
        return {"error": "truncated"}
    return with_names(read_fields(fields, body))


def roll_state(body: bytes) -> dict[str, object]:
    """Decode the state of a roll."""
    if len(body) != 2:
        return {"error": "truncated" if len(body) < 2 else "length"}
    return {"state": name_of(ROLL_STATES, body[0]), "state_index": body[0], "face_index": body[1]}


def battery_level(body: bytes) -> dict[str, object]:
    """Percent and the number of the state; the name of that is `batt_state`."""
    if len(body) < 2:
        return {"error": "truncated"}
    return {"level": body[0], "state": body[1], "batt_state": name_of(BATTERY_STATES, body[1])}


def telemetry(body: bytes) -> dict[str, object]:
    """Parse acceleration in thousandths of g, battery and radio. Older firmware sends less."""
    if len(body) < TELEMETRY_LEAST:
        return {"error": "truncated"}
    values = with_names(read_fields(TELEMETRY_FIELDS, body))
    return {**values, "acc": [values["acc_x"], values["acc_y"], values["acc_z"]]}


def text_of(body: bytes) -> str:
    """Return a text up to its zero."""
    return body.split(b"\0", 1)[0].decode("utf-8", errors="replace")


def i_am_a_die(body: bytes) -> dict[str, object]:
    """Parse an identity: 21 bytes in old firmware, else chunks that begin with their size."""
    if len(body) == LEGACY_SIZE - 1:
        return with_names({**read_fields(LEGACY, body), "legacy": True})
    chunks = chunks_of(body)
    if len(chunks) < 2:
        return {"error": "truncated"}
    values: dict[str, object] = {"legacy": False}
    for fields, chunk in zip((VERSIONS, DIE, None, None, SETTINGS, STATUS), chunks, strict=False):
        values |= read_fields(fields, chunk) if fields else {}
    for name, at in (("design_name", 2), ("name", 3)):
        if len(chunks) > at:
            values[name] = text_of(chunks[at])
    return with_names(values)


def chunks_of(body: bytes) -> list[bytes]:
    """Return the complete chunks without their size byte, which counts itself."""
    chunks, at = [], 0
    while at < len(body) and 1 <= body[at] <= len(body) - at:
        chunks.append(body[at + 1 : at + body[at]])
        at += body[at]
    return chunks


READERS: Mapping[int, Callable[[bytes], dict[str, object]]] = {
    I_AM_A_DIE: i_am_a_die,
    ROLL_STATE: roll_state,
    TELEMETRY: telemetry,
    BATTERY_LEVEL: battery_level,
    18: lambda body: {"text": text_of(body)},  # a line of the die's log
}


def face_of(die: str, index: int) -> int | None:
    """Return the number on a face, or None where the face or the type is unknown.

    A d4 is a cube inside: its faces are 0, 2, 3 and 5.
    """
    faces = FACES.get(die, ())
    return faces[index] if index < len(faces) else None


FACES: Mapping[str, tuple[int | None, ...]] = {
    "d4": (1, None, 2, 3, None, 4),
    **dict.fromkeys(("d6", "d6pipped", "d6fudge"), tuple(range(1, 7))),
    **{f"d{sides}": tuple(range(1, sides + 1)) for sides in (8, 12, 20)},
    "d10": tuple(range(10)),
    "d00": tuple(range(0, 100, 10)),
}
