"""Compare messages with the AsyncAPI document: the channel, its shape, and no further fields."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from jsonschema import Draft7Validator, ValidationError
from jsonschema.validators import extend

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs" / "asyncapi.json"
SEGMENT = "[a-z0-9_-]{1,32}"


class Document:
    """The document as the author of a display reads it: the file alone."""

    def __init__(self, document: Any) -> None:
        self.channels: Any = document["channels"]
        self._fitted: dict[tuple[int, str], bool] = {}
        self._checked = extend(Draft7Validator, {"anyOf": self._any_of})
        self._components = closed(document["components"])
        self._messages = {(name, message): self._validator(told) for name, message, told in self._all()}
        self._is_kept = dict(kept(document["operations"].values()))
        self._patterns = {name: pattern(channel["address"]) for name, channel in self.channels.items()}

    def channel(self, topic: str) -> str:
        """The one whose address it is."""
        found = [name for name, regex in self._patterns.items() if regex.fullmatch(topic)]
        assert len(found) == 1, f"{topic} is a topic of {found or 'no channel'}"
        return found[0]

    def trouble(self, topic: str, payload: bytes) -> str:
        """Return how a message differs, "" if it does not."""
        name = self.channel(topic)
        said = [self._misfit(name, message, payload) for channel, message in self._messages if channel == name]
        return "" if "" in said else f"{topic}: {'; '.join(said)}: {payload[:200]!r}"

    def retained(self, topic: str) -> bool:
        """Return whether messages of a channel are retained."""
        return self._is_kept[self.channel(topic)]

    def _misfit(self, name: str, message: str, payload: bytes) -> str:
        validator, is_text = self._messages[name, message]
        try:
            value = payload.decode() if is_text else json.loads(payload)
        except ValueError as error:
            return f"no {message} ({error})"
        error = next(validator.iter_errors(value), None)
        return "" if error is None else f"no {message} ({error.json_path}: {error.message[:120]})"

    def _any_of(self, validator: Any, schemas: Any, value: Any, _schema: Any) -> Iterator[ValidationError]:
        """As `anyOf` has it, without telling what is wrong in each, and once for a block that comes again and again."""
        met = id(schemas), json.dumps(value)
        if met not in self._fitted:
            self._fitted[met] = any(validator.evolve(schema=schema).is_valid(value) for schema in schemas)
        if not self._fitted[met]:
            yield ValidationError(f"{met[1][:80]} is none of {len(schemas)} kinds")

    def _all(self) -> Any:
        for name, channel in self.channels.items():
            for message, told in channel["messages"].items():
                yield name, message, self._told(told)

    def _told(self, message: Any) -> Any:
        return self._components["messages"][message["$ref"].rpartition("/")[2]] if "$ref" in message else message

    def _validator(self, message: Any) -> tuple[Any, bool]:
        is_foreign = "externalDocs" in message
        payload = message["payload"] if is_foreign else closed(message["payload"])
        schema = {**payload, "components": self._components}
        return self._checked(schema), message.get("contentType") == "text/plain"


def kept(operations: Iterable[Any]) -> Iterator[tuple[str, bool]]:
    """Map each channel to whether its messages are retained."""
    for operation in operations:
        if operation["action"] == "send":
            yield operation["channel"]["$ref"].rpartition("/")[2], operation["bindings"]["mqtt"]["retain"]


def closed(schema: Any) -> Any:
    """The same where no field may come that is not told; a reader of the document lets others pass."""
    if isinstance(schema, list):
        return [closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {key: closed(value) for key, value in schema.items()}
    return (
        {**inner, "additionalProperties": False} if schema.get("type") == "object" and "properties" in schema else inner
    )


def pattern(address: str) -> re.Pattern[str]:
    """Return a pattern of the topics of a channel."""
    return re.compile(re.sub(r"\\{\w+\\}", SEGMENT, re.escape(address)))


def read() -> Document:
    return Document(json.loads(DOCUMENT.read_text(encoding="utf-8")))
