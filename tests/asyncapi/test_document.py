"""docs/asyncapi.json is what the code makes, is valid, and says of each record what its source says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

from companion.schema import PublicState, Reading, codec, topics
from companion.schema.channels import CHANNELS, Channel
from tests.asyncapi import fits
from tests.tools.asyncapi.document import document, text

OFFICIAL = Path(__file__).parent / "schema" / "asyncapi-3.0.0.json"


@pytest.fixture(scope="module")
def official() -> Draft7Validator:
    return Draft7Validator(json.loads(OFFICIAL.read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def made() -> Any:
    return document(CHANNELS)


class Thrown:
    """A throw of a test."""

    number: int
    """How often."""
    place: str  # next to the field: not this
    """Where: under it stands what counts."""


def references(value: Any) -> Iterator[str]:
    match value:
        case {"$ref": str(ref)}:
            assert len(value) == 1, f"nobody reads what stands beside a reference: {value}"
            yield ref
        case dict():
            for inner in value.values():
                yield from references(inner)
        case list():
            for inner in value:
                yield from references(inner)


@pytest.mark.slow
def test_the_file_is_what_the_code_makes() -> None:
    assert fits.DOCUMENT.read_text(encoding="utf-8") == text(), (
        "a record or a topic has changed: ./table asyncapi --out docs/asyncapi.json"
    )


@pytest.mark.slow
def test_asyncapi_is_valid(official: Draft7Validator, made: Any) -> None:
    assert [f"{error.json_path}: {error.message[:200]}" for error in official.iter_errors(made)] == []


def test_every_reference_leads_somewhere_and_every_schema_is_referred_to(made: Any) -> None:
    met = set(references(made))
    for ref in met:
        place = made
        for name in ref.removeprefix("#/").split("/"):
            place = place[name]
    assert {ref.rpartition("/")[2] for ref in met if "/schemas/" in ref} == set(made["components"]["schemas"])


@pytest.mark.slow
@pytest.mark.parametrize("channel", CHANNELS, ids=lambda channel: channel.name)
def test_asyncapi_channels_have_parameters_senders_and_receivers(channel: Channel, made: Any) -> None:
    told = made["channels"][channel.name]
    assert [f"{{{name}}}" in told["address"] for name in told.get("parameters", ())] == [True] * len(channel.parameters)
    assert "-" not in told["address"].replace("lamplight-", "")
    actions = [o["action"] for o in made["operations"].values() if o["channel"]["$ref"].endswith(f"/{channel.name}")]
    assert {"send", "receive"} <= set(actions)


def test_asyncapi_requires_fields_without_a_default(made: Any) -> None:
    payload = made["channels"]["expect"]["messages"]["expect"]["payload"]
    assert payload["required"] == ["v", "expect", "wants", "locked"]
    payload = made["channels"]["reading"]["messages"]["reading"]["payload"]
    assert payload["required"] == ["v", "id", "table", "source", "epoch", "seq"]
    assert "oldest" in payload["properties"], "what travels beside a reading"


def test_asyncapi_optional_fields_decode_without_them() -> None:
    least = {"v": 1, "id": "r1", "table": "t1", "source": "vision/cam0", "epoch": "e", "seq": 1}
    payload = json.dumps(least).encode()
    assert fits.read().trouble(topics.reading("t1", "vision-cam0"), payload) == ""
    assert codec.decode(Reading, payload) == Reading("r1", "t1", "vision/cam0", "e", 1)


def test_asyncapi_refuses_an_unknown_block() -> None:
    told, topic = fits.read(), topics.public_state("t1")
    payload = json.loads(codec.encode(PublicState(1, view=({"kind": "text", "text": "Ann's turn"},))))
    assert told.trouble(topic, json.dumps(payload).encode()) == ""
    payload["view"][0]["kind"] = "secret"
    assert told.trouble(topic, json.dumps(payload).encode())


@pytest.mark.parametrize("channel", CHANNELS, ids=lambda channel: channel.name)
def test_the_page_for_builders_has_the_row_of_each_channel(channel: Channel) -> None:
    records = ", ".join(record.__name__ for record in channel.carries)
    words = f"one of: {', '.join(channel.words)}" if channel.words else "JSON of Home Assistant"
    kept = "yes, or empty" if channel.forgotten else "yes" if channel.retained else ""
    row = (f"`{channel.address}`", ", ".join(channel.sent_by), ", ".join(channel.heard_by), kept, records or words)
    assert f"\n| {' | '.join(row)} |\n" in (fits.ROOT / "docs" / "messages.md").read_text(encoding="utf-8")
