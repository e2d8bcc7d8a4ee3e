"""The AsyncAPI document: every channel, who sends and who hears it, and the shape of what travels. Made of `schema.channels` alone.

The same code gives the same bytes. docs/asyncapi.json is what came out last; a test holds the two together.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping

from companion.schema import codec
from companion.schema.channels import CHANNELS, Channel, Part
from tests.tools.asyncapi.schemas import Json, Schemas, schemas

BINDING = "0.2.0"  # of AsyncAPI's MQTT bindings
QOS = 1  # of everything, see messaging/bus.py
ACCOUNT = "account"
FORGOTTEN = "forgotten"

PARTS: Mapping[Part, str] = {
    "rules": "The service that holds the games: it asks, hears what was read, and tells what everybody may see.",
    "camera": "A reader that looks at a tray. Its account has the role reader.",
    "bridge": "The process of the serial readers, and each reader it has in use. Its account has the role reader.",
    "display": "Whatever shows public things: a lamp, a board of lights, a page in the hall. Its account has the role display.",
    "homeassistant": "Home Assistant, which finds the table by itself. Its account has the role home.",
}

PARAMETERS: Mapping[str, str] = {
    "table": "The physical table, as `place` in the settings.",
    "reader": 'A reader of that table: "vision-cam0" is the source "vision/cam0".',
    "seat": '"1" to "6", or "dealer".',
}

DESCRIPTION = f"""What Lamplight says on MQTT, and to whom. Everything is QoS {QOS}. A payload is a JSON object in UTF-8 of at most \
{codec.MOST_BYTES} bytes with the major version `v`; unknown fields are to be ignored. A field that is not required and left out has \
its default. Nothing that one seat alone may know travels here."""


def text() -> str:
    """As it is written to a file."""
    return json.dumps(document(CHANNELS), ensure_ascii=False, indent=1) + "\n"


def document(channels: Iterable[Channel]) -> Json:
    """AsyncAPI 3.0.0, as JSON values."""
    told = tuple(channels)
    made = schemas(told, codec.VERSION)
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Lamplight",
            "version": f"{codec.VERSION}",
            "description": DESCRIPTION,
            "license": {"name": "Apache-2.0", "url": "https://www.apache.org/licenses/LICENSE-2.0"},
            "tags": [{"name": part, "description": words} for part, words in PARTS.items()],
        },
        "defaultContentType": "application/json",
        "servers": {"broker": broker()},
        "channels": {channel.name: of_channel(channel, made) for channel in told},
        "operations": {name: operation for channel in told for name, operation in operations(channel)},
        "components": {
            "schemas": dict(made.shared),
            "parameters": {name: {"description": words} for name, words in PARAMETERS.items()},
            "messages": {FORGOTTEN: forgotten()},
            "securitySchemes": {
                ACCOUNT: {
                    "type": "userPassword",
                    "description": "An account of one role: it reads and writes the topics of that role, and no others.",
                }
            },
        },
    }


def broker() -> Json:
    """The broker."""
    return {
        "host": "{host}:{port}",
        "protocol": "mqtt",
        "protocolVersion": "3.1.1",
        "description": "The broker that Lamplight starts, or one of your own, as `[broker]` in the settings has it.",
        "variables": {
            "host": {"default": "127.0.0.1", "description": "The machine on which Lamplight runs."},
            "port": {"default": "1883", "description": "As the settings have it."},
        },
        "security": [{"$ref": f"#/components/securitySchemes/{ACCOUNT}"}],
    }


def of_channel(channel: Channel, made: Schemas) -> Json:
    """One topic with its messages."""
    found: Json = {
        "address": channel.address,
        "description": channel.sentence,
        "messages": {channel.name: message(channel, made)},
    }
    if channel.forgotten:
        found["messages"][FORGOTTEN] = {"$ref": f"#/components/messages/{FORGOTTEN}"}
    if channel.parameters:
        found["parameters"] = {name: {"$ref": f"#/components/parameters/{name}"} for name in channel.parameters}
    return found


def message(channel: Channel, made: Schemas) -> Json:
    """Return the messages of a topic."""
    if channel.words:
        return {"contentType": "text/plain", "payload": {"type": "string", "enum": list(channel.words)}}
    if channel.foreign:
        written = {"url": channel.foreign, "description": "Home Assistant says what may stand in it."}
        return {"payload": DEVICE, "externalDocs": written}
    return {"name": channel.carries[0].__name__, "payload": made.of[channel.name]}


def forgotten() -> Json:
    """An empty payload."""
    return {
        "contentType": "text/plain",
        "summary": "Empty: what was retained here holds no more, and whoever comes later is told nothing.",
        "payload": {"type": "string", "maxLength": 0},
    }


def operations(channel: Channel) -> Iterator[tuple[str, Json]]:
    """Return the operations of each part on a channel, from its side."""
    for part in channel.sent_by:
        yield f"{part}.sends.{channel.name}", sends(channel, part)
    for part in channel.heard_by:
        yield f"{part}.hears.{channel.name}", operation(channel, part, "receive", {})


def sends(channel: Channel, part: Part) -> Json:
    """With the channel on which the answer comes."""
    found = operation(channel, part, "send", {"retain": channel.retained})
    if channel.answer:
        found["reply"] = {"channel": {"$ref": f"#/channels/{channel.answer.__name__}"}}
    return found


def operation(channel: Channel, part: Part, action: str, binding: Json) -> Json:
    return {
        "action": action,
        "channel": {"$ref": f"#/channels/{channel.name}"},
        "tags": [{"name": part}],
        "bindings": {"mqtt": {"qos": QOS, **binding, "bindingVersion": BINDING}},
    }


DEVICE: Json = {
    "type": "object",
    "required": ["device", "origin", "components"],
    "properties": {
        "device": {"type": "object", "required": ["identifiers", "name"]},
        "origin": {"type": "object", "required": ["name"]},
        "components": {
            "type": "object",
            "minProperties": 1,
            "additionalProperties": {"type": "object", "required": ["platform", "unique_id"]},
        },
    },
}
"""Of Home Assistant's discovery of a device: what a reader of this document may rely on."""
