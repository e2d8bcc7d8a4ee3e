"""Every topic with what travels on it, who sends it and who hears it. A topic that has no row here does not exist.

`./table asyncapi` makes a document of it. Tests hold it to the builders of `topics`, to the rights at the broker, and to what is sent.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from companion.schema import topics
from companion.schema.camera import CameraCheckRequest, CameraSight, PhotoRequest, PhotoResult
from companion.schema.kit_enrolment import CorrectionMessage, KitReply, KitRequest
from companion.schema.prompt import Expectation, Reading
from companion.schema.public_state import Light, PublicEvent, PublicState
from companion.schema.reader_status import (
    Ack,
    DemoCommand,
    LookAgainRequest,
    OutboxWindow,
    PortList,
    PortRequestMessage,
    ReaderDescription,
    ReaderStatus,
    TrayActivity,
)
from companion.schema.view import View

Part: TypeAlias = Literal["rules", "camera", "bridge", "display", "homeassistant"]
"""Programs on the bus.

rules: the service with the games.
camera, bridge: readers.
display: shows public data.
"""

READERS: tuple[Part, ...] = ("camera", "bridge")
SHOWING: tuple[Part, ...] = ("display", "homeassistant")
RULES: tuple[Part, ...] = ("rules",)
CAMERA: tuple[Part, ...] = ("camera",)
BRIDGE: tuple[Part, ...] = ("bridge",)
THERE_OR_NOT = ("online", "offline")


@dataclass(frozen=True, slots=True)
class Channel:
    """One topic. Its payload is either records side by side in one JSON object, or one of a few words, or another's format."""

    topic: Callable[..., str]  # its builder in `topics`: its name, its parameters and its sentence are the channel's
    sent_by: tuple[Part, ...]
    heard_by: tuple[Part, ...]
    carries: tuple[type, ...] = ()
    words: tuple[str, ...] = ()  # plain text, no JSON
    foreign: str = ""  # where the format is written down that is not ours
    retained: bool = False
    forgotten: bool = False  # an empty payload takes back what was retained
    answer: Callable[..., str] | None = None  # on this topic
    holds: Mapping[str, Any] = field(default_factory=dict)  # type of fields that are plain JSON values in the record

    @property
    def name(self) -> str:
        return self.topic.__name__

    @property
    def parameters(self) -> tuple[str, ...]:
        """Parameters of the address, in order: "table", "reader", "seat"."""
        return tuple(inspect.signature(self.topic).parameters)

    @property
    def address(self) -> str:
        """The topic with its parameters in braces: `lamplight/v1/{table}/expect`."""
        address = self.topic(*(f"-{name}-" for name in self.parameters))
        for name in self.parameters:
            address = address.replace(f"-{name}-", f"{{{name}}}")
        return address

    @property
    def sentence(self) -> str:
        """The purpose of the topic."""
        return inspect.cleandoc(self.topic.__doc__ or "")


CHANNELS: tuple[Channel, ...] = (
    Channel(topics.table_status, RULES, (*READERS, *SHOWING), words=THERE_OR_NOT, retained=True),
    Channel(topics.expect, RULES, READERS, (Expectation,), retained=True),
    Channel(topics.public_state, RULES, SHOWING, (PublicState,), retained=True, holds={"view": View}),
    Channel(topics.public_event, RULES, SHOWING, (PublicEvent,)),
    Channel(topics.public_light, RULES, (*BRIDGE, *SHOWING), (Light,), retained=True, forgotten=True),
    Channel(topics.reader_status, READERS, RULES, (ReaderStatus,), retained=True, forgotten=True),
    Channel(topics.reader_description, READERS, RULES, (ReaderDescription,), retained=True, forgotten=True),
    Channel(topics.reading, READERS, RULES, (Reading, OutboxWindow), answer=topics.ack),
    Channel(topics.ack, RULES, READERS, (Ack,), retained=True),
    Channel(topics.live, CAMERA, RULES, (TrayActivity,)),
    Channel(topics.look, RULES, CAMERA, (LookAgainRequest,)),
    Channel(topics.check, RULES, CAMERA, (CameraCheckRequest,)),
    Channel(topics.sight, CAMERA, RULES, (CameraSight,)),
    Channel(topics.photo, RULES, CAMERA, (PhotoRequest,), answer=topics.photo_result),
    Channel(topics.photo_result, CAMERA, RULES, (PhotoResult,)),
    Channel(topics.teach, RULES, CAMERA, (KitRequest,), answer=topics.taught),
    Channel(topics.taught, CAMERA, RULES, (KitReply,)),
    Channel(topics.correction, RULES, CAMERA, (CorrectionMessage,)),
    Channel(topics.ports, RULES, BRIDGE, (PortRequestMessage,), answer=topics.ports_told),
    Channel(topics.ports_told, BRIDGE, RULES, (PortList,)),
    Channel(topics.demo, RULES, READERS, (DemoCommand,)),
    Channel(
        topics.discovery,
        RULES,
        ("homeassistant",),
        foreign="https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery",
        retained=True,
        forgotten=True,
    ),
    Channel(topics.birth, ("homeassistant",), RULES, words=THERE_OR_NOT),
)
