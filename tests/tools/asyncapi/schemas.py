"""JSON Schema of the records, in draft 07 for AsyncAPI, with the comments of their fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import core_schema

from companion.i18n import Text
from companion.schema.channels import Channel
from tests.tools.asyncapi.remarks import remarks

Json: TypeAlias = dict[str, Any]
Mode: TypeAlias = Literal["serialization", "validation"]
PLACE = "#/components/schemas/{model}"


RENDERED = f"{Text.__module__}.{Text.__name__}"


class CommentedSchema(GenerateJsonSchema):
    """Fields have their remarks and no titles of their own."""

    def dataclass_schema(self, schema: core_schema.DataclassSchema) -> Json:
        """Add comments. Our messages have every field except those omitted when empty. Foreign messages need only fields without a default."""
        made = super().dataclass_schema(schema)
        properties: Json = made.get("properties", {})
        said = remarks(schema["cls"])
        for name in properties:
            properties[name] = _described(properties[name], said.get(name, ""))
        if self.mode == "serialization":
            fields = schema["schema"].get("fields", ())
            left_out = {field["name"] for field in fields if field.get("serialization_exclude_if")}
            made["required"] = [name for name in properties if name not in left_out]
        return made

    def get_defs_ref(self, core_mode_ref: Any) -> Any:
        """Rename Text, because a block of the view has the same name."""
        ref, mode = core_mode_ref
        called = "Record" if mode == "validation" else "Said"
        return super().get_defs_ref((ref.replace(RENDERED, f"{RENDERED}{called}"), mode))

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002  as pydantic calls it
        """A name says enough."""
        return False


class Draft07(CommentedSchema):
    """A tuple has its items in order."""

    def tuple_schema(self, schema: core_schema.TupleSchema) -> Json:
        """`prefixItems` is of a later draft."""
        made = super().tuple_schema(schema)
        if "prefixItems" in made:
            made["items"] = made.pop("prefixItems")
        return made


@dataclass(frozen=True, slots=True)
class Schemas:
    """`shared` holds the referenced schemas by name, `of` the whole object of a channel's payload."""

    shared: Mapping[str, Json]
    of: Mapping[str, Json]


def schemas(channels: Iterable[Channel], version: int) -> Schemas:
    """Return the schemas of all payload records. `version` is sent in each as `v`."""
    told = [channel for channel in channels if channel.carries]
    made, defined = TypeAdapter.json_schemas(
        [part for channel in told for part in _parts(channel)],
        ref_template=PLACE,
        schema_generator=Draft07,
    )
    shared: dict[str, Json] = defined["$defs"]
    ref = {name: schema for (name, _), schema in made.items()}
    of = {channel.name: _beside(channel, ref, shared, version) for channel in told}
    return Schemas(still_meant(shared, of), of)


def _parts(channel: Channel) -> list[tuple[str, Mode, TypeAdapter[Any]]]:
    """Its records, and what its plain values hold."""
    mode: Mode = "serialization" if channel.sent_by == ("rules",) else "validation"
    kinds = {record.__name__: record for record in channel.carries} | dict(channel.holds)
    return [(f"{channel.name}.{name}", mode, TypeAdapter(kind)) for name, kind in kinds.items()]


def _beside(channel: Channel, ref: Mapping[str, Json], shared: Mapping[str, Json], version: int) -> Json:
    """The records of a channel in one object."""
    records = [shared[_meant(ref[f"{channel.name}.{record.__name__}"])] for record in channel.carries]
    properties: Json = {"v": {"const": version, "description": "The major version of the format."}}
    for record in records:
        properties |= record.get("properties", {})
    for name in channel.holds:
        properties[name] = _described(ref[f"{channel.name}.{name}"], properties[name].get("description", ""))
    needed = ["v", *(name for record in records for name in record.get("required", ()))]
    words = " ".join(record["description"] for record in records if "description" in record)
    return {"type": "object", "description": words, "properties": properties, "required": needed}


def _described(schema: Json, words: str) -> Json:
    """Return a reference with its description, "" for none. Draft 07 ignores siblings of a reference, so it is wrapped."""
    beside = {"description": words} if words else {}
    if "$ref" in schema and (words or len(schema) > 1):
        others = {key: value for key, value in schema.items() if key != "$ref"}
        return {**beside, "allOf": [{"$ref": schema["$ref"]}], **others}
    return {**beside, **schema}


def _meant(schema: Json) -> str:
    """The name that a reference leads to."""
    return str(schema["$ref"]).rpartition("/")[2]


def still_meant(shared: Mapping[str, Json], of: Mapping[str, Json]) -> Mapping[str, Json]:
    """Without those that nothing leads to: a payload holds the fields of its records itself."""
    wanted: set[str] = set()
    waiting: list[Any] = list(of.values())
    while waiting:
        match waiting.pop():
            case {"$ref": str(ref)} if (name := ref.rpartition("/")[2]) not in wanted:
                wanted.add(name)
                waiting.append(shared[name])
            case dict(inner):
                waiting += inner.values()
            case list(inner):
                waiting += inner
    return {name: shared[name] for name in sorted(wanted)}
